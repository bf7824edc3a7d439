"""The next board to play, at the player's level."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from clew.studio.accounts.identity import player_of
from clew.studio.api.refs import boards_for
from clew.studio.api.schemas import FamilyName, Key
from clew.studio.api.shown import one_board
from clew.studio.games import stream

Json = dict[str, Any]
router = Router(tags=["boards"])

Par = Annotated[int, Field(ge=0, le=100_000)]


class Wanted(Schema):
    """What the next board should be; `after`: the board just played."""

    after: Key | None = None
    family: FamilyName | None = None
    min_par: Par | None = None
    max_par: Par | None = None


@router.get("/next")
def next_board(request: HttpRequest, which: Annotated[Wanted, Query()]) -> Json:
    """A board at my level that I have not solved (null if there is none), and my rating."""
    player = player_of(request)
    after = None if which.after is None else boards_for(request).filter(pk=which.after).first()
    found = stream.next_for(player, after, which.family, which.min_par, which.max_par)
    return {
        "board": None if found is None else one_board(player, found),
        "rating": stream.standing_of(player),
    }
