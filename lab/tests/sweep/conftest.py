"""Dask clusters of these tests, on the loopback alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import distributed
import pytest

from clew_lab.sweep import cluster
from tests.promptness import HANGS
from tests.sweep.helpers import below, gone


@pytest.fixture(scope="module")
def three() -> Iterator[Any]:
    """A cluster of three processes, which come back when they are killed; none outlives the tests."""
    before = set(below(os.getpid()))
    with cluster.local(3, 0, "a test") as found:
        yield found
        mine = [process for process in below(os.getpid()) if process not in before and not _watches(process)]
    assert gone(mine), "processes outlive their cluster"


def _watches(process: int) -> bool:
    """Is this Python's own watcher of shared memory, which stays?"""
    try:
        return b"resource_tracker" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


@pytest.fixture
def client(three: Any) -> Any:
    """Its client, when all three are there."""
    three.wait_for_workers(3, timeout=HANGS)
    return three


@pytest.fixture(scope="module")
def inside() -> Iterator[Any]:
    """A cluster inside the test's own process: quick, for what does not depend on processes. It does not wait
    for the disk: no power fails during these tests.
    """
    make: Any = distributed.Client
    with (
        pytest.MonkeyPatch.context() as patched,
        make(
            processes=False,
            n_workers=2,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            set_as_default=False,
        ) as found,
    ):
        patched.setattr(os, "fsync", lambda descriptor: None)
        yield found
