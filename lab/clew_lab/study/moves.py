"""The table of moves: every row of the log, measured against the map of its level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clew.statespace.graph import graph_of
from clew_lab.study.codebook import MOVES
from clew_lab.study.log import TIMED_EVENTS
from clew_lab.study.table import Table
from clew_lab.study.thinking import log_rt_z, runs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clew_lab.study.traces import Attempt, Floats, Ints, Traces

    Bools = NDArray[np.bool_]


def moves_table(traces: Traces, z: float) -> Table:
    """See `Traces.moves`."""
    rows = traces.log.rows
    columns = _as_logged(traces)
    effective = (traces.before != traces.after) & (traces.before >= 0)
    acts = np.array([row.event in TIMED_EVENTS for row in rows], dtype=bool)
    zero = np.array(["zero_length" in row.flags for row in rows], dtype=bool)
    won = np.array([row.event == "win" and not row.flags.keys() & {"illegal", "unreadable"} for row in rows])
    columns["effective"] = effective
    columns["no_effect"] = (zero | won.astype(bool)) & ~effective & (traces.before >= 0)
    columns |= _distances(traces, effective)
    columns |= _choices(traces, effective)
    columns |= _order(traces, effective, columns["d_after"], columns["d_before"])
    timed = effective & acts & ~columns["automatic"]
    columns["log_rt_z"] = log_rt_z(columns["player"], columns["rt_ms"], timed)
    columns["pause"] = columns["log_rt_z"] > z
    columns["run_id"] = runs(traces, columns["pause"])
    return Table(MOVES, columns)


def _as_logged(traces: Traces) -> dict[str, Any]:
    rows = traces.log.rows
    attempt = np.full(len(rows), np.nan)
    for made in traces.played:
        attempt[made.rows] = made.number
    return {
        "player": [row.player for row in rows],
        "level": [row.level for row in rows],
        "attempt": attempt,
        "source_row": [row.source_row for row in rows],
        "event": [row.event for row in rows],
        "t_ms": np.array([row.t_ms for row in rows]),
        "rt_ms": np.array([row.rt_ms for row in rows]),
        "piece": traces.piece,
        "move": traces.move,
        "logged": [row.logged for row in rows],
        "automatic": np.array([row.automatic for row in rows], dtype=bool),
        "state_before": traces.was,
        "state_after": traces.becomes,
        "flag": [";".join(row.flags) for row in rows],
        "flag_reason": ["; ".join(row.flags.values()) for row in rows],
    }


def _distances(traces: Traces, effective: Bools) -> dict[str, Any]:
    """The distance to a goal before and after each move, and what follows from it. Distances may be infinite
    here.
    """
    before, after = np.full(len(effective), np.nan), np.full(len(effective), np.nan)
    for level, rows in _by_level(traces).items():
        before[rows] = traces.distance(level, traces.before[rows])
        after[rows] = traces.distance(level, traces.after[rows])
    finite = np.isfinite(before) & np.isfinite(after)
    gain = np.full(len(effective), np.nan)
    gain[finite] = before[finite] - after[finite]
    known = effective & ~np.isnan(before)
    sign = np.where(before == after, 0.0, np.where(after < before, 1.0, -1.0))
    return {
        "d_before": np.where(np.isinf(before), np.nan, before),
        "d_after": np.where(np.isinf(after), np.nan, after),
        "gain": gain,
        "quality": np.where(known, sign, np.nan),
        "regret": np.where(effective, 1 - gain, np.nan),
        "dead_end": np.isinf(after),
    }


def _by_level(traces: Traces) -> dict[str, Ints]:
    parts: dict[str, list[Ints]] = {}
    for attempt in traces.played:
        parts.setdefault(attempt.level, []).append(attempt.rows)
    return {level: np.concatenate(rows) for level, rows in parts.items()}


def _choices(traces: Traces, effective: Bools) -> dict[str, Any]:
    """For every effective move, the number of available moves of each quality."""
    names = ("n_legal", "n_better", "n_same", "n_worse")
    counts = {name: np.full(len(effective), np.nan) for name in names}
    for level, rows in _by_level(traces).items():
        rows = rows[effective[rows]]
        space = traces.boards[level].space
        if space is None or not len(rows):
            continue
        states, back = np.unique(traces.before[rows], return_inverse=True)
        for name, found in zip(names, choices(space, states), strict=True):
            counts[name][rows] = found[back]
    with np.errstate(divide="ignore", invalid="ignore"):
        chance = counts["n_better"] / counts["n_legal"]
        bits = -np.log2(chance)
    return {**counts, "p_chance": chance, "bits": np.where(np.isfinite(bits), np.abs(bits), np.nan)}


def choices(space: Any, states: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """The number of legal moves of states of a map, and of the better, same and worse ones among them."""
    graph = graph_of(space)
    sources, edges = graph.leaving(states)
    distance = graph.distance.astype(np.int64)
    ahead, here = distance[graph.indices[edges]], distance[sources]
    at = np.searchsorted(states, sources)
    n = len(states)
    better, same, worse = (
        np.bincount(at[kept], minlength=n) for kept in (ahead < here, ahead == here, ahead > here)
    )
    return better + same + worse, better, same, worse


def _order(traces: Traces, effective: Bools, d_after: Floats, d_before: Floats) -> dict[str, Any]:
    """The columns that depend on earlier moves of the same attempt."""
    n = len(effective)
    found: dict[str, Any] = {name: np.zeros(n, dtype=bool) for name in ("undo", "revisit", "same_piece")}
    found["new_min_distance"] = np.zeros(n, dtype=bool)
    found["step"], found["lag_revisit"] = np.full(n, np.nan), np.full(n, np.nan)
    for attempt in traces.played:
        _walk(traces, attempt, effective, d_before, d_after, found)
    return found


def _walk(
    traces: Traces,
    attempt: Attempt,
    effective: Bools,
    d_before: Floats,
    d_after: Floats,
    found: dict[str, Any],
) -> None:
    step, piece = 0, ""
    met: dict[int, int] = {}
    before = traces.before[attempt.rows].tolist()
    after = traces.after[attempt.rows].tolist()
    nearest = float("inf")
    for index, here, there in zip(attempt.rows.tolist(), before, after, strict=True):
        found["step"][index] = step
        if not step and not met:
            met[here] = 0
            nearest = d_before[index] if d_before[index] == d_before[index] else nearest
        if not effective[index]:
            continue
        step += 1
        last = met.get(there)
        if last is not None:
            found["revisit"][index] = True
            found["lag_revisit"][index] = step - last
            found["undo"][index] = step - last == 2
        met[there] = step
        found["same_piece"][index] = bool(piece) and traces.piece[index] == piece
        piece = traces.piece[index]
        if d_after[index] < nearest:
            found["new_min_distance"][index] = True
            nearest = d_after[index]
