"""Dask clusters: the caller's client, a scheduler at an address, or a local cluster."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from concurrent.futures import CancelledError
from contextlib import contextmanager
from multiprocessing import current_process, get_context
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from clew.errors import ClewError
from clew.optional import distributed
from clew.version import version as clew_version

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 20.0
"""Seconds to wait for a scheduler and its first worker."""

DEATHS = 5
"""How often a task may be lost with its worker before it is abandoned."""

UNGUARDED = 87
"""The exit status of a process that is starting, and is told to start processes itself."""


def check_program(call: str) -> None:
    """Checks that new processes can be started from the program that makes this call.

    Each of them runs the file of the program first, to know what is defined in it. A call that is not under
    ``if __name__ == "__main__":`` is made there again. One process is started to see it. Raises `ClewError`.
    """
    if getattr(current_process(), "_inheriting", False):  # this is one that is running the file
        sys.exit(UNGUARDED)
    trial = get_context("spawn").Process(target=int)
    trial.start()
    trial.join()
    if trial.exitcode == UNGUARDED:
        raise ClewError(
            f"{call} starts processes, and each of them runs this program's file first, where it comes to "
            'the same call: put the call under `if __name__ == "__main__":`'
        )


@contextmanager
def connected(address: str, what: str) -> Iterator[Any]:
    """A client of the scheduler at this address. Raises `ClewError` unless it answers and has a worker."""
    dask = distributed(what)
    with dask.utils.silence_logging_cmgr(logging.CRITICAL):
        try:
            client = dask.Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise ClewError(
                f"no Dask scheduler answers at {address}: start one with `dask scheduler`, workers with "
                "`dask worker ADDRESS`, and give its address, such as tcp://host:8786"
            ) from error
        try:
            yield client
        finally:
            client.close()


@contextmanager
def local(workers: int, memory: int, what: str) -> Iterator[Any]:
    """A client of a private cluster on this machine, with that many single-threaded processes, which are
    restarted when they end; `memory` bytes each, 0 for no limit.
    """
    dask = distributed(what)
    cluster = dask.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        memory_limit=memory,
        preload=["clew_lab.sweep.ignore_interrupts"],
        silence_logs=logging.CRITICAL,
    )
    try:
        with dask.Client(cluster, set_as_default=False) as client:
            yield client
    finally:
        cluster.close()


@contextmanager
def answering(client: Any) -> Iterator[None]:
    """Raises `ClewError` where Dask says in its own way that the scheduler is lost or dropped the work."""
    address = client.scheduler.address
    try:
        yield
    except ClewError:
        raise
    except (Exception, asyncio.CancelledError) as error:
        dropped = isinstance(error, (CancelledError, asyncio.CancelledError))
        if not dropped and client.status == "running":
            raise
        raise ClewError(
            f"the Dask scheduler at {address} is lost or has dropped this work; what is finished is kept. "
            "Start it again, with its workers, and make the same call again to continue"
        ) from error


def ready(client: Any) -> None:
    """Waits for a first worker and checks that all have this version of Clew. Raises `ClewError`."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise ClewError("the Dask scheduler has no workers: start some with `dask worker ADDRESS`") from None
    found = client.run(_version, on_error="return")
    blind = {address: error for address, error in sorted(found.items()) if not isinstance(error, str)}
    if blind:
        told = ", ".join(f"{address}: {error}" for address, error in blind.items())
        raise ClewError(f"every worker needs clew {clew_version()}, as here, but cannot load it: {told}")
    others = {address: version for address, version in found.items() if version != clew_version()}
    if others:
        told = ", ".join(f"{address} has {version}" for address, version in sorted(others.items()))
        raise ClewError(f"every worker needs clew {clew_version()}, as here: {told}")


def _version() -> str:
    """The version of Clew in the process that runs this."""
    return clew_version()


def check_shared(client: Any, path: str) -> None:
    """Checks that all workers see this folder under the same path. Raises `ClewError`."""
    mark = os.path.join(path, f".{uuid4().hex}")
    with open(mark, "w", encoding="ascii"):
        pass
    try:
        found = client.run(os.path.exists, mark)
    finally:
        os.remove(mark)
    blind = sorted(address for address, there in found.items() if not there)
    if blind:
        raise ClewError(
            f"{path} is not the same folder on all workers ({', '.join(blind)} cannot see what is "
            "written there): choose one on a shared file system"
        )


def done(client: Any, futures: list[Any], seconds: float) -> bool:
    """Waits until all of these have ended, `seconds` at most; returns whether they have."""
    with client.as_current():
        try:
            distributed("a cluster").wait(futures, timeout=seconds)
        except TimeoutError:
            return False
    return True


def killed() -> type[Exception]:
    """The exception for a task whose workers died repeatedly."""
    found: type[Exception] = distributed("a cluster").scheduler.KilledWorker
    return found
