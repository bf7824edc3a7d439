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
        self._sql: dict[tuple[object, ...], str] = {}

    def update(self, values: Mapping[str, Any], where: Mapping[str, Any]) -> int:
        """Set these fields of the rows in which others have these values, none of them None. Return how many
        rows there were.
        """
        sql = self._once(("update", *values, None, *where), lambda: self._update(values, where))
        return _done(sql, [*self._stored(values), *self._stored(where)])

    def insert(self, rows: Sequence[M]) -> None:
        """Write new rows, which do not learn the numbers that they are given."""
        if len(rows) > _FEW:
            self._model._default_manager.bulk_create(rows)
            return
        if not rows:
            return
        _done(self._once(("insert", len(rows)), lambda: self._insert(len(rows))), self._values(rows))

    def _once(self, key: tuple[object, ...], make: Callable[[], str]) -> str:
        if key not in self._sql:
            self._sql[key] = make()
        return self._sql[key]

    def _update(self, values: Mapping[str, Any], where: Mapping[str, Any]) -> str:
        changes, conditions = ([f"{self._column(name)} = %s" for name in names] for names in (values, where))
        return f"UPDATE {self._name()} SET {', '.join(changes)} WHERE {' AND '.join(conditions)}"

    def _insert(self, rows: int) -> str:
        names = self._names()
        places = f"({', '.join(['%s'] * len(names))})"
        columns = ", ".join(map(self._column, names))
        return f"INSERT INTO {self._name()} ({columns}) VALUES {', '.join([places] * rows)}"

    def _values(self, rows: Sequence[Model]) -> list[Any]:
        names = self._names()
        return [value for row in rows for value in self._stored({name: getattr(row, name) for name in names})]

    def _names(self) -> list[str]:
        """The fields of a new row: all but a key that the database gives."""
        fields = self._model._meta.concrete_fields
        return [field.attname for field in fields if not isinstance(field, AutoField)]

    def _stored(self, values: Mapping[str, Any]) -> list[Any]:
        """Values as the database takes them."""
        stored = [self._field(name).get_db_prep_save(value, connection) for name, value in values.items()]
        # Django gives PostgreSQL's integers a size, to which a statement that is kept would cut them off.
        return [
            int(value) if type(value) is not bool and isinstance(value, int) else value for value in stored
        ]

    def _name(self) -> str:
        return str(connection.ops.quote_name(self._model._meta.db_table))

    def _column(self, name: str) -> str:
        return str(connection.ops.quote_name(self._field(name).column))

    def _field(self, name: str) -> Any:
        about = self._model._meta
        return about.pk if name == "pk" else about.get_field(name)


def _done(sql: str, values: Sequence[Any]) -> int:
    """Runs a statement; how many rows it wrote."""
    own: Any = connection
    with own.prepared_cursor() if own.vendor == "postgresql" else own.cursor() as cursor:
        cursor.execute(sql, values)
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
