"""Write transactions, one at a time in this process.

SQLite lets one writer in and makes the others poll with growing pauses, up to a tenth of a second; a lock
wakes the next one at once. With a database that has its own locks, this one costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from django.db import transaction

_turn = RLock()


@contextmanager
def write_lock() -> Iterator[None]:
    """A transaction that waits for others of this process no longer than they take."""
    with _turn, transaction.atomic():
        yield
