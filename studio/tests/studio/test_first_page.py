"""What a stranger gets first: little to load, answers with the page, a board to play, a mix of boards."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter

import pytest

import clew
from tests.studio.client import Client, Reply
from tests.studio.server import Site

GZIP = {"Accept-Encoding": "gzip"}


def packed(client: Client, address: str, accepts: dict[str, str]) -> Reply:
    return client.ask("GET", address, headers=accepts)


def brought(reply: Reply) -> dict[str, object]:
    """The answers that came with a page."""
    found = re.search(rb'<script id="answers" type="application/json">(.*?)</script>', reply.data, re.S)
    assert found, reply.data[:500]
    answers: dict[str, object] = json.loads(found[1])
    return answers


@pytest.mark.parametrize("address", ["//", "/boards", "/boards/blocks-gar-1/thumbnail.svg", "/boards/none"])
def test_texts_are_compressed(visitor: Client, address: str) -> None:
    plain, small = visitor.get(address), packed(visitor, address, GZIP)
    assert plain.headers["Content-Encoding"] is None
    if len(plain.data) < 1000:
        pytest.fail(f"{address} is too short to say anything") if plain.status == 200 else None
        return
    assert small.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in small.headers["Vary"]
    assert len(small.data) < len(plain.data) / 2
    assert int(small.headers["Content-Length"]) == len(small.data)
    if address != "//":  # the page has a token of its own each time
        assert gzip.decompress(small.data) == plain.data


def test_pictures_are_sent_as_they_are(visitor: Client) -> None:
    reply = packed(visitor, "//icon-192.png", GZIP)
    assert reply.headers["Content-Encoding"] is None
    assert reply.data[:8] == b"\x89PNG\r\n\x1a\n"


def test_a_page_brings_the_answers_that_it_begins_with(member: Client) -> None:
    for page in ("//", "//play/blocks-gar-1", "//packs"):
        answers = brought(member.get(page))
        assert "/session" in answers
        for address, answer in answers.items():
            assert member.get(address).good() == answer, (page, address)
    assert "/boards?limit=18&offset=0" in brought(member.get("//"))
    assert "/boards/blocks-gar-1/play" in brought(member.get("//play/blocks-gar-1"))
    assert set(brought(member.get("//play/no-such-board"))) == {"/session"}


def test_a_map_that_is_known_comes_with_its_page(member: Client) -> None:
    figures = member.answered("/map", {"board": "blocks-gar-1"}).good(200)
    answers = brought(member.get("//map/blocks-gar-1"))
    assert answers.pop("/map?board=blocks-gar-1") == figures
    assert {"/boards/blocks-gar-1", "/games?board=blocks-gar-1&limit=5"} < set(answers)
    for address, answer in answers.items():
        assert member.get(address).good() == answer, address
    assert set(brought(member.get("//map/no-such-board"))) == {"/session"}


def test_a_title_cannot_break_out_of_the_page(member: Client) -> None:
    body = {"board": "blocks:AAo/ooo/ooo", "title": "</script><script>alert(1)</script>"}
    key = member.post("/boards", body).good(201)["id"]
    page = member.get(f"//play/{key}")
    assert b"alert(1)</script>" not in page.data
    assert brought(page)[f"/boards/{key}/play"]["board"]["title"] == body["title"]  # type: ignore[index]


def test_a_newcomer_gets_an_easy_board_until_the_first_win(site: Site) -> None:
    newcomer = site.client()
    starter = newcomer.get("/starter").good()
    assert starter["board"]["difficulty"] == "easy"
    assert (starter["game"], starter["pack"]) == (None, "first-steps")
    newcomer.get("/packs/first-steps").good()
    key = starter["board"]["id"]
    line = clew.solve(starter["board"]["puzzle"]).moves
    assert line
    newcomer.post("/games", {"board": key, "moves": line[:-1]}).good(201)
    assert newcomer.get("/starter").good()["game"]["moves"] == line[:-1]
    game = newcomer.get("/starter").good()["game"]["id"]
    newcomer.post(f"/games/{game}/moves", {"moves": line[-1:]}).good()
    assert newcomer.get("/starter").good()["board"] is None


def test_a_board_of_one_move_does_not_become_the_first(site: Site, member: Client) -> None:
    line = "blocks:" + "/".join(["AA" + "o" * 11, *["o" * 13] * 6])
    key = member.post("/boards", {"board": line, "title": "One step"}).good(201)["id"]
    member.publish(key)
    member.post("/games", {"board": key, "moves": ["AR11"]}).good(201)
    starter = site.client().get("/starter").good()
    assert starter["board"]["id"] != key and not starter["board"]["author"]


def test_the_gallery_mixes_families_and_difficulties(visitor: Client) -> None:
    first = visitor.get("/boards?limit=12").good()["items"]
    assert len({board["family"] for board in first}) >= 4
    assert len({board["difficulty"] for board in first}) >= 3
    assert first[0]["difficulty"] == "easy"
    most = Counter(board["family"] for board in first).most_common(1)[0][1]
    assert most <= 4, [board["id"] for board in first]


def test_boards_that_differ_only_in_their_metric_are_one_entry(visitor: Client) -> None:
    shown = {board["id"] for board in visitor.get("/boards?limit=100").good()["items"]}
    assert "blocks-huarong-dao" in shown
    assert not shown & {"blocks-huarong-dao-slides", "blocks-huarong-dao-steps", "coroutine-bailey-1-steps"}
    assert "coroutine-four-by-four-steps" in shown
    found = visitor.get("/boards/blocks-huarong-dao").good()["counted_otherwise"]
    assert [(one["metric"], one["par"]) for one in found] == [("slide", 90), ("step", 116)]
    assert visitor.get("/boards/blocks-sixty").good()["counted_otherwise"] == []


def test_titles_of_the_sites_own_boards_are_translated(site: Site, member: Client) -> None:
    reader = site.client("fr")
    assert reader.get("/boards/blocks-rush-58").good()["title"] == "Le bac profond"
    assert member.get("/boards/blocks-rush-58").good()["title"] == "Deep ferry"
    own = member.post("/boards", {"board": "blocks:AAo/ooo/ooo", "title": "Deep ferry"}).good(201)
    assert (
        member.ask("GET", f"/boards/{own['id']}", headers={"Accept-Language": "fr"}).good()["title"]
        == "Deep ferry"
    )


def test_the_site_can_be_put_on_a_home_screen(visitor: Client) -> None:
    page = visitor.get("//").data.decode()
    assert 'rel="manifest" href="/site.webmanifest"' in page
    reply = visitor.get("//site.webmanifest")
    assert reply.headers["Content-Type"] == "application/manifest+json"
    assert {"name", "short_name", "start_url", "display"} <= reply.json.keys()
    for icon in reply.json["icons"]:
        drawn = visitor.get(f"/{icon['src']}")
        assert (drawn.status, drawn.headers["Content-Type"]) == (200, icon["type"])
        if icon["type"] == "image/png":
            assert int.from_bytes(drawn.data[16:20]) == int(icon["sizes"].split("x")[0])
    visitor.get("//icon-7.png").problem(404, "not-found")
