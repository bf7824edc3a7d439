"""Time and room that a connection has: for its head, its body, its reading; and what a full site answers."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import clew
from tests.promptness import HANGS
from tests.studio.client import Client
from tests.studio.crowd import Visitor, is_cut, open_raw
from tests.studio.server import Site
from tests.studio.test_jobs import HARD, until

SECONDS = HANGS
HERE, THERE = "127.0.0.31", "127.0.0.32"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of little patience and little room."""
    caps = {"HEAD_SECONDS": 1, "BODY_SECONDS": 1, "SEND_SECONDS": 1, "SEND_RATE": 1 << 30}
    caps |= {"CONNECTIONS_EACH": 8, "RESIDENT": 1}
    environment = {f"CLEW_STUDIO_{name}": str(value) for name, value in caps.items()}
    place = Site(tmp_path_factory.mktemp("hasty") / "data", environment=environment).start()
    yield place
    place.stop()


def answer_of(held: socket.socket) -> bytes:
    """All that comes until the other side ends the connection."""
    parts = []
    while part := held.recv(65536):
        parts.append(part)
    return b"".join(parts)


@pytest.mark.parametrize("head", ["", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: "])
def test_a_head_that_never_ends_is_cut(hasty: Site, head: str) -> None:
    with open_raw(hasty, head, HERE) as held:
        until(lambda: is_cut(held), SECONDS)


def test_a_head_that_trickles_is_cut_too(hasty: Site) -> None:
    with open_raw(hasty, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", HERE) as held:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            try:
                held.sendall(b"X-A: b\r\n")
            except OSError:
                break
            time.sleep(0.1)
        assert time.monotonic() < end


def test_a_body_that_never_ends_is_refused(hasty: Site) -> None:
    head = "POST /api/v1/hint HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"
    with open_raw(hasty, head, HERE) as held:
        answer = answer_of(held)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "too-slow"


def test_who_does_not_read_is_cut(hasty: Site) -> None:
    """An answer larger than all buffers on the way: asked for again and again on one connection."""
    one = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with open_raw(hasty, one, HERE) as held:
        held.setblocking(False)

        def is_given_up() -> bool:
            try:
                held.send(one.encode())
            except BlockingIOError:
                return False
            except OSError:
                return True
            return False

        until(is_given_up, SECONDS)


def test_an_address_has_so_many_connections(hasty: Site) -> None:
    held = [open_raw(hasty, "GET / HTTP/1.1\r\n", HERE) for _ in range(8)]
    try:
        with open_raw(hasty, "", HERE) as one_more:
            answer = answer_of(one_more)
        assert answer.startswith(b"HTTP/1.1 503 ") and b"Retry-After: " in answer
        visitor = Visitor(hasty, THERE)
        assert visitor.get("/session").status == 200, "another address has its own"
        visitor.close()
    finally:
        for one in held:
            one.close()


@pytest.mark.many
def test_a_newcomer_gets_the_place_of_one_of_many(tmp_path: Path) -> None:
    """Twelve streams of one address are all that a site has room for, and none of them is idle."""
    place = Site(tmp_path / "data", environment={"CLEW_STUDIO_CONNECTIONS": "12"}).start()
    streams = []
    try:
        busy = Visitor(place, HERE)
        job = busy.post("/solve", {"board": HARD, "seconds": 60}).json["id"]
        busy.close()
        head = f"GET /api/v1/jobs/{job}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        head += f"Cookie: {busy.cookie_line()}\r\n\r\n"
        for _ in range(12):
            streams.append(open_raw(place, head, HERE))
            assert streams[-1].recv(12).endswith(b"200")
        visitor = Visitor(place, THERE)
        assert visitor.get("/session").status == 200
        visitor.close()
        assert [is_cut(one) for one in streams] == [False] * 11 + [True], "the last one that came"
    finally:
        for one in streams:
            one.close()
        place.stop()


def test_without_memory_left_what_costs_much_waits(hasty: Site) -> None:
    client = hasty.client()
    refused = client.post("/replay", {"board": "blocks-gar-1", "moves": ["CL3"]})
    refused.problem(503, "unavailable")
    assert int(refused.headers["Retry-After"]) > 0
    assert client.get("/boards").status == 200, "what costs little goes on"


def test_a_replay_of_many_pieces_is_too_large(visitor: Client) -> None:
    board = "blocks:AAo/ooo/" + "/".join(["BBo"])
    moves = ["AR1" if number % 2 == 0 else "AL1" for number in range(2000)]
    assert visitor.post("/replay", {"board": board, "moves": moves}).good()["length"] == 2000
    many = "blocks:AAoooooooooooooo/" + "/".join(
        "".join(2 * letter + "o" for letter in letters) + "o"
        for letters in ("BCDEF", "GHIJK", "LMNOP", "QRSTU", "VWXYZ")
    )
    visitor.post("/replay", {"board": many, "moves": moves}).problem(413, "too-large")
    assert visitor.post("/replay", {"board": many, "moves": moves[:700]}).good()["length"] == 700


def test_films_have_so_many_moves(visitor: Client) -> None:
    moves = ["AR1" if number % 2 == 0 else "AL1" for number in range(201)]
    visitor.post("/film.gif", {"board": "blocks:AAo/ooo", "moves": moves}).problem(413, "too-large")


def test_a_proof_that_takes_too_long_is_refused_in_words(tmp_path: Path) -> None:
    deep = str(clew.load(str(Path(__file__).parents[3] / "boards/pebbles/panguru-25.toml")))
    place = Site(tmp_path / "data", environment={"CLEW_STUDIO_PROOF_SECONDS": "3"}).start()
    try:
        refused = place.client().post("/board.proof", {"board": deep}).problem(422, "limit-reached")
    finally:
        place.stop()
    assert "clew solve --proof" in refused["detail"]
