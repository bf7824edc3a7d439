"""The site as docs/operate.md puts it up: two web processes and worlds behind the shipped nginx.conf."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.studio.front import NAME, Front, running
from tests.studio.test_jobs import until

pytestmark = pytest.mark.site


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    with running(tmp_path_factory.mktemp("front"), "web", "web", "worlds") as found:
        yield found


def test_a_game_is_played_through_both_processes(front: Front) -> None:
    status, data, head = front.ask("POST", "/api/v1/games", {"board": "blocks-gar-1"})
    assert status == 201, data
    cookies = head["cookies"]
    token = next(one for one in cookies.split("; ") if one.startswith("csrftoken=")).partition("=")[2]
    path = f"/api/v1/games/{json.loads(data)['id']}/moves"
    sent = {"Cookie": cookies, "X-CSRFToken": token, "Referer": f"https://{NAME}/"}
    for number in range(8):
        move = "CL3" if number % 2 == 0 else "CR3"
        status, data, _ = front.ask("POST", path, {"moves": [move], "cursor": number}, **sent)
        assert status == 200, data
    until(lambda: all('"route"' in part.log.read_text() for part in front.parts[:2]))


def test_what_is_not_for_strangers_is_not_shown(front: Front) -> None:
    assert [front.ask("GET", path)[0] for path in ("/metrics", "/readyz", "/healthz")] == [404, 404, 200]


def test_worlds_are_asked_for_where_they_live(front: Front) -> None:
    assert front.ask("GET", "/api/v1/worlds/levels")[0] == 200
    until(lambda: "/api/v1/worlds/levels" in front.parts[2].log.read_text())  # written after the answer
    assert all("/api/v1/worlds/levels" not in part.log.read_text() for part in front.parts[:2])


def test_large_bodies_end_at_the_door(front: Front) -> None:
    status, _, _ = front.ask("POST", "/api/v1/uploads", {"text": "x" * (2 << 20)})
    assert status == 413


def test_nobody_notices_when_one_process_ends(front: Front) -> None:
    front.parts[0].stop()
    try:
        statuses = {front.ask("GET", "/api/v1/boards?limit=1")[0] for _ in range(10)}
    finally:
        front.parts[0].start()
    assert statuses == {200}


def test_a_process_that_is_back_is_asked_at_once(front: Front) -> None:
    """So that the second process can be restarted as soon as the first one serves again."""
    first, second = front.parts[:2]
    first.stop()
    try:
        for _ in range(4):  # some of them go to the first process, so that nginx knows that it is gone
            assert front.ask("GET", "/api/v1/boards?limit=1")[0] == 200
        with _back_at(first.port):
            second.stop(signal.SIGKILL)
            assert front.ask("GET", "/api/v1/boards?limit=1")[:2] == (200, b"back")
    finally:
        first.start()
        second.start()


@contextmanager
def _back_at(port: int) -> Iterator[None]:
    """Something that answers on that port at once, unlike a studio, which starts for seconds."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", "4")
            self.end_headers()
            self.wfile.write(b"back")

        def log_message(self, *about: object) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", port), Answer) as server:
        serving = Thread(target=server.serve_forever)
        serving.start()
        try:
            yield
        finally:
            server.shutdown()
            serving.join()


def test_without_https_there_is_only_the_proof_for_the_certificate(front: Front) -> None:
    place = front.proofs / ".well-known" / "acme-challenge"
    place.mkdir(parents=True)
    (place / "token").write_text("proof")
    assert front.ask_plainly("/.well-known/acme-challenge/token") == (200, b"proof", None)
    status, _, target = front.ask_plainly("/boards?limit=1")
    assert (status, target) == (301, f"https://{NAME}/boards?limit=1")
