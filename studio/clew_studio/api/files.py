"""Files: thumbnails, printable sheets, animations, proofs."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop
from ninja import Query, Router, Schema

from clew.errors import ClewError
from clew.pictures.card import Result
from clew.pictures.draw import draw
from clew.search.line import names_of, walk
from clew_studio.api.document import Bytes, Gif, Pdf, Png, Svg
from clew_studio.api.positions import withhold
from clew_studio.api.rows import board_of, game_of, named, state_of, title_of
from clew_studio.api.rows import thumbnail as address_of
from clew_studio.api.schemas import Key, LineIn, OfBoard, OfPosition
from clew_studio.boards.daily import board_of_day
from clew_studio.games import assistance, dailies
from clew_studio.helpers import Allowance, Helpers
from clew_studio.jobs.painting import Book, Picture, Unfinished, paint, why
from clew_studio.requests.callers import is_gone, player_of
from clew_studio.requests.problems import Problem, missing

router = Router(tags=["files"])

FOR_GOOD = "public, max-age=31536000, immutable"
BRIEFLY = "public, max-age=300"
RETRY_SECONDS = 5
UNPROVED = gettext_noop(
    "Either its search takes too long here, or it has too many states for a file. "
    "On your own computer, `clew solve --proof` can take longer."
)


class Thumbnail(Schema):
    """How a small picture of a board looks."""

    marks: Literal["letters", "shapes"] = "letters"
    v: Key | None = None


class Sheet(Schema):
    """How a printed sheet of a board looks."""

    paper: Literal["A4", "Letter"] = "A4"


@router.get("/boards/{key}/thumbnail.svg")
def thumbnail(request: HttpRequest, key: str, how: Annotated[Thumbnail, Query()]) -> Svg:
    """A small picture of a board, without margins."""
    board = board_of(request, key)
    picture = draw(board.read(), theme="light", marks=how.marks, background=False)
    response = HttpResponse(picture, content_type="image/svg+xml")
    is_current = how.v is not None and address_of(board).endswith(f"?v={how.v}")
    public = board.status == board.Status.PUBLISHED
    response["Cache-Control"] = (FOR_GOOD if is_current else BRIEFLY) if public else "private, no-cache"
    return response


@router.get("/boards/{key}/card.png")
def card(request: HttpRequest, key: str) -> Png:
    """A picture of a board with its title, for previews of links."""
    board = board_of(request, key)
    puzzle = board.read()
    puzzle.title = board.title or None
    words = board.family.capitalize()
    if board.par is not None:
        words = f"{words} · {gettext('par {par}').format(par=board.par)}"
    response = painted(request, Picture(puzzle, "card", words=words), f"{key}.png")
    if board.status == board.Status.PUBLISHED:
        response["Cache-Control"] = BRIEFLY
    return response


@router.get("/daily/{day}/card.png")
def daily_card(request: HttpRequest, day: date) -> Png:
    """My result on the puzzle of a day as a picture to share: its start, my moves against par, my streak."""
    board = board_of_day(day) if dailies.EARLIEST <= day <= timezone.now().date() else None
    player = player_of(request)
    done = None if board is None else dailies.done_on(player, board, day)
    if board is None or done is None:
        raise missing()
    puzzle = board.read()
    puzzle.title = title_of(board)
    moves, par = done["length"], board.par
    words = gettext("{moves} moves").format(moves=moves)
    if par is not None:
        words = f"{words}, {gettext('par {par}').format(par=par)}"
    days = dailies.standing(player, timezone.now().date())["streak"]["days"]
    under = gettext("{days} days in a row").format(days=days) if days > 1 else ""
    over = f"{gettext('Puzzle of the day')} · {date_format(day, 'j F Y')}"
    picture = Picture(puzzle, "card", words=words, over=over, result=Result(moves, par, under))
    return painted(request, picture, f"clew-{day.isoformat()}.png")


@router.get("/boards/{key}/sheet.pdf")
def sheet(request: HttpRequest, key: str, how: Annotated[Sheet, Query()]) -> Pdf:
    """A board and its pieces at full size, to print and cut out."""
    board = board_of(request, key)
    return painted(request, Picture(board.read(), "pdf", paper=how.paper), f"{key}.pdf")


@router.post("/sheet.pdf")
def sheet_of(request: HttpRequest, body: OfBoard) -> Pdf:
    """A printable sheet of any board."""
    return painted(request, Picture(named(request, body.board).puzzle, "pdf"), "board.pdf")


@router.get("/games/{key}/film.gif")
def film(request: HttpRequest, key: str) -> Gif:
    """My game as an animation."""
    game = game_of(request, key)
    puzzle = game.read()
    _check_length(game.cursor)
    return painted(request, Picture(puzzle, "gif", game.moves), "game.gif")


@router.post("/film.gif")
def film_of(request: HttpRequest, body: LineIn) -> Gif:
    """Any sequence of moves as an animation."""
    puzzle = named(request, body.board).puzzle
    state = state_of(puzzle, body.state)
    _check_length(len(names_of(puzzle, body.moves)))
    steps = list(walk(puzzle, state, body.moves))
    return painted(request, Picture(puzzle, "gif", [step.name for step in steps], str(state)), "film.gif")


@router.post("/board.proof")
def proof(request: HttpRequest, body: OfPosition) -> Bytes:
    """The file from which anybody can check, without Clew, how many moves a position needs at least, or that
    it cannot be solved; refused where that takes long, or does not fit a file. It counts as help.
    """
    found = named(request, body.board)
    withhold(request, "solution", found)
    state = state_of(found.puzzle, body.state)
    bounds = settings.CONFIG.bounds
    task = {
        "keys": found.puzzle.to_dict(),
        "state": str(state),
        "seconds": bounds.proof_seconds / 3,  # for the search, for the list, and for writing it
        "memory": bounds.proof_memory // 4,
    }
    try:
        data = _provers.do(task, is_gone(request))
    except (Unfinished, ClewError) as error:
        raise Problem("limit-reached", gettext(UNPROVED)) from error
    assistance.record(request, found.puzzle, state, found.board)  # it lists the moves of a solution
    return _attached(data, "application/octet-stream", "attachment", "board.proof")


def _allowance() -> Allowance:
    bounds = settings.CONFIG.bounds
    return Allowance(bounds.proof_seconds, bounds.proof_memory, bounds.heavy)


_provers = Helpers("clew_studio.jobs.prover", _allowance)


def _check_length(moves: int) -> None:
    if not moves:
        raise Problem("invalid", gettext("An animation needs at least one move."))
    if moves > settings.CONFIG.bounds.film_frames:
        raise Problem("too-large")


def painted(request: HttpRequest, picture: Picture | Book, name: str) -> HttpResponse:
    kinds = {"pdf": "application/pdf", "gif": "image/gif", "card": "image/png"}
    try:
        data = paint(picture, is_gone(request))
    except Unfinished as error:
        raise Problem("unavailable", why(error), retry_after=RETRY_SECONDS) from error
    except ClewError as error:
        raise Problem("unavailable", str(error), retry_after=3600) from error
    return _attached(data, kinds[picture.ending], "inline", name)


def _attached(data: bytes, kind: str, how: str, name: str) -> HttpResponse:
    response = HttpResponse(data, content_type=kind)
    response["Content-Disposition"] = f'{how}; filename="{name}"'
    response["Cache-Control"] = "private, no-cache"
    return response
