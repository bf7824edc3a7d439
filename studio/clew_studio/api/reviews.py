"""Looking back on games: reviews, the shortest solutions, playing on from a position, how others did."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from django.utils.translation import gettext, gettext_noop
from ninja import Router
from pydantic import Field, StrictInt

from clew_studio.api.document import Later, Made
from clew_studio.api.games import GameOut, game_json, permit
from clew_studio.api.positions import ask, limit_reached, waiting
from clew_studio.api.rows import Named, board_of, game_of
from clew_studio.api.schemas import Body
from clew_studio.games import assistance, reviews
from clew_studio.games import play as games
from clew_studio.models import Game
from clew_studio.requests.callers import player_of
from clew_studio.requests.problems import Problem
from clew_studio.shapes import Review, Waiting

router = Router(tags=["reviews"])

UNFINISHED = gettext_noop("Finish the game first: then you can look back on it.")
STUDY = gettext_noop("Games in an experiment cannot be reviewed.")
TOO_FAR = gettext_noop("The game has fewer moves than that.")


class RetryIn(Body):
    """From which position of a game to play on: how many of its moves are kept."""

    keep: Annotated[StrictInt, Field(ge=0, le=100_000)]


@router.get("/games/{key}/review")
def of_game(request: HttpRequest, key: str) -> Review | Later[Waiting]:
    """What each move of a finished game of mine was worth; 202 with a job, whose result it is, if that takes
    long. A review that reached its limits has status "limit", and no other is begun for an hour. It counts
    as help on the board.
    """
    game = _finished(request, key)
    assistance.record_in_game(game)
    found = reviews.quick_review(game)
    if found is not None:
        return found
    tried = reviews.given_up(game)
    if tried is not None:
        if tried["part"] is None:
            raise limit_reached(tried)
        part: Review = tried["part"]
        return part
    start, moves = reviews.part_of(game)
    job = ask(request, reviews.KIND, Named(game.read(), game.board), start, task={"moves": moves})
    return Later(waiting(job))


@router.get("/games/{key}/solutions")
def solutions(request: HttpRequest, key: str) -> reviews.Shortest:
    """Shortest solutions of the board of a finished game of mine, as far as they are found quickly."""
    game = _finished(request, key)
    assistance.record_in_game(game)
    return reviews.shortest(game.read())


@router.post("/games/{key}/retry")
def retry(request: HttpRequest, key: str, body: RetryIn) -> Made[GameOut]:
    """Starts a new game of the board with the first moves of a finished game of mine."""
    game = _finished(request, key)
    if body.keep >= max(1, game.cursor):
        raise Problem("conflict", gettext(TOO_FAR))
    again = games.begin(game.player, game.read(), game.board, timed=not body.keep)
    if body.keep:
        again = games.play(again.pk, game.moves[: body.keep], None, None)
    return Made(game_json(again, scene=True))


@router.get("/boards/{key}/others")
def others(request: HttpRequest, key: str) -> reviews.Others:
    """How players did on a board: their moves and times, and my best."""
    return reviews.others_of(board_of(request, key), player_of(request))


def _finished(request: HttpRequest, key: str) -> Game:
    game = game_of(request, key)
    if game.status == Game.Status.PLAYING:
        raise Problem("conflict", gettext(UNFINISHED))
    if game.in_study:
        raise Problem("forbidden", gettext(STUDY))
    permit(game, "solution")
    return game
