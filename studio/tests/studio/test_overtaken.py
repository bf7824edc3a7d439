"""An account that gets another password, or a second step, while a request is on its way."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.studio.authenticator import PASSWORD, code_at, mails_to, sign_in, turn_on
from tests.studio.client import Client
from tests.studio.server import Site

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser

NEW_PASSWORD = "another horse battery"
GUESSED = "a stranger's password"


def user_of(name: str) -> AbstractUser:
    from django.contrib.auth import get_user_model

    user: AbstractUser = get_user_model().objects.get(username=name)
    return user


def test_a_mailed_link_does_not_overtake_the_second_step(
    site: Site, data: Path, member: Client, name: str
) -> None:
    from clew_studio.accounts import account

    site.client().post("/account/reset", {"email": f"{name}@example.org"}).good(202)
    uid, token = mails_to(data, name).rpartition("/account/reset/")[2].split()[0].split("/")
    assert account.reset(uid, token, GUESSED, lambda user: turn_on(member, name)) is None
    sign_in(site.client(), name, None, GUESSED).problem(401, "wrong-password")
    sign_in(site.client(), name).problem(401, "second-step")


def test_turning_it_on_does_not_bring_an_old_password_back(site: Site, member: Client, name: str) -> None:
    from clew_studio.accounts import second_step

    before = user_of(name)
    member.ask("PATCH", "/account", {"password": PASSWORD, "new_password": NEW_PASSWORD}).good(200)
    key = second_step.offer(before).key
    with pytest.raises(second_step.Overtaken):
        second_step.turn_on(before, key, code_at(key, time.time()), PASSWORD)
    assert second_step.status(before) is None
    sign_in(site.client(), name).problem(401, "wrong-password")
    sign_in(site.client(), name, password=NEW_PASSWORD).good(200)


@pytest.mark.parametrize(
    "changed", [{"new_password": GUESSED}, {"email": "stranger@example.org"}, {"name": "stranger"}]
)
def test_an_old_password_changes_nothing_more(
    site: Site, member: Client, name: str, changed: dict[str, str]
) -> None:
    from clew_studio.accounts import account, second_step

    before = user_of(name)
    member.ask("PATCH", "/account", {"password": PASSWORD, "new_password": NEW_PASSWORD}).good(200)
    with pytest.raises(second_step.Overtaken):
        account.change(before, **{"name": None, "email": None, "new_password": None, **changed})
    now = user_of(name)
    assert (now.username, now.email) == (name, f"{name}@example.org")
    sign_in(site.client(), name, password=NEW_PASSWORD).good(200)
