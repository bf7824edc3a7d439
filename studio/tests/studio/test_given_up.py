"""A search that came to its limits is told as such, and not begun again on each asking."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.studio.client import Client, Json
from tests.studio.server import Site
from tests.studio.test_jobs import HARD, ended

WAYS = ("/hint", "/heatmap")
START = [HARD.replace("3,2,1,-", end) for end in ("3,-,2,1", "-,3,2,1", "3,2,-,1")]
"""Boards that are as hard, and that no other test asks about."""

SECONDS = 0.2


def given_up(client: Client, way: str, body: Json) -> None:
    """Asks what no job finds out with so little, and waits until it has ended."""
    waiting = client.post(way, body).good(202)
    job = ended(client, waiting["job"]["id"])
    assert (job["kind"], job["state"]) == (way[1:], "done")


@pytest.mark.parametrize("way", WAYS)
def test_a_limit_is_told_and_no_second_job_begun(visitor: Client, other: Client, way: str) -> None:
    body = {"board": HARD, "seconds": SECONDS}
    given_up(visitor, way, body)
    for client in (visitor, other):
        problem = client.post(way, body).problem(422, "limit-reached")
        assert problem["limit"] == "seconds"
        assert problem["limits"] == {"seconds": SECONDS, "memory_mb": 1024}
    assert visitor.get("/jobs").good()["count"] == 1
    assert other.get("/jobs").good()["count"] == 0
    job = visitor.post(way, {**body, "seconds": 1}).good(202)["job"]
    assert job["limits"]["seconds"] == 1, "whoever allows more asks anew"
    visitor.delete(f"/jobs/{job['id']}").good(202)
    ended(visitor, job["id"])
    visitor.post(way, body).problem(422, "limit-reached")


def test_a_game_is_told_too(site: Site) -> None:
    remember("hint", START[0])
    player = site.client("fr")
    key = player.post("/games", {"board": START[0]}).good(201)["id"]
    problem = player.post(f"/games/{key}/hint", {"level": 1}).problem(422, "limit-reached")
    assert problem["detail"] == "La recherche a atteint ses limites\u00a0: 30\u00a0s et 1024\u00a0Mio."
    assert player.get(f"/games/{key}").good()["hints"] == 0
    over = player.answered(f"/games/{key}/surrender").good(200)
    assert over["solution"] == {"status": "limit", "moves": None}
    assert player.get("/jobs").good()["count"] == 0


def remember(kind: str, board: str) -> None:
    """Keeps, as a job that ended so would, that the site's own limits were not enough."""
    from clew_studio.jobs import answers, queue
    from clew_studio.puzzles.reading import read_puzzle

    puzzle = read_puzzle(board)
    answers.give_up(kind, puzzle, puzzle.initial(), "seconds", queue.bounds(kind))


@pytest.mark.parametrize(("message", "limit"), [("OVERTIME", "seconds"), ("OUT_OF_MEMORY", "memory")])
def test_a_solver_that_had_to_be_stopped_came_to_its_limits_too(
    visitor: Client, message: str, limit: str
) -> None:
    from clew_studio.jobs import queue, supervise
    from clew_studio.models import Job

    body = {"board": START[1 if limit == "seconds" else 2]}
    key = visitor.post("/map", body).good(202)["job"]["id"]
    visitor.delete(f"/jobs/{key}").good(202)
    ended(visitor, key)
    Job.objects.filter(pk=key).update(state="running")
    assert queue.end(Job.objects.filter(pk=key), "failed", message=getattr(supervise, message))
    assert visitor.post("/map", body).problem(422, "limit-reached")["limit"] == limit
    visitor.post("/map/state", {**body, "index": 0}).problem(422, "limit-reached")
    assert visitor.get("/jobs").good()["count"] == 1


def test_another_version_tries_again(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from clew_studio.jobs import answers
    from clew_studio.puzzles.reading import read_puzzle

    puzzle = read_puzzle(HARD)
    asked = ("hint", puzzle, puzzle.initial())
    answers.give_up(*asked, "seconds", (0.1, 64))
    assert answers.given_up(*asked, (0.1, 64)) is not None
    assert answers.given_up(*asked, (0.1, 65)) is None
    monkeypatch.setattr(answers, "version", lambda: "9.9")
    assert answers.given_up(*asked, (0.1, 64)) is None


def test_an_hour_later_it_is_tried_again() -> None:
    """The limit may have been reached because the machine had much else to do."""
    from django.utils import timezone

    from clew_studio.jobs import answers
    from clew_studio.models import Answer
    from clew_studio.puzzles.reading import read_puzzle

    puzzle = read_puzzle(HARD)
    asked = ("heatmap", puzzle, puzzle.initial())
    answers.give_up(*asked, "seconds", (0.1, 64))
    row = Answer.objects.filter(key=answers.key_of(answers._given_up("heatmap"), puzzle, puzzle.initial()))
    assert row.update(created=timezone.now() - timedelta(minutes=59)) == 1
    assert answers.given_up(*asked, (0.1, 64)) is not None
    row.update(created=timezone.now() - timedelta(minutes=61))
    assert answers.given_up(*asked, (0.1, 64)) is None
    answers.give_up(*asked, "seconds", (0.1, 64))
    assert answers.given_up(*asked, (0.1, 64)) is not None
