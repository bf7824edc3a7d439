"""Seats for those who read events: so many in all, so many of one address, so many of one visitor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from clew.studio.web.lanes import Busy

RETRY_SECONDS = 10


class Seats:
    """Who reads now. Belongs to the event loop's thread."""

    def __init__(self) -> None:
        self._addresses: Counter[str] = Counter()
        self._visitors: Counter[str] = Counter()

    @contextmanager
    def at(self, address: str) -> Iterator[None]:
        """One seat of an address for as long as this lasts, taken before anything is looked up.

        Raises `Busy` where there is none.
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
        """One seat of a visitor for as long as this lasts. Raises `Busy` where there is none."""
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


seats = Seats()
