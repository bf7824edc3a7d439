"""Codes of the second step: guesses are few, recovery codes work once, and nobody reads them."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.studio.authenticator import PASSWORD, Guarded, guess, mails_to, sign_in, turn_on, wrong_code
from tests.studio.client import Client
from tests.studio.server import Site

STEP = "/account/second-step"

# guessing


@pytest.mark.many
def test_guesses_are_few_whatever_the_address(site: Site, guarded: Guarded) -> None:
    wrong = wrong_code(guarded.key)
    found = []
    for number in range(7):
        address = f"198.51.100.{number}"
        found.append(guess(guarded.name, address, wrong))
        assert guess(guarded.name, address, "") == "missing", "the password alone gives no more of them"
    assert found == ["wrong"] * 5 + ["shut"] * 2
    assert guess(guarded.name, "203.0.113.1", guarded.code()) == "shut"
    told = sign_in(site.client(), guarded.name, guarded.code()).problem(429, "too-many")
    assert "recovery code" in told["detail"]
    guarded.client.delete("/session").good(204)
    sign_in(guarded.client, guarded.name, guarded.code()).good(200)
    assert guess(guarded.name, "203.0.113.2", guarded.code()) == "shut", "the owner's browser opens no other"
    assert guess(guarded.name, "203.0.113.3", guarded.recovery[0]) == "in"


@pytest.mark.many
def test_guesses_of_codes_lock_the_account_like_guesses_of_passwords(guarded: Guarded) -> None:
    address = "198.51.100.77"
    found = [guess(guarded.name, address, f"{guarded.recovery[0]}x") for _ in range(7)]
    assert found == ["wrong"] * 5 + ["shut"] * 2
    assert guess(guarded.name, address, guarded.recovery[0]) == "shut"
    everywhere = [guess(guarded.name, f"203.0.113.{number}", "no code at all") for number in range(16)]
    assert everywhere == ["wrong"] * 15 + ["shut"], "twenty, as of passwords"


def test_guesses_in_the_owners_own_browser_are_few_too(guarded: Guarded) -> None:
    body = {"password": PASSWORD, "code": wrong_code(guarded.key)}
    statuses = [guarded.client.delete(STEP, body).status for _ in range(7)]
    assert statuses == [401] * 5 + [429] * 2
    assert guarded.client.get(STEP).good()["on"]


def test_the_count_of_wrong_codes_outlives_the_cleaning(guarded: Guarded) -> None:
    """Whoever waits for the count to be forgotten would get five more guesses each day."""
    from datetime import timedelta

    from django.db.models import F

    from clew_studio.accounts import second_step
    from clew_studio.models import Tries
    from clew_studio.server.cleanup import clean_up

    for _ in range(5):
        guess(guarded.name, "198.51.100.80", wrong_code(guarded.key))
    rows = Tries.objects.filter(key__startswith=f"{second_step.CODES.name}:", number=5)
    moved = timedelta(hours=30)
    keys = [row.key for row in rows]
    assert keys
    rows.update(since=F("since") - moved, shut_until=F("shut_until") - timedelta(hours=1))
    clean_up()
    assert Tries.objects.filter(key__in=keys).count() == len(keys)
    Tries.objects.filter(key__in=keys).update(shut_until=F("shut_until") - moved)
    clean_up()
    assert not Tries.objects.filter(key__in=keys).exists()


@pytest.mark.many
def test_browsers_from_before_have_no_guesses_of_their_own(site: Site, member: Client, name: str) -> None:
    """Whoever knows the password could sign in from many of them before the second step is turned on."""
    collected = [site.client() for _ in range(3)]
    for client in collected:
        sign_in(client, name).good(200)
    guarded = turn_on(member, name)
    wrong = wrong_code(guarded.key)
    found = [sign_in(client, name, wrong).status for client in collected for _ in range(3)]
    assert found == [401] * 5 + [429] * 4
    guarded.client.delete("/session").good(204)
    sign_in(guarded.client, name, guarded.code()).good(200)  # the one that turned it on is known


@pytest.mark.many
def test_browsers_from_before_have_no_guesses_of_the_next_password(
    site: Site, member: Client, name: str
) -> None:
    collected = [site.client() for _ in range(3)]
    for client in collected:
        sign_in(client, name).good(200)
    body = {"password": PASSWORD, "new_password": "another horse battery"}
    member.ask("PATCH", "/account", body).good(200)
    found = [sign_in(client, name, password="guess").status for client in collected for _ in range(3)]
    assert found == [401] * 5 + [429] * 4
    member.delete("/session").good(204)
    sign_in(member, name, password=body["new_password"]).good(200)  # the one that changed it is known


@pytest.mark.many
def test_a_new_password_gives_no_new_guesses_of_codes(guarded: Guarded) -> None:
    wrong, found, password = wrong_code(guarded.key), [], PASSWORD
    for number in range(3):
        for _ in range(3):
            found.append(guarded.client.delete(STEP, {"password": password, "code": wrong}).status)
        body = {"password": password, "new_password": f"{PASSWORD} {number}"}
        guarded.client.ask("PATCH", "/account", body).good(200)
        password = body["new_password"]
    assert found == [401] * 5 + [429] * 4


@pytest.mark.many
def test_an_owner_in_a_new_browser_gives_strangers_no_new_guesses(guarded: Guarded) -> None:
    wrong = wrong_code(guarded.key)
    assert [guess(guarded.name, f"198.51.100.{number}", wrong) for number in range(4)] == ["wrong"] * 4
    assert guess(guarded.name, "203.0.113.5", guarded.code()) == "in"
    found = [guess(guarded.name, f"198.51.100.{number}", wrong) for number in range(5, 8)]
    assert found == ["wrong", "shut", "shut"]


# recovery codes


def test_a_recovery_code_signs_in_once(site: Site, data: Path, guarded: Guarded) -> None:
    code = guarded.recovery[3]
    sign_in(site.client(), guarded.name, code.upper().replace("-", " ")).good(200)
    sign_in(site.client(), guarded.name, code).problem(401, "wrong-code")
    assert guarded.client.get(STEP).good()["recovery_codes"] == 9
    assert "Codes left: 9" in mails_to(data, guarded.name)
    with ThreadPoolExecutor(4) as pool:
        other = guarded.recovery[4]
        found = pool.map(lambda _: sign_in(site.client(), guarded.name, other).status, range(4))
        assert Counter(found) == {200: 1, 401: 3}


def test_recovery_codes_are_replaced_all_together(site: Site, guarded: Guarded) -> None:
    path = f"{STEP}/recovery"
    guarded.client.post(path, {"password": "guess", "code": guarded.code()}).problem(401, "wrong-password")
    guarded.client.post(path, {"password": PASSWORD, "code": ""}).problem(401, "second-step")
    body = {"password": PASSWORD, "code": guarded.code()}
    codes = guarded.client.post(path, body).good(200)["recovery_codes"]
    assert len(set(codes)) == 10 and not set(codes) & set(guarded.recovery)
    sign_in(site.client(), guarded.name, guarded.recovery[0]).problem(401, "wrong-code")
    sign_in(site.client(), guarded.name, codes[0]).good(200)


def test_no_recovery_code_can_be_read_in_the_database(guarded: Guarded) -> None:
    from clew_studio.models import RecoveryCode

    rows = RecoveryCode.objects.filter(second_step__user__username=guarded.name)
    stored = json.dumps(list(rows.values()))
    assert len(rows) == 10
    for code in guarded.recovery:
        assert code not in stored and code.replace("-", "") not in stored
