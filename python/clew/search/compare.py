"""Every method on one board, side by side."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any

from clew import baselines
from clew.baselines.budget import Budget
from clew.errors import ClewError
from clew.moved import renamed_method
from clew.optional import needed
from clew.search.improve import Improver
from clew.search.limits import ALGORITHMS, Limits, Run, bounded
from clew.search.line import end_of, engine_puzzle, walk
from clew.search.proved import Proved
from clew.search.solution import Solution

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from threading import Event

    from clew._engine import Found, LimitName
    from clew.puzzle import Puzzle
    from clew.puzzles.base import EnginePuzzle
    from clew.search.improve import Improvement
    from clew.search.limits import Progress

    Told = Callable[[Progress], object] | None

SECONDS = 10.0
"""The seconds each method may take if the limits do not say."""

_HEADS = ("method", "moves", "proof", "expanded", "stored", "ms", "what")


class Trial:
    """One method's run on the board. `method`: its name; `about`: a short description.

    `solution`: its answer (see `Solution`), or None if it cannot handle this board. `note`: why it cannot, or
    a remark on the answer. `expanded` and `stored` count states.
    """

    def __init__(self, method: str, about: str, solution: Solution | None, note: str) -> None:
        self.method = method
        self.about = about
        self.solution = solution
        self.note = note if solution is None or solution.proof is None else f"{note}; proved {solution.proof}"

    @property
    def length(self) -> int | None:
        """Moves of its best solution; None if it found none."""
        return None if self.solution is None else self.solution.length

    @property
    def proved(self) -> bool:
        """Whether it proved its answer: the fewest moves, or that there is no solution."""
        return self.solution is not None and (self.solution.optimal or self.solution.status == "unsolvable")

    @property
    def proof(self) -> str:
        """What it proved, in a word or two."""
        if self.solution is None:
            return "-"
        if self.solution.status == "unsolvable":
            return "unsolvable"
        return "optimal" if self.solution.optimal else f">= {self.solution.lower_bound}"

    def to_dict(self) -> dict[str, Any]:
        """An entry of `methods` in the line that `clew compare --json` prints."""
        found = self.solution
        return {
            "method": self.method,
            "about": self.about,
            "status": "refused" if found is None else found.status,
            "limit": None if found is None else found.limit,
            "length": self.length,
            "optimal": found is not None and found.optimal,
            "lower_bound": None if found is None else found.lower_bound,
            "expanded": None if found is None else found.expanded,
            "stored": None if found is None else found.states,
            "seconds": None if found is None else round(found.seconds, 6),
            "note": self.note,
            **({} if found is None else found.rests_on),
        }

    to_json = renamed_method("to_json", "to_dict")

    def cells(self) -> tuple[str, ...]:
        """Its row of the table."""
        found = self.solution
        if found is None:
            return (self.method, "-", "-", "-", "-", "-", self.note)
        length = "-" if found.length is None else str(found.length)
        figures = (f"{found.expanded:,}", f"{found.states:,}", _milliseconds(found.seconds))
        return (self.method, length, self.proof, *figures, self.note)

    def __repr__(self) -> str:
        return f"<Trial {self.method}: {self.length} moves, {self.proof}>"


class Comparison(Proved):
    """The trials on one board, in order; `str()` gives a table. Iterable, and indexed by method name.

    `length`: the proved optimum; None if no method proved it. `status`: "solved" or "unsolvable" if a
    method proved it, "limit" otherwise. `interrupted`: whether some methods were not tried. `proof`,
    `left_out`, `stopped`: what that proof rests on beyond the rules, as in `Solution`.
    """

    def __init__(self, puzzle: EnginePuzzle, start: Any, trials: list[Trial], interrupted: bool) -> None:
        self.puzzle = puzzle
        self.start = start
        self.trials = trials
        self.interrupted = interrupted
        proofs = [trial.solution for trial in trials if trial.solution is not None and trial.proved]
        self.status = proofs[0].status if proofs else "limit"
        self.length = proofs[0].length if proofs else None
        if proofs:
            best = next((found for found in proofs if found.proof is None), proofs[0])
            self.left_out, self.stopped, self.proof = best.left_out, best.stopped, best.proof

    def to_dict(self) -> dict[str, Any]:
        """The object that `clew compare --json` prints."""
        return {
            "family": self.puzzle.family,
            "board": self.puzzle._body(),
            "status": self.status,
            "puzzle": str(self.puzzle),
            "length": self.length,
            "metric": self.puzzle.metric,
            "interrupted": self.interrupted,
            "methods": [trial.to_dict() for trial in self.trials],
            **self.rests_on,
        }

    to_json = renamed_method("to_json", "to_dict")

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` with one row per method and the columns of `to_dict`. Needs pandas."""
        frame = needed("pandas", "a data frame", None).DataFrame(trial.to_dict() for trial in self.trials)
        whole = dict.fromkeys(("length", "lower_bound", "expanded", "stored"), "Int64")
        return frame.astype(whole)

    def __iter__(self) -> Iterator[Trial]:
        return iter(self.trials)

    def __len__(self) -> int:
        return len(self.trials)

    def __getitem__(self, method: str) -> Trial:
        for trial in self.trials:
            if trial.method == method:
                return trial
        names = ", ".join(trial.method for trial in self.trials)
        raise KeyError(f"there is no method {method}: the methods are {names}")

    def __str__(self) -> str:
        rows = [_HEADS, *(trial.cells() for trial in self.trials)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(_aligned(row, widths) for row in rows)

    def __repr__(self) -> str:
        return f"<Comparison of {len(self)} methods: {self.status}, {self.length} moves>"


def compare(
    puzzle: Puzzle | str,
    *,
    after: str | Iterable[Any] = (),
    limits: Limits | None = None,
    on_progress: Told = None,
    threads: int = 0,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
    stop: Event | None = None,
) -> Comparison:
    """Solves the board with every method, one after the other, each under the same limits.

    "default" is `solve` itself, including the family's own fast algorithms; "bfs", "bidirectional", "astar"
    and "ida_star" are the plain searches without them; "improve" is `improve` run to its end; "article" is
    the method of the published article on this family (`clew.baselines`), in Python.

    `limits` apply to each method separately; the default is 10 seconds each. Ctrl-C ends the running method
    and skips the rest. `on_progress` is called for the default and the plain searches, with the method's name
    as `phase`. Raises as `solve` does.

    >>> clew.compare("null:3", seconds=1)["bfs"].length
    3
    """
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, moves=moves, stop=stop)
    searched = engine_puzzle(puzzle)
    after = after if isinstance(after, str) else list(after)
    start = _start(searched, after)
    course = _Course(searched, after, limits, on_progress, threads)
    trials: list[Trial] = []
    for trial in course:
        trials.append(trial)
        stopped = trial.solution is not None and trial.solution.limit == "interrupted"
        if stopped or course.was_interrupted:
            break
    return Comparison(searched, start, trials, interrupted=len(trials) < len(course))


def _start(puzzle: EnginePuzzle, after: str | Iterable[Any]) -> Any:
    initial = puzzle.initial()
    return end_of(initial, walk(puzzle, initial, after))


class _Course:
    """The methods, each run when it is its turn, on a puzzle of its own.

    What a method computes and keeps with the engine, such as tables or the results of Python rules, no other
    method finds there: each is charged for everything that it needs.
    """

    def __init__(
        self,
        puzzle: EnginePuzzle,
        after: str | Iterable[Any],
        limits: Limits,
        on_progress: Told,
        threads: int,
    ) -> None:
        self._given = puzzle
        self._after = after
        self._limits = limits if limits.seconds is not None else limits.within(SECONDS)
        self._on_progress = on_progress
        self._threads = threads
        self.was_interrupted = False
        self._turns: list[Callable[[], Trial]] = [self._default]
        self._turns += [partial(self._plain, name) for name in ALGORITHMS if name != "auto"]
        self._turns.append(self._improve)
        if baselines.has_method(puzzle.family):
            self._turns.append(self._article)

    def __len__(self) -> int:
        return len(self._turns)

    def __iter__(self) -> Iterator[Trial]:
        for turn in self._turns:
            self._puzzle = copy(self._given)  # a copy makes an engine of its own
            self._start = _start(self._puzzle, self._after)
            yield turn()

    def _default(self) -> Trial:
        return self._by_engine("default", "as `solve` does it", "auto")

    def _plain(self, name: str) -> Trial:
        return self._by_engine(name, "plain, without the family's own algorithms", name, shortcuts=False)

    def _by_engine(self, method: str, about: str, algorithm: str, shortcuts: bool = True) -> Trial:
        solve = partial(self._puzzle._engine.solve, shortcuts=shortcuts)
        try:
            with self._run(method, algorithm) as run:
                found = run.call(solve, self._puzzle._numbers(self._start))
                self.was_interrupted = run.was_interrupted
        except ClewError as error:
            return Trial(method, about, None, str(error))
        same = found["algorithm"] == method
        return self._trial(method, about, found, about if same else found["reason"])

    def _improve(self) -> Trial:
        about = "a first solution, better ones, then the proof"
        search = Improver(self._puzzle, self._start, None, self._run("improve"), None, 0)
        note = about

        def told(report: Improvement) -> None:
            nonlocal note
            if note is about and report.best is not None:
                note = f"first {report.length} moves after {report.seconds:.2g} s"

        solution = search.finish(told)
        return Trial("improve", about, solution, note)

    def _article(self) -> Trial:
        puzzle = self._puzzle
        about = baselines.about(puzzle.family)
        with self._run("article") as run:
            budget = Budget(partial(self._stopped, run))
            try:
                found = baselines.search(puzzle, puzzle._numbers(self._start), budget)
            except KeyboardInterrupt:
                found = budget.answer("limit", "interrupted", limit="interrupted")
        return self._trial("article", about, found, f"{about}; {found['reason']}")

    def _trial(self, method: str, about: str, found: Found, note: str) -> Trial:
        return Trial(method, about, Solution(self._puzzle, self._start, found), note)

    def _run(self, method: str, algorithm: str = "auto") -> Run:
        """A run for one method, with progress under its name."""
        told = self._on_progress
        return Run(self._limits, None if told is None else _named(told, method), self._threads, algorithm)

    def _stopped(self, run: Run, stored: int, size: int) -> LimitName | None:
        """The limit that a method in Python has reached."""
        limits = run.limits
        if run.stop.is_set():
            return "interrupted"
        if limits.states is not None and stored > limits.states:
            return "states"
        if limits.seconds is not None and run.seconds > limits.seconds:
            return "seconds"
        return "memory" if size > run.memory else None


def _named(told: Callable[[Progress], object], method: str) -> Callable[[Progress], object]:
    def tell(progress: Progress) -> object:
        progress.phase = method
        return told(progress)

    return tell


def _aligned(row: tuple[str, ...], widths: list[int]) -> str:
    """Names and words to the left, numbers to the right."""
    method, *figures, note = row
    first, *middle, _ = widths
    numbers = [text.rjust(width) for text, width in zip(figures, middle, strict=True)]
    return "  ".join([method.ljust(first), *numbers, note])


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:,.3f}"
