"""What is remembered of a player and a board after games, or the board itself, are deleted: the numbers of
games, and that there was a first result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import F, Q

from clew.studio.models import Game, PlayRecord

if TYPE_CHECKING:
    from clew.studio.models import Board, Player


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


def is_first_end(player: Player, board: Board) -> bool:
    """Record that a player has ended a game on a board. Returns whether it was the first on that board and on
    all that are the same, deleted ones included.
    """
    record, _ = PlayRecord.objects.get_or_create(player=player, board=board)
    alike = Q(symmetry_class=board.symmetry_class) | Q(board__symmetry_class=board.symmetry_class)
    ended = PlayRecord.objects.filter(alike, player=player, ended=True).exclude(pk=record.pk)
    known = board.symmetry_class != "" and ended.exists()
    return PlayRecord.objects.filter(pk=record.pk, ended=False).update(ended=True) > 0 and not known


def outlive(board: Board) -> None:
    """Keep of a board that is about to be deleted who has ended a game on it."""
    PlayRecord.objects.filter(board=board, ended=True).update(symmetry_class=board.symmetry_class)
    PlayRecord.objects.filter(board=board, symmetry_class="").delete()


def hand_over(guest: Player, player: Player) -> None:
    """Merge a guest's records into those of the player who takes over the guest's games. The games get the
    numbers after the player's own. Call it while they are still the guest's.
    """
    PlayRecord.objects.filter(player=guest, board=None).update(player=player)
    for theirs in PlayRecord.objects.filter(player=guest):
        mine, _ = PlayRecord.objects.get_or_create(player=player, board_id=theirs.board_id)
        games = Game.objects.filter(player=guest, board=theirs.board_id)
        games.update(attempt=F("attempt") + mine.attempts)
        mine.attempts += theirs.attempts
        mine.ended |= theirs.ended
        mine.save(update_fields=["attempts", "ended"])
