"""Sweeps: an operation on every board of a stream, one row for each, whatever fails along the way."""

from __future__ import annotations

import os
from contextlib import nullcontext
from queue import Empty, SimpleQueue
from shutil import rmtree
from tempfile import mkdtemp
from time import monotonic
from typing import TYPE_CHECKING, Any
from weakref import finalize

from clew.errors import ClewError
from clew.moved import renamed_method
from clew.optional import arrow, needed
from clew.search.limits import Limits, bounded
from clew.version import version
from clew_lab.sweep.boards import boards_of, chunks, expected
from clew_lab.sweep.cluster import answering
from clew_lab.sweep.executors import DaskExecutor, LocalExecutor
from clew_lab.sweep.folder import Folder, alone, read
from clew_lab.sweep.operations import KINDS, find

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future
    from os import PathLike
    from threading import Event

    from clew_lab.sweep.boards import Chunk, Source
    from clew_lab.sweep.executors import ChunkExecutor
    from clew_lab.sweep.operations import Operation

CHUNK = 8
"""Boards per chunk, and rows per part: few, so that workers finish together and little is lost when a sweep
is stopped.
"""

POLL = 0.2
"""Seconds between two checks of what is done."""


class SweepProgress:
    """The progress of a sweep. `done`: boards with a row, `before` of them from an earlier run; `errors` of
    them failed. `expected`: about how many boards there are, None if unknown. `seconds`: time since the
    start.
    """

    def __init__(self, done: int, before: int, errors: int, expected: int | None, seconds: float) -> None:
        self.done = done
        self.before = before
        self.errors = errors
        self.expected = None if expected is None else max(expected, done)
        self.seconds = seconds

    @property
    def boards_per_second(self) -> float:
        """The mean rate of this run; 0 before any time has passed."""
        return (self.done - self.before) / self.seconds if self.seconds > 0 else 0.0

    @property
    def eta(self) -> float | None:
        """Seconds that the rest will take at this rate; None if unknown."""
        if self.expected is None or not self.boards_per_second:
            return None
        return (self.expected - self.done) / self.boards_per_second


class Sweep:
    """A sweep that has ended. `path`: its folder. `boards`: their number; `statuses`: how many ended with
    each status. `errors`: (row, message) of those with status "error". `seconds`: time of this run;
    `before`: boards already done when it started. `complete`: whether each board has a row; False after
    `stop` or `limits.cancel()`.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.statuses: dict[str, int] = {}
        self.errors: list[tuple[int, str]] = []
        self.before = 0
        self.seconds = 0.0
        self.complete = False

    @property
    def boards(self) -> int:
        """The number of boards in the sweep."""
        return sum(self.statuses.values())

    def table(self) -> Any:
        """The rows, in the order of the boards, as a `pyarrow.Table`."""
        return read(self.path)

    def to_pandas(self) -> Any:
        """The rows, in the order of the boards, as a `pandas.DataFrame`. Needs pandas."""
        needed("pandas", "a data frame", None)
        return self.table().to_pandas()

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows, one after another."""
        for batch in self.table().to_batches():
            yield from batch.to_pylist()

    def to_dict(self) -> dict[str, Any]:
        """What `clew sweep --json` prints."""
        return {
            "boards": self.boards,
            "complete": self.complete,
            "statuses": dict(sorted(self.statuses.items())),
            "errors": [{"row": row, "message": words} for row, words in self.errors],
            "path": self.path,
            "seconds": round(self.seconds, 3),
        }

    to_json = renamed_method("to_json", "to_dict")

    def _add(self, told: dict[str, Any]) -> None:
        for status, count in told["statuses"].items():
            self.statuses[status] = self.statuses.get(status, 0) + count
        self.errors += [(row, words) for row, words in told["errors"]]

    def __repr__(self) -> str:
        told = ", ".join(f"{count} {status}" for status, count in sorted(self.statuses.items()))
        return f"<Sweep of {self.boards} boards: {told}>"


def run(
    boards: Source | Iterable[Source],
    operation: Operation,
    out: str | PathLike[str] | None = None,
    *,
    client: Any = None,
    workers: int = 0,
    limits: Limits | None = None,
    options: dict[str, Any] | None = None,
    family: str | None = None,
    chunk: int = CHUNK,
    on_progress: Callable[[SweepProgress], object] | None = None,
    on_error: Callable[[int, str], object] | None = None,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
    stop: Event | None = None,
) -> Sweep:
    """Runs the operation on every board, and returns when all are done.

    `boards`: a file, a folder, a compact form, a puzzle, or any iterable of these, which is read lazily.
    `out`: a folder, created if needed; without it, the rows are kept as long as the result. A folder that
    contains part of the same sweep is continued: finished boards are not done again.
    `family`: as in `clew.read_boards`.
    `options`: JSON-compatible options for the operation.

    `client`: a `distributed.Client`, whose workers do the boards; without it, `workers` processes on this
    machine do (0: one per core). The rows do not depend on either, nor on processes that die along the way.
    `limits` apply to each board separately; without a memory limit, the processes of a machine share three
    quarters of its free memory.
    `chunk`: boards handed out together, and rows per part.

    A board that cannot be read or done becomes a row with status "error" and the reason in the column
    `error`, as does one that killed its process twice; `on_error(row, message)` is called for it.
    `on_progress` is called with a `SweepProgress`, from this thread.

    Ctrl-C is raised at once; finished chunks stay in `out`. `stop` and `limits.cancel()` end the sweep as
    soon: the result then has the rows of the finished chunks, and is not `complete`; the same call continues
    it in `out`. Raises `ClewError` if pyarrow is missing, for a folder with another sweep or in use, a bad
    argument, and a cluster that cannot be used.
    """
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, moves=moves, stop=stop)
    arrow()
    _check(operation, workers, chunk)
    began = monotonic()
    sweep = _begun(out)
    with alone(sweep.path), nullcontext() if client is None else answering(client):
        job: dict[str, Any] = {
            "home": operation.home,
            "options": dict(options or {}),
            "limits": [limits.moves, limits.states, limits.seconds, limits.memory],
        }
        folder = Folder(sweep.path, operation, {**job, "family": family, "chunk": chunk, "clew": _version()})
        executor: ChunkExecutor = (
            DaskExecutor(client) if client is not None else LocalExecutor(workers or os.cpu_count() or 1)
        )
        most = expected(boards)

        def told(found: dict[str, Any]) -> None:
            sweep._add(found)
            sweep.seconds = monotonic() - began
            if on_error is not None:
                for row, words in found["errors"]:
                    on_error(row, words)
            if on_progress is not None:
                done, errors = sweep.boards, len(sweep.errors)
                on_progress(SweepProgress(done, sweep.before, errors, most, sweep.seconds))

        try:
            count = 0
            flow = _Flow(executor, job, folder, told, limits)
            for each in chunks(boards_of(boards, family), chunk):
                if limits.cancelled:
                    break
                count += 1
                there = folder.done(each)
                if there is None:
                    flow.give(each)
                else:
                    sweep.before += len(each.boards)
                    told(there)
            flow.finish()
        finally:
            executor.close()
        sweep.complete = not limits.cancelled
        if sweep.complete:
            folder.join(count)
    sweep.errors.sort()
    sweep.seconds = monotonic() - began
    return sweep


class _Flow:
    """Chunks that are handed out and come back as rows, in any order."""

    def __init__(
        self,
        executor: ChunkExecutor,
        job: dict[str, Any],
        folder: Folder,
        told: Callable[[dict[str, Any]], None],
        limits: Limits,
    ) -> None:
        self._executor = executor
        self._job = job
        self._folder = folder
        self._told = told
        self._limits = limits
        self._waiting: dict[Future[list[dict[str, Any]]], tuple[Chunk, int]] = {}
        # Not `concurrent.futures.wait`: interrupted while it takes the futures' locks, it keeps them, and the
        # threads that work on them wait for ever.
        self._done: SimpleQueue[Future[list[dict[str, Any]]]] = SimpleQueue()

    def give(self, chunk: Chunk) -> None:
        """Hands out a chunk, once there is room for it; none once the sweep is cancelled."""
        while len(self._waiting) >= self._executor.room and not self._limits.cancelled:
            self._take()
        if not self._limits.cancelled:
            self._submit(chunk, 0)

    def finish(self) -> None:
        """Waits for all chunks, or until the sweep is cancelled."""
        while self._waiting and not self._limits.cancelled:
            self._take()

    def _submit(self, chunk: Chunk, deaths: int) -> None:
        good = [board.keys for board in chunk.boards if board.keys is not None]
        future = self._executor.submit(self._job, good)
        self._waiting[future] = chunk, deaths
        future.add_done_callback(self._done.put)

    def _take(self) -> None:
        """Waits a moment for a chunk: meanwhile the cluster may have grown."""
        try:
            future = self._done.get(timeout=POLL)
        except Empty:
            return
        chunk, deaths = self._waiting.pop(future)
        error = future.exception()
        if error is None:
            self._told(self._folder.write(chunk, _placed(chunk, future.result())))
        elif self._executor.lost(error, deaths + 1):
            self._submit(chunk, deaths + 1)
        else:
            raise error


def _placed(chunk: Chunk, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of all boards, good and bad, in order."""
    answers = iter(rows)
    return [next(answers) if board.error is None else {"error": board.error} for board in chunk.boards]


def _check(operation: Operation, workers: int, chunk: int) -> None:
    if find(operation.home).make is not operation.make:
        raise ClewError(
            f"{operation.home} is a different operation from {operation.name}, and workers would run it"
        )
    for name, kind in operation.columns.items():
        if kind not in KINDS:
            raise ClewError(f"the column {name} is of kind {kind!r}: choose one of {', '.join(KINDS)}")
    for name, value, least in (("workers", workers, 0), ("chunk", chunk, 1)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ClewError(f"{name}={value!r}: expected a whole number of at least {least}")


def _begun(out: str | PathLike[str] | None) -> Sweep:
    """The result, before any board is done; without a folder from the caller, in a temporary one."""
    if out is not None:
        return Sweep(os.fspath(out))
    sweep = Sweep(mkdtemp(prefix="clew-sweep-"))
    finalize(sweep, rmtree, sweep.path, ignore_errors=True)
    return sweep


def _version() -> str:
    return version()
