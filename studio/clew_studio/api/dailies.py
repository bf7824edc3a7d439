"""The puzzle of the day: today's, past ones, and what I have done with them."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from django.http import HttpRequest
from django.utils import timezone
from ninja import Query, Router, Schema
from pydantic import Field
from typing_extensions import TypedDict

from clew_studio.api.rows import BoardOut, one_board
from clew_studio.boards.daily import board_of_day
from clew_studio.boards.gallery import first_board
from clew_studio.games import dailies
from clew_studio.models import Game, Player
from clew_studio.requests.callers import player_of
from clew_studio.requests.problems import missing
from clew_studio.shapes import Day

router = Router(tags=["daily"])


class Month(Schema):
    """A month of the calendar."""

    year: Annotated[int, Field(ge=2000, le=9998)]
    month: Annotated[int, Field(ge=1, le=12)]


class Daily(dailies.Standing):
    """The puzzle of a day. `first`: an easy board for newcomers when the day's own is hard, else null."""

    date: Day
    board: BoardOut
    done: dailies.Done | None
    first: BoardOut | None


class Calendar(TypedDict):
    """The puzzles of a month up to today; `first`: the first day that has one."""

    first: Day
    items: list[dailies.CalendarDay]


@router.get("/daily")
def today(request: HttpRequest) -> Daily:
    """The puzzle of the day (UTC)."""
    return _daily(request, timezone.now().date())


@router.get("/daily/{day}")
def of_day(request: HttpRequest, day: date) -> Daily:
    """The puzzle of a past day."""
    if not dailies.EARLIEST <= day <= timezone.now().date():
        raise missing()
    return _daily(request, day)


@router.get("/dailies")
def of_month(request: HttpRequest, which: Annotated[Month, Query()]) -> Calendar:
    """The puzzles of a month, up to today."""
    return {
        "first": dailies.first_day().isoformat(),
        "items": dailies.month_of(player_of(request), which.year, which.month),
    }


def _daily(request: HttpRequest, day: date) -> Daily:
    board = board_of_day(day)
    if board is None:
        raise missing()
    player = player_of(request)
    return {
        "date": day.isoformat(),
        "board": one_board(player, board),
        "done": dailies.done_on(player, board, day),
        "first": _first(player, board.difficulty),
        **dailies.standing(player, timezone.now().date()),
    }


def _first(player: Player | None, difficulty: str) -> BoardOut | None:
    """An easy board for somebody who has never played, on a day whose puzzle is not easy; else None."""
    if difficulty == "easy" or (player is not None and Game.objects.filter(player=player).exists()):
        return None
    first = first_board()
    return None if first is None else one_board(player, first)
