"""Leaderboards, and a player's statistics."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from django.utils.translation import gettext
from ninja import Query, Router
from typing_extensions import TypedDict

from clew_studio.api.rows import Page, board_of, name_of, paged
from clew_studio.games import ranking, stats
from clew_studio.models import Game, Player
from clew_studio.requests.callers import player_of
from clew_studio.shapes import Key, Moment, Name, Part, Text

Json = dict[str, Any]
router = Router(tags=["leaderboards"])


class _Ranked(TypedDict):
    rank: int | None
    player: Name
    player_id: Key
    guest: bool
    me: bool


class LeaderRow(_Ranked):
    """A player's best game on a board."""

    length: int
    time_ms: int | None
    when: Moment


class Leaderboard(Part):
    """The leaderboard of a board, how it is made, and my row."""

    items: list[LeaderRow]
    me: LeaderRow | None
    formula: Text


class OverallRow(_Ranked):
    """A player's points over all boards."""

    points: int
    boards: int


class OverallLeaderboard(Part):
    """The leaderboard over all boards, how it is made, and my row."""

    items: list[OverallRow]
    me: OverallRow | None
    formula: Text


@router.get("/boards/{key}/leaderboard")
def of_board(request: HttpRequest, key: str, page: Annotated[Page, Query()]) -> Leaderboard:
    """The leaderboard of a board: fewest moves first."""
    me = player_of(request)
    wins = ranking.wins_on(board_of(request, key))
    ranks = iter(range(page.offset + 1, page.offset + page.limit + 1))
    mine = None if me is None else wins.filter(player=me).first()
    return {
        **paged(wins, page, lambda game: _row(game, next(ranks), me)),
        "me": None if mine is None else _row(mine, ranking.rank_of(mine), me),
        "formula": gettext(ranking.BOARD_FORMULA),
    }


def _row(game: Game, rank: int | None, me: Player | None) -> LeaderRow:
    return {
        "rank": rank,
        "player": name_of(game.player),
        "player_id": game.player_id,
        "guest": game.player.is_guest,
        "length": game.length,
        "time_ms": game.elapsed_ms if game.timed else None,
        "when": game.finished,
        "me": game.player == me,
    }


@router.get("/leaderboard")
def overall(request: HttpRequest, page: Annotated[Page, Query()]) -> OverallLeaderboard:
    """The leaderboard over all boards, by points."""
    me = player_of(request)
    rows = list(ranking.overall())
    players = ranking.players_of(rows[page.offset : page.offset + page.limit])

    def show(numbered: tuple[int, Json]) -> OverallRow:
        rank, row = numbered
        return _overall_row(rank, row, players[row["player"]], me)

    numbered = list(enumerate(rows, 1))
    mine = next(((rank, row) for rank, row in numbered if me is not None and row["player"] == me.pk), None)
    return {
        **paged(numbered, page, show),
        "me": None if mine is None or me is None else _overall_row(*mine, me, me),
        "formula": gettext(ranking.OVERALL_FORMULA),
    }


def _overall_row(rank: int, row: Json, player: Player, me: Player | None) -> OverallRow:
    return {
        "rank": rank,
        "player": player.name,
        "player_id": player.pk,
        "guest": player.is_guest,
        "points": row["points"],
        "boards": row["boards"],
        "me": player == me,
    }


@router.get("/stats")
def mine(request: HttpRequest) -> stats.Stats:
    """My statistics."""
    player = player_of(request)
    return stats.nothing() if player is None else stats.stats_of(player)
