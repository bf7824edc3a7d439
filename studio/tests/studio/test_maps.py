"""Maps: every position of a small board, where my moves go on it, and what stands at a point."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from clew.maps.walk import unpacked
from tests.studio.client import Client, Json
from tests.studio.test_jobs import ended

BOARD = "blocks-gar-1"
LINE = ["BR1", "EU1", "FU1", "CL3", "GD3", "DL2", "HD2", "AR3"]


def map_of(client: Client, board: str, **more: object) -> Json:
    body = {"board": board, **more}
    found = client.post("/map", body).good()
    if "job" in found:
        assert ended(client, found["job"]["id"])["state"] == "done"
        found = client.post("/map", body).good(200)
    return found


def bytes_of(client: Client, board: str) -> tuple[Json, dict[str, Any]]:
    answer = client.post("/map/data", {"board": board})
    assert answer.status == 200 and answer.headers["Content-Type"] == "application/octet-stream"
    return unpacked(answer.data)


def test_the_whole_map_of_a_small_board(visitor: Client) -> None:
    """The published numbers of this board: 1,247 positions, 172 goals, 6,522 links, 9 moves at the most."""
    found = map_of(visitor, BOARD, moves=LINE)
    assert (found["states"], found["goals"], found["edges"], found["farthest"]) == (1247, 172, 6522, 9)
    assert found["radius"] is None and "walk" not in found
    header, arrays = bytes_of(visitor, BOARD)
    assert (header["states"], header["edges"], header["start"]) == (1247, 6522, found["start"])
    assert found["path"][0] == found["start"]
    assert [arrays["distance"][state] for state in found["path"]] == list(range(8, -1, -1))
    ends = np.cumsum(arrays["degree"])
    for here, to in pairwise(found["path"]):
        first = ends[here] - arrays["degree"][here]
        assert to in (here + arrays["after"][first : ends[here]].astype(int)) % 65_536


def listed(client: Client) -> list[Json]:
    """All boards with maps, those of other tests too: more than a page holds."""
    items: list[Json] = []
    while len(items) < (page := client.get(f"/maps?limit=100&offset={len(items)}").good())["count"]:
        items += page["items"]
    return items


def test_small_boards_are_listed_with_their_maps(visitor: Client) -> None:
    found = listed(visitor)
    sizes = [one["states"] for one in found]
    assert len(sizes) >= 20
    assert sizes == sorted(sizes) and sizes[0] > 0 and sizes[-1] <= 20_000
    one = next(one for one in found if one["board"]["id"] == BOARD)
    assert (one["states"], one["farthest"], one["rings"][0], sum(one["rings"])) == (1247, 9, 172, 1247)
    lost = next(one for one in found if one["board"]["id"] == "ricochet-lunar-lockout")
    assert sum(lost["rings"]) < lost["states"], "from some positions no goal can be reached"
    only = visitor.get("/maps?family=coroutine&limit=100").good()["items"]
    assert {one["board"]["family"] for one in only} == {"coroutine"}
    assert "pebbles-panguru-25" not in [one["board"]["id"] for one in found]


def test_a_new_board_joins_the_list_of_maps(member: Client) -> None:
    key = member.post("/boards", {"board": "blocks:AAooo/ooooo/BBooo"}).good(201)["id"]
    member.publish(key)
    assert {one["board"]["id"]: one["states"] for one in listed(member)}[key] == 16


def test_a_point_of_the_map_is_a_position(visitor: Client) -> None:
    found = map_of(visitor, BOARD, moves="BR1 EU1")
    point = visitor.post("/map/state", {"board": BOARD, "index": found["path"][2]}).good(200)
    here = visitor.post("/replay", {"board": BOARD, "moves": "BR1 EU1"}).good()["steps"][-1]["position"]
    assert point["position"]["pieces"] == [{**piece, "movable": False} for piece in here["pieces"]]
    visitor.know(point["puzzle"])
    assert visitor.post("/distance", {"board": point["puzzle"]}).good()["distance"] == 6
    visitor.post("/map/state", {"board": BOARD, "index": 1247}).problem(404, "not-found")


def test_dead_ends_have_no_distance(visitor: Client) -> None:
    found = map_of(visitor, "ricochet-lunar-lockout")
    _, arrays = bytes_of(visitor, "ricochet-lunar-lockout")
    assert 65_535 in arrays["distance"]
    assert arrays["distance"][found["start"]] == 14


@pytest.mark.many
def test_of_a_large_board_the_map_has_what_is_near_the_solutions(visitor: Client) -> None:
    board = "pebbles-panguru-example"
    found = map_of(visitor, board, moves="", seconds=600)
    assert found["radius"] >= 1 and found["goals"] >= 1
    assert 1000 < found["states"] <= 60_000
    header, arrays = bytes_of(visitor, board)
    assert arrays["distance"][header["start"]] == 16
    assert set(arrays["from"].tolist()) >= {header["start"]}


def test_moves_that_are_not_legal_are_refused(visitor: Client) -> None:
    visitor.post("/map", {"board": BOARD, "moves": ["AR3"]}).problem(422, "illegal-move")


def test_won_games_are_paths_on_the_map(visitor: Client) -> None:
    """Another player wins by these moves: each of them is made once more than before, and no other is."""
    before = dict(map(tuple, map_of(visitor, BOARD, moves=LINE)["heat"]))
    other = Client(visitor.site)
    game = other.post("/games", {"board": BOARD, "resume": False}).good(201)
    assert other.post(f"/games/{game['id']}/moves", {"moves": LINE}).good(200)["status"] == "won"
    unfinished = other.post("/games", {"board": BOARD, "resume": False}).good(201)
    other.post(f"/games/{unfinished['id']}/moves", {"moves": ["CL1"]}).good(200)
    found = map_of(visitor, BOARD, moves=LINE)
    header, arrays = bytes_of(visitor, BOARD)
    firsts = np.cumsum(arrays["degree"]) - arrays["degree"]
    more = {edge for edge, count in found["heat"] if count == before.get(edge, 0) + 1}
    assert {edge: count for edge, count in found["heat"] if edge not in more} == {
        edge: count for edge, count in before.items() if edge not in more
    }
    assert more == {
        int(firsts[here]) + names_of(header, arrays, here, int(firsts[here])).index(move)
        for here, move in zip(found["path"], LINE, strict=False)
    }


def names_of(header: Json, arrays: dict[str, Any], state: int, first: int) -> list[str]:
    """The names of the moves of a state."""
    return [
        header["moves"][arrays["move"][edge]] for edge in range(first, first + int(arrays["degree"][state]))
    ]
