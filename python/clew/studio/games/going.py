"""A player's games that go on, and those that were played without the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.studio.games.play import AWAY
from clew.studio.models import Game, Pack

if TYPE_CHECKING:
    from clew.studio.models import Board, Player


def sent_before(player: Player, sent: str) -> Game | None:
    """Return the game that was begun or went on without the server under this name, if it has arrived."""
    return Game.objects.filter(player=player, log__event__in=("start", AWAY), log__key=sent).first()


def unfinished(player: Player, board: Board, pack: Pack | None) -> Game | None:
    """Return the player's unfinished game of a board; an experiment has games of its own."""
    going = Game.objects.filter(player=player, board=board, status=Game.Status.PLAYING)
    if pack is not None and pack.kind == Pack.Kind.EXPERIMENT:
        return going.filter(pack=pack).first()
    return going.exclude(pack__kind=Pack.Kind.EXPERIMENT).first()


def has_won(player: Player) -> bool:
    """Return whether the player has ever solved a board."""
    return Game.objects.filter(player=player, status=Game.Status.WON).exists()


def left(player: Player, board: Board | None, key: str) -> Game | None:
    """Return the unfinished game that a player left to go on without the server; None if it is over. Games
    of experiments go on with the server only.
    """
    going = Game.objects.filter(pk=key, player=player, board=board, status=Game.Status.PLAYING)
    return going.exclude(board=None).exclude(pack__kind=Pack.Kind.EXPERIMENT).first()
