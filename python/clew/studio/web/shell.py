"""The page at every address of the client: it loads the client, which does the rest."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from clew.studio.api.problems import Problem
from clew.studio.web.csrf import API

PAGES = (
    "",
    "play",
    "play/<str:board>",
    "rules",
    "rules/<str:family>",
    "maker",
    "maker/<str:board>",
    "map",
    "map/<str:board>",
    "news",
    "games",
    "packs",
    "packs/<str:pack>",
    "experiment/<str:token>",
    "leaderboards",
    "world",
    "world/<str:level>",
    "stats",
    "research",
    "account",
    "account/reset/<str:uid>/<str:token>",
    "embed/<str:board>",
)
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#B93A22" '
    'stroke-width="2.6" stroke-linecap="round"><circle cx="15" cy="15" r="11.5"/>'
    '<path d="M5 11c6 2 13 8 15 14M9 6c7 2 14 9 16 15M25 21c2 4 3 6 5 7"/></svg>'
)
"""A ball of thread, and its end."""

BUILT = Path(__file__).parent.parent / "static" / "studio"
MANIFEST = BUILT / ".vite" / "manifest.json"
ENTRIES = ("index.html", "src/main.ts")


@cache
def assets() -> dict[str, list[str]]:
    """Return the client's scripts and style sheets, from the manifest of its build."""
    try:
        manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {"scripts": [], "styles": []}
    entry = next(manifest[name] for name in ENTRIES if name in manifest)
    return {"scripts": [entry["file"]], "styles": entry.get("css", [])}


def page(request: HttpRequest, **parts: Any) -> HttpResponse:
    """The page in which the client runs."""
    return _shell(request, 200)


def missing(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 404: a problem below the API, otherwise the page in which the client says so."""
    if request.path_info.startswith(API):
        return Problem("not-found").response()
    return _shell(request, 404)


def broken(request: HttpRequest) -> HttpResponse:
    """Answer 500, after an exception outside the API."""
    return Problem("error", gettext("The error has been logged. What you did before it is saved.")).response()


def icon(request: HttpRequest) -> HttpResponse:
    """The site's icon."""
    response = HttpResponse(ICON, content_type="image/svg+xml")
    response["Cache-Control"] = "public, max-age=86400"
    return response


def docs(request: HttpRequest) -> HttpResponse:
    """The API's description, to read and to try."""
    return render(request, "studio/docs.html", {"settings": json.dumps({"url": "/api/v1/openapi.json"})})


def _shell(request: HttpRequest, status: int) -> HttpResponse:
    response = render(request, "studio/shell.html", assets(), status=status)
    response["Cache-Control"] = "no-cache"
    return response
