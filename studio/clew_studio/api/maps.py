"""The map of a board, and the position at a point of it."""

from __future__ import annotations

import zlib
from base64 import b64decode
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from typing_extensions import TypedDict

from clew.search.line import walk
from clew_studio.api.document import Bytes, Later
from clew_studio.api.positions import later, withhold
from clew_studio.api.rows import BoardOut, Boards, Named, Page, named
from clew_studio.api.schemas import FamilyName, MapIn, OfBoard, PointIn
from clew_studio.games import assistance
from clew_studio.games.paths import heat_of
from clew_studio.jobs import answers
from clew_studio.models import Board
from clew_studio.puzzles.reading import position_of
from clew_studio.requests.callers import player_of
from clew_studio.requests.problems import missing
from clew_studio.shapes import Compact, Listed, Position, Waiting

Json = dict[str, Any]
router = Router(tags=["map"])


class ListedMap(TypedDict):
    """A board whose whole map can be drawn; `rings`: positions 0, 1, 2, ... moves away from a goal."""

    board: BoardOut
    states: int
    farthest: int | None
    rings: list[int]


class MapFigures(TypedDict):
    """The figures of a map, a path on it, and its players' paths; `POST /map/data` has the map itself."""

    states: int
    edges: int
    goals: int
    farthest: int | None
    """None if no goal can be reached, or if the map is not whole."""
    start: int
    radius: int | None
    """Moves around the shortest solutions that the map has; None if it has everything."""
    all_solutions: bool
    """Whether it has every shortest solution."""
    path: list[int]
    heat: list[tuple[int, int]]
    """Moves that players made on this board: the number of the move on the map, and how often."""


class MapPoint(TypedDict):
    """A position on a map, without its legal moves."""

    index: int
    position: Position
    puzzle: Compact


class MapFilter(Schema):
    """Which maps are wanted: those of one family, or all."""

    family: FamilyName | None = None


@router.get("/maps")
def maps(
    request: HttpRequest, page: Annotated[Page, Query()], which: Annotated[MapFilter, Query()]
) -> Listed[ListedMap]:
    """Published boards small enough for a complete map, smallest first."""
    found = Board.objects.filter(status=Board.Status.PUBLISHED, states__gt=0).order_by("states", "id")
    if which.family is not None:
        found = found.filter(family=which.family)
    rows = list(
        found.select_related("owner", "owner__user").prefetch_related("tags")[
            page.offset : page.offset + page.limit
        ]
    )
    shown = Boards(player_of(request), rows)
    return {
        "items": [
            {
                "board": shown.show(board),
                "states": board.states,
                "farthest": len(board.rings) - 1 if board.rings else None,
                "rings": board.rings,
            }
            for board in rows
        ],
        "count": found.count(),
        "limit": page.limit,
        "offset": page.offset,
    }


@router.post("/map")
def map_(request: HttpRequest, body: MapIn) -> MapFigures | Later[Waiting]:
    """The figures of a board's map, a path on it, and its players' paths; 202 with a job until they are
    known.
    """
    found = named(request, body.board)
    withhold(request, "solution", found)
    start = found.puzzle.initial()
    steps = list(walk(found.puzzle, start, body.moves))
    answer = _answer(found)
    if answer is None:
        return later(request, "map", found, start, body.seconds)
    return _figures(request, found, answer, [start, *(step.after for step in steps)])


def ready(request: HttpRequest, key: str) -> MapFigures | None:
    """The figures of a board's map, if they are known already."""
    found = named(request, key)
    withhold(request, "solution", found)
    answer = _answer(found)
    return None if answer is None else _figures(request, found, answer, [found.puzzle.initial()])


def _figures(request: HttpRequest, found: Named, answer: Json, states: list[Any]) -> MapFigures:
    """The figures of a map; `states`: a path on it."""
    assistance.record(request, found.puzzle, found.puzzle.initial(), found.board)
    numbers = {text: number for number, text in enumerate(_texts(answer))}
    path = [numbers.get(str(found.puzzle.canonical(state))) for state in states]
    return {
        "states": answer["states"],
        "edges": answer["edges"],
        "goals": answer["goals"],
        "farthest": answer["farthest"],
        "start": answer["start"],
        "radius": answer["radius"],
        "all_solutions": answer["all_solutions"],
        "path": [number for number in path if number is not None],
        "heat": heat_of(found.board, found.puzzle, numbers, b64decode(answer["walk"])),
    }


@router.post("/map/data", response=None)
def data(request: HttpRequest, body: OfBoard) -> Bytes | Later[Waiting]:
    """The map as bytes, which `clew.maps.walk` describes; 202 with a job until known."""
    found = named(request, body.board)
    withhold(request, "solution", found)
    answer = _answer(found)
    if answer is None:
        return later(request, "map", found, found.puzzle.initial())
    assistance.record(request, found.puzzle, found.puzzle.initial(), found.board)
    return HttpResponse(b64decode(answer["walk"]), content_type="application/octet-stream")


@router.post("/map/state")
def point(request: HttpRequest, body: PointIn) -> MapPoint | Later[Waiting]:
    """The position at a point of the map."""
    found = named(request, body.board)
    withhold(request, "solution", found)
    answer = _answer(found)
    if answer is None:
        return later(request, "map", found, found.puzzle.initial())
    if body.index >= answer["states"]:
        raise missing()
    state = _texts(answer)[body.index]
    assistance.record(request, found.puzzle, found.puzzle.initial(), found.board)
    return {
        "index": body.index,
        "position": position_of(found.puzzle, state, with_moves=False),
        "puzzle": str(found.puzzle.at(state)),
    }


def _answer(found: Named) -> Json | None:
    from clew.maps.walk import VERSION

    answer = answers.known("map", found.puzzle, found.puzzle.initial())
    # The page cannot read the format of earlier versions, so such a map is computed again.
    return dict(answer) if answer is not None and answer.get("walk_version") == VERSION else None


def _texts(answer: Json) -> list[str]:
    """The text of every state of a map."""
    return zlib.decompress(b64decode(answer["texts"])).decode().split("\n")
