"""Packs: which levels a player may play, the order of an experiment, the dates of an assignment."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from clew_studio import quotas
from clew_studio.models import Board, Consent, Game, Level, Pack, Sitting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew_studio.models import Player


FIRST_PACK = "first-steps"
"""The pack for newcomers, which a new site has."""


class PlayerLevel(NamedTuple):
    """A level of a pack, with the player's progress."""

    number: int
    board: Board
    unlocked: bool
    won: bool


def levels_of(pack: Pack, player: Player | None) -> list[PlayerLevel]:
    """Return the levels of a pack in the player's order. In a pack with a fixed order, each win opens the
    next. Before an assignment opens, only the teacher sees its levels.
    """
    if pack.kind == Pack.Kind.ASSIGNMENT and not has_begun(pack, player):
        return []
    levels = pack.levels.select_related("board", "board__owner").prefetch_related("board__tags")
    seen = Q(board__status=Board.Status.PUBLISHED)
    if pack.kind == Pack.Kind.ASSIGNMENT:
        seen |= Q(board__owner=pack.assignment.classroom.owner_id)  # a teacher's drafts, too
    elif player is not None and player.pk == pack.owner_id:
        seen |= Q(board__owner=player)
    boards = [level.board for level in levels.filter(seen)]
    if pack.kind == Pack.Kind.EXPERIMENT and pack.order == Pack.Order.RANDOM and player is not None:
        boards.sort(key=lambda board: _dealt(player, pack, board))
    games = Game.objects.filter(player=player, status=Game.Status.WON, board__in=boards)
    if pack.kind == Pack.Kind.ASSIGNMENT:
        games = games.filter(pack=pack)
    won = set() if player is None else set(games.values_list("board", flat=True))
    found: list[PlayerLevel] = []
    for number, board in enumerate(boards, 1):
        unlocked = pack.rule == Pack.Rule.FREE or not found or found[-1].won
        found.append(PlayerLevel(number, board, unlocked, board.pk in won))
    return found


def fit_for(pack: Pack, keys: Sequence[str]) -> list[Board]:
    """Return the boards with these keys, in their order and each once, as far as they may be in a pack: those
    that are published, and its owner's.
    """
    found = Board.objects.in_bulk(list(keys))
    seen = [found[key] for key in dict.fromkeys(keys) if key in found]
    owner = pack.owner_id
    return [one for one in seen if one.status == Board.Status.PUBLISHED or (owner and one.owner_id == owner)]


@transaction.atomic
def replace(pack: Pack, boards: Sequence[Board], **about: Any) -> None:
    """Save a pack with these fields, and with these boards in their order."""
    for field, value in about.items():
        setattr(pack, field, value)
    quotas.add((pack.title, pack.description, [board.pk for board in boards]))
    pack.save()
    pack.levels.all().delete()
    Level.objects.bulk_create(
        Level(pack=pack, board=board, number=number) for number, board in enumerate(boards, 1)
    )


def has_consented(pack: Pack, player: Player | None) -> bool:
    """Return whether the player agreed to the current consent text; true if there is none."""
    if not pack.consent_text:
        return True
    given = Consent.objects.filter(pack=pack, player=player, version=pack.consent_version)
    return player is not None and given.exists()


def level_for_game(pack: Pack, player: Player, board: Board | None) -> PlayerLevel | None:
    """Return the level of a board in a pack; None if it is not in it, or the player has not consented yet."""
    if board is None or not has_consented(pack, player):
        return None
    return next((level for level in levels_of(pack, player) if level.board == board), None)


def has_begun(pack: Pack, player: Player | None) -> bool:
    """Return whether an assignment has opened for a player; for its teacher it always has."""
    assignment = pack.assignment
    if assignment.opens is None or assignment.opens <= timezone.now():
        return True
    return player is not None and player.pk == assignment.classroom.owner_id


def is_timed(pack: Pack) -> bool:
    """Return whether a pack has a time limit, as an experiment may."""
    return pack.kind == Pack.Kind.EXPERIMENT and pack.time_limit_s is not None


def time_left(pack: Pack, player: Player | None) -> timedelta | None:
    """Return the time left in an experiment: the whole limit before the first board; or in an assignment,
    until it closes. None without a limit.
    """
    if pack.kind == Pack.Kind.ASSIGNMENT:
        closes = pack.assignment.closes
        return None if closes is None else max(timedelta(0), closes - timezone.now())
    if pack.time_limit_s is None or not is_timed(pack):
        return None
    whole = timedelta(seconds=pack.time_limit_s)
    begun = None if player is None else Sitting.objects.filter(pack=pack, player=player).first()
    if begun is None:
        return whole
    return max(timedelta(0), whole - (timezone.now() - begun.started))


def start_clock(pack: Pack, player: Player) -> bool:
    """Start the clock of an experiment at the first board. Returns whether any time is left."""
    if is_timed(pack):
        Sitting.objects.get_or_create(pack=pack, player=player, defaults={"started": timezone.now()})
    return time_left(pack, player) != timedelta(0)


def _dealt(player: Player, pack: Pack, board: Board) -> str:
    """A sort key that looks random, but stays the same for this player."""
    return hashlib.sha256(f"{player.pk} {pack.pk} {board.pk}".encode()).hexdigest()
