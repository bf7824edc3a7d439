"""The site profile: two processes with pages and one with jobs share PostgreSQL and Redis."""

from __future__ import annotations

import ctypes
import json
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

import pytest
from django.db import connections

from tests.promptness import HANGS
from tests.studio import profiles
from tests.studio.client import Client
from tests.studio.parts import Part, site
from tests.studio.test_jobs import HARD, until

pytestmark = pytest.mark.site

WIN = ["BR1", "CL3", "EU1", "FU1", "DL2", "GD3", "HD2", "AR3"]


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Part]]:
    folder = tmp_path_factory.mktemp("parts") / "data"
    with site(folder, "web", "web", "work") as running:
        yield running


@pytest.fixture
def webs(parts: list[Part]) -> tuple[Part, Part]:
    return parts[0], parts[1]


def moved(client: Client, to: Part) -> Client:
    """The same browser, whose next request goes to another process."""
    other = to.client()
    for cookie in client.cookies:
        other.cookies.set_cookie(cookie)
    other.opener = client.opener
    other.cookies = client.cookies
    return other


def test_a_session_and_its_games_are_the_same_everywhere(webs: tuple[Part, Part]) -> None:
    here = webs[0].client()
    here.sign_up("wanderer")
    game = here.post("/games", {"board": "blocks-gar-1"}).good()["id"]
    there = moved(here, webs[1])
    for number, move in enumerate(WIN):
        client = (here, there)[number % 2]
        shown = client.post(f"/games/{game}/moves", {"moves": [move], "cursor": number}).good()
    assert shown["status"] == "won"
    assert shown["rank"] is not None
    here.delete("/session").good()
    assert there.get("/session").good()["player"] is None or there.get("/account").status == 401


def test_a_job_asked_for_here_is_followed_there(webs: tuple[Part, Part]) -> None:
    here = webs[0].client()
    here.get("/session")
    key = here.post("/solve", {"board": HARD, "seconds": 600}).good()["id"]
    there = moved(here, webs[1])
    request = Request(f"{webs[1].url}/api/v1/jobs/{key}/events")
    request.add_header("Cookie", "; ".join(f"{cookie.name}={cookie.value}" for cookie in here.cookies))
    states: list[str] = []

    def follow() -> None:
        with urlopen(request, timeout=HANGS) as stream:
            for line in stream:
                if line.startswith(b"data: {") and b'"state"' in line:
                    states.append(json.loads(line[6:])["state"])

    thread = Thread(target=follow)
    thread.start()
    until(lambda: "running" in states)
    here.delete(f"/jobs/{key}").good()
    thread.join(HANGS)
    assert states[-1] == "cancelled"
    assert there.get(f"/jobs/{key}").good()["state"] == "cancelled"


def test_wins_at_the_same_moment_leave_one_best_game_and_own_numbers(webs: tuple[Part, Part]) -> None:
    """One player with six windows on two processes."""
    first = webs[0].client()
    first.sign_up("hasty")
    clients = [moved(first, webs[number % 2]) for number in range(6)]

    def win(client: Client) -> tuple[int, str]:
        game = client.post("/games", {"board": "blocks-gar-1", "resume": False}).good()["id"]
        return client.post(f"/games/{game}/moves", {"moves": WIN}).status, game

    with ThreadPoolExecutor(6) as pool:
        done = list(pool.map(win, clients))
    assert [status for status, _ in done] == [200] * 6
    rows = query(
        webs[0],
        "SELECT attempt, best FROM studio_game g JOIN studio_player p ON p.id = g.player_id "
        "JOIN auth_user u ON u.id = p.user_id WHERE u.username = 'hasty'",
    )
    assert sorted(attempt for attempt, _ in rows) == [1, 2, 3, 4, 5, 6]
    assert [best for _, best in rows].count(True) == 1


def test_first_wins_of_many_at_once_are_all_rated(webs: tuple[Part, Part]) -> None:
    """A board's rating after twelve matches at once is that after twelve in sequence: none is lost."""
    board = "blocks-gar-1-steps"
    clients = [webs[number % 2].client() for number in range(12)]
    games = []
    for client in clients:
        client.get("/session")
        games.append(client.post("/games", {"board": board}).good()["id"])
    before = query(webs[0], f"SELECT deviation FROM studio_board WHERE id = '{board}'")[0][0]
    with ThreadPoolExecutor(12) as pool:
        done = list(
            pool.map(
                lambda one: one[0].post(f"/games/{one[1]}/surrender").status, zip(clients, games, strict=True)
            )
        )
    assert set(done) <= {200, 202}
    from clew_studio.games.glicko import Rating, updated

    rows = query(webs[0], f"SELECT rating, deviation FROM studio_board WHERE id = '{board}'")
    fresh = expected = Rating(1500.0, before, 0.06)
    for _ in range(12):
        expected = updated(expected, [(Rating(1500.0, 350.0, 0.06), 1.0)])
    assert expected.deviation < fresh.deviation
    assert rows[0][1] == pytest.approx(expected.deviation, rel=0.02)


def test_a_name_is_given_once(webs: tuple[Part, Part]) -> None:
    names = ["Twin", "twin", "TWIN", "tWin", "twiN", "TwIn"]

    def sign_up(number: int) -> int:
        client = webs[number % 2].client()
        client.get("/session")
        body = {"name": names[number], "email": f"t{number}@example.org", "password": "correct horse battery"}
        return client.post("/account", body).status

    with ThreadPoolExecutor(6) as pool:
        statuses = Counter(pool.map(sign_up, range(6)))
    assert statuses == {201: 1, 422: 5}


def test_texts_that_postgresql_refuses_are_refused_politely(webs: tuple[Part, Part]) -> None:
    member = webs[0].client()
    member.sign_up("nul")
    nul, long = "a\0b", "x" * 5_000
    game = member.post("/games", {"board": "blocks-gar-1"}).good()["id"]
    for text in (nul, long):
        sent = [
            ("POST", "/boards", {"board": "blocks:AAo/ooo/ooo", "title": text}),
            ("POST", "/boards", {"board": {"family": "blocks", "board": ["AAo", "ooo"], "title": text}}),
            ("POST", "/boards/blocks-gar-1/comments", {"text": text}),
            ("POST", f"/games/{game}/moves", {"moves": [text]}),
            ("POST", f"/games/{game}/events", {"events": [{"event": "focus", "t_client_ms": 1, "id": text}]}),
            ("POST", "/session", {"name": text, "password": text}),
            ("POST", "/hint", {"board": "blocks-gar-1", "state": text}),
            ("GET", f"/boards?search={'%00' if text == nul else text}", None),
            ("GET", f"/boards/{'%00' if text == nul else text}", None),
        ]
        for method, path, body in sent:
            reply = member.ask(method, path, body)
            assert 400 <= reply.status < 500, (method, path, reply.status, reply.data[:300])


def test_rates_are_counted_for_all_processes_together(tmp_path: Path) -> None:
    with site(tmp_path / "data", "web", "web", CLEW_STUDIO_LIMITED="1") as running:
        clients = [running[number % 2].client() for number in range(64)]

        def refused() -> int:
            body = {"board": "blocks-gar-1", "count": 0}
            with ThreadPoolExecutor(4) as pool:
                return list(pool.map(lambda client: client.post("/generate", body).status, clients)).count(
                    429
                )

        minute, limited = 0.0, 0
        while minute != time.time() // 60:  # once more, where a new minute has begun among them
            minute = time.time() // 60
            limited = refused()
        wrong = [
            Counter(
                running[number % 2].client().post("/session", {"name": "nobody", "password": "wrong"}).status
                for number in range(7)
            )
        ]
    assert limited >= 4, "sixty a minute, wherever they arrive"
    assert wrong == [{401: 5, 429: 2}], "and so are wrong passwords"


def test_the_site_goes_on_while_redis_is_away(parts: list[Part], webs: tuple[Part, Part]) -> None:
    redis = profiles.begin().redis
    player = webs[0].client()
    player.sign_up("patient")
    game = player.post("/games", {"board": "blocks-gar-1"}).good()["id"]
    redis.stop(signal.SIGKILL)
    try:
        played = player.post(f"/games/{game}/moves", {"moves": WIN[:2]}).good()
        assert played["cursor"] == 2
        assert moved(player, webs[1]).get(f"/games/{game}").good()["cursor"] == 2
        webs[1].client().post("/games", {"board": "blocks-gar-1"}).good(201)  # somebody new
        key = player.post("/solve", {"board": "blocks-gar-1"}).good()["id"]
        until(lambda: player.get(f"/jobs/{key}").good()["state"] == "done")
    finally:
        redis.start()
    assert player.post(f"/games/{game}/moves", {"moves": WIN[2:]}).good()["status"] == "won"


def test_a_restart_of_the_database_loses_nothing_and_is_answered_with_503(
    parts: list[Part], webs: tuple[Part, Part]
) -> None:
    postgres = profiles.begin().postgres
    player = webs[0].client()
    player.sign_up("survivor")
    game = player.post("/games", {"board": "blocks-gar-1"}).good()["id"]
    player.post(f"/games/{game}/moves", {"moves": WIN[:3]}).good()
    postgres.stop(signal.SIGINT)
    try:
        away = player.post(f"/games/{game}/moves", {"moves": WIN[3:4]})
        away.problem(503, "unavailable")
        assert int(away.headers["Retry-After"]) > 0
        assert status_of(webs[0], "/healthz") == 200
        assert status_of(webs[0], "/readyz") == 503
    finally:
        postgres.start()
        connections.close_all()  # those of the tests' own process
    until(lambda: status_of(webs[0], "/readyz") == 200)
    shown = player.get(f"/games/{game}").good()
    assert shown["moves"] == WIN[:3]
    assert player.post(f"/games/{game}/moves", {"moves": WIN[3:]}).good()["status"] == "won"
    assert all(part.process is not None and part.process.poll() is None for part in parts)


def test_what_a_process_does_is_told_without_names(webs: tuple[Part, Part]) -> None:
    player = webs[1].client()
    player.sign_up("secretive")
    game = player.post("/games", {"board": "blocks-gar-1"}).good()["id"]
    reply = player.post(f"/games/{game}/moves", {"moves": WIN[:1]})
    number = reply.headers["X-Request-ID"]

    def told() -> list[dict[str, Any]]:
        """The lines about the request: written once the reply is on its way, so the reader may be sooner."""
        lines = webs[1].log.read_text().splitlines(keepends=True)
        found = [json.loads(line) for line in lines if line.startswith("{") and line.endswith("\n")]
        return [line for line in found if line.get("request") == number]

    (line,) = until(told)
    assert (line["method"], line["route"], line["status"]) == ("POST", "/api/v1/games/*/moves", 200)
    assert line["ms"] > 0
    with urlopen(f"{webs[1].url}/metrics") as answer:
        figures = answer.read().decode()
    assert 'clew_requests_total{method="POST",route="/api/v1/games/*/moves",status="200"}' in figures
    assert "clew_queue_seconds" in figures
    for text in (webs[1].log.read_text(), figures):
        assert "secretive" not in text and game not in text


def test_a_process_that_is_asked_to_stop_ends_well(tmp_path: Path) -> None:
    with site(tmp_path / "data", "web", "work") as running:
        client = running[0].client()
        client.get("/session")
        key = client.post("/solve", {"board": HARD, "seconds": 600}).good()["id"]
        until(lambda: client.get(f"/jobs/{key}").good()["state"] == "running")
        began = time.monotonic()
        assert running[1].stop() == 0
        assert client.get(f"/jobs/{key}").good()["state"] == "queued", (
            "another worker goes on with it at once"
        )
        assert running[0].stop() in (0, 130), "as --help says of SIGTERM"
        assert time.monotonic() - began < 600


def test_a_worker_ends_whichever_of_its_threads_gets_the_signal(tmp_path: Path) -> None:
    with site(tmp_path / "data", "work") as running:
        process = running[0].process
        assert process is not None
        thread = max(int(task.name) for task in Path(f"/proc/{process.pid}/task").iterdir())
        assert thread != process.pid
        assert ctypes.CDLL(None).tgkill(process.pid, thread, signal.SIGTERM) == 0
        assert process.wait(HANGS) == 0


def test_pages_are_not_served_before_the_tables_are_there(tmp_path: Path) -> None:
    part = Part(tmp_path / "data", "web", 0)
    done = subprocess.run(part.words, env=part.environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "clew studio migrate" in done.stderr
    checked = subprocess.run(
        [*part.words[:4], "check", *part.words[5:]],
        env=part.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 2
    assert "clew studio migrate" in checked.stdout


def status_of(part: Part, path: str) -> int:
    """The status of a page that is asked for from outside the API."""
    return part.client().get(f"/{path}").status


def query(part: Part, sql: str) -> list[tuple]:  # type: ignore[type-arg]
    """Rows of the site's own database, past Django."""
    import psycopg

    with psycopg.connect(part.environment["CLEW_DATABASE_URL"]) as opened:
        return opened.execute(sql).fetchall()
