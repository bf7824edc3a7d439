"""The door to clew-lab, which the studio can do without: what the API gives researchers with it and without.

Only what is imported here, and `clew studio forecast`, import `clew_lab`.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import NoReturn

from django.http import HttpRequest
from django.utils.translation import gettext
from ninja import Router

from clew.optional import install
from clew_studio.requests.problems import Problem


def routers() -> list[Router]:
    """The addresses of what researchers get."""
    if find_spec("clew_lab") is None:
        return [_without]
    from clew_studio.api import experiment_data, exports

    return [exports.router, experiment_data.router]


_without = Router(tags=["research"])


@_without.get("/exports/{path:rest}")
@_without.get("/experiments/{path:rest}/data.zip")
@_without.post("/experiments/{path:rest}/pilot")
def nothing_for_research(request: HttpRequest, rest: str) -> NoReturn:
    """Says what is to be installed."""
    words = gettext("Exports need packages that are not installed on this server: {command}")
    command = install("sweep")  # which brings clew-lab, and pyarrow for Parquet
    raise Problem("unavailable", words.format(command=command), retry_after=3600, install=command)
