"""How many pages may read events at once: in total, per address and per visitor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from clew_studio.web.request_pools import Busy

RETRY_SECONDS = 10


class StreamLimits:
    """Counts the current readers. Use it only in the event loop's thread."""

    def __init__(self) -> None:
        self._addresses: Counter[str] = Counter()
        self._visitors: Counter[str] = Counter()

    def open(self) -> int:
        """How many streams are open."""
        return self._addresses.total()

    @contextmanager
    def at(self, address: str) -> Iterator[None]:
        """Counts one stream of an address while the context lasts, before any query.

        Raises `Busy` if there are too many.
        """
        bounds = settings.CONFIG.bounds
        if self._addresses[address] >= bounds.streams_each:
            raise Busy(mine=True, seconds=RETRY_SECONDS)
        if self._addresses.total() >= bounds.streams:
            raise Busy(mine=False, seconds=RETRY_SECONDS)
        with _counted(self._addresses, address):
            yield

    @contextmanager
    def of(self, visitor: str) -> Iterator[None]:
        """Counts one stream of a visitor while the context lasts. Raises `Busy` if there are too many."""
        if self._visitors[visitor] >= settings.CONFIG.bounds.streams_visitor:
            raise Busy(mine=True, seconds=RETRY_SECONDS)
        with _counted(self._visitors, visitor):
            yield


@contextmanager
def _counted(counts: Counter[str], key: str) -> Iterator[None]:
    counts[key] += 1
    try:
        yield
    finally:
        counts[key] -= 1
        if not counts[key]:
            del counts[key]


streams = StreamLimits()
