"""Attackers and ordinary players on one site, each from an address of their own: 127.0.0.2, 127.0.0.3."""

from __future__ import annotations

import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Event, Thread
from typing import Any, ClassVar, NamedTuple
from urllib.parse import urlsplit

from tests.promptness import HANGS
from tests.studio.server import Site

Json = Any

ORDINARY = "127.0.0.2"
"""Where ordinary players are."""
PLAYERS = 3
ROUNDS = 5
PAUSE = 0.01
TIMEOUT = HANGS


class Reply(NamedTuple):
    status: int
    data: bytes
    headers: dict[str, str]

    @property
    def json(self) -> Json:
        return json.loads(self.data)


class Visitor:
    """One browser at one address: a connection that is opened again where it was closed, and its cookies."""

    made: ClassVar[list[Visitor]] = []
    """All of them, for the test to close."""

    def __init__(self, site: Site, address: str = ORDINARY) -> None:
        self.made.append(self)
        self.place = urlsplit(site.url).netloc
        self.address = address
        self.cookies: dict[str, str] = {}
        self._connection: HTTPConnection | None = None

    def ask(self, method: str, path: str, body: Json = None) -> Reply:
        try:
            return self._ask(method, path, body)
        except (HTTPException, ConnectionError):  # it was closed while idle
            self.close()
            return self._ask(method, path, body)

    def post(self, path: str, body: Json) -> Reply:
        return self.ask("POST", path, body)

    def get(self, path: str) -> Reply:
        return self.ask("GET", path)

    def cookie_line(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(self, method: str, path: str, body: Json) -> Reply:
        if self._connection is None:
            self._connection = HTTPConnection(self.place, timeout=TIMEOUT, source_address=(self.address, 0))
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.cookies.get("csrftoken", "")}
        if self.cookies:
            headers["Cookie"] = self.cookie_line()
        self._connection.request(
            method, f"/api/v1{path}", None if body is None else json.dumps(body), headers
        )
        response = self._connection.getresponse()
        data = response.read()
        for cookie in response.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return Reply(response.status, data, dict(response.headers))


def ninety_ninth(site: Site) -> float:
    """The 99th percentile, in seconds, of what ordinary players ask for: lists, moves, hints."""
    times: list[float] = []
    site.client().know("blocks-gar-1")

    def play(number: int) -> None:
        visitor = Visitor(site)
        game = visitor.post("/games", {"board": "blocks-gar-1", "resume": False})
        assert game.status == 201, game.data[:300]
        key = game.json["id"]
        for turn in range(ROUNDS):
            for method, path, body in (
                ("GET", "/boards?limit=5", None),
                ("POST", f"/games/{key}/moves", {"moves": ["CL3" if turn % 2 == 0 else "CR3"]}),
                ("POST", "/hint", {"board": "blocks-gar-1"}),
            ):
                began = time.monotonic()
                reply = visitor.ask(method, path, body)
                times.append(time.monotonic() - began)
                assert reply.status == 200, reply.data[:300]
                time.sleep(PAUSE)
        visitor.close()

    with ThreadPoolExecutor(PLAYERS) as pool:
        list(pool.map(play, range(PLAYERS)))
    return sorted(times)[int(len(times) * 0.99)]


class Attack:
    """Requests by many threads at once, that go on while others play."""

    def __init__(
        self,
        site: Site,
        requests: list[tuple[str, str, Json]],
        addresses: list[str],
        cookies: list[dict[str, str]] | None = None,
    ) -> None:
        """`cookies`: of those who send the requests, who share them out evenly in order."""
        self.replies: list[Reply] = []
        self._visitors = [Visitor(site, addresses[n % len(addresses)]) for n in range(len(requests))]
        if cookies is not None:
            for number, visitor in enumerate(self._visitors):
                visitor.cookies = dict(cookies[number * len(cookies) // len(requests)])
        self._threads = [
            Thread(target=self._send, args=(visitor, request), daemon=True)
            for visitor, request in zip(self._visitors, requests, strict=True)
        ]
        self._begun = Event()

    def __enter__(self) -> Attack:
        for thread in self._threads:
            thread.start()
        self._begun.wait(1)
        return self

    def __exit__(self, *_: object) -> None:
        for visitor in self._visitors:  # whoever still waits goes away
            connection = visitor._connection
            if connection is not None and connection.sock is not None:
                with suppress(OSError):
                    connection.sock.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(TIMEOUT)

    def _send(self, visitor: Visitor, request: tuple[str, str, Json]) -> None:
        with suppress(OSError, HTTPException):
            self.replies.append(visitor._ask(*request))
        visitor.close()

    def join(self) -> set[int]:
        """Waits for all replies; their statuses."""
        for thread in self._threads:
            thread.join(TIMEOUT)
        return {reply.status for reply in self.replies}


def open_raw(site: Site, head: str, address: str) -> socket.socket:
    """A connection on which so much was sent, and from which little is read."""
    place = urlsplit(site.url)
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    held.settimeout(TIMEOUT)
    held.bind((address, 0))
    held.connect((place.hostname or "", place.port or 0))
    held.sendall(head.encode())
    return held


def is_cut(held: socket.socket) -> bool:
    """Whether the other side has ended a connection. Reads what there is."""
    held.setblocking(False)
    try:
        while held.recv(65536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def peak(site: Site) -> int:
    """The most megabytes that the server held since `forget_peak`."""
    for line in Path(f"/proc/{site.pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) >> 10
    raise AssertionError("the system does not tell")


def forget_peak(site: Site) -> int:
    """Begins a new peak; the megabytes that the server holds now."""
    Path(f"/proc/{site.pid}/clear_refs").write_text("5")
    return peak(site)
