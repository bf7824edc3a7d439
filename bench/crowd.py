"""Many players on a running site: moves per second, and how long each takes.

    python -m bench.crowd http://127.0.0.1:8000 --players 50 --seconds 20 --pause 0.5

Run it from another machine, or at least beside an idle one: it takes processor time of its own. Each player
has a session, a connection and a game on an easy board; --pause 0 asks for as many moves as possible.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from typing import Any, NamedTuple
from urllib.parse import urlsplit

BOARD, THERE, BACK = "blocks-gar-1", "CL3", "CR3"
TIMEOUT = 60.0


class Played(NamedTuple):
    """What one player met: seconds of each answer, and statuses."""

    seconds: list[float]
    statuses: Counter[int]


class Player:
    """One browser with one game."""

    def __init__(self, connection: HTTPConnection, **headers: str) -> None:
        self.connection, self.headers = connection, headers
        self.cookies: dict[str, str] = {}
        status, game = self.post("/games", {"board": BOARD})
        assert status == 201, game
        self.path = f"/games/{game['id']}"
        self.there = True

    def cookie_header(self) -> str:
        """What its requests say about who it is."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def post(self, path: str, body: Any) -> tuple[int, Any]:
        """The status and the JSON of an answer."""
        return self.ask("POST", path, body)

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The same for any method."""
        headers = {**self.headers, "Content-Type": "application/json"}
        headers["X-CSRFToken"] = self.cookies.get("csrftoken", "")
        headers["Cookie"] = self.cookie_header()
        self.connection.request(method, f"/api/v1{path}", None if body is None else json.dumps(body), headers)
        response = self.connection.getresponse()
        data = response.read()
        for cookie in response.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return response.status, json.loads(data)

    def move(self) -> int:
        """Moves a piece there or back; the status."""
        status, _ = self.post(f"{self.path}/moves", {"moves": [THERE if self.there else BACK]})
        self.there ^= status == 200
        return status


def again_and_again(act: Callable[[], int], seconds: float, pause: float) -> Played:
    """Does something until the time is over, at most once in `pause` seconds; not all begin at once."""
    times: list[float] = []
    statuses: Counter[int] = Counter()
    end = time.monotonic() + seconds
    time.sleep(random.random() * min(pause, seconds))
    while (began := time.monotonic()) < end:
        statuses[act()] += 1
        times.append(time.monotonic() - began)
        time.sleep(max(0.0, pause - times[-1]))
    return Played(times, statuses)


def main() -> None:
    """Plays, and prints one line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("site", nargs="+", help="address of the site, or of each of its web processes")
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pause", type=float, default=0.5, help="seconds from a move to the next, at least")
    told = parser.parse_args()
    places = [urlsplit(site).netloc for site in told.site]
    turns = (places[number % len(places)] for number in range(told.players))
    players = [Player(HTTPConnection(place, timeout=TIMEOUT)) for place in turns]
    with ThreadPoolExecutor(told.players) as pool:
        done = list(pool.map(lambda player: again_and_again(player.move, told.seconds, told.pause), players))
    times = sorted(second for played in done for second in played.seconds)
    statuses = sum((played.statuses for played in done), Counter[int]())
    middle, late = times[len(times) // 2], times[int(len(times) * 0.99)]
    print(
        f"{told.players} players, {len(times) / told.seconds:.0f} moves/s, median {middle * 1000:.0f} ms, "
        f"99th percentile {late * 1000:.0f} ms, {dict(statuses)}"
    )


if __name__ == "__main__":
    main()
