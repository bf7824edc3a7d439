"""The second step of signing in: nobody gets past it or is told of it, and its owner is never shut out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest

from tests.studio.authenticator import (
    PASSWORD,
    PERIOD,
    Guarded,
    code_at,
    guess,
    mails_to,
    sign_in,
    turn_on,
    wrong_code,
)
from tests.studio.client import Client, Json
from tests.studio.server import Site

NEW_PASSWORD = "another horse battery"
STEP = "/account/second-step"


def reset_link(data: Path, site: Site, name: str) -> dict[str, str]:
    """The link that a mail brings to somebody who asks for a new password."""
    site.client().post("/account/reset", {"email": f"{name}@example.org"}).good(202)
    uid, token = mails_to(data, name).rpartition("/account/reset/")[2].split()[0].split("/")
    return {"uid": uid, "token": token}


def test_the_tests_app_computes_the_codes_of_the_rfc() -> None:
    """RFC 6238, appendix B: the last six of its eight digits."""
    key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    found = [code_at(key, at) for at in (59, 1111111109, 1234567890, 2000000000, 20000000000)]
    assert found == ["287082", "081804", "005924", "279037", "353130"]


# turning on


def test_turning_on_takes_the_password_and_a_first_code(member: Client, name: str) -> None:
    assert member.get(STEP).good() == {"on": False, "since": None, "recovery_codes": 0}
    member.ask("PUT", STEP, {"password": PASSWORD, "code": "123456"}).problem(409, "conflict")
    member.post(STEP, {"password": "guess"}).problem(401, "wrong-password")
    offered = member.post(STEP, {"password": PASSWORD}).good(200)
    key = offered["key"]
    assert len(key) == 32
    assert offered["uri"].startswith("otpauth://totp/Clew") and f"secret={key}" in offered["uri"]
    assert name in offered["uri"]
    assert ElementTree.fromstring(offered["picture"]).tag == "{http://www.w3.org/2000/svg}svg"
    wrong = {"password": PASSWORD, "code": wrong_code(key)}
    member.ask("PUT", STEP, wrong).problem(401, "wrong-code")
    right = {"password": "guess", "code": code_at(key, time.time())}
    member.ask("PUT", STEP, right).problem(401, "wrong-password")
    assert not member.get(STEP).good()["on"]
    codes = member.ask("PUT", STEP, {**right, "password": PASSWORD}).good(200)["recovery_codes"]
    assert len(set(codes)) == 10
    shown = member.get(STEP).good()
    assert (shown["on"], shown["recovery_codes"]) == (True, 10)
    assert key not in json.dumps(shown)
    member.post(STEP, {"password": PASSWORD}).problem(409, "conflict")
    member.ask("PUT", STEP, {**right, "password": PASSWORD}).problem(409, "conflict")


def test_each_offer_is_another_key(member: Client) -> None:
    first, second = (member.post(STEP, {"password": PASSWORD}).good()["key"] for _ in range(2))
    assert first != second
    body = {"password": PASSWORD, "code": code_at(first, time.time())}
    member.ask("PUT", STEP, body).problem(401, "wrong-code")


def test_guests_have_none(visitor: Client) -> None:
    visitor.post("/games", {"board": "blocks-gar-1"}).good(201)
    visitor.get(STEP).problem(401, "signed-out")
    visitor.post(STEP, {"password": PASSWORD}).problem(401, "signed-out")


def test_sessions_from_before_end(site: Site, member: Client, name: str) -> None:
    before = site.client()
    sign_in(before, name).good()
    turn_on(member, name)
    assert before.get("/session").good()["player"] is None
    assert member.get("/session").good()["player"]["name"] == name


# signing in


def test_signing_in_takes_a_code(site: Site, guarded: Guarded) -> None:
    client = site.client()
    sign_in(client, guarded.name).problem(401, "second-step")
    assert client.get("/session").good()["player"] is None
    sign_in(client, guarded.name, wrong_code(guarded.key)).problem(401, "wrong-code")
    assert client.get("/session").good()["player"] is None
    code = guarded.code()
    sign_in(client, guarded.name, f"{code[:3]} {code[3:]}").good(200)
    assert client.get("/session").good()["player"]["name"] == guarded.name
    sign_in(site.client(), f"{guarded.name}@example.org", guarded.code()).good(200)


def test_strangers_are_not_told_who_has_one(site: Site, guarded: Guarded) -> None:
    plain = f"{guarded.name}-plain"
    site.client().sign_up(plain)
    answers = [
        sign_in(site.client(), name, code, "guess").problem(401, "wrong-password")
        for name in (guarded.name, plain, f"{guarded.name}-nobody")
        for code in (None, "123456", guarded.recovery[0])
    ]
    assert all(answer == answers[0] for answer in answers)
    assert guarded.client.get(STEP).good()["recovery_codes"] == 10, "no code is looked at before the password"


def test_codes_of_the_neighbouring_half_minutes_are_accepted(site: Site, guarded: Guarded) -> None:
    for near in (-1, 0, 1):
        guarded.code()
        now = time.time()
        if near == -1 and now % PERIOD > PERIOD - 5:  # it would be two half minutes old when it arrives
            now += PERIOD
        sign_in(site.client(), guarded.name, code_at(guarded.key, now + near * PERIOD)).good(200)
    for far in (-4, 4):
        guarded.code()
        late = code_at(guarded.key, time.time() + far * PERIOD)
        sign_in(site.client(), guarded.name, late).problem(401, "wrong-code")


def test_a_code_is_accepted_once(site: Site, guarded: Guarded) -> None:
    code = guarded.code()
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda _: sign_in(site.client(), guarded.name, code).status, range(4))
        assert Counter(found) == {200: 1, 401: 3}
    sign_in(guarded.client, guarded.name, code).problem(401, "wrong-code")
    earlier = code_at(guarded.key, time.time() - PERIOD)
    sign_in(guarded.client, guarded.name, earlier).problem(401, "wrong-code")


def test_the_code_that_turned_it_on_signs_nobody_in(site: Site, member: Client, name: str) -> None:
    key = member.post(STEP, {"password": PASSWORD}).good()["key"]
    code = code_at(key, time.time())
    member.ask("PUT", STEP, {"password": PASSWORD, "code": code}).good(200)
    sign_in(site.client(), name, code).problem(401, "wrong-code")


# a new password


def test_a_mailed_link_does_not_get_past_it(site: Site, data: Path, guarded: Guarded) -> None:
    link = reset_link(data, site, guarded.name)
    visitor = site.client()
    shown = visitor.get(f"/account/reset/{link['uid']}/{link['token']}").good()
    assert shown == {"name": guarded.name, "second_step": True}
    body = {**link, "password": NEW_PASSWORD}
    visitor.post("/account/reset/confirm", body).problem(401, "second-step")
    visitor.post("/account/reset/confirm", {**body, "code": wrong_code(guarded.key)}).problem(
        401, "wrong-code"
    )
    assert visitor.get("/session").good()["player"] is None
    sign_in(visitor, guarded.name, None, NEW_PASSWORD).problem(401, "wrong-password")
    code = guarded.code()
    visitor.post("/account/reset/confirm", {**body, "password": "short", "code": code}).problem(
        422, "invalid"
    )
    visitor.post("/account/reset/confirm", {**body, "code": code}).good(200)
    assert visitor.get("/session").good()["player"]["name"] == guarded.name
    visitor.post("/account/reset/confirm", {**body, "code": guarded.code()}).problem(403, "forbidden")
    sign_in(site.client(), guarded.name, None, NEW_PASSWORD).problem(401, "second-step")


def test_a_link_from_before_is_no_longer_good(site: Site, data: Path, member: Client, name: str) -> None:
    link = reset_link(data, site, name)
    assert not site.client().get(f"/account/reset/{link['uid']}/{link['token']}").good()["second_step"]
    turn_on(member, name)
    body = {**link, "password": NEW_PASSWORD}
    site.client().post("/account/reset/confirm", body).problem(403, "forbidden")


def test_a_new_password_keeps_it(site: Site, guarded: Guarded) -> None:
    body = {"password": PASSWORD, "new_password": NEW_PASSWORD}
    guarded.client.ask("PATCH", "/account", body).good()
    sign_in(site.client(), guarded.name, None, NEW_PASSWORD).problem(401, "second-step")


# turning off, and leaving


def test_turning_off_takes_the_password_and_a_code(site: Site, guarded: Guarded) -> None:
    client = guarded.client
    client.delete(STEP, {"password": "guess", "code": guarded.code()}).problem(401, "wrong-password")
    client.delete(STEP, {"password": PASSWORD, "code": wrong_code(guarded.key)}).problem(401, "wrong-code")
    client.delete(STEP, {"password": PASSWORD, "code": guarded.recovery[0]}).good(204)
    assert client.get(STEP).good() == {"on": False, "since": None, "recovery_codes": 0}
    client.delete(STEP, {"password": PASSWORD, "code": guarded.recovery[1]}).problem(409, "conflict")
    sign_in(site.client(), guarded.name).good(200)


def test_changes_are_mailed_to_the_owner(data: Path, guarded: Guarded) -> None:
    assert "the second step is on" in mails_to(data, guarded.name)
    body = {"password": PASSWORD, "code": guarded.code()}
    guarded.client.post(f"{STEP}/recovery", body).good(200)
    assert "new recovery codes" in mails_to(data, guarded.name)
    guarded.client.delete(STEP, {**body, "code": guarded.code()}).good(204)
    mails = mails_to(data, guarded.name)
    assert "the second step is off" in mails
    assert guarded.key not in mails and not any(code in mails for code in guarded.recovery)


@pytest.mark.many
def test_an_account_gets_only_so_many_of_these_mails(data: Path, guarded: Guarded) -> None:
    for _ in range(8):
        body = {"password": PASSWORD, "code": guarded.code()}
        guarded.client.post(f"{STEP}/recovery", body).good(200)
    assert mails_to(data, guarded.name).count("Subject:") == 6


def test_leaving_takes_it_along(guarded: Guarded) -> None:
    from clew_studio.models import RecoveryCode, SecondStep

    kept = guarded.client.get("/account/data").good()
    assert kept["account"]["second_step"]["recovery_codes"] == 10
    assert guarded.key not in json.dumps(kept)
    step = SecondStep.objects.get(user__username=guarded.name)
    guarded.client.delete("/account", {"password": PASSWORD}).good(204)
    assert not SecondStep.objects.filter(pk=step.pk).exists()
    assert not RecoveryCode.objects.filter(second_step=step.pk).exists()


# the administration


def test_the_administration_takes_a_code_too(site: Site, guarded: Guarded) -> None:
    from django.contrib.auth import get_user_model

    get_user_model().objects.filter(username=guarded.name).update(is_staff=True, is_superuser=True)
    kind = {"Content-Type": "application/x-www-form-urlencoded"}

    def page(code: str) -> bytes:
        client = site.client()
        client.get("/session").good()
        body = {
            "username": guarded.name,
            "password": PASSWORD,
            "code": code,
            "csrfmiddlewaretoken": client.cookie("csrftoken"),
        }
        asked = client.ask("POST", "//admin/login/?next=/admin/", data=urlencode(body).encode(), headers=kind)
        again = client.get("//admin/studio/board/").address
        assert (again == f"{site.url}/admin/studio/board/") == (asked.address == f"{site.url}/admin/")
        return asked.data

    assert b"Enter the code of your second step" in page("")
    assert b"Wrong code" in page(wrong_code(guarded.key))
    assert b"Recent actions" in page(guarded.code())


def test_the_administration_gives_no_guesses_of_the_password(site: Site, guarded: Guarded) -> None:
    from django.contrib.auth import get_user_model

    get_user_model().objects.filter(username=guarded.name).update(is_staff=True)
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    body = {
        "old_password": PASSWORD,
        "new_password1": NEW_PASSWORD,
        "new_password2": NEW_PASSWORD,
        "csrfmiddlewaretoken": guarded.client.cookie("csrftoken"),
    }
    page = "//admin/password_change/"
    asked = guarded.client.ask("POST", page, data=urlencode(body).encode(), headers=kind)
    assert asked.address == guarded.client.get(page).address == f"{site.url}/account"
    sign_in(site.client(), guarded.name, guarded.code()).good(200)


# the operator


@pytest.fixture
def operator(site: Site, data: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs `clew studio` beside the running site."""
    environment = {**os.environ, **site.settings(site.url)}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "clew", "studio", "--data", str(data), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)

    return run


def test_the_operator_helps_who_has_lost_everything(
    operator: Callable[..., Json], site: Site, data: Path, guarded: Guarded
) -> None:
    for number in range(5):
        guess(guarded.name, f"198.51.100.{90 + number}", wrong_code(guarded.key))
    done = operator("second-step-off", f"{guarded.name}@example.org")
    assert (done.returncode, done.stderr) == (0, "")
    assert "the second step is off" in done.stdout
    assert "the second step is off" in mails_to(data, guarded.name)
    sign_in(site.client(), guarded.name).good(200)
    again = turn_on(guarded.client, guarded.name)
    assert guess(guarded.name, "203.0.113.9", again.code()) == "in", "what was guessed before is forgotten"


def test_the_operator_is_told_what_is_wrong(operator: Callable[..., Json], member: Client, name: str) -> None:
    for words, told in {
        ("second-step-off", name): "has no second step",
        ("second-step-off", "nobody-at-all"): "there is no such account",
        ("second-step-off",): "takes the name of an account",
        ("check", "nobody-at-all"): "takes no name",
    }.items():
        done = operator(*words)
        assert done.returncode == 2
        assert told in done.stderr


def test_problems_are_told_in_french(site: Site, guarded: Guarded) -> None:
    client = site.client("fr")
    assert "code" in sign_in(client, guarded.name).problem(401, "second-step")["title"]
    told = sign_in(client, guarded.name, wrong_code(guarded.key)).problem(401, "wrong-code")
    assert told["title"] == "Code incorrect"
