"""What is remembered of a player and a board after games are deleted: the numbers of the games; and after the
board is deleted too: that there was a first result.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from django.db.models import F

from clew_studio.models import FirstResult, Game, PlayRecord

if TYPE_CHECKING:
    from clew_studio.models import Board, Player


def next_attempt(player: Player, board: Board) -> int:
    """Return the number of a player's next game on a board, from 1; no number is used twice."""
    record, _ = PlayRecord.objects.get_or_create(player=player, board=board)
    PlayRecord.objects.filter(pk=record.pk).update(attempts=F("attempts") + 1)
    record.refresh_from_db(fields=["attempts"])
    return record.attempts


def hold(player: Player, board: Board) -> None:
    """Keep others from ending games of this player on this board until the transaction's end."""
    PlayRecord.objects.get_or_create(player=player, board=board)
    PlayRecord.objects.select_for_update(no_key=True).get(player=player, board=board)


def key_of(board: Board) -> str:
    """A key shared by boards that are the same: that differ only by turning, reflecting or renaming."""
    return board.symmetry_class or sha256(board.puzzle.encode()).hexdigest()


def is_first_end(player: Player, board: Board) -> bool:
    """Record that a player has ended a game on a board. Returns whether it was the first, on that board and
    on all that are the same, deleted ones included.
    """
    _, is_new = FirstResult.objects.get_or_create(player=player, key=key_of(board))
    return is_new


def hand_over(guest: Player, player: Player) -> None:
    """Merge a guest's records into those of the player who takes over the guest's games. The games get the
    numbers after the player's own. Call it while they are still the guest's.
    """
    for theirs in PlayRecord.objects.filter(player=guest):
        mine, _ = PlayRecord.objects.get_or_create(player=player, board_id=theirs.board_id)
        games = Game.objects.filter(player=guest, board=theirs.board_id)
        games.update(attempt=F("attempt") + mine.attempts)
        mine.attempts += theirs.attempts
        mine.save(update_fields=["attempts"])
    known = FirstResult.objects.filter(player=player).values_list("key", flat=True)
    FirstResult.objects.filter(player=guest).exclude(key__in=list(known)).update(player=player)
