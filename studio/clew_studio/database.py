"""What the site asks of its databases that Django does not: locks, statements whose SQL is put together once,
and JSON in columns.

A write transaction that looks before it writes must find what it has seen still so when it is done. SQLite
lets one writer in at a time, and the others wait. PostgreSQL lets all in, each with what it saw at its
beginning: those that must not overtake each other name what they look at.

Django puts the SQL of a statement together each time it runs. For the query with which each move begins, that
takes 4.6 ms of processor time, of 5.1: as long as everything else that a move needs. For the two statements
that save a move, it takes a third of what is left.
"""

from __future__ import annotations

import fcntl
import logging
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar
from zlib import crc32

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection, connections, models, transaction
from django.db.models import AutoField, Model
from django.db.models.query import ModelIterable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from django.db.models import QuerySet


log = logging.getLogger(__name__)

TRY_MS = 100
TRIES = 20
"""How often it is tried to empty SQLite's log, and how long each try may keep writers waiting."""

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
    with open(folder / str(crc32(name.encode()) % FILES), "ab") as file:
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


M = TypeVar("M", bound=Model)

_VALUE = "value {} that is asked for"
_PLANS = "clew_plans"
_FEW = 20
"""As many rows are written by one statement; more are left to Django, which divides them."""


class Prepared(Generic[M]):
    """A query with some values that change, all of them texts. `query` returns the query for such values."""

    def __init__(self, query: Callable[..., QuerySet[M]]) -> None:
        self._query = query

    def first(self, *values: str) -> M | None:
        """Return the first row, as `QuerySet.first` does for a query that is ordered."""
        own: Any = connections[DEFAULT_DB_ALIAS]
        # Kept with the connection: its thread is the only one that uses them, and they end together.
        plans: dict[Prepared[M], _Plan] = vars(own).setdefault(_PLANS, {})
        if self not in plans:
            plans[self] = self._planned(own, len(values))
        query, held, places = plans[self]
        for place, value in zip(places, values, strict=True):
            held[place] = value
        return next(iter(ModelIterable(query)), None)

    def _planned(self, own: Any, count: int) -> _Plan:
        marks = [_VALUE.format(number) for number in range(count)]
        query: Any = self._query(*marks)
        compiler = query.query.get_compiler(connection=own)
        sql, held = _bound(own, marks, *compiler.as_sql())
        counts = [held.count(mark) for mark in marks]
        if set(counts) != {1}:
            raise ValueError(f"the values occur {counts} times in the query, not once")
        if own.vendor == "postgresql":
            compiler.connection = _Preparing(own)
        compiler.as_sql = lambda: (sql, tuple(held))
        query.query.get_compiler = lambda using: compiler
        return _Plan(query, held, [held.index(mark) for mark in marks])


class _Plan(NamedTuple):
    """A query whose compiler answers with SQL that it has put together before; the values of that SQL, and
    where among them those are that change.
    """

    query: Any
    held: list[Any]
    places: list[int]


class _Preparing:
    """A connection to PostgreSQL that has the server keep the plans of its statements."""

    def __init__(self, own: Any) -> None:
        self._own = own

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)

    def cursor(self) -> Any:
        return self._own.prepared_cursor()


class Table(Generic[M]):
    """The rows of a model, changed by statements whose SQL is put together once, and without signals. The
    database gives each new row its key if that is a number.
    """

    def __init__(self, model: type[M]) -> None:
        self._model = model
        self._known: dict[object, tuple[str, list[Any]]] = {}
        """For the names of fields, or for a number of new rows, the statement and its fields."""

    def update(self, row: M, names: tuple[str, ...]) -> bool:
        """Write these fields of a row. Return whether it is still there."""
        if names not in self._known:
            meta = self._model._meta
            fields = [meta.get_field(name) for name in (*names, meta.pk.name)]
            *changes, key = [f"{_quoted(field.column)} = %s" for field in fields]
            self._known[names] = f"UPDATE {self._name()} SET {', '.join(changes)} WHERE {key}", fields
        sql, fields = self._known[names]
        return bool(_done(sql, product([row], fields)))

    def insert(self, rows: Sequence[M]) -> None:
        """Write new rows, which do not learn the numbers that they are given."""
        if len(rows) > _FEW:
            self._model._default_manager.bulk_create(rows)
            return
        if not rows:
            return
        if len(rows) not in self._known:
            fields = [
                field for field in self._model._meta.concrete_fields if not isinstance(field, AutoField)
            ]
            places = ", ".join([f"({', '.join(['%s'] * len(fields))})"] * len(rows))
            columns = ", ".join(_quoted(field.column) for field in fields)
            self._known[len(rows)] = f"INSERT INTO {self._name()} ({columns}) VALUES {places}", fields
        sql, fields = self._known[len(rows)]
        _done(sql, product(rows, fields))

    def _name(self) -> str:
        return _quoted(self._model._meta.db_table)


def _quoted(name: str) -> str:
    return str(connection.ops.quote_name(name))


def _done(sql: str, places: Iterable[tuple[Model, Any]]) -> int:
    """Runs a statement with the values of these fields of these rows; how many rows it wrote."""
    stored = []
    for row, field in places:
        found = field.get_db_prep_save(getattr(row, field.attname), connection)
        # Django gives PostgreSQL's integers a size, to which a statement that is kept would cut them off.
        stored.append(int(found) if isinstance(found, int) and type(found) is not bool else found)
    own: Any = connection
    with own.prepared_cursor() if own.vendor == "postgresql" else own.cursor() as cursor:
        cursor.execute(sql, stored)
        return int(cursor.rowcount)


def _bound(own: Any, marks: list[str], sql: str, values: Sequence[Any]) -> tuple[str, list[Any]]:
    """On PostgreSQL, a statement in which only the values that change are left open: the server must know the
    types of all values of a statement that it keeps, and cannot tell those of some of the others.
    """
    if own.vendor != "postgresql":
        return sql, list(values)
    whole = own.ops.compose_sql(sql, values).replace("%", "%%")
    marked = re.compile("|".join(f"'({mark})'" for mark in marks))
    return marked.sub("%s", whole), [found[0].strip("'") for found in marked.finditer(whole)]


class WrittenJSONField(models.JSONField):
    """JSON in the order in which it was written, on every database.

    PostgreSQL's usual type, jsonb, sorts the keys of objects and refuses the character NUL; its type json
    keeps the text. On SQLite this is Django's own field.
    """

    def db_type(self, connection: Any) -> str | None:
        """The column's type: json on PostgreSQL."""
        return "json" if connection.vendor == "postgresql" else super().db_type(connection)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        """A value as the driver takes it."""
        if connection.vendor != "postgresql" or hasattr(value, "as_sql"):
            return super().get_db_prep_value(value, connection, prepared)
        from psycopg.types.json import Json

        return None if value is None else Json(value)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """A value as the code knows it; psycopg has read the JSON already."""
        if connection.vendor != "postgresql":
            return super().from_db_value(value, expression, connection)
        return value


class JSONList(models.Aggregate):
    """An aggregate: the values of a group as a list."""

    function = "JSON_GROUP_ARRAY"
    output_field = models.JSONField()

    def as_postgresql(self, compiler: Any, connection: Any, **about: Any) -> Any:
        """PostgreSQL's name for it."""
        return self.as_sql(compiler, connection, function="jsonb_agg", **about)


def overwrite_later() -> None:
    """Have the cleanup overwrite what the current transaction has deleted. SQLite then lets nobody else write
    until this is committed, so whoever takes the mark meanwhile waits for that.
    """
    if connection.vendor == "sqlite":
        _mark().touch()


def overwrite_deleted(*, again: bool = True) -> None:
    """Let SQLite write its file anew and empty its log, if there is something to overwrite: both hold what
    was deleted. All writers wait meanwhile, so no request does this. `again`: also what could not be
    overwritten before, while others read for long.
    """
    taken = _mark().with_suffix(".taken")
    with suppress(FileNotFoundError):
        _mark().replace(taken)  # what is deleted from now on is marked again
        again = True
    if not (again and taken.exists()):
        return
    with connection.cursor() as cursor:
        try:
            # `secure_delete` overlooks copies that rows leave behind when SQLite moves them.
            cursor.execute("VACUUM")
            done = _emptied(cursor)
        except OperationalError as error:
            log.warning("the database's file could not be written anew: %s", error)
            done = False
    if done:
        taken.unlink(missing_ok=True)
    else:
        log.warning("what was just deleted is still in the database's files; the next cleanup overwrites it")


def _mark() -> Path:
    return Path(settings.CONFIG.folder / "to-overwrite")


def _emptied(cursor: Any) -> bool:
    """Whether the log could be emptied: not while somebody reads what was there before. A try keeps writers
    waiting, and ends at once while another thread moves the log into the file: so there are many short ones.
    """
    [usual] = cursor.execute("PRAGMA busy_timeout").fetchone()
    cursor.execute(f"PRAGMA busy_timeout={TRY_MS}")
    try:
        for _ in range(TRIES):
            busy, _, _ = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if not busy:
                return True
            time.sleep(TRY_MS / 1000)
    finally:
        cursor.execute(f"PRAGMA busy_timeout={usual}")
    return False


ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 14
LONGEST = 48


def fresh(length: int = LENGTH) -> str:
    """A random name of 14 characters (69 bits), or of `length`, that can be read out without mistakes."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
