"""A damaged database, detected at the start: copied as it was found, and reported prominently.

Imports nothing of Django: it checks before anything opens the database.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from clew.errors import ClewError
from clew_studio.server import wal

FOLDER = "damaged"
REPORT = "report.txt"
PARTS = ("", "-wal", "-shm")
MOST_FAULTS = 5


class Unreadable(ClewError):
    """The database cannot be opened."""


def look(database: Path) -> list[str]:
    """Return what is wrong with the database, in words; empty if nothing is. Raises `Unreadable`. Copies its
    files before SQLite drops what it cannot read.
    """
    if not database.exists():
        return []
    told = []
    lost = wal.loss(database)
    if lost is not None:
        what = f"{lost.reason}: the changes of at least {lost.transactions} transactions are lost"
        told.append(_words(database, _keep(database, what)))
    try:
        faults = _faults(database)
    except sqlite3.DatabaseError as error:
        what = f"SQLite cannot read it: {error}"
        kept = _kept(database, what) or _keep(database, what)
        raise Unreadable(
            f"{database} cannot be read: {error}; restore an intact copy, or move it away to start afresh "
            f"(a copy as it was found is in {kept})"
        ) from error
    if faults:
        told.append(_words(database, _kept(database, faults) or _keep(database, faults)))
    return told


def reports(database: Path) -> list[str]:
    """Return the reports of earlier starts, newest first, as long as their folders exist."""
    folders = sorted(_home(database).glob(f"*/{REPORT}"), reverse=True)
    return [_words(database, path.parent) for path in folders]


def _faults(database: Path) -> str:
    with closing(sqlite3.connect(database)) as opened:
        told = [row[0] for row in opened.execute(f"PRAGMA quick_check({MOST_FAULTS})")]
    return "" if told == ["ok"] else "; ".join(told)


def _words(database: Path, folder: Path) -> str:
    what = (folder / REPORT).read_text(encoding="utf-8").strip()
    return (
        f"The database {database} was found damaged: {what}. Its files as they were found are in {folder}; "
        "the site continues with what can be read. Delete that folder once you have dealt with it: until "
        "then the admin shows this."
    )


def _home(database: Path) -> Path:
    return database.parent / FOLDER


def _keep(database: Path, what: str) -> Path:
    """Copy the files of the database, with a note of what is wrong. Returns where they are."""
    folder = _home(database) / f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%S.%fZ}"
    folder.mkdir(parents=True, mode=0o700)
    for part in PARTS:
        source = database.with_name(database.name + part)
        if source.exists():
            shutil.copy2(source, folder / source.name)
    (folder / REPORT).write_text(what + "\n", encoding="utf-8")
    return folder


def _kept(database: Path, what: str) -> Path | None:
    """Return where an earlier start copied the files for the same reason, so that each start does not copy
    them again.
    """
    found = sorted(_home(database).glob(f"*/{REPORT}"), reverse=True)
    return next((path.parent for path in found if path.read_text(encoding="utf-8").strip() == what), None)
