"""The studio under load: how long hints and moves take while others play and solve, and whether memory grows.

A real server in a folder of its own, real requests over the network. Players think between requests; a time
is from the request's first byte to the answer's last.
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import urlsplit

import clew
from bench.measure import percentile
from bench.sets import ROOT
from bench.table import Table, time_of
from tests.studio.server import Site
from tests.studio.test_jobs import HARD

PLAYERS = 20
THINKING = (0.5, 1.5)
"""Seconds between two requests of a player, evenly spread."""

HINTED = ("blocks/gar-1", "blocks/gar-1-steps", "blocks/way-up", "pebbles/eight-puzzle", "coroutine/bailey-1")
"""Boards of which the engine gives a hint in about 20 ms at most."""

WALK = 30
HINT_LIMIT, MOVE_LIMIT, GROWTH_LIMIT = 0.050, 0.100, 20.0


class Browser:
    """One player on one connection that stays open."""

    def __init__(self, site: Site) -> None:
        self.connection = HTTPConnection(urlsplit(site.url).netloc, timeout=60)
        self.cookies: dict[str, str] = {}

    def post(self, path: str, body: dict[str, Any]) -> tuple[int, Any, float]:
        """The status, the JSON, and the seconds taken."""
        return self.ask("POST", path, json.dumps(body))

    def ask(self, method: str, path: str, text: str | None = None) -> tuple[int, Any, float]:
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.cookies.get("csrftoken", "")}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        began = time.perf_counter()
        self.connection.request(method, f"/api/v1{path}", text, headers)
        response = self.connection.getresponse()
        data = response.read()
        seconds = time.perf_counter() - began
        for cookie in response.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return response.status, json.loads(data), seconds


def studio(quick: bool) -> list[Table]:
    """Hints, moves beside solves, and growth over jobs."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder) / "data").start()
        try:
            seconds = 10.0 if quick else 60.0
            hints, late = _hints(site, seconds)
            moves = _moves(site, seconds)
            jobs = 50 if quick else 500
            grown = _growth(site, jobs)
        finally:
            site.stop()
    rows = [
        _row(f"a hint, {PLAYERS} players at once", hints, HINT_LIMIT),
        _row(f"a move, {PLAYERS} players at once, 2 solves running", moves, MOVE_LIMIT),
    ]
    note = (
        f"{seconds:.0f} s each; a player thinks {THINKING[0]} to {THINKING[1]} s between requests. Hints are "
        f"for positions of {', '.join(HINTED)} that nobody has asked for; {late} more took the engine "
        f"longer than its budget and got a job. Memory of the server after {jobs} jobs: {grown:+.1f} MB "
        f"(allowed: {GROWTH_LIMIT:.0f} MB over 500)."
    )
    return [Table("Studio", ("request", "requests", "median", "p99", "longest", "p99 allowed"), rows, note)]


def _row(name: str, times: list[float], limit: float) -> list[str]:
    spans = (percentile(times, 0.5), percentile(times, 0.99), max(times), limit)
    return [name, str(len(times)), *map(time_of, spans)]


def _together(site: Site, seconds: float, play: Callable[[Browser, random.Random], None]) -> None:
    """Players repeat an action, each at their own pace, for that long."""
    until = time.monotonic() + seconds

    def life(number: int) -> None:
        browser, chance = Browser(site), random.Random(number)
        time.sleep(chance.uniform(0, THINKING[1]))
        while time.monotonic() < until:
            play(browser, chance)
            time.sleep(chance.uniform(*THINKING))

    with ThreadPoolExecutor(PLAYERS) as pool:
        list(pool.map(life, range(PLAYERS)))


def _hints(site: Site, seconds: float) -> tuple[list[float], int]:
    """Times of hints for random positions, and how many were answered with a job instead."""
    times: list[float] = []
    late: list[float] = []
    puzzles = [(name.replace("/", "-"), clew.load(ROOT / "boards" / f"{name}.toml")) for name in HINTED]

    warm = Browser(site)
    for board, _ in puzzles:
        warm.post("/hint", {"board": board})

    def play(browser: Browser, chance: random.Random) -> None:
        board, puzzle = chance.choice(puzzles)
        state = puzzle.initial()
        for _ in range(chance.randrange(WALK)):
            steps = puzzle.moves(state)
            if not steps:
                break
            state = chance.choice(steps).after
        status, _, spent = browser.post("/hint", {"board": board, "state": state})
        assert status in (200, 202, 429), status
        (times if status == 200 else late).append(spent)

    _together(site, seconds, play)
    return times, len(late)


def _moves(site: Site, seconds: float) -> list[float]:
    """Times of moves while two solvers run."""
    ending = Event()
    with ThreadPoolExecutor(1) as pool:
        solves = pool.submit(_keep_solving, site, ending)
        try:
            times = _moves_of_players(site, seconds)
        finally:
            ending.set()
        solves.result()
    return times


def _moves_of_players(site: Site, seconds: float) -> list[float]:
    times: list[float] = []
    games: dict[int, dict[str, Any]] = {}

    def play(browser: Browser, chance: random.Random) -> None:
        game = games.get(id(browser))
        if game is None or game["status"] != "playing":
            body = {"board": "pebbles-panguru-25", "resume": False}
            games[id(browser)] = browser.post("/games", body)[1]
            return
        move = chance.choice(game["position"]["moves"])["move"]
        body = {"moves": [move], "cursor": game["cursor"]}
        status, after, spent = browser.post(f"/games/{game['id']}/moves", body)
        assert status == 200, after
        games[id(browser)] = after
        times.append(spent)

    _together(site, seconds, play)
    return times


def _keep_solving(site: Site, ending: Event) -> None:
    """Two solvers at any time: when one reaches its limit, another starts."""
    browser = Browser(site)
    jobs: dict[int, str] = {}
    while not ending.wait(0.2):
        for number, after in enumerate(([], ["23-24"])):
            job = browser.ask("GET", f"/jobs/{jobs[number]}")[1] if number in jobs else {"state": "done"}
            if job["state"] not in ("queued", "running"):
                body = {"board": HARD, "after": after, "seconds": 600}
                status, job, _ = browser.post("/solve", body)
                assert status == 201, job
                jobs[number] = job["id"]
    for key in jobs.values():
        browser.ask("DELETE", f"/jobs/{key}")


def _growth(site: Site, jobs: int) -> float:
    """MB by which the server's memory grows over that many jobs, after a warm-up."""
    browser = Browser(site)
    _run_jobs(browser, jobs // 5)
    before = _memory(site.pid)
    _run_jobs(browser, jobs)
    return _memory(site.pid) - before


def _run_jobs(browser: Browser, count: int) -> None:
    """Jobs with one solver process each, one after another."""
    for _ in range(count):
        _, job, _ = browser.post("/solve", {"board": "blocks-gar-1", "after": ["HU1"]})
        while job["state"] in ("queued", "running"):
            time.sleep(0.02)
            _, job, _ = browser.ask("GET", f"/jobs/{job['id']}")
        assert job["state"] == "done", job


def _memory(pid: int) -> float:
    """Resident memory of a process in MB."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("the server is gone")
