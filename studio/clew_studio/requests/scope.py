"""A request as ASGI describes it, before Django sees it, and what its cookies say about the caller."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.cached_db import KEY_PREFIX
from django.core.cache import caches
from django.http.cookie import parse_cookie
from django.utils.crypto import constant_time_compare

from clew_studio.models import Player
from clew_studio.requests.identity import KEY

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

ROUTE = "clew.route"
"""The key of a scope, and of a request's `META`, for Django's URL pattern that served it."""


class Visitor:
    """The caller, found by the cookies of a request that does not go through Django."""

    def __init__(self, scope: Scope) -> None:
        held = [text.decode("latin-1") for name, text in scope["headers"] if name.lower() == b"cookie"]
        # Parsed as Django does: other sites on the same host may have set cookies that no standard allows.
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
        """Return the player if already looked up, else an empty text."""
        return self._player or ""

    def player(self) -> str | None:
        """Return the player of the session; None if nothing is stored about the caller. Queries the database
        once.
        """
        if self._player is None:
            self._player = self._find()
        return self._player

    def forget_session(self) -> None:
        """Drop what an embedded site's server has cached of the session: a box may have changed it."""
        if settings.CONFIG.shared is None and self._session is not None:
            caches["sessions"].delete(f"{KEY_PREFIX}{self._session}")

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
