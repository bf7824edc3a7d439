"""Write transactions that look before they write: what they have seen is still so when they are done.

SQLite lets one writer in at a time, and the others wait. PostgreSQL lets all in, each
with what it saw at its beginning: those that must not overtake each other name what they look at.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

from django.conf import settings
from django.db import connection, transaction

FILES = 256
"""Files whose locks stand for the names on an embedded site."""


@contextmanager
def write_lock(name: str = "") -> Iterator[None]:
    """A transaction; of those with the same name there is one at a time, in all processes of the site."""
    with transaction.atomic():
        if name and connection.vendor != "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_number(name)])
        yield


@contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Of those who name the same, there is one at a time; everybody else may read and write.

    On PostgreSQL it is a transaction, in which the caller locks the row. On an embedded site, the lock of a
    file keeps SQLite's, which shuts out all writers, for the moment of writing; it ends with the process that
    holds it. So nobody may ask for this one who holds that, or who holds one of another name.
    """
    if connection.vendor != "sqlite":
        with transaction.atomic():
            yield
        return
    folder = settings.CONFIG.folder / "locks"
    folder.mkdir(exist_ok=True)
    with open(folder / str(_number(name) % FILES), "ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Let one process at a time of a site do something that takes several transactions.

    An embedded site is one process, so nothing is locked. The connection is closed at the end.
    """
    if connection.vendor == "sqlite":
        yield
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 0; SET statement_timeout = 0")
            cursor.execute("SELECT pg_advisory_lock(%s)", [_number(name)])
        yield
    finally:
        connection.close()


def _number(name: str) -> int:
    """A number of 64 bits with a sign, by which PostgreSQL knows the lock."""
    return int.from_bytes(sha256(f"clew {name}".encode()).digest()[:8], "big", signed=True)
