"""Which features forecast people best, and how well the choice itself works: for docs/difficulty.md.

Every candidate is a ridge regression on the logarithm of the fewest moves and on other features, each for one
reason why levels are hard. `nested` forecasts each level by the candidate that did best among the 34 other
levels, leaving one of those out at a time; so its figures, unlike those of the best candidate, are not better
for having chosen. `ceiling` is the R² of a forecast without errors: the rest is chance in who played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clew.measures.difficulty import rate
from clew.measures.features import features
from clew.measures.hitting_time import expected_moves
from clew.measures.optimal_subgraph import optimal_subgraph
from clew.statespace.graph import graph_of
from clew_lab.study.forecasting import SHRINKAGE, left_out
from clew_lab.study.ranks import spearman
from clew_lab.study.times import Solutions
from tools.subgoals import tree_size

if TYPE_CHECKING:
    from clew.statespace.space import StateSpace
    from clew_lab.study.forecasting import Played
    from clew_lab.study.traces import Floats, Traces

TARGETS = ("seconds", "moves")
DRAWS = 200

REASONS = {
    "log_look2": "the moves of a random walk to within 2 moves of a goal",
    "log_look5": "the moves of a random walk to within 5 moves",
    "log_walk": "`log_walk`",
    "choices": "`choices`",
    "log_width": "the states on some optimal solution",
    "losing": "the share of legal moves there that lead away from the goal",
    "counterintuitive": "the moves of an optimal solution after which the board looks worse",
    "repeats": "the moves of an optimal solution that move a piece again",
    "log_states": "the states within reach",
    "log_subgoals": "the size of the tree of subgoals: which piece must move so that which may move",
}
"""The features besides the fewest moves, in words."""

SHIPPED = ("log_walk", "choices")


def choice(traces: Traces, played: Played) -> dict[str, Any]:
    """R² and rank correlation of each candidate and of the nested choice, and the ceiling, by target."""
    table = {name: column_of(traces, played.names, name) for name in REASONS}
    par = played.x[:, :1]
    candidates = {"log_moves": par}
    candidates |= {name: np.column_stack([par, column]) for name, column in table.items()}
    candidates["shipped"] = np.column_stack([par, *(table[name] for name in SHIPPED)])
    candidates["all"] = np.column_stack([par, *table.values()])
    found: dict[str, Any] = {}
    for target in TARGETS:
        y = played.y[target]
        figures = {name: _figures(_forecast(x, y), y) for name, x in candidates.items()}
        figures["nested"] = _figures(nested(candidates, y), y)
        found[target] = {"candidates": figures, "ceiling": round(ceiling(traces, played, target), 2)}
    return found


def nested(candidates: dict[str, Floats], y: Floats) -> Floats:
    """For each level the forecast of the candidate that did best among the other levels."""
    rows = np.arange(len(y))
    forecast = np.empty(len(y))
    for i in rows.tolist():
        others = rows != i
        scores = {name: _r2(_forecast(x[others], y[others]), y[others]) for name, x in candidates.items()}
        best = candidates[max(scores, key=lambda name: scores[name])]
        forecast[i] = _forecast_of(best, y, i)
    return forecast


def _forecast(x: Floats, y: Floats) -> Floats:
    return left_out(x, y, SHRINKAGE if x.shape[1] > 1 else 0.0)[0]


def _forecast_of(x: Floats, y: Floats, i: int) -> float:
    return float(_forecast(x, y)[i])


def _figures(forecast: Floats, y: Floats) -> dict[str, float]:
    return {"r2": round(_r2(forecast, y), 3), "rho": round(spearman(forecast, y), 3)}


def _r2(forecast: Floats, y: Floats) -> float:
    return float(1 - ((y - forecast) ** 2).sum() / ((y - y.mean()) ** 2).sum())


def ceiling(traces: Traces, played: Played, target: str) -> float:
    """The share of the variance between levels that stays when the players of each are drawn anew."""
    found = Solutions(traces.attempts())
    values = found.time_ms if target == "seconds" else found.moves
    random = np.random.default_rng(0)
    noise = []
    for name in played.names:
        here = values[(np.array(found.level, dtype=object) == name) & (found.time_ms > 0)]
        drawn = here[random.integers(0, len(here), (DRAWS, len(here)))]
        noise.append(np.log(np.median(drawn, axis=1)).var())
    return 1 - float(np.mean(noise)) / float(played.y[target].var())


def column_of(traces: Traces, names: list[str], feature: str) -> Floats:
    """A feature of all levels."""
    return np.array([_value(traces.boards[name].space, feature) for name in names], dtype=np.float64)


def _value(space: StateSpace | None, feature: str) -> float:
    assert space is not None
    graph = graph_of(space)
    if feature in SHIPPED:
        return float(getattr(features(space), feature))
    if feature.startswith("log_look"):
        distance = graph.distance.astype(float)
        return float(np.log(expected_moves(graph, distance <= int(feature[8:]), distance)))
    if feature == "log_subgoals":
        return float(np.log(tree_size(str(space.puzzle.initial()))))
    if feature == "losing":
        return _losing(space)
    measure = {"log_width": "corridor_states", "log_states": "states"}.get(feature, feature)
    value = rate(space, [measure])[measure]
    assert isinstance(value, int | float)
    return float(np.log1p(value)) if feature.startswith("log_") else float(value)


def _losing(space: StateSpace) -> float:
    graph = graph_of(space)
    found = optimal_subgraph(graph)
    sources, edges = graph.leaving(found.states)
    away = graph.distance[graph.indices[edges]].astype(int) > graph.distance[sources].astype(int)
    place = np.full(graph.n, -1, np.int64)
    place[found.states] = np.arange(len(found.states))
    weight = found.visit[place[sources]] / graph.degree[sources]
    return float((weight * away).sum() / weight.sum())
