"""The event log as researchers get it: CSV in the columns that `clew study` reads, with a codebook."""

from __future__ import annotations

import csv
import hashlib
import hmac
import io
import zipfile
from typing import TYPE_CHECKING

from django.conf import settings

from clew.studio.models import Event

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from django.db.models import QuerySet

    from clew.studio.models import Board, Player

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


def pseudonym(player: Player) -> str:
    """A name that stands for a player in every export, and tells nobody who it is."""
    key = settings.SECRET_KEY.encode()
    return hmac.new(key, f"export {player.pk}".encode(), hashlib.sha256).hexdigest()[:12]


def rows_of(events: QuerySet[Event]) -> Iterator[tuple[object, ...]]:
    """The log by players, games and events: a value for each column, None where there is none."""
    rows = events.select_related("game", "game__player", "game__board").order_by(
        "game__player", "game__started", "game", "seq"
    )
    for event in rows.iterator(chunk_size=500):
        game = event.game
        yield (
            pseudonym(game.player),
            game.board_id or f"game-{game.pk}",
            game.attempt,
            event.seq,
            event.event,
            event.piece,
            event.origin,
            event.target,
            event.move,
            event.t_client_ms,
            event.t_server.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            game.consent_version,
            event.build,
        )


def events_csv(events: QuerySet[Event]) -> Iterator[str]:
    """The log as CSV, a line at a time."""
    yield _line(COLUMNS)
    for row in rows_of(events):
        yield _line("" if value is None else value for value in row)


def events_parquet(events: QuerySet[Event]) -> bytes:
    """The log as a Parquet file. Raises `ClewError` where pyarrow is missing."""
    from clew.space.needs import needed

    arrow = needed("pyarrow", "Parquet", "pip install pyarrow")
    parquet = needed("pyarrow.parquet", "Parquet", "pip install pyarrow")
    columns = list(zip(*rows_of(events), strict=True)) or [()] * len(COLUMNS)
    kinds = {"attempt": arrow.int32(), "seq": arrow.int32(), "t_client_ms": arrow.int64()}
    arrays = [
        arrow.array(column, kinds.get(name, arrow.string()))
        for name, column in zip(COLUMNS, columns, strict=True)
    ]
    held = io.BytesIO()
    parquet.write_table(arrow.table(arrays, names=list(COLUMNS)), held)
    return held.getvalue()


def codebook_csv() -> str:
    """What each column means."""
    return "".join(map(_line, [("name", "unit", "definition"), *CODEBOOK]))


def levels_zip(boards: Iterable[Board]) -> bytes:
    """The boards as TOML files, named as in the log."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for board in boards:
            archive.writestr(f"{board.pk}.toml", board.read().to_toml())
    return held.getvalue()


def _line(values: Iterable[object]) -> str:
    held = io.StringIO()
    csv.writer(held, lineterminator="\n").writerow(values)
    return held.getvalue()
