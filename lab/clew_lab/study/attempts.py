"""The table of attempts, each row computed from the moves of one attempt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clew_lab.study.codebook import ATTEMPTS
from clew_lab.study.log import TIMED_EVENTS
from clew_lab.study.table import Table

if TYPE_CHECKING:
    from clew_lab.study.traces import Attempt, Floats, Ints, Traces

UNTIMED = frozenset({"missing_time", "bad_time", "clock_reset"})
"""Row flags that make the time of their attempt unknown."""

nan = float("nan")


def attempts_table(traces: Traces, moves: Table) -> Table:
    """See `Traces.attempts`."""
    found = [_attempt(traces, moves, attempt) for attempt in traces.played]
    values = {column.name: [row[column.name] for row in found] for column in ATTEMPTS}
    table = Table(ATTEMPTS, values)
    return table.changed(restarted=_restarted(traces, table))


def _restarted(traces: Traces, table: Table) -> Any:
    """Ended by an event, or followed by another attempt at the same level."""
    most: dict[tuple[str, str], int] = {}
    for attempt in traces.played:
        most[attempt.player, attempt.level] = max(
            attempt.number, most.get((attempt.player, attempt.level), 0)
        )
    followed = np.array([attempt.number < most[attempt.player, attempt.level] for attempt in traces.played])
    over = table["solved"] | table["surrendered"]
    return table["restarted"] | (followed.astype(bool) & ~over)


def _attempt(traces: Traces, moves: Table, attempt: Attempt) -> dict[str, Any]:
    log_rows = [traces.log.rows[index] for index in attempt.rows.tolist()]
    events = {row.event for row in log_rows}
    rows = attempt.rows
    played = rows[moves["effective"][rows]]
    seen = _seen(moves, rows, played)
    solved = bool((seen == 0).any())
    count = len(played)
    least = seen[0]
    sound = solved and np.isfinite(least)
    return {
        "player": attempt.player,
        "level": attempt.level,
        "attempt": attempt.number,
        "source_row": min(row.source_row for row in log_rows),
        "rows": len(rows),
        "flagged": sum(bool(row.flags) for row in log_rows),
        "solved": solved,
        "won": "win" in events,
        "restarted": "restart" in events and not solved,
        "surrendered": "surrender" in events,
        "hints": sum(row.event == "hint" for row in log_rows),
        "moves": count,
        "min_moves": least,
        "d_first": least,
        "d_last": seen[-1],
        "excess": count - least if sound else nan,
        "excess_ratio": count / least if sound and least else nan,
        "unique_states": len(np.unique(np.concatenate([traces.before[rows[:1]], traces.after[played]]))),
        "coverage": _coverage(traces, attempt, played),
        **_shares(moves, played),
        **_times(traces, moves, rows, played),
        **_way(moves, seen, played),
        **_after_pauses(moves, played),
    }


def _seen(moves: Table, rows: Ints, played: Ints) -> Floats:
    """The distance at the start and after every effective move; NaN where no goal can be reached."""
    return np.concatenate([moves["d_before"][rows[:1]], moves["d_after"][played]])


def _coverage(traces: Traces, attempt: Attempt, played: Ints) -> float:
    space = traces.boards[attempt.level].space
    if space is None:
        return nan
    met = np.unique(np.concatenate([traces.before[attempt.rows[:1]], traces.after[played]]))
    return len(met) / space.n


def _shares(moves: Table, played: Ints) -> dict[str, float]:
    quality = moves["quality"][played]
    quality = quality[~np.isnan(quality)]
    found = {
        name: float(np.mean(quality == sign)) if len(quality) else nan
        for name, sign in (("share_better", 1), ("share_same", 0), ("share_worse", -1))
    }
    for name, column in (("undo_rate", "undo"), ("revisit_rate", "revisit")):
        found[name] = float(np.mean(moves[column][played])) if len(played) else nan
    return found


def _times(traces: Traces, moves: Table, rows: Ints, played: Ints) -> dict[str, float]:
    log_rows = traces.log.rows
    timed = [
        index
        for index in rows.tolist()
        if log_rows[index].event in TIMED_EVENTS
        and not log_rows[index].automatic
        and "duplicate" not in log_rows[index].flags
    ]
    rt = moves["rt_ms"]
    known = traces.log.has_times and timed and not any(UNTIMED & log_rows[i].flags.keys() for i in timed)
    time = float(np.nansum(rt[timed])) if known else nan
    own = rt[played[~moves["automatic"][played]]]
    first = float(own[0]) if len(own) else nan
    return {
        "time_ms": time,
        "first_rt_ms": first,
        "first_share": first / time if time > 0 else nan,
        "median_rt_ms": float(np.nanmedian(own)) if np.isfinite(own).any() else nan,
    }


def _way(moves: Table, seen: Floats, played: Ints) -> dict[str, float]:
    """The detour, and the moves after the last visit to the largest distance."""
    if not np.isfinite(seen).any():
        names = ("max_detour", "final_path_moves", "final_path_ms", "slope")
        return dict.fromkeys(names, nan)
    largest = np.nanmax(seen)
    turn = int(np.flatnonzero(seen == largest)[-1])
    final = played[turn:]
    known = np.isfinite(seen)
    steps = np.arange(len(seen))[known]
    apart = steps - steps.mean()
    slope = float((apart * seen[known]).sum() / (apart**2).sum()) if len(steps) > 1 else nan
    return {
        "max_detour": float(largest - seen[0]),
        "final_path_moves": len(final),
        "final_path_ms": float(moves["rt_ms"][final[~moves["automatic"][final]]].sum()),
        "slope": slope,
    }


def _after_pauses(moves: Table, played: Ints) -> dict[str, float]:
    pause = moves["pause"][played]
    gain, quality = moves["gain"][played], moves["quality"][played]
    found: dict[str, float] = {"n_pauses": int(pause.sum())}
    for name, sign in (("gain_after_pause_error", -1), ("gain_after_pause_good", 1)):
        after = gain[1:][pause[1:] & (quality[:-1] == sign)]
        after = after[np.isfinite(after)]
        found[name] = float(after.mean()) if len(after) else nan
    return found
