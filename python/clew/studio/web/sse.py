"""What all server-sent events have in common: who reads them, how they are written, how they end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http.cookies import SimpleCookie
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils.crypto import constant_time_compare

from clew.studio.api.problems import Problem
from clew.studio.models import Player
from clew.studio.who import KEY

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

ALIVE_SECONDS = 15.0
"""After so long without news a comment is sent, so that nobody on the way takes the connection for dead."""


class Visitor:
    """Who asks, by the cookies of a request that does not go through Django."""

    def __init__(self, scope: Scope) -> None:
        headers = {name.decode("latin-1").lower(): text.decode("latin-1") for name, text in scope["headers"]}
        cookies: SimpleCookie = SimpleCookie(headers.get("cookie", ""))
        session = cookies.get(settings.SESSION_COOKIE_NAME)
        language = cookies.get(settings.LANGUAGE_COOKIE_NAME)
        self._session = None if session is None else session.value
        self._player: str | None = None
        told = "en" if language is None else language.value
        self.language = told if told in dict(settings.LANGUAGES) else "en"

    def player(self) -> str | None:
        """The player of the session; None for somebody of whom nothing is kept. Asks the database once."""
        if self._player is None:
            self._player = self._find()
        return self._player

    def _find(self) -> str | None:
        store = SessionStore(self._session)
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
    """An event, with a number where readers may come back to it."""
    told = "" if number is None else f"id: {number}\n"
    await _put(send, f"event: {event}\n{told}data: {data}\n\n")


async def write_alive(send: Send) -> None:
    await _put(send, ": alive\n\n")


async def end(send: Send, data: str) -> None:
    """The last event, and the end of the answer."""
    await write(send, "end", data)
    await send({"type": "http.response.body", "body": b""})


async def gone(receive: Receive) -> None:
    """Waits until the reader has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def refuse(problem: Problem, send: Send) -> None:
    """Answers with a problem instead of events."""
    response = problem.response()
    headers = [
        (name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in response.headers.items()
    ]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})


async def _put(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
