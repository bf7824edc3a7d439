"""Records what the server has told players about solutions, so that it knows which wins are unaided.

Help is recorded when it is given: for the player of the session or, for a visitor without one, in a signed
cookie until the first game. A win is aided if the player had help on its board, or on a position of the
game, in the day before. An aided win is not ranked, and does not count as a win for ratings.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from clew_studio.database import Prepared
from clew_studio.models import Board, Game, Help, Player
from clew_studio.puzzles.reading import symmetry_class
from clew_studio.requests.callers import player_of

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

COUNTS = timedelta(days=1)
MOST = 2_000
"""The most boards and positions recorded for a player within that time; beyond it, every win counts as
aided.
"""

OFTEN = timedelta(minutes=10)
"""Help on the same board is not recorded again within this time."""

MOST_POSITIONS = 1_000
COOKIE = "helped"
GIVEN = "clew_helped"
"""The attribute of a request for what its answer tells a visitor without a player."""

MOST_IN_COOKIE = 40
LENGTH = 32
"""How many characters of a hash are stored."""

RECORDED_HELP: Prepared[Help] = Prepared(
    lambda player, key: Help.objects.filter(player=player, key=key).order_by()
)
"""What is recorded for a player on a board or a position."""


def record(request: HttpRequest, puzzle: EnginePuzzle, state: Any, board: Board | None) -> None:
    """Record that the caller was told about the solution of a position, on any board."""
    keys = _names(puzzle, state, board)
    player = player_of(request)
    if player is not None:
        write_down(player, keys)
    else:
        setattr(request, GIVEN, [*_in_cookie(request), *keys])


def record_in_game(game: Game) -> None:
    """Record that the player of a game was told about its solution."""
    write_down(game.player, _names(game.read(), game.state, game.board))


def write_down(player: Player, keys: Iterable[str]) -> None:
    """Store that a player has just had help on these boards and positions."""
    now = timezone.now()
    mine = Help.objects.filter(player=player)
    for key in keys:
        known = RECORDED_HELP.first(player.pk, key)
        if known is not None and now - known.given < OFTEN:
            continue
        if known is not None or mine.filter(given__gt=now - COUNTS).count() < MOST:
            Help.objects.update_or_create(player=player, key=key, defaults={"given": now})


def adopt(player: Player, guest: Player) -> None:
    """Give a guest's help records to the account that the guest signed in to."""
    for row in Help.objects.filter(player=guest):
        known, made = Help.objects.get_or_create(player=player, key=row.key, defaults={"given": row.given})
        if not made and known.given < row.given:
            Help.objects.filter(pk=known.pk).update(given=row.given)


def had_help(game: Game, passed: set[str]) -> bool:
    """Return whether a game that is about to be won was aided; `passed` is the result of the function of
    that name.
    """
    if game.hints or game.board is None:
        return game.hints > 0
    keys = _recent(game.player)
    return len(keys) >= MOST or _of_board(game.board) in keys or not keys.isdisjoint(passed)


def passed(game: Game, states: Iterable[str]) -> set[str]:
    """Return the positions of a game, as keys of help; empty if its player had none. Takes milliseconds per
    position.
    """
    if game.board is None or not _recent(game.player):
        return set()
    puzzle = game.read()
    seen = list(dict.fromkeys([game.start, *states]))[:MOST_POSITIONS]
    return {_of_position(puzzle, state) for state in seen}


def _recent(player: Player) -> set[str]:
    recent = Help.objects.filter(player=player, given__gt=timezone.now() - COUNTS)
    return set(recent.values_list("key", flat=True))


def keep(request: HttpRequest, response: HttpResponse) -> None:
    """Keep the help that a visitor without a player has had for the player that the visitor becomes."""
    player = player_of(request)
    if player is not None:
        write_down(player, _in_cookie(request))
        response.delete_cookie(COOKIE, samesite=settings.SESSION_COOKIE_SAMESITE)
        return
    keys: list[str] = getattr(request, GIVEN, [])
    if keys:
        kept = list(dict.fromkeys(reversed(keys)))[:MOST_IN_COOKIE]
        response.set_cookie(
            COOKIE,
            signing.dumps(kept[::-1], salt=COOKIE),
            max_age=round(COUNTS.total_seconds()),
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite=settings.SESSION_COOKIE_SAMESITE,
        )


def _names(puzzle: EnginePuzzle, state: Any, board: Board | None) -> list[str]:
    """Return the keys under which help on a position is recorded: its board, and the position itself.

    A text or a draft may be any board of the site, turned, reflected or renamed, or a move away from one.
    """
    if board is not None and board.status == Board.Status.PUBLISHED:
        return [_of_board(board)]
    here = puzzle if state == puzzle.initial() else puzzle.at(state)
    alike = [symmetry_class(one)[:LENGTH] for one in (puzzle, here)]
    return list(dict.fromkeys([*alike, _digest(str(here))]))


def _of_board(board: Board) -> str:
    """Return a key shared by boards that differ only by turning, reflecting or renaming."""
    return board.symmetry_class[:LENGTH] or _digest(board.puzzle)


def _of_position(puzzle: EnginePuzzle, state: Any) -> str:
    return _digest(str(puzzle if state == puzzle.initial() else puzzle.at(state)))


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:LENGTH]


def _in_cookie(request: HttpRequest) -> list[str]:
    try:
        found = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=COUNTS)
    except signing.BadSignature:
        return []
    return [str(key) for key in found] if isinstance(found, list) else []
