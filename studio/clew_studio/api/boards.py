"""Boards: finding, creating, publishing, comments and reports."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.db.models import Count, F, Q
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from ninja import Query, Router, Schema
from pydantic import Field
from typing_extensions import TypedDict

from clew.boards.recognition import format_named, formats
from clew.errors import BoardError, ClewError
from clew_studio import quotas
from clew_studio.api.document import Made, Media, Nothing
from clew_studio.api.positions import ask
from clew_studio.api.rows import (
    BoardFault,
    BoardOut,
    Boards,
    Page,
    board_of,
    job_json,
    name_of,
    named,
    one_board,
    own_board,
    paged,
    require_account,
    title_of,
    told,
    too_many_jobs,
)
from clew_studio.api.schemas import (
    AboutBoard,
    Author,
    CommentIn,
    FamilyName,
    GenerateIn,
    ImportIn,
    ReportIn,
    Search,
    TagName,
)
from clew_studio.boards import publishing as making
from clew_studio.boards.forecasts import typical
from clew_studio.boards.gallery import counted_otherwise, mixed, one_of_each, searched
from clew_studio.boards.importing import FORMATS, UNKNOWN, on_a_page, read_text
from clew_studio.boards.on_demand import wishes
from clew_studio.jobs import answers, queue
from clew_studio.models import Board, Comment, Game, Job, Player, Report, Tag
from clew_studio.puzzles.reading import position_of, scene_of
from clew_studio.requests.callers import is_editor, network_of_request, player_of, player_or_guest
from clew_studio.requests.problems import Problem, missing, wrong
from clew_studio.shapes import (
    BoardKeys,
    BoardName,
    Difficulty,
    Family,
    JobOut,
    Key,
    Listed,
    Moment,
    Name,
    Position,
    Scene,
    Text,
)
from clew_studio.translation import translator

router = Router(tags=["boards"])

SORTS = {
    "new": (F("published").desc(nulls_last=True), "-created", "id"),
    "title": ("title", "id"),
    "par": (F("par").asc(nulls_first=True), "id"),
    "-par": (F("par").desc(nulls_last=True), "id"),
    "played": ("-plays", "id"),
    "forecast": (typical().asc(nulls_last=True), "id"),
    "rating": ("-rating", "id"),
}
"""Orders by columns; `clew_studio.boards.gallery` computes `mix`."""


class BoardFilter(Schema):
    """Which boards of the gallery are wanted."""

    family: FamilyName | None = None
    search: Search | None = None
    tag: TagName | None = None
    author: Author | None = None
    difficulty: Difficulty | None = None
    min_par: Annotated[int, Field(ge=0, le=100_000)] | None = None
    max_par: Annotated[int, Field(ge=0, le=100_000)] | None = None
    won: bool | None = None
    mine: bool = False
    sort: Literal["mix", "new", "title", "par", "-par", "played", "forecast", "rating"] = "mix"


class ExportFormat(Schema):
    """The format in which a board is exported."""

    format: Literal["toml", "json", "compact"] = "toml"


class CountedOtherwise(BoardName):
    """A board that differs only in what counts as a move."""

    metric: Name
    par: int | None


class WholeBoard(BoardOut):
    """A board with everything that a page needs to show it."""

    notes: Text
    licence: Name
    keys: BoardKeys
    counted_otherwise: list[CountedOtherwise]
    scene: Scene
    position: Position


class PublishedBoard(BoardOut):
    """A board that is published, or will be once the job has proved its par."""

    job: Key | None


class FamilyCount(TypedDict):
    """How many boards of a family there are."""

    family: Family
    count: int


class DifficultyCount(TypedDict):
    """How many boards of a difficulty there are."""

    difficulty: Difficulty
    count: int


class TagCount(TypedDict):
    """How many boards with a tag there are."""

    tag: Name
    count: int


class AuthorCount(TypedDict):
    """How many boards of an author there are."""

    author: Name
    count: int


class Facets(TypedDict):
    """The values by which boards can be filtered."""

    families: list[FamilyCount]
    difficulties: list[DifficultyCount]
    tags: list[TagCount]
    authors: list[AuthorCount]


class ImportFault(BoardFault):
    """What is wrong with a board of a text; `row`: the line of the text where the board begins; None
    where the text as a whole is in no format.
    """


class FormatOut(TypedDict):
    """A format that texts of boards can be in; `options`: what is written in brackets behind its name to
    choose one of several readings, and what it means.
    """

    name: Annotated[str, Field(examples=["tiles"])]
    about: Text
    family: Family | None
    options: Annotated[dict[str, str], Field(examples=[{"first": "the blank is first in the goal"}])]
    example: Annotated[str, Field(examples=["1 2 3 4 5 6 8 7 0\n"])]


class Imported(TypedDict):
    """The drafts made from a text, what is wrong with the rest of it, and which of two readings was taken."""

    items: list[BoardOut]
    errors: list[ImportFault]
    remarks: list[Text]


class CommentOut(TypedDict):
    """A comment on a board; `hidden` until a moderator has accepted it."""

    id: int
    player: Name
    text: Text
    created: Moment
    mine: bool
    hidden: bool


class ReportOut(TypedDict):
    """A report to the editors."""

    id: int
    reason: Literal["wrong-par", "broken", "offensive", "copied", "other"]
    text: Text


@router.get("/boards")
def boards(
    request: HttpRequest, page: Annotated[Page, Query()], which: Annotated[BoardFilter, Query()]
) -> Listed[BoardOut]:
    """Published boards or, with `mine`, all of mine."""
    player = player_of(request)
    found = _filtered(request, which, player)
    if not which.mine:
        found = one_of_each(found)
    found = found.order_by(*SORTS[which.sort]) if which.sort in SORTS else mixed(found)
    rows = list(found[page.offset : page.offset + page.limit])
    shown = Boards(player, rows)
    return {
        "items": [shown.show(board) for board in rows],
        "count": found.count(),
        "limit": page.limit,
        "offset": page.offset,
    }


def _filtered(request: HttpRequest, which: BoardFilter, player: Player | None) -> Any:
    if which.mine:
        found = Board.objects.filter(owner=player) if player is not None else Board.objects.none()
    else:
        found = Board.objects.filter(status=Board.Status.PUBLISHED)
    found = found.select_related("owner", "owner__user").prefetch_related("tags")
    same = {"family": which.family, "author": which.author, "difficulty": which.difficulty, "tags": which.tag}
    found = found.filter(**{key: value for key, value in same.items() if value is not None})
    if which.search:
        found = searched(found, which.search)
    if which.min_par is not None:
        found = found.filter(par__gte=which.min_par)
    if which.max_par is not None:
        found = found.filter(par__lte=which.max_par)
    if which.won is not None:
        wins = Game.objects.filter(player=player, status=Game.Status.WON, board__isnull=False).values("board")
        won = Q(pk__in=wins) if player is not None else Q(pk__in=())
        found = found.filter(won if which.won else ~won)
    return found


@router.get("/boards/facets")
def facets(request: HttpRequest) -> Facets:
    """The values by which published boards can be filtered, each with the number of boards that the gallery
    shows.
    """
    public = one_of_each(Board.objects.filter(status=Board.Status.PUBLISHED))
    tags = Tag.objects.filter(boards__in=public).annotate(count=Count("boards")).order_by("-count", "name")
    authors = (
        public.exclude(author="").values("author").annotate(count=Count("id")).order_by("-count", "author")
    )
    kinds = public.exclude(difficulty="").values("difficulty").annotate(count=Count("id"))
    return {
        "families": list(public.values("family").annotate(count=Count("id")).order_by("family")),
        "difficulties": sorted(kinds, key=lambda row: making.DIFFICULTIES.index(row["difficulty"])),
        "tags": [{"tag": tag.name, "count": tag.count} for tag in tags[:100]],
        "authors": list(authors[:100]),
    }


@router.post("/boards")
def create(request: HttpRequest, body: AboutBoard) -> Made[WholeBoard]:
    """Creates a draft."""
    puzzle = named(request, body.board).puzzle
    player = player_or_guest(request)
    leave_room(player, 1)
    first = None if body.made_from is None else board_of(request, body.made_from)
    board = Board(owner=player, made_from=first)
    making.save(board, puzzle, body.dict(include=set(making.ABOUT)), body.tags or ())
    return Made(whole(request, board))


@router.get("/formats")
def readable(request: HttpRequest) -> list[FormatOut]:
    """The formats that `POST /boards/import` reads, each with an example."""
    return [
        {
            "name": one.name,
            "about": one.about,
            "family": one.family,
            "options": one.options,
            "example": one.example,
        }
        for one in formats()
        if not one.binary
    ]


@router.post("/boards/import")
def import_(request: HttpRequest, body: ImportIn) -> Made[Imported]:
    """Creates drafts from a text, and reports errors by row."""
    if body.format is not None:
        try:
            format_named(body.format)
        except BoardError as error:
            raise wrong(("format", error.message)) from error
    entries = read_text(body.text, body.format)
    player = player_or_guest(request)
    good = [entry for entry in entries if entry.puzzle is not None]
    errors: list[ImportFault] = [
        _fault(entry.error, entry.line) for entry in entries if entry.error is not None
    ]
    if not good:
        nothing = gettext("There is no board in this text.")
        raise Problem("bad-board", errors[0]["message"] if errors else nothing, errors=errors)
    leave_room(player, len(good))
    made = [making.save(Board(owner=player), entry.puzzle, {}, ()) for entry in good]
    shown = Boards(player, made)
    remarks = list(dict.fromkeys(on_a_page(remark) for entry in entries for remark in entry.remarks))
    return Made({"items": [shown.show(board) for board in made], "errors": errors, "remarks": remarks})


def _fault(error: BoardError, line: int | None) -> ImportFault:
    found, whole_text = told(error), error.message.startswith(UNKNOWN)
    return {**found, "message": on_a_page(found["message"]), "row": None if whole_text else line}


@router.post("/generate")
def generate(request: HttpRequest, body: GenerateIn) -> Made[JobOut]:
    """Starts a job that generates boards like a given one."""
    found = named(request, body.board)
    start = found.puzzle.initial()
    known = answers.quick_count(found.puzzle)
    par = known["length"] if known is not None else None if found.board is None else found.board.par
    try:
        wanted = wishes(found.puzzle, par)
    except ClewError as error:
        raise Problem("not-makeable", str(error)) from error
    task = {"wishes": wanted, "count": body.count, "seed": body.seed}
    job = ask(request, "generate", found, start, task=task, seconds=body.seconds)
    return Made(job_json(job))


@router.get("/boards/{key}")
def one(request: HttpRequest, key: str) -> WholeBoard:
    """A board with its scene and its first position."""
    return whole(request, board_of(request, key))


@router.put("/boards/{key}")
def change(request: HttpRequest, key: str, body: AboutBoard) -> WholeBoard:
    """Replaces a draft of mine."""
    puzzle = named(request, body.board).puzzle
    with making.lock_of(key):  # in one transaction, so that nobody publishes or deletes it in between
        board = own_board(request, key)
        if board.status == Board.Status.CHECKING:
            raise Problem("conflict", gettext("This board is being checked: wait, or cancel the check."))
        if board.status != Board.Status.DRAFT:
            raise Problem("conflict", gettext("This board is published: copy it to make changes."))
        making.save(board, puzzle, body.dict(include=set(making.ABOUT)), body.tags)
    return whole(request, board)


@router.delete("/boards/{key}")
def delete(request: HttpRequest, key: str) -> Nothing:
    """Deletes a board of mine. Games played on it stay with their players."""
    with making.lock_of(key):
        own_board(request, key).delete()
    return Nothing()


@router.post("/boards/{key}/publish")
def publish(request: HttpRequest, key: str) -> PublishedBoard:
    """Publishes a draft of mine, at once or after a job has proved its par. Again, it changes nothing."""
    player = require_account(request)
    board = own_board(request, key)
    if board.status != Board.Status.DRAFT:
        checking = board.jobs.exclude(state__in=Job.OVER).filter(kind="par").first()
        return {**one_board(player, board), "job": None if checking is None else checking.pk}
    try:
        job = making.publish(board, player, network_of_request(request))
    except making.NotPublishable as error:
        raise Problem("not-publishable", gettext(making.REASONS[str(error)]), reason=str(error)) from None
    except making.Changed:
        raise Problem("conflict") from None
    except queue.TooMany as error:
        raise too_many_jobs(error) from None
    return {**one_board(player, board), "job": None if job is None else job.pk}


@router.get("/boards/{key}/export")
def export(
    request: HttpRequest, key: str, how: Annotated[ExportFormat, Query()]
) -> Annotated[HttpResponse, Media("application/toml"), Media("application/json"), Media("text/plain")]:
    """A board as a file that Clew reads."""
    board = board_of(request, key)
    about = {name: getattr(board, name) for name in making.ABOUT if getattr(board, name)}
    if board.par is not None:
        about["par"] = board.par
    text, kind, ending = FORMATS[how.format](board.read(), about)
    response = HttpResponse(text, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{board.pk}.{ending}"'
    return response


@router.get("/boards/{key}/comments")
def comments(request: HttpRequest, key: str, page: Annotated[Page, Query()]) -> Listed[CommentOut]:
    """Comments on a board; one that waits for a moderator is shown only to its author."""
    player = player_of(request)
    found = board_of(request, key).comments.select_related("player", "player__user")
    if not is_editor(request):
        accepted = Q(status=Comment.Status.ACCEPTED)
        found = found.filter(accepted if player is None else accepted | Q(player=player))
    return paged(found, page, lambda comment: comment_json(comment, player))


@router.post("/boards/{key}/comments")
def comment(request: HttpRequest, key: str, body: CommentIn) -> Made[CommentOut]:
    """Adds a comment."""
    player = require_account(request)
    accepted = Comment.Status.ACCEPTED if is_editor(request) else Comment.Status.WAITING
    board = board_of(request, key)
    made = Comment.objects.create(board=board, player=player, text=body.text, status=accepted)
    return Made(comment_json(made, player))


@router.delete("/comments/{key}")
def delete_comment(request: HttpRequest, key: int) -> Nothing:
    """Deletes a comment of mine."""
    found = Comment.objects.filter(pk=min(key, 2**62))
    player = player_of(request)
    if not is_editor(request):
        found = found.none() if player is None else found.filter(player=player)
    if not found.exists():
        raise missing()
    found.delete()
    return Nothing()


@router.post("/boards/{key}/reports")
def report(request: HttpRequest, key: str, body: ReportIn) -> Made[ReportOut]:
    """Tells the editors that something is wrong with a board."""
    board = board_of(request, key)
    made = Report.objects.create(
        board=board, player=player_or_guest(request), reason=body.reason, text=body.text
    )
    return Made({"id": made.pk, "reason": made.reason, "text": made.text})


def whole(request: HttpRequest, board: Board) -> WholeBoard:
    """A board with everything that a page needs to show it."""
    puzzle = board.read()
    tell = translator()
    return {
        **one_board(player_of(request), board),
        "notes": board.notes,
        "licence": board.licence,
        "keys": board.keys,
        "counted_otherwise": [
            {"id": other.pk, "title": title_of(other), "metric": _metric(other), "par": other.par}
            for other in counted_otherwise(board)
        ],
        "scene": scene_of(puzzle, tell),
        "position": position_of(puzzle, puzzle.initial(), tell),
    }


def _metric(board: Board) -> str:
    return scene_of(board.read())["metric"]


def comment_json(comment: Comment, player: Player | None) -> CommentOut:
    """A comment as the API shows it to `player`."""
    return {
        "id": comment.pk,
        "player": name_of(comment.player),
        "text": comment.text,
        "created": comment.created,
        "mine": player is not None and comment.player_id == player.pk,
        "hidden": comment.status != Comment.Status.ACCEPTED,
    }


def leave_room(player: Player, more: int) -> None:
    """Raise `Problem` if a player may not have that many more boards."""
    if not quotas.has_room(player, "boards", more):
        raise Problem("too-large", gettext("You have too many boards: delete some."))
