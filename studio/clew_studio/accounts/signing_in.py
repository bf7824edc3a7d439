"""Signing in: finding the account, asking for its second step, and limiting failed attempts.

Failures are counted per account and address, per account, per address and for the whole site. A browser in
which the owner has signed in before has its own counter, so that strangers who guess passwords cannot lock
the owner out. Nor can they block the e-mailed link for a new password. Like sessions, browsers are known
until the stored password changes: whoever knew an old one, and signed in with it a thousand times, does not
have a thousand counters for guesses of the next one, or of codes.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import authenticate, get_user_model
from django.core import signing
from django.utils.crypto import constant_time_compare

from clew_studio.accounts import second_step
from clew_studio.requests import attempts
from clew_studio.requests.attempts import Limit
from clew_studio.requests.attempts import Shut as Shut
from clew_studio.requests.callers import network_of_request

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser
    from django.http import HttpRequest, HttpResponse

    from clew_studio.requests.attempts import Counter

QUARTER = timedelta(minutes=15)
MINUTE = timedelta(minutes=1)

FROM_ONE_ADDRESS = Limit("sign-in-here", 5, QUARTER, QUARTER, QUARTER)
ACCOUNT = Limit("sign-in-account", 20, QUARTER, MINUTE, QUARTER)
ADDRESS = Limit("sign-in-address", 100, QUARTER, MINUTE, QUARTER)
SITE = Limit("sign-in-site", 1_000, QUARTER, timedelta(seconds=1), timedelta(seconds=30))
BROWSER = Limit("sign-in-browser", 5, QUARTER, QUARTER, QUARTER)
"""The limit for a browser that the account's owner has used before."""

PASSWORD = Limit("password", 5, QUARTER, QUARTER, QUARTER)
"""The limit for somebody who is signed in and must enter the password again."""

COOKIE = "browser"
COOKIE_SECONDS = 365 * 24 * 3600
MOST_ACCOUNTS = 5


def find_user(name: str) -> AbstractUser | None:
    """The account with this name or, if it contains an @, this e-mail address."""
    users = get_user_model().objects.filter(is_active=True)
    user: AbstractUser | None = users.filter(email__iexact=name).first() if "@" in name else None
    return user or users.filter(username=get_user_model().normalize_username(name)).first()


def signed_in(request: HttpRequest, name: str, password: str, code: str = "") -> AbstractUser | None:
    """The account with this name or address if the password is right, else None. Raises `Shut` and, only if
    the password is right, `second_step.Missing` and `second_step.Wrong`.
    """
    known = find_user(name)
    tried = _counters(request, name, known)
    attempts.try_once(tried)
    username = name if known is None else known.get_username()
    user: AbstractUser | None = authenticate(request, username=username, password=password)
    if user is None:
        return None
    try:
        prove(request, user, code)
    except second_step.Missing:
        attempts.take_back(tried)  # and no more than that: guesses of codes still count
        raise
    attempts.take_back(tried)
    attempts.forget([counter for counter in tried if counter.limit in (FROM_ONE_ADDRESS, BROWSER)])
    return user


def is_password(user: AbstractUser, password: str) -> bool:
    """Whether this is the password of a signed-in user. Raises `Shut`."""
    counter = PASSWORD.of(str(user.pk))
    attempts.try_once([counter])
    if not user.check_password(password):
        return False
    attempts.forget([counter])
    return True


def prove(request: HttpRequest, user: AbstractUser, code: str) -> None:
    """Accepts a code of the account, if it has a second step. Raises `Shut`, `second_step.Missing` and
    `second_step.Wrong`.
    """
    second_step.prove(user, code, known_browser(request, user))


def open_again(user: AbstractUser) -> None:
    """Resets the counters of an account whose owner has proved their identity by other means."""
    attempts.forget([limit.of(_whose(user)) for limit in (FROM_ONE_ADDRESS, ACCOUNT)])


def known_browser(request: HttpRequest, user: AbstractUser) -> str:
    """The name of this browser if the account's owner has signed in here with the password of now, else an
    empty text.
    """
    name, _, mark = _browsers(request).get(str(user.pk), "").partition(".")
    return name if constant_time_compare(mark, _mark(user)) else ""


def remember_browser(
    request: HttpRequest, response: HttpResponse, user: AbstractUser, name: str = ""
) -> None:
    """Sets the cookie that marks this browser as one that the account's owner has used. `name`: its name
    until now. Without one, it gets a new name and thereby new counters: the owner must just have signed in.
    """
    known = {**_browsers(request)}
    known.pop(str(user.pk), None)
    named = f"{name or secrets.token_hex(8)}.{_mark(user)}"
    kept = [*known.items(), (str(user.pk), named)][-MOST_ACCOUNTS:]
    response.set_cookie(
        COOKIE,
        signing.dumps(dict(kept), salt=COOKIE),
        max_age=COOKIE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite=settings.SESSION_COOKIE_SAMESITE,
    )


def _counters(request: HttpRequest, name: str, user: AbstractUser | None) -> list[Counter]:
    browser = "" if user is None else known_browser(request, user)
    if browser:
        return [BROWSER.of(browser)]
    whose = f"name {name.casefold()}" if user is None else _whose(user)
    address = network_of_request(request)
    return [FROM_ONE_ADDRESS.of(whose, address), ACCOUNT.of(whose), ADDRESS.of(address), SITE.of()]


def _mark(user: AbstractUser) -> str:
    """What changes whenever the stored password does."""
    return user.get_session_auth_hash()[:16]


def _whose(user: AbstractUser) -> str:
    return f"account {user.pk}"


def _browsers(request: HttpRequest) -> dict[str, str]:
    """For each account used in this browser, the name by which the browser is known, and a mark."""
    try:
        found = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=COOKIE_SECONDS)
    except signing.BadSignature:
        return {}
    return found if isinstance(found, dict) else {}
