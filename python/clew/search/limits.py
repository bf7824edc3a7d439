"""What a search may use up, and how to stop it."""

from __future__ import annotations

from time import monotonic

from clew._engine import Stop
from clew.errors import ClewError
from clew.search.memory import default_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Any, TypeVar

    from clew.search.progress import Progress

    Result = TypeVar("Result")

# The engine's numbers are narrower than Python's; no search comes near these.
_MOST_MOVES = 2**31
_MOST = 2**62
_MOST_SECONDS = 1e9

ALGORITHMS = ("auto", "bfs", "bidirectional", "astar", "ida_star")


class Limits:
    """Bounds on a search; it ends at the first one reached, with what it knows by then.

    `moves`: longest solution looked for, under the puzzle's metric. `states`: distinct states stored.
    `seconds`: wall-clock time. `memory`: bytes taken by the search's tables; where it is None, three
    quarters of what is free. The others have no bound where they are None.

    The same object may be given to many searches, also at once: `cancel` ends all of them.

    Raises `ClewError` for a negative bound or one that is no number.
    """

    __slots__ = ("_cancelled", "memory", "moves", "seconds", "states")

    def __init__(
        self,
        moves: int | None = None,
        states: int | None = None,
        seconds: float | None = None,
        memory: int | None = None,
    ) -> None:
        self.moves = _whole("moves", moves)
        self.states = _whole("states", states)
        self.seconds = _not_negative("seconds", seconds)
        self.memory = _whole("memory", memory)
        self._cancelled = [False]

    def within(self, seconds: float) -> Limits:
        """These limits with so many seconds instead; cancelled together with them."""
        limits = Limits(self.moves, self.states, seconds, self.memory)
        limits._cancelled = self._cancelled
        return limits

    @property
    def cancelled(self) -> bool:
        return self._cancelled[0]

    def cancel(self) -> None:
        """Ends every search that runs under these limits within 0.1 s, and at once any that begins later.

        May be called from any thread.
        """
        self._cancelled[0] = True
        for run in tuple(_running):
            if run.limits._cancelled is self._cancelled:
                run.stop.set()

    def __repr__(self) -> str:
        given = [(name, getattr(self, name)) for name in ("moves", "states", "seconds", "memory")]
        return f"Limits({', '.join(f'{name}={value}' for name, value in given if value is not None)})"


def cancel() -> None:
    """Ends every search that is running in this process within 0.1 s; each returns what it knows.

    May be called from any thread. Searches that begin later are not touched.
    """
    for run in tuple(_running):
        run.stop.set()


class Run:
    """One call of a search function: its limits, its stop flag, and the time that its parts share.

    A callback that raises stops the search, and its exception leaves the `with` block; Ctrl-C inside a
    callback stops the search as Ctrl-C elsewhere does: with what is known so far.
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
        self.limits = Limits() if limits is None else limits
        self.stop = Stop()
        self._on_progress = on_progress
        self._threads = _whole("threads", threads) or 0
        self._algorithm = algorithm
        self._began = monotonic()
        self._failure: BaseException | None = None

    def __enter__(self) -> Run:
        _running.add(self)
        if self.limits.cancelled:
            self.stop.set()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _running.discard(self)
        if error is None and self._failure is not None:
            raise self._failure

    @property
    def seconds(self) -> float:
        """Time since the call began."""
        return monotonic() - self._began

    @property
    def memory(self) -> int:
        """Bytes that the search may take."""
        return default_memory() if self.limits.memory is None else self.limits.memory

    def options(self) -> dict[str, Any]:
        """The engine's keyword arguments, with the time that is left."""
        limits = self.limits
        seconds = None if limits.seconds is None else max(0.0, limits.seconds - self.seconds)
        return {
            "algorithm": self._algorithm,
            "moves": None if limits.moves is None else min(limits.moves, _MOST_MOVES),
            "states": None if limits.states is None else min(limits.states, _MOST),
            "seconds": None if seconds is None else min(seconds, _MOST_SECONDS),
            "memory": min(self.memory, _MOST),
            "threads": self._threads,
            "on_progress": None if self._on_progress is None else self._relay,
            "stop": self.stop,
        }

    def call(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Calls a search of the engine under this run; what it refuses is a `ClewError`."""
        try:
            return function(*arguments, **self.options())
        except ValueError as error:
            raise ClewError(str(error)) from error

    def _relay(self, report: Any) -> None:
        from clew.search.progress import Progress

        assert self._on_progress is not None
        try:
            self._on_progress(Progress(report, self.limits))
        except KeyboardInterrupt:
            self.stop.set()
        except BaseException as error:
            self._failure = error
            self.stop.set()


_running: set[Run] = set()


def _not_negative(name: str, value: float | None) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value >= 0:
        raise ClewError(f"{name}={value!r}: expected a number that is not negative, or None")
    return value


def _whole(name: str, value: int | None) -> int | None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
        raise ClewError(f"{name}={value!r}: expected a whole number that is not negative, or None")
    return value
