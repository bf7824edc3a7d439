"""A box: a process that does for the server whatever needs the rules of a stranger's game, one thing at a
time, until its input ends (`clew_studio.puzzles.elsewhere`).

It is the same site with the same database. What counts requests is left out, since the server has counted
them, and on an embedded site sessions are read from the database alone: its cache belongs to the server.

A task is ``{"do": "answer", "scope": ..., "body": ...}``, answered with a line of JSON and the body of the
answer, or ``{"do": "end", ...}``, the end of a job.
"""

from __future__ import annotations

import base64
import json
import threading
from collections import Counter
from typing import TYPE_CHECKING, Any

from clew_studio.helpers import serve

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew_studio.requests.callers import Scope
    from clew_studio.web.bridge import Answer

Json = dict[str, Any]

TEXTS = ("type", "http_version", "method", "scheme", "path", "root_path", "client", "server")
BYTES = ("raw_path", "query_string")
TOO_LARGE = 0
"""The status that stands for an answer with more bytes than allowed."""


def task_of(scope: Scope, body: bytes) -> Json:
    """A request, as a box reads it."""
    told = {name: scope[name] for name in TEXTS if name in scope}
    told |= {name: scope[name].decode("latin-1") for name in BYTES if scope.get(name) is not None}
    told["headers"] = [[name.decode("latin-1"), text.decode("latin-1")] for name, text in scope["headers"]]
    return {"do": "answer", "scope": told, "body": base64.b64encode(body).decode("ascii")}


def _scope_of(told: Json) -> Scope:
    headers = [(name.encode("latin-1"), text.encode("latin-1")) for name, text in told["headers"]]
    return {
        **told,
        **{name: told[name].encode("latin-1") for name in BYTES if name in told},
        "headers": headers,
    }


def answer_of(data: bytes) -> tuple[Answer, Counter[str]]:
    """The answer in what a box has written, and what was stored. Raises `TooLargeAnswer`."""
    from clew_studio.web.bridge import Answer, TooLargeAnswer

    head, _, body = data.partition(b"\n")
    told = json.loads(head)
    if told["status"] == TOO_LARGE:
        raise TooLargeAnswer
    found = Answer()
    found.status, found.route, found.size = told["status"], told["route"], len(body)
    found.headers = [(name.encode("latin-1"), text.encode("latin-1")) for name, text in told["headers"]]
    found.body.write(body)
    return found, Counter(told["stored"])


def _worker() -> Callable[[Json], bytes]:
    """Opens the site; what it returns does one task."""
    import django
    from django.conf import settings

    django.setup()
    settings.MIDDLEWARE.remove("clew_studio.web.middleware.RateMiddleware")
    if settings.CONFIG.shared is None:
        settings.SESSION_ENGINE = "django.contrib.sessions.backends.db"

    from django.core.wsgi import get_wsgi_application
    from django.db import close_old_connections

    from clew_studio import quotas
    from clew_studio.jobs import queue
    from clew_studio.models import Job
    from clew_studio.web.bridge import TooLargeAnswer, answer

    app = get_wsgi_application()

    def answered(task: Json) -> bytes:
        scope, body = _scope_of(task["scope"]), base64.b64decode(task["body"])
        try:
            with quotas.counted() as bill:
                found = answer(app, scope, body, threading.Event(), settings.CONFIG.bounds.answer)
        except TooLargeAnswer:
            return json.dumps({"status": TOO_LARGE}).encode() + b"\n"
        assert found is not None, "nobody leaves a box"
        head = {
            "status": found.status,
            "route": found.route,
            "stored": bill,
            "headers": [[name.decode("latin-1"), text.decode("latin-1")] for name, text in found.headers],
        }
        found.body.seek(0)
        data = json.dumps(head).encode() + b"\n" + found.body.read()
        found.close()
        return data

    def ended(task: Json) -> bytes:
        close_old_connections()
        held = Job.objects.filter(pk=task["job"], worker=task["worker"], state=Job.State.RUNNING)
        return json.dumps(queue.end(held, task["state"], **task["values"])).encode()

    return lambda task: answered(task) if task["do"] == "answer" else ended(task)


if __name__ == "__main__":
    serve(_worker())
