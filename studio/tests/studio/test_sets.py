"""Packs of one's own: made, ordered, published and taken along as files."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import pytest

import clew
from clew.puzzles.registry import from_dict
from tests.studio.client import Client, Json
from tests.studio.server import Site
from tests.studio.test_forecasts import gate

BOARDS = ["blocks-gar-1", "coroutine-one-row"]


@pytest.fixture
def made(member: Client) -> Json:
    """A pack of somebody's own, with two boards of the gallery."""
    key = member.post("/packs", {"title": "Mine"}).good(201)["id"]
    return member.ask("PUT", f"/packs/{key}", {"title": "Mine", "boards": BOARDS}).good()


def boards_of(client: Client, key: str) -> list[str]:
    return [level["board"]["id"] for level in client.get(f"/packs/{key}").good()["levels"]]


def test_a_pack_takes_an_account(visitor: Client) -> None:
    visitor.post("/games", {"board": BOARDS[0]}).good(201)
    visitor.post("/packs", {"title": "Mine"}).problem(401, "signed-out")


def test_nobody_sees_a_pack_before_it_is_public(site: Site, member: Client, made: Json) -> None:
    key, other = made["id"], site.client()
    assert not made["public"] and made["mine"]
    assert [pack["id"] for pack in member.get("/packs?mine=true").good()["items"]] == [key]
    other.get(f"/packs/{key}").problem(404, "not-found")
    other.get(f"/packs/{key}/book.pdf").problem(404, "not-found")
    body = {"title": "Ours", "description": "For all.", "boards": BOARDS[::-1], "public": True}
    member.ask("PUT", f"/packs/{key}", body).good()
    assert boards_of(other, key) == BOARDS[::-1]
    assert key in [pack["id"] for pack in other.get("/packs?limit=100").good()["items"]]
    other.get("/session")
    other.ask("PUT", f"/packs/{key}", body).problem(403, "forbidden")


def test_drafts_are_seen_by_their_maker_alone(site: Site, member: Client, other: Client, made: Json) -> None:
    key = made["id"]
    draft = member.post("/boards", {"board": gate(21)}).good(201)["id"]
    foreign = other.post("/boards", {"board": gate(22)}).good(201)["id"]
    body = {"title": "Mine", "boards": [draft, foreign, *BOARDS, draft]}
    member.ask("PUT", f"/packs/{key}", body).good()
    assert boards_of(member, key) == [draft, *BOARDS]
    member.ask("PUT", f"/packs/{key}", {**body, "public": True}).good()
    assert boards_of(site.client(), key) == BOARDS
    alone = {"title": "Mine", "boards": [draft], "public": True}
    told = member.ask("PUT", f"/packs/{key}", alone).problem(422, "invalid")
    assert told["errors"][0]["where"] == "public"


def test_the_files_of_a_pack(member: Client, made: Json) -> None:
    key = made["id"]
    for board in BOARDS:
        member.know(board)
    solved = member.get(f"/packs/{key}/boards.json").good()["boards"]
    assert [one["id"] for one in solved] == BOARDS
    for one in solved:
        verdict = clew.verify(from_dict(one["board"]), one["solution"])
        assert verdict.solved and verdict.length == one["par"]
    book = member.get(f"/packs/{key}/book.pdf")
    assert (book.status, book.data[:5]) == (200, b"%PDF-")
    assert b"/Count 2" in book.data, "a page of boards and a page of answers"
    game = member.post("/games", {"board": BOARDS[0]}).good(201)
    moves = member.post(f"/games/{game['id']}/moves", {"moves": solved[0]["solution"]}).good()
    assert moves["aided"], "the file has the solution"


def test_a_pack_as_a_page(member: Client, made: Json) -> None:
    from clew_studio.pages.built import BUILT

    page = member.get(f"/packs/{made['id']}/page.html")
    if not (BUILT / "puzzle.js").exists():
        page.problem(503, "unavailable")
        return
    assert page.headers["Content-Disposition"] == f'attachment; filename="{made["id"]}.html"'
    assert b"<title>Mine</title>" in page.data and b'id="clew-engine-blocks"' in page.data


def test_a_pack_as_elements(member: Client, made: Json) -> None:
    from clew_studio.pages.built import BUILT

    answer = member.get(f"/packs/{made['id']}/elements.zip")
    if not (BUILT / "clew-board.js").exists():
        answer.problem(503, "unavailable")
        return
    with ZipFile(BytesIO(answer.data)) as archive:
        files = {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}
    assert {"clew-board.js", "clew-board-blocks.js", "example.html"} <= set(files)
    assert files["example.html"].count(b"<clew-board>") == len(BOARDS)
