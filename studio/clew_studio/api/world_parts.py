"""The door to clew-world, which the studio can do without: what the API says of worlds with it and without.

Only what is imported here, and the processes that it starts, import `clew_world`.
"""

from __future__ import annotations

from typing import Annotated, NoReturn

from django.http import HttpRequest
from django.utils.translation import gettext
from ninja import Query, Router
from pydantic import Field

from clew.optional import install, missing
from clew_studio.api.rows import Page
from clew_studio.requests.problems import Problem
from clew_studio.shapes import Part
from clew_studio.worlds.shown import WorldLevel

Install = Annotated[str | None, Field(examples=["pip install ./world"])]
"""What makes worlds run on this server, if they cannot."""


class WorldLevels(Part):
    """The levels, and whether worlds can run on this server."""

    items: list[WorldLevel]
    can_run: bool
    install: Install


def routers() -> list[Router]:
    """The addresses of worlds."""
    if missing("world"):
        return [_without]
    from clew_studio.api import world_drafts, worlds

    return [world_drafts.router, worlds.router]


_without = Router(tags=["worlds"])


@_without.get("/worlds/levels")
def no_levels(request: HttpRequest, page: Annotated[Page, Query()]) -> WorldLevels:
    """No levels, and what is to be installed."""
    return {
        "items": [],
        "count": 0,
        "limit": page.limit,
        "offset": page.offset,
        "can_run": False,
        "install": install("world"),
    }


@_without.post("/worlds")
def no_world(request: HttpRequest) -> NoReturn:
    """Says what is to be installed."""
    raise _unavailable()


@_without.api_operation(["GET", "POST", "PUT", "DELETE"], "/worlds/{path:rest}")
def nothing_of_worlds(request: HttpRequest, rest: str) -> NoReturn:
    """Says what is to be installed."""
    raise _unavailable()


def _unavailable() -> Problem:
    words = gettext("Worlds need packages that are not installed on this server: {command}")
    command = install("world")
    return Problem("unavailable", words.format(command=command), retry_after=3600, install=command)
