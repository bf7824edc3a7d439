"""Symmetry: to a player, boards that differ only by rotation, reflection or renaming are the same board.

Each family gives its board as cells with marks (`forms` in its `symmetry.py`). A symmetry moves the cells;
then the names of pieces are replaced by numbers, in order of first appearance. The smallest of the resulting
texts represents all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.puzzles.families import has, part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from clew.puzzles.base import EnginePuzzle

    Turn = Callable[[int, int], tuple[int, int]]


_PLACED = ("exit=", "wall=", "moved=", "rising=", "falling=")
"""Options that name a place or a direction: `forms` yields them after each symmetry."""


def signature(puzzle: EnginePuzzle) -> str:
    """A text that two boards share if and only if one is the other rotated, reflected or renamed."""
    options = ",".join(option for option in puzzle._options() if not option.startswith(_PLACED))
    forms = [puzzle._body()]
    if has(puzzle.family, "symmetry"):
        forms = part(puzzle.family, "symmetry").forms(puzzle)
    return min(f"{options}|{text}" for text in forms)


def turns(rows: int, columns: int) -> Iterator[tuple[int, int, Turn]]:
    """The eight symmetries of a rectangle: the resulting rows and columns, and where each cell goes."""
    for flip_rows in (False, True):
        for flip_columns in (False, True):
            for swap in (False, True):

                def turn(
                    row: int, column: int, f: bool = flip_rows, g: bool = flip_columns, s: bool = swap
                ) -> tuple[int, int]:
                    row = rows - 1 - row if f else row
                    column = columns - 1 - column if g else column
                    return (column, row) if s else (row, column)

                yield (columns, rows, turn) if swap else (rows, columns, turn)


def turned(cells: Sequence[str], columns: int, after: tuple[int, int, Turn]) -> list[str]:
    """A grid, one mark per cell, after a symmetry."""
    _, wide, turn = after
    grid = [""] * len(cells)
    for cell, mark in enumerate(cells):
        row, column = turn(*divmod(cell, columns))
        grid[row * wide + column] = mark
    return grid


def renamed(marks: Iterable[str], signs: str) -> str:
    """Marks with names replaced by numbers, in order of appearance; the characters in `signs` are
    not names."""
    names: dict[str, int] = {}
    shown = [mark if mark in signs else str(names.setdefault(mark, len(names))) for mark in marks]
    return " ".join(shown)


def step_after(after: tuple[int, int, Turn], by: tuple[int, int]) -> tuple[int, int]:
    """A direction after a symmetry."""
    turn = after[2]
    (r0, c0), (r1, c1) = turn(0, 0), turn(*by)
    return r1 - r0, c1 - c0
