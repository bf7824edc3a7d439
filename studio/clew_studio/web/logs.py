"""Logs and counts each request, and gives it a number that all its log lines have.

The lines contain no address, no name, no text and no query; ids of games and other rows are left out of
paths.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from time import monotonic
from typing import Any

from django.conf import settings
from django.urls import Resolver404, resolve

from clew_studio.requests.callers import ROUTE, Scope, Send
from clew_studio.shared.lines import current
from clew_studio.web import events, worlds
from clew_studio.web.middleware import in_one_form

NUMBER = re.compile(rb"[0-9A-Za-z-]{8,64}")
HEADER = b"x-request-id"
PARAMETER = re.compile(r"<[^<>]+>")
UNKNOWN = "unknown"

log = logging.getLogger("clew_studio.requests")


def route_of(path: str) -> str:
    """The pattern that serves an address, with `*` for each id of a game, a board or another row in it."""
    for stream in (events.PATH, worlds.PATH):
        if found := stream.fullmatch(path):
            return f"{path[: found.start(1)]}*/events"
    try:
        return named(resolve(in_one_form(path)).route)
    except Resolver404:
        return UNKNOWN


@lru_cache(1024)
def named(route: str) -> str:
    """A pattern of Django's as `route_of` returns it."""
    return "/" + PARAMETER.sub("*", route)


@contextmanager
def request(scope: Scope, send: Send) -> Iterator[Send]:
    """Gives a request its number, which its answer has too; logs and counts it when it is over."""
    told = next((value for name, value in scope["headers"] if name == HEADER), b"")
    number = told.decode() if settings.CONFIG.proxies and NUMBER.fullmatch(told) else secrets.token_hex(8)
    status = 0

    async def numbered(message: dict[str, Any]) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
            message = {**message, "headers": [*message["headers"], (HEADER, number.encode())]}
        await send(message)

    from clew_studio.web import figures

    began, token = monotonic(), current.set(number)
    figures.under_way.inc()
    try:
        yield numbered
    finally:
        figures.under_way.dec()
        _end(scope, status, monotonic() - began)
        current.reset(token)


def _end(scope: Scope, status: int, seconds: float) -> None:
    from clew_studio.web import figures

    method = scope["method"] if scope["method"] in METHODS else "other"
    served = scope.get(ROUTE)
    route = UNKNOWN if status == 404 else named(served) if served else route_of(scope["path"])
    figures.requests.labels(method, route, str(status)).inc()
    figures.seconds.labels(route).observe(seconds)
    line = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
    log.info("request", extra={"request_line": line})


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
