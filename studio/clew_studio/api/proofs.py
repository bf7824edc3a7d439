"""Passwords and codes that prove who asks, and the problems of those that do not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from clew_studio.accounts import second_step, signing_in
from clew_studio.api.rows import require_account
from clew_studio.requests.problems import Problem, wrong

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser
    from django.http import HttpRequest

    from clew_studio.models import Player


@contextmanager
def proofs() -> Iterator[None]:
    """Turns what is raised for a missing or wrong code, for too many attempts, and for a password that is
    no longer the account's, into problems.
    """
    try:
        yield
    except signing_in.Shut as shut:
        raise Problem("too-many", _wait(shut), retry_after=shut.seconds) from None
    except second_step.Missing:
        detail = gettext("It is in your authenticator app. You can also use a recovery code.")
        raise Problem("second-step", detail) from None
    except second_step.Wrong:
        detail = gettext("Wrong code: each works once, and for about a minute. Try the next one.")
        raise wrong(("code", detail), code="wrong-code") from None
    except second_step.Overtaken:
        raise _other_password() from None


def with_password(request: HttpRequest, password: str) -> Player:
    """The player, who must have an account and know its password. Raises `Problem`."""
    player = require_account(request)
    assert player.user is not None
    with proofs():
        right = signing_in.is_password(player.user, password)
    if not right:
        raise _other_password()
    return player


def with_code(request: HttpRequest, password: str, code: str) -> AbstractUser:
    """The user, whose account must have a second step, and who must know its password and a code. Raises
    `Problem`.
    """
    user: AbstractUser = with_password(request, password).user
    if second_step.status(user) is None:
        raise Problem("conflict", gettext("Your account has no second step."))
    with proofs():
        signing_in.prove(request, user, code)
    return user


def _other_password() -> Problem:
    return wrong(("password", gettext("This is not the password of your account.")), code="wrong-password")


def _wait(shut: signing_in.Shut) -> str:
    if shut.limit is second_step.CODES:
        return gettext("Too many wrong codes: please wait, or use a recovery code.")
    return gettext("Too many failed attempts: please wait.")
