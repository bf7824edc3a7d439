"""Accounts: a guest's games are kept, passwords are guarded, and leaving takes everything along."""

from __future__ import annotations

import re
from pathlib import Path
from unittest.mock import ANY

from tests.studio.client import Client
from tests.studio.server import Site
from tests.studio.test_games import win
from tests.studio.test_makers import fresh

BOARD = "blocks-gar-1"
PASSWORD = "correct horse battery"


def test_signing_up_keeps_what_the_guest_has_done(visitor: Client, name: str) -> None:
    game = win(visitor)
    going = visitor.post("/games", {"board": BOARD}).good(201)["id"]
    draft = visitor.post("/boards", {"board": "blocks:AAo/ooo/ooo"}).good(201)["id"]
    account = visitor.sign_up(name)
    assert account["player"] == {
        "id": ANY,
        "name": name,
        "guest": False,
        "classroom": None,
        "email": f"{name}@example.org",
        "editor": False,
        "staff": False,
    }
    assert {one["id"] for one in visitor.get("/games").good()["items"]} == {game["id"], going}
    assert visitor.get(f"/boards/{draft}").good()["mine"]
    assert visitor.get("/stats").good()["wins"] == 1
    me = visitor.get(f"/boards/{BOARD}/leaderboard").good()["me"]
    assert (me["player"], me["guest"]) == (name, False)


def test_signing_in_brings_the_guests_games_along(site: Site, member: Client, name: str) -> None:
    first = win(member)
    guest = site.client()
    second = win(guest)
    guest.post("/session", {"name": name, "password": "wrong"}).problem(401, "wrong-password")
    guest.post("/session", {"name": f"{name}@example.org", "password": PASSWORD}).good()
    assert {one["id"] for one in guest.get("/games").good()["items"]} == {first["id"], second["id"]}
    rows = guest.get(f"/boards/{BOARD}/leaderboard?limit=100").good()["items"]
    assert sum(row["me"] for row in rows) == 1, "one line for one player"
    guest.delete("/session").good(204)
    assert guest.get("/session").good()["player"] is None
    assert guest.get("/games").good()["count"] == 0


def test_sign_up_says_what_is_wrong(visitor: Client, member: Client, name: str) -> None:
    visitor.get("/session").good()
    body = {"name": name.upper(), "email": f"{name}@example.org", "password": "12345678"}
    problem = visitor.post("/account", body).problem(422, "invalid")
    assert {error["where"] for error in problem["errors"]} == {"name", "email", "password"}
    body = {"name": "a b", "email": "no address", "password": PASSWORD}
    problem = visitor.post("/account", body).problem(422, "invalid")
    assert {error["where"] for error in problem["errors"]} == {"name", "email"}


def test_a_name_is_no_longer_for_being_written_in_short(visitor: Client, name: str) -> None:
    """U+FB03 is one character to type, and three as it is kept."""
    long = f"{name}{chr(0xFB03) * 20}"
    body = {"name": long, "email": f"{name}@example.org", "password": "correct horse battery"}
    told = visitor.post("/account", body).problem(422, "invalid")
    assert (told["errors"][0]["where"], told["detail"]) == (
        "name",
        "A name may have at most 40 characters.",
    )
    visitor.post("/games", {"board": "blocks-gar-1"}).good(201)
    visitor.ask("PUT", "/nickname", {"name": long}).problem(422, "invalid")


def test_guessing_passwords_is_stopped(site: Site, member: Client, name: str) -> None:
    thief = site.client()
    for _ in range(5):
        thief.post("/session", {"name": name, "password": "guess"}).problem(401, "wrong-password")
    reply = thief.post("/session", {"name": name, "password": PASSWORD})
    reply.problem(429, "too-many")
    assert int(reply.headers["Retry-After"]) > 60


def test_a_forgotten_password_is_set_anew_by_mail(site: Site, member: Client, name: str, data: Path) -> None:
    visitor = site.client()
    visitor.get("/session").good()
    visitor.post("/account/reset", {"email": "nobody@example.org"}).good(202)
    visitor.post("/account/reset", {"email": f"{name}@example.org"}).good(202)
    mails = [path.read_text(encoding="utf-8") for path in (data / "mail").iterdir()]
    mail = next(text for text in mails if f"{name}@example.org" in text)
    link = re.search(r"/account/reset/(\w+)/([\w-]+)", mail)
    assert link is not None
    body = {"uid": link[1], "token": link[2], "password": "another horse battery"}
    visitor.post("/account/reset/confirm", {**body, "password": "short"}).problem(422, "invalid")
    visitor.post("/account/reset/confirm", {**body, "token": "x-y"}).problem(403, "forbidden")
    visitor.post("/account/reset/confirm", body).good()
    visitor.post("/account/reset/confirm", body).problem(403, "forbidden")
    visitor.post("/session", {"name": name, "password": "another horse battery"}).good()
    assert member.get("/session").good()["player"] is None, "other windows are signed out"


def test_changing_needs_the_password(member: Client, name: str) -> None:
    body = {"password": "wrong", "name": "thief"}
    member.ask("PATCH", "/account", body).problem(401, "wrong-password")
    body = {"password": PASSWORD, "new_password": "yet another battery"}
    assert member.ask("PATCH", "/account", body).good()["player"]["name"] == name
    assert member.get("/session").good()["player"]["name"] == name, "still signed in"


def test_leaving_takes_everything_along(member: Client, visitor: Client, name: str) -> None:
    from clew_studio.models import Board, Event, Game, Player

    win(member)
    draft = member.post("/boards", {"board": "blocks:AAo/ooo/ooo"}).good(201)["id"]
    body = {"board": fresh(40), "author": name}
    public = member.post("/boards", body).good(201)["id"]
    member.publish(public)
    kept = member.get("/account/data").good()
    assert kept["account"]["name"] == name
    assert len(kept["games"]) == 1
    assert kept["events"][0]["event"] == "start"
    player = kept["player"]["id"]
    member.delete("/account", {"password": "wrong"}).problem(401, "wrong-password")
    member.delete("/account", {"password": PASSWORD}).good(204)
    assert member.get("/session").good()["player"] is None
    assert not Player.objects.filter(pk=player).exists()
    assert not Game.objects.filter(player=player).exists()
    assert not Event.objects.filter(game__player=player).exists()
    assert not Board.objects.filter(pk=draft).exists()
    assert name not in visitor.get(f"/boards/{public}").data.decode()
    assert all(row["player"] != name for row in visitor.get(f"/boards/{BOARD}/leaderboard").good()["items"])


def test_the_administrators_link_is_printed_and_works_once(admin_link: str, site: Site) -> None:
    form = r"/account/reset/(\w+)/([\w-]+)"
    assert any(re.match(rf"Administrator, once: \S+{form}$", line.strip()) for line in site.lines)
    link = re.fullmatch(form, admin_link)
    assert link is not None
    admin = site.client()
    assert admin.get("/" + link[0]).status == 200
    body = {"uid": link[1], "token": link[2], "password": "the administrators battery"}
    admin.post("/account/reset/confirm", body).good()
    admin.post("/account/reset/confirm", body).problem(403, "forbidden")
    session = admin.post("/session", {"name": "admin", "password": "the administrators battery"}).good()
    assert session["player"]["staff"]
    assert admin.get("//admin/auth/user/").status == 200
    assert b"/admin/studio/board/" in admin.get("//admin").data


def test_an_editor_signs_in_like_everybody(editor: Client) -> None:
    assert editor.get("/session").good()["player"]["editor"]


def test_two_accounts_cannot_take_one_address_at_once(site: Site, name: str) -> None:
    from concurrent.futures import ThreadPoolExecutor
    from threading import Barrier

    from django.contrib.auth import get_user_model
    from django.db import connection

    from clew_studio.accounts import account

    names = [f"{name}a", f"{name}b"]
    for one in names:
        site.client().sign_up(one)
    wanted = f"{name}@example.net"
    barrier = Barrier(len(names))

    def change(one: str) -> bool:
        user = get_user_model().objects.get(username=one)
        barrier.wait()
        try:
            account.change(user, name=None, email=wanted, new_password="a new horse and battery")
        except account.Refused:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(len(names)) as pool:
        assert sorted(pool.map(change, names)) == [False, True]
    assert get_user_model().objects.filter(email=wanted).count() == 1
