"""What the formats of block boards share: signs for free cells, the red car, a board from rectangles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from clew.errors import BoardError
from clew.families.blocks.pieces import NAMES
from clew.puzzles import limits

if TYPE_CHECKING:
    from collections.abc import Sequence

FREE = ".o0_-* "
"""Signs that people write for a free cell."""


def plain(rows: Sequence[str]) -> tuple[list[str], list[str]]:
    """The rows with `.` for free cells, and what to say of the reading.

    Where two signs could mean free, a sign that is not one of the usual letters does, and the `o` that is
    left is a piece, as on boards of programs that name trucks o, p, q and r. `x` on two cells of the third
    row is the red car of a board without A and X.
    """
    remarks: list[str] = []
    text = "".join(rows)
    signs = [sign for sign in FREE if sign in text and sign != "o"]
    cells = [cell for cell, sign in enumerate(text) if sign == "x"]
    wide = len(rows[0])
    for sign in signs or "o":
        rows = [row.replace(sign, ".") for row in rows]
    if signs and "o" in text:
        name = _other_name("O", text)
        rows = [row.replace("o", name) for row in rows]
        remarks.append(f"`{signs[0]}` is a free cell, so `o` is read as a piece, and named {name}")
    red = len(cells) == 2 and cells[1] == cells[0] + 1 and cells[0] // wide == cells[1] // wide == 2
    if red and (len(rows), wide) == (6, 6) and not {"A", "X"} & set(text):
        rows = [row.replace("x", "X") for row in rows]
        remarks.append("`xx` in the third row is read as the red car, and named X; write `##` for walls")
    return [row.replace("@", "#") for row in rows], remarks


def _other_name(wanted: str, text: str) -> str:
    name = next((name for name in wanted + NAMES if name not in text), None)
    if name is None:
        raise BoardError(f"has more pieces than the {len(NAMES)} that get a letter")
    return name


class Rectangle(NamedTuple):
    """A piece: its left upper cell, counted from 0, and its size."""

    column: int
    row: int
    width: int
    height: int


def drawn(
    pieces: Sequence[tuple[str, Rectangle]], rows: int, columns: int, walls: Sequence[Rectangle] = ()
) -> list[str]:
    """The grid of named rectangles. Raises `BoardError` where one leaves the board or covers another."""
    if not (0 < rows <= limits.GRID_SIDE and 0 < columns <= limits.GRID_SIDE):
        raise BoardError(f"has {rows} rows and {columns} columns; at most {limits.GRID_SIDE} are allowed")
    grid = [["."] * columns for _ in range(rows)]
    for name, piece in [*pieces, *(("#", wall) for wall in walls)]:
        inside = piece.column >= 0 and piece.row >= 0 and piece.width > 0 and piece.height > 0
        if not inside or piece.row + piece.height > rows or piece.column + piece.width > columns:
            raise BoardError(f"piece {name} does not lie on the board of {columns} columns and {rows} rows")
        for row in range(piece.row, piece.row + piece.height):
            for column in range(piece.column, piece.column + piece.width):
                if grid[row][column] != ".":
                    raise BoardError(f"pieces {grid[row][column]} and {name} overlap; move one of them")
                grid[row][column] = name
    return ["".join(row) for row in grid]


def letters(names: Sequence[str]) -> dict[str, str]:
    """A letter of its own for each name: the name itself where it is one, its first letter if that is free,
    or the next one. Raises `BoardError` if there are too many, or one twice.
    """
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise BoardError(f"has two pieces named {twice}; give each its own name")
    if len(names) > len(NAMES):
        raise BoardError(f"has {len(names)} pieces; at most {len(NAMES)} get a letter")
    found = {name: name for name in names if name in NAMES and name}
    for name in names:
        if name not in found:
            taken = set(found.values())
            first = name[:1].upper()
            found[name] = (
                first if first in NAMES and first and first not in taken else _other_name("", "".join(taken))
            )
    return found


def renamed(found: dict[str, str]) -> list[str]:
    """What to say of pieces that got other names."""
    others = [f"{name} is {letter}" for name, letter in found.items() if name != letter]
    return (
        [f"pieces are named by letters: {', '.join(others[:6])}{', ...' * (len(others) > 6)}"]
        if others
        else []
    )


def movement(grid: Sequence[str]) -> dict[str, Any]:
    """The keys of a board on which some piece is a single cell or no straight line."""
    wide = len(grid[0])
    cells: dict[str, list[int]] = {}
    for cell, sign in enumerate("".join(grid)):
        if sign not in ".#":
            cells.setdefault(sign, []).append(cell)
    straight = all(
        len(found) > 1
        and (found[-1] // wide == found[0] // wide or (found[-1] - found[0]) % wide == 0)
        and found[-1] - found[0] == (len(found) - 1) * (found[1] - found[0])
        for found in cells.values()
    )
    return {} if straight else {"movement": "free"}


def straight_pieces(puzzle: Any) -> bool:
    """Whether a board is one of straight pieces, slides as moves, and an exit."""
    return bool(puzzle.movement == "axis" and puzzle.metric == "slide" and puzzle.exit is not None)
