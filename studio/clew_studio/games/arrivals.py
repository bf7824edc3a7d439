"""Games that were played without the server, each under a name of its own: it may come several times."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from clew_studio.database import write_lock
from clew_studio.games import play
from clew_studio.models import Game

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle
    from clew_studio.models import Board, Pack, Player


def arrive(
    player: Player,
    puzzle: EnginePuzzle,
    board: Board | None,
    pack: Pack | None,
    *,
    sent: str,
    spent_ms: int,
    had_help: bool,
) -> tuple[Game, bool]:
    """Return a game that took `spent_ms` before it came, and whether it is new: it may come from several
    pages at once. A game that begins here has no name.
    """
    with write_lock(f"sent {player.pk} {sent}" if sent else ""):
        known = _named(player, sent)
        if known is None:
            begun = play.begin(player, puzzle, board, pack, sent=sent, spent_ms=spent_ms, had_help=had_help)
            return begun, True
    return _helped(known, had_help), False


def arrived(player: Player, sent: str, *, had_help: bool) -> Game | None:
    """Return the game of this name, if it has come before. That it had help may be news."""
    known = _named(player, sent)
    return None if known is None else _helped(known, had_help)


def _named(player: Player, sent: str) -> Game | None:
    return Game.objects.filter(player=player, log__event="start", log__key=sent).first() if sent else None


def _helped(game: Game, had_help: bool) -> Game:
    if had_help and not (game.hints or game.aided):
        with suppress(play.Conflict):  # its log is full, so that it cannot go on either
            return play.notice(game.pk, [play.GIVEN_BY_THE_PAGE])
    return game
