"""Statements that run very often: their SQL is put together once.

Django puts the SQL of a statement together each time it runs. For the query with which each move begins, that
takes 4.6 ms of processor time, of 5.1: as long as everything else that a move needs. For the two statements
that save a move, it takes a third of what is left.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import AutoField, Model
from django.db.models.query import ModelIterable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from django.db.models import QuerySet

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
        plan = plans.get(self)
        if plan is None:
            marks = [_VALUE.format(number) for number in range(len(values))]
            plan = plans[self] = _Plan(self._query(*marks), marks, own)
        return plan.first(values)


class _Plan:
    """A query whose compiler answers with SQL that it has put together before."""

    def __init__(self, query: QuerySet[Any], marks: list[str], own: Any) -> None:
        compiler: Any = query.query.get_compiler(connection=own)
        sql, self._values = _bound(own, marks, *compiler.as_sql())
        counts = [self._values.count(mark) for mark in marks]
        if set(counts) != {1}:
            raise ValueError(f"the values occur {counts} times in the query, not once")
        self._places = [self._values.index(mark) for mark in marks]
        if own.vendor == "postgresql":
            compiler.connection = _Preparing(own)
        compiler.as_sql = lambda: (sql, tuple(self._values))
        query.query.get_compiler = lambda using: compiler
        self._query = query

    def first(self, asked: Sequence[str]) -> Any:
        for place, value in zip(self._places, asked, strict=True):
            self._values[place] = value
        return next(iter(ModelIterable(self._query)), None)


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
        self._known: dict[tuple[object, ...], tuple[str, list[Any]]] = {}

    def update(self, values: Mapping[str, Any], where: Mapping[str, Any]) -> int:
        """Set these fields of the rows in which others have these values, none of them None. Return how many
        rows there were.
        """
        key = ("update", *values, None, *where)
        if key not in self._known:
            fields = [[self._model._meta.get_field(name) for name in names] for names in (values, where)]
            changes, conditions = ([f"{_quoted(field.column)} = %s" for field in part] for part in fields)
            sql = f"UPDATE {self._name()} SET {', '.join(changes)} WHERE {' AND '.join(conditions)}"
            self._known[key] = sql, [field for part in fields for field in part]
        return _done(*self._known[key], [*values.values(), *where.values()])

    def insert(self, rows: Sequence[M]) -> None:
        """Write new rows, which do not learn the numbers that they are given."""
        if len(rows) > _FEW:
            self._model._default_manager.bulk_create(rows)
            return
        if not rows:
            return
        key = ("insert", len(rows))
        if key not in self._known:
            fields = [
                field for field in self._model._meta.concrete_fields if not isinstance(field, AutoField)
            ]
            places = f"({', '.join(['%s'] * len(fields))})"
            columns = ", ".join(_quoted(field.column) for field in fields)
            sql = f"INSERT INTO {self._name()} ({columns}) VALUES {', '.join([places] * len(rows))}"
            self._known[key] = sql, fields * len(rows)
        sql, fields = self._known[key]
        each = len(fields) // len(rows)
        _done(sql, fields, [getattr(row, field.attname) for row in rows for field in fields[:each]])

    def _name(self) -> str:
        return _quoted(self._model._meta.db_table)


def _quoted(name: str) -> str:
    return str(connection.ops.quote_name(name))


def _done(sql: str, fields: Sequence[Any], values: Sequence[Any]) -> int:
    """Runs a statement with the values of these fields; how many rows it wrote."""
    stored = []
    for field, value in zip(fields, values, strict=True):
        found = field.get_db_prep_save(value, connection)
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
