"""Runs linear algebra on one thread when its own threads would only wait for each other."""

from __future__ import annotations

from threading import Lock

from clew.optional import needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


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
                OneThread.limit = needed("threadpoolctl", self.what).threadpool_limits(1, "blas")
            OneThread.depth += 1

    def __exit__(self, *_: object) -> None:
        with self.lock:
            OneThread.depth -= 1
            if not OneThread.depth:
                OneThread.limit.restore_original_limits()
