"""Rows: found, as far as the player of a request may see or change them, and shown as JSON, in pages."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeVar

from django.db.models import Min, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce, JSONObject
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.translation import gettext
from ninja import Schema
from pydantic import Field
from typing_extensions import TypedDict

from clew.errors import BoardError
from clew.puzzles.registry import is_compact
from clew_studio.boards import forecasts
from clew_studio.boards.packs import time_left
from clew_studio.boards.publishing import REASONS, earlier, first_of_class
from clew_studio.database import JSONList, Prepared
from clew_studio.jobs import queue
from clew_studio.models import Board, Game, Job, Pack, Player
from clew_studio.puzzles.custom_puzzles import ONLY_SOLVED, is_own
from clew_studio.puzzles.reading import read_puzzle
from clew_studio.requests.callers import is_editor, is_player, player_of
from clew_studio.requests.problems import Problem, missing
from clew_studio.shapes import (
    Address,
    BoardName,
    Compact,
    Difficulty,
    Family,
    JobOut,
    Key,
    Listed,
    Moment,
    Name,
    Text,
    Title,
)
from clew_studio.translation import translated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from django.db.models import Model, QuerySet
    from django.http import HttpRequest

    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Position
    from clew_studio.jobs.queue import TooMany

    M = TypeVar("M", bound=Model)

Json = dict[str, Any]


LAST = timedelta(hours=1)


class Refused(TypedDict):
    """Why a board was not published."""

    reason: Literal["solved", "unsolvable", "cancelled", "failed", "changed"]
    message: Text


class BoardOut(TypedDict):
    """A board as lists show it."""

    id: Key
    title: Title
    family: Family
    author: Name
    source: Title
    par: int | None
    difficulty: Difficulty | None
    forecast: forecasts.Forecast | None
    tags: list[Name]
    status: Literal["draft", "checking", "published"]
    refusal: Refused | None
    mine: bool
    won: bool
    best: int | None
    """The fewest moves in which I have won it."""
    plays: int
    wins: int
    rating: int
    published: Moment | None
    puzzle: Compact
    same_as: BoardName | None
    """The first board that is the same, perhaps rotated, mirrored or renamed."""
    made_from: BoardName | None
    """The board that this one began as a copy of."""
    thumbnail: Address
    embed: Address


def left_ms(pack: Pack, player: Player | None) -> int | None:
    """The time left in an experiment, in milliseconds; None if it has no limit. Of an assignment, the last
    hour before it closes.
    """
    left = time_left(pack, player)
    if left is None or (pack.kind == Pack.Kind.ASSIGNMENT and left > LAST):
        return None
    return round(left.total_seconds() * 1000)


def name_of(player: Player | None) -> str:
    """The name of a player; empty if the account was deleted."""
    return "" if player is None else player.name


def title_of(board: Board) -> str:
    """The title of a board; of one that came with the site, in the reader's language."""
    if not board.title:
        return gettext("Untitled")
    return gettext(board.title) if board.owner_id is None else board.title


@cache
def games_with_board() -> QuerySet[Game]:
    """Games with everything that an answer shows of them, their boards and their players, in one query."""
    won = Game.objects.filter(player=OuterRef("player"), board=OuterRef("board"), status=Game.Status.WON)
    best = won.order_by().values("board").annotate(best=Min("length"))
    tags = Board.tags.through.objects.filter(board=OuterRef("board")).order_by().values("board")
    first = first_of_class(OuterRef("board__symmetry_class"))
    named = {"id": "pk", "title": "title"}
    copied = Board.objects.filter(copies=OuterRef("board"), status=Board.Status.PUBLISHED)
    people = ("player", "player__user", "player__pupil")
    games = Game.objects.select_related("board", "pack", *people).annotate(
        board_best=Subquery(best.values("best")),
        board_tags=Subquery(tags.annotate(names=JSONList("tag_id")).values("names")),
        board_first=Subquery(first.values(told=JSONObject(**named, owner="owner_id"))[:1]),
        board_made_from=Subquery(copied.values(told=JSONObject(**named))),
        board_owner=Coalesce("board__owner__user__username", "board__owner__guest_name"),
    )
    return games.order_by()


GAME_WITH_BOARD: Prepared[Game] = Prepared(lambda key: games_with_board().filter(pk=key))
"""The one with a key."""

GAME_TO_CHANGE: Prepared[Game] = Prepared(
    lambda key: games_with_board().select_for_update(of=("self",)).filter(pk=key)
)
"""The same, locked: every move begins with this query."""


def board_of_game(game: Game) -> BoardOut | None:
    """The board of a game as lists show it, to its player."""
    if game.board is None:
        return None
    read = vars(game)
    if "board_first" not in read:  # the game does not come from `games_with_board`
        return one_board(game.player, game.board)
    first = read["board_first"]
    if first is not None:
        first = Board(pk=first["id"], title=first["title"], owner_id=first["owner"])
    about = About(
        owner=read["board_owner"] or "",
        tags=sorted(read["board_tags"] or []),
        best=read["board_best"],
        same=first if game.board.symmetry_class else None,
        made_from=_copied(read["board_made_from"]),
    )
    return board_json(game.player, game.board, about)


def titled(board: Board) -> EnginePuzzle:
    """The puzzle of a board, with its texts and par as the site has them."""
    about = {"title": title_of(board), "author": board.author or name_of(board.owner), "par": board.par}
    known = {key: value for key, value in about.items() if value}
    return read_puzzle({**board.keys, **known})


class About(NamedTuple):
    """What lists show of a board from other rows: who made it, and for a player, the fewest moves of a win.

    `same`: the first published board that is the same, which may be this one. `made_from` is the value of the
    JSON key.
    """

    owner: str
    tags: list[str]
    best: int | None
    same: Board | None
    made_from: BoardName | None


def board_json(player: Player | None, board: Board, about: About) -> BoardOut:
    """A board as lists show it."""
    return {
        "id": board.pk,
        "title": title_of(board),
        "family": board.family,
        "author": board.author or about.owner,
        "source": board.source,
        "par": board.par,
        "difficulty": board.difficulty or None,
        "forecast": forecasts.shown(board),
        "tags": about.tags,
        "status": board.status,
        "refusal": refusal_json(board),
        "mine": player is not None and board.owner_id == player.pk,
        "won": about.best is not None,
        "best": about.best,
        "plays": board.plays,
        "wins": board.wins,
        "rating": round(board.rating),
        "published": board.published,
        "puzzle": board.puzzle,
        "same_as": _same(board, about.same),
        "made_from": about.made_from,
        "thumbnail": thumbnail(board),
        "embed": f"/embed/{board.pk}",
    }


def _same(board: Board, first: Board | None) -> BoardName | None:
    if first is None or first.pk == board.pk:
        return None
    return {"id": first.pk, "title": title_of(first)}


class Boards:
    """Shows boards to a player. For several boards, it asks the database only once what the player has
    reached on them, and which of them are the same as boards published before.
    """

    def __init__(self, player: Player | None, boards: Iterable[Board]) -> None:
        self.player = player
        boards = list(boards)
        keys = [board.pk for board in boards]
        self.same = earlier(boards)
        won = Game.objects.filter(player=player, board__in=keys, status=Game.Status.WON)
        rows = won.values("board").annotate(best=Min("length")) if player is not None else []
        self.best: dict[str, int] = {row["board"]: row["best"] for row in rows}

    def show(self, board: Board) -> BoardOut:
        """One of these boards as lists show it."""
        about = About(
            owner="" if board.author else name_of(board.owner),
            tags=sorted(tag.name for tag in board.tags.all()),
            best=self.best.get(board.pk),
            same=self.same.get(board.pk),
            made_from=made_from(board),
        )
        return board_json(self.player, board, about)


def made_from(board: Board) -> BoardName | None:
    """The published board that a board began as a copy of."""
    first = None if board.made_from_id is None else board.made_from
    if first is None or first.status != Board.Status.PUBLISHED:
        return None
    return _copied({"id": first.pk, "title": first.title})


def _copied(first: Json | None) -> BoardName | None:
    return None if first is None else {"id": first["id"], "title": first["title"] or gettext("Untitled")}


def refusal_json(board: Board) -> Refused | None:
    """Why a board was not published; None if it was not refused."""
    if not board.refusal:
        return None
    return {"reason": board.refusal, "message": gettext(REASONS[board.refusal])}


def one_board(player: Player | None, board: Board) -> BoardOut:
    """A single board as lists show it."""
    return Boards(player, [board]).show(board)


def thumbnail(board: Board) -> str:
    """The address of a board's thumbnail, which changes with the board."""
    return f"/api/v1/boards/{board.pk}/thumbnail.svg?v={_version(board.puzzle)}"


def card(board: Board) -> str:
    """The address of a board's card for links, which changes with what it shows."""
    return f"/api/v1/boards/{board.pk}/card.png?v={_version(board.puzzle, board.title, board.par)}"


def _version(*shown: object) -> str:
    return hashlib.sha256("\n".join(map(str, shown)).encode()).hexdigest()[:8]


def job_json(job: Job) -> JobOut:
    """A job as readers see it."""
    return {
        "id": job.pk,
        "kind": job.kind,
        "state": job.state,
        "sequence": job.sequence,
        "puzzle": job.puzzle,
        "start": job.start,
        "progress": job.progress,
        "solutions": job.solutions,
        "result": None if job.kind in queue.QUICK else job.result,
        "message": gettext(job.message) if job.message else None,
        "attempts": job.attempts,
        "limits": {"seconds": job.seconds, "memory_mb": job.memory_mb},
        "board": job.board_id,
        "created": job.created,
        "started": job.started,
        "finished": job.finished,
    }


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
    """Return what a request calls a board: an id, a compact form, or the keys of a TOML file. Raises
    `BoardError`.
    """
    if is_own(ref):
        raise BoardError(ONLY_SOLVED, key="board")
    if isinstance(ref, str) and not is_compact(ref):
        board = board_of(request, ref)
        return Named(board.read(), board)
    return Named(read_puzzle(ref), None)


def too_many_jobs(error: TooMany) -> Problem:
    """The problem to answer with when the player, or the address, already has too many unfinished jobs."""
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
    """A position of the puzzle; the start if none is given. Raises `BoardError`."""
    return puzzle.initial() if text is None else puzzle.position(text)


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


def own(
    request: HttpRequest, kind: type[M], key: str, *, owner: str = "player", rows: QuerySet[M] | None = None
) -> M:
    """The row of that kind with this key, if it is the player's; `owner` is the field that says whose it is,
    `rows` how it is read. Raises `Problem`, or that it does not exist.
    """
    player = player_of(request)
    if player is None:
        raise missing()
    found: M = (kind._default_manager if rows is None else rows).get(**{"pk": key, owner: player})
    return found


def game_of(request: HttpRequest, key: str) -> Game:
    """A game of the player, with everything of its board that the answer shows; usually one query."""
    game = GAME_WITH_BOARD.first(key)
    if game is None or not is_player(request, game.player):
        game = own(request, Game, key, rows=games_with_board())
    return game


def game_to_change(request: HttpRequest, key: str) -> Game:
    """The same, locked until the transaction ends."""
    game = GAME_TO_CHANGE.first(key)
    if game is None or not is_player(request, game.player):
        game = own(request, Game, key, rows=games_with_board().select_for_update(of=("self",)))
    return game


def job_of(request: HttpRequest, key: str) -> Job:
    """A job of the player."""
    return own(request, Job, key)


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


Row = TypeVar("Row")


class Page(Schema):
    """Which part of a list is wanted."""

    limit: Annotated[int, Field(ge=1, le=100)] = 20
    offset: Annotated[int, Field(ge=0, le=1_000_000)] = 0


def paged(found: Any, page: Page, show: Callable[[Any], Row]) -> Listed[Row]:
    """One page of what was found (a query or a list), each row as `show` returns it."""
    count = len(found) if isinstance(found, list) else found.count()
    rows = found[page.offset : page.offset + page.limit]
    return {
        "items": [show(row) for row in rows],
        "count": count,
        "limit": page.limit,
        "offset": page.offset,
    }
