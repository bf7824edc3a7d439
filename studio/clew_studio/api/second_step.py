"""The second step of my account: turning it on and off, and its recovery codes."""

from __future__ import annotations

from typing import Annotated

from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest
from django.utils.translation import gettext
from ninja import Router
from pydantic import Field
from typing_extensions import TypedDict

from clew_studio.accounts import second_step, signing_in
from clew_studio.api.document import Answer, Nothing
from clew_studio.api.proofs import proofs, with_code, with_password
from clew_studio.api.rows import require_account
from clew_studio.api.schemas import CodeIn, PasswordIn
from clew_studio.requests.problems import Problem
from clew_studio.shapes import Moment

router = Router(tags=["account"])

OFFERED = "second-step"
"""Where the session keeps a key until its first code is entered."""


class SecondStep(TypedDict):
    """Whether my account has a second step, since when, and how many recovery codes are left."""

    on: bool
    since: Moment | None
    recovery_codes: int


class StepOffer(TypedDict):
    """A key for an authenticator app, with the SVG of its QR code."""

    key: Annotated[str, Field(examples=["JBSWY3DPEHPK3PXP"])]
    uri: Annotated[str, Field(examples=["otpauth://totp/Clew:ada?secret=JBSWY3DPEHPK3PXP"])]
    picture: Annotated[str, Field(examples=["<svg/>"])]


class Recovery(TypedDict):
    """Recovery codes, each of which works once instead of a code of the app."""

    recovery_codes: list[Annotated[str, Field(examples=["k7ye-m2qf"])]]


@router.get("/account/second-step")
def show(request: HttpRequest) -> SecondStep:
    """Whether my account has a second step, and how many recovery codes are left."""
    user = require_account(request).user
    assert user is not None
    found = second_step.status(user)
    if found is None:
        return {"on": False, "since": None, "recovery_codes": 0}
    return {"on": True, "since": found.since, "recovery_codes": found.recovery_codes}


@router.post("/account/second-step")
def offer(request: HttpRequest, body: PasswordIn) -> StepOffer:
    """Makes a key for an authenticator app. Nothing changes until a code of it is sent back."""
    user = with_password(request, body.password).user
    assert user is not None
    _must_be_off(second_step.status(user))
    made = second_step.offer(user)
    request.session[OFFERED] = made.key
    return {"key": made.key, "uri": made.uri, "picture": made.picture}


@router.put("/account/second-step")
def turn_on(request: HttpRequest, body: CodeIn) -> Answer[Recovery]:
    """Turns the second step on by the first code of the key. All my other sessions end."""
    user = with_password(request, body.password).user
    assert user is not None
    _must_be_off(second_step.status(user))
    key = request.session.get(OFFERED)
    if key is None:
        raise Problem("conflict", gettext("Begin again: this page no longer has a key for your app."))
    with proofs():
        codes = second_step.turn_on(user, key, body.code, body.password)
    del request.session[OFFERED]
    update_session_auth_hash(request, user)
    response: Answer[Recovery] = Answer({"recovery_codes": codes})
    signing_in.remember_browser(request, response, user)
    return response


@router.delete("/account/second-step")
def turn_off(request: HttpRequest, body: CodeIn) -> Nothing:
    """Turns the second step off."""
    second_step.turn_off(with_code(request, body.password, body.code))
    return Nothing()


@router.post("/account/second-step/recovery")
def renew(request: HttpRequest, body: CodeIn) -> Recovery:
    """Replaces my recovery codes."""
    user = with_code(request, body.password, body.code)
    with proofs():
        return {"recovery_codes": second_step.renew(user)}


def _must_be_off(found: second_step.Status | None) -> None:
    if found is not None:
        raise Problem("conflict", gettext("Your account has a second step already."))
