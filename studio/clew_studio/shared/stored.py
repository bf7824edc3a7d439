"""How many bytes requests store, so that nobody fills the disk: what an address may add in an hour.

What writes rows that can be large says how large they are (`add`), and the request pays for all of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.core.cache import caches

SECONDS = 3600


class Bill:
    """What one request has stored so far."""

    def __init__(self) -> None:
        self.bytes = 0


_bill: ContextVar[Bill | None] = ContextVar("bill", default=None)


def add(text: object) -> None:
    """Count what a row takes that holds this, as text."""
    bill = _bill.get()
    if bill is not None:
        bill.bytes += len(str(text))


@contextmanager
def counted() -> Iterator[Bill]:
    """Counts what is stored as long as the context lasts."""
    bill = Bill()
    token = _bill.set(bill)
    try:
        yield bill
    finally:
        _bill.reset(token)


def charge(caller: str, size: int) -> None:
    """Add bytes to what an address has stored in this hour."""
    if size and settings.CONFIG.limited:
        cache, key = caches["rates"], _key(caller)
        cache.add(key, 0, SECONDS)
        try:
            cache.incr(key, size)
        except ValueError:  # the entry expired between the two calls
            return


def to_wait(caller: str) -> int:
    """The seconds until an address may store more; 0 if it may at once."""
    if (
        not settings.CONFIG.limited
        or (caches["rates"].get(_key(caller)) or 0) < settings.CONFIG.bounds.stored
    ):
        return 0
    return max(1, round(SECONDS - time.time() % SECONDS))


def _key(caller: str) -> str:
    return f"stored:{caller}:{int(time.time() // SECONDS)}"
