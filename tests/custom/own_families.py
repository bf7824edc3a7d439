"""Built-in families once more, as a user's compiled rules: pebbles, blocks and ricochet on small boards.

Everything that differs from board to board stands in the table, so that each family is compiled once. The
plain class of each runs the same functions in Python.
"""

from __future__ import annotations

from typing import Any

import clew
from tests.reference.blocks import Blocks
from tests.reference.pebbles import Pebbles
from tests.reference.ricochet import DIRECTIONS, Ricochet

STRIDE = 7
"""Cells from one row of a block board to the next: six columns and a wall, which ends both rows."""


class Own(clew.Puzzle):
    """A puzzle that is given its start and its table."""

    most = 100

    def __init__(self, start: int, numbers: list[int]) -> None:
        self.start = start
        self.numbers = numbers

    def initial(self) -> int:
        return self.start

    def table(self) -> list[int]:
        return self.numbers


def plain(kind: type) -> type:
    """The class of rules as ordinary methods of Python."""
    rules = vars(kind)

    class Plain(Own):
        def moves(self, state: int) -> Any:
            return range(len(self.after(state)))

        def apply(self, state: int, move: int) -> int:
            return self.after(state)[move]

        def after(self, state: int) -> list[int]:
            room = [0] * self.most
            return room[: rules["expand"](state, room, self.numbers)]

        def is_goal(self, state: int) -> bool:
            return bool(rules["is_goal"](state, self.numbers))

    return Plain


# ---------------------------------------------------------------- pebbles: four bits a cell, 0 a hole


class PebblesRules:
    """Table: edges, cells, the token of each plate, the two ends of each edge."""

    def expand(state: int, out: Any, table: Any) -> int:  # type: ignore[misc]
        count = 0
        for at in range(table[0]):
            one = table[2 + table[1] + 2 * at]
            other = table[3 + table[1] + 2 * at]
            a = (state >> 4 * one) & 15
            b = (state >> 4 * other) & 15
            if (a == 0) != (b == 0):
                out[count] = state ^ ((a ^ b) << 4 * one) ^ ((a ^ b) << 4 * other)
                count += 1
        return count

    def is_goal(state: int, table: Any) -> bool:  # type: ignore[misc]
        wrong = 0
        for cell in range(table[1]):
            token = (state >> 4 * cell) & 15
            if token != 0 and token != table[2 + cell]:
                wrong += 1
        return wrong == 0


# ---------------------------------------------------------------- blocks: six bits a piece, where it begins


class BlocksRules:
    """Table: pieces, walls, then for each piece its shape, its two steps (0: none), what it must cover and
    what it must touch (0: nothing)."""

    def expand(state: int, out: Any, table: Any) -> int:  # type: ignore[misc]
        taken = table[1]
        for piece in range(table[0]):
            taken |= table[2 + 5 * piece] << ((state >> 6 * piece) & 63)
        count = 0
        for piece in range(table[0]):
            place = (state >> 6 * piece) & 63
            shape = table[2 + 5 * piece]
            others = taken ^ (shape << place)
            for way in range(2):
                for turn in range(2):
                    step = table[3 + 5 * piece + way]
                    there = place + (step if turn == 0 else -step)
                    while step != 0 and (shape << there) & others == 0:
                        out[count] = state ^ ((place ^ there) << 6 * piece)
                        count += 1
                        there += step if turn == 0 else -step
        return count

    def is_goal(state: int, table: Any) -> bool:  # type: ignore[misc]
        for piece in range(table[0]):
            cells = table[2 + 5 * piece] << ((state >> 6 * piece) & 63)
            cover, touch = table[5 + 5 * piece], table[6 + 5 * piece]
            if cover & ~cells != 0 or (touch != 0 and cells & touch == 0):
                return False
        return True


# ---------------------------------------------------------------- ricochet: five bits a tile, its cell


class RicochetRules:
    """Table: tiles, cells, what each cell leads to in each direction (itself: a wall, -1: out of the board),
    the colour of each tile, the colour that each cell wants (0: any)."""

    def expand(state: int, out: Any, table: Any) -> int:  # type: ignore[misc]
        count = 0
        taken = 0
        for tile in range(table[0]):
            taken |= 1 << ((state >> 5 * tile) & 31)
        for tile in range(table[0]):
            begin = (state >> 5 * tile) & 31
            for way in range(4):
                cell = begin
                there = table[2 + 4 * cell + way]
                while there >= 0 and there != cell and (taken >> there) & 1 == 0:
                    cell = there
                    there = table[2 + 4 * cell + way]
                if there >= 0 and cell != begin:
                    out[count] = state ^ ((begin ^ cell) << 5 * tile)
                    count += 1
        return count

    def is_goal(state: int, table: Any) -> bool:  # type: ignore[misc]
        colours = 2 + 4 * table[1]
        wants = colours + table[0]
        for cell in range(table[1]):
            stands = 0
            for tile in range(table[0]):
                if (state >> 5 * tile) & 31 == cell:
                    stands = table[colours + tile]
            if table[wants + cell] != 0 and table[wants + cell] != stands:
                return False
        return True


# ---------------------------------------------------------------- boards of the reference as start and table


def pebbles(rules: Pebbles) -> tuple[int, list[int]] | None:
    """The board for `PebblesRules`; None where it is too large for one word, and for slides of whole lines,
    which are no edges."""
    tokens = ["-", *sorted({*rules.start, *rules.plates} - {"-"})]
    cells = len(rules.start)
    if cells > 15 or len(tokens) > 15 or rules.lines is not None:
        return None
    edges = [(a, b) for a in range(cells) for b in sorted(rules.neighbours[a]) if a < b]
    plates = [15 if token == "-" else tokens.index(token) for token in rules.plates]
    start = sum(tokens.index(token) << 4 * cell for cell, token in enumerate(rules.start))
    return start, [len(edges), cells, *plates, *(end for edge in edges for end in edge)]


def blocks(rules: Blocks) -> tuple[int, list[int]] | None:
    """The board for `BlocksRules`; None for other moves than slides along the pieces' lines, and above ten
    pieces."""
    if not rules.axis or rules.metric != "slide" or len(rules.letters) > 10:
        return None

    def cell(at: tuple[int, int]) -> int:
        return (at[0] + 1) * STRIDE + at[1]

    inside = {(r, c) for r in range(rules.height) for c in range(rules.width)}
    walls = ((1 << 8 * STRIDE) - 1) ^ sum(1 << cell(at) for at in inside - rules.walls)
    numbers = [len(rules.letters), walls]
    for piece, shape in enumerate(rules.shapes):
        step = 1 if rules.directions(piece) == "LR" else STRIDE
        cover = sum(1 << cell(at) for at, wanted in rules.cover.items() if wanted == piece)
        touch = 0
        if rules.exit is not None and rules.exit[0] == piece:
            row = {"up": 0, "down": rules.height - 1}.get(rules.exit[1])
            column = {"left": 0, "right": rules.width - 1}.get(rules.exit[1])
            touch = sum(1 << cell((r, c)) for r, c in inside if r == row or c == column)
        numbers += [sum(1 << r * STRIDE + c for r, c in shape), step, 0, cover, touch]
    start = sum(cell(corner) << 6 * piece for piece, corner in enumerate(rules.start))
    return start, numbers


def ricochet(rules: Ricochet) -> tuple[int, list[int]] | None:
    """The board for `RicochetRules`; None above 31 cells, where the goal may lie anywhere, where a tile must
    turn (its state is more than cells), and where diagonals deflect tiles (what a cell leads to differs)."""
    if rules.anywhere or rules.target is not None or rules.slants or rules.height * rules.width > 31:
        return None

    def cell(at: tuple[int, int]) -> int:
        return at[0] * rules.width + at[1]

    inside = [(r, c) for r in range(rules.height) for c in range(rules.width)]
    ways = []
    for r, c in inside:
        for direction, (down, right) in DIRECTIONS.items():
            there = r + down, c + right
            stopped = ((r, c), direction) in rules.walls or there in rules.blocks
            if stopped or (there not in inside and not rules.open):
                there = r, c
            ways.append(cell(there) if there in inside else -1)
    colours = ["", *sorted({*rules.colours, *(colour for colour, _ in rules.goal)})]
    wants = {cell(at): colours.index(colour) for colour, at in rules.goal}
    tiles = [colours.index(colour) for colour in rules.colours]
    numbers = [len(tiles), len(inside), *ways, *tiles, *(wants.get(at, 0) for at in range(len(inside)))]
    return sum(cell(at) << 5 * tile for tile, at in enumerate(rules.start)), numbers


FAMILIES = {
    "pebbles": (PebblesRules, pebbles),
    "blocks": (BlocksRules, blocks),
    "ricochet": (RicochetRules, ricochet),
}


def classes(family: str) -> tuple[type, type]:
    """The compiled class and the plain one of a family."""
    rules = FAMILIES[family][0]
    own = {name: vars(rules)[name] for name in ("expand", "is_goal")}
    return clew.compiled(type(f"Own{family.title()}", (Own,), own)), plain(rules)
