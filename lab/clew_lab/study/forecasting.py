"""`fit_difficulty`: fits the model of `clew.predict_difficulty` to the players of a log.

Every figure about the quality of the fit is computed by leaving levels out: a level is forecast by a model
that was fitted to the others, so that it says something about levels that nobody has played yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.stats import t as student

from clew.errors import ClewError
from clew.measures.difficulty import MEASURES, rate
from clew.measures.features import NAMES, features
from clew.measures.model import COVERAGE, TARGETS, Alone, Line, Model, logit
from clew.measures.rating import SLOW
from clew_lab.study.ranks import spearman
from clew_lab.study.times import Solutions

if TYPE_CHECKING:
    from clew_lab.study.traces import Floats, Traces

LEVELS = 8
"""The fewest levels to fit a model to."""

PLAYERS = 3
"""The fewest players who solved a level that counts."""

SHRINKAGE = 3.0
"""How strongly coefficients are pulled towards 0; least squares would be 0."""


class Played(NamedTuple):
    """The levels of a log: `names`, `x` (levels, features), and `y` (levels,) for each target.

    A level's `seconds` and `moves` are medians over the players who solved it, all their attempts at it up
    to the solution together; `solved` is the share of its players who did, half a player added to both sides.
    """

    names: list[str]
    x: Floats
    y: dict[str, Floats]


def fit_difficulty(traces: Traces) -> Model:
    """Fits the model of `clew.predict_difficulty` to these players, for `save` and for `model=`.

    Levels count that have a map and were solved by at least 3 players with known times. `fitted` of the model
    has the figures of its errors. Raises `ClewError` if fewer than 8 levels count.
    """
    played = played_levels(traces)
    lines, alone = {}, {}
    leverage, centre, scale = np.eye(len(NAMES)), np.zeros(len(NAMES)), np.ones(len(NAMES))
    for target in TARGETS:
        y = played.y[target.name]
        fit = Ridge(played.x, y)
        lines[target.name] = Line(fit.intercept, fit.coefficients, fit.spread)
        leverage, centre, scale = fit.leverage, fit.centre, fit.scale
        alone[target.name] = _alone(played.x[:, :1], y)
    n = len(played.names)
    fitted = {
        "levels": n,
        "players": len(traces.log.players),
        "attempts": len(traces.played),
        "families": sorted({traces.boards[name].puzzle.family for name in played.names}),
        "shrinkage": SHRINKAGE,
        "errors": errors(traces, played),
    }
    return Model(centre, scale, leverage, n, quantile(n), lines, alone, fitted)


def _alone(moves: Floats, y: Floats) -> Alone:
    """The least-squares line over the logarithm of the fewest moves, (levels, 1)."""
    fit = Ridge(moves, y, 0.0)
    slope = float(fit.coefficients[0] / fit.scale[0])
    return Alone(fit.intercept - slope * float(fit.centre[0]), slope, fit.spread)


def played_levels(traces: Traces) -> Played:
    """The levels that count. Raises `ClewError` if they are too few."""
    found = Solutions(traces.attempts())
    level = np.array(found.level, dtype=object)
    known = np.isfinite(found.time_ms) & (found.time_ms > 0) & (found.moves > 0)
    tried = {name: len({a.player for a in traces.played if a.level == name}) for name in traces.boards}
    names, rows = [], []
    values: dict[str, list[float]] = {target.name: [] for target in TARGETS}
    for name, board in sorted(traces.boards.items()):
        here = (level == name) & known
        if board.space is None or here.sum() < PLAYERS or board.space.is_goal[board.space.start]:
            continue
        names.append(name)
        rows.append(features(board.space))
        values["seconds"].append(float(np.log(np.median(found.time_ms[here]) / 1000)))
        values["moves"].append(float(np.log(np.median(found.moves[here]))))
        solved = int((level == name).sum())
        values["solved"].append(logit((solved + 0.5) / (tried[name] + 1)))
    if len(names) < LEVELS:
        raise ClewError(
            f"{len(names)} levels have a map and {PLAYERS} players who solved them; a model of difficulty "
            f"needs {LEVELS}"
        )
    return Played(names, np.array(rows), {name: np.array(column) for name, column in values.items()})


def quantile(n: int) -> float:
    """Of Student's t: the half width of the interval in standard deviations, of a fit to n levels."""
    return float(student.ppf((1 + COVERAGE) / 2, n - len(NAMES) - 1))


class Ridge:
    """A ridge regression on standardized columns; `spread` is the standard deviation of its errors on a
    level that was left out, before the factor for how unusual the level is."""

    def __init__(self, x: Floats, y: Floats, shrinkage: float = SHRINKAGE) -> None:
        self.centre, self.scale = x.mean(axis=0), x.std(axis=0)
        self.scale[self.scale == 0] = 1.0
        z = (x - self.centre) / self.scale
        self.n = len(y)
        self.leverage: Floats = np.linalg.pinv(z.T @ z + shrinkage * np.eye(x.shape[1]))
        self.intercept = float(y.mean())
        self.coefficients: Floats = self.leverage @ z.T @ (y - y.mean())
        own = 1 / self.n + np.einsum("ij,jk,ik->i", z, self.leverage, z)
        # The residual of a level left out follows from its residual and its leverage, which is 1 for a level
        # that alone decides a coefficient.
        left_out = (y - self.intercept - z @ self.coefficients) / np.maximum(1 - own, 1e-9)
        self.spread = float(np.sqrt(np.mean(left_out**2 / (1 + own))))

    def at(self, row: Floats) -> tuple[float, float]:
        """The forecast, and its standard deviation."""
        z = (row - self.centre) / self.scale
        wide = np.sqrt(1 + 1 / self.n + z @ self.leverage @ z)
        return float(self.intercept + z @ self.coefficients), float(self.spread * wide)


def errors(traces: Traces, played: Played) -> dict[str, Any]:
    """For each target: R², rank correlation and coverage of the model, leaving levels out; the same R² and
    rank correlation of the fewest moves alone and of the best single measure."""
    single = _single_measures(traces, played.names)
    found = {}
    for target in TARGETS:
        y = played.y[target.name]
        forecast, spread = left_out(played.x, y)
        inside = np.abs(y - forecast) <= quantile(len(y) - 1) * spread
        scores = {name: score(column[:, None], y, 0.0) for name, column in single.items()}
        scores.setdefault("min_moves", dict.fromkeys(("r2", "rho", "rho_fitted")))  # if all have the same
        best = max(scores, key=lambda name: scores[name]["r2"] or 0.0)
        found[target.name] = {
            "model": {**score(played.x, y), "coverage": round(float(inside.mean()), 3)},
            "min_moves": scores["min_moves"],
            "best_measure": {"name": best, **scores[best]},
        }
    return found


def score(x: Floats, y: Floats, shrinkage: float = SHRINKAGE) -> dict[str, float | None]:
    """R² and rank correlation of a regression, leaving levels out; and its rank correlation fitted to all.

    None where all levels have the same value.
    """
    if np.ptp(y) == 0:
        return {"r2": None, "rho": None, "rho_fitted": None}
    forecast = left_out(x, y, shrinkage)[0]
    whole = Ridge(x, y, shrinkage)
    fitted = np.array([whole.at(row)[0] for row in x])
    r2 = 1 - ((y - forecast) ** 2).sum() / ((y - y.mean()) ** 2).sum()
    return {
        "r2": round(float(r2), 3),
        "rho": _rounded(spearman(forecast, y)),
        "rho_fitted": _rounded(spearman(fitted, y)),
    }


def _rounded(value: float) -> float | None:
    return round(value, 3) if np.isfinite(value) else None


def left_out(x: Floats, y: Floats, shrinkage: float = SHRINKAGE) -> tuple[Floats, Floats]:
    """For each level the forecast, and its standard deviation, of a model fitted to the others."""
    rows = np.arange(len(y))
    found = [Ridge(x[rows != i], y[rows != i], shrinkage).at(x[i]) for i in rows.tolist()]
    return np.array([row[0] for row in found]), np.array([row[1] for row in found])


def _single_measures(traces: Traces, names: list[str]) -> dict[str, Floats]:
    """log(1 + value) of every measure that is a finite number on all these levels, and differs."""
    wanted = [name for name in MEASURES if name not in (*SLOW, "farthest")]
    table = [rate(traces.boards[name].space or "", wanted) for name in names]
    found = {}
    for name in wanted:
        column = np.array([np.nan if row[name] is None else row[name] for row in table], dtype=np.float64)
        if np.isfinite(column).all() and (column >= 0).all() and np.ptp(column) > 0:
            found[name] = np.log1p(column) if name != "min_moves" else np.log(column)
    return found
