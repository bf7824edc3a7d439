"""How often people may ask for something, and how much they may store, so that nobody fills the disk: what an
address may add in an hour, what a player may have, and the size at which the site lets in no more guests.

An operator changes these under `/admin/studio/quota/`; a change takes effect within `FRESH` seconds. What
writes rows says how large they are (`add`), and the request, or the job, pays for all of them (`charge`).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Literal, NamedTuple

from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.db.models import Count, Model, QuerySet, Sum, TextField
from django.db.models.functions import Cast, Length
from django.utils.crypto import salted_hmac

from clew_studio.models import Board, Classroom, Experiment, Game, Pack, Player, Quota, WorldDraft

MIB = 1 << 20
HOUR = 3600
FRESH = 10
"""Seconds for which a process goes on with the quotas, and the size of the site, that it has read."""

Added = Literal["bytes", "boards", "games"]
Owned = Literal["boards", "packs", "drafts", "classes", "experiments"]


class Sort(NamedTuple):
    """A quota as an operator sees it."""

    most: int
    words: str


SORTS = {
    "address.bytes": Sort(64 * MIB, "bytes that one address stores in an hour, in boards, games and jobs"),
    "address.boards": Sort(2_000, "boards that one address adds in an hour"),
    "address.games": Sort(6_000, "games that one address begins in an hour"),
    "player.boards": Sort(1_000, "boards of one player"),
    "player.packs": Sort(200, "packs of one player"),
    "player.classes": Sort(20, "classes of one teacher"),
    "class.pupils": Sort(200, "pupils of one class"),
    "class.assignments": Sort(200, "assignments of one class"),
    "class.boards": Sort(200, "boards of one assignment"),
    "player.drafts": Sort(50, "drafts of levels of worlds of one player"),
    "player.experiments": Sort(100, "experiments of one player"),
    "experiment.participants": Sort(5_000, "participants of one experiment"),
    "site.bytes": Sort(20 << 30, "bytes of the database; when it is full, new visitors need an account"),
}
"""All quotas, with what holds until an operator says otherwise."""

_STORED = "stored:{}:{}:{}"
"""The key under which what an address has stored in an hour is counted: what, the address, the hour."""

_OWNED: dict[str, type[Model]] = {
    "boards": Board,
    "packs": Pack,
    "drafts": WorldDraft,
    "classes": Classroom,
    "experiments": Experiment,
}


class Read:
    """What a process knows of the quotas and of the size of the site, and since when."""

    def __init__(self) -> None:
        self.most: dict[str, int] = {}
        self.most_at = self.size_at = float("-inf")
        self.size = 0


_read = Read()


def most(name: str) -> int:
    """How much a quota allows."""
    if time.monotonic() - _read.most_at > FRESH:
        _read.most = dict(Quota.objects.values_list("name", "most"))
        _read.most_at = time.monotonic()
    return _read.most.get(name, SORTS[name].most)


def change(name: str, number: int) -> None:
    """Make a quota that number; the usual one is not stored."""
    if number == SORTS[name].most:
        Quota.objects.filter(pk=name).delete()
    else:
        Quota.objects.update_or_create(pk=name, defaults={"most": number})
    _read.most_at = float("-inf")


def has_room(player: Player, owned: Owned, more: int = 1) -> bool:
    """Whether a player may have so many more."""
    return _OWNED[owned]._default_manager.filter(owner=player).count() + more <= most(f"player.{owned}")


def is_full() -> bool:
    """Whether the database has reached the size at which guests store nothing more."""
    if time.monotonic() - _read.size_at > FRESH:
        _read.size, _read.size_at = size(), time.monotonic()
    return _read.size >= most("site.bytes")


def size() -> int:
    """The bytes of the database."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_database_size(current_database())")
        else:
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        return int(cursor.fetchone()[0])


class Use(NamedTuple):
    """What one player has stored."""

    player: Player
    boards: int
    kilobytes: int
    packs: int
    drafts: int
    classes: int
    games: int


def users(number: int = 20) -> list[Use]:
    """The players who store the most: by the total size of their boards, and by the number of their games."""
    own = {name: _counted(model._default_manager.all(), "owner") for name, model in _OWNED.items()}
    games = _counted(Game.objects.all(), "player")
    written = Length(Cast("keys", TextField()))
    rows = (
        Board.objects.exclude(owner=None).values_list("owner").annotate(size=Sum(written)).order_by("-size")
    )
    sizes = dict(rows)
    keys = {*list(sizes)[:number], *sorted(games, key=lambda key: -games[key])[:number]}
    players = Player.objects.select_related("user").in_bulk(keys)
    found = [
        Use(
            player,
            own["boards"].get(key, 0),
            round(sizes.get(key, 0) / 1024),
            own["packs"].get(key, 0),
            own["drafts"].get(key, 0),
            own["classes"].get(key, 0),
            games.get(key, 0),
        )
        for key, player in players.items()
    ]
    return sorted(found, key=lambda use: (-use.kilobytes, -use.games))[:number]


def _counted(rows: QuerySet[Any], field: str) -> dict[int, int]:
    """How many of these rows each player has."""
    return dict(rows.exclude(**{field: None}).values_list(field).annotate(number=Count("pk")).order_by())


_bill: ContextVar[Counter[str] | None] = ContextVar("bill", default=None)


def add(row: object, sort: Added | None = None) -> None:
    """Count what a row takes that holds this, as text; and the row, if rows of that sort are counted."""
    bill = _bill.get()
    if bill is not None:
        bill["bytes"] += len(str(row))
        if sort is not None:
            bill[sort] += 1


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Counts what is stored as long as the context lasts."""
    bill: Counter[str] = Counter()
    token = _bill.set(bill)
    try:
        yield bill
    finally:
        _bill.reset(token)


def named(address: str) -> str:
    """The keyed hash that stands for an address in tables and caches; without the site's key it reveals
    nothing.
    """
    # The salt is not a module: with another one, the jobs of older sites would be nobody's.
    return salted_hmac("clew.studio.jobs", address).hexdigest()[:32] if address else ""


def charge(name: str, bill: Counter[str]) -> None:
    """Add what was stored to what an address, given by its hash, has stored in this hour."""
    if not settings.CONFIG.limited or not name:
        return
    cache = caches["rates"]
    for sort, number in bill.items():
        key = _STORED.format(sort, name, int(time.time() // HOUR))
        cache.add(key, 0, HOUR)
        try:
            cache.incr(key, number)
        except ValueError:  # the entry expired between the two calls
            return


def to_wait(name: str) -> int:
    """The seconds until an address, given by its hash, may store more; 0 if it may at once."""
    if not settings.CONFIG.limited:
        return 0
    hour = int(time.time() // HOUR)
    sorts = {_STORED.format(sort, name, hour): sort for sort in ("bytes", "boards", "games")}
    for key, number in caches["rates"].get_many(sorts).items():
        if number >= most(f"address.{sorts[key]}"):
            return max(1, round(HOUR - time.time() % HOUR))
    return 0


def spend(key: str, count: int, seconds: int) -> int:
    """Count one more of what may be done `count` times in so many seconds. Returns the seconds to wait if
    there were too many, otherwise 0.
    """
    now = time.time()
    window = int(now // seconds)
    name = f"rate:{key}:{window}"
    cache = caches["rates"]
    cache.add(name, 0, seconds)
    try:
        spent = cache.incr(name)
    except ValueError:  # the entry expired between the two calls
        return 0
    return 0 if spent <= count else max(1, round((window + 1) * seconds - now))
