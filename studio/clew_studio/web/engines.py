"""The engine for web pages: a file for each family, and the script of the thread that runs it.

A page must not compile code. This thread may, since its script is served with its own content security policy
(`headers`).
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from clew_studio.boards.in_pages import WORKER, file_of
from clew_studio.requests.problems import Problem


def worker(request: HttpRequest) -> HttpResponse:
    """The script of the thread in which an engine runs."""
    return _kept(file_of(WORKER), "text/javascript")


def engine(request: HttpRequest, family: str) -> HttpResponse:
    """The engine of a family."""
    return _kept(file_of(f"{family}.wasm"), "application/wasm")


def _kept(file: bytes | None, kind: str) -> HttpResponse:
    """The file, which clients may cache for ever: its address changes with its content."""
    if file is None:
        return Problem("not-found").response()
    response = HttpResponse(file, content_type=kind)
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response
