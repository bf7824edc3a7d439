"""Profiles: what a player has done, as far as they wish others to see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from django.db.models import Count, Q
from django.http import HttpRequest
from ninja import Router
from typing_extensions import TypedDict

from clew_studio.api.rows import require_player
from clew_studio.api.schemas import Body
from clew_studio.games import stats
from clew_studio.models import Board, Game, Player
from clew_studio.requests.callers import player_of
from clew_studio.shapes import BoardName, Family, Key, Moment, Name, Title

if TYPE_CHECKING:
    from django.db.models import QuerySet

router = Router(tags=["players"])

MOST_WINS = 20
MOST_POINTS = 200
"""The most ratings on a curve; of more, the latest are shown."""


class _Head(TypedDict):
    id: Key
    name: Name
    guest: bool
    me: bool


class HiddenProfile(_Head):
    """A player whose profile is private."""

    public: Literal[False]


class RatingPoint(TypedDict):
    """A rating after a game."""

    at: Moment
    value: int
    deviation: int


class SolvedOfFamily(TypedDict):
    """How many boards of a family a player has solved, and how many of them in the fewest moves."""

    family: Family
    boards: int
    perfect: int


class Win(TypedDict):
    """A player's best game on a board."""

    board: Key
    title: Title
    family: Family
    length: int
    par: int | None
    time_ms: int | None
    when: Moment


class Profile(_Head):
    """What a player has done."""

    public: bool
    since: Moment
    points: int
    wins: int
    boards: int
    perfect: int
    streak: stats.Run
    rating: stats.Rating | None
    ratings: list[RatingPoint]
    families: list[SolvedOfFamily]
    badges: list[stats.Badge]
    history: list[Win]
    made: list[BoardName]


class ProfileIn(Body):
    """Whether others see my profile."""

    public: bool


@router.get("/players/{key}")
def one(request: HttpRequest, key: str) -> Profile | HiddenProfile:
    """A player's profile; of a private one only the name."""
    player = Player.objects.select_related("user").get(pk=key, pupil=None)
    return profile_of(player, player_of(request))


@router.put("/profile")
def change(request: HttpRequest, body: ProfileIn) -> Profile | HiddenProfile:
    """Shows my profile to others, or hides it."""
    player = require_player(request)
    player.is_public = body.public
    player.save(update_fields=["is_public"])
    return profile_of(player, player)


def profile_of(player: Player, viewer: Player | None) -> Profile | HiddenProfile:
    """Return a player's profile as `viewer` may see it; of a private one only the name."""
    mine = player == viewer
    head: _Head = {"id": player.pk, "name": player.name, "guest": player.is_guest, "me": mine}
    if not (player.is_public or mine):
        return {**head, "public": False}
    numbers = stats.stats_of(player)
    return {
        **head,
        "public": player.is_public,
        "since": player.created,
        "points": numbers["points"],
        "wins": numbers["wins"],
        "boards": numbers["boards"],
        "perfect": numbers["perfect"],
        "streak": numbers["streak"],
        "badges": numbers["badges"],
        "rating": numbers["rating"] if player.ratings.exists() else None,
        "ratings": _ratings(player),
        "families": _families(player),
        "history": [_win(game) for game in _wins(player)[:MOST_WINS]],
        "made": list(_made(player).values("id", "title")[:MOST_WINS]),
    }


def _wins(player: Player) -> QuerySet[Game]:
    best = Game.objects.filter(player=player, best=True, board__status=Board.Status.PUBLISHED)
    return best.select_related("board").order_by("-finished")


def _made(player: Player) -> QuerySet[Board]:
    return Board.objects.filter(owner=player, status=Board.Status.PUBLISHED)


def _win(game: Game) -> Win:
    assert game.board is not None
    return {
        "board": game.board.pk,
        "title": game.board.title,
        "family": game.family,
        "length": game.length,
        "par": game.board.par,
        "time_ms": game.elapsed_ms if game.timed else None,
        "when": game.finished,
    }


def _families(player: Player) -> list[SolvedOfFamily]:
    """Return for each family how many boards the player has solved, and how many of them in par."""
    won = Game.objects.filter(player=player, best=True).order_by()
    rows = won.values("family").annotate(
        boards=Count("board", distinct=True), points=Count("id", filter=Q(points=100))
    )
    return [
        {"family": row["family"], "boards": row["boards"], "perfect": row["points"]}
        for row in rows.order_by("family")
    ]


def _ratings(player: Player) -> list[RatingPoint]:
    last = list(player.ratings.order_by("-at", "-id")[:MOST_POINTS])[::-1]
    return [
        {"at": point.at, "value": round(point.rating), "deviation": round(point.deviation)} for point in last
    ]
