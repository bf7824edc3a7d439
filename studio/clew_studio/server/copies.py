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
    beside = path.with_name(path.name + ".part")
    try:
        if config.shared is None:
            _of_sqlite(config.database, beside)
        else:
            _of_postgresql(config.shared.database_url, beside)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    beside.replace(path)
    for old in sorted(folder.glob(f"*.{ending}"))[:-KEPT]:
        old.unlink()
    return path


def _of_sqlite(database: Path, path: Path) -> None:
    try:
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(path)) as target:
            source.backup(target)
    except sqlite3.Error as error:
        raise ClewError(f"{database} could not be copied, so it was not changed: {error}") from error


def _of_postgresql(url: str, path: Path) -> None:
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
