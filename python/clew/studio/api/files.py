"""Pictures: thumbnails, printable sheets, films."""

from __future__ import annotations

import os
import tempfile
from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema

from clew.errors import ClewError
from clew.pictures.draw import draw
from clew.pictures.subject import Line
from clew.studio.api.positions import walked
from clew.studio.api.problems import Problem
from clew.studio.api.refs import board_of, game_of, named, state_of
from clew.studio.api.schemas import LineIn, OfBoard
from clew.studio.api.shown import thumbnail as address_of

router = Router(tags=["files"])

FOR_GOOD = "public, max-age=31536000, immutable"
BRIEFLY = "public, max-age=300"
MOST_FRAMES = 200


class Thumbnail(Schema):
    marks: Literal["letters", "shapes"] = "letters"
    v: str | None = None


class Sheet(Schema):
    paper: Literal["A4", "Letter"] = "A4"


@router.get("/boards/{key}/thumbnail.svg")
def thumbnail(request: HttpRequest, key: str, how: Annotated[Thumbnail, Query()]) -> HttpResponse:
    """A small picture of a board, without the room around it."""
    board = board_of(request, key)
    picture = draw(board.read(), theme="light", marks=how.marks, background=False)
    response = HttpResponse(picture, content_type="image/svg+xml")
    is_current = how.v is not None and address_of(board).endswith(f"?v={how.v}")
    public = board.status == board.Status.PUBLISHED
    response["Cache-Control"] = (FOR_GOOD if is_current else BRIEFLY) if public else "private, no-cache"
    return response


@router.get("/boards/{key}/sheet.pdf")
def sheet(request: HttpRequest, key: str, how: Annotated[Sheet, Query()]) -> HttpResponse:
    """A board and its pieces to print and cut out, true to size."""
    board = board_of(request, key)
    return _file(board.read(), "pdf", f"{key}.pdf", paper=how.paper)


@router.post("/sheet.pdf")
def sheet_of(request: HttpRequest, body: OfBoard) -> HttpResponse:
    """The same for any board."""
    return _file(named(request, body.board).puzzle, "pdf", "board.pdf")


@router.get("/games/{key}/film.gif")
def film(request: HttpRequest, key: str) -> HttpResponse:
    """My game as a film."""
    game = game_of(request, key)
    if game.cursor > MOST_FRAMES:
        raise Problem("too-large")
    return _file(Line(game.read(), game.moves), "gif", "game.gif")


@router.post("/film.gif")
def film_of(request: HttpRequest, body: LineIn) -> HttpResponse:
    """Any line of moves as a film."""
    puzzle = named(request, body.board).puzzle
    state = state_of(puzzle, body.state)
    steps = walked(puzzle, state, body.moves)
    if len(steps) > MOST_FRAMES:
        raise Problem("too-large")
    return _file(Line(puzzle, [step.name for step in steps], start=state), "gif", "film.gif")


def _file(thing: object, ending: str, name: str, *, paper: str = "A4") -> HttpResponse:
    kinds = {"pdf": "application/pdf", "gif": "image/gif"}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, f"picture.{ending}")
        try:
            draw(thing, path, paper=paper)
        except ClewError as error:
            raise Problem("unavailable", str(error), retry_after=3600) from error
        with open(path, "rb") as file:
            response = HttpResponse(file.read(), content_type=kinds[ending])
    response["Content-Disposition"] = f'inline; filename="{name}"'
    response["Cache-Control"] = "private, no-cache"
    return response
