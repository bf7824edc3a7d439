"""The tables of levels and of players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clew.errors import ClewError
from clew.measures.difficulty import MEASURES, rate
from clew_lab.study.codebook import LEVELS_OF_PLAY, PLAYERS, Column
from clew_lab.study.ranks import spearman
from clew_lab.study.styles import strategies
from clew_lab.study.table import Table
from clew_lab.study.times import Solutions, TimesFit, fit_times

if TYPE_CHECKING:
    from clew_lab.study.traces import Traces

TEXTS = ("farthest",)
LEFT_OUT = ("betweenness",)
"""The measure that takes longer than all others together."""

MEASURED = tuple(name for name in MEASURES if name not in LEFT_OUT)
LEVELS = (
    Column("level", "text", "", "name of the level"),
    *LEVELS_OF_PLAY,
    *(
        Column(name, "text" if name in TEXTS else "float", "", f"of the map: {MEASURES[name]}")
        for name in MEASURED
    ),
)

nan = float("nan")


def times_or_none(traces: Traces) -> TimesFit | None:
    """The fit of times; None if the log has too few."""
    try:
        return fit_times(traces)
    except ClewError:
        return None


def levels_table(traces: Traces) -> Table:
    """See `Traces.levels`."""
    attempts = traces.attempts()
    found = Solutions(attempts)
    fit = times_or_none(traces)
    effects = {} if fit is None else _by_name(fit.levels, fit.difficulty, fit.difficulty_se)
    solved_level = np.array(found.level, dtype=object)
    rows = []
    for name, board in traces.boards.items():
        mine = attempts["level"] == name
        here = solved_level == name
        players = set(attempts["player"][mine])
        excess = attempts["excess"][mine & attempts["solved"]]
        effect, error = effects.get(name, (nan, nan))
        times = found.time_ms[here]
        rows.append(
            {
                "level": name,
                "n": len(players),
                "attempts": int(mine.sum()),
                "solve_rate": int(here.sum()) / len(players) if players else nan,
                "difficulty_logtime": effect,
                "difficulty_logtime_se": error,
                "mean_excess": float(excess.mean()) if len(excess) else nan,
                "restarts": int((mine & attempts["restarted"]).sum()),
                "median_time_ms": float(np.median(times)) if np.isfinite(times).any() else nan,
                "rho_time_moves": spearman(times, found.moves[here]),
                **_measures(board.space),
            }
        )
    return Table(LEVELS, {column.name: [row[column.name] for row in rows] for column in LEVELS})


def _by_name(names: list[str], values: Any, errors: Any) -> dict[str, tuple[float, float]]:
    return {
        name: (value, error)
        for name, value, error in zip(names, values.tolist(), errors.tolist(), strict=True)
    }


def _measures(space: Any) -> dict[str, Any]:
    found = {} if space is None else rate(space, MEASURED).to_dict()
    values = {name: found.get(name) for name in MEASURED}
    return {
        name: (value or "") if name in TEXTS else (nan if value is None else value)
        for name, value in values.items()
    }


def players_table(traces: Traces) -> Table:
    """See `Traces.players`."""
    moves, attempts = traces.moves(), traces.attempts()
    fit, style = times_or_none(traces), strategies(traces)
    skills = {} if fit is None else _by_name(fit.players, fit.skill, fit.skill_se)
    at = {name: k for k, name in enumerate(style.players)}
    rows = []
    for name in traces.log.players:
        mine, played = moves["player"] == name, attempts["player"] == name
        effective = mine & moves["effective"]
        quality, rt = moves["quality"][effective], moves["rt_ms"][effective & ~moves["automatic"]]
        k = at.get(name)
        own = {key: nan if k is None else value[k] for key, value in style.features.items()}
        skill, error = skills.get(name, (nan, nan))
        rows.append(
            {
                "player": name,
                "levels": len(set(attempts["level"][played])),
                "attempts": int(played.sum()),
                "solved": len(set(attempts["level"][played & attempts["solved"]])),
                "moves": int(effective.sum()),
                "flagged": int((moves["flag"][mine] != "").sum()),
                "median_rt_ms": float(np.nanmedian(rt)) if np.isfinite(rt).any() else nan,
                "share_better": float(np.mean(quality == 1)) if len(quality) else nan,
                "skill": skill,
                "skill_se": error,
                **own,
                "acting_share": 1 - own["thinking_share"],
                "cluster": nan if k is None else style.cluster[k],
            }
        )
    return Table(PLAYERS, {column.name: [row[column.name] for row in rows] for column in PLAYERS})
