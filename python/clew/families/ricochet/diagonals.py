"""Diagonal walls of a ricochet board, and the paths of the tiles that they deflect.

rising /  and  falling \\    a tile that comes from the left, for example, continues upwards
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from clew.errors import BoardError
from clew.families.ricochet.board import Diagonal
from clew.families.ricochet.signs import letters_of
from clew.puzzles.cells import DELTAS, cell_name, cell_number, span
from clew.puzzles.fields import kind, sequence, shown

if TYPE_CHECKING:
    from clew.families.ricochet.board import Board
    from clew.puzzles.position import Position

SLANTS = ("falling", "rising")
"""From the upper left corner down, from the lower left corner up; a diagonal's `rising` is the index."""

_AFTER = ((2, 3, 0, 1), (3, 2, 1, 0))
"""For each slant, the direction (left, right, up, down) in which a tile goes on."""


def turns(puzzle: Board, colour: str) -> dict[int, tuple[int, ...]]:
    """The cells of the diagonals that deflect a tile of this colour: from each direction, the one after."""
    return {d.cell: _AFTER[d.rising] for d in puzzle.diagonals if d.colour != colour}


_EXAMPLE = '"c4 rising R"'


def read_diagonals(puzzle: Board, value: Any) -> list[Diagonal]:
    """The diagonals of a board, in the order of their cells. Raises `BoardError`."""
    found: dict[int, Diagonal] = {}
    for number, text in enumerate(sequence(value, "diagonals", f"[{_EXAMPLE}]"), 1):
        diagonal = _read(puzzle, number, text)
        name = cell_name(diagonal.cell, puzzle.columns)
        if diagonal.cell in puzzle.blocks:
            raise _wrong(number, f"{name} is a fixed block; a diagonal needs a free cell")
        if diagonal.cell in found:
            raise _wrong(number, f"{name} has a diagonal already; write one for each cell")
        found[diagonal.cell] = diagonal
    return [found[cell] for cell in sorted(found)]


def _read(puzzle: Board, number: int, text: Any) -> Diagonal:
    right = f"write a cell, rising or falling, and a colour that passes, {_EXAMPLE}, or no colour"
    if not isinstance(text, str):
        raise _wrong(number, f"is {kind(text)}; {right}")
    words = text.split()
    if not 2 <= len(words) <= 3 or words[1] not in SLANTS:
        raise _wrong(number, f'is "{shown(text)}"; {right}')
    cell = cell_number(words[0], puzzle.rows, puzzle.columns)
    if cell is None:
        cells = span(puzzle.rows, puzzle.columns)
        raise _wrong(number, f'there is no cell "{shown(words[0])}"; cells are {cells}')
    colour = words[2] if len(words) == 3 else ""
    if colour and not (len(colour) == 1 and colour.isalpha()):
        raise _wrong(number, f'"{shown(colour)}" is not a colour; a colour is one letter, such as R')
    return Diagonal(cell, words[1] == "rising", colour)


def _wrong(number: int, what: str) -> BoardError:
    joint = " " if what.startswith("is ") else ": "
    return BoardError(f"diagonal {number}{joint}{what}", key="diagonals", row=number)


def written(diagonal: Diagonal, columns: int) -> str:
    """A diagonal as in a file: ``"c4 rising R"``."""
    words = [cell_name(diagonal.cell, columns), SLANTS[diagonal.rising], diagonal.colour]
    return " ".join(word for word in words if word)


def option_of(diagonal: Diagonal, columns: int) -> str:
    """A diagonal as an option of the compact form: ``"rising=c4R"``."""
    return f"{SLANTS[diagonal.rising]}={cell_name(diagonal.cell, columns)}{diagonal.colour}"


def of_option(slant: str, value: str) -> str:
    """What a file says for the option `slant`=`value`."""
    match = re.fullmatch(r"\s*([a-z]+[0-9]+)\s*(\S*)\s*", value)
    return f"{value} {slant}" if match is None else f"{match[1]} {slant} {match[2]}".strip()


class Slide(NamedTuple):
    """A slide: its legs as (direction, cells), where it ends, and why it is none if it is illegal."""

    legs: list[tuple[int, int]]
    end: int
    fault: str

    @property
    def deflected(self) -> bool:
        """Whether the tile changed its direction on the way."""
        return len(self.legs) > 1


def slide(puzzle: Board, state: Position, cell: int, direction: int) -> Slide:
    """The slide of the tile on a cell; `fault` is "off" if it leaves the board, "endless" if it never
    stops.
    """
    signs = letters_of(state)
    deflects = turns(puzzle, signs[cell])
    legs: list[tuple[int, int]] = []
    at, way = cell, direction
    while True:
        there = puzzle.beside(at, way)
        if there is None:
            break
        if there < 0:
            return Slide(legs, at, "off" if puzzle.edges == "open" else "")
        if there != cell and signs[there] != ".":
            break
        at = there
        if legs and legs[-1][0] == way:
            legs[-1] = way, legs[-1][1] + 1
        else:
            legs.append((way, 1))
        way = deflects[at][way] if at in deflects else way
        if (at, way) == (cell, direction):
            return Slide(legs, at, "endless")
    return Slide(legs, at, "")


def corners(legs: list[tuple[int, int]], cell: int, columns: int) -> list[int]:
    """The cells where the legs of a slide from a cell end."""
    found = []
    for direction, count in legs:
        down, right = DELTAS[direction]
        cell += count * (down * columns + right)
        found.append(cell)
    return found
