"""The door to clew-world, which the studio can do without: what the API says of worlds with it and without.

Only what is imported here, and the processes that it starts, import `clew_world`.
"""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from ninja import Query, Router

from clew.optional import install, missing
from clew_studio.api.paging import Page, paged
from clew_studio.requests.problems import Problem


def routers() -> list[Router]:
    """The addresses of worlds."""
    if missing("world"):
        return [_without]
    from clew_studio.api import world_drafts, worlds

    return [world_drafts.router, worlds.router]


_without = Router(tags=["worlds"])


@_without.get("/worlds/levels")
def no_levels(request: HttpRequest, page: Annotated[Page, Query()]) -> dict[str, Any]:
    """No levels, and what is to be installed."""
    return paged([], page, dict, can_run=False, install=install("world"))


@_without.post("/worlds")
def no_world(request: HttpRequest) -> HttpResponse:
    """Says what is to be installed."""
    raise _unavailable()


@_without.api_operation(["GET", "POST", "PUT", "DELETE"], "/worlds/{path:rest}")
def nothing_of_worlds(request: HttpRequest, rest: str) -> HttpResponse:
    """Says what is to be installed."""
    raise _unavailable()


def _unavailable() -> Problem:
    words = gettext("Worlds need packages that are not installed on this server: {command}")
    command = install("world")
    return Problem("unavailable", words.format(command=command), retry_after=3600, install=command)
