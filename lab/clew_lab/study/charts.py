"""`figures`: the figures of a study, for print, with units on the axes and colours for colour-blind readers.

The colours are those of Okabe and Ito (2008); markers or line styles repeat what they show.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from clew.optional import needed
from clew.replacement import Replacement
from clew_lab.study import charts_maps, charts_moves, charts_times

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from clew_lab.study.traces import Traces

CHARTS: dict[str, Callable[[Any, Traces], bool]] = {
    "distance_by_step": charts_moves.distance_by_step,
    "choice_by_distance": charts_moves.choice_by_distance,
    "pause_by_quality": charts_moves.pause_by_quality,
    "time_by_moves": charts_times.time_by_moves,
    "first_move": charts_times.first_move,
    "difficulty": charts_times.difficulty,
    "map": charts_maps.visits,
}
"""Each draws into a matplotlib figure and returns whether there was anything to draw."""

STYLE = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "savefig.dpi": 200,
    "svg.hashsalt": "clew",
}


def figures(
    traces: Traces,
    folder: str | PathLike[str],
    *,
    formats: tuple[str, ...] = ("png", "pdf"),
    on_progress: Callable[[str, int, int], object] | None = None,
) -> list[str]:
    """Writes the figures to a folder, created if needed; returns the names of the files.

    distance_by_step: distance to the goal over the moves of one attempt, pauses marked. choice_by_distance:
    time before a move, and shares of better, same and worse moves, by distance. pause_by_quality: how often a
    pause follows a better, same or worse move. time_by_moves: time to the solution against moves. first_move:
    time of the first move against excess moves. difficulty: fitted difficulty against measures of the map.
    map: how often each state of a level was visited, one attempt, and the shortest solutions. Figures without
    data in the log are left out. Needs matplotlib: the extra `study`.
    """
    matplotlib = needed("matplotlib", "figures", "study")
    figure_class = needed("matplotlib.figure", "figures", "study").Figure
    target = os.fspath(folder)
    os.makedirs(target, exist_ok=True)
    written = []
    with matplotlib.rc_context(STYLE):
        for done, (name, draw) in enumerate(CHARTS.items()):
            if on_progress is not None:
                on_progress("figures", done, len(CHARTS))
            figure = figure_class(figsize=(6.4, 4.2), layout="constrained")
            if not draw(figure, traces):
                continue
            for ending in formats:
                with Replacement(os.path.join(target, f"{name}.{ending}")) as new:
                    figure.savefig(new.path, format=ending)
                written.append(f"{name}.{ending}")
    return written
