"""The next board to play, at the player's level; and a new one, made by the generator."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field, StrictInt
from typing_extensions import TypedDict

from clew_studio.api.boards import leave_room
from clew_studio.api.document import Made
from clew_studio.api.positions import ask
from clew_studio.api.rows import BoardOut, Named, boards_for, job_json, one_board
from clew_studio.api.schemas import Body, FamilyName, Key
from clew_studio.boards import on_demand
from clew_studio.games import stream
from clew_studio.games.stats import Rating
from clew_studio.requests.callers import player_of, player_or_guest
from clew_studio.requests.problems import Problem
from clew_studio.shapes import Difficulty, Family, JobOut

router = Router(tags=["boards"])

Par = Annotated[int, Field(ge=0, le=100_000)]


class Wanted(Schema):
    """What the next board should be; `after`: boards that it should not be, with the board just played
    last.
    """

    after: Annotated[list[Key], Field(max_length=50, default_factory=list)]
    family: FamilyName | None = None
    difficulty: Annotated[list[Difficulty], Field(max_length=4, default_factory=list)]
    min_par: Par | None = None
    max_par: Par | None = None


class AnotherIn(Body):
    """What kind of board to make; without a family or a difficulty the site chooses one."""

    family: FamilyName | None = None
    difficulty: Literal["easy", "medium", "hard"] | None = None
    seed: Annotated[StrictInt, Field(ge=0, le=2**31)] | None = None


class Next(TypedDict):
    """The next board, None if I have solved all; my rating; the families of which the site makes boards."""

    board: BoardOut | None
    rating: Rating
    makeable: list[Family]


@router.get("/next")
def next_board(request: HttpRequest, which: Annotated[Wanted, Query()]) -> Next:
    """A board at my level that I have not solved (null if there is none), and my rating."""
    player = player_of(request)
    after = boards_for(request).in_bulk(which.after)
    wishes = stream.Wishes(which.family, tuple(which.difficulty), which.min_par, which.max_par)
    found = stream.next_for(player, [after[key] for key in which.after if key in after], wishes)
    return {
        "board": None if found is None else one_board(player, found),
        "rating": stream.standing_of(player),
        "makeable": list(on_demand.families()),
    }


@router.post("/another")
def another(request: HttpRequest, body: AnotherIn) -> Made[JobOut]:
    """Starts a job that makes a board for me; done, it names the draft with the new board."""
    family = body.family or on_demand.any_family()
    if family not in on_demand.families():
        raise Problem("not-makeable")
    player = player_or_guest(request)
    leave_room(player, 1)
    difficulty = body.difficulty or stream.difficulty_for(player, on_demand.DIFFICULTIES)
    sample = on_demand.sample_of(family)
    task = on_demand.task_of(player, family, difficulty, body.seed)
    job = ask(request, on_demand.KIND, Named(sample, None), sample.initial(), task=task)
    return Made(job_json(job))
