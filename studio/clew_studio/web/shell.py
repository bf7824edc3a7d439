"""The HTML page at every address of the client: it loads the client, which does the rest."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from clew_studio.requests.problems import Problem, without_database
from clew_studio.web.beginning import Beginning, beginning
from clew_studio.web.middleware import API
from clew_studio.web.previews import preview_of

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
    "packs/<str:pack>/edit",
    "experiment/<str:token>",
    "class",
    "class/<str:token>",
    "classes",
    "classes/<str:classroom>",
    "classes/<str:classroom>/games/<str:game>",
    "classes/<str:classroom>/<str:assignment>",
    "experiments",
    "experiments/<str:experiment>",
    "leaderboards",
    "world",
    "world/make/<str:draft>",
    "world/<str:level>",
    "daily",
    "endless",
    "endless/<str:family>",
    "next",
    "games/<str:game>",
    "players/<str:player>",
    "stats",
    "research",
    "account",
    "account/reset/<str:uid>/<str:token>",
    "embed/<str:board>",
)
BUILT = Path(__file__).parent.parent / "static" / "studio"
MANIFEST = BUILT / ".vite" / "manifest.json"
ENTRIES = ("index.html", "src/main.ts")
WORDS = {"fr": "src/lib/i18n/fr.ts"}
"""The sources of texts in languages that are not part of the client's first files."""


@cache
def _manifest() -> dict[str, Any]:
    """The manifest of the client's build, by source; empty if it was not built."""
    try:
        built: dict[str, Any] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return built


@cache
def assets(sources: tuple[str, ...] = ()) -> dict[str, list[str]]:
    """Return the client's script and style sheet, and the modules that the page with these `sources` needs,
    so that all load at the same time.
    """
    built = _manifest()
    if not built:
        return {"scripts": [], "styles": [], "modules": []}
    entry = next(name for name in ENTRIES if name in built)
    first = _needed(entry, built=built)
    later = _needed(*(source for source in sources if source in built), built=built)
    return {
        "scripts": [built[entry]["file"]],
        "styles": [built["style.css"]["file"]],
        "modules": [built[name]["file"] for name in dict.fromkeys((*first[1:], *later))],
    }


def built_files() -> list[str]:
    """All files of the client, by their names below its folder."""
    parts = _manifest().values()
    found = [name for part in parts for name in (part["file"], *part.get("css", ()), *part.get("assets", ()))]
    return sorted(set(found))


def _needed(*sources: str, built: dict[str, Any]) -> list[str]:
    """These parts of the build and all parts that they import, each once."""
    found = list(sources)
    for name in found:
        found += [other for other in built[name].get("imports", []) if other not in found]
    return found


def page(request: HttpRequest, **parts: Any) -> HttpResponse:
    """The page in which the client runs."""
    return shell(request, 200, beginning(request, parts))


def missing(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 404: a problem below the API, otherwise the page in which the client says so."""
    if request.path_info.startswith(API):
        return Problem("not-found").response()
    return shell(request, 404, Beginning())


def broken(request: HttpRequest) -> HttpResponse:
    """Answer 500, after an exception outside the API; 503 if the database did not answer."""
    if isinstance(sys.exc_info()[1], OperationalError):
        return without_database().response()
    return Problem("error", gettext("The error has been logged. What you did before it is saved.")).response()


def docs(request: HttpRequest) -> HttpResponse:
    """The API's documentation, to read and to try out."""
    return render(request, "studio/docs.html", {"settings": json.dumps({"url": "/api/v1/openapi.json"})})


def shell(request: HttpRequest, status: int, begun: Beginning) -> HttpResponse:
    """The page that loads the client, with the answers that it begins with."""
    words = WORDS.get(request.LANGUAGE_CODE)
    sources = tuple(source for source in (begun.source, words) if source)
    shown = {**assets(sources), "answers": begun.answers, "preview": preview_of(request)}
    response = render(request, "studio/shell.html", shown, status=status)
    response["Cache-Control"] = "private, no-cache"
    return response
