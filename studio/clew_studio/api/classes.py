"""Classes: what their teachers see and change, and what pupils see who come by the link."""

from __future__ import annotations

from io import BytesIO
from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from ninja import Query, Router
from pydantic import Field
from typing_extensions import TypedDict

from clew_studio import quotas
from clew_studio.api.document import Answer, Made, Media, Nothing, Svg
from clew_studio.api.games import GameOut, game_json
from clew_studio.api.packs import PackLevel, levels_shown
from clew_studio.api.rows import (
    Page,
    games_with_board,
    own,
    paged,
    require_account,
    thumbnail,
    title_of,
)
from clew_studio.api.schemas import (
    AssignmentIn,
    ClassChangeIn,
    ClassCodeIn,
    ClassIn,
    JoinIn,
    PupilNameIn,
)
from clew_studio.classes import classrooms, pupils, table
from clew_studio.models import Assignment, Board, Classroom, Player, Pupil
from clew_studio.requests import attempts
from clew_studio.requests.callers import become_pupil, let_in, network_of_request, player_of
from clew_studio.requests.problems import Problem, wrong
from clew_studio.shapes import Address, Family, Key, Listed, Moment, Name, Title

router = Router(tags=["classes"])

Csv = Annotated[HttpResponse, Media("text/csv")]


class ClassOut(TypedDict):
    """A class as a list shows it. `expires`: when it is deleted if nobody visits it."""

    id: Key
    title: Title
    pupils: int
    assignments: int
    created: Moment
    expires: Moment | None


class PupilOut(TypedDict):
    """A pupil, with the number by which the pupil comes back on another device."""

    id: Key
    name: Name
    number: Annotated[str, Field(examples=["4071"])]
    joined: Moment


class AssignedBoard(TypedDict):
    """A board of an assignment."""

    id: Key
    title: Title
    family: Family
    par: int | None
    status: Literal["draft", "checking", "published"]
    thumbnail: Address


class _Task(TypedDict):
    id: Key
    title: Title
    rule: Literal["free", "in-order"]
    opens: Moment | None
    closes: Moment | None
    state: classrooms.State
    hints: bool
    distances: bool
    solution: bool


class AssignmentOut(_Task):
    """An assignment, as the teacher has made it."""

    boards: list[AssignedBoard]


class WholeClass(ClassOut):
    """A class as its teacher sees it; `open`: new pupils may join, by the link or with the code."""

    open: bool
    link: Address
    code: Annotated[str, Field(examples=["k7xm2p"])]
    members: list[PupilOut]
    tasks: list[AssignmentOut]


class CellOut(TypedDict):
    """What a pupil has done on a board, in all games. `game`: the best win, else the latest game; `length`:
    the fewest moves of a win.
    """

    game: Key | None
    solved: bool
    length: int | None
    attempts: int
    time_ms: int
    hints: int


class RowOut(TypedDict):
    """A pupil, what the pupil has done on each board, and the sums. `over`: moves beyond par, in all."""

    pupil: Key
    name: Name
    cells: list[CellOut]
    solved: int
    over: int
    time_ms: int
    hints: int
    attempts: int


class TableOut(TypedDict):
    """Who has solved what; `solved`: how many pupils have solved each board."""

    boards: list[AssignedBoard]
    rows: list[RowOut]
    solved: list[int]


class PupilGame(TypedDict):
    """A pupil's game."""

    pupil: Name
    game: GameOut


class PupilTask(_Task):
    """An assignment with a pupil's progress; before it opens, without its levels."""

    levels: list[PackLevel]


class ClassPage(TypedDict):
    """A class as those see it who have its link. To those who have not joined it shows the title alone. `me`:
    my name in it; `mine`: the class, if I am its teacher.
    """

    title: Title
    open: bool
    me: Name | None
    mine: Key | None
    expires: Moment | None
    tasks: list[PupilTask]


class Joined(TypedDict):
    """A pupil who is in the class now. `number`: of a new one, to be kept."""

    name: Name
    number: Annotated[str | None, Field(examples=["4071"])]


class ClassFound(TypedDict):
    """The link to the class with a code."""

    link: Address


@router.get("/classes")
def mine(request: HttpRequest, page: Annotated[Page, Query()]) -> Listed[ClassOut]:
    """My classes."""
    player = player_of(request)
    found = Classroom.objects.none() if player is None else Classroom.objects.filter(owner=player)
    return paged(found, page, _summary)


@router.post("/classes")
def make(request: HttpRequest, body: ClassIn) -> Made[WholeClass]:
    """Makes a class, which takes an account."""
    teacher = require_account(request)
    if not quotas.has_room(teacher, "classes"):
        raise Problem("too-large", gettext("You have too many classes: delete some."))
    return Made(_whole(classrooms.make(teacher, body.title)))


@router.get("/classes/{key}")
def one(request: HttpRequest, key: str) -> WholeClass:
    """A class of mine."""
    classroom = _own(request, key)
    classrooms.visit(classroom)
    return _whole(classroom)


@router.patch("/classes/{key}")
def change(request: HttpRequest, key: str, body: ClassChangeIn) -> WholeClass:
    """Changes the title of a class of mine, or whether new pupils may join."""
    classroom = _own(request, key)
    if body.title is not None:
        classroom.title = body.title
    if body.open is not None:
        classroom.is_open = body.open
    classroom.save(update_fields=["title", "is_open"])
    return _whole(classroom)


@router.delete("/classes/{key}")
def delete(request: HttpRequest, key: str) -> Nothing:
    """Deletes a class of mine with its pupils and everything that they have done."""
    classrooms.delete(_own(request, key))
    return Nothing()


@router.get("/classes/{key}/link.svg")
def link(request: HttpRequest, key: str) -> Svg:
    """The link to a class of mine as a QR code."""
    import segno

    drawn = BytesIO()
    address = request.build_absolute_uri(_link(_own(request, key)))
    code = segno.make(address, error="m", micro=False)
    code.save(drawn, kind="svg", omitsize=True, light="#fff")
    return HttpResponse(
        drawn.getvalue(), content_type="image/svg+xml", headers={"Cache-Control": "private, no-store"}
    )


@router.patch("/classes/{key}/pupils/{pupil}")
def rename(request: HttpRequest, key: str, pupil: str, body: PupilNameIn) -> PupilOut:
    """Gives a pupil another name."""
    found = _own(request, key).pupils.get(pk=pupil)
    try:
        pupils.rename(found, body.name)
    except pupils.Refused as refused:
        raise _invalid(refused) from None
    return _member(found)


@router.post("/classes/{key}/pupils/{pupil}/number")
def number(request: HttpRequest, key: str, pupil: str) -> PupilOut:
    """Gives a pupil another number."""
    found = _own(request, key).pupils.get(pk=pupil)
    pupils.number_again(found)
    return _member(found)


@router.delete("/classes/{key}/pupils/{pupil}")
def remove(request: HttpRequest, key: str, pupil: str) -> Nothing:
    """Deletes a pupil with everything that the pupil has done."""
    found = _own(request, key).pupils.get(pk=pupil)
    classrooms.remove(Player.objects.filter(pk=found.pk))
    return Nothing()


@router.post("/classes/{key}/assignments")
def assign(request: HttpRequest, key: str, body: AssignmentIn) -> Made[AssignmentOut]:
    """Gives a class of mine boards to solve."""
    classroom = _own(request, key)
    if classroom.assignments.count() >= quotas.most("class.assignments"):
        raise Problem("too-large", gettext("This class has too many assignments: delete some."))
    return Made(_assigned(_saved(classroom, None, body)))


@router.put("/classes/{key}/assignments/{assignment}")
def assign_again(request: HttpRequest, key: str, assignment: str, body: AssignmentIn) -> AssignmentOut:
    """Changes an assignment. Games stay; those on boards that are no longer in it leave the table."""
    classroom = _own(request, key)
    return _assigned(_saved(classroom, _assignment(classroom, assignment), body))


@router.delete("/classes/{key}/assignments/{assignment}")
def withdraw(request: HttpRequest, key: str, assignment: str) -> Nothing:
    """Deletes an assignment. Its games stay with the pupils."""
    _assignment(_own(request, key), assignment).pack.delete()
    return Nothing()


@router.get("/classes/{key}/assignments/{assignment}/table")
def results(request: HttpRequest, key: str, assignment: str) -> TableOut:
    """Who has solved what of an assignment."""
    found = table.table_of(_assignment(_own(request, key), assignment))
    return {
        "boards": [_board(board) for board in found.boards],
        "rows": [_row(found.boards, row) for row in found.rows],
        "solved": [sum(cells[place].solved for _, cells in found.rows) for place in range(len(found.boards))],
    }


@router.get("/classes/{key}/assignments/{assignment}/table.csv")
def results_csv(request: HttpRequest, key: str, assignment: str) -> Csv:
    """The same as CSV, a line for each pupil and board."""
    found = table.table_of(_assignment(_own(request, key), assignment))
    lines = table.csv_of(found, [title_of(board) for board in found.boards])
    response = HttpResponse("".join(lines), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="class.csv"'
    response["Cache-Control"] = "private, no-store"
    return response


@router.get("/classes/{key}/games/{game}")
def game_of_pupil(request: HttpRequest, key: str, game: str) -> PupilGame:
    """A game of a pupil of mine."""
    classroom = _own(request, key)
    found = games_with_board().get(pk=game, player__pupil__classroom=classroom)
    return {"pupil": found.player.pupil.name, "game": game_json(found, scene=True)}


@router.post("/class")
def find(request: HttpRequest, body: ClassCodeIn) -> ClassFound:
    """Finds the class with a code; an address may try only so many wrong ones."""
    tries = [pupils.CODES.of(network_of_request(request))]
    _try(tries)
    classroom = classrooms.with_code(body.code)
    if classroom is None:
        message = gettext("No class has this code: compare it with the one on the board.")
        raise wrong(("code", message))
    attempts.take_back(tries)
    return {"link": _link(classroom)}


@router.get("/class/{token}")
def page(request: HttpRequest, token: str) -> ClassPage:
    """The class that a link leads to."""
    classroom = Classroom.objects.get(token=token)
    player = player_of(request)
    pupil = _pupil_here(classroom, player)
    if pupil is None:
        is_mine = player is not None and player.pk == classroom.owner_id
        return {
            "title": classroom.title,
            "open": classroom.is_open,
            "me": None,
            "mine": classroom.pk if is_mine else None,
            "expires": None,
            "tasks": [],
        }
    classrooms.visit(classroom)
    return {
        "title": classroom.title,
        "open": classroom.is_open,
        "me": pupil.name,
        "mine": None,
        "expires": classrooms.expires(classroom),
        "tasks": [
            {**_task(one), "levels": levels_shown(one.pack, player)} for one in _assignments(classroom)
        ],
    }


@router.post("/class/{token}/pupils")
def join(request: HttpRequest, token: str, body: JoinIn) -> Answer[Joined] | Made[Joined]:
    """Joins a class under a new name, or comes back with a name and its number; in this browser the site
    knows me as that pupil from then on. Games that I have played as a guest stay apart.
    """
    classroom = Classroom.objects.get(token=token)
    player = player_of(request)
    if player is not None and not player.is_guest:
        raise Problem("conflict", gettext("You are signed in: sign out to join a class."))
    here = _pupil_here(classroom, player)
    if here is not None:
        return Answer({"name": here.name, "number": None})
    try:
        known = pupils.find(classroom, body.name)
        if known is not None and body.number:
            try:
                pupils.prove(known, body.number)
            except attempts.Shut as shut:
                raise _wait(shut) from None
            become_pupil(request, known.player)
            return Answer({"name": known.name, "number": None})
        if known is None:
            let_in(request)
        made = pupils.join(classroom, body.name)
    except pupils.Refused as refused:
        raise _invalid(refused) from None
    become_pupil(request, made.player)
    return Made({"name": made.name, "number": made.number})


def _own(request: HttpRequest, key: str) -> Classroom:
    return own(request, Classroom, key, owner="owner")


def _assignment(classroom: Classroom, key: str) -> Assignment:
    return classroom.assignments.select_related("pack").get(pk=key)


def _assignments(classroom: Classroom) -> list[Assignment]:
    found = classroom.assignments.select_related("pack", "classroom")
    return list(found.prefetch_related("pack__levels__board__owner"))


def _pupil_here(classroom: Classroom, player: Player | None) -> Pupil | None:
    if player is None or not player.is_pupil or player.pupil.classroom_id != classroom.pk:
        return None
    pupil: Pupil = player.pupil
    return pupil


def _link(classroom: Classroom) -> str:
    return f"/class/{classroom.token}"


def _saved(classroom: Classroom, assignment: Assignment | None, body: AssignmentIn) -> Assignment:
    boards = classrooms.for_class(classroom, body.boards)
    checked = [
        ("boards", gettext("Choose at least one board."), not boards),
        ("boards", gettext("These are too many boards."), len(boards) > quotas.most("class.boards")),
        (
            "closes",
            gettext("The end must be after the beginning."),
            body.opens is not None and body.closes is not None and body.closes <= body.opens,
        ),
    ]
    told = [(field, message) for field, message, is_wrong in checked if is_wrong]
    if told:
        raise wrong(*told)
    return classrooms.save(classroom, assignment, boards, **body.dict(exclude={"boards"}))


def _summary(classroom: Classroom) -> ClassOut:
    return {
        "id": classroom.pk,
        "title": classroom.title,
        "pupils": classroom.pupils.count(),
        "assignments": classroom.assignments.count(),
        "created": classroom.created,
        "expires": classrooms.expires(classroom),
    }


def _whole(classroom: Classroom) -> WholeClass:
    return {
        **_summary(classroom),
        "open": classroom.is_open,
        "link": _link(classroom),
        "code": classroom.code,
        "members": [_member(pupil) for pupil in classroom.pupils.all()],
        "tasks": [_assigned(one) for one in _assignments(classroom)],
    }


def _member(pupil: Pupil) -> PupilOut:
    return {"id": pupil.pk, "name": pupil.name, "number": pupil.number, "joined": pupil.joined}


def _task(assignment: Assignment) -> _Task:
    return {
        "id": assignment.pk,
        "title": assignment.pack.title,
        "rule": assignment.pack.rule,
        "opens": assignment.opens,
        "closes": assignment.closes,
        "state": classrooms.state_of(assignment),
        "hints": assignment.hints,
        "distances": assignment.distances,
        "solution": assignment.solution,
    }


def _assigned(assignment: Assignment) -> AssignmentOut:
    return {
        **_task(assignment),
        "boards": [_board(level.board) for level in assignment.pack.levels.all()],
    }


def _board(board: Board) -> AssignedBoard:
    return {
        "id": board.pk,
        "title": title_of(board),
        "family": board.family,
        "par": board.par,
        "status": board.status,
        "thumbnail": thumbnail(board),
    }


def _row(boards: list[Board], row: table.Row) -> RowOut:
    cells = row.cells
    pars = [(cell.length, board.par) for cell, board in zip(cells, boards, strict=True)]
    return {
        "pupil": row.pupil.pk,
        "name": row.pupil.name,
        "cells": [
            {
                "game": cell.game,
                "solved": cell.solved,
                "length": cell.length,
                "attempts": cell.attempts,
                "time_ms": cell.time_ms,
                "hints": cell.hints,
            }
            for cell in cells
        ],
        "solved": sum(cell.solved for cell in cells),
        "over": sum(length - par for length, par in pars if length is not None and par is not None),
        "time_ms": sum(cell.time_ms for cell in cells),
        "hints": sum(cell.hints for cell in cells),
        "attempts": sum(cell.attempts for cell in cells),
    }


def _try(tries: list[attempts.Counter]) -> None:
    try:
        attempts.try_once(tries)
    except attempts.Shut as shut:
        raise _wait(shut) from None


def _wait(shut: attempts.Shut) -> Problem:
    return Problem("too-many", gettext("Too many wrong tries: wait a moment."), retry_after=shut.seconds)


def _invalid(refused: pupils.Refused) -> Problem:
    return wrong((refused.field, refused.message))
