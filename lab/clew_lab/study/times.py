"""`fit_times`: the skill of players and the difficulty of levels, from the times to a solution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clew.errors import ClewError
from clew_lab.study.additive import fit_additive, split_half

if TYPE_CHECKING:
    from clew_lab.study.additive import Additive
    from clew_lab.study.table import Table
    from clew_lab.study.traces import Floats, Traces


class TimesFit:
    """log time = `mean` - skill of the player + difficulty of the level + noise of spread `sigma`.

    `players`, `skill`, `skill_se`: names, effects and their standard errors, in log ms; larger is faster.
    `levels`, `difficulty`, `difficulty_se`: larger is slower. Both effects have mean 0. `reliability`:
    "skill" and "difficulty", split-half correlations over random halves, stepped up by Spearman and Brown.
    `n`: solved pairs of player and level. `connected`: whether all players can be compared through common
    levels; if not, effects of different components cannot be compared.
    """

    def __init__(self, fit: Additive, reliability: dict[str, float]) -> None:
        self.players, self.levels = fit.rows, fit.columns
        self.skill, self.skill_se = -fit.row_effect, fit.row_se
        self.difficulty, self.difficulty_se = fit.column_effect, fit.column_se
        self.mean, self.sigma, self.n = fit.mean, fit.sigma, fit.n
        self.connected = fit.connected
        self.reliability = reliability

    def __repr__(self) -> str:
        told = ", ".join(f"{name} {value:.2f}" for name, value in self.reliability.items())
        return (
            f"<TimesFit of {self.n:,} solutions: {len(self.players)} players, {len(self.levels)} levels, "
            f"sigma {self.sigma:.3f}, split-half {told}>"
        )

    def to_dict(self) -> dict[str, Any]:
        """The whole fit as plain values, for JSON; None for unknown values."""
        return {
            "n": self.n,
            "mean": self.mean,
            "sigma": plain(self.sigma),
            "connected": self.connected,
            "reliability": {name: plain(value) for name, value in self.reliability.items()},
            "skill": effects(self.players, self.skill, self.skill_se),
            "difficulty": effects(self.levels, self.difficulty, self.difficulty_se),
        }


def plain(value: float) -> float | None:
    """A number for JSON, which knows no NaN."""
    return float(value) if np.isfinite(value) else None


def effects(names: list[str], values: Floats, errors: Floats) -> dict[str, dict[str, float | None]]:
    """Effects by name, with their standard errors."""
    return {
        name: {"estimate": plain(value), "se": plain(error)}
        for name, value, error in zip(names, values.tolist(), errors.tolist(), strict=True)
    }


class Solutions:
    """For each player and solved level: time and moves until the first solution, over all attempts.

    `player`, `level` lists of names; `time_ms`, `moves` (n,).
    """

    def __init__(self, attempts: Table) -> None:
        sums: dict[tuple[str, str], list[float]] = {}
        done: dict[tuple[str, str], bool] = {}
        order = np.lexsort([attempts["attempt"]])
        for row in order.tolist():
            pair = attempts["player"][row], attempts["level"][row]
            if done.get(pair):
                continue
            held = sums.setdefault(pair, [0.0, 0.0])
            held[0] += attempts["time_ms"][row]
            held[1] += attempts["moves"][row]
            done[pair] = bool(attempts["solved"][row])
        solved = [pair for pair in sums if done[pair]]
        self.player = [pair[0] for pair in solved]
        self.level = [pair[1] for pair in solved]
        self.time_ms = np.array([sums[pair][0] for pair in solved])
        self.moves = np.array([sums[pair][1] for pair in solved])


def fit_times(traces: Traces, *, seed: int = 0, halves: int = 100) -> TimesFit:
    """Additive skill and difficulty of log time to the first solution, by least squares.

    Earlier attempts at the level count; pairs without a known time do not. `halves`: the number of random
    splits for the reliabilities. Raises `ClewError` for fewer than two players or levels with times.
    """
    fit = traces.kept(("times", seed, halves), lambda: _fit(traces, seed, halves))
    assert isinstance(fit, TimesFit)
    return fit


def _fit(traces: Traces, seed: int, halves: int) -> TimesFit:
    found = Solutions(traces.attempts())
    known = np.flatnonzero(np.isfinite(found.time_ms) & (found.time_ms > 0))
    players = [found.player[i] for i in known]
    levels = [found.level[i] for i in known]
    if len(set(players)) < 2 or len(set(levels)) < 2:
        raise ClewError("fit_times needs times of solutions from at least two players at two levels")
    logs = np.log(found.time_ms[known])
    reliability = {
        "skill": split_half(players, levels, logs, halves, seed, over="columns"),
        "difficulty": split_half(players, levels, logs, halves, seed, over="rows"),
    }
    return TimesFit(fit_additive(players, levels, logs), reliability)
