"""The database backend that Django loads for an embedded site.

SQLite lets one writer in and makes the others poll, with pauses that grow to a tenth of a second. A thread
that polls is overtaken by any that comes at the right moment, so among a dozen busy threads one can wait
for seconds. Here the writers of a process take turns before they reach SQLite, which then hardly ever makes
them wait: only for a writer of another process, by polling as before.

A turn lasts as long as SQLite's own lock: for a transaction until it is committed or rolled back, for a
statement by itself until it has run, and until its cursor is closed if it returns rows. A cursor or a
connection that is forgotten, as when its thread ends, has no turn any more.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from weakref import WeakSet

from django.db.backends.sqlite3 import base
from django.db.backends.sqlite3.base import Database
from django.db.utils import OperationalError

from clew_studio.shared.sqlite.turns import Turns

WAIT_SECONDS = 20.0
"""How long a writer waits for its turn before it gives up with an `OperationalError`."""
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")

_turns = Turns()


class _Writer:
    """Has a turn, or not."""

    _has_turn = False

    def _take_turn(self) -> None:
        if self._has_turn:
            return
        if not _turns.take(WAIT_SECONDS):
            raise OperationalError(f"the database is locked: no turn to write for {WAIT_SECONDS:.0f} s")
        self._has_turn = True

    def _end_turn(self) -> None:
        if self._has_turn:
            self._has_turn = False
            _turns.end()

    def __del__(self) -> None:
        self._end_turn()


class Cursor(_Writer, base.SQLiteCursorWrapper):
    """Takes a turn for a statement that writes outside a transaction."""

    def execute(self, query: str, params: Any = None) -> Any:
        """Run one statement."""
        if not self._needs_turn(query):
            return super().execute(query, params)
        self._take_turn()
        returns_rows = False
        try:
            done = super().execute(query, params)
            returns_rows = "RETURNING" in query
            return done
        finally:
            if not returns_rows:
                self._end_turn()

    def executemany(self, query: str, param_list: Any) -> Any:
        """Run one statement for each of several lists of values."""
        if not self._needs_turn(query):
            return super().executemany(query, param_list)
        self._take_turn()
        try:
            return super().executemany(query, param_list)
        finally:
            self._end_turn()

    def close(self) -> None:
        """Forget the rows that were not read, and end the turn."""
        try:
            super().close()
        finally:
            self._end_turn()

    def _needs_turn(self, query: str) -> bool:
        return not self.connection.in_transaction and query.lstrip().upper().startswith(WRITES)


class DatabaseWrapper(_Writer, base.DatabaseWrapper):
    """Takes a turn for each transaction: with `transaction_mode` IMMEDIATE, all of them write."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._cursors: WeakSet[Cursor] = WeakSet()

    def create_cursor(self, name: str | None = None) -> Any:
        """Return a cursor that takes turns."""
        cursor: Cursor = self.connection.cursor(factory=Cursor)
        self._cursors.add(cursor)
        return cursor

    def _start_transaction_under_autocommit(self) -> None:
        self._take_turn()
        try:
            super()._start_transaction_under_autocommit()
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> None:
        super()._commit()
        self._end_turn()  # after a failed commit, Django rolls back

    def _rollback(self) -> None:
        try:
            super()._rollback()
        finally:
            self._end_turn()

    def _close(self) -> None:
        try:
            for cursor in list(self._cursors):  # with rows unread, one would keep SQLite's lock
                with suppress(Database.ProgrammingError):  # closed behind Django's back
                    cursor.close()
            super()._close()
        finally:
            self._end_turn()
