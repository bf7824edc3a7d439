"""A log as it was read: one row for every row of the source, in its order, with flags for what is wrong."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass, field
from math import nan
from typing import TYPE_CHECKING

from clew.replacement import Replacement

if TYPE_CHECKING:
    from os import PathLike

FLAGS = {
    "no_player": "the row names no player",
    "unknown_level": "the level is not among those given",
    "no_map": "the level has no whole map: its distances are missing",
    "undefined": "the row names no cell",
    "unreadable": "what moved, or where to, cannot be read",
    "illegal": "the rules do not allow the move; the position stays",
    "zero_length": "a drag to where the piece already is",
    "missing_attempt": "the row names no attempt; it was taken for that of the row before",
    "missing_time": "there is no time before this move",
    "bad_time": "the time is negative, or not a number",
    "clock_reset": "the clock of the log went back",
    "out_of_order": "the row comes after a later one; it was put in its place",
    "duplicate": "every cell is as in an earlier row; it moves nothing",
    "not_a_move": "the row is not about a move",
    "short_row": "the row has fewer cells than the header",
    "replaced_characters": "characters that could not be decoded were replaced",
}
"""What can be wrong with a row."""

TIMED_EVENTS = frozenset({"move", "win", "undo", "redo"})
"""A player's timed events, which may change the position."""


@dataclass(slots=True)
class Row:
    """A row of a log, in a common form; `source_row` is its line (in JSON: its item), from 1.

    `attempt` is the log's own name of the attempt, `order` its event counter. What moves is given by `piece`
    and `target` (a cell), or by `move`, a name as Clew writes it.
    """

    source_row: int
    player: str
    level: str
    attempt: str
    event: str
    logged: str = ""
    piece: str = ""
    target: str = ""
    move: str = ""
    order: float = nan
    t_ms: float = nan
    rt_ms: float = nan
    automatic: bool = False
    flags: dict[str, str] = field(default_factory=dict)

    def flag(self, name: str, reason: str = "") -> None:
        """Flags what is wrong, with a reason of its own if the usual one does not say enough."""
        self.flags.setdefault(name, reason or FLAGS[name])


class Log:
    """Rows in the order of the source.

    `source` is the name of the file, `format` the format it was read as, `encoding` the encoding of its text;
    `has_times`: whether any row has a time.
    """

    def __init__(self, rows: list[Row], source: str, format: str, encoding: str) -> None:
        self.rows = rows
        self.source = source
        self.format = format
        self.encoding = encoding
        self.has_times = any(row.t_ms == row.t_ms or row.rt_ms == row.rt_ms for row in rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<Log {self.source}: {len(self):,} rows, {self.format}, {self.encoding}>"

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Writes the rows as a CSV file in the generic format, which `read_log` reads back."""
        names = ("player", "level", "attempt", "event", "move", "t_ms", "rt_ms")
        with Replacement(path) as new, open(new.path, "w", encoding="utf-8", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(("step", *names))
            for row in self.rows:
                times = map(_written, (row.t_ms, row.rt_ms))
                order = "" if row.order != row.order else f"{row.order:g}"
                out.writerow((order, row.player, row.level, row.attempt, row.event, row.logged, *times))

    @property
    def players(self) -> list[str]:
        """The players, in order of first appearance."""
        return list(dict.fromkeys(row.player for row in self.rows if row.player))

    @property
    def flags(self) -> dict[str, int]:
        """How many rows have each flag so far."""
        return dict(Counter(name for row in self.rows for name in row.flags))


def _written(time: float) -> str:
    """A time as text. A fraction does not have three digits: `1.234` may be a thousand, see `readers`."""
    text = "" if time != time else f"{time:.10g}"
    return text + "0" * (len(text.partition(".")[2]) == 3)
