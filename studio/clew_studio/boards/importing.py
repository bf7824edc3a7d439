"""Imports boards from texts and files, and exports them as files. What editors upload is published once its
par is proved.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Max
from django.utils.translation import gettext

from clew.boards.entries import Entry
from clew.boards.load import read_data
from clew.errors import BoardError
from clew.puzzles.registry import from_dict
from clew_studio.boards import publishing as boards
from clew_studio.models import Board, Level, Pack
from clew_studio.puzzles import elsewhere
from clew_studio.puzzles.reading import playable
from clew_studio.translation import translated

if TYPE_CHECKING:
    from clew.boards.entries import Entry
    from clew.puzzles.base import EnginePuzzle
    from clew_studio.models import Player


Json = dict[str, Any]

MOST_BOARDS = 1_000

UNKNOWN = "is in no format that Clew knows"
_IN_A_TERMINAL = (
    (re.compile(f"^{UNKNOWN}"), f"This text {UNKNOWN}"),
    (re.compile(", and none was named, such as --family blocks"), ""),
    (re.compile("Force one with --format NAME; clew formats lists them"), "Choose its format."),
    (re.compile(r"say --format '?([^\s']+)'?"), r"choose the format \1"),
)
"""What messages say about options of the command line, and what a page says instead."""


def on_a_page(message: str) -> str:
    """What a reader of a format says, in words for a page."""
    for pattern, words in _IN_A_TERMINAL:
        message = pattern.sub(words, message)
    return message


def read_text(text: str, form: str | None) -> list[Entry]:
    """Return the boards of a text; without a format, it is recognised by its content."""
    return _read(text.encode("utf-8", "surrogatepass"), "", form)


def read_file(data: bytes, name: str) -> list[Entry]:
    """The boards of a file, in whatever format it is."""
    return _read(data, name, None)


def _read(data: bytes, name: str, form: str | None) -> list[Entry]:
    elsewhere.check_all()
    entries: list[Entry] = []
    for number, entry in enumerate(read_data(data, name, format=form), 1):
        entries.append(_checked(entry if entry.line is not None else entry._replace(line=number)))
        if len(entries) > MOST_BOARDS:
            return [_too_many(name, entries[-1].line)]
    return entries


def _too_many(name: str, line: int | None) -> Entry:
    """Refuse a text with too many boards as a whole, so that nobody must find out which of them were
    imported.
    """
    many = BoardError(f"has more than {MOST_BOARDS} boards; bring them in several files")
    return Entry(None, many, name, line, {})


def _checked(entry: Entry) -> Entry:
    try:
        return entry if entry.puzzle is None else entry._replace(puzzle=playable(entry.puzzle))
    except BoardError as error:
        return entry._replace(puzzle=None, error=error)


def _toml(puzzle: EnginePuzzle, about: Json) -> tuple[str, str, str]:
    told = from_dict({**puzzle.to_dict(), **about})
    return told.to_toml(), "application/toml", "toml"


def _json(puzzle: EnginePuzzle, about: Json) -> tuple[str, str, str]:
    text = json.dumps({**puzzle.to_dict(), **about}, ensure_ascii=False, indent=2)
    return text + "\n", "application/json", "json"


def _compact(puzzle: EnginePuzzle, about: Json) -> tuple[str, str, str]:
    return f"{puzzle}\n", "text/plain; charset=utf-8", "txt"


FORMATS = {"toml": _toml, "json": _json, "compact": _compact}
"""For each format, the function that writes a board with its texts: text, media type, file ending."""


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
