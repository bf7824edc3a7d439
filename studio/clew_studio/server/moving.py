"""A whole site in one file, written from any database and read into any other.

A file of JSON lines, packed by gzip: a head, then each row as Django's serializer writes it, with its own
key, so that links, sessions and games are found again.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core import serializers
from django.core.management import call_command
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from clew.errors import ClewError
from clew.version import version

HEAD = "clew-studio-dump"
AT_ONCE = 500
LEFT_OUT = ("contenttypes.contenttype", "auth.permission")
"""The tables that every database creates by itself."""

BY_NAME = ("admin.logentry", "auth.group", "auth.user")
"""Tables whose rows refer by name to the permissions and types in those, since their numbers differ between
databases.
"""


class _Exact(DjangoJSONEncoder):
    """Writes times to the microsecond; Django's own encoder stops at milliseconds."""

    def default(self, o: Any) -> Any:
        """Encode a value of a type that JSON does not have."""
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def dump(path: Path) -> dict[str, int]:
    """Write the site, as it is at one moment, into a file that only its owner can read. Returns the number of
    rows of each table. Raises `ClewError`.
    """
    if path.is_dir():
        raise ClewError(f"{path} is a folder; name a file in it")
    beside = path.with_name(path.name + ".part")
    try:
        beside.unlink(missing_ok=True)
        counts = _dump(beside)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return {name: count for name, count in counts.items() if count}


def _dump(path: Path) -> dict[str, int]:
    """Write the site into a new file, and flush that file to the disk."""
    with open(path, "xb", opener=partial(os.open, mode=0o600)) as packed:
        with _snapshot(), gzip.open(packed, "wt", encoding="utf-8", compresslevel=6) as file:
            head = {HEAD: 1, "version": version(), "migrations": _migrations()}
            file.write(json.dumps(head) + "\n")
            counts = {model._meta.label_lower: _write(model, file) for model in _models()}
        packed.flush()
        os.fsync(packed.fileno())
    return counts


def load(path: Path) -> dict[str, int]:
    """Bring a site from a file into an empty database, all of it or nothing. Returns the number of rows of
    each table. Raises `ClewError`.
    """
    call_command("migrate", verbosity=0, interactive=False)
    counts: dict[str, int] = {}
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file, transaction.atomic(), _as_they_were():
            _check(path, file.readline())
            _check_empty()
            for name, lines in groupby(file, _model_of):  # a table is complete before others refer to it
                while batch := list(islice(lines, AT_ONCE)):
                    counts[name] = counts.get(name, 0) + _insert(name, batch)
    except LookupError as error:
        raise ClewError(f"{path} has rows of a table that does not exist: {error}") from error
    except (OSError, EOFError, serializers.base.DeserializationError) as error:
        why = getattr(error, "strerror", None) or error
        raise ClewError(f"{path} cannot be read to its end, so nothing was loaded: {why}") from error
    _set_sequences()
    return counts


def _models() -> list[Any]:
    """All tables that are moved; a table comes before those that refer to it."""
    found = [config for config in apps.get_app_configs() if any(config.get_models())]
    models = serializers.sort_dependencies([(config, None) for config in found], allow_cycles=True)
    return [model for model in models if model._meta.label_lower not in LEFT_OUT]


def _write(model: Any, file: Any) -> int:
    rows = model._base_manager.order_by("pk")
    count = 0
    rest = rows
    while batch := list(rest[:AT_ONCE]):
        named = model._meta.label_lower in BY_NAME
        serializers.serialize("jsonl", batch, stream=file, use_natural_foreign_keys=named, cls=_Exact)
        rest, count = rows.filter(pk__gt=batch[-1].pk), count + len(batch)
    return count


def _insert(name: str, lines: Iterable[str]) -> int:
    """Insert the rows of one table, with their many-to-many links. Returns how many rows."""
    rows = list(serializers.deserialize("jsonl", "".join(lines)))
    apps.get_model(name)._base_manager.bulk_create([row.object for row in rows])
    for row in rows:
        for field, keys in row.m2m_data.items():
            getattr(row.object, field).set(keys)
    return len(rows)


def _model_of(line: str) -> str:
    try:
        return str(json.loads(line)["model"])
    except (ValueError, KeyError, TypeError) as error:
        raise serializers.base.DeserializationError(f"{line[:60]}: {error}") from error


@contextmanager
def _as_they_were() -> Iterator[None]:
    """Keeps the times of rows; Django would otherwise set them to the time of insertion."""
    kinds = ("auto_now_add", "auto_now")
    fields = [field for model in _models() for field in model._meta.fields]
    known = [(field, kind) for field in fields for kind in kinds if getattr(field, kind, False)]
    for field, kind in known:
        setattr(field, kind, False)
    try:
        yield
    finally:
        for field, kind in known:
            setattr(field, kind, True)


@contextmanager
def _snapshot() -> Iterator[None]:
    """Reads everything as it is at one moment, without blocking writers."""
    with connection.cursor() as cursor:
        begin = (
            "BEGIN" if connection.vendor == "sqlite" else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        )
        cursor.execute(begin)
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _migrations() -> list[str]:
    return sorted(name for app, name in MigrationRecorder(connection).applied_migrations() if app == "studio")


def _check(path: Path, line: str) -> None:
    try:
        head = json.loads(line)
        known = head[HEAD] == 1
    except (ValueError, KeyError, TypeError):
        known = False
    if not known:
        raise ClewError(f"{path} is not a file that `clew studio dump` has written")
    if head["migrations"] != _migrations():
        raise ClewError(
            f"{path} was written by Clew {head['version']}, whose tables are not those of {version()}: load "
            "it with the version that wrote it, then upgrade"
        )


def _check_empty() -> None:
    full = [model._meta.label_lower for model in _models() if model._base_manager.exists()]
    if full:
        raise ClewError(f"the database is not empty: it has rows in {', '.join(full)}; load into a new one")


def _set_sequences() -> None:
    """Lets new rows be numbered after those that were loaded."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)
