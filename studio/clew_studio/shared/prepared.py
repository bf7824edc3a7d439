"""Queries that run very often: their SQL is put together once.

Django puts the SQL of a query together each time it runs. For the one with which each move begins, that takes
4.6 ms of processor time, of 5.1: as long as everything else that a move needs. What it does with the rows is
Django's.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model
from django.db.models.query import ModelIterable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from django.db.models import QuerySet

M = TypeVar("M", bound=Model)

_VALUE = "value {} that is asked for"
_PLANS = "clew_plans"


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


def _bound(own: Any, marks: list[str], sql: str, values: Sequence[Any]) -> tuple[str, list[Any]]:
    """On PostgreSQL, a statement in which only the values that change are left open: the server must know the
    types of all values of a statement that it keeps, and cannot tell those of some of the others.
    """
    if own.vendor != "postgresql":
        return sql, list(values)
    whole = own.ops.compose_sql(sql, values).replace("%", "%%")
    marked = re.compile("|".join(f"'({mark})'" for mark in marks))
    return marked.sub("%s", whole), [found[0].strip("'") for found in marked.finditer(whole)]
