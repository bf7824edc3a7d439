"""Checks a file of a proof by docs/reference/proofs.md alone, slowly and in the plainest way.

It was written from that page, with no look at another checker, to find out whether the page says enough.
"""

from __future__ import annotations

import itertools
import json
import sys
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, NoReturn

State = tuple[int, ...]
Move = tuple[str, int, State]  # its name, its cost and the state after it
Cell = tuple[int, int]  # row and column

STEPS = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}
SIDES = {"left": "L", "right": "R", "up": "U", "down": "D"}
BACK = {"L": "R", "R": "L", "U": "D", "D": "U"}
RISING = {"L": "D", "R": "U", "U": "R", "D": "L"}
FALLING = {"L": "U", "R": "D", "U": "L", "D": "R"}
COMPASS = {
    "N": (-1, 0),
    "NE": (-1, 1),
    "E": (0, 1),
    "SE": (1, 1),
    "S": (1, 0),
    "SW": (1, -1),
    "W": (0, -1),
    "NW": (-1, -1),
}


class Refused(Exception):
    """The file is not a proof."""


class MayRefuse(Refused):
    """The page lets a checker accept this or refuse it."""


def need(true: bool, what: str) -> None:
    if not true:
        raise Refused(what)


# -- what is in the header -------------------------------------------------------------------------------


def read_header(text: bytes) -> dict[str, Any]:
    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len({key for key, _ in found}) == len(found), "a key appears twice")
        return dict(found)

    def whole(digits: str) -> int:
        need(len(digits) <= 12, "a number has more than 12 characters")
        return int(digits)

    def refuse(number: str) -> NoReturn:
        raise Refused(f"{number} is not a whole number")

    try:
        header: dict[str, Any] = json.loads(
            text.decode("utf-8"),
            object_pairs_hook=pairs,
            parse_int=whole,
            parse_float=refuse,
            parse_constant=refuse,
        )
        json.dumps(header, ensure_ascii=False).encode("utf-8")  # fails at half a surrogate pair
    except (ValueError, RecursionError) as error:
        raise Refused(f"the header is not JSON in UTF-8: {error}") from error
    need(type(header) is dict, "the header is not an object")
    return header


def keys(thing: Any, *names: str) -> None:
    need(type(thing) is dict and set(thing) == set(names), f"the keys are not {names}")


def number(value: Any, least: int, most: int) -> int:
    need(type(value) is int and least <= value <= most, f"{value!r} is no number from {least} to {most}")
    return value  # type: ignore[no-any-return]


def choice(value: Any, *words: str) -> str:
    need(type(value) is str and value in words, f"{value!r} is none of {words}")
    return value  # type: ignore[no-any-return]


def truth(value: Any) -> bool:
    need(type(value) is bool, f"{value!r} is neither true nor false")
    return value  # type: ignore[no-any-return]


def texts(value: Any) -> list[str]:
    need(type(value) is list and all(type(text) is str for text in value), "not a list of texts")
    return value  # type: ignore[no-any-return]


def grid(value: Any) -> list[str]:
    rows = texts(value)
    need(1 <= len(rows) <= 64, "a grid has from 1 to 64 rows")
    need(1 <= len(rows[0]) <= 64, "a grid has from 1 to 64 columns")
    need(all(len(row) == len(rows[0]) for row in rows), "rows of different lengths")
    return rows


def cells_of(rows: list[str]) -> dict[Cell, str]:
    return {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}


def cell_name(cell: Cell) -> str:
    row, column = cell
    letters = ""
    column += 1
    while column > 0:
        column, last = divmod(column - 1, 26)
        letters = chr(ord("a") + last) + letters
    return f"{letters}{row + 1}"


# -- families --------------------------------------------------------------------------------------------


class Blocks:
    def __init__(self, puzzle: dict[str, Any]) -> None:
        keys(puzzle, "family", "board", "movement", "metric", "goal")
        self.free = choice(puzzle["movement"], "axis", "free") == "free"
        self.metric = choice(puzzle["metric"], "slide", "step", "piece")
        board = grid(puzzle["board"])
        self.rows, self.columns = len(board), len(board[0])
        cells = cells_of(board)
        self.walls = {cell for cell, sign in cells.items() if sign == "#"}
        pieces = sorted(set(cells.values()) - {".", "#"})
        need(1 <= len(pieces) <= 64, "from 1 to 64 pieces")
        self.doubts: tuple[str, ...] = ()
        self.first: dict[str, Cell] = {}
        self.shape: dict[str, list[Cell]] = {}
        self.ways: dict[str, str] = {}
        for piece in pieces:
            covered = sorted(cell for cell, sign in cells.items() if sign == piece)
            first = covered[0]
            self.first[piece] = first
            self.shape[piece] = [(r - first[0], c - first[1]) for r, c in covered]
            self.ways[piece] = "LRUD"
            if not connected(covered):
                self.doubts += (f"the cells of {piece} are not connected",)
            if not self.free:
                need(len(covered) >= 2, f"{piece} has one cell")
                across = len({r for r, _ in covered}) == 1
                upright = len({c for _, c in covered}) == 1
                need(across or upright, f"{piece} is not straight")
                self.ways[piece] = "LR" if across else "UD"

        goal = puzzle["goal"]
        self.exit: tuple[str, str] | None = None
        self.wanted: dict[Cell, str] = {}
        if type(goal) is dict:
            keys(goal, "piece", "exit")
            self.exit = choice(goal["piece"], *pieces), choice(goal["exit"], *SIDES)
            named = {self.exit[0]}
        else:
            rows = grid(goal)
            need((len(rows), len(rows[0])) == (self.rows, self.columns), "the goal has another size")
            self.wanted = {cell: sign for cell, sign in cells_of(rows).items() if sign != "."}
            named = set(self.wanted.values())
            need(named <= set(pieces), "the goal names what is no piece")

        self.groups: list[list[str]] = []
        for piece in pieces:
            for group in self.groups:
                same = self.shape[group[0]] == self.shape[piece]
                if self.free and same and piece not in named and group[0] not in named:
                    group.append(piece)
                    break
            else:
                self.groups.append([piece])
        self.ranges = [self.rows * self.columns for _ in pieces]
        self.start = self.state(self.first)

    def state(self, at: dict[str, Cell]) -> State:
        fields: list[int] = []
        for group in self.groups:
            fields += sorted(at[piece][0] * self.columns + at[piece][1] for piece in group)
        return tuple(fields)

    def places(self, state: State) -> dict[str, Cell]:
        order = [piece for group in self.groups for piece in group]
        return {piece: divmod(field, self.columns) for piece, field in zip(order, state, strict=True)}

    def covered(self, at: dict[str, Cell], piece: str) -> list[Cell]:
        return [(at[piece][0] + r, at[piece][1] + c) for r, c in self.shape[piece]]

    def is_position(self, state: State) -> bool:
        at = self.places(state)
        covered = [cell for piece in at for cell in self.covered(at, piece)]
        inside = all(0 <= r < self.rows and 0 <= c < self.columns for r, c in covered)
        apart = len(set(covered)) == len(covered) and not self.walls & set(covered)
        return inside and apart and self.state(at) == state

    def is_goal(self, state: State) -> bool:
        at = self.places(state)
        if self.exit:
            piece, side = self.exit
            covered = self.covered(at, piece)
            if side == "left":
                return any(c == 0 for _, c in covered)
            if side == "right":
                return any(c == self.columns - 1 for _, c in covered)
            if side == "up":
                return any(r == 0 for r, _ in covered)
            return any(r == self.rows - 1 for r, _ in covered)
        return all(cell in self.covered(at, piece) for cell, piece in self.wanted.items())

    def moves_at(self, at: dict[str, Cell]) -> Iterator[tuple[str, dict[str, Cell]]]:
        for piece in at:
            taken = {cell for other in at if other != piece for cell in self.covered(at, other)} | self.walls

            def step(
                place: Cell, way: str, piece: str = piece, taken: set[Cell] = taken
            ) -> dict[str, Cell] | None:
                after = {**at, piece: (place[0] + STEPS[way][0], place[1] + STEPS[way][1])}
                for r, c in self.covered(after, piece):
                    if not (0 <= r < self.rows and 0 <= c < self.columns) or (r, c) in taken:
                        return None
                return after

            if self.metric == "piece":
                # Breadth first in the order L R U D: the first path to a place is the one that names it.
                paths = {at[piece]: ""}
                for place in (queue := [at[piece]]):
                    for way in "LRUD":
                        after = step(place, way) if way in self.ways[piece] else None
                        if after and after[piece] not in paths:
                            paths[after[piece]] = paths[place] + way
                            queue.append(after[piece])
                            runs = itertools.groupby(paths[after[piece]])
                            yield piece + "".join(f"{way}{len(list(run))}" for way, run in runs), after
            else:
                for way in self.ways[piece]:
                    place = at[piece]
                    for count in itertools.count(1):
                        after = step(place, way)
                        if not after or (self.metric == "step" and count > 1):
                            break
                        yield f"{piece}{way}{count}", after
                        place = after[piece]

    def moves(self, state: State) -> Iterator[Move]:
        for name, after in self.moves_at(self.places(state)):
            yield name, 1, self.state(after)

    def play(self, names: list[str]) -> tuple[list[State], int]:
        at, passed = self.first, [self.start]
        for name in names:
            after = [after for found, after in self.moves_at(at) if found == name]
            need(len(after) == 1, f"{name} is no move here")
            at = after[0]
            passed.append(self.state(at))
        return passed, len(names)


def connected(cells: list[Cell]) -> bool:
    seen = [cells[0]]
    for r, c in seen:
        for down, right in STEPS.values():
            cell = r + down, c + right
            if cell in cells and cell not in seen:
                seen.append(cell)
    return len(seen) == len(cells)


class Plain(ABC):
    """What families have in common whose moves can be named from the state alone."""

    start: State
    doubts: tuple[str, ...] = ()

    @abstractmethod
    def moves(self, state: State) -> Iterator[Move]: ...

    def play(self, names: list[str]) -> tuple[list[State], int]:
        state, passed, costs = self.start, [self.start], 0
        for name in names:
            found = [(cost, after) for known, cost, after in self.moves(state) if known == name]
            need(len(found) == 1, f"{name} is no move here")
            cost, state = found[0]
            costs += cost
            passed.append(state)
        return passed, costs


class Pebbles(Plain):
    def __init__(self, puzzle: dict[str, Any]) -> None:
        self.metric = choice(puzzle.get("metric"), "moves", "slides")
        how = "allowed_moves" if self.metric == "moves" else "layout"
        keys(puzzle, "family", "metric", how, "plates", "pebbles")
        if self.metric == "moves":
            lists = puzzle["allowed_moves"]
            need(type(lists) is list and 1 <= len(lists) <= 512, "from 1 to 512 cells")
            size = len(lists)
            for cell, neighbours in enumerate(lists):
                need(type(neighbours) is list, "neighbours are a list")
                for neighbour in neighbours:
                    number(neighbour, 0, size - 1)
                    need(neighbour != cell, "a cell is its own neighbour")
                need(neighbours == sorted(set(neighbours)), "neighbours are ascending")
            for cell, neighbours in enumerate(lists):
                need(all(cell in lists[neighbour] for neighbour in neighbours), "a pair from one side")
            self.neighbours: list[list[int]] = lists
        else:
            layout = puzzle["layout"]
            need(type(layout) is str, "the layout is a text")
            fits = [
                (rows, columns)
                for rows in range(1, 513)
                for columns in range(1, 512 // rows + 1)
                if layout == f"grid {rows}x{columns}"
            ]
            need(len(fits) == 1, "the layout is no grid of at most 512 cells")
            self.rows, self.columns = fits[0]
            size = self.rows * self.columns
        plates, pebbles = texts(puzzle["plates"]), texts(puzzle["pebbles"])
        need(len(plates) == len(pebbles) == size, "a plate and a pebble for each cell")
        tokens = sorted(set(pebbles) - {"-"})
        self.size, self.names, self.wanted = size, tokens, plates
        self.plates = [tokens.index(token) + 1 if token in tokens else 0 for token in plates]
        self.start = tuple(tokens.index(token) + 1 if token != "-" else 0 for token in pebbles)
        self.tokens = len(tokens)
        self.ranges = [self.tokens + 1] * size

    def is_position(self, state: State) -> bool:
        return sorted(state) == sorted(self.start)

    def is_goal(self, state: State) -> bool:
        return all(token in (0, plate) for token, plate in zip(state, self.plates, strict=True))

    def kinds(self) -> list[str] | None:
        """What may have a table."""
        return self.names if self.metric == "moves" else None

    def homes(self, token: str) -> list[int]:
        return [cell for cell, plate in enumerate(self.wanted) if plate == token]

    def ways(self, token: str, cell: int) -> list[int]:
        return self.neighbours[cell]

    def pieces(self, state: State) -> list[tuple[str, int]]:
        return [(self.names[token - 1], cell) for cell, token in enumerate(state) if token != 0]

    def goals(self) -> Iterator[State]:
        choices = []
        for token in range(1, self.tokens + 1):
            places = [cell for cell, plate in enumerate(self.plates) if plate == token]
            choices.append(list(itertools.combinations(places, self.start.count(token))))
        for chosen in itertools.product(*choices):
            goal = [0] * len(self.start)
            for token, taken in enumerate(chosen, start=1):
                for place in taken:
                    goal[place] = token
            yield tuple(goal)

    def moves(self, state: State) -> Iterator[Move]:
        for hole, token in enumerate(state):
            if token != 0:
                continue
            if self.metric == "moves":
                for cell in self.neighbours[hole]:
                    if state[cell] != 0:
                        after = list(state)
                        after[hole], after[cell] = state[cell], 0
                        yield f"{cell}-{hole}", 1, tuple(after)
            else:
                for down, right in STEPS.values():
                    after = list(state)
                    row, column = divmod(hole, self.columns)
                    gap = hole
                    while True:
                        row, column = row + down, column + right
                        cell = row * self.columns + column
                        inside = 0 <= row < self.rows and 0 <= column < self.columns
                        if not inside or state[cell] == 0:
                            break
                        after[gap], after[cell] = state[cell], 0
                        gap = cell
                        yield f"{cell}-{hole}", 1, tuple(after)


class Ricochet(Plain):
    def __init__(self, puzzle: dict[str, Any]) -> None:
        keys(
            puzzle,
            *("family", "board", "goal", "edges", "anywhere", "must_turn", "walls", "diagonals", "moved"),
        )
        board = grid(puzzle["board"])
        self.rows, self.columns = len(board), len(board[0])
        self.cells = list(cells_of(board))
        self.size = len(self.cells)
        signs = cells_of(board)
        names = {cell_name(cell): cell for cell in self.cells}
        self.blocks = {cell for cell, sign in signs.items() if sign == "#"}
        tiles = sorted((sign, index) for index, sign in enumerate(signs.values()) if sign not in ".#")
        need(1 <= len(tiles) <= 64, "from 1 to 64 tiles")
        self.colours = [colour for colour, _ in tiles]
        self.open = choice(puzzle["edges"], "stop", "open") == "open"
        self.anywhere = truth(puzzle["anywhere"])
        self.must_turn = truth(puzzle["must_turn"])

        self.letters: dict[Cell, str] = {}
        if puzzle["goal"] != []:
            rows = grid(puzzle["goal"])
            if not self.anywhere:
                need((len(rows), len(rows[0])) == (self.rows, self.columns), "the goal has another size")
            self.letters = {cell: sign for cell, sign in cells_of(rows).items() if sign != "."}
            need(set(self.letters.values()) <= set(self.colours), "the goal names what is no tile")

        self.walls: set[tuple[Cell, str]] = set()
        for text in texts(puzzle["walls"]):
            parts = text.split(" ")
            need(len(parts) == 2 and parts[0] in names and parts[1] in SIDES, f"{text!r} is no wall")
            (r, c), way = names[parts[0]], SIDES[parts[1]]
            self.walls.add(((r, c), way))
            self.walls.add(((r + STEPS[way][0], c + STEPS[way][1]), BACK[way]))

        self.diagonals: dict[Cell, tuple[dict[str, str], str | None]] = {}
        for text in texts(puzzle["diagonals"]):
            parts = text.split(" ", 2)
            need(len(parts) >= 2 and parts[0] in names, f"{text!r} is no diagonal")
            need(parts[1] in ("rising", "falling"), f"{text!r} is no diagonal")
            need(len(parts) == 2 or len(parts[2]) == 1, f"{text!r}: a colour is one character")
            cell = names[parts[0]]
            need(cell not in self.diagonals, "two diagonals on a cell")
            need(cell not in self.blocks, "a diagonal on a block")
            turns = RISING if parts[1] == "rising" else FALLING
            self.diagonals[cell] = turns, parts[2] if len(parts) == 3 else None

        self.start = tuple(cell for _, cell in tiles)
        self.ranges = [len(self.cells)] * len(tiles)
        self.target = -1
        moved = puzzle["moved"]
        if self.must_turn:
            need(len(self.letters) == 1, "must_turn needs one letter")
            (letter,) = self.letters.values()
            need(self.colours.count(letter) == 1, "must_turn needs one target")
            self.target = self.colours.index(letter)
            if moved is not None:
                choice(moved, "left", "right", "up", "down", "turned")
            self.start += ([None, "left", "right", "up", "down", "turned"].index(moved),)
            self.ranges.append(6)
        else:
            need(moved is None, "moved is only for must_turn")

    def is_position(self, state: State) -> bool:
        places = state[: len(self.colours)]
        tiles = list(zip(self.colours, places, strict=True))
        apart = len(set(places)) == len(places)
        return (
            apart and tiles == sorted(tiles) and not any(self.cells[place] in self.blocks for place in places)
        )

    def is_goal(self, state: State) -> bool:
        if self.must_turn and state[-1] != 5:
            return False
        at = {self.cells[place]: colour for colour, place in zip(self.colours, state, strict=False)}
        if not self.letters:
            return True
        if not self.anywhere:
            return all(at.get(cell) == letter for cell, letter in self.letters.items())
        first = next(iter(self.letters))
        return any(
            all(
                at.get((r + row - first[0], c + column - first[1])) == letter
                for (r, c), letter in self.letters.items()
            )
            for row, column in self.cells
        )

    def slide(self, start: Cell, way: str, colour: str, others: set[Cell]) -> tuple[Cell, set[str]] | None:
        """Where a slide ends, and in which directions it entered cells; None if it is not legal."""
        cell, began, entered = start, way, set()
        while True:
            if (cell, way) in self.walls:
                break
            after = cell[0] + STEPS[way][0], cell[1] + STEPS[way][1]
            if not (0 <= after[0] < self.rows and 0 <= after[1] < self.columns):
                if self.open:
                    return None
                break
            if after in self.blocks or after in others:
                break
            cell = after
            entered.add(way)
            if cell in self.diagonals:
                turns, passes = self.diagonals[cell]
                if passes != colour:
                    way = turns[way]
            if (cell, way) == (start, began):
                return None
        return None if cell == start else (cell, entered)

    def kinds(self) -> list[str] | None:
        """What may have a table."""
        letters = list(self.letters.values())
        enough = [colour for colour in self.colours if letters.count(colour) == self.colours.count(colour)]
        return None if self.anywhere else enough

    def homes(self, colour: str) -> list[int]:
        return [self.cells.index(cell) for cell, letter in self.letters.items() if letter == colour]

    def ways(self, colour: str, start: int) -> list[int]:
        found = []
        for began in "LRUD":
            cell, way = self.cells[start], began
            while (cell, way) not in self.walls:
                cell = cell[0] + STEPS[way][0], cell[1] + STEPS[way][1]
                if cell not in self.cells or cell in self.blocks:
                    break
                found.append(self.cells.index(cell))
                if cell in self.diagonals and self.diagonals[cell][1] != colour:
                    way = self.diagonals[cell][0][way]
                if (cell, way) == (self.cells[start], began):
                    break
        return found

    def pieces(self, state: State) -> list[tuple[str, int]]:
        return list(zip(self.colours, state, strict=False))

    def moves(self, state: State) -> Iterator[Move]:
        places = state[: len(self.colours)]
        for tile, place in enumerate(places):
            others = {self.cells[other] for other in places if other != place}
            for way in "LRUD":
                end = self.slide(self.cells[place], way, self.colours[tile], others)
                if end is None:
                    continue
                cell, entered = end
                after = list(places)
                after[tile] = self.cells.index(cell)
                tiles = sorted(zip(self.colours, after, strict=True))
                fields = [place for _, place in tiles]
                if self.must_turn:
                    fields.append(state[-1])
                    if tile == self.target:
                        ways = set(entered)
                        if 1 <= state[-1] <= 4:
                            ways.add("LRUD"[state[-1] - 1])
                        turned = state[-1] == 5 or len(ways) > 1
                        fields[-1] = 5 if turned else "LRUD".index(ways.pop()) + 1
                yield cell_name(self.cells[place]) + way, 1, tuple(fields)


class Coroutine(Plain):
    def __init__(self, puzzle: dict[str, Any]) -> None:
        keys(puzzle, "family", "squares", "coins", "target", "first", "metric", "rule")
        squares = puzzle["squares"]
        need(type(squares) is list and 1 <= len(squares) <= 32, "from 1 to 32 rows")
        self.rows, self.columns = len(squares), len(texts(squares[0]))
        need(1 <= self.columns <= 32, "from 1 to 32 columns")
        self.printed: list[list[str]] = []
        for row in squares:
            need(len(texts(row)) == self.columns, "rows of different lengths")
            for text in row:
                ways = list(dict.fromkeys(text.split(" "))) if text else []
                need(set(ways) <= set(COMPASS), f"{text!r} is no list of directions")
                self.printed.append(ways)
        names = [cell_name((r, c)) for r in range(self.rows) for c in range(self.columns)]
        coins = texts(puzzle["coins"])
        need(len(coins) == 2 and coins[0] != coins[1], "two coins on different cells")
        self.start = (
            names.index(choice(coins[0], *names)),
            names.index(choice(coins[1], *names)),
            number(puzzle["first"], 0, 1),
        )
        self.target = names.index(choice(puzzle["target"], *names))
        self.costs = choice(puzzle["metric"], "turns", "steps") == "turns"
        self.own = choice(puzzle["rule"], "other", "own") == "own"
        self.ranges = [len(names), len(names), 2]

    def is_position(self, state: State) -> bool:
        return state[0] != state[1]

    def is_goal(self, state: State) -> bool:
        return self.target in state[:2]

    def moves(self, state: State) -> Iterator[Move]:
        turn = state[2]
        mine, other = state[turn], state[1 - turn]
        stuck = True
        for way in self.printed[mine if self.own else other]:
            row, column = divmod(mine, self.columns)
            row, column = row + COMPASS[way][0], column + COMPASS[way][1]
            cell = row * self.columns + column
            if 0 <= row < self.rows and 0 <= column < self.columns and cell != other:
                stuck = False
                yield f"{turn}{way}", 1, (cell, other, 1) if turn == 0 else (other, cell, 0)
        if stuck:
            yield f"{turn}-", int(self.costs), (state[0], state[1], 1 - turn)


FAMILIES: dict[str, Any] = {
    "blocks": Blocks,
    "pebbles": Pebbles,
    "ricochet": Ricochet,
    "coroutine": Coroutine,
}


# -- the file --------------------------------------------------------------------------------------------


class Body:
    """What is left to read of the body."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.at = 0

    def take(self, count: int) -> bytes:
        need(self.at + count <= len(self.content), "the body is too short")
        self.at += count
        return self.content[self.at - count : self.at]

    def states(self, count: int, ranges: list[int]) -> list[State]:
        size = 2 if max(ranges) - 1 > 255 else 1
        columns = []
        for limit in ranges:
            column = [int.from_bytes(self.take(size), "little") for _ in range(count)]
            need(all(value < limit for value in column), "a field is out of range")
            columns.append(column)
        found = list(zip(*columns, strict=True))
        need(all(one[::-1] < two[::-1] for one, two in itertools.pairwise(found)), "states are not ascending")
        return found

    def numbers(self, count: int, width: int) -> list[int]:
        return [int.from_bytes(self.take(width), "little") for _ in range(count)]


def unpack(packed: bytes) -> bytes:
    inflater = zlib.decompressobj()
    try:
        content = inflater.decompress(packed, 67_108_864 + 1)
    except zlib.error as error:
        raise Refused(f"the body is no zlib stream: {error}") from error
    need(len(content) <= 67_108_864, "the body is too long")
    need(inflater.eof and not inflater.unused_data, "the body is not one whole zlib stream")
    return content


def check(data: bytes) -> str:
    """The claim that the file proves; raises Refused if it does not."""
    need(len(data) <= 134_217_728, "the file is too long")
    need(data[:13] == b"clew proof 1\n", "no file of a proof")
    need(len(data) >= 17, "the file is cut")
    length = int.from_bytes(data[13:17], "big")
    need(length <= 4_194_304 and len(data) >= 17 + length, "the length of the header")
    header = read_header(data[17 : 17 + length])

    unsolvable = header.get("claim") == "unsolvable"
    default = None
    if unsolvable:
        keys(header, "puzzle", "claim", "states")
    else:
        default = choice(header.get("default"), "zero", "cells", "near")
        more = {"zero": (), "cells": ("tables",), "near": ("below", "near")}[default]
        keys(header, "puzzle", "claim", "default", "states", "width", "moves", *more)
    count = number(header["states"], 0, 2_500_000)

    need(type(header["puzzle"]) is dict, "the puzzle is an object")
    family = choice(header["puzzle"].get("family"), *FAMILIES)
    puzzle: Any = FAMILIES[family](header["puzzle"])

    if default is not None:
        claim = number(header["claim"], 0, 2_147_483_648)
        width = number(header["width"], 1, 4)
        names = header["moves"]
        if names is not None:
            need(len(texts(names)) <= 1_048_576, "too many moves")
    if default == "near":
        need(family == "pebbles", "near is for pebbles")
        below = number(header["below"], 1, 255)
        many = number(header["near"], 0, 2_500_000)
        need(many + count <= 2_500_000, "too many states")
    tables: dict[str, list[int]] = {}
    if default == "cells":
        kinds = puzzle.kinds() if family in ("pebbles", "ricochet") else None
        need(kinds is not None, "cells is not for this puzzle")
        tables = header["tables"]
        need(type(tables) is dict and set(tables) <= set(kinds or ()), "a table of something else")
        for kind, table in tables.items():
            need(type(table) is list and len(table) == puzzle.size, "a table has a number for each cell")
            for value in table:
                number(value, 0, 255)
            need(all(table[home] == 0 for home in puzzle.homes(kind)), "a table has 0 where its pieces go")
            for cell in range(len(table)):
                for end in puzzle.ways(kind, cell):
                    need(table[cell] <= 1 + table[end], f"a table falls too fast from {cell} to {end}")

    body = Body(unpack(data[17 + length :]))
    near_number: dict[State, int] = {}
    if default == "near":
        states = body.states(many, puzzle.ranges)
        near_number = dict(zip(states, body.numbers(many, 1), strict=True))
    listed = body.states(count, puzzle.ranges)
    numbers = {} if unsolvable else dict(zip(listed, body.numbers(count, width), strict=True))
    need(body.at == len(body.content), "something follows in the body")

    # Nothing follows from what is no position, so it is left out, and the file may be refused for it.
    positions = [state for state in listed if puzzle.is_position(state)]
    near_positions = [state for state in near_number if puzzle.is_position(state)]
    doubts = [*puzzle.doubts]
    if len(positions) < len(listed) or len(near_positions) < len(near_number):
        doubts.append("a state of a list is no position")

    if unsolvable:
        states_in = set(listed)
        need(puzzle.start in states_in, "the start is not in the list")
        for state in positions:
            need(not puzzle.is_goal(state), "a goal is in the list")
            for name, _, after in puzzle.moves(state):
                need(after in states_in, f"{name} leaves the list from {state}")
        if doubts:
            raise MayRefuse(doubts[0])
        return "unsolvable"

    def default_number(state: State) -> int:
        if default == "cells":
            return sum(tables[kind][cell] for kind, cell in puzzle.pieces(state) if kind in tables)
        if default == "near":
            return near_number.get(state, below)
        return 0

    def phi(state: State) -> int:
        return numbers.get(state, default_number(state))

    if default == "near":
        for goal in puzzle.goals():
            need(near_number.get(goal) == 0, "a goal is not in the list of the near ones with 0")
        need(all(distance < below for distance in near_number.values()), "a near number is not below")
        for state in near_positions:
            for _, _, after in puzzle.moves(state):
                need(
                    default_number(after) <= near_number[state] + 1,
                    f"the near numbers fall too fast at {state}",
                )

    for state in positions:
        need(numbers[state] >= default_number(state), "a number is less than the default")
        if puzzle.is_goal(state):
            need(numbers[state] == 0, "a goal has a number that is not 0")
        for name, cost, after in puzzle.moves(state):
            need(numbers[state] <= cost + phi(after), f"{name} is too good from {state}")
    need(phi(puzzle.start) >= claim, "the number of the start is less than the claim")

    if names is not None:
        passed, costs = puzzle.play(names)
        need(puzzle.is_goal(passed[-1]), "the moves do not end at a goal")
        need(not any(puzzle.is_goal(state) for state in passed[:-1]), "the moves pass a goal")
        need(costs == claim, "the moves cost something else")
    if doubts:
        raise MayRefuse(doubts[0])
    return str(claim)


if __name__ == "__main__":
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            try:
                print(f"{path}: {check(file.read())}")
            except Refused as error:
                print(f"{path}: refused: {error}")
