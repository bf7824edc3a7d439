"""A board being checked is published, or a draft again with the reason, whatever becomes of its job."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

import pytest

from clew import load
from tests.studio.client import Client, Json, Reply
from tests.studio.crowd import Visitor
from tests.studio.server import Site
from tests.studio.test_jobs import HARD, ended, running, until

PANGURU = str(load("boards/pebbles/panguru-25.toml"))
"""25 moves: half a second of search, far more than the site looks at once."""


def draft(client: Client, board: Json = HARD) -> str:
    key: str = client.post("/boards", {"board": board}).good(201)["id"]
    return key


def publish(client: Client, key: str) -> str:
    """The job that works out the par of a board, which is being checked."""
    shown = client.post(f"/boards/{key}/publish").good(200)
    assert shown["status"] == "checking"
    job: str = shown["job"]
    return job


def settled(client: Client, key: str) -> tuple[str, str | None]:
    """What has become of a board: its status, and why it was not published."""
    board = client.get(f"/boards/{key}").good()
    return board["status"], board["refusal"] and board["refusal"]["reason"]


def is_published(client: Client, key: str) -> bool:
    return settled(client, key) == ("published", None)


@pytest.fixture
def busy(site: Site) -> Iterator[list[str]]:
    """Every worker of the site works for somebody else; the jobs end with the test.

    The jobs come from two addresses, because one address alone never gets all workers.
    """
    others = [Visitor(site, address) for address in ("127.0.0.20", "127.0.0.21")]
    jobs = []
    for other, lines in zip(others, (("23-24", "19-24"), ("23-24 22-23", "19-24 18-19")), strict=True):
        for moves in lines:
            reply = other.post("/solve", {"board": HARD, "after": moves.split(), "seconds": 300})
            assert reply.status == 201, reply.data
            jobs.append((other, reply.json["id"]))
    until(lambda: len(site.solvers()) >= 2)
    yield [key for _, key in jobs]
    for other, key in jobs:
        assert other.ask("DELETE", f"/jobs/{key}", None).status == 202
    for other, key in jobs:
        until(partial(_is_over, other, key))
    for other in others:
        other.close()


def _is_over(visitor: Visitor, key: str) -> bool:
    return visitor.get(f"/jobs/{key}").json["state"] not in ("queued", "running")


def test_a_full_queue_leaves_the_draft_a_draft(member: Client) -> None:
    key = draft(member)
    jobs = [
        member.post("/solve", {"board": HARD, "after": moves.split(), "seconds": 300}).good(201)["id"]
        for moves in ("23-24", "19-24", "23-24 22-23", "19-24 18-19", "23-24 18-23")
    ]
    member.post(f"/boards/{key}/publish").problem(429, "too-many")
    assert settled(member, key) == ("draft", None)
    for job in jobs:
        member.delete(f"/jobs/{job}").good(202)
    for job in jobs:
        ended(member, job)
    job = publish(member, key)
    member.delete(f"/jobs/{job}").good(202)
    ended(member, job)


@pytest.mark.usefixtures("busy")
def test_cancelling_a_check_that_waits_makes_it_a_draft_again(member: Client) -> None:
    key = draft(member)
    job = publish(member, key)
    assert member.delete(f"/jobs/{job}").good(202)["state"] == "cancelled"
    assert settled(member, key) == ("draft", "cancelled")
    member.ask("PUT", f"/boards/{key}", {"board": HARD, "title": "Again"}).good(200)
    assert settled(member, key) == ("draft", None), "the reason was of the board as it was"


def test_cancelling_a_check_that_runs_publishes_nothing(member: Client, visitor: Client) -> None:
    key = draft(member)
    job = publish(member, key)
    member.ask("PUT", f"/boards/{key}", {"board": HARD}).problem(409, "conflict")
    assert publish(member, key) == job, "the second time changes nothing"
    running(member, job)
    member.delete(f"/jobs/{job}").good(202)
    assert ended(member, job)["state"] == "cancelled"
    assert settled(member, key) == ("draft", "cancelled")
    visitor.get(f"/boards/{key}").problem(404, "not-found")
    told = member.get(f"/boards/{key}").good()["refusal"]["message"]
    assert told == "Its check was cancelled before its par was known."
    job = publish(member, key)
    assert member.get(f"/boards/{key}").good()["refusal"] is None
    member.delete(f"/jobs/{job}").good(202)
    ended(member, job)


def test_a_check_that_fails_makes_it_a_draft_again(site: Site, member: Client) -> None:
    key = draft(member)
    job = publish(member, key)
    running(member, job)
    for pid in site.solvers():
        with suppress(ProcessLookupError):  # it has ended by itself
            os.kill(pid, signal.SIGKILL)
    assert ended(member, job)["state"] == "failed"
    assert settled(member, key) == ("draft", "failed")


def test_a_check_that_is_given_up_makes_it_a_draft_again() -> None:
    """By a worker that finds a job which was lost as often as it may be."""
    from clew_studio.jobs import queue
    from clew_studio.models import Board, Job
    from clew_studio.puzzles.reading import read_puzzle

    puzzle = read_puzzle(HARD)
    board = Board.objects.create(
        family="pebbles", keys=puzzle.to_dict(), puzzle=str(puzzle), status=Board.Status.CHECKING
    )
    job = Job.objects.create(
        kind="par", keys=puzzle.to_dict(), start=puzzle.initial(), board=board, seconds=1, memory_mb=64,
        state="running", attempts=queue.MOST_ATTEMPTS, worker="a test's", lease="2020-01-01T00:00Z",
    )  # fmt: skip
    # Jobs that other tests have left may come first.
    until(lambda: Job.objects.get(pk=job.pk).is_over or (queue.claim("test", ("par",)) and None))
    assert Job.objects.get(pk=job.pk).message == queue.LOST
    board.refresh_from_db()
    assert (board.status, board.refusal) == ("draft", "failed")
    board.delete()


@pytest.mark.usefixtures("busy")
def test_two_drafts_of_one_board_are_checked_both(member: Client) -> None:
    keys = [draft(member), draft(member)]
    jobs = [publish(member, key) for key in keys]
    assert jobs[0] != jobs[1]
    for job in jobs:
        member.delete(f"/jobs/{job}").good(202)
    assert [settled(member, key) for key in keys] == [("draft", "cancelled")] * 2


@pytest.mark.many
@pytest.mark.embedded
def test_a_start_settles_what_was_left_in_a_check(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The server is killed; some jobs of checks were ended, or lost, by an older version without a word."""
    place = Site(tmp_path_factory.mktemp("killed") / "data", "--workers", "1").start()
    try:
        maker = place.client()
        maker.sign_up("maker")
        cancelled, lost, goes_on = (draft(maker), draft(maker, PANGURU), draft(maker, PANGURU))
        jobs = [publish(maker, key) for key in (cancelled, lost, goes_on)]
        running(maker, jobs[0])
        place.stop(signal.SIGKILL)
        with sqlite3.connect(place.folder / "studio.sqlite3") as rows:
            rows.execute("UPDATE studio_job SET state = 'cancelled' WHERE id = ?", [jobs[0]])
            rows.execute("DELETE FROM studio_job WHERE id = ?", [jobs[1]])
        rows.close()
        place.start()
        maker.site = place.url
        assert settled(maker, cancelled) == ("draft", "cancelled")
        for key in (lost, goes_on):
            until(partial(is_published, maker, key))
            assert maker.get(f"/boards/{key}").good()["par"] == 25
    finally:
        place.stop()


MODEL = "blocks:BBoooo/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo"
OTHER = "blocks:BBoooo/EooHoG/EAAHoG/EooHoG/FoooCC/FoDDDo"


def overtaken(ask: Callable[[], Reply], change: Callable[[], object], patience: float = 0.5) -> Reply:
    """The reply to a request that has begun when another writer makes a change, and ends after it.

    SQLite lets in one writer; on PostgreSQL the request meets the row that was changed and not committed yet.
    """
    from django.db import connection, transaction

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            if connection.vendor == "postgresql":
                change()
            waiting = pool.submit(ask)
            time.sleep(patience)  # seconds in which it begins
            if connection.vendor == "sqlite":
                change()
        return waiting.result()


def published_while_changed(member: Client, first: str, patience: float) -> tuple[Reply, str]:
    """The reply to publishing a draft that changes meanwhile, and the draft."""
    from clew_studio.boards.publishing import take
    from clew_studio.models import Board
    from clew_studio.puzzles.reading import read_puzzle

    key = draft(member, first)

    def change() -> None:
        board = Board.objects.get(pk=key)
        take(board, read_puzzle(OTHER))
        board.save()

    return overtaken(lambda: member.post(f"/boards/{key}/publish"), change, patience), key


@pytest.mark.parametrize("first", [MODEL, HARD])
def test_a_draft_that_changes_meanwhile_is_not_published_with_the_par_of_another(
    member: Client, first: str
) -> None:
    patience = 0.5
    reply, key = published_while_changed(member, first, patience)
    while reply.status == 200 and patience < 30:  # it may have begun when all was over
        patience *= 2
        reply, key = published_while_changed(member, first, patience)
    reply.problem(409, "conflict")
    assert settled(member, key) == ("draft", None)


@pytest.mark.parametrize("way", ["change", "publish"])
def test_a_deleted_draft_does_not_come_back(member: Client, way: str) -> None:
    from clew_studio.models import Board

    key = draft(member, MODEL)
    asks = {
        "change": lambda: member.ask("PUT", f"/boards/{key}", {"board": OTHER}),
        "publish": lambda: member.post(f"/boards/{key}/publish"),
    }
    reply = overtaken(asks[way], Board.objects.filter(pk=key).delete)
    assert reply.status in (404, 409)
    member.get(f"/boards/{key}").problem(404, "not-found")


@pytest.mark.parametrize("way", ["moves", "undo", "restart", "hint", "surrender", "events"])
def test_a_game_deleted_meanwhile_is_not_there(member: Client, way: str) -> None:
    from clew_studio.models import Game

    key = member.post("/games", {"board": MODEL}).good(201)["id"]
    played = member.post(f"/games/{key}/moves", {"moves": ["BR1"]}).good()  # so that one can be undone
    member.know(MODEL, played["position"]["state"])
    bodies = {"moves": {"moves": ["BR1"]}, "hint": {"level": 1}, "events": {"events": [{"event": "focus"}]}}
    reply = overtaken(
        lambda: member.post(f"/games/{key}/{way}", bodies.get(way)), Game.objects.filter(pk=key).delete
    )
    reply.problem(404, "not-found")


def test_a_game_of_a_board_deleted_meanwhile_is_not_begun(member: Client) -> None:
    from clew_studio.models import Board

    key = draft(member, MODEL)
    reply = overtaken(lambda: member.post("/games", {"board": key}), Board.objects.filter(pk=key).delete)
    assert reply.status in (404, 409)


def test_a_published_board_is_not_changed_by_a_request_that_found_it_a_draft(member: Client) -> None:
    from django.utils import timezone

    from clew_studio.models import Board

    key = draft(member, MODEL)
    publish = Board.objects.filter(pk=key).update
    reply = overtaken(
        lambda: member.ask("PUT", f"/boards/{key}", {"board": OTHER}),
        lambda: publish(status=Board.Status.PUBLISHED, published=timezone.now()),
    )
    reply.problem(409, "conflict")
    assert member.get(f"/boards/{key}").good()["puzzle"] == MODEL
