"""The second step of signing in, which an account can turn on: one-time codes, and recovery codes.

One-time codes are those of RFC 6238, which every authenticator app computes: six digits for each half minute.
One is accepted up to half a minute early or late, and only if no code of that time or later was accepted
before. A recovery code is accepted once. It is random and long, so a digest of it is stored, without a salt,
and guesses need no limit beyond that of sign-ins.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import timedelta
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext

from clew_studio.accounts import posting
from clew_studio.database import fresh
from clew_studio.models import RecoveryCode, SecondStep
from clew_studio.requests import attempts
from clew_studio.requests.attempts import Limit

if TYPE_CHECKING:
    from datetime import datetime

    from django.contrib.auth.models import AbstractUser

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
CODES = Limit("codes", 5, DAY, timedelta(minutes=15), timedelta(hours=4))
"""Wrong codes for an account from all browsers that are new to it, and from each that is not. Whoever knows
the password and guesses codes is right once in 330,000 times.
"""

MAILS = Limit("second-step-mails", 6, HOUR, HOUR, HOUR)
EARLY_OR_LATE = 1
RECOVERY_CODES = 10
GROUPS, LETTERS = 4, 4
"""A recovery code has four groups of four characters, 79 random bits."""

_CODE = re.compile(r"\d{6}")


class Missing(Exception):
    """The account has a second step, and no code was given."""


class Wrong(Exception):
    """The code is not, or no longer, one of the account's."""


class Overtaken(Exception):
    """The account got another password, or a second step, after its password or a link was checked."""


class Offer(NamedTuple):
    """A key that a second step may get: as text, as the address that apps read, as the picture of that."""

    key: str
    uri: str
    picture: str


class Status(NamedTuple):
    """Since when an account has a second step, and how many recovery codes are left."""

    since: datetime
    recovery_codes: int


def status(user: AbstractUser) -> Status | None:
    """The second step of an account; None if it has none."""
    step = SecondStep.objects.filter(user=user).first()
    return None if step is None else Status(step.since, step.recovery_codes.count())


def offer(user: AbstractUser) -> Offer:
    """A new key for an account. Nothing is stored."""
    import pyotp
    import segno

    key = pyotp.random_base32()
    issuer = f"Clew ({urlsplit(settings.CONFIG.origin).hostname})"
    uri = pyotp.TOTP(key).provisioning_uri(name=user.get_username(), issuer_name=issuer)
    drawn = BytesIO()
    code = segno.make(uri, error="m", micro=False)
    code.save(drawn, kind="svg", xmldecl=False, omitsize=True, light="#fff", nl=False)
    return Offer(key, uri, drawn.getvalue().decode())


def turn_on(user: AbstractUser, key: str, code: str, password: str) -> list[str]:
    """Gives an account its second step, and returns the recovery codes. The password is stored with a new
    salt, so that all sessions end and no link sets a password. Raises `Wrong`, and `Overtaken` if the account
    got another password meanwhile.
    """
    period = _period(key, _plain(code))
    if period is None:
        raise Wrong
    proved = user.password
    user.set_password(password)
    with transaction.atomic():
        step = SecondStep.objects.create(user=user, key=key, last_period=period)
        same = get_user_model().objects.filter(pk=user.pk, password=proved)
        if not same.update(password=user.password):
            raise Overtaken
        codes = _new_codes(step)
    _tell(
        user,
        gettext("Clew: the second step is on"),
        gettext(
            "Hello {name},\n\nfrom now on, you need your password and a code from your authenticator app to "
            "sign in. If you did not turn this on, tell the administrator of the site:\n{link}\n"
        ),
    )
    return codes


def turn_off(user: AbstractUser, *, at_once: bool = False) -> bool:
    """Takes the second step off an account. Returns whether there was one. `at_once`: the process ends soon,
    so wait until the mail is sent.
    """
    if SecondStep.objects.filter(user=user).delete()[0] == 0:
        return False
    attempts.forget([CODES.of(_whose(user))])
    _tell(
        user,
        gettext("Clew: the second step is off"),
        gettext(
            "Hello {name},\n\nfrom now on, your password is enough to sign in. If you did not turn the "
            "second step off, set a new password:\n{link}\n"
        ),
        at_once=at_once,
    )
    return True


def renew(user: AbstractUser) -> list[str]:
    """Replaces the recovery codes of an account, and returns the new ones. Raises `Missing` if it has no
    second step.
    """
    with transaction.atomic():
        step = SecondStep.objects.select_for_update().filter(user=user).first()
        if step is None:
            raise Missing
        step.recovery_codes.all().delete()
        codes = _new_codes(step)
    _tell(
        user,
        gettext("Clew: new recovery codes"),
        gettext(
            "Hello {name},\n\nyour account has new recovery codes, and the old ones no longer work. If you "
            "did not ask for them, set a new password:\n{link}\n"
        ),
    )
    return codes


def prove(user: AbstractUser, code: str, browser: str) -> None:
    """Accepts a code of the account, if it has a second step. `browser` is the name of a browser that its
    owner has used before, or empty. Raises `Missing`, `Wrong` and `Shut`.
    """
    step = SecondStep.objects.filter(user=user).first()
    if step is None:
        return
    plain = _plain(code)
    if not plain:
        raise Missing
    if _CODE.fullmatch(plain):
        _prove_now(step, plain, browser)
    elif not step.recovery_codes.filter(digest=_digest(plain)).delete()[0]:
        raise Wrong
    else:
        _tell_used(user, step)


def _prove_now(step: SecondStep, code: str, browser: str) -> None:
    """Accepts a code of this half minute, once. Raises `Wrong` and `Shut`."""
    counter = CODES.of(_whose(step.user), browser)
    attempts.try_once([counter])
    period = _period(step.key, code)
    if period is None:
        raise Wrong
    unused = SecondStep.objects.filter(pk=step.pk, last_period__lt=period)
    if not unused.update(last_period=period):  # of two requests at once, one finds it so
        raise Wrong
    if browser:
        attempts.forget([counter])
    else:
        attempts.take_back([counter])  # what strangers have guessed still counts


def _period(key: str, code: str) -> int | None:
    """The half minute that a code belongs to; None if it is not one of now."""
    import pyotp

    try:
        return pyotp.TOTP(key).verify_and_get_timecode(code, valid_window=EARLY_OR_LATE)
    except pyotp.OTPVerificationError:
        return None


def _new_codes(step: SecondStep) -> list[str]:
    codes = ["-".join(fresh(LETTERS) for _ in range(GROUPS)) for _ in range(RECOVERY_CODES)]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(second_step=step, digest=_digest(_plain(code))) for code in codes
    )
    return codes


def _plain(code: str) -> str:
    """A code as people write it, without spaces and dashes."""
    return re.sub(r"[\s-]", "", unicodedata.normalize("NFKC", code)).lower()


def _digest(code: str) -> str:
    return sha256(code.encode("utf-8", "replace")).hexdigest()


def _whose(user: AbstractUser) -> str:
    return f"account {user.pk}"


def _tell_used(user: AbstractUser, step: SecondStep) -> None:
    _tell(
        user,
        gettext("Clew: a recovery code was used"),
        gettext(
            "Hello {name},\n\na recovery code of your account was used. Codes left: {left}. If it was not "
            "you, set a new password:\n{link}\n"
        ),
        left=str(step.recovery_codes.count()),
    )


def _tell(user: AbstractUser, subject: str, text: str, *, at_once: bool = False, **more: str) -> None:
    """Mails the owner of an account what has changed, a few times an hour."""
    if user.email and not attempts.count([MAILS.of(str(user.pk))]):
        link = f"{settings.CONFIG.origin}/account"
        filled = text.format(name=user.get_username(), link=link, **more)
        posting.send(subject, filled, user.email, at_once=at_once)
