"""Reads request bodies. Each has a maximum size and time, and all of them together have a maximum size."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew_studio.bounds import Bounds
    from clew_studio.requests.callers import Receive, Scope

UPLOADS = re.compile(r"/api/v1/uploads/?|/admin/.*")
FORM = 16 << 10
"""Bytes that a form may add around a file."""

MOST_DRAINED = 8 << 20
RETRY_SECONDS = 5


class Refused(Exception):
    """A body that is not read; `code` is that of the problem."""

    def __init__(self, code: str, seconds: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.seconds = seconds


class Bodies:
    """All bodies in memory now."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.held = 0

    @contextmanager
    def room(self) -> Iterator[Room]:
        """Reserve memory for one body while this context lasts."""
        room = Room(self)
        try:
            yield room
        finally:
            self.held -= room.size


class Room:
    """One body, and how much of the total memory it takes."""

    def __init__(self, bodies: Bodies) -> None:
        self._bodies = bodies
        self.size = 0

    async def read(self, scope: Scope, receive: Receive) -> bytes | None:
        """Return the whole body; None if its sender has gone. Raises `Refused`."""
        bounds = self._bodies.bounds
        most = bounds.upload + FORM if UPLOADS.fullmatch(scope["path"]) else bounds.body
        try:
            async with asyncio.timeout(bounds.body_seconds):
                try:
                    return await self._read(scope, receive, most)
                except Refused:
                    await _drain(receive)
                    raise
        except TimeoutError:
            raise Refused("too-slow") from None

    async def _read(self, scope: Scope, receive: Receive, most: int) -> bytes | None:
        told = dict(scope["headers"]).get(b"content-length", b"0")
        if not told.isdigit() or int(told) > most:
            raise Refused("too-large")
        parts: list[bytes] = []
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            part = message.get("body", b"")
            self._take(len(part), most)
            parts.append(part)
            if not message.get("more_body", False):
                return b"".join(parts)

    def _take(self, more: int, most: int) -> None:
        self.size += more
        self._bodies.held += more
        if self.size > most:
            raise Refused("too-large")
        if self._bodies.held > self._bodies.bounds.bodies:
            raise Refused("unavailable", RETRY_SECONDS)


async def _drain(receive: Receive) -> None:
    """Read some of what is still coming: a sender that is cut off while sending does not see the answer."""
    size = 0
    while size < MOST_DRAINED:
        message = await receive()
        size += len(message.get("body", b""))
        if message["type"] == "http.disconnect" or not message.get("more_body", False):
            return
