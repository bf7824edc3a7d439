"""Session, account and password."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from django.conf import settings
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.translation import gettext
from ninja import Router
from pydantic import Field
from typing_extensions import TypedDict

from clew.puzzles.families import declared
from clew.scenes import FAMILIES
from clew.version import version
from clew_studio.accounts import account, erasing, second_step, signing_in
from clew_studio.api.document import Answer, Later, Made, Nothing
from clew_studio.api.proofs import proofs, with_password
from clew_studio.api.rows import require_player
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
from clew_studio.requests.callers import is_editor, leave_class, player_of, remember
from clew_studio.requests.problems import Problem, wrong
from clew_studio.shapes import Key, Name, Title

router = Router(tags=["account"])

BACKEND = "django.contrib.auth.backends.ModelBackend"
Known = TypeVar("Known", bound=Answer[Any])
CAPS = {family: declared(family).caps for family in FAMILIES}


class ClassLink(TypedDict):
    """The class of a pupil, to link to it."""

    title: Title
    token: Key


class PlayerOut(TypedDict):
    """Who I am; `classroom`: the class in which alone I exist, if I am a pupil."""

    id: Key
    name: Name
    guest: bool
    classroom: ClassLink | None
    email: Annotated[str, Field(examples=["ada@example.org"])]
    editor: bool
    staff: bool


class SessionOut(TypedDict):
    """Who I am, if the site knows me, and what the site can do."""

    player: PlayerOut | None
    language: Annotated[str, Field(examples=["en"])]
    languages: list[Annotated[str, Field(examples=["en"])]]
    version: Annotated[str, Field(examples=["0.9.0"])]
    caps: Annotated[dict[str, dict[str, int]], Field(examples=[{"blocks": {"rows": 24}}])]
    """The largest boards, by family."""
    mails: bool
    """Whether the site can send mail; if not, nobody can get a link to reset a password."""


class LinkOut(TypedDict):
    """The account for which a link sets a password, and whether that takes a code of its second step."""

    name: Name
    second_step: bool


class Empty(TypedDict):
    """Nothing."""


@router.get("/session")
def session(request: HttpRequest) -> SessionOut:
    """Who I am. Also sets the cookie with the CSRF token that every change must send."""
    get_token(request)
    return _session(request, player_of(request))


def _session(request: HttpRequest, player: Player | None) -> SessionOut:
    user = None if player is None else player.user
    pupil = player.pupil if player is not None and player.is_pupil else None
    return {
        "player": None
        if player is None
        else {
            "id": player.pk,
            "name": player.name if pupil is None else pupil.name,
            "guest": player.is_guest,
            "classroom": None
            if pupil is None
            else {"title": pupil.classroom.title, "token": pupil.classroom.token},
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
def sign_in(request: HttpRequest, body: SignInIn) -> Answer[SessionOut]:
    """Signs in, and takes over what I did as a guest."""
    with proofs():
        user = signing_in.signed_in(request, body.name, body.password, body.code)
    if user is None:
        raise wrong(("password", gettext("Wrong name or password")), code="wrong-password")
    return _known_here(request, Answer, _signed_in(request, user))


def _signed_in(request: HttpRequest, user: AbstractUser) -> Player:
    """The player of a user who has just signed in; the session is theirs from now on."""
    guest = player_of(request)
    login(request, user, BACKEND)
    player, _ = Player.objects.get_or_create(user=user)
    account.adopt(player, guest)
    remember(request, player)
    return player


@router.delete("/session")
def sign_out(request: HttpRequest) -> Nothing:
    """Signs out; a pupil leaves the class in this browser."""
    if not leave_class(request):
        logout(request)
    return Nothing()


@router.patch("/session")
def language(request: HttpRequest, body: LanguageIn) -> Answer[SessionOut]:
    """Chooses the language of the site."""
    response: Answer[SessionOut] = Answer(
        {**_session(request, player_of(request)), "language": body.language}
    )
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
def nickname(request: HttpRequest, body: NicknameIn) -> SessionOut:
    """Chooses the name that others see while I am a guest."""
    player = require_player(request)
    if not player.is_guest:
        raise Problem("conflict", gettext("Change the name of an account on its page."))
    if player.is_pupil:
        raise Problem("conflict", gettext("Your teacher can change your name in the class."))
    try:
        account.name_guest(player, body.name)
    except account.Refused as refused:
        raise _invalid(refused) from None
    return _session(request, player)


@router.post("/account")
def sign_up(request: HttpRequest, body: SignUpIn) -> Made[SessionOut]:
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
    return _known_here(request, Made, player)


@router.patch("/account")
def change(request: HttpRequest, body: AccountIn) -> Answer[SessionOut]:
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
    response = Answer(_session(request, player))
    if browser:
        signing_in.remember_browser(request, response, player.user, browser)
    return response


@router.delete("/account")
def leave(request: HttpRequest, body: PasswordIn) -> Nothing:
    """Deletes my account and my data."""
    user = with_password(request, body.password).user
    erasing.leave(user)
    logout(request)
    return Nothing()


@router.get("/account/data")
def data(request: HttpRequest) -> Answer[account.AccountData]:
    """Everything that is stored about me."""
    response = Answer(account.data_of(require_player(request)))
    response["Content-Disposition"] = 'attachment; filename="clew-data.json"'
    return response


@router.post("/account/reset")
def reset(request: HttpRequest, body: ResetIn) -> Later[Empty]:
    """E-mails a link for a new password. The answer does not tell whether the account exists."""
    account.send_reset(body.email, settings.CONFIG.origin)
    return Later({})


@router.get("/account/reset/{uid}/{token}")
def whose(request: HttpRequest, uid: str, token: str) -> LinkOut:
    """The name of the account for which a link sets a password, and whether that takes a code of its second
    step, as long as the link is valid.
    """
    user = account.user_of_link(uid, token)
    if user is None:
        raise _used()
    return {"name": user.get_username(), "second_step": second_step.status(user) is not None}


@router.post("/account/reset/confirm")
def confirm(request: HttpRequest, body: ResetConfirmIn) -> Answer[SessionOut]:
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
    return _known_here(request, Answer, _signed_in(request, user))


def _used() -> Problem:
    return Problem("forbidden", gettext("This link has been used or has expired: request a new one."))


def _known_here(request: HttpRequest, kind: type[Known], player: Player) -> Known:
    """The session after a password check; the browser is remembered."""
    assert player.user is not None
    response = kind(_session(request, player))
    signing_in.remember_browser(request, response, player.user)
    return response


def _invalid(refused: account.Refused) -> Problem:
    return wrong(*refused.errors)
