"""`replay`: plays every row of a log on its level."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clew.errors import ClewError, IllegalMove
from clew.search.limits import bounded
from clew_lab.study.levels import MAPS, Maps, read_levels
from clew_lab.study.log import TIMED_EVENTS
from clew_lab.study.playback import Play, Rules, Unreadable
from clew_lab.study.sequences import sequences
from clew_lab.study.traces import Attempt, Traces

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from clew.search.limits import Limits
    from clew_lab.study.levels import Given
    from clew_lab.study.log import Log, Row

ON_ILLEGAL = ("flag", "error")
UNPLAYED = ("duplicate", "undefined", "no_player")
"""Flags of rows that are not played."""


def replay(
    log: Log,
    levels: Given,
    *,
    on_illegal: str = "flag",
    cache: str | PathLike[str] | None = None,
    limits: Limits | None = None,
    on_progress: Callable[[str, int, int], object] | None = None,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
) -> Traces:
    """Plays every row of the log on its level, whose map is computed once.

    `levels`: a folder, a set file, or puzzles by name (see `read_levels`).
    `on_illegal`: "flag" flags a row that cannot be played and leaves the position unchanged; "error" raises
    `ClewError` with the line of the source.
    `cache`: a folder in which maps are kept between runs.
    `limits`: for each map; a level that needs more gets no distances. `on_progress(phase, done, of)` reports
    progress.
    """
    if any(given is not None for given in (limits, seconds, states, memory, moves)):
        limits = bounded(limits, seconds=seconds, states=states, memory=memory, moves=moves)
    if on_illegal not in ON_ILLEGAL:
        raise ClewError(f"on_illegal={on_illegal!r}: expected one of {', '.join(ON_ILLEGAL)}")
    known = read_levels(levels)
    told = on_progress or (lambda phase, done, of: None)
    played = {row.level for row in log.rows if row.level in known}
    maps = MAPS if cache is None else Maps(cache)
    used = [known[name] for name in known if name in played]
    maps.fill(used, limits, lambda done, of: told("maps", done, of))
    for row in log.rows:
        if row.level not in known:
            row.flag(
                "unknown_level", f"there is no level {row.level!r}" if row.level else "no level is named"
            )
    rules = {level.name: Rules(level) for level in used}
    traces = Traces(log, {level.name: level for level in used}, len(known))
    found = [sequence for sequence in sequences(log) if sequence.level in rules]
    for done, sequence in enumerate(found):
        attempt = Attempt(sequence.player, sequence.level, sequence.number, np.array(sequence.rows))
        _play(traces, attempt, rules[sequence.level], on_illegal)
        traces.played.append(attempt)
        if done % 50 == 0:
            told("replay", done, len(found))
    return traces


def _play(traces: Traces, attempt: Attempt, rules: Rules, on_illegal: str) -> None:
    play = Play(rules)
    for index in attempt.rows.tolist():
        row = traces.log.rows[index]
        before = play.state
        piece = name = ""
        if rules.level.space is None:
            row.flag("no_map")
        if row.event in TIMED_EVENTS and not any(flag in row.flags for flag in UNPLAYED):
            try:
                piece, name = play.act(row)
            except Unreadable as error:
                _refuse(traces, row, "unreadable", str(error), on_illegal)
            except IllegalMove as error:
                _refuse(traces, row, "illegal", str(error), on_illegal)
            else:
                if row.event == "move" and row.target and not name:
                    row.flag("zero_length")
        traces.before[index], traces.after[index] = rules.number(before), rules.number(play.state)
        traces.was[index], traces.becomes[index] = map(rules.puzzle._text, (before, play.state))
        traces.piece[index], traces.move[index] = piece, name


def _refuse(traces: Traces, row: Row, flag: str, reason: str, on_illegal: str) -> None:
    if on_illegal == "error":
        raise ClewError(f"{traces.log.source}, line {row.source_row}: {reason}")
    row.flag(flag, reason)
