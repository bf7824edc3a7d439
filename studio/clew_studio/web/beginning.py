"""What a page begins with: the answers that the client would request first are sent with its HTML.

On a slow connection, each round trip costs a phone time before it can make the next request. The HTML shell
therefore contains the session and what the page shows first, under the addresses at which the client would
request them.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest

from clew_studio.api import account, boards, dailies, games, maps
from clew_studio.api.rows import Page
from clew_studio.requests.problems import Problem

Json = dict[str, Any]

HOME, PLAY = "src/pages/Gallery.svelte", "src/pages/Play.svelte"
MAP, MAKER = "src/pages/Map.svelte", "src/pages/Maker.svelte"
"""The sources of the pages that strangers see first."""

SHOWN = 18
"""How many boards the gallery asks for at first; `PAGE` and `SPARE` in its source."""

GAMES = 5
"""How many of a board's games a map asks for, to show the last one that was played."""


class Beginning(NamedTuple):
    """The source of a page, and the answers it begins with, by their addresses."""

    source: str | None = None
    answers: Json | None = None


def beginning(request: HttpRequest, parts: Json) -> Beginning:
    """Return what the page at this address begins with."""
    path, key = request.path_info.rstrip("/"), parts.get("board")
    answers: Json = {"/session": account.session(request)}
    if not path and not request.GET:
        return _home(request, answers)
    if key is not None and path == f"/play/{key}" and not request.GET:
        with suppress(Problem, ObjectDoesNotExist):
            answers[f"/boards/{key}/play"] = games.opening(request, key)
        return Beginning(PLAY, answers)
    if key is not None and path == f"/map/{key}":
        return _map(request, key, answers)
    return Beginning(MAKER if path == "/maker" else None, answers)


def _map(request: HttpRequest, key: str, answers: Json) -> Beginning:
    page, which = Page(limit=GAMES, offset=0), games.GameFilter(board=key)
    with suppress(Problem, ObjectDoesNotExist):
        answers[f"/boards/{key}"] = boards.one(request, key)
        answers[f"/games?board={key}&limit={GAMES}"] = games.mine(request, page, which)
        figures = maps.ready(request, key)
        if figures is not None:
            answers[f"/map?board={key}"] = figures  # POST /map answers so
    return Beginning(MAP, answers)


def _home(request: HttpRequest, answers: Json) -> Beginning:
    page, which = Page(limit=SHOWN, offset=0), boards.BoardFilter()
    answers["/starter"] = games.starter(request)
    answers[f"/boards?limit={SHOWN}&offset=0"] = boards.boards(request, page, which)
    with suppress(Problem):
        answers["/daily"] = dailies.today(request)
    return Beginning(HOME, answers)
