"""The site's icons, and the manifest for adding it to a phone's home screen."""

from __future__ import annotations

from functools import cache

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext

from clew_studio.requests.problems import Problem

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
