"""Ratings of players and boards: each first result on a board is a match between the two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew_studio.games.glicko import Rating, updated
from clew_studio.models import RatingPoint

if TYPE_CHECKING:
    from clew_studio.models import Board, Player


def rate(player: Player, board: Board, player_won: bool) -> None:
    """Enter a result; each side is rated against the other's previous rating."""
    _hold(player)
    _hold(board)
    ours, theirs = _of(player), _of(board)
    score = 1.0 if player_won else 0.0
    _keep(player, updated(ours, [(theirs, score)]))
    RatingPoint.objects.create(player=player, rating=player.rating, deviation=player.deviation)
    _keep(board, updated(theirs, [(ours, 1.0 - score)]))


def _hold(rated: Player | Board) -> None:
    """Read a rating as it is now, and keep others from changing it until the transaction's end."""
    now = type(rated).objects.select_for_update(no_key=True).get(pk=rated.pk)
    rated.rating, rated.deviation, rated.volatility = now.rating, now.deviation, now.volatility


def _of(rated: Player | Board) -> Rating:
    return Rating(rated.rating, rated.deviation, rated.volatility)


def _keep(rated: Player | Board, rating: Rating) -> None:
    rated.rating, rated.deviation, rated.volatility = rating
    rated.save(update_fields=["rating", "deviation", "volatility"])
