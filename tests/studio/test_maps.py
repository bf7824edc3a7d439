"""Maps: every position of a small board, where my moves go on it, and what stands at a point."""

from __future__ import annotations

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


def test_the_whole_map_of_a_small_board(visitor: Client) -> None:
    """The published numbers of this board: 1,247 positions, 172 goals, 6,522 links, 9 moves at the most."""
    found = map_of(visitor, BOARD, moves=LINE)
    assert (found["states"], found["goals"], found["edges"], found["farthest"]) == (1247, 172, 6522, 9)
    assert len(found["links"]) == 6522
    assert not found["truncated"]
    for name in ("x", "y", "distance", "depth", "goal"):
        assert len(found[name]) == 1247, name
    assert all(-1 <= place <= 1 for place in found["x"] + found["y"])
    assert found["path"][0] == found["start"] == found["optimal"][0]
    assert [found["distance"][state] for state in found["path"]] == list(range(8, -1, -1))
    assert set(found["path"]) <= set(found["optimal"])
    assert all(found["goal"][state] == (found["distance"][state] == 0) for state in range(1247))
    links = {tuple(link) for link in found["links"]}
    steps = zip(found["path"], found["path"][1:], strict=False)
    assert all((min(step), max(step)) in links for step in steps)


def test_small_boards_are_listed_with_their_maps(visitor: Client) -> None:
    found = visitor.get("/maps?limit=100").good()
    sizes = [one["states"] for one in found["items"]]
    assert found["count"] == len(sizes) >= 20
    assert sizes == sorted(sizes) and sizes[0] > 0 and sizes[-1] <= 20_000
    one = next(one for one in found["items"] if one["board"]["id"] == BOARD)
    assert (one["states"], one["farthest"], one["rings"][0], sum(one["rings"])) == (1247, 9, 172, 1247)
    lost = next(one for one in found["items"] if one["board"]["id"] == "ricochet-lunar-lockout")
    assert sum(lost["rings"]) < lost["states"], "from some positions no goal can be reached"
    only = visitor.get("/maps?family=coroutine&limit=100").good()["items"]
    assert {one["board"]["family"] for one in only} == {"coroutine"}
    assert "pebbles-panguru-25" not in [one["board"]["id"] for one in found["items"]]


def test_a_new_board_joins_the_list_of_maps(member: Client) -> None:
    key = member.post("/boards", {"board": "blocks:AAooo/ooooo/BBooo"}).good(201)["id"]
    member.post(f"/boards/{key}/publish").good()
    listed = {one["board"]["id"]: one["states"] for one in member.get("/maps?limit=100").good()["items"]}
    assert listed[key] == 16


def test_a_point_of_the_map_is_a_position(visitor: Client) -> None:
    found = map_of(visitor, BOARD, moves="BR1 EU1")
    point = visitor.post("/map/state", {"board": BOARD, "index": found["path"][2]}).good(200)
    here = visitor.post("/replay", {"board": BOARD, "moves": "BR1 EU1"}).good()["steps"][-1]["position"]
    assert point["position"]["pieces"] == [{**piece, "movable": False} for piece in here["pieces"]]
    assert point["distance"] == 6
    assert visitor.post("/distance", {"board": point["puzzle"]}).good()["distance"] == 6
    visitor.post("/map/state", {"board": BOARD, "index": 1247}).problem(404, "not-found")


def test_dead_ends_have_no_distance(visitor: Client) -> None:
    found = map_of(visitor, "ricochet-lunar-lockout")
    assert None in found["distance"]
    assert found["distance"][found["start"]] == 14


def test_a_large_board_is_mapped_as_deep_as_fits(visitor: Client) -> None:
    found = map_of(visitor, "pebbles-panguru-25", moves="")
    assert found["truncated"]
    assert 1000 < found["states"] <= 20_000
    assert max(found["depth"]) < 25


def test_moves_that_are_not_legal_are_refused(visitor: Client) -> None:
    visitor.post("/map", {"board": BOARD, "moves": ["AR3"]}).problem(422, "illegal-move")
