"""Executors of a sweep's chunks: processes on this machine, or the workers of a Dask cluster."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol
from uuid import uuid4

from clew.errors import ClewError
from clew_lab.sweep.cluster import DEATHS, killed, ready
from clew_lab.sweep.worker_pool import WorkerPool, leave_here, work_here

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    Rows = list[dict[str, Any]]
    Job = dict[str, Any]

    class ChunkExecutor(Protocol):
        """What a sweep needs of an executor."""

        @property
        def room(self) -> int:
            """The number of chunks that may be queued at a time."""
            ...

        def submit(self, job: Job, boards: Rows) -> Future[Rows]: ...
        def lost(self, error: BaseException, deaths: int) -> bool:
            """Whether a chunk failed with this error because its worker died; it is then retried."""
            ...

        def close(self) -> None: ...


AHEAD = 2
"""Chunks for each worker: one running, one waiting."""

FRESH = 5.0
"""Seconds after which the size of a cluster is queried again."""


class LocalExecutor:
    """Processes on this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._workers = WorkerPool()
        self._pool: Executor = ThreadPoolExecutor(workers)

    @property
    def room(self) -> int:
        """Chunks that may be queued at a time."""
        return AHEAD * self.workers

    def submit(self, job: Job, boards: Rows) -> Future[Rows]:
        """Starts a chunk; the future gives its rows."""
        return self._pool.submit(self._workers.work, {**job, "share": self.workers}, boards)

    def lost(self, error: BaseException, deaths: int) -> bool:
        """False: processes of this machine are replaced, and boards that kill them become errors."""
        return False

    def close(self) -> None:
        """Ends everything, including running work."""
        self._workers.stop()
        self._pool.shutdown(cancel_futures=True)
        self._workers.close()


class DaskExecutor:
    """The workers of a cluster; they may come and go. The client stays open."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._sweep = uuid4().hex  # other sweeps may use the cluster at the same time
        ready(client)
        self._pool = client.get_executor(pure=False)
        self._room = 0
        self._asked = 0.0

    @property
    def room(self) -> int:
        """Chunks that may be queued at a time, by the number of workers there are now."""
        if not self._room or monotonic() - self._asked > FRESH:
            self._room = AHEAD * max(1, sum(self._client.nthreads().values()))
            self._asked = monotonic()
        return self._room

    def submit(self, job: Job, boards: Rows) -> Future[Rows]:
        """Sends a chunk to the cluster; the future gives its rows."""
        future: Future[Rows] = self._pool.submit(work_here, self._sweep, {**job, "share": 0}, boards)
        return future

    def lost(self, error: BaseException, deaths: int) -> bool:
        """Whether the workers died; the chunk is then retried. Raises `ClewError` after many deaths."""
        if not isinstance(error, killed()):
            return False
        if deaths >= DEATHS:
            raise ClewError(
                f"Dask workers crash whenever they get these boards ({error}): see their logs, and start "
                "them with more memory"
            ) from error
        return True

    def close(self) -> None:
        """Cancels what is not done, and ends the processes that work on this sweep's boards."""
        self._pool.shutdown(wait=False)
        if self._client.status == "running":
            self._client.run(leave_here, self._sweep, on_error="ignore")
