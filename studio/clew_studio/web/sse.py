"""What all server-sent events share: how they are written, how they end, and how many pages may read them at
once: in total, per address and per visitor.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.utils import translation

from clew_studio.requests.callers import Receive, Scope, Send
from clew_studio.requests.problems import Problem
from clew_studio.web.request_pools import Busy

ABORT = "clew.abort"
"""The key in a scope's `state` of the function that closes its connection."""

ALIVE_SECONDS = 15.0
"""After this long without an event, a comment is sent, so that no proxy takes the connection for dead.
"""


class Stalled(Exception):
    """A reader read nothing for too long and was disconnected."""


def timed(scope: Scope, send: Send, seconds: float) -> Send:
    """Return a `send` for a reader who must keep reading; otherwise it closes the connection and raises
    `Stalled`.
    """

    async def within(message: dict[str, Any]) -> None:
        try:
            async with asyncio.timeout(seconds):
                await send(message)
        except TimeoutError:
            cut(scope)
            raise Stalled from None

    return within


def cut(scope: Scope) -> None:
    """Close a connection at once, whatever is still to be sent; does nothing if the server cannot."""
    abort = scope.get("state", {}).get(ABORT)
    if abort is not None:
        abort()


async def begin(send: Send) -> None:
    """Send the head of the answer."""
    await send(
        {
            "type": "http.response.start",
            "status": 200,
            "headers": [
                (b"content-type", b"text/event-stream; charset=utf-8"),
                (b"cache-control", b"no-cache, no-transform"),
                (b"x-accel-buffering", b"no"),
                (b"x-content-type-options", b"nosniff"),
            ],
        }
    )


async def write(send: Send, event: str, data: str, number: int | None = None) -> None:
    """Write an event, with a number if readers may resume from it."""
    told = "" if number is None else f"id: {number}\n"
    await _put(send, f"event: {event}\n{told}data: {data}\n\n")


async def write_alive(send: Send) -> None:
    """Write a comment, which readers ignore; it keeps the connection open."""
    await _put(send, ": alive\n\n")


async def end(send: Send, data: str) -> None:
    """Write the last event and end the answer."""
    await write(send, "end", data)
    await send({"type": "http.response.body", "body": b""})


async def gone(receive: Receive) -> None:
    """Wait until the reader has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def refuse(problem: Problem, send: Send, language: str = "en", *, close: bool = False) -> None:
    """Answer with a problem instead; with `close`, this is the last answer on its connection."""
    with translation.override(language):
        response = problem.response()
    headers = [
        (name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in response.headers.items()
    ]
    headers.append((b"content-length", str(len(response.content)).encode()))
    if close:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})


async def _put(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


RETRY_SECONDS = 10


class StreamLimits:
    """Counts the current readers. Use it only in the event loop's thread."""

    def __init__(self) -> None:
        self._addresses: Counter[str] = Counter()
        self._visitors: Counter[str] = Counter()

    def open(self) -> int:
        """How many streams are open."""
        return self._addresses.total()

    @contextmanager
    def at(self, address: str) -> Iterator[None]:
        """Counts one stream of an address while the context lasts, before any query.

        Raises `Busy` if there are too many.
        """
        bounds = settings.CONFIG.bounds
        if self._addresses[address] >= bounds.streams_each:
            raise Busy(mine=True, seconds=RETRY_SECONDS)
        if self._addresses.total() >= bounds.streams:
            raise Busy(mine=False, seconds=RETRY_SECONDS)
        with _counted(self._addresses, address):
            yield

    @contextmanager
    def of(self, visitor: str) -> Iterator[None]:
        """Counts one stream of a visitor while the context lasts. Raises `Busy` if there are too many."""
        if self._visitors[visitor] >= settings.CONFIG.bounds.streams_visitor:
            raise Busy(mine=True, seconds=RETRY_SECONDS)
        with _counted(self._visitors, visitor):
            yield


@contextmanager
def _counted(counts: Counter[str], key: str) -> Iterator[None]:
    counts[key] += 1
    try:
        yield
    finally:
        counts[key] -= 1
        if not counts[key]:
            del counts[key]


streams = StreamLimits()
