"""A table of cars, a line each: name, orientation (H or V), column, row, length, in the order of its header.

Without a header the order is that one. Columns and rows count from 0 or from 1: from 0 where a 0 stands
there, from 1 where the board would be too small otherwise; where both fit, the reading with a car of the
exit row is taken and said. Several boards are separated by empty lines or by headers.
"""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

from clew.boards.format import NOTHING, SURE, Format, Found, Likeness, reason
from clew.boards.tables import folded, separator_of
from clew.errors import BoardError
from clew.families.blocks.formats._grids import Rectangle, drawn, letters, renamed, straight_pieces
from clew.puzzles.registry import from_dict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from clew.boards.source import Source

USUAL = ("car", "orientation", "col", "row", "length")
NAMES = {
    "car": ("car", "piece", "vehicle", "name", "id", "block", "color", "colour"),
    "orientation": ("orientation", "dir", "direction", "orient", "axis"),
    "col": ("col", "column", "x"),
    "row": ("row", "y"),
    "length": ("length", "len", "size"),
}
SIDE = 6


class Cars(Format):
    """Tables of cars."""

    name = "cars"
    about = "a table of cars with orientation, column, row and length"
    example = "car,orientation,col,row,length\nX,H,0,2,2\nA,V,3,0,3\n"
    family = "blocks"
    endings = (".csv",)
    options = {"0": "columns and rows count from 0", "1": "columns and rows count from 1"}  # noqa: RUF012 - never written

    def recognise(self, source: Source) -> Likeness:
        lines = source.head_lines()
        if not lines or not any(sign in lines[0][1] for sign in ",;\t|"):
            return Likeness(0)
        try:
            found = next(self._boards(source, source.beginning()), NOTHING)
            from_dict({"family": "blocks", **found.given()})
        except BoardError as error:
            header = _order(_cells(lines[0][1])) is not None
            return Likeness(0.7 if header else 0, reason(error))
        return SURE

    def boards(self, source: Source) -> Iterator[Found]:
        lines = []
        for number, text in source.lines():
            if isinstance(text, BoardError):
                yield Found(text, number)
            else:
                lines.append((number, text))
        yield from self._boards(source, lines)

    def _boards(self, source: Source, lines: list[tuple[int, str]]) -> Iterator[Found]:
        order: tuple[str, ...] = USUAL
        rows: list[tuple[int, dict[str, str]]] = []
        begin = 0
        for number, text in [*lines, (0, "")]:
            cells = _cells(text)
            header = _order(cells)
            if header is not None or not any(cells):
                if rows:
                    yield self._board(source, begin, rows)
                order, rows = header or order, []
            elif not text.lstrip().startswith("#"):
                begin = begin if rows else number
                rows.append((number, dict(zip(order, cells, strict=False))))

    def _board(self, source: Source, begin: int, rows: list[tuple[int, dict[str, str]]]) -> Found:
        try:
            return self._keys(source, begin, rows)
        except BoardError as error:
            return Found(error, error.line or begin)

    def _keys(self, source: Source, begin: int, rows: list[tuple[int, dict[str, str]]]) -> Found:
        cars = [(values.get("car", ""), *_car(number, values)) for number, values in rows]
        base, remarks = _base([car for _, car in cars], self.option(source, ("0", "1")))
        moved = [(name, car._replace(column=car.column - base, row=car.row - base)) for name, car in cars]
        ends = [max(car.column + car.width, car.row + car.height) for _, car in moved]
        named = letters([name for name, _ in moved])
        side = max(SIDE, *ends)
        grid = drawn([(named[name], car) for name, car in moved], side, side)
        return Found({"board": grid}, begin, (*remarks, *renamed(named)))

    def written(self, puzzle: Any, extra: Mapping[str, Any]) -> str:
        if not straight_pieces(puzzle) or puzzle.walls or (puzzle.rows, puzzle.columns) != (SIDE, SIDE):
            raise self.refuse(puzzle, "boards other than 6 by 6 with straight cars")
        lines = [",".join(USUAL)]
        for name, cells in puzzle.pieces.items():
            row, column = divmod(cells[0], puzzle.columns)
            lies = cells[1] == cells[0] + 1
            lines.append(f"{name},{'H' if lies else 'V'},{column},{row},{len(cells)}")
        return "\n".join(lines) + "\n\n"


FORMAT = Cars()


def _cells(text: str) -> list[str]:
    """The cells of a line; none if it is no line of a table."""
    try:
        found = next(csv.reader([text.replace("\r", " ").rstrip("\n")], delimiter=separator_of(text)), [])
    except csv.Error:
        return []
    return [cell.strip() for cell in found]


def _order(cells: list[str]) -> tuple[str, ...] | None:
    """The columns of a header by their usual names; None for a line that is none."""
    of = {alias: name for name, aliases in NAMES.items() for alias in aliases}
    found = tuple(of.get(folded(cell), folded(cell)) for cell in cells)
    return found if set(USUAL[1:]) <= set(found) else None


def _car(number: int, values: dict[str, str]) -> tuple[Rectangle]:
    """The rectangle of a line, counted as it is written."""
    stands = values.get("orientation", "")[:1].lower()
    if stands not in ("h", "v"):
        raise BoardError(f"has the orientation {values.get('orientation', '')!r}; write H or V", line=number)
    told = [values.get(name, "") for name in ("col", "row", "length")]
    if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in told):
        raise BoardError("wants whole numbers for column, row and length", line=number)
    column, row, length = map(int, told)
    wide, high = (length, 1) if stands == "h" else (1, length)
    return (Rectangle(column, row, wide, high),)


def _base(cars: list[Rectangle], asked: str | None) -> tuple[int, list[str]]:
    """From where columns and rows count, and what to say of it."""
    if asked is not None:
        return int(asked), []
    least = min(min(car.column, car.row) for car in cars)
    most = max(max(car.column + car.width, car.row + car.height) for car in cars)
    if least == 0:
        return 0, []
    if most == SIDE + 1:
        return 1, ["columns and rows count from 1; say --format 'cars[0]' if they count from 0"]
    base = 1 if any(car.row == 3 and (car.width, car.height) == (2, 1) for car in cars) else 0
    if any(car.row == 2 and (car.width, car.height) == (2, 1) for car in cars):
        base = 0
    return base, [f"columns and rows count from {base}; say --format 'cars[{1 - base}]' if from {1 - base}"]
