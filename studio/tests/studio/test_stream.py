"""The next board fits the player: easy at first, harder after wins, of the family and range asked for."""

from __future__ import annotations

import clew
from clew.scenes import FAMILIES
from tests.studio.client import Client, Json
from tests.studio.server import Site


def solve(client: Client, board: Json) -> None:
    moves = clew.solve(clew.parse(board["puzzle"])).moves
    game = client.post("/games", {"board": board["id"]}).good(201)
    assert client.post(f"/games/{game['id']}/moves", {"moves": moves}).good()["status"] == "won"


def strength(board: Json) -> float:
    """How hard a board is by now: other tests play, too."""
    from clew_studio.games.stream import strength_of
    from clew_studio.models import Board

    return strength_of(Board.objects.get(pk=board["id"]))


def test_the_first_board_is_easy_and_the_rating_uncertain(site: Site) -> None:
    found = Client(site.url).get("/next").good()
    assert found["board"]["difficulty"] == "easy"
    assert found["rating"] == {"value": 1500, "deviation": 350}


def test_wins_raise_the_level_and_no_board_comes_twice(site: Site) -> None:
    client = Client(site.url)
    seen: list[Json] = []
    first = strength(client.get("/next").good()["board"])
    for _ in range(5):
        board = client.get(f"/next{'?after=' + seen[-1]['id'] if seen else ''}").good()["board"]
        assert board["id"] not in [one["id"] for one in seen]
        seen.append(board)
        solve(client, board)
    found = client.get("/next").good()
    assert found["rating"]["value"] > 1500 and found["rating"]["deviation"] < 350
    assert strength(found["board"]) > first + 100


def test_a_theme_and_a_range_are_kept_to(site: Site) -> None:
    client = Client(site.url)
    for family in ("blocks", "coroutine", "pebbles", "ricochet"):
        assert client.get(f"/next?family={family}").good()["board"]["family"] == family
    assert 10 <= client.get("/next?min_par=10&max_par=20").good()["board"]["par"] <= 20
    assert client.get("/next?min_par=99999").good()["board"] is None
    client.get("/next?family=zebra").problem(422, "invalid")


def test_the_board_just_played_is_not_offered_again(site: Site) -> None:
    client = Client(site.url)
    first = client.get("/next").good()["board"]["id"]
    assert client.get(f"/next?after={first}").good()["board"]["id"] != first


def test_difficulties_are_kept_to(site: Site) -> None:
    client = Client(site.url)
    assert client.get("/next?difficulty=hard").good()["board"]["difficulty"] == "hard"
    found = client.get("/next?difficulty=medium&difficulty=expert&family=blocks").good()["board"]
    assert (found["family"], found["difficulty"]) == ("blocks", "medium")
    client.get("/next?difficulty=impossible").problem(422, "invalid")
    assert set(client.get("/next").good()["makeable"]) == {*FAMILIES} - {"puzzlescript"}


def test_boards_that_were_passed_over_do_not_come_back(site: Site) -> None:
    client = Client(site.url)
    seen: list[str] = []
    for _ in range(4):
        after = "&".join(f"after={key}" for key in seen)
        seen.append(client.get(f"/next?{after}").good()["board"]["id"])
    assert len(set(seen)) == 4
    assert client.get("/next?after=no-such-board").good()["board"]["id"] == seen[0]
