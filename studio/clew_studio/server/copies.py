"""A copy of the database before its tables change, so that an upgrade can be undone."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from clew.errors import ClewError
from clew.replacement import Replacement

if TYPE_CHECKING:
    from clew_studio.shared.config import Config

FOLDER = "copies"
KEPT = 3


def copy(config: Config) -> Path:
    """Copy the database into the data folder, where the last few copies stay. Raises `ClewError`."""
    folder = config.folder / FOLDER
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    ending = "sqlite3" if config.shared is None else "pgdump"
    path = folder / f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%S.%fZ}.{ending}"
    with Replacement(path) as new:
        if config.shared is None:
            _of_sqlite(config.database, new.path)
        else:
            _of_postgresql(config.shared.database_url, new.path)
    for old in sorted(folder.glob(f"*.{ending}"))[:-KEPT]:
        old.unlink()
    return path


def _of_sqlite(database: Path, path: str) -> None:
    try:
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(path)) as target:
            source.backup(target)
    except sqlite3.Error as error:
        raise ClewError(f"{database} could not be copied, so it was not changed: {error}") from error


def _of_postgresql(url: str, path: str) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise ClewError(
            "pg_dump is missing, which copies the database before its tables change; "
            "on Debian: apt-get install postgresql-client"
        )
    words = [program, "--format=custom", f"--file={path}", f"--dbname={url}"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ})
    if done.returncode:
        raise ClewError(f"the database could not be copied, so it was not changed: {done.stderr.strip()}")
