"""Games written as one text: what an editor says about it, and a pack of its levels with their pars."""

from __future__ import annotations

import hashlib
import time
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from django.db.models import Max
from django.utils.translation import get_language, gettext, gettext_noop
from pydantic import Field
from typing_extensions import TypedDict

from clew.errors import BoardError, ClewError
from clew.puzzles.families import having, part
from clew.search.limits import Limits
from clew.statespace.arrays import NO_GOAL
from clew.statespace.explore import explore
from clew_studio import text_limits
from clew_studio.boards import publishing as making
from clew_studio.database import write_lock
from clew_studio.jobs import answers, queue
from clew_studio.models import Board, Level, Pack
from clew_studio.puzzles import elsewhere
from clew_studio.puzzles.reading import puzzle_of
from clew_studio.shapes import BoardKeys, Name, Sprite, Text, Title
from clew_studio.translation import translated, translator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.puzzles.base import EnginePuzzle
    from clew_studio.models import Player

MOST_LEVELS = 200
"""The most levels of a game that are searched and published."""

ANSWER_SECONDS = 1.0
"""The time for all searches of one request's levels; each level gets at least the usual budget."""

TOO_MANY_LEVELS = gettext_noop("A game has at most {most} levels here; this one has {levels}.")


def _family() -> str:
    """The family whose boards are levels of a game in one text."""
    return having("source")[0]


class SourcePlace(TypedDict):
    """A place in a source; lines and columns count from 1, columns in characters."""

    line: int
    column: int


class Remark(SourcePlace):
    """What a part of a source says wrong: `length` characters from `column`."""

    length: int
    severity: Literal["error", "warning"]
    message: Text
    language: Annotated[str, Field(examples=["en"])]
    """That of the message: English, or the reader's."""


class Sign(TypedDict):
    """A sign of the legend, in lower case and as it is written; with the sprites that it puts on a cell, the
    lowest first.
    """

    sign: Annotated[str, Field(examples=["p"])]
    written: Annotated[str, Field(examples=["P"])]
    name: Name
    pile: list[int]


class SourceLevel(TypedDict):
    """A level of a game; `line`: that of its first row, from 1; `places`: where each row begins; `lacks`: the
    names of what must be drawn before it is a level.
    """

    level: int
    line: int
    places: list[SourcePlace]
    rows: list[Annotated[str, Field(examples=["#.P.#"])]]
    lacks: list[Name]
    keys: BoardKeys


class Source(TypedDict):
    """What is wrong in a source, its levels, and the signs that levels are painted with."""

    title: Title | None
    author: Name | None
    errors: int
    remarks: list[Remark]
    sprites: list[Sprite]
    legend: list[Sign]
    levels: list[SourceLevel]


class LevelAnswer(TypedDict):
    """What a short search finds about a level."""

    level: int
    known: bool
    solvable: bool | None
    par: int | None
    error: Text | None


class Unmet(TypedDict):
    """A win condition that no turn of a level ends with, as the source says it."""

    line: int
    words: Text


class LevelFacts(TypedDict):
    """What a short search finds about all positions of a level; what takes longer is None."""

    essential: int | None
    """How many of the shortest solutions are essentially different."""
    states: int | None
    dead_ends: int | None
    """Positions from which the level can no longer be won."""
    unnoticed: bool | None
    """Whether a dead end has a move left, so that the player may not notice it."""
    unmet: list[Unmet]
    """Why a level has no solution: empty if each condition can be met, but never all at once."""


def described(text: str) -> Source:
    """What is wrong in a source, its levels, and the signs that levels are painted with."""
    family = _family()
    elsewhere.check(family)
    found: Source = part(family, "source").described(text)
    tell, reader = translator(), get_language() or "en"
    for remark in found["remarks"]:
        message = tell(remark["message"])
        remark["language"] = "en" if message == remark["message"] else reader
        remark["message"] = message
    for level in found["levels"]:
        level["keys"] = {"family": family, **level["keys"]}
    return found


def level_of(text: str, number: int) -> EnginePuzzle:
    """A level of a game. Raises `BoardError`."""
    return puzzle_of(part(_family(), "source").keys_of(text, number))


def numbers_of(text: str) -> list[int]:
    """The numbers of a game's levels. Raises `BoardError` if it has errors, or more levels than allowed."""
    found = described(text)
    numbers = [level["level"] for level in found["levels"]]
    if not numbers:
        level_of(text, 1)  # raises `BoardError` for a game with errors
    if len(numbers) > MOST_LEVELS:
        raise BoardError(gettext(TOO_MANY_LEVELS).format(most=MOST_LEVELS, levels=len(numbers)))
    return numbers


def answered(text: str, levels: Sequence[int]) -> list[LevelAnswer]:
    """Return what a short search finds for each of these levels, as `answer` does. They share the time
    fairly: what easy levels leave over goes to the others.
    """
    end = time.monotonic() + ANSWER_SECONDS
    return [
        answer(text, number, (end - time.monotonic()) / (len(levels) - done))
        for done, number in enumerate(levels)
    ]


def answer(text: str, number: int, seconds: float) -> LevelAnswer:
    """Return whether a level is known to be solvable, and its fewest moves; or why it cannot be searched."""
    try:
        found = answers.quick_count(level_of(text, number), max(seconds, answers.BUDGET_SECONDS))
    except ClewError as error:
        return {"level": number, "known": False, "solvable": None, "par": None, "error": told(error)}
    par = None if found is None else found["length"]
    known = found is not None
    return {
        "level": number,
        "known": known,
        "solvable": par is not None if known else None,
        "par": par,
        "error": None,
    }


def facts(text: str, number: int) -> LevelFacts:
    """Return what a short search finds about all positions of a level. Raises `ClewError` for a level of
    which nothing can be found out.
    """
    level = level_of(text, number)
    limits = Limits(seconds=ANSWER_SECONDS, memory=answers.BUDGET_MEMORY)
    count = answers.quick_count(level, ANSWER_SECONDS)
    found: LevelFacts = {
        "essential": None,
        "states": None,
        "dead_ends": None,
        "unnoticed": None,
        "unmet": [],
    }
    if count is not None and count["length"] is None:
        found["unmet"] = part(_family(), "source").unmet(text, number, limits)
    elif count is not None:
        found["essential"] = count["essential"]
    space = explore(level, limits=limits, threads=1)
    if space.limit is None and space.indptr is not None:
        lost = space.distance == NO_GOAL
        moves = space.indptr[1:] > space.indptr[:-1]
        found["states"], found["dead_ends"] = space.n, int(lost.sum())
        found["unnoticed"] = bool((lost & moves).any())
    return found


def told(error: ClewError) -> str:
    """What is wrong with a level, in the reader's language."""
    return translated(error.message if isinstance(error, BoardError) else str(error))


class Publication(NamedTuple):
    """A game's pack, with its published boards and those being checked, by level, and the levels left out,
    with reasons.
    """

    pack: Pack | None
    boards: dict[int, Board]
    left_out: dict[int, str]


def publish(text: str, title: str | None, player: Player, address: str) -> Publication:
    """Publish all levels of a game as one pack; levels that cannot be solved are left out.

    The pack of a player's game with this title is replaced, and boards that the player has published before
    are used again. Raises `BoardError` if the source has errors.
    """
    numbers = numbers_of(text)
    name = title or text_limits.stripped(described(text)["title"] or "") or gettext("Untitled")
    name = name[: text_limits.TITLE]
    found = Publication(None, {}, {})
    for number in numbers:
        try:
            found.boards[number] = _published(level_of(text, number), f"{name} {number}", player, address)
        except making.NotPublishable as error:
            found.left_out[number] = gettext(making.REASONS[str(error)])
        except making.Changed:
            found.left_out[number] = gettext(making.REASONS["changed"])
        except queue.TooMany as error:
            found.left_out[number] = gettext(str(error))
        except ClewError as error:
            found.left_out[number] = told(error)
    if not found.boards:
        return found
    return found._replace(pack=_packed(name, player, found.boards))


def _published(puzzle: EnginePuzzle, title: str, player: Player, address: str) -> Board:
    """The player's board of this level, published or on its way. A draft that is refused is deleted."""
    mine = Board.objects.filter(owner=player, family=puzzle.family, puzzle=str(puzzle))
    board = mine.exclude(status=Board.Status.DRAFT).first()
    if board is not None:
        return board
    board = making.save(mine.first() or Board(owner=player), puzzle, {"title": title[: text_limits.TITLE]})
    try:
        making.publish(board, player, address)
    except (ClewError, making.NotPublishable):
        board.delete()
        raise
    return board


def _packed(title: str, player: Player, boards: dict[int, Board]) -> Pack:
    """The pack of a player's game with that title, with these boards as its levels."""
    key = "game-" + hashlib.sha256(f"{player.pk} {title}".encode()).hexdigest()[:24]
    with write_lock("packs"):
        last = Pack.objects.aggregate(last=Max("number"))["last"] or 0
        pack, _ = Pack.objects.get_or_create(
            pk=key, defaults={"title": title, "description": "", "number": last + 1, "owner": player}
        )
        pack.levels.all().delete()
        unique = {board.pk: board for board in boards.values()}
        Level.objects.bulk_create(
            Level(pack=pack, board=board, number=number) for number, board in enumerate(unique.values(), 1)
        )
    return pack
