"""Tables as spreadsheets and programs write them, for sets of boards and for logs: one reader of rows.

The separator is found in the header: a comma, a semicolon, a tab or a bar; a line ``sep=;`` above it wins.
Names of columns lose blanks and characters that cannot be seen.
"""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING
from unicodedata import category

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SEPARATORS = ",;\t|"
LONGEST_CELL = 1 << 20


class Row:
    """One row: `number`, the line on which it begins; its cells; or what is wrong with it."""

    def __init__(self, number: int, cells: list[str], problem: str | None = None) -> None:
        self.number = number
        self.cells = cells
        self.problem = problem


def name_of(cell: str) -> str:
    """The name of a column: the cell without blanks at its ends and without invisible characters."""
    return "".join(sign for sign in cell if category(sign) != "Cf").strip()


def folded(name: str) -> str:
    """The name of a column as keys are written: ``"Allowed Moves"`` is ``"allowed_moves"``."""
    return "_".join(name_of(name).lower().replace("-", " ").split())


def separator_of(header: str) -> str:
    """What separates the cells of a header line; a comma if nothing does."""
    outside = "".join(header.split('"')[::2])
    return max(SEPARATORS, key=outside.count)


def is_header(line: str) -> bool:
    """Whether a line of text is the header of a table of boards."""
    names = {folded(cell.strip(' "')) for cell in line.split(separator_of(line))}
    return "board" in names or {"plates", "pebbles"} <= names


def rows(lines: Iterable[str], *, comment: str | None = None) -> Iterator[Row]:
    """The rows of a table, the header first, without empty ones. `lines` keep their line ends.

    `comment`: how lines above the header begin that are not part of the table.
    """
    ahead = iter(lines)
    above, separator = 0, ","
    header = ""
    for line in ahead:
        text = line.lstrip("\ufeff")
        if text.strip() and not (comment is not None and text.startswith(comment)):
            if text.lower().startswith("sep=") and len(text.strip("\r\n")) == 5:
                separator = text[4]
                above += 1
                header = next(ahead, "")
            else:
                separator = separator_of(text)
                header = text
            break
        above += 1

    def chained() -> Iterator[str]:
        yield header
        yield from ahead

    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(chained(), delimiter=separator, strict=True)
    while True:
        begin = above + reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            # In a quoted cell the reader has read on to the end: the line where it began says more.
            yield Row(begin, [], _in_words(str(error)))
            continue
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            yield Row(begin, cells)


def _in_words(problem: str) -> str:
    """What is wrong with a row, and what would be right; the module tells little of an open quote."""
    if problem == "unexpected end of data":
        return "a quote that begins here never ends; close it, and write a quote inside a cell twice"
    return (
        f"{problem}; put quotes around cells that contain separators, and write a quote inside a cell twice"
    )
