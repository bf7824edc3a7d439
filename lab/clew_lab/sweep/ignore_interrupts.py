"""Loaded first by workers of a local cluster: leaves Ctrl-C to the program that started them."""

from __future__ import annotations

import signal


def dask_setup(worker: object) -> None:
    """Called by Dask in the main thread of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
