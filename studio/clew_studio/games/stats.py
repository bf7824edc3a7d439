"""What a player has done so far."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Annotated

from django.db.models import Count, F, Q, Sum
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from pydantic import Field
from typing_extensions import TypedDict

from clew_studio.models import Board, Game
from clew_studio.shapes import Family, Moment, Title

if TYPE_CHECKING:
    from clew_studio.models import Player


BADGES = {
    "first-win": gettext_noop("First win"),
    "perfect": gettext_noop("In the fewest moves"),
    "ten-boards": gettext_noop("Ten boards"),
    "all-families": gettext_noop("One of each kind"),
    "streak-3": gettext_noop("A win on three days in a row"),
    "streak-7": gettext_noop("A win on seven days in a row"),
}


class Badge(TypedDict):
    """A badge that a player has earned."""

    key: Annotated[str, Field(examples=["first-win"])]
    title: Title
    earned: Moment


class Run(TypedDict):
    """Days in a row with a win, up to today or yesterday (UTC), and the longest row."""

    days: int
    best: int
    today: bool


class Rating(TypedDict):
    """A rating: it lies within twice its deviation in 95 of 100 cases."""

    value: int
    deviation: int


class FamilyStats(TypedDict):
    """Games of one family; `solved` of the `boards` that are published."""

    family: Family
    games: int
    wins: int
    solved: int
    boards: int


class Stats(TypedDict):
    """What a player has done so far."""

    games: int
    wins: int
    boards: int
    ranked: int
    points: int
    perfect: int
    time_ms: int
    hints: int
    streak: Run
    rating: Rating | None
    families: list[FamilyStats]
    badges: list[Badge]


def stats_of(player: Player) -> Stats:
    """A player's statistics: games, boards, points, days in a row, rating, badges."""
    games = Game.objects.filter(player=player)
    sums = games.aggregate(
        games=Count("id"),
        wins=Count("id", filter=Q(status=Game.Status.WON)),
        ranked=Count("id", filter=Q(best=True)),
        points=Sum("points", filter=Q(best=True)),
        perfect=Count("id", filter=Q(best=True, length=F("board__par"))),
        boards=Count("board", filter=Q(status=Game.Status.WON), distinct=True),
        time_ms=Sum("elapsed_ms"),
        hints=Sum("hints"),
    )
    families = games.values("family").annotate(
        games=Count("id"),
        wins=Count("id", filter=Q(status=Game.Status.WON)),
        solved=Count(
            "board",
            filter=Q(status=Game.Status.WON, board__status=Board.Status.PUBLISHED),
            distinct=True,
        ),
    )
    boards = _published()
    return {
        "games": sums["games"],
        "wins": sums["wins"],
        "boards": sums["boards"],
        "ranked": sums["ranked"],
        "points": sums["points"] or 0,
        "perfect": sums["perfect"],
        "time_ms": sums["time_ms"] or 0,
        "hints": sums["hints"] or 0,
        "streak": streak_of(player),
        "rating": {"value": round(player.rating), "deviation": round(player.deviation)},
        "families": [
            {
                "family": row["family"],
                "games": row["games"],
                "wins": row["wins"],
                "solved": row["solved"],
                "boards": boards.get(row["family"], 0),
            }
            for row in families.order_by("family")
        ],
        "badges": badges_of(player),
    }


def _published() -> dict[str, int]:
    """How many published boards each family has."""
    rows = Board.objects.filter(status=Board.Status.PUBLISHED).values("family").annotate(count=Count("id"))
    return {row["family"]: row["count"] for row in rows.order_by("family")}


def nothing() -> Stats:
    """The statistics of somebody who has not played yet."""
    return {
        "games": 0,
        "wins": 0,
        "boards": 0,
        "ranked": 0,
        "points": 0,
        "perfect": 0,
        "time_ms": 0,
        "hints": 0,
        "streak": {"days": 0, "best": 0, "today": False},
        "rating": None,
        "families": [],
        "badges": [],
    }


def badges_of(holder: Player | Game) -> list[Badge]:
    """Return the badges of a player, or those earned by one game; oldest first."""
    return [
        {"key": badge.key, "title": gettext(BADGES[badge.key]), "earned": badge.earned}
        for badge in holder.badges.order_by("earned", "id")
    ]


def streak_of(player: Player, also: datetime | None = None) -> Run:
    """Return the days in a row with a win, up to today or yesterday (UTC), and the longest streak."""
    won = Game.objects.filter(player=player, status=Game.Status.WON)
    days = {moment.date() for moment in won.values_list("finished", flat=True) if moment is not None}
    if also is not None:
        days.add(also.date())
    today = timezone.now().date()
    last = today if today in days else today - timedelta(days=1)
    return {"days": _run_to(last, days), "best": _longest(days), "today": today in days}


def _run_to(day: date, days: set[date]) -> int:
    count = 0
    while day in days:
        count += 1
        day -= timedelta(days=1)
    return count


def _longest(days: set[date]) -> int:
    ends = [day for day in days if day + timedelta(days=1) not in days]
    return max((_run_to(day, days) for day in ends), default=0)
