"""Leaderboards: the fewest moves on a board, and the most points over all boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Count, Max, Q, Sum
from django.utils.translation import gettext_noop

from clew_studio.models import Game, Player

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from clew_studio.models import Board

BOARD_FORMULA = gettext_noop(
    "Each player's best win without help: no hint, distance, solution or map of the board during the "
    "game or in the 24 hours before it. Fewest moves come first, then the shorter time, then the "
    "earlier win. A pause counts for two minutes at most."
)
OVERALL_FORMULA = gettext_noop(
    "For each board with a proved par: 100 x par / your moves, rounded, for your best win without "
    "help. These are added up over all boards; a board that is the same as an earlier one adds "
    "nothing. Ties go to the player with more boards, then to the one who got there first."
)


def wins_on(board: Board) -> QuerySet[Game]:
    """Return the best game of each player on a board, first place first."""
    best = Game.objects.filter(board=board, best=True).select_related("player", "player__user")
    return best.order_by("length", "elapsed_ms", "finished", "id")


def rank_of(game: Game) -> int | None:
    """Return the place of a game on its board's leaderboard; None if it is not there."""
    if not game.best:
        return None
    shorter = Q(length__lt=game.length)
    faster = Q(length=game.length, elapsed_ms__lt=game.elapsed_ms)
    earlier = Q(length=game.length, elapsed_ms=game.elapsed_ms, finished__lt=game.finished)
    return 1 + Game.objects.filter(shorter | faster | earlier, board=game.board, best=True).count()


def overall() -> Any:
    """Return players with their points, first place first: dicts of player, points, boards, reached."""
    rows = Game.objects.filter(best=True, points__gt=0).values("player")
    return rows.annotate(points=Sum("points"), boards=Count("id"), reached=Max("finished")).order_by(
        "-points", "-boards", "reached", "player"
    )


def players_of(rows: list[dict[str, Any]]) -> dict[str, Player]:
    """The players of rows of `overall`, by their keys."""
    return Player.objects.select_related("user").in_bulk([row["player"] for row in rows])
