"""The event log as researchers get it: CSV in the columns that `clew study` reads, with a codebook."""

from __future__ import annotations

import csv
import hashlib
import hmac
import io
import itertools
import zipfile
from typing import TYPE_CHECKING

from django.conf import settings

from clew.boards.formulas import defused
from clew_studio.models import Event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime

    from django.db.models import QuerySet

    from clew_studio.models import Board, Player

CODEBOOK = (
    ("player", "", "who played: a pseudonym, the same in every export of this site"),
    ("level", "", "the board: the name of its file in levels.zip"),
    ("attempt", "", "which game of this player on this board, from 1"),
    ("seq", "", "number of the event in its game, from 1"),
    (
        "event",
        "",
        "start, drag_start, drag_end, move, undo, redo, restart, hint, surrender, win, timeout, focus, blur",
    ),
    ("piece", "", "the piece that was dragged"),
    ("from", "", "cell where the drag began"),
    ("to", "", "cell where the drag ended; of a hint its level"),
    ("move", "", "the move by its name on the board"),
    ("t_client_ms", "ms", "time of play by the player's page; where it did not say, by the server"),
    ("t_server", "UTC", "time by the clock of the server, ISO 8601"),
    ("consent_version", "", "version of the consent text that the player had agreed to"),
    ("build", "", "version of the site"),
)
COLUMNS = tuple(name for name, _, _ in CODEBOOK)


GROUP = 20_000
"""Rows of a Parquet file that are in memory as Python objects at once."""


def pseudonym(player: Player) -> str:
    """Return a name that stands for a player in every export and does not reveal who it is."""
    key = settings.SECRET_KEY.encode()
    return hmac.new(key, f"export {player.pk}".encode(), hashlib.sha256).hexdigest()[:12]


def rows_of(events: QuerySet[Event]) -> Iterator[tuple[object, ...]]:
    """Yield the log by player, game and event: a value for each column, None if there is none."""
    rows = events.select_related("game", "game__player", "game__board").order_by(
        "game__player", "game__started", "game", "seq"
    )
    for event in rows.iterator(chunk_size=500):
        game = event.game
        yield row_of(event, pseudonym(game.player), game.board_id or f"game-{game.pk}", game.attempt)


def row_of(event: Event, player: str, level: str, attempt: int) -> tuple[object, ...]:
    """An event as a row: a value for each column, None if there is none."""
    return (
        player,
        level,
        attempt,
        event.seq,
        event.event,
        event.piece,
        event.origin,
        event.target,
        event.move,
        event.t_client_ms,
        moment(event.t_server),
        event.game.consent_version,
        event.build,
    )


def moment(time: datetime) -> str:
    """A time in ISO 8601 with milliseconds, in UTC."""
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def events_csv(events: QuerySet[Event]) -> Iterator[str]:
    """Yield the log as CSV, line by line."""
    yield line(COLUMNS)
    for row in rows_of(events):
        yield line(cell(value) for value in row)


def events_parquet(events: QuerySet[Event], is_gone: Callable[[], bool] = lambda: False) -> bytes:
    """Return the log as a Parquet file, cut short once `is_gone` says that nobody will read it. Raises
    `ClewError` if pyarrow is missing.
    """
    from clew.optional import needed

    arrow = needed("pyarrow", "Parquet", "sweep")
    parquet = needed("pyarrow.parquet", "Parquet", "sweep")
    kinds = {"attempt": arrow.int32(), "seq": arrow.int32(), "t_client_ms": arrow.int64()}
    schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in COLUMNS])
    held = io.BytesIO()
    rows = rows_of(events)
    with parquet.ParquetWriter(held, schema) as writer:
        while (some := list(itertools.islice(rows, GROUP))) and not is_gone():
            columns = zip(*some, strict=True)
            arrays = [arrow.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
            writer.write_table(arrow.Table.from_arrays(arrays, schema=schema))
    return held.getvalue()


def codebook_csv() -> str:
    """What each column means."""
    return "".join(map(line, [("name", "unit", "definition"), *CODEBOOK]))


def levels_zip(boards: Iterable[Board]) -> bytes:
    """The boards as TOML files, named as in the log."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for board in boards:
            archive.writestr(f"{board.pk}.toml", board.read().to_toml())
    return held.getvalue()


def cell(value: object) -> object:
    """Return a number unchanged, and a text such that no spreadsheet takes it for a formula."""
    if value is None:
        return ""
    return defused(value) if isinstance(value, str) else value


def line(values: Iterable[object]) -> str:
    """A row as a line of CSV."""
    held = io.StringIO()
    csv.writer(held, lineterminator="\n").writerow(values)
    return held.getvalue()
