"""What all server-sent events share: who reads them, how they are written, how they end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.http.cookie import parse_cookie
from django.utils import translation
from django.utils.crypto import constant_time_compare

from clew.studio.accounts.identity import KEY
from clew.studio.api.problems import Problem
from clew.studio.models import Player

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

ABORT = "clew.abort"
"""The key in a scope's `state` for what closes its connection."""

ALIVE_SECONDS = 15.0
"""After this long without news, a comment is sent, so that nobody in between takes the connection for dead.
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


class Visitor:
    """The caller, found by the cookies of a request that does not go through Django."""

    def __init__(self, scope: Scope) -> None:
        held = [text.decode("latin-1") for name, text in scope["headers"] if name.lower() == b"cookie"]
        # As Django reads them: other sites of the same host may have set cookies that no standard allows.
        cookies = parse_cookie("; ".join(held))
        self._session = cookies.get(settings.SESSION_COOKIE_NAME)
        self._player: str | None = None
        told = cookies.get(settings.LANGUAGE_COOKIE_NAME, "en")
        self.language = told if told in dict(settings.LANGUAGES) else "en"

    @property
    def has_session(self) -> bool:
        """Return whether the request names a session, which need not be valid."""
        return self._session is not None

    @property
    def known(self) -> str:
        """Return the player found before; empty if none was."""
        return self._player or ""

    def player(self) -> str | None:
        """Return the player of the session; None if nothing is stored about the caller. Queries the database
        once.
        """
        if self._player is None:
            self._player = self._find()
        return self._player

    def _find(self) -> str | None:
        store = import_module(settings.SESSION_ENGINE).SessionStore(self._session)
        user = store.get(SESSION_KEY)
        if user is not None:
            player = Player.objects.select_related("user").filter(user=user, user__is_active=True).first()
            held = store.get(HASH_SESSION_KEY, "")
            is_current = player is not None and constant_time_compare(
                held, player.user.get_session_auth_hash()
            )
            return player.pk if is_current else None
        guest: str | None = store.get(KEY)
        return guest


async def begin(send: Send) -> None:
    """The head of the answer."""
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
    """A comment that readers ignore; it keeps the connection open."""
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
    """Answers with a problem instead; with `close` as the last answer of its connection."""
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
