"""What other sites show of a link: the page's title, a sentence, the picture of the board."""

from __future__ import annotations

import re
import struct

from tests.studio.client import Client
from tests.studio.server import Site


def tags(client: Client, address: str) -> dict[str, str]:
    """The Open Graph tags of a page."""
    text = client.get(f"/{address}").data.decode()
    return dict(re.findall(r'<meta property="og:(\S+)" content="([^"]*)">', text))


def test_a_link_to_a_board_has_its_title_and_picture(site: Site) -> None:
    client = Client(site.url)
    for page in ("play", "map", "embed"):
        found = tags(client, f"/{page}/blocks-gar-1")
        assert found["title"] == "Garage at noon · Clew"
        assert "Can you solve it in 8 moves?" in found["description"]
        assert found["image"].startswith(site.url)
    picture = client.get("/" + found["image"].removeprefix(site.url))
    assert picture.headers["Content-Type"] == "image/png"
    assert struct.unpack(">II", picture.data[16:24]) == (1200, 630)


def test_the_page_of_the_day_shows_todays_board(site: Site) -> None:
    client = Client(site.url)
    title = client.get("/daily").good()["board"]["title"]
    assert tags(client, "/daily")["title"] == f"Puzzle of the day: {title} · Clew"


def test_other_pages_describe_the_site(site: Site) -> None:
    found = tags(Client(site.url), "/rules")
    assert found["title"] == "Clew" and "image" not in found


def test_a_draft_is_not_given_away(site: Site) -> None:
    client = Client(site.url)
    client.get("/session").good()
    draft = client.post("/boards", {"board": "blocks:AAo/ooo/ooo", "title": "My secret"}).good(201)
    assert tags(client, f"/play/{draft['id']}")["title"] == "Clew"
    Client(site.url).get(f"/boards/{draft['id']}/card.png").problem(404, "not-found")


def test_a_title_cannot_write_tags(site: Site) -> None:
    client = Client(site.url)
    client.sign_up("tagger")
    board = {"board": "blocks:AAoo/oooo/oBoo/oBoo", "title": '"><script>alert(1)</script>'}
    draft = client.post("/boards", board).good(201)
    client.publish(draft["id"])
    text = client.get(f"//play/{draft['id']}").data.decode()
    assert "<script>alert" not in text
    assert "&lt;script&gt;" in text


def test_previews_are_in_the_readers_language(site: Site) -> None:
    found = tags(Client(site.url, "fr"), "/play/blocks-gar-1")
    assert "Pouvez-vous le résoudre en 8 coups" in found["description"]
