"""The service worker, the script that opens pages without the server, and the page that it caches."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static

from clew_studio.requests.problems import Problem
from clew_studio.web.beginning import Beginning
from clew_studio.web.shell import BUILT, built_files, shell

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
