"""Names of cells as in a spreadsheet: column letters, then the row counted from the top; `a1` is the top
left.
"""

from __future__ import annotations

from functools import lru_cache

DIRECTIONS = ("left", "right", "up", "down")
"""The directions of a grid in the engine's order; moves use their first letters, in upper case."""

LETTERS = "LRUD"

DELTAS = ((0, -1), (0, 1), (-1, 0), (1, 0))
"""(rows, columns) of one step in each of `DIRECTIONS`."""


@lru_cache(maxsize=1 << 14)  # positions are read and written cell by cell, on every call
def cell_name(cell: int, columns: int) -> str:
    """The name of a cell, numbered row by row from 0, on a board with that many columns."""
    row, column = divmod(cell, columns)
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(97 + letter) + letters
    return f"{letters}{row + 1}"


@lru_cache(maxsize=1 << 14)
def cell_number(name: str, rows: int, columns: int) -> int | None:
    """The number of the cell with that name; None if the board has no such cell."""
    digits = name.lstrip("abcdefghijklmnopqrstuvwxyz")
    letters = name[: len(name) - len(digits)]
    if not letters or len(letters) > 2 or not (digits.isascii() and digits.isdigit()) or len(digits) > 3:
        return None
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 96
    row = int(digits)
    if digits.startswith("0") or row > rows or column > columns:
        return None
    return (row - 1) * columns + column - 1


def span(rows: int, columns: int) -> str:
    """The names of the first and the last cell, for messages: ``"a1 to f6"``."""
    return f"a1 to {cell_name(rows * columns - 1, columns)}"
