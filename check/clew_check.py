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
import sys
import zlib
from itertools import combinations

MAGIC = b"clew proof 1\n"
MOST_HEADER = 4 << 20
MOST_STATES = 2_500_000
MOST_GOALS = 100_000


class Refused(Exception):
    """The file proves nothing, or this program cannot say."""


# ---------------------------------------------------------------- text


def rows_of(grid):
    """The rows of a grid: a list, or a text with line ends or `/` between them."""
    rows = grid.replace("/", "\n").split("\n") if isinstance(grid, str) else list(grid)
    return [row.strip() for row in rows if row.strip()]


def cell_of(name, columns):
    """The number of the cell `c4`: column letters, then the row counted from 1."""
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = 26 * column + "abcdefghijklmnopqrstuvwxyz".index(letter) + 1
    return (int(name[len(letters) :]) - 1) * columns + column - 1


def name_of(cell, columns):
    row, column = divmod(cell, columns)
    first, last = divmod(column, 26)
    return (chr(96 + first) if first else "") + chr(97 + last) + str(row + 1)


# ---------------------------------------------------------------- families
#
# A state is a whole number made of fields of 8 bits (16 where a board has more than 255 cells), field 0 lowest.
# `moves(state)` gives (cost, state after) pairs; `named(state)` the same with names, for the solution in the file.


class Blocks:
    """Pieces on a grid. Field i is the cell of the top left corner of the box around piece i.

    Pieces are in the order of their letters. Free pieces of one shape that the goal does not name are alike: whatever
    their letters, their cells are in ascending order.
    """

    reversible = True

    def __init__(self, keys):
        rows = rows_of(keys["board"])
        self.height, self.width = height, width = len(rows), len(rows[0])
        self.metric, self.free = keys.get("metric", "slide"), keys.get("movement", "axis") == "free"
        cells, self.walls = {}, 0
        for number, sign in enumerate("".join(rows)):
            if sign in "#x":
                self.walls |= 1 << number
            elif sign not in ".o":
                cells.setdefault(sign, []).append(number)
        self.letters = sorted(cells)
        self.size = 8 if height * width < 256 else 16
        self.shapes, corners = [], []
        for letter in self.letters:
            top = min(cell // width for cell in cells[letter])
            left = min(cell % width for cell in cells[letter])
            corners.append(top * width + left)
            self.shapes.append(tuple(sorted((cell // width - top, cell % width - left) for cell in cells[letter])))
        self._read_goal(keys.get("goal"))
        self._index()
        self.start = self.pack(corners)

    def _read_goal(self, goal):
        self.exit, self.cover = None, {}
        if goal is None:
            goal = {"piece": "A", "exit": None}
        if isinstance(goal, dict):
            piece = self.letters.index(goal["piece"])
            lies = max(c for _, c in self.shapes[piece]) >= max(r for r, _ in self.shapes[piece])
            self.exit = piece, goal["exit"] or ("right" if lies else "down")
            self.named_pieces = {piece}
            return
        for number, sign in enumerate("".join(rows_of(goal))):
            if sign in self.letters:
                self.cover.setdefault(self.letters.index(sign), []).append(number)
        self.named_pieces = set(self.cover)

    def _index(self):
        """For each piece and cell what it covers; for each piece the cells one step away, by direction."""
        height, width = self.height, self.width
        self.covers, self.steps, groups = [], [], {}
        for piece, shape in enumerate(self.shapes):
            covers = []
            for corner in range(height * width):
                row, column = divmod(corner, width)
                inside = all(row + r < height and column + c < width for r, c in shape)
                covers.append(sum(1 << corner + r * width + c for r, c in shape) if inside else 0)
            lies = all(r == 0 for r, _ in shape)
            ways = ((0, -1), (0, 1), (-1, 0), (1, 0))
            ways = ways if self.free else ways[:2] if lies else ways[2:]
            steps = []
            for corner in range(height * width):
                row, column = divmod(corner, width)
                steps.append(
                    [
                        there
                        for down, right in ways
                        for there in [(row + down) * width + column + right]
                        if row + down >= 0 and column + right >= 0 and row + down < height
                        and column + right < width and covers[there]
                    ]
                )  # fmt: skip
            self.covers.append(covers)
            self.steps.append(steps)
            key = ("piece", piece) if piece in self.named_pieces else ("shape", shape)
            groups.setdefault(key, []).append(piece)
        # Pieces that keep to their axis stay in their lines and in their order: each is told by its line.
        self.alike = [group for group in groups.values() if len(group) > 1] if self.free else []
        goal = []
        if self.exit is not None:
            piece, edge = self.exit
            for corner, mask in enumerate(self.covers[piece]):
                touched = [cell for cell in range(height * width) if mask >> cell & 1]
                goal.append(
                    any(
                        {"left": cell % width == 0, "right": cell % width == width - 1,
                         "up": cell < width, "down": cell >= (height - 1) * width}[edge]
                        for cell in touched
                    )
                )  # fmt: skip
            self.goal_tests = [(piece, goal)]
        else:
            self.goal_tests = [
                (piece, [all(mask >> cell & 1 for cell in wanted) for mask in self.covers[piece]])
                for piece, wanted in self.cover.items()
            ]

    def pack(self, corners):
        corners = list(corners)
        for group in self.alike:
            for piece, corner in zip(group, sorted(corners[piece] for piece in group)):
                corners[piece] = corner
        return sum(corner << self.size * piece for piece, corner in enumerate(corners))

    def unpack(self, state):
        mask = (1 << self.size) - 1
        return [state >> self.size * piece & mask for piece in range(len(self.shapes))]

    @property
    def fields(self):
        return len(self.shapes)


    def is_goal(self, state):
        mask = (1 << self.size) - 1
        return all(good[state >> self.size * piece & mask] for piece, good in self.goal_tests)

    def ends(self, state):
        """(piece, corner before, corner after) of every move."""
        corners, occupied, metric = self.unpack(state), self.walls, self.metric
        for piece, corner in enumerate(corners):
            occupied |= self.covers[piece][corner]
        for piece, corner in enumerate(corners):
            cover, steps = self.covers[piece], self.steps[piece]
            others = occupied ^ cover[corner]
            if metric == "piece":
                met = [corner]
                for here in met:
                    for there in steps[here]:
                        if there not in met and not cover[there] & others:
                            met.append(there)
                            yield piece, corner, there
                continue
            for there in steps[corner]:
                jump = there - corner
                while not cover[there] & others:
                    yield piece, corner, there
                    if metric == "step" or there + jump not in steps[there]:
                        break
                    there += jump

    def moves(self, state):
        size = self.size
        if not self.free or not self.alike:
            return [(1, state + (there - corner << size * piece)) for piece, corner, there in self.ends(state)]
        found = []
        for piece, _, there in self.ends(state):
            corners = self.unpack(state)
            corners[piece] = there
            found.append((1, self.pack(corners)))
        return found

    def named(self, state):
        """Every move with its name, such as `AR3`: (name, cost, state after)."""
        corners, ways = self.unpack(state), {-1: "L", 1: "R", -self.width: "U", self.width: "D"}
        found = []
        for piece, corner, there in self.ends(state):
            after = [*corners[:piece], there, *corners[piece + 1 :]]
            if self.metric == "piece":
                path = self._path(piece, corners, there)
            else:
                far = abs(there - corner)
                jump = (there - corner) // (far // self.width if far >= self.width and far % self.width == 0 else far)
                path = [ways[jump]] * ((there - corner) // jump)
            runs = re.findall(r"L+|R+|U+|D+", "".join(path))
            name = "".join(f"{run[0]}{len(run)}" for run in runs)
            found.append((self.letters[piece] + name, 1, self.pack(after)))
        return found

    def _path(self, piece, corners, end):
        """The shortest path of a piece, the first in the order L R U D."""
        others = self.walls
        for other, corner in enumerate(corners):
            others |= self.covers[other][corner] if other != piece else 0
        ways = {-1: "L", 1: "R", -self.width: "U", self.width: "D"}
        paths, queue = {corners[piece]: []}, [corners[piece]]
        for here in queue:
            for there in self.steps[piece][here]:
                if there not in paths and not self.covers[piece][there] & others:
                    paths[there] = [*paths[here], ways[there - here]]
                    queue.append(there)
        return paths[end]


class Pebbles:
    """Pebbles on a graph. Field i is the pebble on cell i: its place among the board's tokens, sorted, from 1; 0 is a
    hole.
    """

    reversible = True

    def __init__(self, keys):
        layout, edges = keys.get("layout", "panguru"), keys.get("edges")
        if keys.get("allowed_moves"):
            edges = [(one, other) for one, others in enumerate(keys["allowed_moves"]) for other in others]
        edges = layout_edges(layout) if edges is None else [tuple(edge) for edge in edges]
        self.fields = 1 + max(max(edge) for edge in edges)
        self.neighbours = [[] for _ in range(self.fields)]
        for one, other in sorted({tuple(sorted(edge)) for edge in edges}):
            self.neighbours[one].append(other)
            self.neighbours[other].append(one)
        self.lines = grid_lines(layout) if keys.get("metric") == "slides" else None
        plates, pebbles = tokens(keys["plates"], self.fields), tokens(keys["pebbles"], self.fields)
        order = sorted(set(pebbles) - {"-"})
        self.size = 8 if len(order) < 255 else 16
        self.counts = {token: pebbles.count(token) for token in order}
        self.order = order
        self.start = self.pack([0 if token == "-" else 1 + order.index(token) for token in pebbles])
        # A plate whose token no pebble has stays uncovered, like one that wants a hole.
        self.plates = [1 + order.index(token) if token in order else 0 for token in plates]

    def pack(self, values):
        return sum(value << self.size * cell for cell, value in enumerate(values))

    def unpack(self, state):
        if self.size == 8:
            return state.to_bytes(self.fields, "little")
        return [state >> 16 * cell & 0xFFFF for cell in range(self.fields)]


    def is_goal(self, state):
        return all(value in (0, plate) for value, plate in zip(self.unpack(state), self.plates))

    def ends(self, state):
        """(cell, hole, state after) of every move."""
        values, size = self.unpack(state), self.size
        if self.lines is not None:
            for line in self.lines:
                hole = line[-1]
                if values[hole] or not all(values[cell] for cell in line[:-1]):
                    continue
                after = state
                for here, there in zip(line[-2::-1], line[:0:-1]):
                    after += (values[here] << size * there) - (values[there] << size * there)
                yield line[0], hole, after - (values[line[0]] << size * line[0])
            return
        for hole, value in enumerate(values):
            if value == 0:
                for cell in self.neighbours[hole]:
                    pebble = values[cell]
                    if pebble:
                        yield cell, hole, state + (pebble << size * hole) - (pebble << size * cell)

    def moves(self, state):
        return [(1, after) for _, _, after in self.ends(state)]

    def named(self, state):
        return [(f"{cell}-{hole}", 1, after) for cell, hole, after in self.ends(state)]

    def goals(self):
        """Every goal: where the pebbles of a token have more plates than they need, each choice of plates."""
        found = [0]
        for number, token in enumerate(self.order, 1):
            places = [cell for cell, plate in enumerate(self.plates) if plate == number]
            found = [
                state + sum(number << self.size * cell for cell in chosen)
                for state in found
                for chosen in combinations(places, self.counts[token])
            ]
            if len(found) > MOST_GOALS:
                raise Refused(f"the board has more than {MOST_GOALS} goals")
        return found

    def misplaced(self, state):
        """Pebbles that lie on no plate of their token. A move takes one pebble, so this is at most what is left."""
        return sum(value not in (0, plate) for value, plate in zip(self.unpack(state), self.plates))


def tokens(text, cells):
    """One character a cell where that fits, else words between blanks."""
    characters = "".join(text.split())
    return list(characters) if len(characters) == cells else text.replace(",", " ").split()


def grid_lines(layout):
    """Every run of two or more cells along a row or a column, in both directions."""
    rows, columns = (int(number) for number in layout.split()[1].split("x"))
    whole = [[row * columns + column for column in range(columns)] for row in range(rows)]
    whole += [[row * columns + column for row in range(rows)] for column in range(columns)]
    runs = [line[a:b] for line in whole for a in range(len(line)) for b in range(a + 2, len(line) + 1)]
    return runs + [run[::-1] for run in runs]


def layout_edges(layout):
    """The edges of a named layout."""
    kind, _, size = layout.partition(" ")
    if kind == "grid":
        rows, columns = (int(number) for number in size.split("x"))
        across = [(r * columns + c, r * columns + c + 1) for r in range(rows) for c in range(columns - 1)]
        return across + [(r * columns + c, r * columns + columns + c) for r in range(rows - 1) for c in range(columns)]
    places = [(r, c) for r in range(5 if kind == "panguru" else int(size)) for c in range(r + 1)]
    edges = [
        (one, other)
        for other, (s, d) in enumerate(places)
        for one, (r, c) in enumerate(places[:other])
        if r == s or c == d or r - c == s - d
    ]
    return edges + [(0, 4), (0, 12), (4, 12)] if kind == "panguru" else edges


class Ricochet:
    """Tiles that slide until something stops them. Tiles are in the order of their colours, and of their cells within
    a colour: field i is the cell of tile i. A last field, where the target must turn, is 0 if it did not move, 1 to 4
    if it only went left, right, up or down, 5 if it turned.
    """

    reversible = False

    def __init__(self, keys):
        rows = rows_of(keys["board"])
        self.height, self.width = height, width = len(rows), len(rows[0])
        signs = "".join(rows)
        self.open, self.anywhere = keys.get("edges", "stop") == "open", keys.get("anywhere", False)
        self.blocks = {cell for cell, sign in enumerate(signs) if sign == "#"}
        tiles = sorted((sign, cell) for cell, sign in enumerate(signs) if sign not in ".#")
        self.colours = [sign for sign, _ in tiles]
        goal = rows_of(keys.get("goal", ""))
        self.goal = [
            (sign, row, column)
            for row, line in enumerate(goal)
            for column, sign in enumerate(line)
            if sign not in ".#"
        ]
        self.walls = set()
        for wall in keys.get("walls", []):
            name, side = wall.split()
            cell, way = cell_of(name, width), "lrud".index(side[0])
            self.walls |= {(cell, way), (cell + (-1, 1, -width, width)[way], way ^ 1)}
        self.slants = {}
        for diagonal in keys.get("diagonals", []):
            name, slant, *colour = diagonal.split()
            self.slants[cell_of(name, width)] = (slant == "rising", "".join(colour))
        self.target = self.colours.index(self.goal[0][0]) if keys.get("must_turn") else None
        self.size = 8 if height * width <= 256 else 16
        self.fields = len(tiles) + (self.target is not None)
        values = [cell for _, cell in tiles]
        if self.target is not None:
            values.append([None, "left", "right", "up", "down", "turned"].index(keys.get("moved")))
        self.start = self.pack(values)

    def pack(self, values):
        return sum(value << self.size * number for number, value in enumerate(values))

    def unpack(self, state):
        mask = (1 << self.size) - 1
        return [state >> self.size * number & mask for number in range(self.fields)]


    def slide(self, cell, way, others, colour):
        """Where a tile stops and the directions that it took; None where it leaves the board or never stops."""
        begun, took, width = (cell, way), set(), self.width
        while (cell, way) not in self.walls:
            column = cell % width
            rim = (column == 0, column == width - 1, cell < width, cell >= width * (self.height - 1))[way]
            if rim:
                return (None if self.open else cell), took
            there = cell + (-1, 1, -width, width)[way]
            if there in self.blocks or there in others:
                break
            cell = there
            took.add(way)
            rising, passes = self.slants.get(cell, (False, colour))
            if passes != colour:
                way = (3, 2, 1, 0)[way] if rising else (2, 3, 0, 1)[way]
            if (cell, way) == begun:
                return None, took
        return cell, took

    def ends(self, state):
        """(tile, direction, state after) of every move."""
        values = self.unpack(state)
        cells = values[: len(self.colours)]
        for tile, cell in enumerate(cells):
            others = {*cells[:tile], *cells[tile + 1 :]}
            for way in range(4):
                end, took = self.slide(cell, way, others, self.colours[tile])
                if end is None or end == cell:
                    continue
                after = [*cells[:tile], end, *cells[tile + 1 :]]
                after = [cell for _, cell in sorted(zip(self.colours, after))]
                if self.target is not None:
                    turn = values[-1]
                    if tile == self.target:
                        ways = took | ({turn - 1} if 0 < turn < 5 else set())
                        turn = 5 if turn == 5 or len(ways) > 1 else 1 + ways.pop()
                    after.append(turn)
                yield cell, way, self.pack(after)

    def is_goal(self, state):
        values = self.unpack(state)
        if self.target is not None and values[-1] < 5:
            return False
        colour_at = dict(zip(values, self.colours))
        if not self.anywhere or not self.goal:
            return all(colour_at.get(row * self.width + column) == sign for sign, row, column in self.goal)
        _, top, left = self.goal[0]
        for cell in colour_at:
            down, right = cell // self.width - top, cell % self.width - left
            if all(
                0 <= row + down < self.height
                and 0 <= column + right < self.width
                and colour_at.get((row + down) * self.width + column + right) == sign
                for sign, row, column in self.goal
            ):
                return True
        return False

    def moves(self, state):
        return [(1, after) for _, _, after in self.ends(state)]

    def named(self, state):
        return [(name_of(cell, self.width) + "LRUD"[way], 1, after) for cell, way, after in self.ends(state)]


class Coroutine:
    """Two coins in turn. Fields: the cell of coin 0, that of coin 1, and whose turn it is."""

    reversible, fields, size = False, 3, 8

    COMPASS = {"N": (-1, 0), "NE": (-1, 1), "E": (0, 1), "SE": (1, 1),
               "S": (1, 0), "SW": (1, -1), "W": (0, -1), "NW": (-1, -1)}  # fmt: skip

    def __init__(self, keys):
        self.squares = [[square.split() for square in row] for row in keys["squares"]]
        self.height, self.width = len(self.squares), len(self.squares[0])
        cells = self.height * self.width
        if cells > 256:
            self.size = 16
        coins = keys.get("coins") or [name_of(0, self.width), name_of(cells - 1, self.width)]
        middle = name_of(self.height // 2 * self.width + self.width // 2, self.width)
        self.target = cell_of(keys.get("target") or middle, self.width)
        self.own, self.steps = keys.get("rule", "other") == "own", keys.get("metric", "turns") == "steps"
        self.start = self.pack([cell_of(coin, self.width) for coin in coins] + [keys.get("first", 0)])

    pack, unpack = Ricochet.pack, Ricochet.unpack


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


def read(path):
    """The header of a proof, and a function that reads the next so many bytes of its body."""
    with open(path, "rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise Refused("this is no proof of version 1: it does not begin with `clew proof 1`")
        size = int.from_bytes(file.read(4), "big")
        if size > MOST_HEADER:
            raise Refused("the header is too long")
        try:
            header = json.loads(file.read(size).decode("utf-8"))
        except ValueError as error:
            raise Refused(f"the header is not JSON: {error}") from None
        packed = file.read()
    stream = zlib.decompressobj()
    rest = [packed]

    def take(count):
        found = bytearray()
        while len(found) < count:
            part = stream.decompress(rest[0], count - len(found))
            rest[0] = stream.unconsumed_tail
            if not part:
                raise Refused("the file ends too early")
            found += part
        return found

    def end():
        if stream.decompress(rest[0], 1) or not stream.eof or stream.unused_data:
            raise Refused("something follows the end of the list")

    return header, take, end


def whole(header, key, least, most):
    value = header.get(key)
    if type(value) is not int or not least <= value <= most:
        raise Refused(f"`{key}` is {value!r}, not a whole number from {least} to {most}")
    return value


def listed(take, count, fields, size, width):
    """The next list of the body: numbers by state.

    The fields come one after the other, each for all states: sorted states differ in few fields, so that this packs
    well. Then come the numbers, `width` bytes each; none where `width` is 0, for the list of an unsolvable board.
    """
    states = [0] * count
    for field in range(fields):
        column = take(count * size // 8)
        values = column if size == 8 else (column[i] | column[i + 1] << 8 for i in range(0, len(column), 2))
        shift = size * field
        states = [state | value << shift for state, value in zip(states, values)]
    if any(one >= other for one, other in zip(states, states[1:])):
        raise Refused("the states are not in ascending order")
    if not width:
        return dict.fromkeys(states)
    numbers = take(count * width)
    return {
        state: int.from_bytes(numbers[i * width : (i + 1) * width], "little") for i, state in enumerate(states)
    }


# ---------------------------------------------------------------- the proof


def check(path):
    """What the proof in a file proves, in words. Raises `Refused`."""
    header, take, end = read(path)
    if not isinstance(header, dict) or not isinstance(header.get("puzzle"), dict):
        raise Refused("the header has no `puzzle`")
    family = FAMILIES.get(header["puzzle"].get("family"))
    if family is None:
        raise Refused(f"this program knows the families {', '.join(FAMILIES)}")
    rules = family(header["puzzle"])
    count = whole(header, "states", 0, MOST_STATES)
    if header.get("claim") == "unsolvable":
        states = listed(take, count, rules.fields, rules.size, 0)
        end()
        check_closed(rules, states)
        return "no solution"
    length = whole(header, "claim", 0, 1 << 31)
    default = make_default(header, rules, take, MOST_STATES - count)
    numbers = listed(take, count, rules.fields, rules.size, whole(header, "width", 1, 4))
    end()
    check_numbers(rules, numbers, default)
    if numbers.get(rules.start, default(rules.start)) < length:
        raise Refused(f"the number of the start is below {length}")
    if "moves" not in header:
        return f"no solution costs less than {length}"
    cost = replay(rules, header["moves"])
    if cost != length:
        raise Refused(f"the solution costs {cost}, not {length}")
    return f"the fewest moves are {length}"


def make_default(header, rules, take, room):
    """The function from states to their default numbers."""
    kind = header.get("default", "zero")
    if kind == "zero":
        return lambda state: 0
    if kind == "misplaced" and isinstance(rules, Pebbles) and rules.lines is None:
        return rules.misplaced
    if kind == "near" and isinstance(rules, Pebbles):
        below, count = whole(header, "below", 1, 255), whole(header, "near", 0, room)
        near = listed(take, count, rules.fields, rules.size, 1)
        check_near(rules, near, below)
        return lambda state: near.get(state, below)
    raise Refused(f"the default {kind!r} is unknown, or not for this family")


def check_near(rules, near, below):
    """Distances to goals: all of them that are below a number, with at most what they are."""
    if any(goal not in near or near[goal] for goal in rules.goals()):
        raise Refused("a goal is not in the list of states near a goal with the number 0")
    for state, number in near.items():
        if number >= below:
            raise Refused(f"a number near the goals is {number}, not below {below}")
        for cost, before in rules.moves(state):  # moves of this family can be undone at the same cost
            if near.get(before, below) > number + cost:
                raise Refused("a state that leads to one near the goals is missing, or its number is too large")


def check_numbers(rules, numbers, default):
    """The theorem, for the listed states."""
    get, moves = numbers.get, rules.moves
    plain = default(rules.start) == 0 and default.__name__ == "<lambda>" and not default.__closure__
    for state, number in numbers.items():
        if not plain and number < default(state):
            raise Refused("a state has a number below its default")
        if number and rules.is_goal(state):
            raise Refused("a goal has a number above 0")
        for cost, after in moves(state):
            left = get(after)
            if (default(after) if left is None else left) + cost < number:
                raise Refused("a move loses more than it costs")


def check_closed(rules, states):
    """That no goal can be reached: no move leaves the list, and no goal is in it."""
    if rules.start not in states:
        raise Refused("the start is not in the list")
    for state in states:
        if rules.is_goal(state):
            raise Refused("a goal is in the list")
        if any(after not in states for _, after in rules.moves(state)):
            raise Refused("a move leaves the list")


def replay(rules, names):
    """What the named moves cost, which must lead from the start to a goal."""
    state, spent = rules.start, 0
    for name in names:
        if rules.is_goal(state):
            raise Refused("the solution goes on after a goal")
        found = [(cost, after) for legal, cost, after in rules.named(state) if legal == name]
        if not found:
            raise Refused(f"the move {name!r} of the solution is not legal")
        spent, state = spent + found[0][0], found[0][1]
    if not rules.is_goal(state):
        raise Refused("the solution does not end at a goal")
    return spent


def main(arguments):
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        print(__doc__.partition("\n\n")[0] + "\n\nExits with 0 if the proof holds, and with 1 if not.")
        return 0 if arguments in (["-h"], ["--help"]) else 2
    try:
        print(f"proved: {check(arguments[0])}")
        return 0
    except Refused as error:
        print(f"not proved: {error}")
    except OSError as error:
        print(f"not read: {error}")
    except (LookupError, ValueError, TypeError, AttributeError, MemoryError, RecursionError, OverflowError, zlib.error) as error:
        print(f"not proved: the file is damaged ({type(error).__name__}: {error})")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
