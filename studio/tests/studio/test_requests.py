"""What every request may rely on: addresses, one shape of errors, limits, headers, cookies, paging."""

from __future__ import annotations

import json
import socket
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from tests.promptness import HANGS
from tests.studio.client import Client
from tests.studio.server import Site

BOARD = "blocks-gar-1"
PAGES = [
    "/",
    "/play",
    "/play/blocks-gar-1",
    "/rules",
    "/rules/blocks",
    "/maker",
    "/maker/abc",
    "/map/blocks-gar-1",
    "/packs",
    "/packs/blocks",
    "/experiment/abc",
    "/leaderboards",
    "/stats",
    "/research",
    "/account",
    "/account/reset/MQ/abc-def",
    "/embed/blocks-gar-1",
]


def plain_paths() -> list[str]:
    """Paths of the API without an id, with their methods."""
    from clew_studio.api.site import api

    return [
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, methods in api.get_openapi_schema()["paths"].items()
        for method in methods
        if "{" not in path
    ]


def test_every_address_works_with_and_without_a_final_slash(visitor: Client) -> None:
    """Without a body, so that what comes back is the same problem or page; nobody is sent elsewhere."""
    for one in plain_paths():
        method, path = one.split()
        with_, without = visitor.ask(method, path + "/"), visitor.ask(method, path)
        assert with_.status == without.status, one
        assert with_.status not in (301, 302, 307, 308, 404, 405), (one, with_.status)


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_addresses_with_an_id_too(member: Client, method: str) -> None:
    key = member.post("/boards", {"board": "blocks:AAo/ooo/ooo"}).good(201)["id"]
    body = {"board": "blocks:AAo/ooo/ooo", "title": "new"} if method == "PUT" else None
    assert member.ask(method, f"/boards/{key}/", body).status < 300


@pytest.mark.parametrize("page", PAGES)
def test_pages_answer_with_the_shell_under_a_strict_policy(visitor: Client, page: str) -> None:
    for address in (page, page if page == "/" else f"{page}/"):
        reply = visitor.get("/" + address)
        assert reply.status == 200, address
        assert b'<div id="app">' in reply.data
        policy = reply.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        framed = "frame-ancestors *" in policy
        assert framed == page.startswith("/embed/")
        assert (reply.headers["X-Frame-Options"] is None) == framed
        assert b"<script>" not in reply.data and b"<style" not in reply.data and b" style=" not in reply.data


def test_what_is_not_there(visitor: Client) -> None:
    reply = visitor.get("//no/such/page")
    assert reply.status == 404
    assert b'<div id="app">' in reply.data
    visitor.get("/no/such/thing").problem(404, "not-found")
    visitor.get("/boards/none").problem(404, "not-found")
    visitor.get("/daily/2019-01-01").problem(404, "not-found")


def test_problems_have_one_shape(visitor: Client) -> None:
    visitor.ask("POST", "/hint", data=b"{").problem(422, "invalid")
    visitor.ask("POST", "/hint", data=b"[]").problem(422, "invalid")
    visitor.post("/hint", {}).problem(422, "invalid")
    problem = visitor.post("/hint", {"board": BOARD, "colour": "red"}).problem(422, "invalid")
    assert problem["errors"][0]["where"].endswith("colour")
    visitor.ask("PUT", "/hint").problem(405, "method")
    visitor.get("/boards?limit=0").problem(422, "invalid")
    visitor.get("/boards?limit=101").problem(422, "invalid")
    visitor.get("/boards?sort=magic").problem(422, "invalid")
    bad = visitor.post("/hint", {"board": "blocks:AAB/ooo/BBo"}).problem(422, "bad-board")
    assert bad["errors"][0]["key"] == "board"
    visitor.post("/hint", {"board": BOARD, "state": "AAA"}).problem(422, "bad-board")
    visitor.post("/hint", {"board": "null:3"}).problem(422, "bad-board")


def test_a_form_where_json_is_read_is_refused(member: Client) -> None:
    data = json.dumps({"board": BOARD}).encode()
    kind = "multipart/form-data; boundary=x"
    reply = member.ask("POST", "/position", data=data, headers={"Content-Type": kind})
    reply.problem(415, "unsupported")


def test_a_body_has_a_largest_size(visitor: Client) -> None:
    visitor.ask("POST", "/hint", data=b" " * (257 << 10)).problem(413, "too-large")
    almost = b'{"board": "' + b"A" * (250 << 10) + b'"}'
    assert visitor.ask("POST", "/hint", data=almost).status == 422


def test_a_body_without_an_end_is_not_read_for_ever(site: Site) -> None:
    """Sent in chunks, so that its length is not told beforehand."""
    connection = HTTPConnection(urlsplit(site.url).netloc, timeout=HANGS)
    chunks = (b"x" * 65536 for _ in range(200))
    status = 0
    try:
        connection.request("POST", "/api/v1/hint", body=chunks, encode_chunked=True)
        status = connection.getresponse().status
    except (BrokenPipeError, ConnectionResetError):
        status = 413  # it hung up while we were still sending
    finally:
        connection.close()
    assert status == 413


def test_slow_senders_hold_no_thread(site: Site, visitor: Client) -> None:
    """More half-sent requests than the server has threads, and still it answers."""
    place = urlsplit(site.url)
    held = []
    for _ in range(40):
        one = socket.create_connection((place.hostname or "", place.port or 0), timeout=HANGS)
        one.sendall(b"POST /api/v1/hint HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
        held.append(one)
    try:
        assert visitor.get("/boards").status == 200
    finally:
        for one in held:
            one.close()


def test_lists_are_paged(visitor: Client) -> None:
    whole = visitor.get("/boards?limit=100&sort=title").good()
    parts = [visitor.get(f"/boards?limit=10&offset={at}&sort=title").good() for at in range(0, 100, 10)]
    assert [item["id"] for part in parts for item in part["items"]] == [item["id"] for item in whole["items"]]
    assert {part["count"] for part in parts} == {whole["count"]}
    assert len(visitor.get("/boards").good()["items"]) == 20


def test_cookies_are_kept_from_scripts_and_other_sites(visitor: Client) -> None:
    visitor.post("/games", {"board": BOARD}).good(201)
    session = next(cookie for cookie in visitor.cookies if cookie.name == "sessionid")
    assert session.has_nonstandard_attr("HttpOnly")
    assert session.get_nonstandard_attr("SameSite") == "Lax"


@pytest.mark.many
def test_behind_https_cookies_are_for_https_alone(tmp_path_factory: pytest.TempPathFactory) -> None:
    place = Site(tmp_path_factory.mktemp("secure") / "data", "--url", "https://play.example.org")
    try:
        place.start_listening()
        assert "Clew studio: https://play.example.org" in place.lines
        reply = place.client().post("/games", {"board": BOARD})
        cookies = reply.headers.get_all("Set-Cookie") or []
        assert len(cookies) == 2
        assert all("; Secure" in cookie and "SameSite=Lax" in cookie for cookie in cookies)
        assert "max-age" in reply.headers["Strict-Transport-Security"]
    finally:
        place.stop()


def test_a_forged_request_is_refused(visitor: Client) -> None:
    visitor.post("/games", {"board": BOARD}).good(201)
    body = {"board": BOARD}
    visitor.ask("POST", "/games", body, headers={"X-CSRFToken": "x" * 32}).problem(403, "csrf")
    visitor.ask("POST", "/games", body, headers={"Origin": "https://evil.example"}).problem(403, "csrf")


def test_another_sites_page_may_not_even_sign_a_visitor_in(visitor: Client) -> None:
    body = {"name": "x", "password": "y"}
    visitor.ask("POST", "/session", body, headers={"Origin": "https://evil.example"}).problem(403, "csrf")


def test_a_script_without_cookies_needs_no_token(visitor: Client) -> None:
    assert visitor.answered("/hint", {"board": BOARD}).good(200)["distance"] == 8
    assert visitor.cookie("sessionid") is None


def test_the_language_is_the_readers(site: Site) -> None:
    body = {"board": BOARD, "move": "AR1"}
    english = site.client().post("/position", body).problem(422, "illegal-move")
    french = site.client("fr").post("/position", body).problem(422, "illegal-move")
    assert english["title"] == "Illegal move"
    assert french["title"] == "Coup interdit"
    assert french["reason"] == "la pièce A n\u2019a pas de case libre à sa droite"
    chooser = site.client("en")
    chooser.get("/session").good()
    assert chooser.ask("PATCH", "/session", {"language": "fr"}).good()["language"] == "fr"
    assert chooser.post("/position", body).problem(422, "illegal-move")["title"] == french["title"]
    assert b'<html lang="fr">' in chooser.get("//").data


def test_too_many_requests_are_told_to_wait() -> None:
    from clew_studio.quotas import spend

    waits = [spend("test:a-caller", 3, 60) for _ in range(5)]
    assert waits[:3] == [0, 0, 0]
    assert all(1 <= wait <= 60 for wait in waits[3:])
    assert spend("test:another", 3, 60) == 0


def test_counts_are_not_washed_out_by_other_questions() -> None:
    from django.core.cache import cache

    from clew_studio.quotas import spend

    day = 24 * 3600
    assert spend("test:washed", 1, day) == 0
    for number in range(5_000):
        cache.set(f"washing-{number}", number)
    assert spend("test:washed", 1, day) > 0


MOST_ASKED = 1_000


@pytest.mark.many
def test_a_limited_site_answers_429(tmp_path_factory: pytest.TempPathFactory) -> None:
    place = Site(tmp_path_factory.mktemp("limited") / "data", limited=True).start()
    try:
        client = place.client()
        jobs = [client.post("/heatmap", {"board": "blocks:AAo/oo"})]
        while jobs[-1].status != 429 and len(jobs) < MOST_ASKED:  # a minute may end meanwhile
            jobs.append(client.post("/heatmap", {"board": "blocks:AAo/oo"}))
        assert len(jobs) > 60
        assert {reply.status for reply in jobs[:-1]} == {422}
        jobs[-1].problem(429, "too-many")
        assert 1 <= int(jobs[-1].headers["Retry-After"]) <= 60
        assert client.get("/boards").status == 200, "other things go on"
    finally:
        place.stop()


def test_the_site_has_a_sign(visitor: Client) -> None:
    reply = visitor.get("//favicon.ico")
    assert (reply.status, reply.headers["Content-Type"]) == (200, "image/svg+xml")


def test_the_description_can_be_read(visitor: Client) -> None:
    document = visitor.get("/openapi.json").good()
    assert document["openapi"].startswith("3.")
    assert b"swagger-ui" in visitor.get("//api/docs").data
    assert visitor.get("//static/ninja/swagger-ui-bundle.js").status == 200
