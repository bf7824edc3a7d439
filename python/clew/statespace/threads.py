"""Runs linear algebra on one thread when its own threads would only wait for each other."""

from __future__ import annotations

from threading import Lock
from typing import Any

from clew.optional import needed


class OneThread:
    """`with OneThread(what):` limits linear algebra to one thread; the last block to end restores the others.

    `what` says what needs it, for the error raised if threadpoolctl is missing.
    """

    lock = Lock()
    depth = 0
    limit: Any = None

    def __init__(self, what: str) -> None:
        self.what = what

    def __enter__(self) -> None:
        with self.lock:
            if not OneThread.depth:
                limits = needed("threadpoolctl", self.what)
                _take_control(limits)
                OneThread.limit = limits.threadpool_limits(1, "blas")
            OneThread.depth += 1

    def __exit__(self, *_: object) -> None:
        with self.lock:
            OneThread.depth -= 1
            if not OneThread.depth:
                _take_control(needed("threadpoolctl", self.what))
                OneThread.limit.restore_original_limits()


def _take_control(limits: Any) -> None:
    """Let this thread change the limit of OpenBLAS, which is one for the whole process. Newer versions of
    threadpoolctl leave that to the first thread that did, and silently ignore the others.
    """
    clear = getattr(getattr(limits, "OpenBLASController", None), "clear_controlling_thread", None)
    if clear is not None:
        clear(force=True)
