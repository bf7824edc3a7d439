"""Boards that editors upload in files: published once their par is proved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Max
from django.utils.translation import gettext

from clew.errors import BoardError
from clew_studio.boards import publishing as boards
from clew_studio.boards.importing import read_file
from clew_studio.models import Board, Level, Pack
from clew_studio.translation import translated

if TYPE_CHECKING:
    from clew.boards.entries import Entry
    from clew.puzzles.base import EnginePuzzle
    from clew_studio.models import Player

Json = dict[str, Any]


class Upload(NamedTuple):
    """The result of an upload: the boards made, errors as (row, message), and the jobs that compute missing
    pars. `same`: rows whose board the site already has, with that board; they are published too.
    """

    boards: list[Board]
    errors: list[tuple[int, str]]
    jobs: list[str]
    same: list[tuple[int, Board]]


def upload(data: bytes, name: str, editor: Player, pack: Pack | None) -> Upload:
    """Publish the valid boards of a file."""
    found = Upload([], [], [], [])
    for entry in read_file(data, name):
        if entry.puzzle is None:
            assert entry.error is not None
            found.errors.append((entry.line or 1, translated(str(_without_place(entry.error)))))
            continue
        _publish(entry, entry.puzzle, editor, found)
    if pack is not None:
        _append(pack, found.boards)
    return found


def _publish(entry: Entry, puzzle: EnginePuzzle, editor: Player, found: Upload) -> None:
    tags = str(entry.input.get("tags", "")).replace(";", " ").split()
    try:
        board = boards.save(Board(owner=editor), puzzle, {}, tags)
    except BoardError as error:
        found.errors.append((entry.line or 1, translated(str(error))))
        return
    try:
        job = boards.publish(board, None)
    except boards.NotPublishable as error:
        board.delete()
        found.errors.append((entry.line or 1, gettext(boards.REASONS[str(error)])))
        return
    found.boards.append(board)
    found.same.extend((entry.line or 1, other) for other in boards.earlier([board]).values())
    if job is not None:
        found.jobs.append(job.pk)


def _append(pack: Pack, made: list[Board]) -> None:
    last = pack.levels.aggregate(last=Max("number"))["last"] or 0
    Level.objects.bulk_create(
        Level(pack=pack, board=board, number=number) for number, board in enumerate(made, last + 1)
    )


def _without_place(error: Any) -> Any:
    error.file = error.line = None
    return error
