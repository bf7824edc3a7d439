"""Packs: which levels are open to a player, and in which order an experiment shows them."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.utils import timezone

from clew.studio.models import Board, Consent, Game, Pack, Sitting

if TYPE_CHECKING:
    from clew.studio.models import Player


class Standing(NamedTuple):
    """A level as a player finds it."""

    number: int
    board: Board
    unlocked: bool
    won: bool


def standing(pack: Pack, player: Player | None) -> list[Standing]:
    """The levels of a pack in the player's order: in a pack that goes in order each win opens the next."""
    levels = pack.levels.select_related("board", "board__owner").prefetch_related("board__tags")
    boards = [level.board for level in levels.filter(board__status=Board.Status.PUBLISHED)]
    if pack.kind == Pack.Kind.EXPERIMENT and pack.order == Pack.Order.RANDOM and player is not None:
        boards.sort(key=lambda board: _dealt(player, pack, board))
    games = Game.objects.filter(player=player, status=Game.Status.WON, board__in=boards)
    won = set() if player is None else set(games.values_list("board", flat=True))
    found: list[Standing] = []
    for number, board in enumerate(boards, 1):
        unlocked = pack.rule == Pack.Rule.FREE or not found or found[-1].won
        found.append(Standing(number, board, unlocked, board.pk in won))
    return found


def has_consented(pack: Pack, player: Player | None) -> bool:
    """Whether the player agreed to the consent text as it now is; true where there is none."""
    if not pack.consent_text:
        return True
    given = Consent.objects.filter(pack=pack, player=player, version=pack.consent_version)
    return player is not None and given.exists()


def level_for_game(pack: Pack, player: Player, board: Board | None) -> Standing | None:
    """The level of a pack that a board is; None where it is none, or the player has yet to consent."""
    if board is None or not has_consented(pack, player):
        return None
    return next((level for level in standing(pack, player) if level.board == board), None)


def is_timed(pack: Pack) -> bool:
    """Whether time runs in a pack, as it does in an experiment with a limit."""
    return pack.kind == Pack.Kind.EXPERIMENT and pack.time_limit_s is not None


def time_left(pack: Pack, player: Player | None) -> timedelta | None:
    """What is left of an experiment's time: all of it before its first board; None without a limit."""
    if pack.time_limit_s is None or not is_timed(pack):
        return None
    whole = timedelta(seconds=pack.time_limit_s)
    begun = None if player is None else Sitting.objects.filter(pack=pack, player=player).first()
    if begun is None:
        return whole
    return max(timedelta(0), whole - (timezone.now() - begun.started))


def sit_down(pack: Pack, player: Player) -> bool:
    """Starts the time of an experiment at its first board; whether there is any left."""
    if is_timed(pack):
        Sitting.objects.get_or_create(pack=pack, player=player, defaults={"started": timezone.now()})
    return time_left(pack, player) != timedelta(0)


def _dealt(player: Player, pack: Pack, board: Board) -> str:
    """An order that looks like chance, and is the same whenever this player comes back."""
    return hashlib.sha256(f"{player.pk} {pack.pk} {board.pk}".encode()).hexdigest()
