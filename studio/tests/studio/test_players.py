"""Profiles: what others see of a player, and copies of boards that say what they were made from."""

from __future__ import annotations

from tests.studio.client import Client, Json
from tests.studio.server import Site

BOARD = "blocks-gar-1"
BEST = ["BR1", "CL3", "EU1", "FU1", "DL2", "GD3", "HD2", "AR3"]


def won(client: Client) -> Json:
    game = client.post("/games", {"board": BOARD, "resume": False}).good(201)
    return client.post(f"/games/{game['id']}/moves", {"moves": BEST}).good()


def my_id(client: Client) -> str:
    return str(client.get(f"/boards/{BOARD}/leaderboard").good()["me"]["player_id"])


def test_a_profile_shows_what_counts_to_others(site: Site) -> None:
    client, other = Client(site.url), Client(site.url)
    client.sign_up("ariadne")
    won(client)
    key = my_id(client)
    seen = other.get(f"/players/{key}").good()
    assert (seen["name"], seen["me"], seen["points"]) == ("ariadne", False, 100)
    assert [(win["board"], win["length"]) for win in seen["history"]] == [(BOARD, 8)]
    assert seen["families"] == [{"family": "blocks", "boards": 1, "perfect": 1}]
    assert seen["rating"]["deviation"] < 350
    assert [point["value"] for point in seen["ratings"]] == [seen["rating"]["value"]]
    assert client.get(f"/players/{key}").good()["me"]


def test_a_private_profile_is_only_a_name(site: Site) -> None:
    client, other = Client(site.url), Client(site.url)
    client.sign_up("minos")
    won(client)
    key = my_id(client)
    assert not client.ask("PUT", "/profile", {"public": False}).good()["public"]
    seen = other.get(f"/players/{key}").good()
    assert seen == {"id": key, "name": "minos", "guest": False, "me": False, "public": False}
    assert client.get(f"/players/{key}").good()["points"] == 100, "one sees one's own"


def test_who_does_not_exist_has_no_profile(site: Site) -> None:
    Client(site.url).get("/players/nobody").problem(404, "not-found")
    Client(site.url).ask("PUT", "/profile", {"public": False}).problem(401, "signed-out")


def test_nothing_secret_is_in_a_profile(site: Site) -> None:
    client, other = Client(site.url), Client(site.url)
    client.sign_up("secretive")
    won(client)
    assert "secretive@example.org" not in other.get(f"/players/{my_id(client)}").data.decode()


def test_a_copy_says_what_it_was_made_from(site: Site) -> None:
    client = Client(site.url)
    client.sign_up("forker")
    copy = {"board": "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FooDDD", "title": "Copy", "made_from": BOARD}
    draft = client.post("/boards", copy).good(201)
    assert draft["made_from"] == {"id": BOARD, "title": "Garage at noon"}
    client.publish(draft["id"])
    assert Client(site.url).get(f"/boards/{draft['id']}").good()["made_from"]["id"] == BOARD
    client.post("/boards", {**copy, "made_from": "no-such-board"}).problem(404, "not-found")


def test_a_draft_of_somebody_else_is_not_given_away_by_a_copy(site: Site) -> None:
    owner, other = Client(site.url), Client(site.url)
    owner.get("/session").good()
    draft = owner.post("/boards", {"board": "blocks:AAo/ooo/ooo", "title": "Mine"}).good(201)
    other.get("/session").good()
    body = {"board": "blocks:AAo/ooo/oBB", "made_from": draft["id"]}
    other.post("/boards", body).problem(404, "not-found")


def test_a_guest_chooses_the_name_that_others_see(site: Site) -> None:
    guest, other = Client(site.url), Client(site.url)
    guest.ask("PUT", "/nickname", {"name": "Theseus"}).problem(401, "signed-out")
    won(guest)
    assert guest.get("/session").good()["player"]["name"].startswith("Guest ")
    session = guest.ask("PUT", "/nickname", {"name": " Theseus "}).good()
    assert (session["player"]["name"], session["player"]["guest"]) == ("Theseus", True)
    assert other.get(f"/players/{my_id(guest)}").good()["name"] == "Theseus"
    guest.ask("PUT", "/nickname", {"name": "theseus"}).good()  # one's own name is free


def test_a_guest_is_named_in_the_language_of_the_page(site: Site) -> None:
    guest = Client(site.url)
    body = {"board": "blocks-gar-1", "moves": []}
    guest.ask("POST", "/games", body, headers={"Accept-Language": "fr"}).good(201)
    assert guest.get("/session").good()["player"]["name"].startswith("Invité ")


def test_a_guest_cannot_take_a_name_that_somebody_has(site: Site, name: str) -> None:
    member, guest, other = (Client(site.url) for _ in range(3))
    member.sign_up(name)
    for client in (guest, other):
        won(client)
    other.ask("PUT", "/nickname", {"name": "Pasiphae"}).good()
    for taken in (name.upper(), f"{name}@example.org", "pasiphae", "two words", "", "x" * 41):
        guest.ask("PUT", "/nickname", {"name": taken}).problem(422, "invalid")
    member.ask("PUT", "/nickname", {"name": "Icarus"}).problem(409, "conflict")
    assert guest.get("/session").good()["player"]["name"].startswith("Guest ")


def test_an_account_does_not_keep_the_name_of_the_guest(site: Site, name: str) -> None:
    client = Client(site.url)
    won(client)
    client.ask("PUT", "/nickname", {"name": "Daedalus"}).good()
    client.sign_up(name)
    assert client.get(f"/players/{my_id(client)}").good()["name"] == name
