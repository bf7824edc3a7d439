"""Groups rows into attempts, puts them in order, and completes their times."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING, NamedTuple

from clew_lab.study.formats import FORMATS
from clew_lab.study.log import TIMED_EVENTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew_lab.study.log import Log, Row

MARKS = TIMED_EVENTS | {"start", "restart", "hint"}
"""Events from which the time before the next move is counted."""


class Sequence(NamedTuple):
    """The rows of an attempt in the order of play, as indexes into the log."""

    player: str
    level: str
    number: int
    rows: list[int]


def sequences(log: Log) -> list[Sequence]:
    """The attempts of a log: by player, level and the log's own attempt; a restart begins a new one.

    Rows of one attempt may be anywhere in the log. They are ordered by the log's counter if it has one,
    otherwise by its clock; rows out of order are flagged. Rows without a player or a level belong to no
    attempt.
    """
    together: dict[tuple[str, str], list[int]] = {}
    for index, row in enumerate(log.rows):
        if row.player and row.level:
            together.setdefault((row.player, row.level), []).append(index)
    found = []
    for (player, level), rows in together.items():
        parts: list[list[int]] = []
        for attempt in _by_name(log.rows, rows):
            ordered = _in_order(log, attempt)
            _tell_times(log.rows, ordered)
            parts += _split(log.rows, ordered)
        found += [Sequence(player, level, number, part) for number, part in enumerate(parts, 1)]
    return found


def _by_name(rows: list[Row], indexes: list[int]) -> list[list[int]]:
    """The rows by the log's own attempts; a row made by the program belongs to the win before it."""
    named: dict[str, list[int]] = {}
    last = next(
        (rows[index].attempt for index in indexes if rows[index].attempt and not rows[index].automatic), ""
    )
    names = bool(last)
    for index in indexes:
        row = rows[index]
        if row.automatic:
            continue
        if names and not row.attempt:
            row.flag("missing_attempt")
        last = row.attempt or last
        named.setdefault(last, []).append(index)
    numbers = {name: _number(name) for name in named}
    if all(number is not None for number in numbers.values()):
        named = dict(sorted(named.items(), key=lambda item: numbers[item[0]] or 0))
    groups = list(named.values())
    wins = [
        (index, number)
        for number, group in enumerate(groups)
        for index in group
        if rows[index].event == "win"
    ]
    for index in indexes:
        if not rows[index].automatic:
            continue
        if wins:
            nearest = min(wins, key=lambda win: (win[0] > index, abs(win[0] - index)))[1]
            groups[nearest].append(index)
        elif groups:
            groups[-1].append(index)
        else:
            groups.append([index])
    return groups


def _number(name: str) -> float | None:
    try:
        return float(name)
    except ValueError:
        return None


def _in_order(log: Log, indexes: list[int]) -> list[int]:
    """Rows in the order of play; flags those that are out of order."""
    rows = log.rows
    by_clock = FORMATS[log.format].clock_orders and all(rows[i].order != rows[i].order for i in indexes)
    latest = -float("inf")
    late = False
    keys: dict[int, tuple[bool, float, bool]] = {}
    for index in indexes:
        row = rows[index]
        key = row.t_ms if by_clock else row.order
        if key != key:
            key = latest
        elif key < latest and not row.automatic:
            row.flag("out_of_order")
            late = True
        latest = max(latest, key)
        keys[index] = (row.automatic, key, row.event == "win" and not by_clock)
    return sorted(indexes, key=keys.__getitem__) if late else indexes


def _split(rows: list[Row], indexes: list[int]) -> list[list[int]]:
    """Splits an attempt after each restart and, if the log does not name attempts, after each win."""
    parts: list[list[int]] = [[]]
    over = False
    for index in indexes:
        row = rows[index]
        again = row.event == "start" and any(rows[i].event in TIMED_EVENTS for i in parts[-1])
        if (over and not row.automatic and row.event in MARKS) or again:
            parts.append([])
            over = False
        parts[-1].append(index)
        over = over or row.event == "restart" or (row.event == "win" and not row.attempt)
    return parts


def _tell_times(rows: list[Row], indexes: Iterable[int]) -> None:
    """Completes the times of one attempt: the times before moves from the clock, or the clock from them."""
    clock, last = 0.0, nan
    for index in indexes:
        row = rows[index]
        if row.event not in MARKS:
            continue
        if row.t_ms == row.t_ms:
            if row.event in TIMED_EVENTS and row.rt_ms != row.rt_ms and last == last:
                if row.t_ms >= last:
                    row.rt_ms = row.t_ms - last
                else:
                    row.flag("clock_reset", f"the clock went back from {last:g} to {row.t_ms:g} ms")
            last = row.t_ms
        elif row.event in TIMED_EVENTS and "duplicate" not in row.flags:
            clock += row.rt_ms
            row.t_ms = clock
