"""Two things that Django's backend does for each request, and this one more cheaply.

Before a request uses a connection, Django asks the server for a sign of life, since it may have been
restarted. That is a statement more for each request. A server that ends a connection says so, and a process
that dies has its connections closed by the system. Either can be read from the connection, which is silent
otherwise: nobody has asked it anything.

Each time a statement runs, the server reads and plans it again. For the query with which a move begins, that
takes several times as long as running it, so `clew_studio.database` has the plan kept.
"""

from __future__ import annotations

import select
from typing import Any

import psycopg
from django.db.backends.postgresql import base, operations

IDLE = psycopg.pq.TransactionStatus.IDLE

FORGOTTEN = (psycopg.errors.FeatureNotSupported, psycopg.errors.InvalidSqlStatementName)
"""A migration has changed the type of a column that a kept statement returns, or a pooler has lost it."""

_PREPARED = "prepared"
"""Stands for the name of a cursor."""


class _Prepared(psycopg.Cursor[Any]):
    """Has the server keep each statement, so that only its values are sent."""

    def execute(self, query: Any, params: Any = None, **named: Any) -> _Prepared:
        begins = self.connection.pgconn.transaction_status == IDLE
        try:
            return super().execute(query, params, **{**named, "prepare": True})
        except FORGOTTEN:
            if not begins:
                raise  # its end makes psycopg forget the statements too
            self.connection.rollback()  # nothing else has happened in it yet
            self.connection.execute("DEALLOCATE ALL")
            return super().execute(query, params, **{**named, "prepare": False})


class _Operations(operations.DatabaseOperations):
    def last_executed_query(self, cursor: Any, sql: str, params: Any) -> str:
        """Return a statement for a log, also one that the server knew already."""
        return super().last_executed_query(cursor, sql, params) or str(self.compose_sql(sql, params))


class DatabaseWrapper(base.DatabaseWrapper):
    """Asks the server for a sign of life only if something has arrived unasked."""

    ops_class = _Operations

    def is_usable(self) -> bool:
        """Whether the connection still lives."""
        return _is_silent(self.connection) or bool(super().is_usable())

    def prepared_cursor(self) -> Any:
        """Return a cursor for statements that run very often: the server reads and plans them once."""
        return self._cursor(_PREPARED)

    def create_cursor(self, name: str | None = None) -> Any:
        """Return a cursor; called by Django."""
        return _Prepared(self.connection) if name == _PREPARED else super().create_cursor(name)


def _is_silent(connection: Any) -> bool:
    if connection is None or connection.pgconn.transaction_status != IDLE:  # closed, or amid something
        return False
    arrived = select.poll()
    arrived.register(connection.fileno(), select.POLLIN)
    return not arrived.poll(0)
