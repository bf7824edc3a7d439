#!/usr/bin/env python3
"""Checks a proof that a move puzzle cannot be solved in fewer moves: `python clew_check.py FILE`.

This file shares no code with Clew, and needs Python 3.9 or later and nothing else. docs/reference/proofs.md
says what it reads, and why that proves it: a list gives states numbers, and all others have a default, so
that goals have 0 and no move loses more than it costs. So no solution costs less than the start's number.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import struct
import sys
import time
import zlib
from array import array
from bisect import bisect
from functools import partial
from importlib import import_module
from itertools import chain, combinations, product, takewhile
from math import comb, inf
from operator import attrgetter, getitem, index, lt
from typing import Any

MAGIC = b"clew proof 1\n"
MOST_HEADER, MOST_BODY, MOST_FILE = 1 << 22, 1 << 26, 1 << 27  # bytes
MOST_STATES, MOST_GOALS = 2_500_000, 100_000
ABOVE = (1 << 18) - 1  # above bits for cells, some for a number: of one of 64 pieces, and one of 4096 cells
SIDES = ("left", "right", "up", "down")
COMPASS = {"N": (-1, 0), "NE": (-1, 1), "E": (0, 1), "SE": (1, 1)}
COMPASS.update({"S": (1, 0), "SW": (1, -1), "W": (0, -1), "NW": (-1, -1)})


class Refused(Exception):
    """The file proves nothing, or this program cannot say."""


def need(condition, message):
    if not condition:
        raise Refused(message)


def exactly(table, keys, what):
    """Refuses a table without one of these keys, or with another: what is unknown could change the puzzle."""
    need(type(table) is dict and {*table} == {*keys.split()}, f"{what} must have just the keys {keys}")


def choice(table, key, allowed):
    value = table[key]
    if type(value) is type(allowed[0]) and value in allowed:
        return value
    raise Refused(f"`{key}` must be one of {allowed}")


def whole(table, key, least, most):
    value = table[key]
    if type(value) is int and least <= value <= most:
        return value
    raise Refused(f"`{key}` must be a whole number from {least} to {most}")


def texts(value, key, most):
    """A list of at most so many texts."""
    if type(value) is list and len(value) <= most and {*map(type, value)} <= {str}:
        return value
    raise Refused(f"`{key}` must be a list of at most {most} texts")


def grid(value, key):
    """A list of rows of one length; a cell is a character."""
    rows = texts(value, key, 64)
    right = rows and 1 <= len(rows[0]) <= 64 and all(len(row) == len(rows[0]) for row in rows)
    need(right, f"`{key}` must have from 1 to 64 rows of one length, at most 64 cells")
    return rows


def names_of(height, width):
    """The cells by their names, such as `c4`: column letters, then the row counted from 1."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    columns = [first + last for first in ["", *letters[: width // 26]] for last in letters[:width]][:width]
    return {f"{name}{cell // width + 1}": cell for cell, name in enumerate(columns * height)}


class Memo(dict[Any, Any]):
    """What a function says of its arguments, kept for at most so many of them."""

    def __init__(self, function, most):
        self.function, self.most = function, most

    def __missing__(self, key):
        if len(self) >= self.most:
            self.clear()
        return self.setdefault(key, self.function(key))


class Family:
    # A state is a whole number made of fields of one byte (two where a field can be above 255), lowest first.
    # `moves(state)` gives (name, cost less what the default falls by, state after) of every move; if not
    # `alike`, each piece keeps its own letter in the state after, and those that are alike are not sorted.
    lettered = None  # the start with alike pieces as their letters are, if not sorted
    homes = None  # where all of a token or colour are at a goal, if there may be tables
    rows = ()  # what tables say, by field and value
    clock = time.process_time  # `check` has one that ends it

    def lay_out(self, ranges, alike=()):
        """Says how many values each field has, and which runs of fields are sorted: (begin, end)."""
        self.ranges, self.size = ranges, 1 if max(ranges) <= 256 else 2
        form = struct.Struct(f"<{len(ranges)}{'BH'[self.size - 1]}")
        self.pack = lambda values: int.from_bytes(form.pack(*values), "little")
        self.unpack = lambda state: form.unpack(state.to_bytes(form.size, "little"))
        self.run = [(field, field + 1) for field in range(len(ranges))]
        for begin, end in alike:
            self.run[begin:end] = [(begin, end)] * (end - begin)
        most = (1 << 20) // max(ranges) // len(ranges)
        self.change = [Memo(partial(self.changes, field), most) for field in range(len(ranges))]

    def take_tables(self, tables):
        """Refuses tables that are not right for a pebble or tile that is alone: a move takes one."""
        need(self.homes is not None, "the default `cells` is not for this puzzle")
        need(type(tables) is dict and {*tables} <= {*self.homes}, "`tables` is of other tokens or colours")
        for kind, table in tables.items():
            right = type(table) is list and len(table) == self.cells and {*map(type, table)} == {int}
            need(right and {*table} <= {*range(256)}, "a table must have a number up to 255 for each cell")
            need(not any(table[cell] for cell in self.homes[kind]), "a table has more than 0 at a goal")
            for cell, number in enumerate(table):
                self.clock()
                right = all(number <= 1 + table[there] for there in self.ways(kind, cell))
                need(right, "a table falls by more than 1 from a cell to one that a move leads to")
        self.rows = self.by_field(tables)

    def default(self, state):
        """The sum of what the tables say."""
        return sum(map(getitem, self.rows, self.unpack(state)))

    def on_rim(self, cell, way):
        row, column = divmod(cell, self.width)
        return (column == 0, column == self.width - 1, row == 0, row == self.height - 1)[way]

    def changes(self, field, run):
        """By another value in a field: what that adds to a state whose run has these; it stays sorted."""
        return Memo(partial(self.changed, field, run), self.ranges[field])

    def changed(self, field, run, value):
        begin, size = self.run[field][0], 8 * self.size
        after = sorted((*run[: field - begin], *run[field - begin + 1 :], value))
        return sum(new - old << size * at for at, (new, old) in enumerate(zip(after, run), begin))

    def listed(self, body, count, width):
        """The next list of the body, numbers by state: each field for all states, then the numbers."""
        size, length = self.size, self.size * len(self.ranges)
        table = bytearray(count * length)
        for field, values in enumerate(self.ranges):
            column = body.take(count * size)
            most = max(column if size == 1 else struct.unpack(f"<{count}H", column), default=0)
            need(most < values, "a field has a value that is out of its range")
            for byte in range(size):
                table[field * size + byte :: length] = column[byte::size]
        states = [int.from_bytes(it, "little") for (it,) in struct.iter_unpack(f"{length}s", table)]
        need(all(map(lt, states, states[1:])), "the states are not in ascending order")
        return dict(zip(states, body.numbers(count, width)))


class Blocks(Family):
    """Pieces on a grid. Field i is the first cell, in reading order, that piece i covers.

    Pieces are in the order of their letters. But under free movement, pieces of one shape that the goal does
    not name are alike: they follow the first of them, and their cells are in ascending order.
    """

    def __init__(self, keys):
        exactly(keys, "family board movement metric goal", "blocks")
        rows = grid(keys["board"], "board")
        self.height, self.width = height, width = len(rows), len(rows[0])
        self.free = choice(keys, "movement", ("axis", "free")) == "free"
        self.metric = choice(keys, "metric", ("slide", "step", "piece"))
        cells = {".": []}
        for number, sign in enumerate("".join(rows)):
            cells.setdefault(sign, []).append(number)
        self.cells = height * width
        self.walls = sum(1 << cell for cell in cells.pop("#", ())) | ABOVE << self.cells
        del cells["."]
        need(1 <= len(cells) <= 64, "a board has from 1 to 64 pieces")
        self.letters = sorted(cells)
        self.read_goal(keys["goal"])
        shapes, groups = {}, {}
        for letter in self.letters:
            row, column = divmod(cells[letter][0], width)
            shapes[letter] = shape = tuple((at // width - row, at % width - column) for at in cells[letter])
            straight = len(shape) > 1 and min(len(set(part)) for part in zip(*shape)) == 1
            need(self.free or straight, "a piece is not straight, or a single cell")
            alone = not self.free or letter in self.goals
            groups.setdefault(letter if alone else shape, []).append(letter)
        self.letters = [letter for group in groups.values() for letter in group]
        self.wanted = [(self.letters.index(letter), covered) for letter, covered in self.goals.items()]
        self.shapes = [shapes[letter] for letter in self.letters]
        most = (1 << 21) // self.cells // len(cells)
        self.known = [Memo(partial(self.around, piece), most) for piece in range(len(cells))]
        most = (1 << 20) // self.cells if self.metric != "piece" else (1 << 23) // self.cells**2
        self.memo = Memo(self.ends, most)
        firsts = [self.letters.index(group[0]) for group in groups.values()]
        self.lay_out([height * width] * len(cells), list(zip(firsts, [*firsts[1:], len(cells)])))
        values = [cells[letter][0] for letter in self.letters]
        self.lettered = self.pack(values)
        for begin, end in self.run:
            values[begin:end] = sorted(values[begin:end])
        self.start = self.pack(values)

    def read_goal(self, goal):
        """For each letter that the goal names, cells: its piece must cover one (exit), or all (a grid)."""
        self.goals, self.exit = {}, type(goal) is dict
        if self.exit:
            exactly(goal, "piece exit", "an exit")
            way = SIDES.index(choice(goal, "exit", SIDES))
            covered = sum(1 << cell for cell in range(self.cells) if self.on_rim(cell, way))
            self.goals[choice(goal, "piece", self.letters)] = covered
        else:
            rows = grid(goal, "goal")
            signs = "".join(rows)
            right = [*map(len, rows)] == [self.width] * self.height and {*signs} <= {".", *self.letters}
            need(right, "`goal` must be as large as the board, and name its pieces")
            for it in {*signs} - {"."}:
                self.goals[it] = sum(1 << cell for cell, sign in enumerate(signs) if sign == it)

    def cover(self, piece, row, column):
        """The cells that a piece covers, as bits; 0 where the board has no room for it."""
        cells = [(row + down, column + across) for down, across in self.shapes[piece]]
        inside = all(0 <= row < self.height and 0 <= column < self.width for row, column in cells)
        return sum(1 << row * self.width + column for row, column in cells) if inside else 0

    def around(self, piece, cell):
        """Its cells; others that matter, and above all cells, which piece it is and where; its steps."""
        shape, width = self.shapes[piece], self.width
        row, column = divmod(cell, width)
        lies, here, reach, rays = all(down == 0 for down, _ in shape), self.cover(piece, row, column), 0, []
        ways = (("L", 0, -1), ("R", 0, 1), ("U", -1, 0), ("D", 1, 0))
        for sign, down, across in ways if self.free else ways[:2] if lies else ways[2:]:
            ray, steps = [], 1
            while there := self.cover(piece, row + down * steps, column + across * steps):
                # What must be free, where it leads, and by which path.
                ray.append((there & ~here, cell + (down * width + across) * steps, sign * steps))
                reach |= there & ~here
                steps += 1 if self.metric == "slide" else 64  # beyond the board
            rays.append(ray)
        reach = reach if self.metric != "piece" else (1 << self.cells) - 1 & ~here
        return here, reach | piece * self.cells + cell << self.cells, rays

    def ends(self, others):
        """Where moves can bring a piece: (name, cell, what that adds to a state)."""
        self.clock()
        piece, cell = divmod(others >> self.cells, self.cells)
        known, letter, shift = self.known[piece], self.letters[piece], 8 * self.size * piece
        if self.metric == "piece":
            paths, queue = {cell: ""}, [cell]
            for here in queue:
                for ray in known[here][2]:
                    for _, there, sign in ray:
                        if there not in paths and not known[there][0] & others:
                            paths[there] = paths[here] + sign
                            queue.append(there)
            found = list(paths.items())[1:]
        else:
            rays = [takewhile(lambda step: not step[0] & others, ray) for ray in known[cell][2]]
            found = [(there, path) for ray in rays for _, there, path in ray]
        names = [re.sub(r"(.)\1*", lambda run: run[1] + str(len(run[0])), path) for _, path in found]
        return [(letter + name, there, there - cell << shift) for name, (there, _) in zip(names, found)]

    def is_goal(self, state):
        values = self.unpack(state)
        covered = [(self.known[piece][values[piece]][0] & cells, cells) for piece, cells in self.wanted]
        return all(found if self.exit else found == cells for found, cells in covered)

    def moves(self, state, alike=True):
        values, occupied, memo = self.unpack(state), self.walls, self.memo
        around = [*map(getitem, self.known, values)]
        for here, _, _ in around:
            occupied |= here
        ends = [memo[occupied & reach] for _, reach, _ in around]
        if self.free and alike:
            found = zip(self.change, self.run, ends)
            pairs = [(change[values[slice(*run)]], moves) for change, run, moves in found if moves]
            return [(None, 1, state + change[there]) for change, moves in pairs for _, there, _ in moves]
        return [(name, 1, state + more) for moves in ends for name, _, more in moves]


class Pebbles(Family):
    """Pebbles on a graph. Field i is cell i: 0 a hole, else the place of the token among those of pebbles."""

    def __init__(self, keys):
        self.slides = type(keys) is dict and keys.get("metric") == "slides"
        graph = "layout" if self.slides else "allowed_moves"
        exactly(keys, f"family metric {graph} plates pebbles", "pebbles")
        choice(keys, "metric", ("moves", "slides"))
        # By the cell of the hole: the lines of cells that lead away from it, nearest first.
        self.lines = self.read_grid(keys[graph]) if self.slides else self.read_graph(keys[graph])
        cells = len(self.lines)
        plates, pebbles = texts(keys["plates"], "plates", cells), texts(keys["pebbles"], "pebbles", cells)
        need(len(plates) == len(pebbles) == cells, "`plates` and `pebbles` must have a token for each cell")
        numbers = {token: number for number, token in enumerate(sorted({*pebbles} - {"-"}), 1)}
        # A plate whose token no pebble has stays uncovered, like one of a hole.
        self.plates = [numbers.get(token, 0) for token in plates]
        self.numbers, self.cells, values = numbers, cells, range(len(numbers) + 1)
        self.away = [bytes(value not in (0, plate) for value in values) for plate in self.plates]
        self.lay_out([len(values)] * cells)
        self.lines = [[self.steps(hole, line) for line in lines] for hole, lines in enumerate(self.lines)]
        self.start = self.pack([numbers.get(token, 0) for token in pebbles])
        self.rows = self.by_field({})
        if not self.slides:
            self.homes = {it: [cell for cell in range(cells) if plates[cell] == it] for it in numbers}

    def read_graph(self, near):
        right = type(near) is list and 1 <= len(near) <= 512 and all(type(others) is list for others in near)
        need(right, "`allowed_moves` must have a list for each of at most 512 cells")
        for cell, others in enumerate(near):
            right = all(type(other) is int and 0 <= other < len(near) and other != cell for other in others)
            need(right and others == sorted({*others}), "`allowed_moves` must list other cells, ascending")
        pairs = {(cell, other) for cell, others in enumerate(near) for other in others}
        need(pairs == {pair[::-1] for pair in pairs}, "`allowed_moves` names a pair from one side only")
        return [[[other] for other in others] for others in near]

    def read_grid(self, layout):
        size = "([1-9][0-9]{0,2})"
        match = re.fullmatch(f"grid {size}x{size}", layout) if type(layout) is str else None
        rows, columns = (int(match[1]), int(match[2])) if match else (0, 0)
        need(1 <= rows * columns <= 512, "`layout` must be `grid ROWSxCOLUMNS`, of at most 512 cells")
        cells, lines = range(rows * columns), [[] for _ in range(rows * columns)]
        across = [cells[row * columns :][:columns] for row in range(rows)]
        for line in across + [cells[column::columns] for column in range(columns)]:
            for place, hole in enumerate(line):
                lines[hole] += [line[place + 1 :], line[:place][::-1]]
        return lines

    def steps(self, hole, line):
        """Moves into a hole along a line, each goes on from the last: cell, what its pebble adds, name."""
        bit = [1 << 8 * self.size * cell for cell in (hole, *line)]
        return [(cell, bit[at] - bit[at + 1], f"{cell}-{hole}") for at, cell in enumerate(line)]

    def ways(self, token, cell):
        return [line[0][0] for line in self.lines[cell]]

    def by_field(self, tables):
        nothing = [0] * self.cells
        return list(zip(nothing, *(tables.get(token, nothing) for token in self.numbers)))

    def moves(self, state, alike=True):
        values, rows, found = self.unpack(state), self.rows, []
        for hole, value in enumerate(values):
            if not value:
                for line in self.lines[hole]:
                    after = state
                    for cell, more, name in line:
                        pebble = values[cell]
                        if not pebble:
                            break
                        after += pebble * more
                        found.append((name, 1 - rows[cell][pebble] + rows[hole][pebble], after))
        return found

    def is_goal(self, state):
        return not any(map(getitem, self.away, self.unpack(state)))

    def goals(self):
        """Every goal: where the pebbles of a token have more plates than they need, each choice of plates."""
        values, choices, many = self.unpack(self.start), [], 1
        for number in range(1, self.ranges[0]):
            places = [number << 8 * self.size * cell for cell, it in enumerate(self.plates) if it == number]
            choices.append(combinations(places, values.count(number)))
            many *= comb(len(places), values.count(number))
        need(many <= MOST_GOALS, f"the board has more than {MOST_GOALS} goals")
        return [sum(map(sum, chosen)) for chosen in (product(*choices) if many else ())]


class Ricochet(Family):
    """Tiles that slide. Fields: cells, of tiles sorted by colour and cell; what a target did (`turns`)."""

    def __init__(self, keys):
        exactly(keys, "family board goal edges anywhere walls diagonals must_turn moved", "ricochet")
        rows = grid(keys["board"], "board")
        self.height, self.width = height, width = len(rows), len(rows[0])
        self.open = choice(keys, "edges", ("stop", "open")) == "open"
        self.anywhere = choice(keys, "anywhere", (False, True))
        signs = "".join(rows)
        self.blocks = {cell for cell, sign in enumerate(signs) if sign == "#"}
        tiles = sorted((sign, cell) for cell, sign in enumerate(signs) if sign not in ".#")
        need(1 <= len(tiles) <= 64, "a board has from 1 to 64 tiles")
        self.letters = [sign for sign, _ in tiles]
        self.places, self.cells = names_of(height, width), height * width
        self.read_goal(keys["goal"])
        self.read_walls(keys["walls"], keys["diagonals"])
        turns = (None, *SIDES, "turned")
        must_turn = choice(keys, "must_turn", (False, True))
        need(keys["moved"] in turns[: 6 if must_turn else 1], "`moved` must be what a target did before")
        right = not must_turn or (len(self.goal) == 1 and self.letters.count(self.goal[0][0]) == 1)
        need(right, "`must_turn` needs a goal of one letter, and one tile of its colour")
        self.target = self.letters.index(self.goal[0][0]) if must_turn else None
        runs = [(self.letters.index(sign), bisect(self.letters, sign)) for sign in self.letters]
        known = [Memo(partial(self.around, tile), (1 << 20) // self.cells) for tile in range(len(tiles))]
        self.known, self.memo = [known[first] for first, _ in runs], Memo(self.ends, (1 << 21) // self.cells)
        self.names, self.rows = list(self.places), self.by_field({})
        self.lay_out([self.cells] * len(tiles) + [6] * must_turn, runs)
        self.tiles = [(tile, *run, self.change[tile]) for tile, run in enumerate(runs)]
        self.start = self.pack([cell for _, cell in tiles] + [turns.index(keys["moved"])] * must_turn)

    def read_goal(self, goal):
        """The letters, each with row and column; and by where the first is, where all tiles must be."""
        rows, width = grid(goal, "goal") if goal != [] else [], self.width
        need(set("".join(rows)) <= {".", *self.letters}, "`goal` must name colours of tiles only")
        right = not rows or self.anywhere or (len(rows), len(rows[0])) == (self.height, width)
        need(right, "`goal` must be as large as the board")
        letters = [(sign, row, column) for row, line in enumerate(rows) for column, sign in enumerate(line)]
        self.goal, self.wanted = [letter for letter in letters if letter[0] != "."], {}
        _, down, across = zip(*self.goal) if self.goal else ((), (0,), (0,))
        places = product(range(-min(down), self.height - max(down)), range(-min(across), width - max(across)))
        for down, across in places if self.anywhere else [(0, 0)]:
            tiles = [(sign, (row + down) * width + column + across) for sign, row, column in self.goal]
            self.wanted.update((tile, {*tiles}) for tile in tiles[:1])
        if not self.anywhere:
            homes = {sign: [cell for it, cell in tiles if it == sign] for sign in self.letters}
            self.homes = {it: cells for it, cells in homes.items() if len(cells) == self.letters.count(it)}

    def read_walls(self, walls, diagonals):
        self.walls, self.slants, width = set(), {}, self.width
        for wall in texts(walls, "walls", 1 << 14):
            name, _, side = wall.partition(" ")
            need(name in self.places and side in SIDES, "a wall must be a cell and a side")
            cell, way = self.places[name], SIDES.index(side)
            self.walls.add((cell, way))
            if not self.on_rim(cell, way):
                self.walls.add((cell + (-1, 1, -width, width)[way], way ^ 1))
        for diagonal in texts(diagonals, "diagonals", 1 << 12):
            match = re.fullmatch("([a-z0-9]+) (rising|falling)(?: (.))?", diagonal, re.DOTALL)
            cell = self.places.get(match[1]) if match else None
            right = cell is not None and cell not in self.slants and cell not in self.blocks
            need(right, "a diagonal must be a free cell, `rising` or `falling`, and a colour or none")
            self.slants[cell] = match[2] == "rising", match[3]

    def ray(self, cell, way, colour):
        """A slide on an empty board: cells as bits; in order; ways into them; where it ends, or None."""
        begun, width, path, ways = (cell, way), self.width, array("H"), bytearray()
        while (cell, way) not in self.walls:
            on_rim = self.on_rim(cell, way)
            there = cell + (-1, 1, -width, width)[way]
            if on_rim or there in self.blocks:
                cell = None if on_rim and self.open else cell
                break
            cell = there
            path.append(cell)
            ways.append(way)
            rising, passes = self.slants.get(cell, (False, colour))
            if passes != colour:
                way = (3, 2, 1, 0)[way] if rising else (2, 3, 0, 1)[way]
            if (cell, way) == begun:
                cell = None
                break
        return sum(1 << there for there in set(path)), path, ways, cell

    def around(self, tile, cell):
        """Cells that matter to a tile, and above all cells, which tile it is and where; its slides."""
        self.clock()
        rays = [self.ray(cell, way, self.letters[tile]) for way in range(4)]
        reach = (rays[0][0] | rays[1][0] | rays[2][0] | rays[3][0]) & ~(1 << cell)
        return reach | tile * self.cells + cell << self.cells, rays

    def ways(self, colour, cell):
        return [there for ray in self.known[self.letters.index(colour)][cell][1] for there in ray[1]]

    def by_field(self, tables):
        return [tables.get(colour, [0] * self.cells) for colour in self.letters]

    def ends(self, others):
        """Where moves can bring a tile: (name, cost, cell, the directions that it took)."""
        tile, cell = divmod(others >> self.cells, self.cells)
        found, table = [], self.rows[tile]
        for way, (mask, path, ways, end) in enumerate(self.known[tile][cell][1]):
            if mask & others:
                steps = next(step for step, there in enumerate(path) if others >> there & 1)
                end, ways = path[steps - 1] if steps else cell, ways[:steps]
            if end is not None and end != cell:
                cost = 1 - table[cell] + table[end]
                found.append((self.names[cell] + "LRUD"[way], cost, end, ways))
        return found

    def moves(self, state, alike=True):
        values, occupied, memo, found = self.unpack(state), ABOVE << self.cells, self.memo, []
        for cell in values[: len(self.letters)]:
            occupied |= 1 << cell
        for (tile, begin, end, changes), (reach, _) in zip(self.tiles, map(getitem, self.known, values)):
            change, turns = changes[values[begin:end]], tile == self.target
            for name, cost, there, ways in memo[occupied & reach]:
                after = state + change[there]
                if turns:
                    ways = {*ways} | ({values[-1] - 1} if 0 < values[-1] < 5 else set())
                    turn = 5 if values[-1] == 5 or len(ways) > 1 else 1 + min(ways)
                    after += self.change[-1][values[-1:]][turn]
                found.append((name, cost, after))
        return found

    def is_goal(self, state):
        values = self.unpack(state)
        tiles, turned = set(zip(self.letters, values)), self.target is None or values[-1] == 5
        there = not self.goal or any(self.wanted[tile] <= tiles for tile in tiles if tile in self.wanted)
        return turned and there


class Coroutine(Family):
    """Two coins in turn. Fields: the cell of coin 0, that of coin 1, and whose turn it is."""

    def __init__(self, keys):
        exactly(keys, "family squares coins target first metric rule", "coroutine")
        rows = keys["squares"]
        need(type(rows) is list and 1 <= len(rows) <= 32, "`squares` must have from 1 to 32 rows")
        squares = [text.split(" ") if text else [] for row in rows for text in texts(row, "squares", 32)]
        self.height, self.width = height, width = len(rows), len(rows[0])
        need(width and {*map(len, rows)} == {width}, "the rows of `squares` must have one length")
        need({*chain(*squares)} <= {*COMPASS}, "a square must be directions")
        self.squares = [[(sign, *COMPASS[sign]) for sign in square] for square in squares]
        cells = names_of(height, width)
        self.target = cells[choice(keys, "target", list(cells))]
        self.own = choice(keys, "rule", ("other", "own")) == "own"
        self.steps = choice(keys, "metric", ("turns", "steps")) == "steps"
        coins = texts(keys["coins"], "coins", 2)
        need(len(set(coins)) == 2 and set(coins) <= set(cells), "`coins` must be two cells")
        self.lay_out([height * width, height * width, 2])
        self.units = [self.pack(field) for field in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
        self.start = self.pack([cells[coins[0]], cells[coins[1]], whole(keys, "first", 0, 1)])

    def is_goal(self, state):
        return self.target in self.unpack(state)[:2]

    def moves(self, state, alike=True):
        first, second, turn = self.unpack(state)
        here, other, unit = (second, first, self.units[1]) if turn else (first, second, 1)
        row, column = divmod(here, self.width)
        passed, found = state + (-self.units[2] if turn else self.units[2]), []
        for name, down, right in self.squares[here if self.own else other]:
            more = down * self.width + right
            inside = 0 <= row + down < self.height and 0 <= column + right < self.width
            if inside and here + more != other:
                found.append((f"{turn}{name}", 1, passed + more * unit))
        return found or [(f"{turn}-", 0 if self.steps else 1, passed)]


FAMILIES = {"blocks": Blocks, "pebbles": Pebbles, "ricochet": Ricochet, "coroutine": Coroutine}


class Own:
    """Rules of somebody else, who vouches for them; a state is told apart by its text."""

    def __init__(self, rules):
        self.rules, self.states = rules, {}
        self.canonical = getattr(rules, "canonical", lambda state: state)
        first = rules.initial()
        self.lettered, self.start = self.text(first), self.text(self.canonical(first))

    def text(self, state):
        text = written(state)
        need(self.states.setdefault(text, state) == state, "two different states are written alike")
        return text

    def moves(self, text, alike=True):
        rules, state, found = self.rules, self.states[text], []
        for move in rules.moves(state):
            cost = index(rules.cost(state, move)) if hasattr(rules, "cost") else 1
            after = rules.apply(state, move)
            need(cost >= 0, "a move costs less than nothing")
            found.append((str(move), cost, self.text(self.canonical(after) if alike else after)))
        return found

    def is_goal(self, text):
        return self.rules.is_goal(self.states[text])

    def listed(self, body, count, width):
        """Texts by length, in order, then their numbers. Those that nothing listed leads to are left out."""
        texts = [bytes(body.take(length)).decode() for length in body.numbers(count, 4)]
        ascending = all(one.encode() < other.encode() for one, other in zip(texts, texts[1:]))
        need(ascending, "the states are not in ascending order")
        every = dict(zip(texts, body.numbers(count, width)))
        found = [self.start] if self.start in every else []
        met = set(found)
        for text in found:
            self.clock()
            new = {after for _, _, after in self.moves(text) if after in every} - met
            met |= new
            found += new
        return {text: every[text] for text in found}


def written(state: Any, whole: bool = True) -> str:
    """A state as text, by which it is told apart: a text is itself, and sets are sorted."""
    if type(state) in (set, frozenset):
        return "{" + ", ".join(sorted(written(part, False) for part in state)) + "}"
    if type(state) is tuple:
        return "(" + "".join(written(part, False) + ", " for part in state) + ")"
    return state if whole and type(state) is str else repr(state)


def load(name):
    """The object of `module:Class(arguments)`; the class itself if it reads the puzzle in the file."""
    module, _, call = name.partition(":")
    tree = ast.parse(call, mode="eval").body
    sys.path.insert(0, os.getcwd())
    made = attrgetter(ast.unparse(tree.func if isinstance(tree, ast.Call) else tree))(import_module(module))
    if isinstance(tree, ast.Call):
        named = {key.arg: ast.literal_eval(key.value) for key in tree.keywords}
        return made(*map(ast.literal_eval, tree.args), **named)
    return made if hasattr(made, "of_proof") else made()


def read_header(file):
    need(file.read(len(MAGIC)) == MAGIC, "this is no proof: it does not begin with `clew proof 1`")
    size = int.from_bytes(file.read(4), "big")
    need(size <= MOST_HEADER, "the header is too long")
    text = file.read(size)
    need(len(text) == size, "the file ends too early")
    hooks = {"object_pairs_hook": without_doubles, "parse_float": not_whole, "parse_constant": not_whole}
    header = json.loads(text.decode(), parse_int=lambda digits: not_whole(digits, 12), **hooks)
    if b"\\u" in text:
        json.dumps(header, ensure_ascii=False).encode()  # half a character is an error
    return header


def without_doubles(pairs):
    table = dict(pairs)
    need(len(table) == len(pairs), "the header has a key twice")
    return table


def not_whole(digits, most=0):
    need(len(digits) <= most, f"the header has {digits[:20]}, which is no whole number below 10^11")
    return int(digits)


class Body:
    """What follows the header, unpacked as it is needed."""

    def __init__(self, file):
        self.file, self.stream = file, zlib.decompressobj()
        self.read, self.room = 0, MOST_BODY

    def take(self, count):
        """So many bytes."""
        self.room -= count
        need(self.room >= 0, f"the lists are longer than {MOST_BODY} bytes")
        found = self.more(count)
        need(len(found) == count, "the file ends too early")
        return found

    def numbers(self, count, width):
        """So many whole numbers of so many bytes, the lowest byte first."""
        read = self.take(count * width)
        return [int.from_bytes(read[at * width : (at + 1) * width], "little") for at in range(count)]

    def more(self, count):
        """So many bytes, or those up to the end."""
        found = bytearray()
        while len(found) < count and not self.stream.eof:
            packed = self.stream.unconsumed_tail or self.file.read(1 << 16)
            part = self.stream.decompress(packed, count - len(found))
            self.read += len(packed) - len(self.stream.unconsumed_tail)
            need(self.read <= MOST_FILE, "the file is too long")
            need(part or packed, "the file ends too early")
            found += part
        return found

    def end(self):
        need(
            not (self.more(1) or self.stream.unused_data or self.file.read(1)), "something follows the lists"
        )


def check(file: Any, own: Any = None, seconds: float = 50) -> tuple[str, dict[str, Any]]:
    """What the proof in an open file proves, and of which puzzle; `own`: its rules, if it is no family's."""
    end, look = time.process_time() + seconds, 0.0

    def clock():
        nonlocal look  # to ask for processor time takes long, so it is asked for ten times in a second
        if time.monotonic() > look:
            look = time.monotonic() + 0.1
            need(time.process_time() < end, "not done in the time for it; --seconds gives it more")

    try:
        header = read_header(file)
        need(type(header) is dict and type(header.get("puzzle")) is dict, "the header has no `puzzle`")
        puzzle = header["puzzle"]
        family = FAMILIES.get(str(puzzle.get("family")))
        need(family or own, "this program does not know the puzzle's family: give it --rules")
        own = own.of_proof(puzzle) if hasattr(own, "of_proof") else own
        rules: Any = family(puzzle) if family else Own(own)
        rules.clock = clock
        return prove(header, rules, Body(file)), puzzle
    except (RecursionError, ValueError, OverflowError, MemoryError, zlib.error) as error:
        raise Refused(f"the file is damaged ({type(error).__name__}: {str(error)[:80]!r})") from None


def prove(header, rules, body):
    unsolvable = header.get("claim") == "unsolvable"
    keys = {"cells": " tables", "near": " below near"}.get(str(header.get("default")), "")
    more = "" if unsolvable else f" default{keys} width moves"
    exactly(header, f"puzzle claim states{more}", "the header")
    count, default = whole(header, "states", 0, MOST_STATES), None
    if unsolvable:
        length, numbers = inf, dict.fromkeys(rules.listed(body, count, 0), inf)
    else:
        length = whole(header, "claim", 0, 1 << 31)
        default = make_default(header, rules, body, count)
        numbers = rules.listed(body, count, whole(header, "width", 1, 4))
    body.end()
    rest = default(rules.start) if default else 0
    need(max(numbers.get(rules.start, 0), rest) >= length, "the number of the start is below the length")
    check_numbers(rules, numbers, default)
    if unsolvable:
        return "no solution"
    if header["moves"] is None:
        return f"no solution costs less than {length}"
    cost = rest + replay(rules, texts(header["moves"], "moves", 1 << 20))
    need(cost == length, f"the solution costs {cost}, not {length}")
    return f"the fewest moves are {length}"


def make_default(header, rules, body, count):
    """The function from states to their default numbers; None if that is 0 for all."""
    kind = choice(header, "default", ("zero", "cells", "near"))
    if kind == "zero":
        return None
    if kind == "cells":
        rules.take_tables(header["tables"])
        return rules.default
    need(type(rules) is Pebbles, "the default `near` is not for this puzzle")
    below = whole(header, "below", 1, 255)
    near = rules.listed(body, whole(header, "near", 0, MOST_STATES - count), 1)
    check_near(rules, near, below)
    moves, far = rules.moves, lambda state: near.get(state, below)
    rules.moves = lambda at, _=0: [(it, cost - far(at) + far(to), to) for it, cost, to in moves(at)]
    return far


def check_near(rules, near, below):
    """Distances to goals: all of them that are below a number, with at most what they are."""
    need(all(near.get(goal) == 0 for goal in rules.goals()), "a goal is not listed near goals, with 0")
    for state, number in near.items():
        rules.clock()
        need(number < below, "a number near the goals is not below `below`")
        # Moves of this family can be undone, at the same cost.
        right = all(near.get(before, below) <= number + cost for _, cost, before in rules.moves(state))
        need(right, "a state that leads to one near the goals is missing, or has too large a number")


def check_numbers(rules, numbers, default):
    """The theorem, for the listed states. (A goal has the default 0.)"""
    get, moves = numbers.get, rules.moves
    for state, number in numbers.items():
        rules.clock()
        rest = default(state) if default else 0
        need(number >= rest, "a state has a number below its default")
        need(not number or rest or not rules.is_goal(state), "a goal has a number above 0")
        numbers[state] = number - rest  # only that counts, as costs are less what the default falls by
    for state, more in numbers.items():
        rules.clock()
        for _, cost, after in moves(state):
            if get(after, 0) + cost < more:
                raise Refused("a move leads to a state that is not listed, or loses more than it costs")


def replay(rules, names):
    """What the named moves cost, less the default of the start; they must lead from there to a goal."""
    state, spent = rules.start if rules.lettered is None else rules.lettered, 0
    for name in names:
        rules.clock()
        found = [(cost, after) for legal, cost, after in rules.moves(state, False) if legal == name]
        if not found or rules.is_goal(state):
            raise Refused(f"the move {name[:20]!r} of the solution is not legal")
        spent, state = spent + found[0][0], found[0][1]
    need(rules.is_goal(state), "the solution does not end at a goal")
    return spent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.epilog = "Exits with 0 if the proof holds, and with 1 if not."
    parser.add_argument("file")
    parser.add_argument("--rules", metavar="MODULE:CLASS(...)", help="the rules of a puzzle of your own")
    parser.add_argument("--seconds", type=float, default=50, help="how long it may take (default: 50)")
    options = parser.parse_args()
    try:
        with open(options.file, "rb") as file:
            proved, puzzle = check(file, options.rules and load(options.rules), options.seconds)
    except (Refused, OSError) as error:
        print(f"{'not proved' if type(error) is Refused else 'not read'}: {error}")
        return 1
    by = f"\nby the rules of: {options.rules}" if options.rules else ""
    print(f"proved: {proved}\nof the puzzle: {json.dumps(puzzle)}{by}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
