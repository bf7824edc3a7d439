"""`summary.json`: the main numbers of a study."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from clew.statespace.arrays import NO_GOAL
from clew_lab.study.log import FLAGS

if TYPE_CHECKING:
    from clew_lab.study.table import Table
    from clew_lab.study.traces import Traces


def summary(traces: Traces) -> dict[str, Any]:
    """Counts of the log, shares of effective moves, transitions between qualities, the levels,
    flagged rows."""
    log, moves, attempts = traces.log, traces.moves(), traces.attempts()
    effective = moves["effective"]
    quality = moves["quality"][effective]
    quality = quality[~np.isnan(quality)]
    event = moves["event"]
    won = attempts["won"]
    flags = Counter(name for row in log.rows for name in row.flags)
    return {
        "rows": len(log),
        "players": len(log.players),
        "levels": len(traces.boards),
        "attempts": attempts.n,
        "solved": int(attempts["solved"].sum()),
        "wins": int(won.sum()),
        "wins_ending_in_a_goal": int((won & (attempts["d_last"] == 0)).sum()),
        "effective_moves": int(effective.sum()),
        "rows_that_move_nothing": int(moves["no_effect"].sum()),
        "win_rows": int((event == "win").sum()),
        "zero_length_drags": int((moves["no_effect"] & (event != "win")).sum()),
        "share_of_effective_moves": {
            name: _share(quality == sign) for name, sign in (("better", 1), ("same", 0), ("worse", -1))
        },
        "worse_after_worse": _worse_after(traces, moves, -1),
        "worse_after_better": _worse_after(traces, moves, 1),
        "undo_rate": _share(moves["undo"][effective]),
        "revisit_rate": _share(moves["revisit"][effective]),
        "pauses": int(moves["pause"].sum()),
        "median_rho_time_moves": _median(traces.levels()["rho_time_moves"]),
        "level": {name: _level(board.space) for name, board in sorted(traces.boards.items())},
        "format": log.format,
        "encoding": log.encoding,
        "rows_outside_attempts": int(np.isnan(moves["attempt"]).sum()),
        "flagged_rows": sum(bool(row.flags) for row in log.rows),
        "flags": {
            name: {"rows": flags[name], "meaning": FLAGS[name], "source_rows": _first(traces, name)}
            for name in FLAGS
            if flags[name]
        },
    }


def _first(traces: Traces, name: str, most: int = 20) -> list[int]:
    """The first rows of the source with that flag."""
    found = (row.source_row for row in traces.log.rows if name in row.flags)
    return [row for row, _ in zip(found, range(most), strict=False)]


def _share(values: Any) -> float | None:
    return float(np.mean(values)) if len(values) else None


def _median(values: Any) -> float | None:
    known = values[np.isfinite(values)]
    return float(np.median(known)) if len(known) else None


def _worse_after(traces: Traces, moves: Table, sign: int) -> float | None:
    """Of the effective moves right after one of that quality, in the same attempt, the share that
    are worse."""
    after = []
    for attempt in traces.played:
        quality = moves["quality"][attempt.rows[moves["effective"][attempt.rows]]]
        after.append(quality[1:][quality[:-1] == sign])
    followed = np.concatenate(after) if after else np.zeros(0)
    return _share(followed[~np.isnan(followed)] == -1)


def _level(space: Any) -> dict[str, int | None]:
    if space is None:
        return {"min_moves": None, "states": None}

    least = int(space.distance[space.start])
    return {"min_moves": None if least == NO_GOAL else least, "states": space.n}
