"""Deleted rows leave nothing behind in SQLite's files."""

from __future__ import annotations

from django.db import connection


def overwrite_deleted() -> None:
    """Let SQLite overwrite its log, which holds deleted rows until it is full; not within a transaction."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
