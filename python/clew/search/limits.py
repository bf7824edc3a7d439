"""Limits on what a search may use, how to stop it, and how far it is."""

from __future__ import annotations

import os
from threading import Event, Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, TypeVar

from clew._engine import Stop
from clew.errors import ClewError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from clew._engine import Report

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

    The same object may be given to many searches, even at the same time: `cancel` ends all of them. To end a
    single call, give it an event: ``clew.solve(puzzle, stop=event)`` ends within 0.1 s of ``event.set()``, as
    at Ctrl-C. `event` is a `threading.Event`, or any object with `is_set`.

    >>> clew.solve("null:3", limits=clew.Limits(states=2)).limit
    'states'

    Raises `ClewError` for a limit that is negative or not a number.
    """

    __slots__ = ("_cancelled", "_stop", "memory", "moves", "seconds", "states")

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
        self._stop: Event | None = None

    def within(self, seconds: float | None, others: Limits | None = None) -> Limits:
        """These limits with that many seconds instead; cancelled together with them, or with `others`."""
        limits = Limits(self.moves, self.states, seconds, self.memory)
        return limits._ending_with(self if others is None else others)

    def _ending_with(self, others: Limits) -> Limits:
        """These limits, ended by what ends `others`."""
        self._cancelled, self._stop = others._cancelled, others._stop
        return self

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called, or the event of the call is set."""
        return self._cancelled[0] or (self._stop is not None and self._stop.is_set())

    def cancel(self) -> None:
        """Ends every search that runs under these limits within 0.1 s, and any later one at once.

        Can be called from any thread.
        """
        self._cancelled[0] = True
        for run in tuple(_running):
            if run.limits._cancelled is self._cancelled:
                run.cancel()

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """All but the event, which cannot be pickled."""
        return None, {name: getattr(self, name) for name in self.__slots__} | {"_stop": None}

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
    stop: Event | None = None,
) -> Limits:
    """The limits of a call: its `limits=`, and those given as keyword arguments, such as `seconds=5`.

    The result is cancelled together with `limits`, and ends when `stop` is set. Raises `ClewError` for
    anything but `Limits`, for a limit given twice, and for a `stop` that is no event.
    """
    if limits is not None and not isinstance(limits, Limits):
        raise ClewError(
            f"limits={limits!r}: expected clew.Limits(...), such as limits=clew.Limits(seconds=5); "
            "a limit can also be an argument of its own: seconds=5"
        )
    if stop is not None and not callable(getattr(stop, "is_set", None)):
        raise ClewError(f"stop={stop!r}: expected a threading.Event(), or another object with is_set()")
    limits = Limits() if limits is None else limits
    given = {"moves": moves, "states": states, "seconds": seconds, "memory": memory}
    if stop is None and set(given.values()) == {None}:
        return limits
    both = {name: getattr(limits, name) for name in given}
    for name, value in given.items():
        if value is not None and both[name] is not None:
            raise ClewError(f"{name} is given twice, in limits= and as its own argument: give it once")
        both[name] = both[name] if value is None else value
    joined = Limits(**both)._ending_with(limits)
    joined._stop = limits._stop if stop is None else stop
    return joined


def end_runs(limits: Limits) -> None:
    """Ends the searches that run under this object itself, not those of limits that share its `cancel`."""
    for run in tuple(_running):
        if run.limits is limits:
            run.cancel()


def cancel() -> None:
    """Ends every search that is running in this process within 0.1 s; each returns what it knows.

    Can be called from any thread. Later searches are not affected.

    >>> clew.cancel()
    """
    for run in tuple(_running):
        run.cancel()


class Progress:
    """A snapshot of a search, passed to `on_progress` about ten times a second.

    `phase`: "search", "count", ... `states`: distinct states stored. `expanded`: states expanded. `depth`:
    depth reached, in moves from the start. `best`: length of the best solution known, None while there is
    none. `lower_bound`: no solution is shorter. `expected`: the most states that can be stored, None if
    unknown. `seconds`: time since the search began.
    """

    __slots__ = (
        "_most_seconds",
        "_most_states",
        "best",
        "depth",
        "expanded",
        "expected",
        "lower_bound",
        "phase",
        "seconds",
        "states",
    )

    def __init__(self, report: Report, most_states: int | None, most_seconds: float | None) -> None:
        self.phase: str = report["phase"]
        self.states: int = report["states"]
        self.expanded: int = report["expanded"]
        self.depth: int = report["depth"]
        self.best: int | None = report["best"]
        self.expected: int | None = report["expected"]
        self.lower_bound: int = report["lower_bound"]
        self.seconds: float = report["seconds"]
        self._most_states = most_states
        self._most_seconds = most_seconds

    @property
    def states_per_second(self) -> float:
        """Mean rate since the start; 0 before any time has passed."""
        return self.states / self.seconds if self.seconds > 0 else 0.0

    @property
    def eta(self) -> float | None:
        """Seconds until a limit ends the search or all expected states are stored, whichever comes first.
        None without a limit on time or states and an expected number of states.

        A search may prove its answer earlier; that cannot be predicted.
        """
        left = []
        if self._most_seconds is not None:
            left.append(self._most_seconds - self.seconds)
        if self.states_per_second > 0:
            ends = [end for end in (self._most_states, self.expected) if end is not None]
            left += [(end - self.states) / self.states_per_second for end in ends]
        return max(0.0, min(left)) if left else None

    def __repr__(self) -> str:
        return (
            f"Progress({self.phase}: {self.states} states, {self.expanded} expanded, depth {self.depth}, "
            f"best {self.best}, lower bound {self.lower_bound}, {self.seconds:.1f} s)"
        )


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
        elif self.limits._stop is not None:
            _hear_stops()
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

    def hear_stop(self) -> None:
        """Stops what runs if the event of the call is set; if asking it raises, the call raises that."""
        try:
            over = self.limits.cancelled
        except Exception as error:
            self._failure = error
            over = True
        if over:
            self.cancel()

    @property
    def was_interrupted(self) -> bool:
        """Whether Ctrl-C was pressed during a search of this run."""
        return self.stop.is_set() and not self._cancelled and self._failure is None

    def _relay(self, report: Any) -> None:

        assert self._on_progress is not None
        try:
            self._on_progress(Progress(report, self.limits.states, self.limits.seconds))
        except KeyboardInterrupt:
            self.stop.set()
        except BaseException as error:
            self._failure = error
            self.stop.set()


class _Hearer(Thread):
    """Asks the events of all running calls that have one, and sleeps while none has."""

    def __init__(self) -> None:
        super().__init__(name="clew-stop", daemon=True)
        self.wanted = Event()

    def run(self) -> None:
        while self.wanted.wait():
            self.wanted.clear()
            while heard := [run for run in tuple(_running) if run.limits._stop is not None]:
                for run in heard:
                    run.hear_stop()
                sleep(_STOPS_HEARD_EVERY)


_STOPS_HEARD_EVERY = 0.02  # seconds
_hearer: _Hearer | None = None


def _hear_stops() -> None:
    """Has the events of running calls asked, by a thread that a forked process lacks at first."""
    global _hearer
    if _hearer is None or not _hearer.is_alive():
        _hearer = _Hearer()
        _hearer.start()
    _hearer.wanted.set()


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


_SHARE = (3, 4)
_UNITS = {"": 1, "B": 1} | {
    f"{letter}{suffix}": base ** (power + 1)
    for power, letter in enumerate("KMGT")
    for suffix, base in (("", 1000), ("B", 1000), ("IB", 1024), ("I", 1024))
}
_FRESH_SECONDS = 1.0  # free memory changes slowly; thousands of short searches need not ask each time
_cgroup_files = {  # version: (root, limit, use)
    2: ("/sys/fs/cgroup", "memory.max", "memory.current"),
    1: ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"),
}
_known: tuple[float, int] | None = None


def default_memory() -> int:
    """Bytes that a search may use: three quarters of `free_memory`."""
    global _known
    now = monotonic()
    if _known is None or now - _known[0] > _FRESH_SECONDS:
        _known = (now, free_memory() * _SHARE[0] // _SHARE[1])
    return _known[1]


def free_memory() -> int:
    """Bytes that this process can still allocate: what the machine, control groups and `ulimit -v` leave."""
    left = [value for value in (_machine(), _groups(), _address_space()) if value is not None]
    return max(0, min(left)) if left else _physical() // 2


def _machine() -> int | None:
    kilobytes = _field("/proc/meminfo", "MemAvailable:")
    return None if kilobytes is None else kilobytes * 1024


def _groups() -> int | None:
    """What the control groups leave: every group from ours up to the root may hold a limit."""
    least: int | None = None
    for line in _read("/proc/self/cgroup").splitlines():
        number, controllers, path = line.split(":", 2)
        version = 2 if number == "0" and not controllers else 1
        if version == 1 and "memory" not in controllers.split(","):
            continue
        root, limit_name, use_name = _cgroup_files[version]
        parts = [part for part in path.split("/") if part]
        for depth in range(len(parts), -1, -1):
            folder = "/".join([root, *parts[:depth]])
            limit, use = _read(f"{folder}/{limit_name}").strip(), _read(f"{folder}/{use_name}").strip()
            if limit.isdigit() and use.isdigit():
                # File cache counts as use, but the kernel gives it up before it refuses memory.
                left = int(limit) - int(use) + (_field(f"{folder}/memory.stat", "inactive_file") or 0)
                least = left if least is None else min(least, left)
    return least


def _address_space() -> int | None:
    limit = _field("/proc/self/limits", "Max address space")
    used = _field("/proc/self/status", "VmSize:")
    return None if limit is None else limit - 1024 * (used or 0)


def _physical() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 1 << 32


def _field(path: str, name: str) -> int | None:
    """The number after `name` in a file of lines `name number ...`; None if there is none."""
    for line in _read(path).splitlines():
        if line.startswith(name):
            words = line[len(name) :].split()
            return int(words[0]) if words and words[0].isdigit() else None
    return None


def _read(path: str) -> str:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def amount(text: str) -> int:
    """Bytes: `200MB` (powers of 1000), `2GiB` (powers of 1024), or a plain number.

    Raises `ValueError`, saying what would be right.
    """
    word = text.strip().upper().replace(" ", "")
    number = word.rstrip("KMGTIB")
    unit = word[len(number) :]
    try:
        count = float(number)
    except ValueError:
        count = -1.0
    if unit not in _UNITS or not 0 <= count * _UNITS[unit] < 2**63:
        raise ValueError("expected an amount such as 200MB, 1.5GB or 2GiB")
    return int(count * _UNITS[unit])
