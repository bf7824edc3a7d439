"""The next board for a player: one that fits their level, of any family, not solved yet.

A board's rating is a guess until people have played it, so it is blended with one from its difficulty; a
player's level is taken low while it is uncertain, so that the first boards are easy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from clew_studio.boards.gallery import one_of_each
from clew_studio.boards.publishing import originals
from clew_studio.games.stats import Rating
from clew_studio.models import Board, Game
from clew_studio.models.players import DEVIATION, RATING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet

    from clew_studio.models import Player

GUESSES = {"easy": 1100.0, "medium": 1400.0, "hard": 1700.0, "expert": 2000.0}
"""Ratings of boards that nobody has played, by difficulty."""

CAUTION = 1.0
"""How many deviations below the rating a player's level is taken."""

SAME_FAMILY = 60.0
"""The penalty, in rating points, for a board of the family that was just played."""


class Wishes(NamedTuple):
    """What the next board should be, as far as the player has wishes. `difficulties`: one of these."""

    family: str | None = None
    difficulties: tuple[str, ...] = ()
    min_par: int | None = None
    max_par: int | None = None


def level_of(player: Player | None) -> float:
    """Return the rating of boards that fit a player."""
    rating, deviation = (RATING, DEVIATION) if player is None else (player.rating, player.deviation)
    return rating - CAUTION * deviation


def strength_of(board: Board) -> float:
    """Return how hard a board is: its rating as far as that is certain, else a guess from its difficulty."""
    doubt = min(1.0, board.deviation / DEVIATION)
    guess = GUESSES.get(board.difficulty, RATING)
    return doubt * guess + (1 - doubt) * board.rating


def next_for(player: Player | None, after: Sequence[Board], wishes: Wishes) -> Board | None:
    """Return the board nearest to a player's level that they have not solved; None if there is none.

    It is none of `after`, the last of which was just played.
    """
    found = _wanted(wishes).exclude(pk__in=[board.pk for board in after])
    if player is not None:
        won = Game.objects.filter(player=player, status=Game.Status.WON, board__isnull=False)
        found = found.exclude(pk__in=won.values("board"))
    level = level_of(player)
    played = after[-1].family if after and wishes.family is None else None

    def distance(board: Board) -> tuple[float, str]:
        again = SAME_FAMILY if board.family == played else 0.0
        return abs(strength_of(board) - level) + again, board.pk

    nearest = min(found.only("pk", "family", "rating", "deviation", "difficulty"), key=distance, default=None)
    return None if nearest is None else Board.objects.select_related("owner").get(pk=nearest.pk)


def difficulty_for(player: Player | None, offered: Sequence[str]) -> str:
    """Return the difficulty, of those offered, that fits a player's level."""
    level = level_of(player)
    return min(offered, key=lambda difficulty: abs(GUESSES[difficulty] - level))


def _wanted(wishes: Wishes) -> QuerySet[Board]:
    found = one_of_each(originals().filter(par__gt=0))
    if wishes.difficulties:
        found = found.filter(difficulty__in=wishes.difficulties)
    for name, value in (
        ("family", wishes.family),
        ("par__gte", wishes.min_par),
        ("par__lte", wishes.max_par),
    ):
        if value is not None:
            found = found.filter(**{name: value})
    return found


def standing_of(player: Player | None) -> Rating:
    """Return a player's rating and its uncertainty: it lies within twice the deviation in 95 of 100 cases."""
    rating, deviation = (RATING, DEVIATION) if player is None else (player.rating, player.deviation)
    return {"value": round(rating), "deviation": round(deviation)}
