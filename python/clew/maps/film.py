"""`space.film`: the map turns in space; it grows from the start, then a solution runs through it, with its
board beside it.
"""

from __future__ import annotations

import os
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clew.errors import ClewError, LimitReached
from clew.maps.frames import Frames, steps_along
from clew.maps.gates import gates_of
from clew.maps.highlight import states_of
from clew.maps.layout import layout_of
from clew.maps.reels import FORMATS, RATES, check, reel
from clew.maps.scale import scale_of
from clew.maps.shape import pairs, smoothest
from clew.maps.turntable import Turntable
from clew.measures.optimal_subgraph import optimal_subgraph
from clew.pictures.colours import THEMES
from clew.puzzles.fields import closest
from clew.search.limits import Run
from clew.statespace.arrays import NO_GOAL
from clew.statespace.graph import graph_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.measures.optimal_subgraph import OptimalSubgraph
    from clew.search.limits import Limits
    from clew.statespace.space import StateSpace

WIDTHS = (320, 3840)
DURATIONS = (1.0, 120.0)
GROWING = 3.5
RESTING = 2.5
PER_MOVE = 0.4
RUNNING = (3.0, 14.0)
"""Seconds: of the growth, of the end, of each move, and the least and the most of all moves together."""


class Times(NamedTuple):
    """The seconds at which the growth, the path and the whole animation end."""

    grown: float
    solved: float
    end: float

    @classmethod
    def of(cls, moves: int, duration: float | None) -> Times:
        """The times for a path of that many moves, in `duration` seconds if given."""
        running = float(np.clip(PER_MOVE * moves, *RUNNING)) if moves else 0.0
        times = cls(GROWING, GROWING + running, GROWING + running + RESTING)
        return times if duration is None else cls(*(time * duration / times.end for time in times))


def film(
    space: StateSpace,
    path: str | os.PathLike[str],
    *,
    highlight: Any = None,
    theme: str = "light",
    width: int = 720,
    duration: float | None = None,
    seed: int = 0,
    limits: Limits | None = None,
    on_progress: Callable[[int, int], object] | None = None,
) -> None:
    """See `StateSpace.film`."""
    name = os.fspath(path)
    form = format_of(name)
    _check(theme, width, duration)
    check(form)
    began = monotonic()
    with Run(limits) as run:
        frames, times = _prepared(
            space, highlight, "light" if theme == "auto" else theme, width, duration, seed
        )
        count = max(2, round(times.end * RATES[form]))
        with reel(name, form, frames.size, frames.samples()) as tape:
            for number in range(count):
                _within(run.limits, began, f"after {number} of {count} frames")
                tape.add(_frame(frames, times, number / count * times.end, number / (count - 1)))
                if on_progress is not None:
                    on_progress(number + 1, count)


def format_of(path: str) -> str:
    """The format of an animation. Raises `ClewError` for another ending."""
    form = os.path.splitext(path)[1].lower().lstrip(".")
    if form not in FORMATS:
        endings = ", ".join("." + known for known in FORMATS)
        raise ClewError(f"{path}: the name of an animation must end in {endings}")
    return form


def _prepared(
    space: StateSpace, highlight: Any, theme: str, width: int, duration: float | None, seed: int
) -> tuple[Frames, Times]:
    graph = graph_of(space)
    places = layout_of(space, "stress", seed, 3)
    found: OptimalSubgraph | None = None
    if int(graph.distance[graph.start]) != NO_GOAL:
        found = optimal_subgraph(graph)
    if highlight is not None:
        path, words = states_of(space, highlight)
    elif found is not None:
        path, words = smoothest(found, places), "one shortest solution"
    else:
        path, words = [space.start], ""
    steps = steps_along(space, path)
    scale = scale_of(space, "distance")
    goals = np.flatnonzero(graph.is_goal)
    size = Frames.room(width)
    table = Turntable(places, pairs(graph), goals, scale, size, theme)
    known = [] if found is None or highlight is not None else gates_of(space, found, path)
    numbered = [gate[0] for gate in known]
    frames = Frames(space, table, found, path, words, steps, numbered, scale, theme, width)
    return frames, Times.of(len(steps), duration)


def _frame(frames: Frames, times: Times, time: float, turn: float) -> Any:
    """The picture at a time; `turn` goes from 0 to 1 during the animation."""
    angle = 2 * np.pi * turn
    if time < times.grown:
        return frames.growing(angle, time / times.grown)
    if time < times.solved:
        return frames.running(angle, (time - times.grown) / (times.solved - times.grown))
    return frames.running(angle, 1.0)


def _within(limits: Limits, began: float, where: str) -> None:
    if limits.cancelled:
        raise LimitReached(f"cancelled {where}: there is no animation")
    if limits.seconds is not None and monotonic() - began > limits.seconds:
        raise LimitReached(f"stopped by the limit on seconds {where}: there is no animation")


def _check(theme: str, width: int, duration: float | None) -> None:
    if theme not in THEMES:
        raise ClewError(f"theme is {theme!r}{closest(theme, THEMES)} It must be one of {', '.join(THEMES)}")
    if not WIDTHS[0] <= width <= WIDTHS[1]:
        raise ClewError(f"width is {width}; an animation can be {WIDTHS[0]} to {WIDTHS[1]} pixels wide")
    if duration is not None and not DURATIONS[0] <= duration <= DURATIONS[1]:
        raise ClewError(
            f"duration is {duration:g}; an animation can take {DURATIONS[0]:g} to {DURATIONS[1]:g} seconds"
        )
