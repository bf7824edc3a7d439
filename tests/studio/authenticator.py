"""An authenticator app: RFC 6238 once more, as its text has it, for keys that the site gives out."""

from __future__ import annotations

import base64
import hmac
import time
from typing import NamedTuple

from tests.studio.client import Client, Reply

PASSWORD = "correct horse battery"
PERIOD = 30


def code_at(key: str, seconds: float) -> str:
    """The six digits of a key, in base 32, at a time."""
    counter = int(seconds // PERIOD).to_bytes(8, "big")
    digest = hmac.digest(base64.b32decode(key), counter, "sha1")
    start = digest[-1] & 0xF
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFF_FFFF
    return f"{number % 1_000_000:06}"


def wrong_code(key: str) -> str:
    """Six digits that are no code of the key within minutes."""
    now = time.time()
    right = {code_at(key, now + PERIOD * near) for near in range(-4, 5)}
    return next(code for code in ("000000", "111111", "222222") if code not in right)


class Guarded(NamedTuple):
    """Somebody whose account has a second step."""

    client: Client
    name: str
    key: str
    recovery: list[str]

    def code(self) -> str:
        """The code of now, which was not used: what was used before is forgotten, instead of waited for."""
        from clew.studio.models import SecondStep

        SecondStep.objects.filter(user__username=self.name).update(last_period=0)
        return code_at(self.key, time.time())


def turn_on(client: Client, name: str) -> Guarded:
    """Turns the second step of an account on, from its own browser."""
    key = client.post("/account/second-step", {"password": PASSWORD}).good(200)["key"]
    body = {"password": PASSWORD, "code": code_at(key, time.time())}
    codes = client.ask("PUT", "/account/second-step", body).good(200)["recovery_codes"]
    return Guarded(client, name, key, codes)


def sign_in(client: Client, name: str, code: str | None = None, password: str = PASSWORD) -> Reply:
    """What the site answers to a name, a password and perhaps a code."""
    body = {"name": name, "password": password}
    return client.post("/session", body if code is None else {**body, "code": code})
