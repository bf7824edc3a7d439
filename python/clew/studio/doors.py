"""How often something may be tried: counted in the database, exactly.

A try is counted before it is made: of many at once no more get through than of many one after the other. What
went well is taken back. A limit that was reached stays shut for a while that doubles with every further try,
and never longer than its `longest`: nobody is kept out for good.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from math import ceil
from typing import NamedTuple

from django.utils import timezone

from clew.studio.locks import writing
from clew.studio.models import Tries

MOST_DOUBLINGS = 20


class Limit(NamedTuple):
    """`free` tries within `window`; then shut for `first`, twice that after one more, at most `longest`."""

    name: str
    free: int
    window: timedelta
    first: timedelta
    longest: timedelta

    def of(self, *whom: str) -> Door:
        """The door that this limit is for somebody."""
        parts = (sha256(part.encode("utf-8", "replace")).hexdigest()[:32] for part in whom)
        return Door(self, ":".join((self.name, *parts)))


class Door(NamedTuple):
    """A limit for somebody; `key` names it in the table."""

    limit: Limit
    key: str


def knock(doors: Sequence[Door]) -> int:
    """Counts a try at all of the doors. Seconds to wait where one is shut: then nothing was counted."""
    now = timezone.now()
    with writing():
        rows = {row.key: row for row in Tries.objects.filter(key__in=[door.key for door in doors])}
        shut = [row.shut_until for row in rows.values() if row.shut_until is not None]
        wait = max(((until - now).total_seconds() for until in shut), default=0.0)
        if wait > 0:
            return ceil(wait)
        for door in doors:
            _count(door, rows.get(door.key) or Tries(key=door.key, since=now), now)
    return 0


def pardon(doors: Sequence[Door]) -> None:
    """Takes one try back at each of the doors: it was a good one."""
    with writing():
        for door in doors:
            row = Tries.objects.filter(key=door.key).first()
            if row is not None and row.number > 0:
                row.number -= 1
                row.shut_until = row.shut_until if row.number >= door.limit.free else None
                row.save()


def forget(doors: Sequence[Door]) -> None:
    """Forgets all tries at these doors, and at those that they lead to: of an account, from every address."""
    for door in doors:
        Tries.objects.filter(key=door.key).delete()
        Tries.objects.filter(key__startswith=f"{door.key}:").delete()


def _count(door: Door, row: Tries, now: datetime) -> None:
    limit = door.limit
    if now - max(row.since, row.shut_until or row.since) > limit.window:
        row.number, row.since = 0, now
    row.number += 1
    row.shut_until = None
    over = row.number - limit.free
    if over >= 0:
        row.shut_until = now + min(limit.longest, limit.first * 2 ** min(over, MOST_DOUBLINGS))
    row.save()
