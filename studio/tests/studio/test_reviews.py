"""Looking back on a game on the site: what each move lost, how others did, playing on from a position."""

from __future__ import annotations

from typing import Any

import pytest

from clew.play.ways import Ways
from clew_studio.games.histograms import bins, times_of
from tests.search.boards import LONG
from tests.studio.client import Client, Json
from tests.studio.server import Site
from tests.studio.test_jobs import ended, until

BOARD = "blocks-gar-1"
HARD = LONG
"""No search ends here while a page waits."""

BEST = ["BR1", "CL3", "EU1", "FU1", "DL2", "GD3", "HD2", "AR3"]
LONGER = ["BR1", "EU1", "CL1", "CR1", "CL3", "FU1", "DL2", "GD3", "HD2", "AR3"]


def won(client: Client, moves: list[str], board: str = BOARD) -> Json:
    game = client.post("/games", {"board": board, "resume": False}).good(201)
    return [client.post(f"/games/{game['id']}/moves", {"moves": [move]}).good() for move in moves][-1]


def reviewed(client: Client, game: Json) -> Json:
    """The review of a game: at once, or the result of its job."""
    answer = client.get(f"/games/{game['id']}/review")
    if answer.status == 202:
        job = answer.json["job"]
        assert job["kind"] == "review"
        return ended(client, job["id"])["result"]
    return answer.good(200)


def test_a_review_says_where_moves_were_lost(site: Site) -> None:
    client = Client(site.url)
    game = won(client, LONGER)
    found = reviewed(client, game)
    assert [move["loss"] for move in found["moves"]] == [0, 0, 1, 1, 0, 0, 0, 0, 0, 0]
    assert found["moves"][2]["best"] == ["CL3", "FU1"]
    assert found["moves"][2]["way"] == ["CL3", "FU1", "DL2", "GD3", "HD2", "AR3"]
    assert (found["length"], found["fewest"], found["lost"]) == (10, 8, 2)


def test_a_review_is_kept_only_with_its_ways(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    from clew_studio.games import reviews
    from clew_studio.models import Game

    monkeypatch.setattr(reviews, "BUDGET_SECONDS", 60)
    game = Game.objects.get(pk=won(Client(site.url), ["BR1", "BL1", *LONGER])["id"])
    asked: list[str] = []

    def late(ways: Ways, state: str) -> list[str] | None:
        asked.append(state)
        return line(ways, state) if len(asked) == 1 else None

    line = Ways.line
    monkeypatch.setattr(Ways, "line", late)
    assert reviews.quick_review(game) is None and len(asked) > 1
    monkeypatch.setattr(Ways, "line", line)
    found = reviews.quick_review(game)
    assert found and all(move["way"] for move in found["moves"] if move["loss"])


def test_a_game_that_goes_on_has_no_review(site: Site) -> None:
    client = Client(site.url)
    game = client.post("/games", {"board": BOARD}).good(201)
    for path in ("review", "solutions"):
        client.get(f"/games/{game['id']}/{path}").problem(409, "conflict")
    client.post(f"/games/{game['id']}/retry", {"keep": 0}).problem(409, "conflict")


def test_looking_back_counts_as_help(site: Site) -> None:
    client = Client(site.url)
    first = won(client, LONGER)
    assert first["score"]["ranked"]
    reviewed(client, first)
    assert not won(client, BEST)["score"]["ranked"]


def test_a_retry_begins_with_the_moves_before_the_loss(site: Site) -> None:
    client = Client(site.url)
    game = won(client, LONGER)
    reviewed(client, game)
    again = client.post(f"/games/{game['id']}/retry", {"keep": 2}).good(201)
    assert again["moves"] == LONGER[:2] and again["status"] == "playing"
    done = client.post(f"/games/{again['id']}/moves", {"moves": ["CL3", *BEST[3:]]}).good()
    assert done["score"]["length"] == 8 and done["aided"]
    client.post(f"/games/{game['id']}/retry", {"keep": 10}).problem(409, "conflict")


def test_the_shortest_solutions_are_counted_and_listed(site: Site) -> None:
    client = Client(site.url)
    game = won(client, BEST)

    def shortest() -> Json:
        """As soon as they are found quickly enough."""
        answer = client.get(f"/games/{game['id']}/solutions").good()
        return answer if answer["count"] is not None else None

    found = until(shortest)
    assert (found["length"], found["count"], len(found["solutions"])) == (8, "61", 12)


def test_a_review_that_takes_long_comes_from_a_job(site: Site) -> None:
    client = Client(site.url)
    waiting = client.get(f"/games/{surrendered(client, moves=3)}/review")
    assert waiting.status == 202 and waiting.json["job"]["kind"] == "review"
    client.delete(f"/jobs/{waiting.json['job']['id']}").good()


def ends_as(client: Client, path: str, state: str, seconds: float = 30, **how: Any) -> None:
    """Asks for a review, whose job ends like that instead of by itself: half a minute later."""
    from clew_studio.jobs import queue
    from clew_studio.models import Job

    key = client.get(path).good(202)["job"]["id"]
    client.delete(f"/jobs/{key}").good()
    ended(client, key)
    Job.objects.filter(pk=key).update(state="running", seconds=seconds)
    assert queue.end(Job.objects.filter(pk=key), state, **how)


def test_a_review_that_reached_its_limits_is_shown_and_not_begun_again(site: Site) -> None:
    client = site.client()
    path = f"/games/{surrendered(client)}/review"
    nothing = dict.fromkeys(("fewest", "left", "lost", "nearest"))
    part = {**nothing, "status": "limit", "limit": "seconds", "length": 1, "solved": False}
    part |= {"moves": [], "turning_points": []}
    ends_as(client, path, "done", seconds=29, result=part)
    # That one had less than a review has now. This one was stopped for its time by the worker.
    ends_as(client, path, "done", result={**part, "limit": "interrupted"})
    for _ in range(2):
        assert client.get(path).good(200) == part
    assert client.get("/jobs").good()["count"] == 2


@pytest.mark.parametrize("moves", [2, 4])
def test_a_review_whose_solver_was_stopped_or_died_is_not_begun_again(site: Site, moves: int) -> None:
    from clew_studio.jobs import queue, supervise

    client = site.client()
    path = f"/games/{surrendered(client, moves)}/review"
    ends_as(client, path, "failed", message=supervise.OUT_OF_MEMORY if moves == 2 else queue.LOST)
    assert client.get(path).problem(422, "limit-reached")["limit"] == "memory"
    assert client.get("/jobs").good()["count"] == 1


def surrendered(client: Client, moves: int = 1) -> str:
    """A game of a hard board that was given up after some moves, without waiting for its solution."""
    from clew_studio.jobs import answers, queue
    from clew_studio.puzzles.reading import read_puzzle

    game = client.post("/games", {"board": HARD, "resume": False}).good(201)
    for _ in range(moves):
        move = game["position"]["moves"][0]["move"]
        game = client.post(f"/games/{game['id']}/moves", {"moves": [move]}).good()
    answers.give_up("hint", read_puzzle(HARD), game["position"]["state"], "seconds", queue.bounds("hint"))
    client.post(f"/games/{game['id']}/surrender").good(200)
    key: str = game["id"]
    return key


def test_others_are_counted_at_their_best(site: Site) -> None:
    first, second = Client(site.url), Client(site.url)
    board = "coroutine-bailey-1"
    moves = [
        "0S",
        "1-",
        "0S",
        "1W",
        "0N",
        "1NE",
        "0N",
        "1N",
        "0S",
        "1-",
        "0S",
        "1W",
        "0-",
        "1W",
        "0N",
        "1E",
        "0SE",
        "1SE",
        "0N",
    ]
    before = first.get(f"/boards/{board}/others").good()
    won(first, moves, board)
    won(second, moves, board)
    found = first.get(f"/boards/{board}/others").good()
    assert found["players"] == before["players"] + 2
    assert found["mine"]["length"] == 19
    assert sum(bar["players"] for bar in found["moves"]) == found["players"]
    assert sum(bar["players"] for bar in found["times"]) == found["players"]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], []),
        ([(8, 3)], [(8, 8, 3)]),
        ([(8, 3), (10, 1)], [(8, 8, 3), (9, 9, 0), (10, 10, 1)]),
        ([(0, 1), (23, 2)], [(n, n + 1, 1 if n == 0 else 2 if n == 22 else 0) for n in range(0, 24, 2)]),
    ],
)
def test_bars_of_moves(rows: list[tuple[int, int]], expected: list[tuple[int, int, int]]) -> None:
    assert bins(rows, 12) == expected


def test_bars_of_times() -> None:
    assert times_of([]) == []
    found = times_of([16_000, 29_000, 70_000])
    assert [(bar["from_ms"], bar["to_ms"], bar["players"]) for bar in found] == [
        (15_000, 30_000, 2),
        (30_000, 60_000, 0),
        (60_000, 120_000, 1),
    ]
    assert times_of([9_000_000])[-1]["to_ms"] is None
