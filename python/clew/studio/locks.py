"""Transactions that write, one at a time in this process.

SQLite lets one writer in and has the others look again after growing pauses, up to a tenth of a second; a
lock wakes the next one at once. Where the database has locks of its own this one costs nothing to speak of.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from django.db import transaction

_turn = RLock()


@contextmanager
def write_lock() -> Iterator[None]:
    """A transaction that no other of this process delays by more than its own time."""
    with _turn, transaction.atomic():
        yield
