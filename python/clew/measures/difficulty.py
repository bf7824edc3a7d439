"""`clew.rate`: measures of a level that are known, or believed, to predict how hard it is
for people."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import log, log10
from typing import TYPE_CHECKING, Any

import numpy as np

from clew.errors import ClewError, LimitReached
from clew.measures.betweenness import betweenness
from clew.measures.hitting_time import expected_moves
from clew.measures.movers import origins
from clew.measures.names import FORECASTS
from clew.measures.optimal_subgraph import optimal_subgraph, used, widths
from clew.measures.whole_map import keep_within, whole_map
from clew.puzzles.fields import closest
from clew.search.limits import Limits, Run, bounded
from clew.statespace.arrays import NO_GOAL
from clew.statespace.background import LARGE, run_in_background
from clew.statespace.graph import graph_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from threading import Event

    from clew.measures.optimal_subgraph import OptimalSubgraph
    from clew.puzzle import Puzzle
    from clew.statespace.graph import Ints
    from clew.statespace.space import StateSpace

    Value = int | float | str | None

LOOK = 8
"""The lookahead of `hit_look8`, in moves."""

MEASURES = {
    "min_moves": "fewest moves from the start to a goal",
    "eccentricity": "moves from the farthest state that can still be solved",
    "hit_look8": "moves of a random walk to within 8 moves of a goal, and those 8",
    "bits": "sum over a solution of -log2(moves that get nearer / legal moves)",
    "states": "states of the whole map",
    "edges": "legal moves of all states together",
    "goal_states": "solved states",
    "farthest": "a state with that eccentricity",
    "log10_optimal_paths": "log10 of the number of optimal solutions",
    "corridor_states": "states on some optimal solution",
    "min_width": "fewest of them that are equally far from the goal, between start and goal",
    "hit_random": "expected moves of a random walk to a goal; inf where it can fall into a dead end",
    "pieces_needed": "different pieces that a solution moves",
    "repeats": "moves of a solution that move a piece again",
    "counterintuitive": "moves of a solution after which the board looks farther from solved",
    "decisions": "positions of a solution with more than one legal move",
    "dead_end_share": "share of the states from which no goal can be reached",
    "branching": "legal moves of a state, mean",
    "branching_max": "legal moves of a state, largest number",
    "betweenness": "largest share of all shortest paths between two states that pass through one state",
}
"""The measures in table order, starting with those that predicted people's times best (see `rate`)."""


class Difficulty(Mapping[str, "Value"]):
    """Measures by name, as keys and as attributes; prints as a table.

    Whole numbers are `int`, means and shares `float` (`inf` if a walk may never arrive), boards `str`. None
    means no answer, as for measures of solutions if there are none.
    """

    def __init__(self, values: dict[str, Value]) -> None:
        self._values = values

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # including `_values` itself, while a copy is made
            raise AttributeError(name)
        if name in self._values:
            return self._values[name]
        raise AttributeError(f"a Difficulty has no {name!r}; it has {', '.join(self._values)}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def to_dict(self) -> dict[str, Value]:
        """A plain dictionary. An infinite value stays a float; JSON has none, so write it as null or a
        string.
        """
        return dict(self._values)

    def __str__(self) -> str:
        shown = {name: written(value) for name, value in self._values.items()}
        wide, right = max(map(len, shown), default=0), max(map(len, shown.values()), default=0)
        right = min(right, 16)
        meanings = {**FORECASTS, **MEASURES}
        return "\n".join(
            f"{name:<{wide}}  {value:>{right}}  {meanings[name]}".rstrip() for name, value in shown.items()
        )

    def __repr__(self) -> str:
        return f"Difficulty({', '.join(f'{name}={value!r}' for name, value in self._values.items())})"


def mean(value: float) -> float:
    """A mean over solutions, rounded to ten decimals: 9.0, not 8.99999999998."""
    return round(float(value), 10) + 0.0


def written(value: Value) -> str:
    """A value in a table: thousands separated, fractions with four digits, `-` for None."""
    if value is None:
        return "-"
    if isinstance(value, str):
        return value
    if isinstance(value, int) or value == float("inf"):
        return f"{value:,}"
    return f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.4g}"


def rate(
    space: StateSpace | Puzzle | str,
    measures: Iterable[str] | None = None,
    *,
    seed: int = 0,
    limits: Limits | None = None,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
    stop: Event | None = None,
) -> Difficulty:
    """Computes measures of a level from its complete map: those named in `measures`, or all.

    `space` is the map, or a puzzle, which is explored within `limits`.

    `bits`, `pieces_needed`, `repeats`, `counterintuitive` and `decisions` are means over all optimal
    solutions, each counted once, exact except for rounding. How far from solved a board looks is defined by
    its family (`apparent_distance` of the puzzle). A coin's pass does not move a piece; a pushed line of
    pebbles moves each of them, and `repeats` counts each that moves again. `seed` selects the sources of
    `betweenness` on maps of more than 10,000 states.

    Look at min_moves, eccentricity, hit_look8 and bits first: on 70 levels of a sliding game played by 86
    people, they correlated .88, .84, .83 and .82 with the logarithm of the time taken, adjusted for skill. No
    combination of them is shown to forecast unseen levels better than min_moves alone (docs/difficulty.md).

    hit_random and hit_look8 need scipy, betweenness igraph: the extra `map`.
    `limits`: `seconds` and `cancel` end slow measures, with `LimitReached`. Raises `ClewError` for a map
    without edges, one that was cut short, or an unknown measure.

    >>> print(clew.rate("null:3", ["min_moves", "states"]))
    min_moves  3  fewest moves from the start to a goal
    states     4  states of the whole map
    """
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, moves=moves, stop=stop)
    names = list(MEASURES if measures is None else measures)
    for name in names:
        if name not in MEASURES:
            raise ClewError(
                f"there is no measure {name!r}{closest(name, MEASURES)} Measures: {', '.join(MEASURES)}"
            )
    with Run(limits) as run:
        space = whole_map(space, limits, "rate")
        level = _Level(space, seed, run)

        def measured() -> Difficulty:
            return Difficulty({name: level.measure(name) for name in names})

        if space.edges < LARGE:
            return measured()
        try:
            return run_in_background(measured, level.pause)
        except BaseException:
            level.ended = True
            raise


class _Level:
    """What the measures of one map share, each part computed on first use."""

    def __init__(self, space: StateSpace, seed: int, run: Run) -> None:
        self.space = space
        self.seed = seed
        self.run = run
        self.ended = False
        self.graph = graph_of(space)

    def measure(self, name: str) -> Value:
        if name in _OF_SOLUTIONS and not self.solvable:
            return None
        self.pause()
        made: Callable[[], Value] = getattr(self, name)
        return made()

    def pause(self) -> None:
        """Called between the steps of slow measures; raises `LimitReached` when they have to end."""
        if self.ended:
            raise LimitReached("the measures were interrupted")
        keep_within(self.run, "the measures")

    @cached_property
    def solvable(self) -> bool:
        return bool(self.graph.distance[self.graph.start] != NO_GOAL)

    @cached_property
    def subgraph(self) -> OptimalSubgraph:
        return optimal_subgraph(self.graph, self.pause)

    @cached_property
    def best_moves(self) -> Ints:
        """For each state of the optimal subgraph, the number of optimal moves; 0 at goals."""
        return np.bincount(self.subgraph.source, minlength=len(self.subgraph.states))

    @cached_property
    def legal_moves(self) -> Ints:
        """For each state of the optimal subgraph, the number of legal moves."""
        return self.graph.degree[self.subgraph.states]

    @cached_property
    def origins(self) -> tuple[Ints, Ints]:
        return origins(self.space, self.subgraph, self.pause)

    def min_moves(self) -> int:
        return int(self.graph.distance[self.graph.start])

    def states(self) -> int:
        return self.graph.n

    def edges(self) -> int:
        return self.graph.edges

    def goal_states(self) -> int:
        return int(np.count_nonzero(self.graph.is_goal))

    @cached_property
    def _farthest(self) -> int | None:
        """The first of the farthest solvable states; None if there is none."""
        distance = self.graph.distance
        if not self.graph.is_goal.any():
            return None
        return int(np.argmax(np.where(distance == NO_GOAL, -1, distance.astype(np.int64))))

    def eccentricity(self) -> int | None:
        return None if self._farthest is None else int(self.graph.distance[self._farthest])

    def farthest(self) -> str | None:
        if self._farthest is None:
            return None
        state = self.space.state(self._farthest)
        # The text of a board whose rules are a whole game would hide the position in it.
        return str(state if self.space.puzzle._shared_body else self.space.puzzle.at(state))

    def bits(self) -> float:
        best, legal = self.best_moves, self.legal_moves
        played = best > 0
        spent = np.log2(legal[played] / best[played])
        return mean((self.subgraph.visit[played] * spent).sum())

    def decisions(self) -> float:
        choice = (self.best_moves > 0) & (self.legal_moves > 1)
        return mean(self.subgraph.visit[choice].sum())

    def log10_optimal_paths(self) -> float:
        # A count is whole, so the rounding error in the logarithm of a small one is removed.
        found = self.subgraph.log_count
        return log10(round(np.exp(found))) if found < log(2**48) else found / log(10)

    def corridor_states(self) -> int:
        return len(self.subgraph.states)

    def min_width(self) -> int:
        between = widths(self.subgraph, self.graph.distance)[1:-1]
        met = between[between > 0]
        return int(met.min()) if len(met) else 1

    def pieces_needed(self) -> float:
        space = self.space
        starts = np.sort(space.puzzle._standing(space.position(self.graph.start)))
        move, place = self.origins
        at = np.searchsorted(starts, place).clip(max=len(starts) - 1)
        piece = np.where(starts[at] == place, at, -1)
        return mean(used(self.subgraph, move, piece, len(starts), self.pause).sum())

    def repeats(self) -> float:
        moves = self.subgraph.passed[self.origins[0]].sum()
        return mean(moves - self.pieces_needed())

    def counterintuitive(self) -> float:
        found = self.subgraph
        looks = np.array([self._look(i) for i in found.states.tolist()])
        worse = looks[found.target] > looks[found.source]
        return mean(found.passed[worse].sum())

    def _look(self, i: int) -> int:
        """The apparent distance of a state."""
        self.pause()
        return self.space.puzzle._apparent_distance(self.space.state(i))

    def hit_random(self) -> float:
        return expected_moves(self.graph, self.graph.is_goal, pause=self.pause)

    def hit_look8(self) -> float:
        distance = self.graph.distance
        return expected_moves(self.graph, distance <= LOOK, distance.astype(float), self.pause)

    def dead_end_share(self) -> float:
        return float(np.mean(self.graph.distance == NO_GOAL))

    @cached_property
    def _branching(self) -> Ints:
        degree = self.graph.degree
        return degree if self.graph.opened is None else degree[self.graph.opened]

    def branching(self) -> float | None:
        return float(self._branching.mean()) if len(self._branching) else None

    def branching_max(self) -> int | None:
        return int(self._branching.max()) if len(self._branching) else None

    def betweenness(self) -> float:
        return betweenness(self.graph, self.seed, self.pause)


_OF_SOLUTIONS = {
    "min_moves",
    "bits",
    "log10_optimal_paths",
    "corridor_states",
    "min_width",
    "pieces_needed",
    "repeats",
    "counterintuitive",
    "decisions",
}
