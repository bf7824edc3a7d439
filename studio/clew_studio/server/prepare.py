"""Brings a folder of data up to date with this version: key, database, tables, example boards."""

from __future__ import annotations

import fcntl
import logging
import os
from typing import IO, TYPE_CHECKING

import django

from clew.errors import ClewError
from clew_studio.server import copies, damaged
from clew_studio.shared.config import to_environment

if TYPE_CHECKING:
    from clew_studio.shared.config import Config


log = logging.getLogger(__name__)


class InUse(ClewError):
    """Another studio serves this folder."""


def lock(config: Config) -> IO[str]:
    """Hold the folder for this process, until the file is closed or the process ends. Raises `InUse`."""
    config.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = open(config.folder / "lock", "a+", encoding="ascii")  # noqa: SIM115 - open as long as we serve
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.seek(0)
        holder = file.read().strip() or "another process"
        file.close()
        raise InUse(
            f"{config.folder} is in use by a studio that is already running ({holder}): stop it, or name "
            "another folder with --data"
        ) from None
    file.truncate(0)
    file.write(f"process {os.getpid()}\n")
    file.flush()
    return file


class Behind(ClewError):
    """The tables belong to another version."""


def open_site(config: Config) -> None:
    """Set up Django for a process of the site that changes no tables. Raises `Behind`."""
    to_environment(config)
    config.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    django.setup()
    from django.db import connection

    missing = pending()
    connection.close()
    if missing:
        raise Behind(f"the database lacks {', '.join(missing)}: run `clew studio migrate` first")


def pending() -> list[str]:
    """The migrations that the database lacks, by their names."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [str(migration) for migration, _ in plan]


def prepare(config: Config, *, clean: bool = True) -> int:
    """Create what is missing and update the tables. Returns how many example boards were added. `clean`:
    also delete outdated data.
    """
    to_environment(config)
    damage = damaged.look(config.database) if config.shared is None else []
    config.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    django.setup()
    for what in damage:
        log.error("%s", what)
    from clew_studio.database import alone

    with alone("prepare"):
        return _bring_up_to_date(config, clean=clean)


def _bring_up_to_date(config: Config, *, clean: bool) -> int:
    from django.core.management import call_command
    from django.db import connection

    from clew_studio.boards.publishing import catch_up, resume_checks
    from clew_studio.server import roles
    from clew_studio.server.cleanup import clean_up
    from clew_studio.server.demo import fill

    if pending():
        if "studio_board" in connection.introspection.table_names():
            log.warning("the tables change; a copy of the database is %s", copies.copy(config))
        call_command("migrate", verbosity=0, interactive=False)
        roles.grant()
        catch_up()
    brought = fill()
    resume_checks()
    if clean:
        clean_up()
    if config.shared is None:
        connection.close()
    return brought
