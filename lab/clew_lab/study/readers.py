"""`read_log`: reads a file in any of the formats as a `Log`."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from math import isfinite, nan
from typing import TYPE_CHECKING, Literal

from clew.boards.formulas import restored
from clew.errors import ClewError
from clew_lab.study.formats import FIELDS, FORMATS, REQUIRED
from clew_lab.study.log import TIMED_EVENTS, Log, Row
from clew_lab.study.sources import read_source

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    from clew_lab.study.formats import Format
    from clew_lab.study.sources import Record, Source

MISSING = frozenset({"", "na", "n/a", "nan", "null", "none", "undefined"})
"""Cells, in lower case, that mean a missing value."""


def read_log(
    path: str | PathLike[str],
    format: str | None = None,
    *,
    columns: Mapping[str, str] | None = None,
    anonymize: str | Literal[False] | None = None,
) -> Log:
    """Reads a log of moves: CSV, JSON or JSON Lines, in any common encoding.

    `format`: "generic", "malab", "jspsych" or "studio"; None recognises it by the names of the columns.
    `columns` maps a field (player, level, attempt, order, event, piece, from, to, move, t_ms, rt_ms, t_s,
    rt_s) to the column that contains it. Times may have decimal commas. Names of players become pseudonyms,
    hashed with the salt `anonymize`: the same salt gives the same pseudonyms; None uses the content of the
    log as the salt; False keeps the names.

    No row is dropped; its `flags` say what is wrong with it. Raises `ClewError` for a file without columns
    for player, level and move, for a table with more cells in a row than in its header, with a quote that
    never ends, with numbers such as 1.234 that may be thousands, or with times so short that they must be
    seconds in a column that does not say so; `OSError` if it cannot be read.
    """
    name = os.fspath(path)
    with open(path, "rb") as file:
        data = file.read()
    source = read_source(data, name)
    chosen = format or recognised(source.names)
    if chosen not in FORMATS:
        raise ClewError(f"there is no format {chosen!r}; the formats are {', '.join(FORMATS)}")
    if chosen == "studio":
        source = source._replace(records=[_restored(record) for record in source.records])
    held = _columns(source, FORMATS[chosen], dict(columns or {}), name, chosen)
    if source.is_table:
        source = _with_points(source, held, name)
        _check_points(source, held, name)
    rows = [_row(record, held, FORMATS[chosen]) for record in source.records]
    _flag_duplicates(source.records, rows)
    if columns is None or not {"t_ms", "rt_ms"} & columns.keys():
        _check_units(rows, held, name)
    if anonymize is not False:
        salt = hashlib.sha256(data).hexdigest() if anonymize is None else anonymize
        _anonymise(rows, salt)
    return Log(rows, name, chosen, source.encoding)


def recognised(names: list[str]) -> str:
    """The format with these columns."""
    there = set(names)
    if {"subject", "instance", "meta_move", "trial_number"} <= there:
        return "malab"
    if {"seq", "event", "t_client_ms"} <= there:
        return "studio"
    return "jspsych" if {"trial_type", "trial_index"} & there else "generic"


def _restored(record: Record) -> Record:
    """A row as it was before it was defused for spreadsheets."""
    return record._replace(cells={name: restored(cell) for name, cell in record.cells.items()})


def _columns(
    source: Source, form: Format, own: dict[str, str], name: str, chosen: str
) -> dict[str, tuple[str, ...]]:
    """The columns that may contain each field; in each row, the first that is not empty counts."""
    for field, column in own.items():
        if field not in FIELDS:
            raise ClewError(f"columns: there is no field {field!r}; the fields are {', '.join(FIELDS)}")
        if column not in source.names:
            raise ClewError(f"{name} has no column {column!r}; it has {', '.join(source.names)}")
    held: dict[str, tuple[str, ...]] = {field: (column,) for field, column in own.items()}
    there = [column for column in source.names if column not in own.values()]
    for field, candidates in form.columns.items():
        found = tuple(column for column in candidates if column in there)
        if found:
            held.setdefault(field, found)
    lacking = [field for field in REQUIRED if field not in held]
    if "move" not in held and not {"piece", "to"} <= held.keys():
        lacking.append("move")
    if lacking:
        told = ", ".join(f"{field} ({FIELDS[field]})" for field in lacking)
        raise ClewError(
            f"{name}, read as {chosen}: no column for {told}. It has {', '.join(source.names) or 'none'}. "
            f'Say which: columns={{"{lacking[0]}": "NAME"}}, or --column {lacking[0]}=NAME'
        )
    return held


_TIMES = ("t_ms", "rt_ms", "t_s", "rt_s")
_COMMA = re.compile(r"-?\d+,\d+")
_COMMAS = re.compile(r"-?[1-9]\d{0,2}(,\d{3})+")
"""A number that may be written with commas between its thousands."""


def _with_points(source: Source, held: dict[str, tuple[str, ...]], name: str) -> Source:
    """The log with decimal points in its columns of times, where they have decimal commas: 0,5.

    Raises `ClewError` where each number with a comma may be thousands: 1,234 milliseconds.
    """
    in_seconds = {*held.get("t_s", ()), *held.get("rt_s", ())}
    for column in dict.fromkeys(column for field in _TIMES for column in held.get(field, ())):
        cells = {record.number: record.cells.get(column, "") for record in source.records}
        commas = {number: cell for number, cell in cells.items() if _COMMA.fullmatch(cell)}
        if not commas:
            continue
        if column not in in_seconds and all(_COMMAS.fullmatch(cell) for cell in commas.values()):
            first = min(commas)
            raise ClewError(
                f"{name}, line {first}: {column}, which is a time, is {commas[first]}: that may be a "
                "thousand or a fraction; write whole numbers without commas"
            )
        records = [
            record._replace(cells={**record.cells, column: commas[record.number].replace(",", ".")})
            if record.number in commas
            else record
            for record in source.records
        ]
        source = source._replace(records=records)
    return source


SHORTEST = 50.0
"""Nobody takes less than this for half of their moves, in milliseconds."""


def _check_units(rows: list[Row], held: dict[str, tuple[str, ...]], name: str) -> None:
    """Raises `ClewError` where the times of a column whose name has no unit must be seconds."""
    waits = {"rt_ms": [row.rt_ms for row in rows if row.event == "move"], "t_ms": _between(rows)}
    for field, found in waits.items():
        column = next(iter(held.get(field, ())), "")
        known = sorted(wait for wait in found if wait > 0)
        if known and known[len(known) // 2] < SHORTEST and not column.endswith("_ms"):
            raise ClewError(
                f"{name}: half of the times in {column} are {known[len(known) // 2]:g} or less; if they are "
                f"seconds, say --column {field[:-3]}_s={column}, if they are milliseconds, "
                f"--column {field}={column}"
            )


def _between(rows: list[Row]) -> list[float]:
    """The times from each move of a player on a level to the next, by the clock."""
    last: dict[tuple[str, str, str], float] = {}
    found = []
    for row in rows:
        key = (row.player, row.level, row.attempt)
        if row.event == "move" and row.t_ms == row.t_ms:
            if key in last:
                found.append(row.t_ms - last[key])
            last[key] = row.t_ms
    return found


def _check_points(source: Source, held: dict[str, tuple[str, ...]], name: str) -> None:
    """Raises `ClewError` for a number that counts rows and is not whole, and for a column of times in which
    the points may separate thousands: 1.234.

    They do not where some number has a fraction of other than three digits, or 1,000 without a point.
    """
    for field, what in (("order", "counts rows"), *((field, "is a time") for field in _TIMES)):
        for column in held.get(field, ()):
            cells = {record.number: record.cells.get(column, "") for record in source.records}
            bad = [number for number, cell in cells.items() if _GROUPED.fullmatch(cell)]
            if field == "order":
                bad += [number for number, cell in cells.items() if _FRACTION.fullmatch(cell)]
            elif any(_has_fraction(cell) for cell in cells.values()):
                continue
            if bad:
                told = "it must be whole" if field == "order" else "1.234 may be a thousand or a fraction"
                raise ClewError(
                    f"{name}, line {min(bad)}: {column}, which {what}, is {cells[min(bad)]}: {told}; "
                    "write whole numbers without points"
                )


_FRACTION = re.compile(r"-?\d+\.\d*[1-9]\d*")
_GROUPED = re.compile(r"-?[1-9]\d{0,2}(\.\d{3})+")
"""A number that may be written with points between its thousands."""


def _has_fraction(cell: str) -> bool:
    """Whether a number shows that points in its column are those of fractions."""
    if _GROUPED.fullmatch(cell):
        return False
    digits, point, fraction = cell.partition(".")
    return bool(point and fraction.isdigit()) or (digits.isdigit() and len(digits) > 3)


def _row(record: Record, held: dict[str, tuple[str, ...]], form: Format) -> Row:
    cells = record.cells

    def cell(field: str, missing: frozenset[str] = MISSING) -> str:
        values = (cells.get(column, "") for column in held.get(field, ()))
        return next((value for value in values if value.lower() not in missing), "")

    event = cell("event").lower() or "move"
    row = Row(
        source_row=record.number,
        player=cell("player"),
        level=cell("level"),
        attempt=cell("attempt"),
        event=form.events.get(event, event),
        logged=cell("move", frozenset({""})),
        piece=cell("piece"),
        target=cell("to"),
        move=cell("move"),
    )
    row.automatic = form.automatic is not None and row.attempt == form.automatic
    if not row.player:
        row.flag("no_player")
    if row.event == "drag_end" and row.target and row.target == cell("from"):
        row.flag("zero_length")
    if not record.fits:
        row.flag("short_row")
    if any("\ufffd" in value for value in cells.values()):
        row.flag("replaced_characters")
    if not row.logged and row.piece:
        row.logged = f"{row.piece}@{row.target}"
    _split(row, form)
    row.order = _number(row, cell("order"), "order")
    for field in ("t", "rt"):
        in_ms, in_s = cell(f"{field}_ms"), cell(f"{field}_s")
        time = _number(row, in_ms, f"{field}_ms") if in_ms else 1000 * _number(row, in_s, f"{field}_s")
        setattr(row, f"{field}_ms", time)
    timed = any(field in held for field in _TIMES)
    unknown = row.t_ms != row.t_ms and row.rt_ms != row.rt_ms
    if row.event in TIMED_EVENTS and timed and unknown and "bad_time" not in row.flags:
        row.flag("missing_time")
    return row


def _split(row: Row, form: Format) -> None:
    """Splits `piece@cell`; flags what is missing in a move."""
    if "@" in row.move:
        row.piece, _, row.target = (part.strip() for part in row.move.partition("@"))
        row.move = ""
        if row.target.lower() in MISSING:
            row.flag("undefined", f"the log says {row.logged}: no cell")
            row.target = ""
    elif row.event == "move" and not row.move and not (row.piece and row.target):
        if form.moves_only and not row.logged:
            row.event = "other"
            row.flag("not_a_move")
        else:
            row.flag("undefined", f"the log says {row.logged or 'nothing'}: neither a move nor a cell")


def _number(row: Row, text: str, field: str) -> float:
    if not text:
        return nan
    try:
        value = float(text)
    except ValueError:
        value = nan
    if isfinite(value) and (value >= 0 or field == "order"):
        return value
    row.flag("bad_time", f"{field} is {text!r}: expected a non-negative number")
    return nan


def _flag_duplicates(records: list[Record], rows: list[Row]) -> None:
    """Flags rows whose cells, including a time or a count, equal those of an earlier row.

    Without a time or a count, the same move twice is simply the same move twice.
    """
    seen: dict[tuple[tuple[str, str], ...], int] = {}
    for record, row in zip(records, rows, strict=True):
        if row.order != row.order and row.t_ms != row.t_ms:
            continue
        first = seen.setdefault(tuple(record.cells.items()), row.source_row)
        if first != row.source_row:
            row.flag("duplicate", f"every cell is as in row {first}; it moves nothing")


def _anonymise(rows: list[Row], salt: str) -> None:
    key = salt.encode("utf-8", "surrogatepass")
    names = {row.player for row in rows if row.player}
    hashed = {
        name: "p" + hmac.new(key, name.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()[:12]
        for name in names
    }
    for row in rows:
        row.player = hashed.get(row.player, "")
