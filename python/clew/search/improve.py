"""Anytime search: a first solution fast, better ones as they are found, and a proved bound that rises until
the two meet.
"""

from __future__ import annotations

import atexit
from time import monotonic
from typing import TYPE_CHECKING, Any

from clew._engine import end_improvements
from clew.errors import ClewError, PuzzleError
from clew.puzzles.fields import shown
from clew.search.limits import Limits, Run, bounded
from clew.search.line import end_of, engine_puzzle, walk
from clew.search.solution import Solution

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from threading import Event

    from clew._engine import Found, Improving, Status
    from clew.puzzle import Puzzle
    from clew.puzzles.base import EnginePuzzle

    Heuristic = Callable[[Any], float]

_REPORT_EVERY = 0.5  # seconds after which there is a report even without news


class Improvement:
    """How far an anytime search has come.

    `best`: the best solution so far, None while there is none. `solutions`: how many were found, each shorter
    than the last. `lower_bound`: the proved minimum length; None once it is proved that there is no solution.
    `gap`: length of the best minus the bound, 0 once it is proved optimal, None without a solution. `status`:
    "running", "solved" (optimum proved), "unsolvable" (proved), or "limit" with `limit`. `states`: states
    stored now. `expanded`: states expanded so far. `frontier`: depth reached, in moves from the start.
    `seconds`: time since the search began. `phase`: what it is doing.
    """

    def __init__(self, report: Improving, best: Solution | None) -> None:
        self.best = best
        self.status = report["status"]
        self.limit = report["limit"]
        self.solutions: int = report["solutions"]
        self.lower_bound: int | None = report["lower_bound"]
        self.states: int = report["states"]
        self.expanded: int = report["expanded"]
        self.frontier: int | None = report["depth"]
        self.seconds: float = report["seconds"]
        self.phase: str | None = report["phase"]

    @property
    def length(self) -> int | None:
        """The cost of the best solution; None while there is none."""
        return None if self.best is None else self.best.length

    @property
    def gap(self) -> int | None:
        """The best solution's cost minus the bound; None without a solution."""
        if self.length is None or self.lower_bound is None:
            return None
        return self.length - self.lower_bound

    @property
    def states_per_second(self) -> float:
        """States expanded per second, on average since the start; 0 before any time has passed."""
        return self.expanded / self.seconds if self.seconds > 0 else 0.0

    def __repr__(self) -> str:
        return f"<Improvement {self.status}, best {self.length}, bound {self.lower_bound}>"


class Improver:
    """An anytime search: iterate over it for reports, for as long as you like.

    It works only while you iterate over it. Leaving the loop, running out of `seconds`, or Ctrl-C (which is
    raised) pauses it; iterating again continues from there. It ends when the best solution is proved optimal,
    when it is proved that there is none, or at a limit of `limits`. Its memory is freed when nothing refers
    to it any more, at `close`, or at the end of a `with` block. A search whose heuristic is a method of an
    object that holds it must be closed: the two keep each other alive.
    """

    def __init__(
        self,
        puzzle: EnginePuzzle,
        start: Any,
        seconds: float | None,
        run: Run,
        heuristic: Heuristic | None,
        lookahead: int,
    ) -> None:
        self.puzzle = puzzle
        self.start = start
        self.seconds = seconds
        self._run = run
        judge = None if heuristic is None else _judge(puzzle, heuristic)
        options = run.options()
        options.pop("on_progress")
        position = puzzle._numbers(start)
        self._search = puzzle._engine.improve(position, judge, lookahead, **options)
        self._bound = puzzle._engine.heuristic(position) or 0
        _end_at_exit()
        self.report: Improvement | None = None
        self._found: Improving | None = None
        self._solution: Solution | None = None

    def __repr__(self) -> str:
        told = "not begun" if self.report is None else repr(self.report).strip("<>")
        return f"<Improver of {self.puzzle}: {told}>"

    @property
    def done(self) -> bool:
        """Whether the search has ended."""
        return self.report is not None and self.report.status != "running"

    def stop(self) -> None:
        """Ends the search for good, within 0.1 s; the next report says `limit`, interrupted."""
        self._search.stop()

    def close(self) -> None:
        """Ends the search for good, as `stop` does, and waits until its memory is freed."""
        self._search.close()

    def __enter__(self) -> Improver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def finish(self, told: Callable[[Improvement], object] | None = None) -> Solution:
        """Runs to the end, passing each report to `told`, and returns the answer.

        Ctrl-C ends the search for good instead of being raised; the status is then "limit", interrupted.
        """

        def tell(report: Improvement) -> bool:
            if told is not None:
                told(report)
            return False

        return self._until(tell)

    def first(self) -> Solution:
        """Any solution, as soon as there is one: "solved", with `optimal` only if it is already proved.

        If there is none, how the search ended: "unsolvable" (proved), or "limit". Ctrl-C ends it.
        """
        known = self._until(lambda report: report.best is not None)
        if known.length is not None:
            known.status, known.limit = "solved", None
        return known

    def _until(self, enough: Callable[[Improvement], bool]) -> Solution:
        try:
            for report in self:
                if enough(report):
                    break
        except KeyboardInterrupt:
            self.stop()
            for report in self:
                enough(report)
        return self.solution

    @property
    def solution(self) -> Solution:
        """What is known now, in the form of `solve`, with or without moves.

        Its status is "limit" (without a name) while the search is paused. Raises `ClewError` before the first
        report.
        """
        if self._found is None:
            raise ClewError("nothing is known before the first report: iterate over the search")
        found = self._found
        return Solution(self.puzzle, self.start, _answer(found, _status(found)))

    def __iter__(self) -> Iterator[Improvement]:
        until = None if self.seconds is None else monotonic() + self.seconds
        left = _REPORT_EVERY
        with self._run:  # between two reports too: `clew.cancel` ends a loop whatever it is doing
            while not self.done:
                if until is not None:
                    left = until - monotonic()
                found = self._with_memory(self._search.wait(min(left, _REPORT_EVERY)))
                self._found = found
                self.report = Improvement(found, self._best(found))
                yield self.report
                if until is not None and monotonic() >= until:
                    return  # after a report, so that every loop has one, however busy the machine

    def _with_memory(self, found: Improving) -> Improving:
        """The engine's report; while a new phase has not begun to count yet, with the memory of the last
        one.
        """
        if found["lower_bound"] is not None:
            self._bound = max(self._bound, found["lower_bound"])
            found["lower_bound"] = self._bound
        if self._found is not None:
            found["expanded"] = max(found["expanded"], self._found["expanded"])
            found["states"] = found["states"] or self._found["states"]
        if found["length"] is not None and found["length"] == found["lower_bound"]:
            found["optimal"] = True  # also where the bound of an earlier phase proves it
        return found

    def _best(self, found: Improving) -> Solution | None:
        length, codes = found["length"], found["codes"]
        status = _status(found)
        if length is None or codes is None:
            if status == "unsolvable":
                Solution(self.puzzle, self.start, _answer(found, status))  # audits it
            return None
        known = self._solution
        told = None if known is None else (known.length, known.status, known.optimal)
        if told != (length, status, found["optimal"]):
            self._solution = Solution(self.puzzle, self.start, _answer(found, status))
        return self._solution


def _judge(puzzle: EnginePuzzle, heuristic: Heuristic) -> Callable[[Sequence[int]], float]:
    """What the engine asks about a position. Raises `PuzzleError` where the heuristic returns no number."""
    name = getattr(heuristic, "__qualname__", type(heuristic).__name__)

    def judge(position: Sequence[int]) -> float:
        state = puzzle._state_of(position)
        estimate = heuristic(state)
        try:
            if isinstance(estimate, str | bytes):
                raise TypeError  # `float` reads numbers in text
            return float(estimate)
        except (TypeError, ValueError, OverflowError):
            raise PuzzleError(
                f"the heuristic {name} returned {_in_short(estimate)} for the state "
                f"{shown(puzzle._text(state))}; "
                "return the moves that you expect to be left, such as 3 or 2.5",
                state,
            ) from None

    return judge


def _in_short(value: object) -> str:
    """A value as Python writes it, cut; its kind where it cannot be written."""
    try:
        return shown(repr(value))
    except Exception:  # a `__repr__` of the user's, or an integer with too many digits
        return (
            f"a number of {value.bit_length()} bits"
            if isinstance(value, int)
            else f"a {type(value).__name__}"
        )


def _end_at_exit() -> None:
    """Searches have threads, which call guides: they must end before Python does."""
    atexit.unregister(end_improvements)  # once is enough
    atexit.register(end_improvements)


def _status(found: Improving) -> Status:
    return "limit" if found["status"] == "running" else found["status"]


def _answer(found: Improving, status: Status) -> Found:
    return {
        "status": status,
        "limit": found["limit"],
        "length": found["length"],
        "codes": found["codes"],
        "optimal": found["optimal"],
        "lower_bound": found["lower_bound"],
        "states": found["states"],
        "expanded": found["expanded"],
        "seconds": found["seconds"],
        "algorithm": "improve",
        "reason": "searches for better and better solutions, then a proof",
    }


def improve(
    puzzle: Puzzle | str,
    *,
    seconds: float | None = None,
    after: str | Iterable[Any] = (),
    heuristic: Heuristic | None = None,
    lookahead: int = 0,
    algorithm: str = "auto",
    limits: Limits | None = None,
    threads: int = 0,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
    stop: Event | None = None,
) -> Improver:
    """Finds a first solution and improves it until it is proved optimal; yields an `Improvement` at each
    step.

    `seconds`: how long one loop over it may take; a later loop continues. Each loop yields at least one
    report, even with `seconds=0`. (`limits.seconds` ends the search for good; it counts from the first loop,
    with the time between loops.)
    `heuristic`: a function that estimates the moves left from a state. It may overestimate,
    because nothing is proved from it; the default is the family's lower bound.
    `lookahead`: judge a state by the best state within that many moves of it.
    `algorithm`: the search used for the proof, as in `solve`.

    >>> with clew.improve("null:3") as improvements:
    ...     print(improvements.finish())
    down down down

    Raises as `solve` does; an exception of `heuristic` leaves the loop, and so does `PuzzleError` where it
    returns no number.
    """
    limits = bounded(limits, states=states, memory=memory, moves=moves, stop=stop)
    Limits(seconds=seconds)  # refuses what is no time
    searched = engine_puzzle(puzzle)
    if isinstance(lookahead, bool) or not isinstance(lookahead, int) or not 0 <= lookahead <= 8:
        raise ClewError(f"lookahead={lookahead!r}: expected a whole number from 0 to 8")
    initial = searched.initial()
    start = end_of(initial, walk(searched, initial, after))
    return Improver(searched, start, seconds, Run(limits, None, threads, algorithm), heuristic, lookahead)
