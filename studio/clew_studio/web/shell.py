"""What the site serves besides its API: the HTML page at every address of the client, which loads the client;
icons and manifest; the service worker and the page that it caches; and the engine for pages.

A page must not compile code. The thread that runs the engine may, since its script is served with its own
content security policy (`clew_studio.web.middleware`).
"""

from __future__ import annotations

import json
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import gettext

from clew_studio.boards.in_pages import WORKER, file_of
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


def worker(request: HttpRequest) -> HttpResponse:
    """The script of the thread in which an engine runs."""
    return _part_of_engine(file_of(WORKER), "text/javascript")


def engine(request: HttpRequest, family: str) -> HttpResponse:
    """The engine of a family."""
    return _part_of_engine(file_of(f"{family}.wasm"), "application/wasm")


def _part_of_engine(file: bytes | None, kind: str) -> HttpResponse:
    """The file, which clients may cache for ever: its address changes with its content."""
    if file is None:
        return Problem("not-found").response()
    response = HttpResponse(file, content_type=kind)
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


PAPER, THREAD = "#F6F3EC", "#B93A22"
BALL = (
    f'<g fill="none" stroke="{THREAD}" stroke-width="2.6" stroke-linecap="round">'
    '<circle cx="15" cy="15" r="11.5"/>'
    '<path d="M5 11c6 2 13 8 15 14M9 6c7 2 14 9 16 15M25 21c2 4 3 6 5 7"/></g>'
)
"""A ball of thread, and its end, on 32 by 32."""

ICON = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{BALL}</svg>'
TILE = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="{PAPER}" d="M0 0h64v64H0z"/>'
    f'<g transform="translate(15 16)">{BALL}</g></svg>'
)
"""The icon for a home screen, which may cut off a fifth on each side."""

SIZES = (180, 192, 512)


def icon(request: HttpRequest) -> HttpResponse:
    """The icon of a tab."""
    return _kept(HttpResponse(ICON, content_type="image/svg+xml"))


def tile(request: HttpRequest, size: int) -> HttpResponse:
    """The icon of a home screen."""
    if size not in SIZES:
        return Problem("not-found").response()
    return _kept(HttpResponse(_drawn(size), content_type="image/png"))


def manifest(request: HttpRequest) -> HttpResponse:
    """What a browser needs to know to add the site to a home screen."""
    shown = {
        "name": "Clew",
        "short_name": "Clew",
        "description": gettext("Sliding puzzles, each with a shortest solution that is proved."),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "lang": request.LANGUAGE_CODE,
        "icons": [
            {"src": "/favicon.ico", "type": "image/svg+xml", "sizes": "any"},
            *(
                {
                    "src": f"/icon-{size}.png",
                    "type": "image/png",
                    "sizes": f"{size}x{size}",
                    "purpose": purpose,
                }
                for size in SIZES[1:]
                for purpose in ("any", "maskable")
            ),
        ],
    }
    response = JsonResponse(shown, content_type="application/manifest+json")
    response["Cache-Control"] = "public, max-age=3600"
    return response


@cache
def _drawn(size: int) -> bytes:
    from clew.pictures.raster import png

    return png(TILE, size, size)


def _kept(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "public, max-age=86400"
    return response


SCRIPT = BUILT / "offline.js"
"""The path of the service worker in the client's build."""


def script(request: HttpRequest) -> HttpResponse:
    """The service worker. It begins with the list of this build's files, so a new build is a new script."""
    worker = _worker()
    if worker is None:
        return Problem("not-found").response()
    response = HttpResponse(worker, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


def empty(request: HttpRequest) -> HttpResponse:
    """The page without any player's data in it, which a browser may cache."""
    return shell(request, 200, Beginning())


@cache
def _worker() -> str | None:
    if not SCRIPT.is_file():
        return None
    text = SCRIPT.read_text(encoding="utf-8")
    files = [static(f"studio/{name}") for name in built_files()]
    name = sha256("\n".join([text, *files]).encode()).hexdigest()[:12]
    return f"const BUILD = {json.dumps({'name': name, 'files': files})};\n{text}"
