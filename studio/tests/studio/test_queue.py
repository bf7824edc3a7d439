"""Who comes next in the queue of jobs, and how much of it one player or one address may hold."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from tests.studio.crowd import Visitor
from tests.studio.server import Site
from tests.studio.test_jobs import HARD, puzzle, until

GENERAL = ("general 1", "general 2", "general 3")
CROWD, NEWCOMER = "127.0.0.10", "127.0.0.11"
LINES = ("23-24", "19-24", "23-24 22-23", "19-24 18-19", "23-24 18-23")
"""Ways to begin the hard board: the questions are different ones."""


@pytest.fixture
def unseen() -> Iterator[None]:
    """What the test writes is seen by no worker of a running site, and is gone afterwards."""
    from django.db import transaction

    from clew_studio.models import Job

    with transaction.atomic():
        Job.objects.exclude(state__in=Job.OVER).delete()
        yield
        transaction.set_rollback(True)


def ask(address: str, kind: str = "solve", **more: Any) -> str:
    from clew_studio.jobs import queue

    return str(queue.ask(kind, puzzle(), puzzle().initial(), player=None, address=address, **more).pk)


def claim(worker: str, kinds: tuple[str, ...] | None = None) -> str | None:
    from clew_studio.jobs import queue

    job = queue.claim(worker, kinds, GENERAL)
    return None if job is None else str(job.pk)


def end(key: str) -> None:
    from clew_studio.jobs import queue
    from clew_studio.models import Job

    assert queue.end(Job.objects.filter(pk=key), Job.State.FAILED)


@pytest.mark.usefixtures("unseen")
def test_addresses_take_turns_whatever_each_has_asked_for() -> None:
    crowd = [ask(CROWD, "hint"), ask(CROWD, "hint"), ask(CROWD, "hint")]
    late = ask(NEWCOMER, "generate")
    assert claim("general 1") == crowd[0], "nobody has one running: kinds that a page waits for go first"
    assert claim("general 2") == late, "the address with fewer running jobs, though its kind goes last"
    end(crowd[0])
    assert claim("general 1") == crowd[1]


@pytest.mark.usefixtures("unseen")
def test_of_one_address_the_oldest_job_that_a_page_waits_for_goes_first() -> None:
    slow, first, second = ask(CROWD), ask(CROWD, "map"), ask(CROWD, "hint")
    assert [claim(f"worker {number}") for number in range(3)] == [first, second, slow]


@pytest.mark.usefixtures("unseen")
def test_one_address_never_has_all_workers() -> None:
    for _ in range(6):
        ask(CROWD)
    assert claim("general 1")
    assert claim("general 2")
    assert claim("general 3") is None, "the last one is left to others"
    newcomer = ask(NEWCOMER)
    assert claim("general 3") == newcomer
    end(newcomer)
    assert claim("general 3") is None


@pytest.mark.usefixtures("unseen")
def test_a_worker_for_what_pages_wait_for_counts_for_its_address_too() -> None:
    ask(CROWD, "map")
    assert claim("quick", ("map",))
    ask(CROWD, "map")
    assert claim("general 1")
    ask(CROWD, "map")
    assert claim("quick 2", ("map",)), "it is none of those of which one is left"
    ask(CROWD, "map")
    assert claim("general 2")
    ask(CROWD, "map")
    assert claim("general 3") is None


@pytest.mark.usefixtures("unseen")
def test_a_single_worker_works_for_everybody() -> None:
    from clew_studio.jobs import queue

    ask(CROWD)
    ask(CROWD)
    assert queue.claim("alone", peers=("alone",)) is not None


@pytest.mark.usefixtures("unseen")
def test_a_job_keeps_no_address_and_once_it_is_over_no_trace_of_one() -> None:
    from clew_studio.models import Job

    key = ask(CROWD)
    kept = Job.objects.get(pk=key)
    assert kept.address_hash
    assert not any(CROWD in str(value) for value in vars(kept).values())
    assert Job.objects.get(pk=ask(CROWD)).address_hash == kept.address_hash
    assert Job.objects.get(pk=ask(NEWCOMER)).address_hash != kept.address_hash
    end(key)
    assert Job.objects.get(pk=key).address_hash == ""


def test_many_requests_at_once_get_no_further_than_many_in_sequence() -> None:
    from django.db import connection

    from clew_studio.jobs import queue
    from clew_studio.models import Job, Player
    from clew_studio.puzzles.reading import read_puzzle

    player = Player.objects.create(guest_name="hasty")
    board = read_puzzle(HARD)  # the workers of a running site see these jobs, and must not end one
    barrier = Barrier(12)

    def hurry(number: int) -> bool:
        task = {"after": ["23-24", "24-23"] * number}  # each another question
        connection.ensure_connection()
        barrier.wait()
        try:
            queue.ask("solve", board, board.initial(), player=player, task=task, seconds=600)
        except queue.TooMany:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(12) as pool:
        taken = list(pool.map(hurry, range(12)))
    Job.objects.filter(player=player).delete()
    player.delete()
    assert taken.count(True) == 5


def test_a_crowd_of_one_address_does_not_keep_others_waiting(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Ten guests ask for five long jobs each, of both sorts; then somebody else asks for a small map."""
    place = Site(
        tmp_path_factory.mktemp("crowded") / "data", environment={"CLEW_STUDIO_JOBS_EACH": "20"}
    ).start()
    crowd, other = [Visitor(place, CROWD) for _ in range(10)], Visitor(place, NEWCOMER)
    replies = []
    try:
        for guest in crowd:
            for number, line in enumerate(LINES):
                state = guest.post("/replay", {"board": HARD, "moves": line.split()}).json
                here = state["steps"][-1]["position"]["state"]
                path, more = ("/hint", {"state": here}) if number % 2 else ("/solve", {"after": line.split()})
                replies.append(guest.post(path, {"board": HARD, "seconds": 600, **more}))
        refused = [reply for reply in replies if reply.status == 429]
        assert len(refused) == 30, "an address has so many unfinished jobs"
        assert all(int(reply.headers["retry-after"]) > 0 for reply in refused)
        assert "network" in refused[0].json["detail"]
        until(lambda: len(place.solvers()) == 2)

        key = other.post("/map", {"board": "blocks:AAo/ooo/ooo"}).json["job"]["id"]
        until(lambda: other.get(f"/jobs/{key}").json["state"] == "done")
        assert len(place.solvers()) == 2, "those of the crowd go on"
    finally:
        for visitor in [*crowd, other]:
            visitor.close()
        place.stop()
