"""What a finished game changes: points, the player's best, ratings, badges; and what is remembered of it when
games, or the board, are deleted.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django.db.models import F
from django.db.models.signals import post_delete, pre_delete
from django.dispatch import receiver

from clew.scenes import FAMILIES
from clew_studio.boards import forecasts
from clew_studio.boards.publishing import earlier
from clew_studio.games import assistance
from clew_studio.games.glicko import Rating, updated
from clew_studio.games.ranking import TIME, time_of
from clew_studio.games.stats import streak_of
from clew_studio.models import Badge, Board, FirstResult, Game, PlayRecord, RatingPoint

if TYPE_CHECKING:
    from clew_studio.models import Player


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


def won(game: Game, passed: set[str]) -> None:
    """Rank a win that was just replayed, unless it is a pupil's; `passed` are its positions. The caller saves
    the game.
    """
    board = game.board
    game.aided = assistance.had_help(game, passed)
    if game.player.is_pupil:
        _give_badges(game)
        return
    game.ranked = not game.aided and board is not None and board.status == Board.Status.PUBLISHED
    if board is not None:
        hold(game.player, board)
        Board.objects.filter(pk=board.pk).update(wins=F("wins") + 1, **forecasts.heard(game, board))
        if game.ranked:
            game.points = points_on(board, game.length)
            _rank(game)
        _rate(game, board, not game.aided)
    _give_badges(game)


def lost(game: Game) -> None:
    """Rate a game that was given up."""
    if game.board is not None and not game.player.is_pupil:
        _rate(game, game.board, False)


def take_off(game: Game) -> None:
    """Take a win off the leaderboard because the player had help."""
    Game.objects.filter(pk=game.pk).update(aided=True, ranked=False, best=False, points=0)
    if game.ranked:
        rank_again(game.player)
    game.aided, game.ranked, game.best, game.points = True, False, False, 0


def points_on(board: Board, length: int) -> int:
    """The points of a ranked win on a board in that many moves."""
    return points_of(board.par, length) if _counts(board) else 0


def points_of(par: int | None, length: int) -> int:
    """100 x par / moves, rounded; 0 if the fewest moves are not proved."""
    if par is None:
        return 0
    return (200 * par + length) // (2 * length) if length else 0


def _rank(game: Game) -> None:
    """Make the game its player's best on the board, if it is."""
    best = Game.objects.filter(player=game.player, board=game.board, best=True).exclude(pk=game.pk)
    for other in best:
        if (other.length, time_of(other)) <= (game.length, time_of(game)):
            return
    best.update(best=False)
    game.best = True


def rank_again(player: Player) -> None:
    """Find a player's best games again, after taking over games from somebody else."""
    Game.objects.filter(player=player, best=True).update(best=False)
    games = Game.objects.filter(player=player, ranked=True)
    seen: set[str] = set()
    for game in games.order_by("length", TIME, "finished"):
        if game.board_id is not None and game.board_id not in seen:
            seen.add(game.board_id)
            Game.objects.filter(pk=game.pk).update(best=True)


def score_alike(symmetry_class: str) -> None:
    """Compute the points of a symmetry class again, after one of its boards changed or was deleted."""
    for board in Board.objects.filter(symmetry_class=symmetry_class).exclude(symmetry_class=""):
        games = Game.objects.filter(board=board, ranked=True).order_by()
        for length in games.values_list("length", flat=True).distinct():
            games.filter(length=length).update(points=points_on(board, length))


def _counts(board: Board) -> bool:
    """Return whether a board adds to points and ratings; publishing the same board twice gains nothing."""
    return board.status == Board.Status.PUBLISHED and not earlier([board])


def _rate(game: Game, board: Board, player_won: bool) -> None:
    """Enter a result if it is the first one: later ones say nothing about the player and the board."""
    if is_first_end(game.player, board) and _counts(board):
        rate(game.player, board, player_won)


def _give_badges(game: Game) -> None:
    wins = Game.objects.filter(player=game.player, status=Game.Status.WON)
    boards = set(wins.exclude(board=None).values_list("board", flat=True)) | {game.board_id}
    families = set(wins.values_list("family", flat=True)) | {game.family}
    days = streak_of(game.player, also=game.finished)["days"]
    earned = {
        "first-win": True,
        "perfect": game.board is not None and game.board.par == game.length and not game.aided,
        "ten-boards": len(boards - {None}) >= 10,
        "all-families": len(families) >= len(FAMILIES),
        "streak-3": days >= 3,
        "streak-7": days >= 7,
    }
    for key, is_earned in earned.items():
        if is_earned:
            Badge.objects.get_or_create(player=game.player, key=key, defaults={"game": game})


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


@receiver(pre_delete, sender=Board)
def leave_lists(instance: Board, **about: Any) -> None:
    """Remove the points of a deleted board; otherwise publishing and deleting it repeatedly would add
    points.
    """
    Game.objects.filter(board=instance, best=True).update(best=False)


@receiver(post_delete, sender=Board)
def pass_on(instance: Board, **about: Any) -> None:
    """The next of several equal boards takes the place of the first."""
    score_alike(instance.symmetry_class)
