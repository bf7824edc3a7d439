"""Grids of letters: rows of equal length, read from a string or a list of rows."""

from __future__ import annotations

from typing import Any

from clew.errors import BoardError
from clew.puzzles.fields import kind, shown

SQUARE = 5
"""The smallest side of a square board that a whole grid without separators may be."""


_BLANKS = " \xa0"

_LONG = 16
"""A longer text without separators is one row only if it ends with one."""


def rows_of(text: str) -> list[str]:
    """The rows of a grid in one string, separated by newlines or `/`; blank rows at the ends are dropped."""
    rows = [row.strip() for row in text.replace("\n", "/").split("/")]
    while rows and not rows[-1]:
        rows.pop()
    first = 0
    while first < len(rows) and not rows[first]:
        first += 1
    return rows[first:]


def square_rows(text: str, smallest: int = 2) -> list[str] | None:
    """The rows of a square board written without separators; None if the text does not describe one.

    `smallest` is the smallest side that is read as a square; shorter text is one row.
    """
    text = text.strip()
    side = round(len(text) ** 0.5)
    if side < smallest or side * side != len(text) or "/" in text or "\n" in text:
        return None
    return [text[i : i + side] for i in range(0, len(text), side)]


def spaced(value: Any, free: str, key: str) -> list[str] | None:
    """The rows of a grid whose blanks are free cells, with a sign of `free` for each; None for other grids.

    Blanks are free cells if the grid has no other sign for them and a row holds blanks. `free`: the signs for
    free cells, the one to write first. Rows without blanks at their ends, as editors leave them, are as long
    as the others. Raises `BoardError` where blanks between `/` may be cells, or layout.
    """
    if isinstance(value, str) and not any(blank in value for blank in _BLANKS):
        return None
    rows = _raw_rows(value)
    signs = set(value) if not rows and isinstance(value, str) else {"\n"}
    if signs & set(_BLANKS) and not signs & {"\n", *free}:
        raise BoardError(
            f"has blanks in rows of different lengths; write `{free[0]}` for each free cell", key=key
        )
    text = "".join(rows)
    blanks = any(sign in _BLANKS for sign in text)
    if not blanks or not text.strip() or any(sign in free for sign in text):
        return None
    wide = max(len(row) for row in rows)
    return ["".join(free[0] if sign in _BLANKS else sign for sign in row.ljust(wide)) for row in rows]


def blanks_read(grid: list[str]) -> str:
    """What to say of a grid whose blanks were read as free cells."""
    return (
        f"blanks are read as free cells: {len(grid)} row{'s' * (len(grid) != 1)} of {len(grid[0])} cells; "
        "write `.` in their place to be sure"
    )


def _raw_rows(value: Any) -> list[str]:
    """The rows of a grid with their blanks; none if blanks cannot be cells there."""
    if isinstance(value, list | tuple):
        return list(value) if all(isinstance(row, str) for row in value) else []
    if not isinstance(value, str):
        return []
    if "/" in value:
        rows = value.split("/")
        return rows if "\n" not in value and len({len(row) for row in rows}) == 1 else []
    if "\n" not in value:
        side = round(len(value) ** 0.5)
        whole = side >= SQUARE and side * side == len(value)
        return [value[at : at + side] for at in range(0, len(value), side)] if whole else [value]
    rows = [row.rstrip("\r") for row in value.split("\n")]
    if not rows[0].strip() and not rows[0]:
        rows = rows[1:]
    # What follows the last end of a line is the indentation of the closing quotes, unless it is a whole row.
    if not rows[-1].strip() and len(rows[-1]) < max(len(row) for row in rows):
        rows = rows[:-1]
    return rows


def read_grid(value: Any, key: str, side: int) -> list[str]:
    """Rows of equal length, at most `side` by `side`.

    `value` is a string with newlines or `/` between rows, or a list of rows. A string without separators is a
    square board if its length is a perfect square, at least 25. Raises `BoardError`, which names the row.
    """
    if isinstance(value, str):
        rows = square_rows(value, smallest=SQUARE) or rows_of(value)
        _check_ends(value, key)
    elif isinstance(value, list | tuple):
        rows = _listed_rows(value, key)
    else:
        raise BoardError(
            f'is {kind(value)}; it must be a grid: rows separated by newlines or `/`, such as "AAo/ooo"',
            key=key,
        )
    if not rows:
        raise BoardError("is empty; give at least one row of cells", key=key)
    if len(rows) == 1 and len(rows[0]) > side:
        raise BoardError(
            f"is one row of {len(rows[0])} cells, but at most {side} are allowed; put `/` between rows",
            key=key,
        )
    if isinstance(value, str) and _may_lack_separators(value):
        raise BoardError(
            f"is one row of {len(rows[0])} cells; put `/` between rows, or at the end if one row is meant",
            key=key,
        )
    if len(rows) > side:
        raise BoardError(f"has {len(rows)} rows; at most {side} are allowed", key=key, row=side + 1)
    _same_lengths(rows, key, side)
    return rows


def _check_ends(text: str, key: str) -> None:
    """Raises `BoardError` for a first or last row of blanks that is as long as the others."""
    if not (text[:1].isspace() or text[-1:].isspace()):
        return
    rows = text.replace("\n", "/").split("/")
    wide = max(len(row.rstrip()) for row in rows)
    for row in (rows[0], rows[-1]):
        if wide and len(row) == wide and not row.strip():
            raise BoardError(
                "begins or ends with a row of blanks as long as the others; write a sign for each free cell, "
                "such as `.`, or remove that row",
                key=key,
            )


def _may_lack_separators(text: str) -> bool:
    """Whether a text without separators is so long that it is hardly a single row."""
    return len(text.strip()) > _LONG and "/" not in text and "\n" not in text and square_rows(text) is None


def _listed_rows(value: list[Any] | tuple[Any, ...], key: str) -> list[str]:
    rows = []
    for number, row in enumerate(value, 1):
        if not isinstance(row, str):
            raise BoardError(f'is {kind(row)}; every row must be a string such as "AAo"', key=key, row=number)
        if "/" in row or "\n" in row:
            raise BoardError(
                "contains a separator; in a list, each row is a string of its own", key=key, row=number
            )
        rows.append(row.strip())
    return rows


def _same_lengths(rows: list[str], key: str, side: int) -> None:
    lengths = [len(row) for row in rows]
    usual = (
        lengths[0] if len(set(lengths)) == 1 else max(sorted(set(lengths), reverse=True), key=lengths.count)
    )
    if usual == 0:
        raise BoardError("is empty; give at least one row of cells", key=key)
    for number, row in enumerate(rows, 1):
        if len(row) == usual:
            continue
        what = f'has {len(row)} cell{"s" * (len(row) != 1)}, but most rows have {usual}: "{shown(row)}"'
        remedy = f"remove {len(row) - usual}" if len(row) > usual else f"add {usual - len(row)}"
        raise BoardError(f"{what}; {remedy} so that all rows have the same length", key=key, row=number)
    if usual > side:
        raise BoardError(f"has {usual} columns; at most {side} are allowed", key=key)


def joined(cells: str, columns: int) -> str:
    """Cells in one string, split into rows of that many columns, separated by `/`."""
    return "/".join([cells[i : i + columns] for i in range(0, len(cells), columns)])


def bad_letter(key: str, row: int, column: int, letter: str, right: str) -> BoardError:
    """The error for a character that has no meaning in a grid; `right` says which characters have one."""
    return BoardError(f'"{shown(letter)}" has no meaning here: {right}', key=key, row=row, column=column)


def check_size(grid: list[str], rows: int, columns: int, key: str, remedy: str) -> None:
    """Raises `BoardError` unless the grid has the size of the board."""
    if (len(grid), len(grid[0])) != (rows, columns):
        raise BoardError(
            f"has {len(grid)} row{'s' * (len(grid) != 1)} of {len(grid[0])} cells, but the board "
            f"has {rows} of {columns}; {remedy}",
            key=key,
        )


def read_position(text: Any, rows: int, columns: int, side: int) -> list[str]:
    """The rows of a position on a board of that size; separators may be left out."""
    if not isinstance(text, str):
        raise BoardError(f"is {kind(text)}; a position is a string, with `/` between rows", key="state")
    flat = text.strip()
    if len(flat) == rows * columns and "/" not in flat and "\n" not in flat:
        return joined(flat, columns).split("/")
    grid = read_grid(text, "state", side)
    check_size(grid, rows, columns, "state", "give the whole position")
    return grid


def unmistakable(grid: str) -> str:
    """A grid for the compact form: a single row that could be read as a square board, or as rows without
    separators, ends with a `/`.
    """
    plain = "/" in grid or (square_rows(grid) is None and not _may_lack_separators(grid))
    return grid if plain else grid + "/"
