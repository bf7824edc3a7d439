"""Texts that people give the site: how long they are and what they hold is checked wherever they come in."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from http.client import HTTPConnection
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from tests.promptness import HANGS
from tests.studio.client import Client, Json, Reply
from tests.studio.server import Site

BOARD = "blocks-gar-1"
DRAFT = {"family": "blocks", "board": "AAo/ooo/ooo"}
LONG = "x" * 180_000
BAD = {
    "nul": "a\0b",
    "escape": "a\x1b[31mb",
    "delete": "a\x7fb",
    "direction": "a\u202eb",
    "surrogate": "a\ud800b",
    "long": LONG,
}
ABOUT = ("title", "author", "source", "licence", "notes")


def draft(**about: str) -> Json:
    return {"board": DRAFT, **about}


def told(key: str, text: str) -> tuple[str, str, Json]:
    return "POST", "/boards", draft(**{key: text})


def held(key: str, text: str) -> tuple[str, str, Json]:
    return "POST", "/boards", {"board": {**DRAFT, key: text}}


def line(**keys: str) -> str:
    return "\n".join(f"{key} = {json.dumps(value)}" for key, value in keys.items())


FIELDS: dict[str, Callable[[str], tuple[str, str, Json]]] = {
    **{key: partial(told, key) for key in ABOUT},
    **{f"{key} in keys": partial(held, key) for key in ABOUT},
    "tag": lambda text: ("POST", "/boards", {"board": DRAFT, "tags": [text]}),
    "title in JSON": lambda text: (
        "POST",
        "/boards/import",
        {"text": json.dumps({**DRAFT, "title": text}), "format": "json"},
    ),
    "title in TOML": lambda text: (
        "POST",
        "/boards/import",
        {"text": line(**DRAFT, title=text), "format": "toml"},
    ),
    "board": lambda text: ("POST", "/hint", {"board": text}),
    "state": lambda text: ("POST", "/hint", {"board": BOARD, "state": text}),
    "move": lambda text: ("POST", "/replay", {"board": BOARD, "moves": [text]}),
    "comment": lambda text: ("POST", f"/boards/{BOARD}/comments", {"text": text}),
    "report": lambda text: ("POST", f"/boards/{BOARD}/reports", {"reason": "other", "text": text}),
    "pack": lambda text: ("POST", "/games", {"board": BOARD, "pack": text}),
    "name": lambda text: ("PATCH", "/account", {"password": "correct horse battery", "name": text}),
    "email": lambda text: ("PATCH", "/account", {"password": "correct horse battery", "email": text}),
    "nickname": lambda text: ("PUT", "/nickname", {"name": text}),
    "title of a game": lambda text: ("POST", "/sources/publish", {"text": "title x", "title": text}),
    "who signs in": lambda text: ("POST", "/session", {"name": text, "password": "x"}),
    "who forgot": lambda text: ("POST", "/account/reset", {"email": text}),
    "level": lambda text: ("POST", "/worlds", {"level": text}),
}


@pytest.fixture(scope="module")
def writer(site: Site) -> Client:
    """Somebody with an account. A worker that takes over other workers' tests may come to this file twice."""
    client = site.client()
    client.sign_up(f"writer-{uuid4().hex[:8]}")
    return client


@pytest.mark.parametrize("wrong", BAD)
@pytest.mark.parametrize("field", FIELDS)
def test_a_text_is_checked_where_it_comes_in(writer: Client, field: str, wrong: str) -> None:
    method, path, body = FIELDS[field](BAD[wrong])
    reply = writer.ask(method, path, body)
    assert reply.status == 422, (reply.status, reply.data[:300])
    assert reply.headers["Content-Type"] == "application/problem+json"
    assert len(reply.data) < 4_000, "it does not send the text back"


def test_pieces_of_events_are_checked(writer: Client) -> None:
    key = writer.post("/games", {"board": BOARD, "resume": False}).good(201)["id"]
    for wrong in BAD.values():
        for field in ("piece", "from", "to"):
            body = {"events": [{"event": "drag_start", field: wrong}]}
            writer.post(f"/games/{key}/events", body).problem(422, "invalid")


@pytest.mark.parametrize("field", ["title", "author", "tags"])
def test_rows_of_an_upload_are_checked(editor: Client, field: str) -> None:
    rows = ["Good", LONG[:5_000], "a\x01b"]
    text = f"family,board,{field}\n" + "".join(
        f"blocks,{'AA' + 'o' * (6 + number)}/{'o' * (8 + number)},{row}\n" for number, row in enumerate(rows)
    )
    found = editor.upload("/uploads", "boards.csv", text.encode()).good(201)
    if field == "tags":  # a tag that cannot be kept is left out
        shown = [editor.get(f"/boards/{key}").good()["tags"] for key in found["boards"]]
        assert shown == [["good"], ["x" * 30], []]
    else:
        assert (found["accepted"], [error["row"] for error in found["errors"]]) == (1, [3, 4])
        assert "characters" in found["errors"][0]["message"]
        assert "U+0001" in found["errors"][1]["message"]


UNSEEN = {
    "zero width": "\u200b\u200d",
    "direction": "\u200e\u200f",
    "filler": "\u3164",
    "variations": "\ufe0f\U000e0100",
    "fillers": "\U00016fe4\U0001d159",
    "braille": "\u2800",
}


@pytest.mark.parametrize("unseen", UNSEEN.values(), ids=UNSEEN)
def test_a_comment_that_nobody_sees_is_missing(writer: Client, unseen: str) -> None:
    for text in (unseen, f" {unseen}\n"):
        told = writer.post(f"/boards/{BOARD}/comments", {"text": text}).problem(422, "invalid")
        assert told["errors"] == [{"where": "text", "message": "This is missing."}]


@pytest.mark.parametrize("unseen", UNSEEN.values(), ids=UNSEEN)
def test_names_are_seen_whole(site: Site, writer: Client, unseen: str) -> None:
    guest = site.client()
    guest.post("/games", {"board": BOARD}).good(201)
    account = {"email": f"{uuid4().hex[:8]}@example.org", "password": "correct horse battery"}
    for name in (unseen, f"ann{unseen}{uuid4().hex[:8]}"):
        told = [
            site.client().post("/account", {"name": name, **account}).problem(422, "invalid"),
            writer.ask("PATCH", "/account", {"password": account["password"], "name": name}).problem(
                422, "invalid"
            ),
            guest.ask("PUT", "/nickname", {"name": name}).problem(422, "invalid"),
        ]
        wrong = {"where": "name", "message": "A name may not contain invisible characters."}
        assert [one["errors"] for one in told] == [[wrong]] * 3


@pytest.mark.parametrize("name", ["हिन्दी", "தமிழ்", "ที่รัก"])
def test_names_are_written_in_any_script(site: Site, name: str) -> None:
    account = {"password": "correct horse battery"}
    given = f"{name}-{uuid4().hex[:8]}"
    made = {"name": given, "email": f"{uuid4().hex[:8]}@example.org", **account}
    assert site.client().post("/account", made).good(201)["player"]["name"] == given
    assert site.client().post("/session", {"name": given, **account}).good()["player"]["name"] == given


@pytest.mark.parametrize("name", ["\u0301ann", "ann.\u0301", "7\u0301", "ann@\u0301"])
def test_a_mark_of_a_name_belongs_to_a_letter(site: Site, name: str) -> None:
    made = {"name": name, "email": f"{uuid4().hex[:8]}@example.org", "password": "correct horse battery"}
    (told,) = site.client().post("/account", made).problem(422, "invalid")["errors"]
    assert told["message"].startswith("A name may contain letters with their marks,")


def test_notes_and_comments_have_lines(writer: Client) -> None:
    made = writer.post("/boards", draft(title="Übung 東京", notes="One.\n\tTwo.")).good(201)
    assert (made["title"], made["notes"]) == ("Übung 東京", "One.\n\tTwo.")
    writer.post(f"/boards/{BOARD}/comments", {"text": "One.\nTwo."}).good(201)
    writer.post("/boards", draft(title="One.\nTwo.")).problem(422, "invalid")


@pytest.mark.parametrize(
    "path", ["/boards?search=%00", "/games?board=%1b", "/boards/a%00b", "/experiments/%0a"]
)
def test_an_address_holds_no_control_characters(site: Site, path: str) -> None:
    connection = HTTPConnection(urlsplit(site.url).netloc, timeout=HANGS)
    try:
        connection.request("GET", f"/api/v1{path}")
        response = connection.getresponse()
        reply = Reply(response.status, response.headers, response.read())
    finally:
        connection.close()
    assert reply.status in (404, 422)
    assert reply.headers["Content-Type"] == "application/problem+json"
