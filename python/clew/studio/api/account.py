"""Who I am here: session, account, password."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils.translation import gettext
from ninja import Router

from clew import __version__
from clew.puzzles import limits
from clew.studio import accounts
from clew.studio.api.problems import Problem
from clew.studio.api.refs import require_account, require_player
from clew.studio.api.schemas import (
    AccountIn,
    LanguageIn,
    PasswordIn,
    ResetConfirmIn,
    ResetIn,
    SignInIn,
    SignUpIn,
)
from clew.studio.models import Player
from clew.studio.web.rates import caller_of
from clew.studio.who import is_editor, player_of, remember

Json = dict[str, Any]
router = Router(tags=["account"])

FAILURES = 5
FAILURE_SECONDS = 900
CAPS = {
    "blocks": {"side": limits.GRID_SIDE, "pieces": limits.PIECES},
    "ricochet": {"side": limits.GRID_SIDE, "pieces": limits.PIECES},
    "pebbles": {"cells": limits.PEBBLE_CELLS},
    "coroutine": {"side": limits.COROUTINE_SIDE},
}


@router.get("/session")
def session(request: HttpRequest) -> Json:
    """Who I am; sets the cookie with the token that changes must bring."""
    get_token(request)
    return _session(request, player_of(request))


def _session(request: HttpRequest, player: Player | None) -> Json:
    user = None if player is None else player.user
    return {
        "player": None
        if player is None
        else {
            "name": player.name,
            "guest": player.is_guest,
            "email": "" if user is None else user.email,
            "editor": is_editor(request),
            "staff": user is not None and user.is_staff,
        },
        "language": request.LANGUAGE_CODE,
        "languages": [code for code, _ in settings.LANGUAGES],
        "version": __version__,
        "caps": CAPS,
    }


@router.post("/session")
def sign_in(request: HttpRequest, body: SignInIn) -> Json:
    """Signs in; what I did as a guest comes along."""
    key = _failures(f"{body.name.lower()} {caller_of(request)}")
    if cache.get(key, 0) >= FAILURES:
        raise Problem("too-many", gettext("Too many failures: wait."), retry_after=FAILURE_SECONDS)
    known = accounts.find_user(body.name)
    name = body.name if known is None else known.get_username()
    user = authenticate(request, username=name, password=body.password)
    if user is None:
        cache.add(key, 0, FAILURE_SECONDS)
        cache.incr(key)
        raise Problem("wrong-password")
    guest = player_of(request)
    login(request, user)
    player, _ = Player.objects.get_or_create(user=user)
    accounts.adopt(player, guest)
    remember(request, player)
    return _session(request, player)


@router.delete("/session")
def sign_out(request: HttpRequest) -> HttpResponse:
    """Signs out."""
    logout(request)
    return HttpResponse(status=204)


@router.patch("/session")
def language(request: HttpRequest, body: LanguageIn) -> JsonResponse:
    """Chooses the language of the site."""
    response = JsonResponse({**_session(request, player_of(request)), "language": body.language})
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        body.language,
        max_age=365 * 24 * 3600,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=False,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )
    return response


@router.post("/account")
def sign_up(request: HttpRequest, body: SignUpIn) -> JsonResponse:
    """Makes an account; what I did as a guest stays mine."""
    guest = player_of(request)
    if guest is not None and not guest.is_guest:
        raise Problem("conflict", gettext("You are signed in: sign out first."))
    try:
        player = accounts.sign_up(guest, body.name, body.email.strip(), body.password)
    except accounts.Refused as refused:
        raise _invalid(refused) from None
    login(request, player.user, backend="django.contrib.auth.backends.ModelBackend")
    remember(request, player)
    return JsonResponse(_session(request, player), status=201)


@router.patch("/account")
def change(request: HttpRequest, body: AccountIn) -> Json:
    """Changes name, address or password."""
    player = _with_password(request, body.password)
    assert player.user is not None
    try:
        accounts.change(player.user, name=body.name, email=body.email, new_password=body.new_password)
    except accounts.Refused as refused:
        raise _invalid(refused) from None
    update_session_auth_hash(request, player.user)
    return _session(request, player)


@router.delete("/account")
def leave(request: HttpRequest, body: PasswordIn) -> HttpResponse:
    """Deletes my account and everything of mine."""
    user = _with_password(request, body.password).user
    logout(request)
    accounts.leave(user)
    return HttpResponse(status=204)


@router.get("/account/data")
def data(request: HttpRequest) -> JsonResponse:
    """Everything that is kept about me."""
    response = JsonResponse(accounts.data_of(require_player(request)))
    response["Content-Disposition"] = 'attachment; filename="clew-data.json"'
    return response


@router.post("/account/reset")
def reset(request: HttpRequest, body: ResetIn) -> JsonResponse:
    """Mails a link for a new password; whether there is such an account is not told."""
    base = settings.CONFIG.url or f"{request.scheme}://{request.get_host()}"
    accounts.send_reset(body.email, lambda uid, token: f"{base}/account/reset/{uid}/{token}")
    return JsonResponse({}, status=202)


@router.post("/account/reset/confirm")
def confirm(request: HttpRequest, body: ResetConfirmIn) -> Json:
    """Sets the new password."""
    try:
        done = accounts.reset(body.uid, body.token, body.password)
    except accounts.Refused as refused:
        raise _invalid(refused) from None
    if not done:
        raise Problem("forbidden", gettext("This link is used up or too old: ask for a new one."))
    return _session(request, player_of(request))


def _with_password(request: HttpRequest, password: str) -> Player:
    player = require_account(request)
    key = _failures(player.pk)
    if cache.get(key, 0) >= FAILURES:
        raise Problem("too-many", gettext("Too many failures: wait."), retry_after=FAILURE_SECONDS)
    assert player.user is not None
    if not player.user.check_password(password):
        cache.add(key, 0, FAILURE_SECONDS)
        cache.incr(key)
        raise Problem("wrong-password")
    return player


def _failures(who: str) -> str:
    """Where failures are counted."""
    return f"failures:{sha256(who.encode()).hexdigest()}"


def _invalid(refused: accounts.Refused) -> Problem:
    errors = [{"where": f"body.{field}", "message": message} for field, message in refused.errors]
    return Problem("invalid", refused.errors[0][1], errors=errors)
