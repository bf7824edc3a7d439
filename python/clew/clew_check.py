#!/usr/bin/env python3
"""Checks a proof that a move puzzle cannot be solved in fewer moves: `python clew_check.py FILE`.

This file shares no code with Clew. It needs Python 3.9 or later and nothing else, and reads the format of
docs/reference/proofs.md.

The theorem
-----------
Give every state s a number f(s), so that

    f(goal) <= 0                          for every goal, and
    f(s) <= cost(s -> t) + f(t)           for every move from s to t.

Then no solution from s costs less than f(s): add up the second line along a solution, and the first at its end.

A file claims a length L and lists states with their numbers. All other states have a *default* number, 0, for
which both lines hold of themselves wherever no listed state is concerned, since numbers of listed states are above
it. So only the listed states need checking, each with all its moves:

        g = 0     1     2     3   (= L)
        start --> s --> t --> goal          the list:  start 3, s 2, t 1, and every other state
          |       |                                    that is nearer than 3 to the start, with
          v       v                                    what is left for it: 3 - g
          u       w

A puzzle without a solution has a list that no move leaves and that holds no goal: f is infinite on it.

From both ends: the default may be the distance to the nearest goal, if that is below a number b, and b otherwise.
The file then lists the states nearer than b to a goal (`near`), too. They are right if all goals are among them with
distance 0, and every state that leads to one of them in a move, where the sum stays below b, is among them with at
most that sum. This is for families whose moves can be undone and whose goals can be listed.
"""

from __future__ import annotations

import argparse
import json
import re
import struct
import sys
import time
import zlib
from functools import lru_cache
from itertools import combinations
from math import comb

MAGIC = b"clew proof 1\n"
MOST_HEADER = 1 << 22
MOST_BODY = 1 << 26
MOST_FILE = 1 << 27
MOST_STATES = 2_500_000
MOST_GOALS = 100_000
MOST_LENGTH = 1 << 31


class Refused(Exception):
    """The file proves nothing, or this program cannot say."""


class Clock:
    """Ends the check after so many seconds of processor time."""

    def __init__(self, seconds):
        self.seconds, self.end = seconds, time.process_time() + seconds

    def tick(self):
        if time.process_time() > self.end:
            raise Refused(f"not done after {self.seconds:g} seconds; --seconds gives it more time")


# ---------------------------------------------------------------- the header's values


def exactly(table, keys, what):
    """Refuses a table without one of these keys, or with another: what is unknown could change the puzzle."""
    if type(table) is not dict or set(table) != set(keys.split()):
        raise Refused(f"{what} must have the keys {keys}, and no other")


def choice(table, key, allowed):
    value = table[key]
    if type(value) is not type(allowed[0]) or value not in allowed:
        raise Refused(f"`{key}` must be one of {', '.join(map(str, allowed))}")
    return value


def whole(table, key, least, most):
    value = table[key]
    if type(value) is not int or not least <= value <= most:
        raise Refused(f"`{key}` must be a whole number from {least} to {most}")
    return value


def texts(value, key, most):
    """A list of at most so many texts."""
    if type(value) is not list or len(value) > most or any(type(text) is not str for text in value):
        raise Refused(f"`{key}` must be a list of at most {most} texts")
    return value


def grid(value, key, most):
    """A list of rows of one length; a cell is a character."""
    rows = texts(value, key, most)
    if not rows or not 1 <= len(rows[0]) <= most or any(len(row) != len(rows[0]) for row in rows):
        raise Refused(f"`{key}` must have from 1 to {most} rows of one length, of as many cells at most")
    return rows


def cell_of(name, height, width):
    """The number of the cell `c4`: column letters, then the row counted from 1."""
    match = re.fullmatch("([a-z]{1,2})([1-9][0-9]?)", name) if type(name) is str else None
    column = 0
    for letter in match[1] if match else "":
        column = 26 * column + ord(letter) - 96
    if not match or column > width or int(match[2]) > height:
        raise Refused(f"{str(name)[:20]!r} is no cell of the board")
    return (int(match[2]) - 1) * width + column - 1


def name_of(cell, width):
    row, column = divmod(cell, width)
    first, last = divmod(column, 26)
    return (chr(96 + first) if first else "") + chr(97 + last) + str(row + 1)


# ---------------------------------------------------------------- families
#
# A state is a whole number made of fields of one byte each (two where a field can be above 255), field 0 lowest.
# `moves(state)` gives (cost, state after) pairs; `named(state)` (name, cost, state after), for the solution in the
# file.


class Family:
    lettered = None  # the start with alike pieces as their letters are, if not sorted

    def lay_out(self, ranges, alike=()):
        """Says how many values each field has, and which runs of fields are sorted: (begin, end)."""
        self.ranges = ranges
        self.size = 1 if max(ranges) <= 256 else 2
        self.form = struct.Struct(f"<{len(ranges)}{'BH'[self.size - 1]}")
        self.run = [next((run for run in alike if run[0] <= field < run[1]), (field, field + 1))
                    for field in range(len(ranges))]  # fmt: skip

    def pack(self, values):
        return int.from_bytes(self.form.pack(*values), "little")

    def unpack(self, state):
        return self.form.unpack(state.to_bytes(self.form.size, "little"))

    def put(self, state, values, field, value):
        """The state, of these values, with another value in a field; its run stays sorted."""
        (begin, end), size = self.run[field], 8 * self.size
        while field + 1 < end and values[field + 1] < value:
            state += values[field + 1] - values[field] << size * field
            field += 1
        while field > begin and values[field - 1] > value:
            state += values[field - 1] - values[field] << size * field
            field -= 1
        return state + (value - values[field] << size * field)


class Blocks(Family):
    """Pieces on a grid. Field i is the first cell, in reading order, that piece i covers.

    Pieces are in the order of their letters. But under free movement, pieces of one shape that the goal does not
    name are alike: they follow the first of them, and their cells are in ascending order, whichever is where.
    (Pieces that keep to their line cannot pass one another, so that their order there tells them apart.)
    """

    def __init__(self, keys):
        exactly(keys, "family board movement metric goal", "a puzzle of blocks")
        rows = grid(keys["board"], "board", 64)
        self.height, self.width = height, width = len(rows), len(rows[0])
        self.free = choice(keys, "movement", ("axis", "free")) == "free"
        self.metric = choice(keys, "metric", ("slide", "step", "piece"))
        cells, self.walls = {}, 0
        for number, sign in enumerate("".join(rows)):
            if sign == "#":
                self.walls |= 1 << number
            elif sign != ".":
                cells.setdefault(sign, []).append(number)
        if not 1 <= len(cells) <= 64:
            raise Refused("a board has from 1 to 64 pieces")
        shapes = {}
        for letter, covered in sorted(cells.items()):
            row, column = divmod(covered[0], width)
            shapes[letter] = tuple((cell // width - row, cell % width - column) for cell in covered)
        self.letters = list(shapes)
        self.read_goal(keys["goal"])
        groups = {}
        for letter, shape in shapes.items():
            alone = not self.free or letter in self.goals
            groups.setdefault(letter if alone else shape, []).append(letter)
        self.letters = [letter for group in groups.values() for letter in group]
        firsts = [self.letters.index(group[0]) for group in groups.values()]
        self.wanted = [(self.letters.index(letter), covered) for letter, covered in self.goals.items()]
        self.shapes = [shapes[letter] for letter in self.letters]
        straight = [len(shape) > 1 and min(len(set(part)) for part in zip(*shape)) == 1 for shape in self.shapes]
        if not self.free and not all(straight):
            raise Refused("a piece is not straight, or a single cell")
        self.pieces = range(len(cells))
        self.known = lru_cache((1 << 22) // (height * width))(self.around)
        self.memo = lru_cache((1 << 22) // (height * width))(self.ends)
        self.lay_out([height * width] * len(cells), list(zip(firsts, [*firsts[1:], len(cells)])))
        values = [cells[letter][0] for letter in self.letters]
        self.lettered = self.pack(values)
        for begin, end in self.run:
            values[begin:end] = sorted(values[begin:end])
        self.start = self.pack(values)

    def read_goal(self, goal):
        """The letters that the goal names. `goals` gets, for each, the cells; one of which (exit), or all of which
        (a grid) its piece must cover.
        """
        height, width = self.height, self.width
        self.goals, self.exit = {}, type(goal) is dict
        if self.exit:
            exactly(goal, "piece exit", "an exit")
            edge = choice(goal, "exit", ("left", "right", "up", "down"))
            self.goals[choice(goal, "piece", self.letters)] = sum(
                1 << cell
                for cell in range(height * width)
                if {"left": cell % width == 0, "right": cell % width == width - 1,
                    "up": cell < width, "down": cell >= (height - 1) * width}[edge]
            )  # fmt: skip
        else:
            rows = grid(goal, "goal", 64)
            if len(rows) != height or len(rows[0]) != width or not set("".join(rows)) <= {".", *self.letters}:
                raise Refused("`goal` must be as large as the board, and name its pieces")
            for number, sign in enumerate("".join(rows)):
                if sign != ".":
                    self.goals[sign] = self.goals.get(sign, 0) | 1 << number

    def cover(self, piece, row, column):
        """The cells that a piece covers, as bits; 0 where the board has no room for it."""
        found = 0
        for down, across in self.shapes[piece]:
            if not (0 <= row + down < self.height and 0 <= column + across < self.width):
                return 0
            found |= 1 << (row + down) * self.width + column + across
        return found

    def around(self, piece, cell):
        """The cells that a piece covers; the others that matter to its moves; and what it meets in each direction,
        step by step: (cells that it then covers, place, path).
        """
        shape, width = self.shapes[piece], self.width
        row, column = divmod(cell, width)
        lies, here, reach, rays = all(down == 0 for down, _ in shape), self.cover(piece, row, column), 0, []
        ways = (("L", 0, -1), ("R", 0, 1), ("U", -1, 0), ("D", 1, 0))
        for sign, down, across in ways if self.free else ways[:2] if lies else ways[2:]:
            ray, steps = [], 1
            while there := self.cover(piece, row + down * steps, column + across * steps):
                ray.append((there & ~here, cell + (down * width + across) * steps, sign * steps))
                reach |= there & ~here
                steps += 1
                if self.metric != "slide":
                    break
            rays.append(ray)
        return here, reach if self.metric != "piece" else ~here, rays

    def ends(self, piece, cell, others):
        """Where a move can bring a piece, with its path; and what that adds to a state."""
        if self.metric == "piece":
            paths, queue = {cell: ""}, [cell]
            for here in queue:
                for ray in self.known(piece, here)[2]:
                    for _, there, sign in ray:
                        if there not in paths and not self.known(piece, there)[0] & others:
                            paths[there] = paths[here] + sign
                            queue.append(there)
            found = list(paths.items())[1:]
        else:
            found = []
            for ray in self.known(piece, cell)[2]:
                for cells, there, path in ray:
                    if cells & others:
                        break
                    found.append((there, path))
        return found, [there - cell << 8 * self.size * piece for there, _ in found]

    def each(self, state):
        """The fields of a state, and the ends of its moves, for each piece."""
        values, occupied = self.unpack(state), self.walls
        around = list(map(self.known, self.pieces, values))
        for here, _, _ in around:
            occupied |= here
        reached = [occupied & reach for _, reach, _ in around]
        return values, list(map(self.memo, self.pieces, values, reached))

    def is_goal(self, state):
        values = self.unpack(state)
        for piece, cells in self.wanted:
            covered = self.known(piece, values[piece])[0] & cells
            if not covered or not self.exit and covered != cells:
                return False
        return True

    def moves(self, state):
        values, ends = self.each(state)
        if not self.free:
            return [(1, state + more) for _, added in ends for more in added]
        return [
            (1, self.put(state, values, piece, there)) for piece, (found, _) in enumerate(ends) for there, _ in found
        ]

    def named(self, state):
        """Each piece keeps its letter: those that are alike stay unsorted."""
        return [
            (letter + "".join(run[0] + str(len(run)) for run in re.findall("L+|R+|U+|D+", path)), 1, state + more)
            for letter, (found, added) in zip(self.letters, self.each(state)[1])
            for (_, path), more in zip(found, added)
        ]


class Pebbles(Family):
    """Pebbles on a graph. Field i is the pebble on cell i: the place of its token among the tokens of all pebbles,
    sorted, counted from 1; 0 is a hole.
    """

    def __init__(self, keys):
        slides = type(keys) is dict and keys.get("metric") == "slides"
        exactly(keys, f"family {'layout' if slides else 'allowed_moves'} metric plates pebbles", "a puzzle of pebbles")
        choice(keys, "metric", ("moves", "slides"))
        self.lines = self.neighbours = None
        if slides:
            cells = self.read_grid(keys["layout"])
        else:
            cells = self.read_graph(keys["allowed_moves"])
        plates, pebbles = texts(keys["plates"], "plates", cells), texts(keys["pebbles"], "pebbles", cells)
        if len(plates) != cells or len(pebbles) != cells:
            raise Refused("`plates` and `pebbles` must have a token for each cell")
        self.numbers = {token: number for number, token in enumerate(sorted({*pebbles} - {"-"}), 1)}
        self.counts = {number: pebbles.count(token) for token, number in self.numbers.items()}
        # A plate whose token no pebble has stays uncovered, like one of a hole.
        self.plates = [self.numbers.get(token, 0) for token in plates]
        self.lay_out([len(self.numbers) + 1] * cells)
        self.start = self.pack([self.numbers.get(token, 0) for token in pebbles])

    def read_graph(self, near):
        """The number of cells; their neighbours, ascending, each named from both sides."""
        if type(near) is not list or not 1 <= len(near) <= 512:
            raise Refused("`allowed_moves` must have a list for each of at most 512 cells")
        for cell, others in enumerate(near):
            if type(others) is not list or any(type(other) is not int for other in others):
                raise Refused("`allowed_moves` must be lists of cells")
            if any(not 0 <= other < len(near) or other == cell for other in others):
                raise Refused("`allowed_moves` names a cell that is none, or a cell as its own neighbour")
            if any(one >= other for one, other in zip(others, others[1:])):
                raise Refused("the lists of `allowed_moves` must be ascending")
        if any(cell not in near[other] for cell, others in enumerate(near) for other in others):
            raise Refused("`allowed_moves` names a pair of neighbours from one side only")
        self.neighbours = near
        return len(near)

    def read_grid(self, layout):
        """The number of cells; every run of two or more along a row or a column, in both directions."""
        match = re.fullmatch("grid ([1-9][0-9]{0,2})x([1-9][0-9]{0,2})", layout) if type(layout) is str else None
        rows, columns = (int(match[1]), int(match[2])) if match else (0, 0)
        if not 1 <= rows * columns <= 512:
            raise Refused("`layout` must be `grid ROWSxCOLUMNS`, of at most 512 cells")
        lines = [range(row * columns, (row + 1) * columns) for row in range(rows)]
        lines += [range(column, rows * columns, columns) for column in range(columns)]
        # By the cell of the hole: the way out of it in one direction, nearest cell first.
        self.lines = [[] for _ in range(rows * columns)]
        for line in lines:
            for place, hole in enumerate(line):
                self.lines[hole] += [line[place + 1 :], line[:place][::-1]]
        return rows * columns

    def ends(self, state):
        """(cell, hole, state after) of every move."""
        values, size = self.unpack(state), 8 * self.size
        for hole, value in enumerate(values):
            if value:
                continue
            if self.lines is None:
                for cell in self.neighbours[hole]:
                    pebble = values[cell]
                    if pebble:
                        yield cell, hole, state + (pebble << size * hole) - (pebble << size * cell)
                continue
            for line in self.lines[hole]:
                after, gap = state, hole
                for cell in line:
                    pebble = values[cell]
                    if not pebble:
                        break
                    after += (pebble << size * gap) - (pebble << size * cell)
                    gap = cell
                    yield cell, hole, after

    def moves(self, state):
        return [(1, after) for _, _, after in self.ends(state)]

    def named(self, state):
        return [(f"{cell}-{hole}", 1, after) for cell, hole, after in self.ends(state)]

    def is_goal(self, state):
        return all(value in (0, plate) for value, plate in zip(self.unpack(state), self.plates))

    def misplaced(self, state):
        """Pebbles that lie on no plate of their token. A move takes one pebble, so this is at most what is left."""
        return sum(value not in (0, plate) for value, plate in zip(self.unpack(state), self.plates))

    def goals(self):
        """Every goal: where the pebbles of a token have more plates than they need, each choice of plates."""
        places = {number: [cell for cell, plate in enumerate(self.plates) if plate == number] for number in self.counts}
        many = 1
        for number, count in self.counts.items():
            many = min(many * comb(len(places[number]), count), MOST_GOALS + 1)
        if many > MOST_GOALS:
            raise Refused(f"the board has more than {MOST_GOALS} goals")
        found = [0]
        for number, count in self.counts.items():
            chosen = [
                sum(number << 8 * self.size * cell for cell in cells) for cells in combinations(places[number], count)
            ]
            found = [state + more for state in found for more in chosen]
        return found


class Ricochet(Family):
    """Tiles that slide until something stops them. Tiles are in the order of their colours, and of their cells within
    a colour: field i is the cell of tile i. Where the target must turn, a last field says what it did so far: 0 if it
    did not move, 1 to 4 if it only went left, right, up or down, 5 if it turned.
    """

    def __init__(self, keys):
        exactly(keys, "family board goal edges anywhere walls diagonals must_turn moved", "a puzzle of ricochet")
        rows = grid(keys["board"], "board", 64)
        self.height, self.width = height, width = len(rows), len(rows[0])
        self.open = choice(keys, "edges", ("stop", "open")) == "open"
        self.anywhere = choice(keys, "anywhere", (False, True))
        signs = "".join(rows)
        self.blocks = {cell for cell, sign in enumerate(signs) if sign == "#"}
        tiles = sorted((sign, cell) for cell, sign in enumerate(signs) if sign not in ".#")
        if not 1 <= len(tiles) <= 64:
            raise Refused("a board has from 1 to 64 tiles")
        self.colours = [sign for sign, _ in tiles]
        self.read_goal(keys["goal"])
        self.read_walls(texts(keys["walls"], "walls", 1 << 14), texts(keys["diagonals"], "diagonals", 1 << 12))
        turns = (None, "left", "right", "up", "down", "turned")
        if keys["moved"] not in turns or keys["moved"] and not keys["must_turn"]:
            raise Refused("`moved` must be null, or left, right, up, down or turned where the target must turn")
        self.target = None
        if choice(keys, "must_turn", (False, True)):
            if len(self.goal) != 1 or self.colours.count(self.goal[0][0]) != 1:
                raise Refused("`must_turn` needs a goal of one letter, and one tile of its colour")
            self.target = self.colours.index(self.goal[0][0])
        fields = [height * width] * len(tiles) + [6] * (self.target is not None)
        run = {sign: (self.colours.index(sign), self.colours.index(sign) + self.colours.count(sign)) for sign in signs
               if sign in self.colours}  # fmt: skip
        self.goal = [(*run[sign], row, column) for sign, row, column in self.goal]
        self.lay_out(fields, run.values())
        self.known = lru_cache((1 << 20) // (height * width))(self.rays)
        self.memo = lru_cache((1 << 22) // (height * width))(self.ends)
        values = [cell for _, cell in tiles] + [turns.index(keys["moved"])] * (self.target is not None)
        self.start = self.pack(values)

    def read_goal(self, goal):
        """The letters of the goal: (colour, row, column)."""
        rows = grid(goal, "goal", 64) if goal != [] else []
        if not set("".join(rows)) <= {".", *self.colours}:
            raise Refused("`goal` must name colours of tiles only")
        size = len(rows), len(rows[0]) if rows else 0
        if rows and not self.anywhere and size != (self.height, self.width):
            raise Refused("`goal` must be as large as the board")
        self.goal = [
            (sign, row, column) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign != "."
        ]

    def read_walls(self, walls, diagonals):
        height, width = self.height, self.width
        self.walls, self.slants = set(), {}
        for wall in walls:
            name, _, side = wall.partition(" ")
            if side not in ("left", "right", "up", "down"):
                raise Refused("a wall must be a cell and a side")
            cell, way = cell_of(name, height, width), "lrud".index(side[0])
            self.walls.add((cell, way))
            if not self.on_rim(cell, way):
                self.walls.add((cell + (-1, 1, -width, width)[way], way ^ 1))
        for diagonal in diagonals:
            match = re.fullmatch("([a-z0-9]+) (rising|falling)(?: (.))?", diagonal, re.DOTALL)
            cell = cell_of(match[1], height, width) if match else None
            if not match or cell in self.slants or cell in self.blocks:
                raise Refused("a diagonal must be a free cell, `rising` or `falling`, and a colour or none")
            self.slants[cell] = match[2] == "rising", match[3]

    def on_rim(self, cell, way):
        width = self.width
        column = cell % width
        return (column == 0, column == width - 1, cell < width, cell >= width * (self.height - 1))[way]

    def ray(self, cell, way, colour):
        """The slide of a tile on an empty board: its cells as bits; its cells, each with the direction in which
        it is entered; and where it stops, None where it leaves the board or never stops.
        """
        begun, width, path = (cell, way), self.width, []
        while (cell, way) not in self.walls:
            on_rim = self.on_rim(cell, way)
            there = cell + (-1, 1, -width, width)[way]
            if on_rim or there in self.blocks:
                cell = None if on_rim and self.open else cell
                break
            cell = there
            path.append((cell, way))
            rising, passes = self.slants.get(cell, (False, colour))
            if passes != colour:
                way = (3, 2, 1, 0)[way] if rising else (2, 3, 0, 1)[way]
            if (cell, way) == begun:
                cell = None
                break
        return sum({1 << there for there, _ in path}), path, cell

    def rays(self, cell, colour):
        """The slides in all directions, and their cells as bits, all together."""
        rays = [self.ray(cell, way, colour) for way in range(4)]
        return rays, rays[0][0] | rays[1][0] | rays[2][0] | rays[3][0]

    def ends(self, cell, colour, others):
        """Where moves can bring a tile: (direction, cell, the directions that it took)."""
        found = []
        for way, (mask, path, end) in enumerate(self.known(cell, colour)[0]):
            if mask & others:
                steps = next(step for step, (there, _) in enumerate(path) if others >> there & 1)
                end, path = path[steps - 1][0] if steps else cell, path[:steps]
            if end is not None and end != cell:
                found.append((way, end, {side for _, side in path}))
        return found

    def each(self, state):
        """(cell of the tile, direction, state after) of every move."""
        values, occupied, found = self.unpack(state), 0, []
        cells = values[: len(self.colours)]
        for cell in cells:
            occupied |= 1 << cell
        for tile, (cell, colour) in enumerate(zip(cells, self.colours)):
            others = occupied & ~(1 << cell) & self.known(cell, colour)[1]
            for way, end, sides in self.memo(cell, colour, others):
                after = self.put(state, values, tile, end)
                if tile == self.target:
                    ways = sides | ({values[-1] - 1} if 0 < values[-1] < 5 else set())
                    turn = 5 if values[-1] == 5 or len(ways) > 1 else 1 + min(ways)
                    after = self.put(after, values, len(cells), turn)
                found.append((cell, way, after))
        return found

    def moves(self, state):
        return [(1, after) for _, _, after in self.each(state)]

    def named(self, state):
        return [(name_of(cell, self.width) + "LRUD"[way], 1, after) for cell, way, after in self.each(state)]

    def is_goal(self, state):
        values = self.unpack(state)
        if self.target is not None and values[-1] < 5:
            return False
        if not self.anywhere or not self.goal:
            return self.is_there(values, 0, 0)
        begin, end, top, left = self.goal[0]
        return any(
            self.is_there(values, cell // self.width - top, cell % self.width - left) for cell in values[begin:end]
        )

    def is_there(self, values, down, right):
        """Whether the letters of the goal, shifted so far, are on the board and covered."""
        for begin, end, row, column in self.goal:
            if not (0 <= row + down < self.height and 0 <= column + right < self.width):
                return False
            if (row + down) * self.width + column + right not in values[begin:end]:
                return False
        return True


class Coroutine(Family):
    """Two coins in turn. Fields: the cell of coin 0, that of coin 1, and whose turn it is."""

    COMPASS = {"N": (-1, 0), "NE": (-1, 1), "E": (0, 1), "SE": (1, 1),
               "S": (1, 0), "SW": (1, -1), "W": (0, -1), "NW": (-1, -1)}  # fmt: skip

    def __init__(self, keys):
        exactly(keys, "family squares coins target first metric rule", "a puzzle of coroutine")
        rows = keys["squares"]
        if type(rows) is not list or not 1 <= len(rows) <= 32:
            raise Refused("`squares` must have from 1 to 32 rows")
        self.squares = [[square.split(" ") if square else [] for square in texts(row, "squares", 32)] for row in rows]
        self.height, self.width = height, width = len(rows), len(rows[0])
        if not width or any(len(row) != width for row in self.squares):
            raise Refused("the rows of `squares` must have one length")
        if any(sign not in self.COMPASS for row in self.squares for square in row for sign in square):
            raise Refused("a square must be directions with one blank between them")
        self.target = cell_of(keys["target"], height, width)
        self.own = choice(keys, "rule", ("other", "own")) == "own"
        self.steps = choice(keys, "metric", ("turns", "steps")) == "steps"
        coins = [cell_of(coin, height, width) for coin in texts(keys["coins"], "coins", 2)]
        if len(set(coins)) != 2:
            raise Refused("`coins` must be two cells")
        self.lay_out([height * width, height * width, 2])
        self.start = self.pack([*coins, whole(keys, "first", 0, 1)])

    def is_goal(self, state):
        return self.target in self.unpack(state)[:2]

    def named(self, state):
        *coins, turn = self.unpack(state)
        here, other = coins[turn], coins[1 - turn]
        row, column = divmod(here, self.width)
        source = divmod(here if self.own else other, self.width)
        found = []
        for direction in self.squares[source[0]][source[1]]:
            down, right = row + self.COMPASS[direction][0], column + self.COMPASS[direction][1]
            there = down * self.width + right
            if 0 <= down < self.height and 0 <= right < self.width and there != other:
                after = [there, other, 1] if turn == 0 else [other, there, 0]
                found.append((f"{turn}{direction}", 1, self.pack(after)))
        return found or [(f"{turn}-", 0 if self.steps else 1, self.pack([*coins, 1 - turn]))]

    def moves(self, state):
        return [(cost, after) for _, cost, after in self.named(state)]


FAMILIES = {"blocks": Blocks, "pebbles": Pebbles, "ricochet": Ricochet, "coroutine": Coroutine}


# ---------------------------------------------------------------- the file


def read_header(file):
    if file.read(len(MAGIC)) != MAGIC:
        raise Refused("this is no proof of version 1: it does not begin with `clew proof 1`")
    size = int.from_bytes(file.read(4), "big")
    if size > MOST_HEADER:
        raise Refused("the header is too long")
    text = file.read(size)
    if len(text) < size:
        raise Refused("the file ends too early")
    header = json.loads(
        text.decode("utf-8"),
        object_pairs_hook=without_doubles,
        parse_int=lambda digits: int(digits) if len(digits) <= 12 else not_whole(digits),
        parse_float=not_whole,
        parse_constant=not_whole,
    )
    json.dumps(header, ensure_ascii=False).encode()  # half a character is an error
    return header


def without_doubles(pairs):
    table = dict(pairs)
    if len(table) < len(pairs):
        raise Refused("the header has a key twice")
    return table


def not_whole(digits):
    raise Refused(f"the header has {digits[:20]}, which is no whole number below 10^11")


class Body:
    """What follows the header, unpacked as it is needed."""

    def __init__(self, file):
        self.file, self.stream = file, zlib.decompressobj()
        self.read, self.room = 0, MOST_BODY

    def more(self, count):
        """At most so many bytes; none at the end."""
        while not self.stream.eof:
            packed = self.stream.unconsumed_tail or self.file.read(1 << 16)
            part = self.stream.decompress(packed, count)
            self.read += len(packed) - len(self.stream.unconsumed_tail)
            if self.read > MOST_FILE:
                raise Refused("the file is too long")
            if part:
                return part
            if not packed:
                raise Refused("the file ends too early")
        return b""

    def take(self, count):
        self.room -= count
        if self.room < 0:
            raise Refused(f"the lists are longer than {MOST_BODY} bytes")
        found = bytearray()
        while len(found) < count:
            part = self.more(count - len(found))
            if not part:
                raise Refused("the file ends too early")
            found += part
        return found

    def end(self):
        if self.more(1) or self.stream.unused_data or self.file.read(1):
            raise Refused("something follows the end of the lists")


def listed(body, rules, count, width, clock):
    """The next list of the body: numbers by state.

    The fields come one after the other, each for all states: sorted states differ in few fields, so that this packs
    well. Then come the numbers, `width` bytes each; none where `width` is 0, for the list of an unsolvable board.
    """
    size, length = rules.size, rules.form.size
    table = bytearray(count * length)
    for field, values in enumerate(rules.ranges):
        column = body.take(count * size)
        if max(struct.unpack(f"<{count}{'BH'[size - 1]}", column), default=0) >= values:
            raise Refused("a field has a value that is out of its range")
        for byte in range(size):
            table[field * size + byte :: length] = column[byte::size]
    numbers = body.take(count * width)
    found, last = {}, -1
    for at in range(count):
        state = int.from_bytes(table[at * length : (at + 1) * length], "little")
        if state <= last:
            raise Refused("the states are not in ascending order")
        last = state
        found[state] = int.from_bytes(numbers[at * width : (at + 1) * width], "little")
        if not at & 1023:
            clock.tick()
    return found


# ---------------------------------------------------------------- the proof


def check(file, seconds=60):
    """What the proof in an open file proves, in words, and of which puzzle. Raises `Refused`."""
    clock = Clock(seconds)
    try:
        header = read_header(file)
        if type(header) is not dict or type(header.get("puzzle")) is not dict:
            raise Refused("the header has no `puzzle`")
        puzzle = header["puzzle"]
        rules = FAMILIES[choice({"family": "", **puzzle}, "family", list(FAMILIES))](puzzle)
        return prove(header, rules, Body(file), clock), puzzle
    except (ValueError, MemoryError, RecursionError, zlib.error) as error:
        raise Refused(f"the file is damaged ({type(error).__name__})") from None


def prove(header, rules, body, clock):
    if header.get("claim") == "unsolvable":
        exactly(header, "puzzle claim states", "the header")
        states = listed(body, rules, whole(header, "states", 0, MOST_STATES), 0, clock)
        body.end()
        check_closed(rules, states, clock)
        return "no solution"
    both_ends = " below near" if header.get("default") == "near" else ""
    exactly(header, "puzzle claim default" + both_ends + " states width moves", "the header")
    length, count = whole(header, "claim", 0, MOST_LENGTH), whole(header, "states", 0, MOST_STATES)
    default = make_default(header, rules, body, count, clock)
    numbers = listed(body, rules, count, whole(header, "width", 1, 4), clock)
    body.end()
    check_numbers(rules, numbers, default, clock)
    start = numbers.get(rules.start, 0)
    if max(start, default(rules.start) if default else 0) < length:
        raise Refused(f"the number of the start is below {length}")
    if header["moves"] is None:
        return f"no solution costs less than {length}"
    cost = replay(rules, texts(header["moves"], "moves", 1 << 20), clock)
    if cost != length:
        raise Refused(f"the solution costs {cost}, not {length}")
    return f"the fewest moves are {length}"


def make_default(header, rules, body, count, clock):
    """The function from states to their default numbers; None if that is 0 for all."""
    kind = choice(header, "default", ("zero", "misplaced", "near"))
    if kind == "zero":
        return None
    if type(rules) is not Pebbles or kind == "misplaced" and rules.lines is not None:
        raise Refused(f"the default `{kind}` is not for this puzzle")
    if kind == "misplaced":
        return rules.misplaced
    below = whole(header, "below", 1, 255)
    near = listed(body, rules, whole(header, "near", 0, MOST_STATES - count), 1, clock)
    check_near(rules, near, below, clock)
    return lambda state: near.get(state, below)


def check_near(rules, near, below, clock):
    """Distances to goals: all of them that are below a number, with at most what they are."""
    if any(near.get(goal) != 0 for goal in rules.goals()):
        raise Refused("a goal is not in the list of states near a goal with the number 0")
    for state, number in near.items():
        clock.tick()
        if number >= below:
            raise Refused(f"a number near the goals is {number}, not below {below}")
        for cost, before in rules.moves(state):  # moves of this family can be undone at the same cost
            if near.get(before, below) > number + cost:
                raise Refused("a state that leads to one near the goals is missing, or its number is too large")


def check_numbers(rules, numbers, default, clock):
    """The theorem, for the listed states."""
    get, moves = numbers.get, rules.moves
    for state, number in numbers.items():
        clock.tick()
        if default and number < default(state):
            raise Refused("a state has a number below its default")
        if number and rules.is_goal(state):
            raise Refused("a goal has a number above 0")
        for cost, after in moves(state):
            left = get(after, 0)
            if left + cost < number and not (default and default(after) + cost >= number):
                raise Refused("a move loses more than it costs")


def check_closed(rules, states, clock):
    """That no goal can be reached: no move leaves the list, and no goal is in it."""
    if rules.start not in states:
        raise Refused("the start is not in the list")
    for state in states:
        clock.tick()
        if rules.is_goal(state):
            raise Refused("a goal is in the list")
        if any(after not in states for _, after in rules.moves(state)):
            raise Refused("a move leaves the list")


def replay(rules, names, clock):
    """What the named moves cost, which must lead from the start to a goal."""
    state, spent = rules.start if rules.lettered is None else rules.lettered, 0
    for name in names:
        clock.tick()
        found = [(cost, after) for legal, cost, after in rules.named(state) if legal == name]
        if not found or rules.is_goal(state):
            raise Refused(f"the move {name[:20]!r} of the solution is not legal")
        spent, state = spent + found[0][0], found[0][1]
    if not rules.is_goal(state):
        raise Refused("the solution does not end at a goal")
    return spent


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n")[0], epilog="Exits with 0 if the proof holds, and with 1 if not."
    )
    parser.add_argument("file")
    parser.add_argument("--seconds", type=float, default=60, help="how long it may take (default: 60)")
    options = parser.parse_args()
    try:
        with open(options.file, "rb") as file:
            proved, puzzle = check(file, options.seconds)
        print(f"proved: {proved}\nof the puzzle: {json.dumps(puzzle)}")
        return 0
    except Refused as error:
        print(f"not proved: {error}")
    except OSError as error:
        print(f"not read: {error}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
