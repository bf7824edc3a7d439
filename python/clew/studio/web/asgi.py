"""The ASGI application: events of jobs and worlds by themselves, everything else Django in threads.

A body is read whole before a thread is spent on it, so that a slow sender holds none, and one that is too
large is refused before it is read.
"""

from __future__ import annotations

import re
from typing import Any

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

from clew.studio.web import events, worlds
from clew.studio.web.sse import Receive, Scope, Send
from clew.studio.worlds.keeper import keeper

THREADS = 16
MOST_BODY = 256 << 10
MOST_UPLOAD = (1 << 20) + (16 << 10)
"""A file of 1 MiB and what a form puts around it."""

MOST_DRAINED = 8 << 20

UPLOADS = re.compile(r"/api/v1/uploads/?|/admin/.*")


class TooLarge(Exception):
    """A body of more bytes than are read here."""


class Application:
    def __init__(self) -> None:
        self.django: Any = WSGIMiddleware(get_wsgi_application(), workers=THREADS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _lifespan(receive, send)
        elif scope["type"] != "http":
            raise ValueError(f"{scope['type']} is not served here")
        elif scope["method"] == "GET" and events.PATH.fullmatch(scope["path"]):
            await events.events(scope, receive, send)
        elif scope["method"] == "GET" and worlds.PATH.fullmatch(scope["path"]):
            await worlds.world_events(scope, receive, send)
        else:
            await self._page(scope, receive, send)

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        most = MOST_UPLOAD if UPLOADS.fullmatch(scope["path"]) else MOST_BODY
        try:
            body = await _read(scope, receive, most)
        except TooLarge:
            await _drain(receive)
            await _refuse(send)
            return
        if body is None:
            return
        headers = [(name, value) for name, value in scope["headers"] if name not in _LENGTHS]
        whole = {**scope, "headers": [*headers, (b"content-length", str(len(body)).encode())]}
        await self.django(whole, _replayed(body, receive), send)


_LENGTHS = (b"content-length", b"transfer-encoding")


async def _read(scope: Scope, receive: Receive, most: int) -> bytes | None:
    """The whole body; None where the sender has gone. Raises `TooLarge`."""
    told = dict(scope["headers"]).get(b"content-length", b"0")
    if not told.isdigit() or int(told) > most:
        raise TooLarge
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        part = message.get("body", b"")
        size += len(part)
        if size > most:
            raise TooLarge
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)


async def _drain(receive: Receive) -> None:
    """Reads some of what still comes: who is cut off while sending does not hear the answer."""
    size = 0
    while size < MOST_DRAINED:
        message = await receive()
        size += len(message.get("body", b""))
        if message["type"] == "http.disconnect" or not message.get("more_body", False):
            return


def _replayed(body: bytes, receive: Receive) -> Receive:
    told = False

    async def again() -> dict[str, Any]:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _refuse(send: Send) -> None:
    from clew.studio.api.problems import Problem

    response = Problem("too-large").response()
    headers = [(b"content-type", response["Content-Type"].encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        is_end = message["type"] == "lifespan.shutdown"
        if is_end:
            await keeper.stop()
        else:
            keeper.start()
        await send({"type": f"{message['type']}.complete"})
        if is_end:
            return
