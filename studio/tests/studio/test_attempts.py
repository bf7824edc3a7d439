"""Who gets in: names and addresses, guessed passwords, guests without end, cookies, links in mails."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from tests.promptness import HANGS
from tests.studio.client import Client, Reply
from tests.studio.mailbox import Mailbox
from tests.studio.server import Site

BOARD = "blocks-gar-1"
PASSWORD = "correct horse battery"
NEW_GUESTS = 4
"""That an address may bring to the public site."""


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with Mailbox() as server:
        yield server
        server.shutdown()


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox) -> Iterator[Site]:
    """A site behind a proxy, which tells it where people are; with its limits, and mail that is sent."""
    mail = f"smtp://127.0.0.1:{mailbox.port}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLEW_STUDIO_GUESTS", str(NEW_GUESTS))
        options = ("--url", "http://play.example.org", "--mail", mail, "--mail-from", "clew@example.org")
        running = Site(tmp_path_factory.mktemp("public") / "data", *options, limited=True).start()
        yield running
        running.stop()


def come_from(site: Site, address: str) -> Client:
    """A browser at an address, as the proxy tells it."""
    client = site.client()
    client.opener.addheaders = [("X-Forwarded-For", address)]
    return client


def sign_in(client: Client, name: str, password: str = PASSWORD) -> Reply:
    return client.post("/session", {"name": name, "password": password})


# names


@pytest.mark.parametrize("at", ["@", "\uff20", "\ufe6b"])
def test_nobody_bears_an_address_as_a_name(member: Client, visitor: Client, name: str, at: str) -> None:
    visitor.get("/session").good()
    body = {"name": f"{name}{at}example.org", "email": f"thief.{name}@example.net", "password": PASSWORD}
    problem = visitor.post("/account", body).problem(422, "invalid")
    assert {error["where"] for error in problem["errors"]} == {"name"}
    assert "@" in problem["detail"]
    change = {"password": PASSWORD, "name": body["name"]}
    assert member.ask("PATCH", "/account", change).problem(422, "invalid")["errors"][0]["where"] == "name"
    sign_in(visitor, f"{name}@example.org").good()


def test_names_that_look_the_same_are_the_same(member: Client, visitor: Client, name: str) -> None:
    visitor.get("/session").good()
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in name)
    body = {"name": wide, "email": f"wide.{name}@example.net", "password": PASSWORD}
    assert visitor.post("/account", body).problem(422, "invalid")["errors"][0]["where"] == "name"
    assert sign_in(visitor, wide).good()["player"]["name"] == name


def test_an_address_signs_its_owner_in_whoever_is_named_so(
    member: Client, visitor: Client, name: str
) -> None:
    """Names with an @ could once be had, and may still be in the table."""
    from django.contrib.auth import get_user_model

    address = f"{name}@example.org"
    get_user_model().objects.create_user(username=address, email="thief@example.net", password="x" * 12)
    assert sign_in(visitor, address).good()["player"]["name"] == name
    visitor.delete("/session").good(204)
    sign_in(visitor, address, "x" * 12).problem(401, "wrong-password")


# guessing


def test_guesses_at_once_are_all_counted(site: Site, member: Client, name: str) -> None:
    def guess(number: int) -> int:
        return sign_in(site.client(), name, f"guess {number}").status

    with ThreadPoolExecutor(16) as pool:
        found = Counter(pool.map(guess, range(40)))
    # Some of those at once may be told to wait before their guess is looked at; no more than five ever are.
    assert set(found) <= {401, 429}
    found.update(guess(number) for number in range(40, 46))
    assert found[401] == 5


@pytest.mark.many
def test_a_door_stays_shut_when_the_server_starts_again(public: Site) -> None:
    come_from(public, "198.51.100.1").sign_up("shut-out")
    thief = come_from(public, "198.51.100.2")
    for _ in range(5):
        sign_in(thief, "shut-out", "guess").problem(401, "wrong-password")
    public.stop()
    public.start()
    thief.site = public.url
    assert int(sign_in(thief, "shut-out").headers["Retry-After"]) > 60


@pytest.mark.many
def test_an_account_is_guarded_against_many_addresses_but_not_against_its_owner(public: Site) -> None:
    owner = come_from(public, "198.51.100.3")
    owner.sign_up("hunted")
    owner.delete("/session").good(204)
    statuses = [
        sign_in(come_from(public, f"203.0.113.{number}"), "hunted", "guess").status for number in range(22)
    ]
    assert statuses == [401] * 20 + [429] * 2
    sign_in(come_from(public, "203.0.113.99"), "hunted@example.org").problem(429, "too-many")
    assert sign_in(owner, "hunted").good()["player"]["name"] == "hunted"
    come_from(public, "203.0.113.1").sign_up("somebody-else")


def test_a_mailed_link_opens_a_shut_door(public: Site, mailbox: Mailbox) -> None:
    come_from(public, "198.51.100.4").sign_up("locked")
    visitor = come_from(public, "198.51.100.5")
    for _ in range(5):
        sign_in(visitor, "locked", "guess").problem(401, "wrong-password")
    sign_in(visitor, "locked").problem(429, "too-many")
    visitor.post("/account/reset", {"email": "locked@example.org"}).good(202)
    link = re.search(r"http://play\.example\.org/account/reset/(\w+)/([\w-]+)", mailbox.wait_for("locked@"))
    assert link is not None
    body = {"uid": link[1], "token": link[2], "password": "another horse battery"}
    visitor.post("/account/reset/confirm", body).good()
    sign_in(visitor, "locked", "another horse battery").good()


def test_the_admins_own_page_is_guarded_too(public: Site) -> None:
    client = come_from(public, "198.51.100.6")
    client.get("//admin/login/")
    body = {"username": "admin", "password": "guess", "csrfmiddlewaretoken": client.cookie("csrftoken")}
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    pages = [
        client.ask("POST", "//admin/login/", data=urlencode(body).encode(), headers=kind).data
        for _ in range(7)
    ]
    assert [b"Too many failed attempts" in page for page in pages] == [False] * 5 + [True] * 2


def test_an_address_and_a_whole_site_are_guarded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names without end from one address, and addresses without end."""
    from django.test import RequestFactory

    from clew_studio.accounts import signing_in
    from clew_studio.models import Tries

    monkeypatch.setattr(signing_in, "authenticate", lambda *_, **__: None)  # a hash takes its time
    monkeypatch.setattr(signing_in, "SITE", signing_in.SITE._replace(name="test-site", free=150))

    def guesses(count: int, address: str) -> int:
        """How many of so many guesses get through."""
        through = 0
        for number in range(count):
            request = RequestFactory().post("/", REMOTE_ADDR=address.format(number))
            try:
                signing_in.signed_in(request, f"nobody {number}", "guess")
                through += 1
            except signing_in.Shut as shut:
                assert 1 <= shut.seconds <= 900
        return through

    assert guesses(110, "2001:db8:7:7::{0:x}") == 100, "a network of IPv6 is one address"
    assert guesses(60, "192.0.2.{0}") == 50, "of all 150 that the site takes"
    Tries.objects.filter(key__startswith="sign-in-").filter(number=100).delete()


def test_a_shut_door_opens_again_and_shuts_for_longer() -> None:
    from django.db.models import F

    from clew_studio.models import Tries
    from clew_studio.requests import attempts

    minute, hour = timedelta(minutes=1), timedelta(hours=1)
    counter = attempts.Limit("test", 2, hour, minute, 4 * minute).of("somebody")

    def tries_until_shut() -> int:
        """Seconds for which the counter is shut after the next try that it takes."""
        assert attempts.count([counter]) == 0
        wait = attempts.count([counter])
        moved = timedelta(seconds=wait + 1)
        Tries.objects.filter(key=counter.key).update(
            since=F("since") - moved, shut_until=F("shut_until") - moved
        )
        return wait

    assert attempts.count([counter]) == 0
    assert [tries_until_shut() for _ in range(4)] == pytest.approx([60, 120, 240, 240], abs=2)
    Tries.objects.filter(key=counter.key).update(
        since=F("since") - 2 * hour, shut_until=F("shut_until") - 2 * hour
    )
    assert [attempts.count([counter]) for _ in range(2)] == [0, 0], "forgotten after a while"


def test_a_right_password_takes_nobody_elses_failures_away() -> None:
    from clew_studio.requests import attempts

    hour = timedelta(hours=1)
    counter = attempts.Limit("test", 3, hour, hour, hour).of("an address")
    for _ in range(2):
        assert attempts.count([counter]) == 0
    for _ in range(5):  # a thief's own account between the guesses
        assert attempts.count([counter]) == 0
        attempts.take_back([counter])
    assert [attempts.count([counter]) > 0 for _ in range(2)] == [False, True]


# guests


def test_an_address_brings_only_so_many_new_guests(public: Site) -> None:
    body = {"board": BOARD}
    first = come_from(public, "198.51.100.20")
    first.post("/games", body).good(201)
    more = [come_from(public, "198.51.100.20").post("/games", body) for _ in range(NEW_GUESTS + 1)]
    assert [reply.status for reply in more] == [201] * (NEW_GUESTS - 1) + [429] * 2
    assert 60 < int(more[-1].headers["Retry-After"]) <= 3600
    first.post("/games", {"board": BOARD, "resume": False}).good(201)
    come_from(public, "198.51.100.21").post("/games", body).good(201)
    come_from(public, "198.51.100.20").get("/boards").good()


# cookies


@pytest.mark.parametrize(
    "others", ["a[b]=1; {c}=2; ", "=; x; ;; ", 'q="unclosed; ', "\u00e9=\u00fc; ", "session id=1; "]
)
def test_foreign_cookies_do_not_break_events(site: Site, visitor: Client, others: str) -> None:
    job = visitor.post("/solve", {"board": BOARD}).good(201)["id"]
    own = "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.cookies)
    connection = HTTPConnection(urlsplit(site.url).netloc, timeout=HANGS)
    try:
        headers = {"Cookie": (others + own).encode("latin-1").decode("latin-1")}
        connection.request("GET", f"/api/v1/jobs/{job}/events", headers=headers)
        response = connection.getresponse()
        assert response.status == 200
        assert f'"id": "{job}"'.encode() in response.read()
    finally:
        connection.close()


# mail and the name of the site


def test_a_link_in_a_mail_begins_with_the_sites_own_address(site: Site, name: str, data: Path) -> None:
    site.client().sign_up(name)
    visitor = site.client()
    body = {"email": f"{name}@example.org"}
    evil = visitor.ask("POST", "/account/reset", body, headers={"Host": "evil.example"})
    evil.problem(421, "wrong-host")
    port = urlsplit(site.url).port
    visitor.ask("POST", "/account/reset", body, headers={"Host": f"localhost:{port}"}).good(202)
    mails = [path.read_text(encoding="utf-8") for path in (data / "mail").iterdir()]
    mine = [mail for mail in mails if f"{name}@example.org" in mail]
    assert len(mine) == 1
    assert f"{site.url}/account/reset/" in mine[0]
    assert "evil" not in mine[0]


def test_a_site_answers_to_its_own_names(public: Site) -> None:
    client = come_from(public, "198.51.100.30")
    for host, status in (("play.example.org", 200), ("localhost", 200), ("evil.example", 421), ("a b", 421)):
        assert client.ask("GET", "/boards", headers={"Host": host}).status == status, host


def test_who_asks_for_mails_without_end_gets_few(public: Site, mailbox: Mailbox) -> None:
    come_from(public, "198.51.100.31").sign_up("flooded")
    for number in range(6):
        visitor = come_from(public, f"198.51.100.{40 + number}")
        visitor.post("/account/reset", {"email": "flooded@example.org"}).good(202)
    come_from(public, "198.51.100.32").sign_up("last-of-them")
    visitor.post("/account/reset", {"email": "last-of-them@example.org"}).good(202)
    mailbox.wait_for("last-of-them@")
    assert 1 <= sum("flooded@" in mail for mail in mailbox.mails) <= 3
    assert "From: clew@example.org" in mailbox.mails[-1]


def test_a_mail_server_that_fails_is_in_the_log_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from smtplib import SMTPServerDisconnected

    from clew_studio.accounts import posting

    def fail(*_: object) -> None:
        raise SMTPServerDisconnected("gone")

    monkeypatch.setattr(posting, "send_mail", fail)
    posting.send("subject", "text", "ada@example.org")
    assert "a mail was not sent: gone" in caplog.text


def test_where_mails_go_is_said(site: Site, public: Site) -> None:
    assert any(line.startswith("Mail: written into ") for line in site.lines)
    assert not any(line.startswith("Mail:") for line in public.lines)
    assert (
        site.client().get("/session").good()["mails"],
        public.client().get("/session").good()["mails"],
    ) == (
        False,
        True,
    )


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--mail", "smtp://mail.example.org"), "sending e-mail through a server needs --url"),
        (("--mail", "ftp://user:secret@mail.example.org"), "write smtp://USER:PASSWORD@HOST:587"),
        (("--mail", "smtp://user:secret@mail:port"), "write smtp://USER:PASSWORD@HOST:587"),
        (("--mail-from", "nobody"), "--mail-from nobody: write an address"),
    ],
)
def test_mail_that_cannot_work_is_said_at_the_start(
    tmp_path: Path, options: tuple[str, ...], told: str
) -> None:
    words = [sys.executable, "-m", "clew", "studio", "--data", str(tmp_path / "data"), *options]
    done = subprocess.run(words, capture_output=True, text=True, timeout=HANGS, check=False)
    assert done.returncode == 2
    assert told in done.stderr
    assert "secret" not in done.stderr
    assert not (tmp_path / "data").exists()


def test_the_setting_for_mail_is_read() -> None:
    from clew_studio.accounts.mail import Mail, mail_of

    assert mail_of("smtps://a%40b:p%2Fw@mail.example.org") == Mail(
        "smtps", "mail.example.org", 465, "a@b", "p/w", tls=True
    )
    assert mail_of("smtp://mail.example.org") == Mail("smtp", "mail.example.org", 587, starttls=True)
    assert mail_of("smtp://localhost:1025") == Mail("smtp", "localhost", 1025)
    assert not mail_of("console").is_sent
