"""What a player has done with the puzzles of the day, and the calendar of them."""

from __future__ import annotations

from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

from django.db.models import Min
from django.utils import timezone
from typing_extensions import TypedDict

from clew_studio.boards.daily import board_of_day
from clew_studio.games.streaks import streak_up_to
from clew_studio.models import Board, Daily, Game
from clew_studio.shapes import Day, Difficulty, Family, Key, Moment, Title

if TYPE_CHECKING:
    from clew_studio.models import Player

EARLIEST = date(2020, 1, 1)


class DailyRun(TypedDict):
    """`days` in a row up to today or yesterday, the longest row (`best`), whether today is done, whether a
    day off (`freeze`) is left, and the day for which the last one was used (`frozen`).
    """

    days: int
    best: int
    today: bool
    freeze: bool
    frozen: Day | None


class Standing(TypedDict):
    """Where a player stands with the puzzles of the day; `next`: when the next one begins."""

    streak: DailyRun
    next: Moment


class Done(TypedDict):
    """A player's shortest win on the board of a day."""

    length: int
    time_ms: int
    on_the_day: bool


class CalendarDay(TypedDict):
    """The puzzle of a day, and what the player has done with it."""

    date: Day
    board: Key
    title: Title
    family: Family
    difficulty: Difficulty | None
    par: int | None
    done: Done | None


def first_day() -> date:
    """Return the first day with a puzzle: that of the first published board."""
    first = Board.objects.filter(status=Board.Status.PUBLISHED).aggregate(first=Min("published"))["first"]
    return max(EARLIEST, timezone.now().date() if first is None else first.date())


def solved_days(player: Player) -> set[date]:
    """Return the days whose puzzle the player solved on that day."""
    won = Game.objects.filter(player=player, status=Game.Status.WON, board__daily__isnull=False)
    rows = won.values_list("board__daily__date", "finished")
    return {day for day, finished in rows if finished is not None and finished.date() == day}


def standing(player: Player | None, today: date) -> Standing:
    """Return a player's streak, and the time of the next puzzle."""
    streak = streak_up_to(today, set() if player is None else solved_days(player))
    tomorrow = datetime.combine(today + timedelta(days=1), time(), UTC)
    shown: DailyRun = {
        "days": streak.days,
        "best": streak.best,
        "today": streak.today,
        "freeze": streak.freeze,
        "frozen": None if streak.frozen is None else streak.frozen.isoformat(),
    }
    return {"streak": shown, "next": tomorrow}


def done_on(player: Player | None, board: Board, day: date) -> Done | None:
    """Return the player's shortest win on the board of a day, and whether it was won on that day."""
    if player is None:
        return None
    won = Game.objects.filter(player=player, board=board, status=Game.Status.WON)
    best = won.order_by("length", "elapsed_ms").first()
    if best is None:
        return None
    moments = won.values_list("finished", flat=True)
    return {
        "length": best.length,
        "time_ms": best.elapsed_ms,
        "on_the_day": any(moment is not None and moment.date() == day for moment in moments),
    }


def month_of(player: Player | None, year: int, month: int) -> list[CalendarDay]:
    """Return the puzzles of a month up to today: what each day has, and what the player has done."""
    today = timezone.now().date()
    first, last = date(year, month, 1), date(year, month, monthrange(year, month)[1])
    day, end = max(first, first_day()), min(last, today)
    chosen = set(Daily.objects.filter(date__range=(first, last)).values_list("date", flat=True))
    while day <= end:
        if day not in chosen:
            board_of_day(day)
        day += timedelta(days=1)
    rows = Daily.objects.filter(date__range=(first, end)).select_related("board").order_by("date")
    return [
        {
            "date": row.date.isoformat(),
            "board": row.board_id,
            "title": row.board.title,
            "family": row.board.family,
            "difficulty": row.board.difficulty or None,
            "par": row.board.par,
            "done": done_on(player, row.board, row.date),
        }
        for row in rows
    ]
