"""All optimal solutions of a puzzle, or all of a given length: counted exactly, listed lazily."""

from __future__ import annotations

from threading import Timer
from typing import TYPE_CHECKING, Any, Self

from clew.errors import ClewError
from clew.search.limits import Run, bounded
from clew.search.line import end_of, engine_puzzle, walk
from clew.search.solution import Solution

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from threading import Event

    from clew._engine import Found, LimitName, Status
    from clew.puzzle import Puzzle
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move
    from clew.search.limits import Limits, Progress


class Solutions:
    """Every legal sequence of moves of least total cost that ends at its first goal.

    Moves that cost nothing may lead round in a circle on these sequences. There are infinitely many of them
    then, and only those with the fewest moves are optimal solutions.

    `count` is exact, however large, and `essential` is the number of them that are essentially different;
    each is None if a limit was reached before it was known. Iterating yields lists of moves in the order of
    moves (where moves differ in cost, those that leave the fewest moves come first) and keeps one solution in
    memory at a time; a limit or `cancel` ends it early, Ctrl-C is raised. `solution` is the first of them,
    the one that `solve` gives; `status`, `limit`, `length`, `lower_bound`, `proof`, `states`, `seconds`,
    `algorithm` and `reason` are taken from it.

    >>> best = clew.solutions("blocks:AABo/ooBo/oooo/oooo")
    >>> best, best.count, best.essential
    (<Solutions solved, length 2>, 2, 2)
    """

    def __init__(
        self, puzzle: EnginePuzzle, start: Any, found: Any, run: Run, asked: int | None = None
    ) -> None:
        self.puzzle = puzzle
        self.start = start
        self._asked = asked
        answer: Found = {
            "status": found.status,
            "limit": found.limit,
            "length": found.length,
            "codes": found.codes,
            "optimal": found.optimal,
            "lower_bound": found.lower_bound,
            "states": found.states,
            "expanded": found.expanded,
            "seconds": found.seconds,
            "algorithm": found.algorithm,
            "reason": found.reason,
        }
        self.solution = Solution(puzzle, start, answer, asks="all" if asked is None else "these")
        self.proof: str | None = self.solution.proof
        self.status: Status = found.status
        self.limit: LimitName | None = found.limit
        self.length: int | None = found.length
        self.lower_bound: int | None = found.lower_bound
        self.states: int = found.states
        self.seconds: float = found.seconds
        self.algorithm: str = found.algorithm
        self.reason: str = found.reason
        self._made = found
        self._run = run
        self._count: int | None = None
        self._essential: int | None = None

    @property
    def _found(self) -> Any:
        """The engine's; searched for again where this was pickled or copied, with the same answer."""
        if self._made is None:
            with self._run as run:
                self._made = run.call(
                    self.puzzle._engine.solutions, self.puzzle._numbers(self.start), self._asked
                )
        return self._made

    def __getstate__(self) -> dict[str, Any]:
        run = self._run
        again = {"limits": run.limits, "threads": run.threads, "algorithm": run.algorithm}
        return {**self.__dict__, "_made": None, "_run": again}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._run = Run(**state["_run"])

    @property
    def count(self) -> int | None:
        """How many there are; computed on first use, in the time that the search has left."""
        if self._count is None:
            with self._run, _Deadline(self._run, self.seconds) as deadline:
                self._count = self._found.count()
            if self._count is None:
                self._stopped(deadline)
        return self._count

    @property
    def essential(self) -> int | None:
        """How many are essentially different: orders of moves that commute count as one solution.

        Two moves that follow each other commute where they may be swapped: both orders are legal there, under
        the same names, are optimal, and lead to the same position. Solutions are essentially the same if such
        swaps, one after the other, turn one into the other. Moves may commute in one position and not in
        another; only the position where they are made counts.

        Computed on first use, in the time that the search has left. None if a limit was reached first (their
        number, unlike `count`, takes memory for each class), and for solutions of a given length.
        """
        if self._essential is None and self._asked is None:
            with self._run, _Deadline(self._run, self.seconds) as deadline:
                self._essential = self._found.essential()
            if self._essential is None:
                self._stopped(deadline)
        return self._essential

    def heat(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Visits and solutions of each landing, in the engine's numbers; `clew.heatmap` names them.

        Empty if these are not all optimal solutions, or if a limit was reached, which is then `limit`.
        """
        with self._run, _Deadline(self._run, self.seconds) as deadline:
            found: dict[tuple[int, int], tuple[int, int]] | None = self._found.heat()
        if found is None and self.limit is None:
            self._stopped(deadline)
        return found or {}

    def _stopped(self, deadline: _Deadline) -> None:
        """Remembers the limit that ended a count or a heat map."""
        self.limit = self.solution.limit = "seconds" if deadline.over else self._found.limit

    def __iter__(self) -> Iterator[list[Move]]:
        line: list[tuple[tuple[int, ...], Move]] = []
        for codes in self._codes():
            shared = 0
            while shared < min(len(line), len(codes)) and line[shared][0] == codes[shared]:
                shared += 1
            del line[shared:]  # neighbours in the order share their beginning: only the rest needs names
            for code in codes[shared:]:
                state = line[-1][1].after if line else self.start
                line.append((code, self.puzzle._follow(state, code)))
            yield [step for _, step in line]

    def _codes(self) -> Iterator[list[tuple[int, ...]]]:
        lines = iter(self._found)
        while True:
            with self._run:
                codes = next(lines, None)
            if codes is None:
                self._listed()
                return
            yield codes

    def _listed(self) -> None:
        """Remembers the limit that ended the list."""
        if self.limit is None:
            interrupted: LimitName | None = "interrupted" if self._run.stop.is_set() else None
            self.limit = self.solution.limit = self._found.limit or interrupted

    def __repr__(self) -> str:
        which = f" ({self.limit})" if self.limit else ""
        return f"<Solutions {self.status}{which}, length {self.length}>"


class _Deadline:
    """Stops a run when its time is over, counting the seconds that it has taken before."""

    def __init__(self, run: Run, taken: float) -> None:
        self._timer: Timer | None = None
        self.over = False
        """Whether the time has run out."""
        if run.limits.seconds is not None:
            self._timer = Timer(max(0.0, run.limits.seconds - taken), self._end, (run,))
            self._timer.daemon = True

    def __enter__(self) -> Self:
        if self._timer is not None:
            self._timer.start()
        return self

    def _end(self, run: Run) -> None:
        self.over = True
        run.cancel()

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()


def solutions(
    puzzle: Puzzle | str,
    length: int | None = None,
    *,
    after: str | Iterable[Any] = (),
    algorithm: str = "auto",
    limits: Limits | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    threads: int = 0,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
    stop: Event | None = None,
) -> Solutions:
    """All optimal solutions; with `length`, every solution of exactly that cost that repeats no state.

    Other arguments and errors are those of `solve`.

    >>> best = clew.solutions("blocks:AABo/ooBo/oooo/oooo")
    >>> best.count
    2
    >>> for moves in best:
    ...     print(*moves)
    BD1 AR2
    BD2 AR2
    """
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, moves=moves, stop=stop)
    searched = engine_puzzle(puzzle)
    if length is not None and (isinstance(length, bool) or not isinstance(length, int) or length < 0):
        raise ClewError(f"length={length!r}: expected a non-negative whole number, or None")
    initial = searched.initial()
    start = end_of(initial, walk(searched, initial, after))
    with Run(limits, on_progress, threads, algorithm) as run:
        found = run.search(searched._engine.solutions, searched._numbers(start), length)
    return Solutions(searched, start, found, run, length)
