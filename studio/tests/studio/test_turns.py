"""Writers of one process take turns: nobody is overtaken, and whoever fails or goes away holds up nobody."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.utils import Error, IntegrityError
from django.utils import timezone

from clew_studio.shared.sqlite import base
from clew_studio.shared.sqlite.turns import Turns
from tests.promptness import HANGS


def in_thread(work: Callable[[], object]) -> Thread:
    """Another thread with a database connection of its own, which waits for no lock of the database."""

    def run() -> None:
        try:
            if connection.vendor == "sqlite":
                with connection.cursor() as cursor:
                    cursor.execute("PRAGMA busy_timeout = 0")
            work()
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    return thread


def rows() -> Any:
    """A table to write in."""
    from clew_studio.models import Tries

    return Tries.objects


def wrote(key: str) -> None:
    rows().create(key=key, since=timezone.now())


@pytest.fixture
def prefix(name: str) -> str:
    """Begins the keys of one test."""
    return f"turns:{name}:"


def written(prefix: str) -> set[str]:
    keys = rows().filter(key__startswith=prefix).values_list("key", flat=True)
    return {key.removeprefix(prefix) for key in keys}


def test_turns_come_in_the_order_of_asking() -> None:
    turns = Turns()
    order: list[int] = []
    assert turns.take(HANGS)

    def take(number: int) -> None:
        assert turns.take(HANGS)
        order.append(number)
        turns.end()

    threads = []
    for number in range(10):
        threads.append(Thread(target=take, args=(number,)))
        threads[-1].start()
        while len(turns._waiting) <= number:
            time.sleep(0.001)
    turns.end()
    for thread in threads:
        thread.join(HANGS)
    assert order == list(range(10))
    assert turns.take(0), "after the last one nobody has the turn"


def test_who_gives_up_does_not_get_the_turn() -> None:
    turns = Turns()
    assert turns.take(0)
    assert not turns.take(0.01)
    turns.end()
    assert turns.take(0)


def test_a_write_waits_for_a_transaction_without_asking_the_database(prefix: str) -> None:
    begun, may_end = Event(), Event()

    def long() -> None:
        with transaction.atomic():
            wrote(f"{prefix}long")
            begun.set()
            assert may_end.wait(HANGS)

    threads = [in_thread(long)]
    assert begun.wait(HANGS)
    threads += [
        in_thread(lambda: wrote(f"{prefix}alone")),
        in_thread(lambda: rows().filter(key="none").delete()),
    ]
    while connection.vendor == "sqlite" and len(base._turns._waiting) < 2:
        time.sleep(0.001)
    may_end.set()
    for thread in threads:
        thread.join(HANGS)
    assert written(prefix) == {"long", "alone"}


def test_a_transaction_that_fails_ends_its_turn(prefix: str) -> None:
    wrote(f"{prefix}taken")

    def twice() -> None:
        with pytest.raises(IntegrityError), transaction.atomic():
            wrote(f"{prefix}lost")
            wrote(f"{prefix}taken")
        with pytest.raises(IntegrityError):
            wrote(f"{prefix}taken")

    in_thread(twice).join(HANGS)
    in_thread(lambda: wrote(f"{prefix}next")).join(HANGS)
    assert written(prefix) == {"taken", "next"}


def test_a_connection_that_closes_ends_its_turn(prefix: str) -> None:
    def leave() -> None:
        with pytest.raises(Error), transaction.atomic():
            wrote(f"{prefix}lost")
            connection.connection.close()

    in_thread(leave).join(HANGS)
    in_thread(lambda: wrote(f"{prefix}next")).join(HANGS)
    assert written(prefix) == {"next"}


def with_rows_unread(prefix: str) -> Any:
    """A cursor that has written and still has rows to return: until it is closed, it has the turn."""
    for name in ("first", "second"):
        wrote(f"{prefix}{name}")
    cursor = connection.cursor()
    table = rows().model._meta.db_table
    cursor.execute(f"UPDATE {table} SET number = 1 WHERE key LIKE %s RETURNING key", [f"{prefix}%"])
    return cursor


# psycopg complains of a connection that its thread leaves open; there are no turns on PostgreSQL.
@pytest.mark.parametrize("end", ["connection", pytest.param("thread", marks=pytest.mark.embedded)])
def test_a_cursor_with_rows_unread_has_no_turn_without_its(end: str, prefix: str) -> None:
    def leave() -> None:
        cursor = with_rows_unread(prefix)
        if end == "connection":
            connection.close()
            kept.append(cursor)

    kept: list[Any] = []
    thread = Thread(target=leave)
    thread.start()
    thread.join(HANGS)
    in_thread(lambda: wrote(f"{prefix}next")).join(HANGS)
    assert written(prefix) == {"first", "second", "next"}
