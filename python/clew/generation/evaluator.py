"""What all makers of boards ask of the engine, and their progress."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any

from clew.errors import LimitReached
from clew.search.limits import Limits
from clew.statespace.arrays import NO_GOAL
from clew.statespace.explore import explore

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from clew._engine import Counted, Engine, Found
    from clew.puzzles.base import EnginePuzzle
    from clew.search.limits import Limits, Run

    Position = Sequence[int]

_TELL_EVERY = 0.1  # seconds
_MAPPED = 5_000_000
_REMEMBERED = 200_000  # different candidates: with more of them, there are always new ones
_REPEATED = 5_000  # candidates met again, one after the other, until all are taken to have been met
_FRUITLESS = 200_000  # candidates since the last board, until the search for another is given up


class Halt(Exception):
    """Generation must stop: a limit was reached, or the caller wants no more boards."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


class Making:
    """A snapshot of `generate`, passed to `on_progress` about ten times a second.

    `found`: boards so far; `met`: different candidates, as far as they are counted (200,000); `tried`: boards
    and positions examined; `rounds`: restarts; `best`: the most moves that any board needs, `best_board`:
    that board, None before the first; `seconds`: time spent.
    """

    def __init__(self) -> None:
        self.found = 0
        self.met = 0
        self.tried = 0
        self.rounds = 0
        self.best = 0
        self.best_board: EnginePuzzle | None = None
        self.seconds = 0.0

    def __repr__(self) -> str:
        return f"<Making: {self.found} found, {self.tried} tried, best {self.best}, {self.seconds:.1f} s>"


class Evaluator:
    """Distances and counts of candidates, under the limits of one call.

    Its answers never depend on time, so the same seed makes the same boards on any machine; time can only end
    it, with `Halt`.
    """

    patient = False
    """Whether boards are looked for however many candidates are in vain."""

    def __init__(self, run: Run, on_progress: Callable[[Making], object] | None) -> None:
        self._run = run
        self._on_progress = on_progress
        self._told = monotonic()
        self.making = Making()
        self._met: set[int] = set()
        self._repeated = self.fruitless = 0

    def met(self, candidate: Hashable | None) -> None:
        """Takes note of a candidate; None if none could be made. Raises `Halt` if it seems that all have been
        met ("boards"), or if too many have been in vain ("tries").
        """
        self.look()
        self._repeated += 1
        self.fruitless += 1
        if len(self._met) >= _REMEMBERED:
            self._repeated = 0
        elif candidate is not None and (number := hash(candidate)) not in self._met:
            self._met.add(number)
            self.making.met = len(self._met)
            self._repeated = 0
        if self._repeated > _REPEATED:
            raise Halt("boards")
        if self.fruitless > _FRUITLESS and not self.patient:
            raise Halt("tries")

    def look(self) -> None:
        """Reports progress. Raises `Halt` if it is time to stop."""
        making, limits = self.making, self._run.limits
        making.seconds = self._run.seconds
        if self._run.stop.is_set():
            raise Halt("interrupted")
        if limits.seconds is not None and making.seconds > limits.seconds:
            raise Halt("seconds")
        now = monotonic()
        if self._on_progress is not None and now - self._told >= _TELL_EVERY:
            self._told = now
            self._on_progress(making)

    def _options(self, states: int | None) -> dict[str, Any]:
        self.look()
        self.making.tried += 1
        limits = self._run.limits
        own = [most for most in (states, limits.states) if most is not None]
        return {
            "stop": self._run.stop,
            "seconds": self.seconds_left,
            "memory": self._run.memory,
            "states": min(own, default=None),
            "threads": 1,  # many small questions
        }

    @property
    def seconds_left(self) -> float | None:
        """The time left for the whole call; None if it is unlimited."""
        most = self._run.limits.seconds
        return None if most is None else max(0.0, most - self._run.seconds)

    def limits(self, states: int | None = None) -> Limits:
        """The limits for one call of a public function: what is left of those of the whole call."""
        self.look()
        given = self._run.limits
        most = [bound for bound in (states, given.states) if bound is not None]
        limits = Limits(states=min(most, default=None), memory=self._run.memory)
        return limits.within(self.seconds_left, given)

    def heed(self, limit: str | None) -> None:
        """Raises `Halt` for a limit that ends the whole call, not only one search."""
        if limit is not None and limit not in ("states", "moves"):
            raise Halt(limit)
        self.look()

    def hardest(self, engine: Engine) -> tuple[int, Position] | None:
        """The most moves that any position needs, and such a position; None if none is solvable."""
        counted: Counted = engine.census(None, None, **self._options(None))
        self.look()
        if counted["limit"] is not None:
            raise Halt(counted["limit"])
        if not counted["hardest"]:
            return None
        return len(counted["counts"]) - 1, counted["hardest"][0]

    def farthest(self, puzzle: EnginePuzzle, states: int) -> tuple[int, EnginePuzzle] | None:
        """The most moves that any position reachable from the start needs, and the puzzle starting there.

        None if no goal can be reached, or there are more than `states` positions.
        """
        made = puzzle._engine.explore(
            puzzle._numbers(puzzle.initial()), True, None, False, **self._options(states)
        )
        self.heed(made["limit"])
        if made["limit"] is not None:
            return None
        distance = made["distance"]
        # In a reversible component, either every position is solvable or none is.
        number = int(distance.argmax())
        if distance[made["start"]] == NO_GOAL:
            return None
        return int(distance[number]), puzzle.at(puzzle._state_of(made["places"].position(number)))

    def length(self, engine: Engine, position: Position, states: int | None = None) -> int | None:
        """The fewest moves from a position; None if there is no solution, if finding it takes too many
        states, or if the proof leaves out turns of a game that never end.
        """
        found: Found = engine.solve(position, any_line=True, **self._options(states))
        self.heed(found["limit"])
        whole = not any(left_out for _, left_out in engine.notes)
        return found["length"] if found["optimal"] and whole else None

    def bits(self, puzzle: EnginePuzzle) -> float | None:
        """The bits of choice on an optimal solution; None if the map has more than five million states."""
        from clew.measures.difficulty import rate

        space = explore(puzzle, limits=self.limits(_MAPPED))
        self.heed(space.limit)
        if space.limit is not None:
            return None
        try:
            return float(rate(space, ["bits"], limits=self.limits()).bits)
        except LimitReached:
            self.look()
            raise Halt("interrupted") from None

    def better(self, length: int, puzzle: Callable[[], EnginePuzzle]) -> None:
        """Records a board if it is the best so far."""
        if length > self.making.best:
            self.making.best, self.making.best_board = length, puzzle()
