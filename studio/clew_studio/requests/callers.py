"""Who sends a request: an address, known before Django sees it, and the player of the session, or the guest
that is created once something must be stored. New sessions are easy to make, new addresses are not.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import lru_cache
from importlib import import_module
from ipaddress import IPv6Address, ip_address
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import Group
from django.contrib.sessions.backends.cached_db import KEY_PREFIX
from django.core.cache import caches
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.middleware.csrf import get_token
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext

from clew_studio import quotas
from clew_studio.models import Player
from clew_studio.requests import attempts
from clew_studio.requests.problems import Problem

IPV6_NETWORK = 64
"""The bits of an IPv6 address that identify a network: within it, a visitor can choose addresses freely."""


def network_of_request(request: HttpRequest) -> str:
    """Where a request comes from, as Django sees it."""
    return network_of(str(request.META.get("REMOTE_ADDR", "")))


@lru_cache(4096)
def network_of(text: str) -> str:
    """The IPv4 address or IPv6 network that counts as one visitor; any other text is returned unchanged."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> IPV6_NETWORK << IPV6_NETWORK)}/{IPV6_NETWORK}"


class Caller(NamedTuple):
    """`address`: where a request comes from. `visitor`: who sends it, a player or else the address."""

    address: str
    visitor: str


def address_of(scope: Scope) -> str:
    """Return where a request comes from: an IPv4 address, or an IPv6 network; empty if that is unknown."""
    client = scope.get("client")
    return network_of("" if client is None else str(client[0]))


def anybody(scope: Scope) -> Caller:
    """Return the caller by address alone, without a database query."""
    address = address_of(scope)
    return Caller(address, address)


async def caller_of(scope: Scope, visitor: Visitor) -> Caller:
    """Return the caller by account or guest if the session is valid, otherwise by address."""
    address = address_of(scope)
    if not visitor.has_session:
        return Caller(address, address)
    return Caller(address, await sync_to_async(_player)(visitor) or address)


def is_behind_proxy() -> bool:
    """Return whether connections come from a proxy, so that many visitors share them."""
    return bool(settings.CONFIG.proxies)


def _player(visitor: Visitor) -> str | None:
    close_old_connections()
    return visitor.player()


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


KEY = "player"
BEFORE = "before"
"""The session's keys for the player, and for the guest who was here before a pupil."""

HOUR = timedelta(hours=1)
EDITORS = "editors"
"""The name of the group whose members may change boards, packs and comments, but no users."""


def player_of(request: HttpRequest) -> Player | None:
    """The player of this session; None if nothing is stored about this visitor."""
    if not hasattr(request, "clew_player"):
        request.clew_player = _find(request)
    found: Player | None = request.clew_player
    return found


def player_or_guest(request: HttpRequest) -> Player:
    """The player of this session, or a new guest. Raises `Problem` if an address creates too many."""
    player = player_of(request)
    if player is None:
        let_in(request)
        name = gettext("Guest {code}").format(code=secrets.token_hex(2).upper())
        player = Player.objects.create(guest_name=name)
        remember(request, player)
    return player


def become_pupil(request: HttpRequest, pupil: Player) -> None:
    """Makes a pupil the player of the session, which remembers the guest that was here before."""
    before = player_of(request)
    if before is not None and before.is_guest and not before.is_pupil:
        request.session[BEFORE] = before.pk
    request.session.cycle_key()
    remember(request, pupil)


def leave_class(request: HttpRequest) -> bool:
    """Makes the guest from before the player of the session again, if a pupil is it now. Returns whether one
    was.
    """
    now = player_of(request)
    if now is None or not now.is_pupil:
        return False
    request.session.cycle_key()
    request.session[KEY] = request.session.pop(BEFORE, None)
    del request.clew_player
    return True


def is_player(request: HttpRequest, player: Player) -> bool:
    """Whether a player, read with the account, is certainly that of this session, so that `player_of` would
    return it. Does not query the database: if this returns False, `player_of` may still return that player.
    """
    account = request.session.get(SESSION_KEY)
    user = player.user
    if user is None or account is None:
        is_here = user is None and account is None and request.session.get(KEY) == player.pk
    else:
        held = request.session.get(HASH_SESSION_KEY, "")
        is_current = constant_time_compare(held, user.get_session_auth_hash())
        is_here = user.is_active and is_current and str(user.pk) == account
    if is_here:
        request.clew_player = player
    return bool(is_here)


def remember(request: HttpRequest, player: Player) -> None:
    """Makes this the player of the session."""
    request.session[KEY] = player.pk
    get_token(request)  # changes must send the token from now on, so its cookie is set too
    request.clew_player = player


def is_editor(request: HttpRequest) -> bool:
    """Whether the account may edit shared content."""
    user = request.user
    if not user.is_authenticated or not user.is_active:
        return False
    return bool(user.is_superuser or user.groups.filter(name=EDITORS).exists())


def editors() -> Group:
    """The group of editors, created if it is missing."""
    return Group.objects.get_or_create(name=EDITORS)[0]


def let_in(request: HttpRequest) -> None:
    """Count a new guest of an address: a school class behind one address is allowed, a flood is not. Raises
    `Problem`.
    """
    if not settings.CONFIG.limited:
        return
    if quotas.is_full():
        raise Problem("unavailable", gettext("The site is full: sign in to play."))
    limit = attempts.Limit("guests", settings.CONFIG.guests, HOUR, HOUR, HOUR)
    wait = attempts.count([limit.of(network_of_request(request))])
    if wait:
        detail = gettext("Too many new visitors from your network: wait a while, or sign in.")
        raise Problem("too-many", detail, retry_after=wait)


def _find(request: HttpRequest) -> Player | None:
    players = Player.objects.select_related("user", "pupil")
    if request.user.is_authenticated:
        player, _ = players.get_or_create(user=request.user)
        return player
    key = request.session.get(KEY)
    return None if key is None else players.filter(pk=key, user=None).first()


GONE = "clew.gone"
"""The key of a request's `META` for the event that is set once the client has disconnected."""


def is_gone(request: HttpRequest) -> Callable[[], bool]:
    """Return whether the client has gone, so that nobody needs the answer."""
    event: threading.Event | None = request.META.get(GONE)
    return (lambda: False) if event is None else event.is_set
