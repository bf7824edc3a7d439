"""What a finished game changes: points, the player's best, ratings, badges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import F
from django.utils.translation import gettext_noop

from clew.studio.boards import earlier
from clew.studio.models import Badge, Board, Game
from clew.studio.ratings import rate

if TYPE_CHECKING:
    from clew.studio.models import Player

BADGES = {
    "first-win": gettext_noop("First win"),
    "perfect": gettext_noop("In the fewest moves"),
    "ten-boards": gettext_noop("Ten boards"),
    "all-families": gettext_noop("One of each kind"),
    "streak-3": gettext_noop("Three days in a row"),
    "streak-7": gettext_noop("Seven days in a row"),
}


def won(game: Game) -> None:
    """Ranks a win that was just replayed. The caller saves the game."""
    board = game.board
    game.ranked = game.hints == 0 and board is not None and board.status == Board.Status.PUBLISHED
    if board is not None:
        Board.objects.filter(pk=board.pk).update(wins=F("wins") + 1)
        if game.ranked:
            # Whoever publishes a board a second time wins no second points by it.
            game.points = 0 if earlier([board]) else points_of(board.par, game.length)
            _rank(game)
        if _is_first_result(game):
            rate(game.player, board, game.hints == 0)
    _give_badges(game)


def lost(game: Game) -> None:
    """Rates a game that was given up."""
    if game.board is not None and _is_first_result(game):
        rate(game.player, game.board, False)


def points_of(par: int | None, length: int) -> int:
    """100 x par / moves, rounded; 0 where the fewest moves are not proved."""
    if par is None:
        return 0
    return (200 * par + length) // (2 * length) if length else 0


def _rank(game: Game) -> None:
    """Makes the game its player's best on the board if it is."""
    best = Game.objects.filter(player=game.player, board=game.board, best=True).exclude(pk=game.pk)
    for other in best:
        if (other.length, other.elapsed_ms) <= (game.length, game.elapsed_ms):
            return
    best.update(best=False)
    game.best = True


def rank_again(player: Player) -> None:
    """Finds a player's best games anew, after games of somebody else became theirs."""
    games = Game.objects.filter(player=player, ranked=True)
    games.update(best=False)
    seen: set[str] = set()
    for game in games.order_by("length", "elapsed_ms", "finished"):
        if game.board_id is not None and game.board_id not in seen:
            seen.add(game.board_id)
            Game.objects.filter(pk=game.pk).update(best=True)


def _is_first_result(game: Game) -> bool:
    """Only how a player first ended a board says something about the two."""
    over = Game.objects.filter(player=game.player, board=game.board).exclude(status=Game.Status.PLAYING)
    return not over.exclude(pk=game.pk).exists()


def _give_badges(game: Game) -> None:
    from clew.studio.stats import streak_of

    wins = Game.objects.filter(player=game.player, status=Game.Status.WON)
    boards = set(wins.exclude(board=None).values_list("board", flat=True)) | {game.board_id}
    families = set(wins.values_list("family", flat=True)) | {game.family}
    days = streak_of(game.player, also=game.finished)["days"]
    earned = {
        "first-win": True,
        "perfect": game.board is not None and game.board.par == game.length and game.hints == 0,
        "ten-boards": len(boards - {None}) >= 10,
        "all-families": len(families) >= 4,
        "streak-3": days >= 3,
        "streak-7": days >= 7,
    }
    for key, is_earned in earned.items():
        if is_earned:
            Badge.objects.get_or_create(player=game.player, key=key, defaults={"game": game})
