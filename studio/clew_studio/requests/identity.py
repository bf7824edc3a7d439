"""The player behind a request, and the guest that is created once something must be stored."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import Group
from django.middleware.csrf import get_token
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext

from clew_studio import quotas
from clew_studio.models import Player
from clew_studio.requests import attempts
from clew_studio.requests.callers import network_of_request
from clew_studio.requests.problems import Problem

if TYPE_CHECKING:
    from django.http import HttpRequest

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
