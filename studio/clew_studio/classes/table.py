"""Who solved what: a row for each pupil, a cell for each board of an assignment; as JSON and as CSV."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext

from clew.boards.formulas import defused
from clew_studio.models import Board, Game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clew_studio.models import Assignment, Pupil

BOM = "\ufeff"
"""Excel reads a file as UTF-8 only if it begins so."""


class Cell(NamedTuple):
    """What a pupil has done on a board. `game`: the best win, else the latest game, to look at; None if there
    is none. `length`: the fewest moves of a win. Times and hints are those of all games.
    """

    game: str | None = None
    solved: bool = False
    length: int | None = None
    attempts: int = 0
    time_ms: int = 0
    hints: int = 0


class Row(NamedTuple):
    """A pupil with a cell for each board."""

    pupil: Pupil
    cells: list[Cell]


class Table(NamedTuple):
    """The boards of an assignment, and a row for each pupil, by name."""

    boards: list[Board]
    rows: list[Row]


def table_of(assignment: Assignment) -> Table:
    """Return what the pupils of a class have done in an assignment."""
    levels = assignment.pack.levels.select_related("board", "board__owner")
    boards = [level.board for level in levels]
    games: dict[tuple[str, str | None], list[Game]] = defaultdict(list)
    columns = ("player", "board", "status", "length", "elapsed_ms", "hints", "cursor", "events", "touched")
    for game in Game.objects.filter(pack=assignment.pack).only(*columns).order_by("touched", "pk"):
        games[game.player_id, game.board_id].append(game)
    pupils = assignment.classroom.pupils.all()
    return Table(
        boards, [Row(pupil, [_cell(games[pupil.pk, board.pk]) for board in boards]) for pupil in pupils]
    )


def _cell(games: Sequence[Game]) -> Cell:
    if not games:
        return Cell()
    won = [game for game in games if game.status == Game.Status.WON]
    best = min(won, key=lambda game: (game.length, game.elapsed_ms)) if won else None
    return Cell(
        game=(best or games[-1]).pk,
        solved=best is not None,
        length=None if best is None else best.length,
        attempts=len(games),
        time_ms=sum(game.elapsed_ms for game in games),
        hints=sum(game.hints for game in games),
    )


def csv_of(table: Table, titles: Sequence[str]) -> Iterator[str]:
    """Yield a table as CSV (RFC 4180) in UTF-8, a line for each pupil and board. `titles`: of the boards."""
    yield BOM + _line(
        [
            gettext("pupil"),
            gettext("board"),
            gettext("title"),
            gettext("solved"),
            gettext("moves"),
            gettext("par"),
            gettext("minutes"),
            gettext("hints"),
            gettext("attempts"),
        ]
    )
    for pupil, cells in table.rows:
        for board, title, cell in zip(table.boards, titles, cells, strict=True):
            minutes = f"{cell.time_ms / 60_000:.1f}"
            done = [int(cell.solved), cell.length, board.par, minutes, cell.hints, cell.attempts]
            yield _line([defused(pupil.name), board.pk, defused(title), *done])


def _line(values: Sequence[object]) -> str:
    held = io.StringIO()
    csv.writer(held).writerow(values)  # it ends lines with CR and LF
    return held.getvalue()
