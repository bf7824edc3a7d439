"""Jobs: what streams in, what ends them, and what is left when something is killed."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.request import Request

import pytest

from tests.promptness import HANGS
from tests.studio.client import Client, Json
from tests.studio.server import Site

HARD = (
    "pebbles[grid 5x5]:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,-"
    "/24,23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,-"
)
"""More than 100 moves of the 24-puzzle: better solutions come soon, a proof on no machine."""

MIDDLE = (
    "ricochet:....Y.../....#.../##..#.../....#.#./......#./.#....#./.#....#./.#RBGRY#"
    ">....Y.../......../..R...R./......../.G..B.../......../......../......Y."
)
"""22 moves, the mirror image of a shipped board; takes more memory than a request may, so always a job."""

OVER = ("done", "failed", "cancelled")


def until(found: Callable[[], Any], seconds: float = HANGS) -> Any:
    """Waits for something to be true, and gives it."""
    end = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.05)
    return value


def ended(client: Client, key: str, seconds: float = HANGS) -> Json:
    def over() -> Json:
        job = client.get(f"/jobs/{key}").good()
        return job if job["state"] in OVER else None

    return until(over, seconds)


def running(client: Client, key: str) -> Json:
    """The job once its solver has told something."""

    def heard() -> Json:
        job = client.get(f"/jobs/{key}").good()
        assert job["state"] not in OVER, job
        return job if job["progress"] else None

    return until(heard)


def events(client: Client, key: str) -> Iterator[tuple[str, Json]]:
    """The server-sent events of a job, as (name, data)."""
    request = Request(f"{client.site}/api/v1/jobs/{key}/events")
    with client.opener.open(request, timeout=HANGS) as response:
        assert response.headers["Content-Type"].startswith("text/event-stream")
        name = ""
        for line in response:
            text = line.decode().rstrip("\n")
            if text.startswith("event: "):
                name = text[7:]
            elif text.startswith("data: "):
                yield name, json.loads(text[6:])


def test_a_small_board_is_done_at_once(visitor: Client) -> None:

    def solved() -> Json:
        """On a busy machine an instant may be too short."""
        found = visitor.post("/solve", {"board": "blocks-gar-1"}).good(201)
        return found if found["state"] == "done" else ended(visitor, found["id"]) and None

    job = until(solved)
    assert (job["state"], job["result"]["length"], job["result"]["optimal"]) == ("done", 8, True)
    assert [name for name, _ in events(visitor, job["id"])] == ["job", "end"]


def test_progress_streams_in_and_ends_with_a_proof(visitor: Client) -> None:
    job = visitor.post("/solve", {"board": MIDDLE, "seconds": 300}).good(201)
    assert job["state"] in ("queued", "running")
    seen = list(events(visitor, job["id"]))
    assert seen[-1][0] == "end"
    jobs = [data for name, data in seen if name == "job"]
    sequences = [one["sequence"] for one in jobs]
    assert sequences == sorted(set(sequences))
    last = jobs[-1]
    assert (last["state"], last["result"]["optimal"], last["result"]["length"]) == ("done", True, 22)
    assert last["progress"]["gap"] == 0
    lengths = [solution["length"] for solution in last["solutions"]]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] == 22
    shown = visitor.post("/replay", {"board": MIDDLE, "moves": last["result"]["moves"]}).good()
    assert shown["solved"]


def test_a_hint_that_takes_longer_waits_for_a_job(visitor: Client) -> None:
    body = {"board": "ricochet-thin-walls"}
    waiting = visitor.post("/hint", body).good()
    if "job" in waiting:
        assert ended(visitor, waiting["job"]["id"])["state"] == "done"
    hint = visitor.answered("/hint", body).good(200)
    assert hint["distance"] == 17
    assert len(hint["line"]) == 17


def test_pinned_moves_and_waypoints_say_what_they_cost(visitor: Client) -> None:
    job = visitor.post("/solve", {"board": "blocks-gar-1", "after": ["HD1"]}).good(201)
    result = ended(visitor, job["id"])["result"]
    assert (result["optimum"], result["detour"], result["length"]) == (8, 2, 9)
    via = visitor.post("/position", {"board": "blocks-gar-1", "move": "HD1"}).good()["position"]["state"]
    job = visitor.post("/solve", {"board": "blocks-gar-1", "via": [via]}).good(201)
    result = ended(visitor, job["id"])["result"]
    assert (result["length"], result["detour"]) == (10, 2)


def test_the_heat_of_all_optimal_solutions(visitor: Client) -> None:
    waiting = visitor.post("/heatmap", {"board": "blocks-gar-1"}).good()
    if "job" in waiting:  # another test may have asked before
        assert ended(visitor, waiting["job"]["id"])["state"] == "done"
    heat = visitor.post("/heatmap", {"board": "blocks-gar-1"}).good(200)
    assert (heat["length"], heat["count"]) == (8, "61")
    runner = [spot for spot in heat["spots"] if spot["kind"] == "A"]
    assert any(spot["share"] == 1.0 and spot["place"] == "e3" and spot["cell"] == 16 for spot in runner)


def test_a_running_job_is_cancelled(site: Site, visitor: Client) -> None:
    key = visitor.post("/solve", {"board": HARD, "seconds": 300}).good(201)["id"]
    running(visitor, key)
    assert site.solvers()
    visitor.delete(f"/jobs/{key}").good(202)
    job = ended(visitor, key)
    assert job["state"] == "cancelled"
    assert job["progress"]["bound"] > 0
    until(lambda: not site.solvers())


def test_a_job_in_the_queue_is_cancelled_at_once(visitor: Client) -> None:
    first = [
        visitor.post("/solve", {"board": HARD, "after": after}).good(201)["id"] for after in ([], ["23-24"])
    ]
    second = visitor.post("/solve", {"board": "blocks-gar-1", "after": ["HU1"]}).good(201)["id"]
    assert visitor.delete(f"/jobs/{second}").good(202)["state"] in ("cancelled", "queued", "running", "done")
    for key in first:
        visitor.delete(f"/jobs/{key}").good(202)
        assert ended(visitor, key)["state"] == "cancelled"


def test_one_player_cannot_fill_the_queue(visitor: Client) -> None:
    keys = []
    for move in ("23-24", "19-24", "23-24 22-23", "19-24 18-19", "23-24 18-23"):
        body = {"board": HARD, "after": move.split(), "seconds": 100}
        keys.append(visitor.post("/solve", body).good(201)["id"])
    same = visitor.post("/solve", {"board": HARD, "after": ["23-24"]}).good(201)["id"]
    assert same == keys[0], "the same question that still waits is not asked twice"
    reply = visitor.post("/solve", {"board": HARD, "after": ["19-24", "14-19"]})
    reply.problem(429, "too-many")
    assert reply.headers["Retry-After"]
    for key in keys:
        visitor.delete(f"/jobs/{key}").good(202)
    for key in keys:
        ended(visitor, key)


@pytest.mark.parametrize(
    ("number", "words"),
    [(signal.SIGKILL, "memory"), (signal.SIGSEGV, "crashed")],
    ids=["killed by the system", "crashed"],
)
def test_a_solver_that_dies_is_a_message_of_the_job(
    site: Site, visitor: Client, number: int, words: str
) -> None:
    key = visitor.post("/solve", {"board": HARD, "seconds": 300}).good(201)["id"]
    running(visitor, key)
    for pid in site.solvers():
        with suppress(ProcessLookupError):  # it has ended by itself
            os.kill(pid, number)
    job = ended(visitor, key)
    assert job["state"] == "failed"
    assert words in job["message"]
    assert visitor.get("/boards").status == 200


@pytest.mark.parametrize(
    "last_words",
    [
        "held = bytearray(1 << 60)",
        "import os; os.write(2, b'memory allocation of 99 bytes failed'); os.abort()",
    ],
    ids=["in Python", "in the engine"],
)
def test_a_solver_without_memory_says_so(last_words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search keeps its limit by itself; this is what a solver leaves that has none left all the same."""
    from clew_studio.jobs import supervise
    from clew_studio.models import Job

    program = [sys.executable, "-c", f"import sys; sys.stdin.readline(); {last_words}"]
    monkeypatch.setattr(supervise, "SOLVER", program)
    over = searched_here()
    Job.objects.filter(pk=over.pk).delete()
    assert (over.state, over.message) == ("failed", "The solver ran out of memory.")


def puzzle() -> Any:
    from clew_studio.puzzles.reading import read_puzzle

    return read_puzzle("blocks:AAo/ooo/ooo")


def searched_here() -> Any:
    """A search that this process runs: the workers of the site, who look for jobs too, see it held."""
    from django.db import transaction

    from clew_studio.jobs import queue
    from clew_studio.jobs.supervise import run_job
    from clew_studio.models import Job

    mine = {"kind": "solve", "state": "running", "worker": "test", "sequence": 1}
    with transaction.atomic():
        key = queue.ask("test", puzzle(), puzzle().initial(), player=None, seconds=60).pk
        assert Job.objects.filter(pk=key, state="queued").update(**mine)
    run_job(key, "test")
    return Job.objects.get(pk=key)


def test_two_workers_never_hold_one_job() -> None:
    from django.db import connection

    from clew_studio.jobs import queue
    from clew_studio.models import Job

    made = [
        queue.ask("test", puzzle(), puzzle().initial(), player=None, seconds=60).pk  # no worker of the site's
        for _ in range(12)
    ]
    claimed: list[str] = []

    def work(name: str) -> None:
        while (job := queue.claim(name, ("test",))) is not None:
            claimed.append(job.pk)
        connection.close()

    threads = [threading.Thread(target=work, args=(f"worker {number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(claimed) == len(set(claimed))
    assert not Job.objects.filter(
        pk__in=made, state="queued"
    ).exists()  # a worker of the site may take some too
    Job.objects.filter(pk__in=made).delete()


def test_a_silent_worker_loses_its_job_and_a_lost_job_is_given_up() -> None:
    from datetime import timedelta

    from django.db import transaction
    from django.utils import timezone

    from clew_studio.jobs import queue
    from clew_studio.models import Job

    key = ""
    for attempt in range(1, queue.MOST_ATTEMPTS + 1):
        with transaction.atomic():  # a worker of the site, which also looks for jobs, sees it held
            if not key:
                key = queue.ask("test", puzzle(), puzzle().initial(), player=None, seconds=60).pk
            Job.objects.filter(pk=key).update(lease=timezone.now() - timedelta(seconds=1))
            held = queue.claim(f"worker {attempt}", ("test",))
        assert held is not None
        assert held.attempts == attempt
        assert held.lease is not None
        assert timedelta(0) < held.lease - timezone.now() <= timedelta(seconds=30)
        assert queue.claim("another", ("test",)) is None, "it is held"
    Job.objects.filter(pk=key).update(lease=timezone.now() - timedelta(seconds=1))
    assert queue.claim("a fourth", ("test",)) is None
    job = Job.objects.get(pk=key)
    assert (job.state, job.message) == ("failed", queue.LOST)
    job.delete()


def test_kill_9_of_the_server_loses_no_job_and_leaves_no_solver(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    place = Site(tmp_path_factory.mktemp("killed") / "data", "--workers", "3").start()  # one is for others
    try:
        player = place.client()
        key = player.post("/solve", {"board": HARD, "seconds": 300}).good(201)["id"]
        waiting = player.post("/solve", {"board": MIDDLE, "seconds": 300}).good(201)["id"]
        running(player, key)
        solvers = place.solvers()
        assert solvers
        place.stop(signal.SIGKILL)
        until(lambda: not any(is_alive(pid) for pid in solvers))
        place.start()
        player.site = place.url
        again = until(lambda: _again(player, key))
        assert again["attempts"] == 2
        assert ended(player, waiting)["result"]["length"] == 22
        player.delete(f"/jobs/{key}").good(202)
        assert ended(player, key)["state"] == "cancelled"
    finally:
        place.stop()


def _again(player: Client, key: str) -> Json:
    job = player.get(f"/jobs/{key}").good()
    return job if job["state"] == "running" and job["attempts"] == 2 else None


def is_alive(pid: int) -> bool:
    """Whether the process still runs; one that nobody has waited for is dead all the same."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
