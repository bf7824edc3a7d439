"""A board on demand: made by a job, proved, the player's own, and played at once."""

from __future__ import annotations

from datetime import timedelta

import pytest

import clew
from clew.puzzles.families import declared
from clew_studio.bounds import Bounds
from tests.studio.client import Client, Json
from tests.studio.test_jobs import ended

DIFFICULTIES = ("easy", "medium", "hard")
MOST = Bounds().jobs_visitor
FAMILIES = ("blocks", "coroutine", "pebbles", "ricochet", "sokoban")
SLOW = ("sokoban", "hard")
"""Takes the generator a minute."""


def another(client: Client, **wanted: Json) -> Json:
    """The board that a job makes, as its player sees it."""
    job = client.post("/another", wanted).good(201)
    assert job["kind"] == "another"
    job = ended(client, job["id"])
    assert (job["state"], job["result"]["status"]) == ("done", "solved"), job
    board: Json = client.get(f"/boards/{job['board']}").good()
    return board


WANTED = (("blocks", "medium"), ("coroutine", "hard"), ("pebbles", "easy"), ("ricochet", "medium"))


@pytest.mark.parametrize(("family", "difficulty"), WANTED)
def test_a_board_of_the_kind_and_difficulty_asked_for_with_its_proved_par(
    visitor: Client, family: str, difficulty: str
) -> None:
    board = another(visitor, family=family, difficulty=difficulty, seed=5)
    assert (board["family"], board["difficulty"]) == (family, difficulty)
    assert (board["status"], board["mine"], board["author"]) == ("draft", True, "Clew")
    assert clew.solve(clew.parse(board["puzzle"])).length == board["par"]


@pytest.mark.parametrize("family", FAMILIES)
def test_the_generator_reaches_every_difficulty_and_no_board_is_trivial(family: str) -> None:
    from clew_studio.boards.on_demand import pars
    from clew_studio.boards.publishing import difficulty_of

    for difficulty in DIFFICULTIES:
        if (family, difficulty) == SLOW:
            continue
        made = clew.generate(family, par=pars(family, difficulty), seed=1)[0]
        length = clew.solve(made).length
        assert length is not None and length >= declared(family).steps[0] // 2
        assert difficulty_of(family, length) == difficulty


def test_it_is_played_at_once_and_a_win_gives_no_points(visitor: Client) -> None:
    board = another(visitor, family="coroutine", difficulty="easy", seed=1)
    moves = clew.solve(clew.parse(board["puzzle"])).moves
    game = visitor.post("/games", {"board": board["id"], "moves": moves}).good(201)
    assert game["status"] == "won"
    assert game["score"] == {**game["score"], "par": board["par"], "ranked": False, "points": 0}
    assert visitor.get("/next").good()["rating"] == {"value": 1500, "deviation": 350}


def test_it_is_seen_by_its_player_alone_until_it_is_published(member: Client, other: Client) -> None:
    board = another(member, family="blocks", difficulty="easy", seed=2)
    other.get(f"/boards/{board['id']}").problem(404, "not-found")
    assert board["id"] not in {one["id"] for one in other.get("/boards?limit=100").good()["items"]}
    assert member.publish(board["id"])["status"] == "published"
    assert other.get(f"/boards/{board['id']}").good()["par"] == board["par"]


def test_without_wishes_it_fits_the_player(visitor: Client) -> None:
    board = another(visitor)
    assert board["family"] in FAMILIES
    assert board["difficulty"] == "easy"


def test_they_are_numbered_and_a_changed_one_loses_its_par(visitor: Client) -> None:
    first, second = (another(visitor, family="pebbles", difficulty="easy") for _ in range(2))
    assert (first["title"], second["title"]) == ("Made to order, 1", "Made to order, 2")
    assert first["puzzle"] != second["puzzle"]
    body = {"board": "blocks:AAo/ooo/ooo", "title": "Mine now"}
    changed = visitor.ask("PUT", f"/boards/{first['id']}", body).good()
    assert (changed["par"], changed["difficulty"]) == (None, None)


def test_what_the_generator_cannot_make_is_refused(visitor: Client) -> None:
    visitor.post("/another", {"family": "puzzlescript"}).problem(422, "not-makeable")
    visitor.post("/another", {"family": "zebra"}).problem(422, "invalid")
    visitor.post("/another", {"difficulty": "expert"}).problem(422, "invalid")


def test_it_counts_among_the_jobs_that_one_player_may_have(visitor: Client) -> None:
    from django.utils import timezone

    from clew_studio.models import Job

    first = visitor.post("/another", {"family": "blocks"}).good(201)
    ended(visitor, first["id"])
    job = Job.objects.get(pk=first["id"])
    for number in range(MOST):
        job.pk, job.state, job.worker = f"busy{number}", Job.State.RUNNING, "elsewhere"
        job.lease = timezone.now() + timedelta(hours=1)
        job.save(force_insert=True)
    visitor.post("/another", {"family": "blocks"}).problem(429, "too-many")
    Job.objects.filter(worker="elsewhere").delete()
