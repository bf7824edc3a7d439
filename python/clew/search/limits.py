"""Limits on what a search may use, and how to stop it."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from clew._engine import Stop
from clew.errors import ClewError
from clew.search.memory import amount, default_memory

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from clew.search.progress import Progress

    Result = TypeVar("Result")

# The engine's numbers are narrower than Python's; no search comes near these.
_MOST_MOVES = 2**31
_MOST = 2**62
_MOST_SECONDS = 1e9

MOST_THREADS = 1024
"""The most threads that are started; the answer does not depend on their number."""

ALGORITHMS = ("auto", "bfs", "bidirectional", "astar", "ida_star")


class Limits:
    """Limits on a search, which ends at the first one reached and reports what it knows by then.

    `moves`: the most that a solution may cost under the puzzle's metric. `states`: distinct states stored;
    IDA*, which stores next to none, counts those that it expands. `seconds`: wall-clock time. `memory`: bytes
    for the search's tables, a number or a string such as "1GB" or "512MiB"; None means three quarters of what
    is free. For the others, None means no limit. Every call that takes `limits=` also takes them as keyword
    arguments: ``clew.solve(puzzle, seconds=5)``. With waypoints, `moves` applies to the whole solution, the
    others to all its searches together (`memory` to each, since it is freed in between).

    The same object may be given to many searches, even at the same time: `cancel` ends all of them.

    Raises `ClewError` for a limit that is negative or not a number.
    """

    __slots__ = ("_cancelled", "memory", "moves", "seconds", "states")

    def __init__(
        self,
        moves: int | None = None,
        states: int | None = None,
        seconds: float | None = None,
        memory: int | str | None = None,
    ) -> None:
        self.moves = _whole("moves", moves)
        self.states = _whole("states", states)
        self.seconds = _not_negative("seconds", seconds)
        self.memory = _bytes(memory)
        self._cancelled = [False]

    def within(self, seconds: float | None, others: Limits | None = None) -> Limits:
        """These limits with that many seconds instead; cancelled together with them, or with `others`."""
        limits = Limits(self.moves, self.states, seconds, self.memory)
        limits._cancelled = self._cancelled if others is None else others._cancelled
        return limits

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._cancelled[0]

    def cancel(self) -> None:
        """Ends every search that runs under these limits within 0.1 s, and any later one at once.

        Can be called from any thread.
        """
        self._cancelled[0] = True
        for run in tuple(_running):
            if run.limits._cancelled is self._cancelled:
                run.cancel()

    def __repr__(self) -> str:
        given = [(name, getattr(self, name)) for name in ("moves", "states", "seconds", "memory")]
        return f"Limits({', '.join(f'{name}={value}' for name, value in given if value is not None)})"


def bounded(
    limits: Limits | None,
    *,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
) -> Limits:
    """The limits of a call: its `limits=`, and those given as keyword arguments, such as `seconds=5`.

    The result is cancelled together with `limits`. Raises `ClewError` for anything but `Limits`, and for a
    limit given twice.
    """
    if limits is not None and not isinstance(limits, Limits):
        raise ClewError(
            f"limits={limits!r}: expected clew.Limits(...), such as limits=clew.Limits(seconds=5); "
            "a limit can also be an argument of its own: seconds=5"
        )
    if limits is None:
        return Limits(moves, states, seconds, memory)
    given = {"moves": moves, "states": states, "seconds": seconds, "memory": memory}
    if set(given.values()) == {None}:
        return limits
    both = {name: getattr(limits, name) for name in given}
    for name, value in given.items():
        if value is not None and both[name] is not None:
            raise ClewError(f"{name} is given twice, in limits= and as its own argument: give it once")
        both[name] = both[name] if value is None else value
    joined = Limits(**both)
    joined._cancelled = limits._cancelled
    return joined


def end_runs(limits: Limits) -> None:
    """Ends the searches that run under this object itself, not those of limits that share its `cancel`."""
    for run in tuple(_running):
        if run.limits is limits:
            run.cancel()


def cancel() -> None:
    """Ends every search that is running in this process within 0.1 s; each returns what it knows.

    Can be called from any thread. Later searches are not affected.
    """
    for run in tuple(_running):
        run.cancel()


class Run:
    """One call of a search function: its limits, its stop flag, and the time shared by its parts.

    A callback that raises stops the search, and its exception leaves the `with` block; Ctrl-C inside a
    callback stops the search as Ctrl-C elsewhere does: with what is known so far.

    If several searches make one solution, `moves_spent` and `states_spent` are what the earlier ones have
    used.
    """

    def __init__(
        self,
        limits: Limits | None,
        on_progress: Callable[[Progress], object] | None = None,
        threads: int = 0,
        algorithm: str = "auto",
    ) -> None:
        if algorithm not in ALGORITHMS:
            raise ClewError(f"there is no algorithm {algorithm!r}: choose one of {', '.join(ALGORITHMS)}")
        self.limits = bounded(limits)
        self.stop = Stop()
        self._on_progress = on_progress
        self.threads = threads_of(threads)
        self.algorithm = algorithm
        self._began = monotonic()
        self._failure: BaseException | None = None
        self._cancelled = False
        self.moves_spent = 0
        self.states_spent = 0

    def __enter__(self) -> Run:
        _running.append(self)
        if self.limits.cancelled:
            self.cancel()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _running.remove(self)
        if error is None and self._failure is not None:
            raise self._failure

    @property
    def seconds(self) -> float:
        """Time since the call began."""
        return monotonic() - self._began

    @property
    def memory(self) -> int:
        """Bytes that the search may use."""
        return default_memory() if self.limits.memory is None else self.limits.memory

    def options(self) -> dict[str, Any]:
        """The keyword arguments for the engine, with the time, moves and states that are left."""
        limits = self.limits
        seconds = None if limits.seconds is None else max(0.0, limits.seconds - self.seconds)
        return {
            "algorithm": self.algorithm,
            "moves": _left(limits.moves, self.moves_spent, _MOST_MOVES),
            "states": _left(limits.states, self.states_spent, _MOST),
            "seconds": None if seconds is None else min(seconds, _MOST_SECONDS),
            "memory": min(self.memory, _MOST),
            "threads": self.threads,
            "on_progress": None if self._on_progress is None else self._relay,
            "stop": self.stop,
        }

    def call(self, function: Callable[..., Result], *arguments: Any, **more: Any) -> Result:
        """Calls a search of the engine under this run; arguments that it refuses raise `ClewError`."""
        try:
            return function(*arguments, **self.options(), **more)
        except ValueError as error:
            if error.__traceback__ is not None and error.__traceback__.tb_next is not None:
                raise  # it comes from a user's rules
            raise ClewError(str(error)) from error

    def search(self, function: Callable[..., Result], *arguments: Any, **more: Any) -> Result:
        """Like `call`, for a search whose result is the answer. Raises `KeyboardInterrupt` if Ctrl-C came so
        late that the result is complete all the same: nobody else would learn of it.
        """
        result = self.call(function, *arguments, **more)
        limit = result["limit"] if isinstance(result, dict) else getattr(result, "limit", None)
        if limit is None and self.was_interrupted:
            raise KeyboardInterrupt
        return result

    def cancel(self) -> None:
        """Stops what runs, as `clew.cancel` does."""
        self._cancelled = True
        self.stop.set()

    @property
    def was_interrupted(self) -> bool:
        """Whether Ctrl-C was pressed during a search of this run."""
        return self.stop.is_set() and not self._cancelled and self._failure is None

    def _relay(self, report: Any) -> None:
        from clew.search.progress import Progress

        assert self._on_progress is not None
        try:
            self._on_progress(Progress(report, self.limits.states, self.limits.seconds))
        except KeyboardInterrupt:
            self.stop.set()
        except BaseException as error:
            self._failure = error
            self.stop.set()


def threads_of(asked: int) -> int:
    """The number of threads asked for, at most `MOST_THREADS`; 0 means one per core. Raises `ClewError`."""
    return min(_whole("threads", asked) or 0, MOST_THREADS)


_running: list[Run] = []
"""Runs that are entered, as often as they are: loops over one anytime search may be nested."""


def _left(limit: int | None, spent: int, most: int) -> int | None:
    return None if limit is None else min(max(0, limit - spent), most)


def _not_negative(name: str, value: float | None) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value >= 0:
        raise ClewError(f"{name}={value!r}: expected a non-negative number, or None")
    return value


def _bytes(value: int | str | None) -> int | None:
    if not isinstance(value, str):
        return _whole("memory", value)

    try:
        return amount(value)
    except ValueError as error:
        raise ClewError(f"memory={value!r}: {error}") from None


def _whole(name: str, value: int | None) -> int | None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
        raise ClewError(f"{name}={value!r}: expected a non-negative whole number, or None")
    return value
