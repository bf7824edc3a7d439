"""The figure of a map: how often each state was visited, one attempt, and the shortest solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clew.measures.optimal_subgraph import optimal_subgraph
from clew.statespace.graph import graph_of
from clew_lab.study.charts_moves import telling
from clew_lab.study.paint import ACCENT, THREAD

if TYPE_CHECKING:
    from clew_lab.study.traces import Traces

SMALLEST, LARGEST = 6.0, 120.0
"""Areas of marks, in square points."""

LEGEND = 1.2
"""The height of the title and the legend, in inches."""


def visits(figure: Any, traces: Traces) -> bool:
    """Draws how often each state was visited. False if no level has a map to show."""
    attempt = telling(traces)
    space = None if attempt is None else traces.boards[attempt.level].space
    if attempt is None or space is None:
        return False
    met = np.zeros(space.n)
    moves = traces.moves()
    tries = [other for other in traces.played if other.level == attempt.level]
    for other in tries:
        played = other.rows[moves["effective"][other.rows]]
        np.add.at(met, np.concatenate([traces.before[other.rows[:1]], traces.after[played]]), 1)
    places = space.layout(seed=0)
    wide, high = np.ptp(places, axis=0)
    figure.set_size_inches(6.4, LEGEND + float(np.clip(6.4 * high / wide, 2.0, 6.4)) if wide else 6.4)
    axes = figure.subplots()
    axes.scatter(*places.T, s=1.5, color="#cccccc", lw=0, rasterized=True, label="states")
    seen = np.flatnonzero(met)
    size = SMALLEST + (LARGEST - SMALLEST) * met[seen] / met.max()
    axes.scatter(
        *places[seen].T,
        s=size,
        color="#56B4E9",
        alpha=0.7,
        lw=0,
        label=f"met, at most {met.max():.0f} times",
    )
    graph = graph_of(space)
    best = optimal_subgraph(graph).states
    axes.scatter(*places[best].T, s=26, fc="none", ec="black", lw=0.9, label="on a shortest solution")
    played = attempt.rows[moves["effective"][attempt.rows]]
    way = places[np.concatenate([traces.before[attempt.rows[:1]], traces.after[played]])]
    axes.plot(*way.T, "-", color=ACCENT, lw=1.1, alpha=0.9, label=f"one attempt, {len(played)} moves")
    axes.plot(*places[space.start], "s", color=THREAD, ms=8, mec="white", label="start")
    goals = np.flatnonzero(space.is_goal & (met > 0))
    if len(goals):
        axes.plot(*places[goals].T, "D", color="#009E73", ms=6, mec="white", ls="none", label="goals met")
    axes.set(
        aspect="equal",
        xticks=[],
        yticks=[],
        xlabel="places: distances in the picture are like those in moves (layout: stress)",
    )
    axes.grid(False)
    axes.set_title(f"Level {attempt.level}: {space.n:,} states, {len(tries)} attempts", fontsize=9)
    figure.legend(loc="outside lower center", ncols=3, fontsize=8)
    return True
