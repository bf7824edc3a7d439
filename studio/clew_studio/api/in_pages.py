"""Boards for the engine that runs in a page, so that they can be played without the server."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router
from typing_extensions import TypedDict

from clew.boards.graded import graded
from clew_studio.api.document import Answer
from clew_studio.api.rows import board_of, title_of
from clew_studio.boards.in_pages import PageBoard, board_in_page, patterns
from clew_studio.requests.problems import missing
from clew_studio.shapes import Family, Key

router = Router(tags=["boards"])

ANYBODY = "public, max-age=300"
"""The caching of an answer that does not depend on the player. The service worker keeps no other answers."""


class PlayableBoard(PageBoard):
    """A board of the site, to play without the server."""

    id: Key


@router.get("/boards/{key}/page")
def page(request: HttpRequest, key: str) -> Answer[PlayableBoard]:
    """A board to play without the server; 404 if there is no engine for its family that runs in a page."""
    board = board_of(request, key)
    found = board_in_page(board.read())
    if found is None:
        raise missing()
    response: Answer[PlayableBoard] = Answer(
        {**found, "id": board.pk, "title": title_of(board), "par": board.par}
    )
    is_public = board.status == board.Status.PUBLISHED
    response["Cache-Control"] = ANYBODY if is_public else "private, no-store"
    return response


class Patterns(TypedDict):
    """Boards of a family, from easy to hard, of which a page makes others. `families` have some."""

    families: list[Family]
    boards: list[PageBoard]


@router.get("/endless/{family}")
def endless(request: HttpRequest, family: str) -> Answer[Patterns]:
    """Boards of which a page with an engine makes ever more; 404 if the family has none."""
    boards = patterns(family)
    if not boards:
        raise missing()
    response: Answer[Patterns] = Answer({"families": list(graded()), "boards": boards})
    response["Cache-Control"] = ANYBODY
    return response
