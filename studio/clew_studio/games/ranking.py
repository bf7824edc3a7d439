"""Leaderboards: the fewest moves on a board, and the most points over all boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import BigIntegerField, Case, Count, Max, Q, Sum, Value, When
from django.utils.translation import gettext_noop

from clew_studio.models import Game, Player

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from clew_studio.models import Board

BOARD_FORMULA = gettext_noop(
    "Each player's best win without help: no hint, distance, solution or map of the board during the "
    "game or in the 24 hours before it. Fewest moves come first, then the shorter time, then the "
    "earlier win. A pause counts for two minutes at most. Only a game whose moves came one by one has a "
    "time; a game without one comes after those with as many moves."
)
OVERALL_FORMULA = gettext_noop(
    "For each board with a proved par: 100 x par / your moves, rounded, for your best win without "
    "help. These are added up over all boards; a board that is the same as an earlier one adds "
    "nothing. Ties go to the player with more boards, then to the one who got there first."
)


WITHOUT_TIME = 1 << 62
"""Stands for the time of a game that has none on leaderboards."""
TIME = Case(When(timed=True, then="elapsed_ms"), default=Value(WITHOUT_TIME), output_field=BigIntegerField())
"""By what games of as many moves are ordered."""


def time_of(game: Game) -> int:
    """The same of a game."""
    return game.elapsed_ms if game.timed else WITHOUT_TIME


def wins_on(board: Board) -> QuerySet[Game]:
    """Return the best game of each player on a board, first place first."""
    best = Game.objects.filter(board=board, best=True).select_related("player", "player__user")
    return best.order_by("length", TIME, "finished", "id")


def rank_of(game: Game) -> int:
    """Return the place on its board's leaderboard of a player's best game there."""
    shorter = Q(length__lt=game.length)
    faster = Q(length=game.length, time__lt=time_of(game))
    earlier = Q(length=game.length, time=time_of(game), finished__lt=game.finished)
    best = Game.objects.filter(board=game.board, best=True).annotate(time=TIME)
    return 1 + best.filter(shorter | faster | earlier).count()


def overall() -> Any:
    """Return players with their points, first place first: dicts of player, points, boards, reached."""
    rows = Game.objects.filter(best=True, points__gt=0).values("player")
    return rows.annotate(points=Sum("points"), boards=Count("id"), reached=Max("finished")).order_by(
        "-points", "-boards", "reached", "player"
    )


def players_of(rows: list[dict[str, Any]]) -> dict[str, Player]:
    """The players of rows of `overall`, by their keys."""
    return Player.objects.select_related("user").in_bulk([row["player"] for row in rows])
