"""Session, account and password."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils.translation import gettext
from ninja import Router

from clew.puzzles.families import declared
from clew.scenes import FAMILIES
from clew.version import version
from clew_studio.accounts import account, second_step, signing_in
from clew_studio.api.proofs import proofs, with_password
from clew_studio.api.refs import require_player
from clew_studio.api.schemas import (
    AccountIn,
    LanguageIn,
    NicknameIn,
    PasswordIn,
    ResetConfirmIn,
    ResetIn,
    SignInIn,
    SignUpIn,
)
from clew_studio.models import Player
from clew_studio.requests.identity import is_editor, player_of, remember
from clew_studio.requests.problems import Problem

Json = dict[str, Any]
router = Router(tags=["account"])

BACKEND = "django.contrib.auth.backends.ModelBackend"
CAPS = {family: declared(family).caps for family in FAMILIES}


@router.get("/session")
def session(request: HttpRequest) -> Json:
    """Who I am. Also sets the cookie with the CSRF token that every change must send."""
    get_token(request)
    return _session(request, player_of(request))


def _session(request: HttpRequest, player: Player | None) -> Json:
    user = None if player is None else player.user
    return {
        "player": None
        if player is None
        else {
            "id": player.pk,
            "name": player.name,
            "guest": player.is_guest,
            "email": "" if user is None else user.email,
            "editor": is_editor(request),
            "staff": user is not None and user.is_staff,
        },
        "language": request.LANGUAGE_CODE,
        "languages": [code for code, _ in settings.LANGUAGES],
        "version": version(),
        "caps": CAPS,
        "mails": settings.MAIL.is_sent,
    }


@router.post("/session")
def sign_in(request: HttpRequest, body: SignInIn) -> JsonResponse:
    """Signs in, and takes over what I did as a guest."""
    with proofs():
        user = signing_in.signed_in(request, body.name, body.password, body.code)
    if user is None:
        raise Problem("wrong-password")
    return _known_here(request, _signed_in(request, user), 200)


def _signed_in(request: HttpRequest, user: AbstractUser) -> Player:
    """The player of a user who has just signed in; the session is theirs from now on."""
    guest = player_of(request)
    login(request, user, BACKEND)
    player, _ = Player.objects.get_or_create(user=user)
    account.adopt(player, guest)
    remember(request, player)
    return player


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


@router.put("/nickname")
def nickname(request: HttpRequest, body: NicknameIn) -> Json:
    """Chooses the name that others see while I am a guest."""
    player = require_player(request)
    if not player.is_guest:
        raise Problem("conflict", gettext("Change the name of an account on its page."))
    try:
        account.name_guest(player, body.name)
    except account.Refused as refused:
        raise _invalid(refused) from None
    return _session(request, player)


@router.post("/account")
def sign_up(request: HttpRequest, body: SignUpIn) -> JsonResponse:
    """Creates an account, which takes over what I did as a guest."""
    guest = player_of(request)
    if guest is not None and not guest.is_guest:
        raise Problem("conflict", gettext("You are already signed in: sign out first."))
    try:
        player = account.sign_up(guest, body.name, body.email.strip(), body.password)
    except account.Refused as refused:
        raise _invalid(refused) from None
    login(request, player.user, backend=BACKEND)
    remember(request, player)
    return _known_here(request, player, 201)


@router.patch("/account")
def change(request: HttpRequest, body: AccountIn) -> JsonResponse:
    """Changes name, address or password."""
    player = with_password(request, body.password)
    assert player.user is not None
    browser = signing_in.known_browser(request, player.user)
    try:
        with proofs():
            account.change(player.user, name=body.name, email=body.email, new_password=body.new_password)
    except account.Refused as refused:
        raise _invalid(refused) from None
    update_session_auth_hash(request, player.user)
    response = JsonResponse(_session(request, player))
    if browser:
        signing_in.remember_browser(request, response, player.user, browser)
    return response


@router.delete("/account")
def leave(request: HttpRequest, body: PasswordIn) -> HttpResponse:
    """Deletes my account and my data."""
    user = with_password(request, body.password).user
    logout(request)
    account.leave(user)
    return HttpResponse(status=204)


@router.get("/account/data")
def data(request: HttpRequest) -> JsonResponse:
    """Everything that is stored about me."""
    response = JsonResponse(account.data_of(require_player(request)))
    response["Content-Disposition"] = 'attachment; filename="clew-data.json"'
    return response


@router.post("/account/reset")
def reset(request: HttpRequest, body: ResetIn) -> JsonResponse:
    """E-mails a link for a new password. The answer does not tell whether the account exists."""
    account.send_reset(body.email, settings.CONFIG.origin)
    return JsonResponse({}, status=202)


@router.get("/account/reset/{uid}/{token}")
def whose(request: HttpRequest, uid: str, token: str) -> Json:
    """The name of the account for which a link sets a password, and whether that takes a code of its second
    step, as long as the link is valid.
    """
    user = account.user_of_link(uid, token)
    if user is None:
        raise _used()
    return {"name": user.get_username(), "second_step": second_step.status(user) is not None}


@router.post("/account/reset/confirm")
def confirm(request: HttpRequest, body: ResetConfirmIn) -> JsonResponse:
    """Sets the new password, and signs in."""
    try:
        with proofs():
            user = account.reset(
                body.uid, body.token, body.password, lambda user: signing_in.prove(request, user, body.code)
            )
    except account.Refused as refused:
        raise _invalid(refused) from None
    if user is None:
        raise _used()
    return _known_here(request, _signed_in(request, user), 200)


def _used() -> Problem:
    return Problem("forbidden", gettext("This link has been used or has expired: request a new one."))


def _known_here(request: HttpRequest, player: Player, status: int) -> JsonResponse:
    """The session after a password check; the browser is remembered."""
    assert player.user is not None
    response = JsonResponse(_session(request, player), status=status)
    signing_in.remember_browser(request, response, player.user)
    return response


def _invalid(refused: account.Refused) -> Problem:
    errors = [{"where": f"body.{field}", "message": message} for field, message in refused.errors]
    return Problem("invalid", refused.errors[0][1], errors=errors)
