"""Figures of whole attempts and levels: time, moves, difficulty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clew_lab.study.groups import times_or_none
from clew_lab.study.paint import ACCENT, SECONDS, THREAD
from clew_lab.study.ranks import correlation, spearman
from clew_lab.study.times import Solutions

if TYPE_CHECKING:
    from clew_lab.study.traces import Traces

PREDICTORS = (
    ("min_moves", "fewest moves to a goal (moves)"),
    ("bits", "surprise of a shortest solution (bits)"),
)


def time_by_moves(figure: Any, traces: Traces) -> bool:
    """Draws the time to a solution against its moves. False if the log has no times."""
    found = Solutions(traces.attempts())
    known = np.isfinite(found.time_ms) & (found.time_ms > 0) & (found.moves > 0)
    if known.sum() < 3:
        return False
    axes = figure.subplots()
    axes.loglog(
        found.moves[known], found.time_ms[known] / SECONDS, "o", ms=3.5, mfc=THREAD, mec="none", alpha=0.5
    )
    rho = traces.levels()["rho_time_moves"]
    within = f", within levels {np.nanmedian(rho):.2f} (median)" if np.isfinite(rho).any() else ""
    axes.set(
        xlabel="effective moves until the solution",
        ylabel="time until the solution (s)",
        title=f"Spearman's rho {spearman(found.moves[known], found.time_ms[known]):.2f}{within}",
    )
    axes.set_title(axes.get_title(), fontsize=9)
    _plain_ticks(axes)
    return True


def _plain_ticks(axes: Any) -> None:
    """Numbers, not powers, on logarithmic axes."""
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:,.10g}")


def first_move(figure: Any, traces: Traces) -> bool:
    """Draws the time of the first move against the excess moves. False if the log has no times."""
    attempts = traces.attempts()
    first, excess = attempts["first_rt_ms"] / SECONDS, attempts["excess"]
    known = attempts["solved"] & np.isfinite(first) & (first > 0) & np.isfinite(excess)
    if known.sum() < 3:
        return False
    axes = figure.subplots()
    axes.semilogx(first[known], excess[known], "o", ms=3.5, mfc=THREAD, mec="none", alpha=0.5)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.10g}")
    axes.set_yscale("symlog", linthresh=10)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.10g}")
    axes.set(
        xlabel="time before the first move (s)",
        ylabel="moves more than needed (linear to 10)",
        ylim=(-0.5, None),
    )
    axes.set_title(f"Solved attempts: Spearman's rho {spearman(first[known], excess[known]):.2f}", fontsize=9)
    return True


def difficulty(figure: Any, traces: Traces) -> bool:
    """Observed: the effect of the level on log time, with its standard error. Predicted: a straight line."""
    if times_or_none(traces) is None:
        return False
    levels = traces.levels()
    effect, error = levels["difficulty_logtime"], levels["difficulty_logtime_se"]
    figure.set_size_inches(7.2, 3.8)
    both = figure.subplots(1, 2, sharey=True)
    drawn = False
    for axes, (name, words) in zip(both, PREDICTORS, strict=True):
        x = levels[name]
        known = np.isfinite(x) & np.isfinite(effect)
        if known.sum() < 2:
            continue
        drawn = True
        axes.errorbar(
            x[known],
            effect[known],
            error[known],
            fmt="o",
            ms=4,
            color=THREAD,
            ecolor="#777777",
            elinewidth=0.8,
        )
        if np.ptp(x[known]) > 0:
            slope, intercept = np.polyfit(x[known], effect[known], 1)
            ends = np.array([x[known].min(), x[known].max()])
            axes.plot(ends, intercept + slope * ends, "--", color=ACCENT, lw=1.2, label="predicted (line)")
            axes.legend(loc="upper left")
        axes.set(xlabel=words)
        axes.set_title(f"r = {correlation(x, effect):.2f}, {int(known.sum())} levels", fontsize=9)
    both[0].set(ylabel="difficulty: effect on log time ± SE (log ms)")
    return drawn
