"""An authenticator app: RFC 6238 once more, as its text has it, for keys that the site gives out."""

from __future__ import annotations

import base64
import hmac
import time
from pathlib import Path
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
        from clew_studio.models import SecondStep

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


def guess(name: str, address: str, code: str) -> str:
    """How somebody who knows the password fares with a code from an address."""
    from django.test import RequestFactory

    from clew_studio.accounts import second_step, signing_in

    request = RequestFactory().post("/", REMOTE_ADDR=address)
    try:
        user = signing_in.signed_in(request, name, PASSWORD, code)
    except second_step.Missing:
        return "missing"
    except second_step.Wrong:
        return "wrong"
    except signing_in.Shut as shut:
        assert shut.seconds >= 1
        return "shut"
    assert user is not None
    return "in"


def mails_to(data: Path, name: str) -> str:
    found = [path.read_text(encoding="utf-8") for path in (data / "mail").iterdir()]
    return "\n".join(text for text in found if f"{name}@example.org" in text)
