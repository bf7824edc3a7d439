"""Figures of single moves: their distances, qualities and times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clew_lab.study.paint import QUALITIES, SECONDS, THREAD

if TYPE_CHECKING:
    from clew_lab.study.table import Table
    from clew_lab.study.traces import Attempt, Traces

LEAST = 30
"""The fewest moves behind a point of a figure."""


def telling(traces: Traces) -> Attempt | None:
    """The attempt that figures show: the first solved one with the most pauses."""
    attempts = traces.attempts()
    if not attempts.n or not np.isfinite(attempts["d_first"]).any():
        return None
    score = np.where(attempts["solved"], 1000.0, 0.0) + attempts["n_pauses"]
    score = np.where(np.isfinite(attempts["d_first"]), score, -1.0)
    return traces.played[int(np.argmax(score))]


def distance_by_step(figure: Any, traces: Traces) -> bool:
    """Draws the distance to the goal along one attempt, with its pauses. False without such an attempt."""
    attempt = telling(traces)
    if attempt is None:
        return False
    moves = traces.moves()
    played = attempt.rows[moves["effective"][attempt.rows]]
    distance = np.concatenate([moves["d_before"][attempt.rows[:1]], moves["d_after"][played]])
    steps = np.arange(len(distance))
    axes = figure.subplots()
    axes.plot(steps, distance, "-", color=THREAD, lw=1.4, label="distance to the goal")
    pause = np.flatnonzero(moves["pause"][played])
    axes.plot(pause, distance[pause], "o", mfc="white", mec="black", ms=6, label="pause before the next move")
    axes.set(
        xlabel="effective moves of the attempt",
        ylabel="fewest moves to a goal",
        title=f"Player {attempt.player}, level {attempt.level}, attempt {attempt.number}",
        ylim=(0, None),
    )
    axes.legend()
    return True


def _by_distance(moves: Table, chosen: Any) -> list[tuple[int, Any]]:
    """The distances at which enough moves began, with these moves."""
    distance = moves["d_before"]
    found = []
    for value in np.unique(distance[chosen]):
        here = chosen & (distance == value)
        if here.sum() >= LEAST:
            found.append((int(value), here))
    return found


def choice_by_distance(figure: Any, traces: Traces) -> bool:
    """Draws times and move qualities by distance to the goal. False if there is too little data."""
    moves = traces.moves()
    chosen = moves["effective"] & ~moves["automatic"] & np.isfinite(moves["d_before"])
    groups = _by_distance(moves, chosen)
    if not groups:
        return False
    figure.set_size_inches(6.4, 6.0)
    above, below = figure.subplots(2, 1, sharex=True)
    x = [value for value, _ in groups]
    times = [moves["rt_ms"][here] / SECONDS for _, here in groups]
    times = [part[np.isfinite(part)] for part in times]
    if all(len(part) for part in times):
        quarters = np.array([np.quantile(part, (0.25, 0.5, 0.75)) for part in times])
        above.fill_between(
            x, quarters[:, 0], quarters[:, 2], color=THREAD, alpha=0.2, lw=0, label="middle half"
        )
        above.plot(x, quarters[:, 1], "o-", color=THREAD, ms=3.5, label="median")
        above.set_ylim(0, None)
        above.legend()
    above.set(ylabel="time before a move (s)")
    for sign, name, colour, mark, line in QUALITIES:
        share = [float(np.mean(moves["quality"][here] == sign)) for _, here in groups]
        below.plot(x, share, marker=mark, ls=line, color=colour, ms=4, label=name)
    below.set(xlabel="fewest moves to a goal before the move", ylabel="share of moves", ylim=(0, 1))
    below.xaxis.get_major_locator().set_params(integer=True)
    below.legend(ncols=3, loc="upper right")
    return True


def pause_by_quality(figure: Any, traces: Traces) -> bool:
    """With 95 % intervals of Wilson (1927)."""
    moves = traces.moves()
    counts = {sign: [0, 0] for sign, *_ in QUALITIES}
    for attempt in traces.played:
        timed = attempt.rows[moves["effective"][attempt.rows] & ~moves["automatic"][attempt.rows]]
        before = moves["quality"][timed][:-1]
        pause, known = moves["pause"][timed][1:], np.isfinite(moves["log_rt_z"][timed][1:])
        for sign, held in counts.items():
            here = (before == sign) & known
            held[0] += int((here & pause).sum())
            held[1] += int(here.sum())
    if not any(of for _, of in counts.values()):
        return False
    axes = figure.subplots()
    for place, (sign, _, colour, mark, _) in enumerate(QUALITIES):
        part, of = counts[sign]
        if not of:
            continue
        low, high = wilson(part, of)
        axes.errorbar(
            place, part / of, [[part / of - low], [high - part / of]], fmt=mark, color=colour, ms=8, capsize=4
        )
        axes.annotate(f"{part:,} of {of:,}", (place, high), (0, 5), textcoords="offset points", ha="center")
    axes.set(
        xticks=range(3),
        xticklabels=[name for _, name, *_ in QUALITIES],
        xlim=(-0.5, 2.5),
        ylim=(0, None),
        xlabel="quality of the move before",
        ylabel="share of moves with a pause before them (95 % interval)",
    )
    axes.margins(y=0.15)
    return True


def wilson(part: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """The interval of a share, after Wilson (1927)."""
    middle = (part + z * z / 2) / (of + z * z)
    half = z / (of + z * z) * float(np.sqrt(part * (of - part) / of + z * z / 4))
    return middle - half, middle + half
