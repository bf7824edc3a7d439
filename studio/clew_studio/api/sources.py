"""Games written as one text: the editor's live check, the answers for their levels, and publishing them."""

from __future__ import annotations

from typing import Literal

from django.http import HttpRequest
from django.utils.translation import gettext
from ninja import Router
from typing_extensions import TypedDict

from clew.errors import BoardError, ClewError
from clew_studio import quotas
from clew_studio.api.boards import leave_room
from clew_studio.api.document import Made
from clew_studio.api.rows import require_account
from clew_studio.api.schemas import LevelIn, LevelsIn, SourceIn, SourceTitleIn
from clew_studio.boards import sources
from clew_studio.requests.callers import network_of_request
from clew_studio.requests.problems import Problem
from clew_studio.shapes import BoardName, Key, Text

router = Router(tags=["sources"])


class LevelAnswers(TypedDict):
    """What a short search finds about levels."""

    levels: list[sources.LevelAnswer]


class PublishedLevel(TypedDict):
    """A level of a game that is published, or will be once its par is proved."""

    level: int
    board: Key
    status: Literal["checking", "published"]
    par: int | None


class LeftOut(TypedDict):
    """A level of a game that was not published, and why."""

    level: int
    message: Text


class PublishedGame(TypedDict):
    """The pack of a game, None if no level could be published."""

    pack: BoardName | None
    levels: list[PublishedLevel]
    left_out: list[LeftOut]


@router.post("/sources")
def check(request: HttpRequest, body: SourceIn) -> sources.Source:
    """What is wrong in the source of a game, line by line; its levels, legend and sprites."""
    return sources.described(body.text)


@router.post("/sources/answers")
def answers(request: HttpRequest, body: LevelsIn) -> LevelAnswers:
    """What a short search finds about the levels of a game: the fewest moves, or that a level is
    unsolvable.
    """
    return {"levels": sources.answered(body.text, body.levels)}


@router.post("/sources/facts")
def facts(request: HttpRequest, body: LevelIn) -> sources.LevelFacts:
    """What a short search finds about all positions of a level: how many there are, how many are dead ends,
    and why there is no solution where there is none.
    """
    try:
        return sources.facts(body.text, body.level)
    except BoardError:
        raise
    except ClewError as error:  # a game of chance, of which nothing can be proved
        raise BoardError(sources.told(error)) from error


@router.post("/sources/publish")
def publish(request: HttpRequest, body: SourceTitleIn) -> Made[PublishedGame]:
    """Publishes all levels of a game as a pack, each with its par."""
    player = require_account(request)
    leave_room(player, len(sources.numbers_of(body.text)))
    if not quotas.has_room(player, "packs"):
        raise Problem("too-large", gettext("You have too many packs: delete some."))
    found = sources.publish(body.text, body.title, player, network_of_request(request))
    pack = found.pack
    return Made(
        {
            "pack": None if pack is None else {"id": pack.pk, "title": pack.title},
            "levels": [
                {"level": level, "board": board.pk, "status": board.status, "par": board.par}
                for level, board in found.boards.items()
            ],
            "left_out": [{"level": level, "message": told} for level, told in found.left_out.items()],
        }
    )
