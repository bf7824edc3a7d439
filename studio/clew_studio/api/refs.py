"""Looks up what a request names, as far as its player may see or change it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Q
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.translation import gettext
from typing_extensions import TypedDict

from clew.errors import BoardError
from clew.puzzles.registry import is_compact
from clew_studio.api.shown import GAME_TO_CHANGE, GAME_WITH_BOARD, games_with_board
from clew_studio.models import Board, Game, Job, Pack, Player
from clew_studio.puzzles.custom_puzzles import ONLY_SOLVED, is_own
from clew_studio.puzzles.reading import read_puzzle
from clew_studio.requests.identity import is_editor, is_player, player_of
from clew_studio.requests.problems import Problem, missing
from clew_studio.shapes import Name, Text
from clew_studio.translation import translated

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest

    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Position
    from clew_studio.jobs.queue import TooMany


EXPERIMENTS = "experiments"
"""The session key that lists the private packs whose links this visitor has followed."""

MOST_EXPERIMENTS = 50

RETRY_SECONDS = 5
"""How long to wait before trying again after there were too many jobs."""


class BoardFault(TypedDict):
    """What is wrong with a board, and where."""

    where: Name
    message: Text
    key: Name | None
    row: int | None
    column: int | None


class Named(NamedTuple):
    """A puzzle, and its board on this site if it has one."""

    puzzle: EnginePuzzle
    board: Board | None


def named(request: HttpRequest, ref: str | dict[str, Any]) -> Named:
    """Return what a request calls a board: an id, a compact form, or the keys of a TOML file."""
    if is_own(ref):
        raise bad_board(BoardError(ONLY_SOLVED, key="board"))
    if isinstance(ref, str) and not is_compact(ref):
        board = board_of(request, ref)
        return Named(board.read(), board)
    return Named(puzzle_of_text(ref), None)


def puzzle_of_text(ref: str | dict[str, Any]) -> EnginePuzzle:
    """The puzzle of a compact form or of the keys of a TOML file. Raises `Problem`."""
    try:
        return read_puzzle(ref)
    except BoardError as error:
        raise bad_board(error) from error


def bad_board(error: BoardError) -> Problem:
    """The problem that says what is wrong with a board."""
    return Problem("bad-board", str(error), errors=[told(error)])


def too_many_jobs(error: TooMany) -> Problem:
    """The problem that says who has too many unfinished jobs: the player or the address."""
    return Problem("too-many", gettext(str(error)), retry_after=RETRY_SECONDS)


def told(error: BoardError) -> BoardFault:
    """What is wrong with a board, and where."""
    return {
        "where": f"board.{error.key}" if error.key else "board",
        "message": translated(error.message),
        "key": error.key,
        "row": error.row,
        "column": error.column,
    }


def state_of(puzzle: EnginePuzzle, text: str | None) -> Position:
    """A position of the puzzle; the start if none is given."""
    if text is None:
        return puzzle.initial()
    try:
        return puzzle.position(text)
    except BoardError as error:
        raise bad_board(error) from error


def boards_for(request: HttpRequest) -> QuerySet[Board]:
    """The boards that the player may see."""
    boards = Board.objects.select_related("owner").prefetch_related("tags")
    if is_editor(request):
        return boards
    seen = Q(status=Board.Status.PUBLISHED)
    player = player_of(request)
    return boards.filter(seen if player is None else seen | Q(owner=player))


def board_of(request: HttpRequest, key: str) -> Board:
    """The board with this id, if the player may see it. Raises `Problem`."""
    board = boards_for(request).filter(pk=key).first() or _assigned(request, key)
    if board is None:
        raise missing()
    return board


def _assigned(request: HttpRequest, key: str) -> Board | None:
    """A teacher's draft, for the pupils to whom it was assigned."""
    player = player_of(request)
    if player is None or not player.is_pupil:
        return None
    classroom = player.pupil.classroom
    has_opened = Q(assignment__opens=None) | Q(assignment__opens__lte=timezone.now())
    packs = Pack.objects.filter(has_opened, assignment__classroom=classroom, boards=key)
    return Board.objects.filter(pk=key, owner=classroom.owner_id).first() if packs.exists() else None


def own_board(request: HttpRequest, key: str) -> Board:
    """A board that the player may change: a board of their own or, for an editor, any board."""
    board = board_of(request, key)
    if not is_editor(request) and (board.owner is None or board.owner != player_of(request)):
        raise Problem("forbidden")
    return board


def _own(request: HttpRequest, rows: Any, key: str) -> Any:
    player = player_of(request)
    row = None if player is None else rows.filter(pk=key, player=player).first()
    if row is None:
        raise missing()
    return row


def game_of(request: HttpRequest, key: str) -> Game:
    """A game of the player, with everything of its board that the answer shows; usually one query."""
    game = GAME_WITH_BOARD.first(key)
    if game is None or not is_player(request, game.player):
        game = _own(request, games_with_board(), key)
    return game


def game_to_change(request: HttpRequest, key: str) -> Game:
    """The same, locked until the transaction ends."""
    game = GAME_TO_CHANGE.first(key)
    if game is None or not is_player(request, game.player):
        game = _own(request, games_with_board().select_for_update(of=("self",)), key)
    return game


def job_of(request: HttpRequest, key: str) -> Job:
    """A job of the player."""
    job: Job = _own(request, Job.objects.all(), key)
    return job


def let_in(request: HttpRequest, pack: Pack) -> None:
    """Lets this session open an experiment again after its link was followed once."""
    known = request.session.get(EXPERIMENTS, [])
    if not pack.is_public and pack.pk not in known:
        request.session[EXPERIMENTS] = [*known, pack.pk][-MOST_EXPERIMENTS:]
        get_token(request)  # a request with a session must send the token with every change


def visible_pack(request: HttpRequest, key: str) -> Pack:
    """A pack that the player may see: a public one, one whose link they followed, or one of their class."""
    found = Pack.objects.filter(pk=key)
    player = player_of(request)
    if is_editor(request):
        seen = ~Q(kind=Pack.Kind.ASSIGNMENT)
    else:
        seen = Q(is_public=True) | Q(pk__in=request.session.get(EXPERIMENTS, []))
        if player is not None:
            seen |= Q(consents__player=player) | Q(games__player=player) | Q(owner=player)
    if player is not None:
        mine = Q(assignment__classroom__owner=player) | Q(assignment__classroom__pupils__player=player)
        seen |= mine
    pack = found.filter(seen).distinct().first()
    if pack is None:
        raise missing()
    return pack


def require_player(request: HttpRequest) -> Player:
    """The player. Raises `Problem` if there is none."""
    player = player_of(request)
    if player is None:
        raise Problem("signed-out")
    return player


def require_account(request: HttpRequest) -> Player:
    """The player, who must have an account. Raises `Problem`."""
    player = player_of(request)
    if player is None or player.is_guest:
        raise Problem("signed-out")
    return player


def require_editor(request: HttpRequest) -> Player:
    """The player, who must be an editor. Raises `Problem`."""
    player = require_account(request)
    if not is_editor(request):
        raise Problem("forbidden")
    return player
