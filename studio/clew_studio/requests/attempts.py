"""Limits on how often something may be tried, counted exactly, in the database.

An attempt is counted before it is made, so that simultaneous attempts get no further than successive ones. A
success is not counted. Once a limit is reached, attempts are refused for a time that doubles with each
further one, up to `longest`: nobody is locked out for good.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from math import ceil
from typing import NamedTuple

from django.utils import timezone

from clew_studio.database import write_lock
from clew_studio.models import Tries

MOST_DOUBLINGS = 20


class Limit(NamedTuple):
    """`free` attempts in `window`; then a wait of `first`, which doubles with each further attempt up to
    `longest`.
    """

    name: str
    free: int
    window: timedelta
    first: timedelta
    longest: timedelta

    def of(self, *whom: str) -> Counter:
        """The counter of this limit for an account, an address or whatever `whom` names; names are hashed."""
        parts = (sha256(part.encode("utf-8", "replace")).hexdigest()[:32] for part in whom)
        return Counter(self, ":".join((self.name, *parts)))


class Shut(Exception):
    """Too many failed attempts; `seconds` is how long to wait, and `limit` the limit that was reached."""

    def __init__(self, seconds: int, limit: Limit) -> None:
        super().__init__(seconds, limit)
        self.seconds = seconds
        self.limit = limit


class Counter(NamedTuple):
    """One limit applied to one account, address or the like; `key` is its row in the table."""

    limit: Limit
    key: str


def count(counters: Sequence[Counter]) -> int:
    """Counts an attempt on all counters and returns 0; or the seconds to wait, with nothing counted."""
    now = timezone.now()
    with write_lock("tries"):
        rows = {row.key: row for row in Tries.objects.filter(key__in=[counter.key for counter in counters])}
        shut = [row.shut_until for row in rows.values() if row.shut_until is not None]
        wait = max(((until - now).total_seconds() for until in shut), default=0.0)
        if wait > 0:
            return ceil(wait)
        for counter in counters:
            _count(counter, rows.get(counter.key) or Tries(key=counter.key, since=now), now)
    return 0


def try_once(counters: Sequence[Counter]) -> None:
    """Counts an attempt on all counters. Raises `Shut`, with nothing counted."""
    wait = count(counters)
    if wait:
        raise Shut(wait, counters[0].limit)


def take_back(counters: Sequence[Counter]) -> None:
    """Subtracts one attempt from each counter, because it succeeded."""
    with write_lock("tries"):
        for counter in counters:
            row = Tries.objects.filter(key=counter.key).first()
            if row is not None and row.number > 0:
                row.number -= 1
                row.shut_until = row.shut_until if row.number >= counter.limit.free else None
                row.save()


def forget(counters: Sequence[Counter]) -> None:
    """Resets these counters and those below them, such as an account's for each address."""
    for counter in counters:
        Tries.objects.filter(key=counter.key).delete()
        Tries.objects.filter(key__startswith=f"{counter.key}:").delete()


def _count(counter: Counter, row: Tries, now: datetime) -> None:
    limit = counter.limit
    if now - max(row.since, row.shut_until or row.since) > limit.window:
        row.number, row.since = 0, now
    row.number += 1
    row.shut_until = None
    over = row.number - limit.free
    if over >= 0:
        row.shut_until = now + min(limit.longest, limit.first * 2 ** min(over, MOST_DOUBLINGS))
    row.save()
