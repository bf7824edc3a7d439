"""How far positions of a game are from a goal, after each of their moves: from a map if the board is small
enough, else from a search for each position.
"""

from __future__ import annotations

from importlib.util import find_spec
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from clew.search.hint import hint

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew._engine import LimitName
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move
    from clew.search.limits import Limits, Progress
    from clew.statespace.space import StateSpace

    Told = Callable[[Progress], object] | None


class Measured(NamedTuple):
    """A position: its distance, its legal moves in order, each with the distance after it (None: no goal can
    be reached), and the moves that begin an optimal solution.
    """

    distance: int | None
    after: list[tuple[Move, int | None]]
    best: tuple[str, ...]


MAP_STATES = 100_000
"""The most states of a map that is made for one game; it takes a fraction of a second."""

FEW = 3
"""Positions for which searches are quicker than a map."""

NO_GOAL = 65_535


class Ways:
    """Measures positions of one puzzle within limits; `limit` is the first one that was reached, if any.

    The time limit is for all positions together; the limits on states and memory are for each search, which
    frees its tables.
    """

    def __init__(self, puzzle: EnginePuzzle, limits: Limits, on_progress: Told, threads: int) -> None:
        self.limit: LimitName | None = None
        self._puzzle, self._limits, self._told, self._threads = puzzle, limits, on_progress, threads
        self._began = monotonic()
        self._space: StateSpace | None = None
        self._known: dict[Any, Measured | None] = {}
        self.clauses: list[str | None] = []
        """What the distances rest on."""

    @property
    def seconds(self) -> float:
        """Seconds since the first measurement was requested."""
        return monotonic() - self._began

    @property
    def is_over(self) -> bool:
        """Whether no time is left, or the player has stopped it."""
        return self.limit in ("seconds", "interrupted")

    def measure(self, states: list[Any]) -> None:
        """Measures positions in this order, each once, as far as the limits allow."""
        try:
            if len(set(states)) > FEW:
                self._map()
            for state in states:
                if self.is_over:
                    return
                if state not in self._known:
                    self._known[state] = self._on_map(state) if self._space else self._searched(state)
        except KeyboardInterrupt:
            self.limit = "interrupted"

    def at(self, state: Any) -> Measured | None:
        """What was found for a position; None if a limit came first."""
        return self._known.get(state)

    def line(self, state: Any) -> list[str] | None:
        """A shortest solution from a position; None if there is none, or if a limit comes first."""
        found = hint(self._puzzle, state, limits=self._left(), threads=self._threads)
        self.clauses.append(found.proof)
        if found.status == "limit":
            self.limit = self.limit or found.limit
            return None
        return None if found.distance is None else [*map(str, found.line)]

    def _map(self) -> None:
        if find_spec("numpy") is None:
            return
        from clew.statespace.explore import explore

        limits = self._left()
        limits.states = MAP_STATES if limits.states is None else min(MAP_STATES, limits.states)
        # Where moves differ in cost, the moves tell which of the best begin an optimal solution.
        edges = not self._puzzle._engine.unit_cost
        space = explore(
            self._puzzle, limits=limits, edges=edges, threads=self._threads, on_progress=self._told
        )
        if space.n:
            self._space = space
            self.clauses.append(space.proof)
        elif space.limit in ("seconds", "interrupted"):
            self.limit = space.limit

    def _on_map(self, state: Any) -> Measured:
        space, distance = self._space, self._distance(state)
        assert space is not None
        after = [(step, self._distance(step.after)) for step in self._puzzle.moves(state)]
        if distance is None or self._puzzle.is_goal(state):
            best = []
        elif space.costs is None:
            best = [step.name for step, far in after if far is not None and step.cost + far == distance]
        else:
            best = self._best(space, space.index(state), after)
        return Measured(distance, after, tuple(best))

    @staticmethod
    def _best(space: StateSpace, i: int, after: list[tuple[Move, int | None]]) -> list[str]:
        """The optimal moves from state `i` of a map whose moves differ in cost, among those in `after`, which
        are of a state that counts as the same.
        """
        from clew.statespace.optimal import optimal

        found = optimal(space, space.state(i), i)
        place = {(number, step.cost): at for at, (step, number) in enumerate(found)}
        placed = [(place.get((space.index(step.after), step.cost)), step.name) for step, _ in after]
        return [name for _, name in sorted((at, name) for at, name in placed if at is not None)]

    def _distance(self, state: Any) -> int | None:
        assert self._space is not None
        found = int(self._space.distance[self._space.index(state)])
        return None if found == NO_GOAL else found

    def _searched(self, state: Any) -> Measured | None:
        found = hint(self._puzzle, state, limits=self._left(), on_progress=self._told, threads=self._threads)
        self.clauses.append(found.proof)
        if found.status == "limit":
            self.limit = self.limit or found.limit
            if found.limit in ("seconds", "interrupted"):
                self.limit = found.limit
            return None
        return Measured(found.distance, found.moves, tuple(map(str, found.best)))

    def _left(self) -> Limits:
        seconds = self._limits.seconds
        return self._limits.within(None if seconds is None else max(0.0, seconds - self.seconds))
