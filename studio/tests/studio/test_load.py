"""One visitor cannot stop the studio: beside each attack the others are served, and memory stays.

Real requests to a real server. Others come from an address of their own, as they would. How long they wait is
printed (`pytest -s`).
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from tests.studio.crowd import (
    Attack,
    Visitor,
    forget_peak,
    ninety_ninth,
    open_raw,
    peak,
)
from tests.studio.server import Site, children, command
from tests.studio.test_jobs import HARD

pytestmark = pytest.mark.alone

FAR = [f"127.0.0.{number}" for number in range(10, 20)]
REFUSED = {413, 422, 429, 503}
GROWTH = 300
"""Megabytes by which the server may grow while it is attacked."""

LETTERS = "BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz"
CROWDED = "blocks:" + "/".join(
    ["AA" + "o" * 14]
    + [
        "".join(2 * LETTERS[row * 5 + n] + "o" for n in range(5) if row * 5 + n < len(LETTERS)).ljust(16, "o")
        for row in range(10)
    ]
    + ["o" * 16] * 5
)
"""A board of 16 by 16 with 50 pieces, of which A can go to and fro."""


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    while Visitor.made:
        Visitor.made.pop().close()


def to_and_fro(moves: int) -> list[str]:
    return ["AR1" if number % 2 == 0 else "AL1" for number in range(moves)]


@contextmanager
def unharmed(site: Site, growth: int = GROWTH) -> Iterator[None]:
    """What is done inside is the attack, beside which others play: each of their requests is answered."""
    before = forget_peak(site)
    yield
    print(f"others waited {ninety_ninth(site):.2f} s beside it")
    assert peak(site) - before < growth
    assert site.client().get("/session").status == 200


def test_a_key_of_a_hundred_thousand_dots(site: Site) -> None:
    text = ".".join("a" * 95_000) + " = 1"
    body = {"text": text, "format": "toml"}
    with ExitStack() as held:
        with unharmed(site):
            attack = held.enter_context(Attack(site, [("POST", "/boards/import", body)] * 16, FAR))
        assert attack.join() <= REFUSED
        assert any(reply.status == 422 and b"8 dots" in reply.data for reply in attack.replies)


def room(number: int, metric: str) -> dict[str, Any]:
    """A store of 64 by 64 cells with as many boxes as it may have, other ones for each number."""
    cells = [62 * row + column for row in range(2, 60, 3) for column in range(2, 60, 3)]
    signs = dict.fromkeys(cells[number : number + 70], "$")
    signs |= dict.fromkeys([cell + 1 for cell in cells[number : number + 70]], ".")
    floor = "".join(signs.get(cell, "-") for cell in range(62 * 62))
    rows = [f"#{floor[start : start + 62]}#" for start in range(0, 62 * 62, 62)]
    rows[0] = rows[0].replace("-", "@", 1)
    return {"family": "sokoban", "board": ["#" * 64, *rows, "#" * 64], "metric": metric}


def tangle(number: int) -> dict[str, Any]:
    """Five hundred cells, each with a hundred neighbours, and one empty."""
    edges = {(cell, (cell + far * far + number) % 500) for cell in range(500) for far in range(1, 51)}
    return {
        "family": "pebbles",
        "edges": sorted({(min(edge), max(edge)) for edge in edges if edge[0] != edge[1]}),
        "pebbles": "A " * 499 + "-",
        "plates": "- " + "A " * 499,
    }


def test_boards_as_large_as_they_may_be(site: Site) -> None:
    metrics = ("moves", "pushes", "moves-pushes", "pushes-moves")
    boards = [room(number, metrics[number % 4]) for number in range(8)] + [tangle(n) for n in range(2)]
    requests = [
        ("POST", path, {"board": board})
        for board in boards
        for path in ("/validate", "/position", "/hint", "/distance")
    ]
    with ExitStack() as held:
        with unharmed(site):
            attack = held.enter_context(Attack(site, requests, FAR))
        assert attack.join() <= REFUSED | {200, 202}
        assert 200 in {reply.status for reply in attack.replies}


@pytest.mark.many
def test_replays_of_many_pieces_and_moves(site: Site) -> None:
    bodies = [{"board": CROWDED, "moves": to_and_fro(moves)} for moves in (2000, 380)]
    with ExitStack() as held:
        with unharmed(site):
            requests = [("POST", "/replay", bodies[number % 2]) for number in range(16)]
            attack = held.enter_context(Attack(site, requests, FAR))
        assert attack.join() <= REFUSED | {200}
        assert {200, 413} <= {reply.status for reply in attack.replies}
        assert max(len(reply.data) for reply in attack.replies) < 6 << 20


@pytest.mark.many
def test_games_of_thousands_of_rules(site: Site) -> None:
    """Each another one, so that no two are read once; and all levels of each are asked for."""
    games = [long_game(number) for number in range(8)]
    requests: list[tuple[str, str, Any]] = [("POST", "/sources", {"text": text}) for text in games]
    requests += [("POST", "/sources/answers", {"text": text, "levels": [*range(1, 201)]}) for text in games]
    with ExitStack() as held:
        with unharmed(site):
            attack = held.enter_context(Attack(site, requests, FAR))
        assert attack.join() <= REFUSED | {200}
        assert 200 in {reply.status for reply in attack.replies}
        assert max(len(reply.data) for reply in attack.replies) < 1 << 20


def long_game(number: int) -> str:
    """A game of so many rules and levels that reading it takes long."""
    things = "\n\n".join(f"{name}\ngray" for name in ("Background", "Wall", "Player", "Crate", "Target"))
    legend = ". = Background\n# = Wall\nP = Player\n* = Crate\nO = Target"
    rules = "\n".join(["[ > Player | Crate ] -> [ > Player | > Crate ]"] * (1_500 + number))
    levels = "\n\n".join(["P..*O#.#\n........\n..*.#..O"] * 200)
    parts = ("OBJECTS", things, "LEGEND", legend, "SOUNDS", "COLLISIONLAYERS")
    layers = "Background\nTarget\nPlayer, Wall, Crate"
    more = ("RULES", rules, "WINCONDITIONS", "all Target on Crate", "LEVELS", levels)
    return "\n\n".join([*parts, layers, *more, ""])


def test_films_by_the_dozen(site: Site) -> None:
    """Those who leave are not painted for: then the next film is made at once."""
    body = {"board": CROWDED, "moves": to_and_fro(200)}
    with ExitStack() as held:
        with unharmed(site):
            attack = held.enter_context(Attack(site, [("POST", "/film.gif", body)] * 32, FAR[:4]))
        assert len(painters(site)) <= 2, "as many as may paint at once"
    assert {reply.status for reply in attack.replies} <= {200, 429, 503}
    refused = [reply for reply in attack.replies if reply.status == 429]
    assert refused and all("Retry-After" in {name.title() for name in reply.headers} for reply in refused)
    small = Visitor(site).post("/film.gif", {"board": "blocks-gar-1", "moves": ["CL3"]})
    assert (small.status, small.data[:3]) == (200, b"GIF")


def painters(site: Site) -> list[int]:
    return [pid for pid in children(site.pid) if "clew_studio.jobs.painter" in command(pid)]


@pytest.mark.many
def test_slow_readers_of_an_export(site: Site) -> None:
    """More of them than the server has threads, each of an answer larger than all buffers on the way."""
    with ExitStack() as held:
        with unharmed(site):
            visitor = with_events(site, FAR[0], 15_000)
            head = "GET /api/v1/exports/events.csv?mine=true HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            for number in range(24):
                raw = open_raw(site, f"{head}Cookie: {visitor.cookie_line()}\r\n\r\n", FAR[number % 3])
                held.callback(raw.close)
        mine = with_events(site, "127.0.0.3", 5)
        assert mine.get("/exports/events.csv?mine=true").status == 200, "others still get their own"


def with_events(site: Site, address: str, count: int) -> Visitor:
    """A guest at that address with so many events."""
    from clew_studio.models import Event, Game

    visitor = Visitor(site, address)
    key = visitor.post("/games", {"board": "blocks-gar-1"}).json["id"]
    game = Game.objects.get(pk=key)
    one: dict[str, Any] = {"game": game, "event": "focus", "t_client_ms": 1, "build": "x" * 20}
    Event.objects.bulk_create(
        [Event(**one, seq=number, t_server=game.started) for number in range(2, count + 2)], batch_size=2_000
    )
    return visitor


@pytest.mark.many
def test_a_thousand_event_streams(site: Site) -> None:
    """All of one visitor: a dozen are served, the rest are told to come later, and descriptors remain."""
    visitor = Visitor(site, FAR[0])
    job = visitor.post("/solve", {"board": HARD, "seconds": 600}).json["id"]
    path = f"/api/v1/jobs/{job}/events"
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {visitor.cookie_line()}\r\n\r\n"
    with ExitStack() as held:
        with unharmed(site):
            streams = [open_raw(site, head, FAR[number % 5]) for number in range(1_000)]
            for stream in streams:
                held.callback(stream.close)
        statuses = [status_of(stream) for stream in streams]
    assert statuses.count(b"200") == 12
    assert set(statuses) <= {b"200", b"429", b"503", b""}
    visitor.ask("DELETE", f"/jobs/{job}")


def status_of(stream: socket.socket) -> bytes:
    """The status of what was answered; empty where the connection was cut before that was read."""
    try:
        return stream.recv(12)[9:]
    except OSError:
        return b""


def test_sixteen_watched_worlds(site: Site) -> None:
    """Eight players of two addresses hold all of them; somebody else still gets one."""
    worlds: list[tuple[Visitor, str]] = []
    with ExitStack() as held:
        with unharmed(site):
            for number in range(8):
                player = Visitor(site, FAR[number // 4])
                for level in ("meadow", "orchard"):
                    world = player.post("/worlds", {"level": level})
                    assert world.status == 201, world.data
                    worlds.append((player, world.json["id"]))
                    head = f"GET /api/v1/worlds/{world.json['id']}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                    raw = open_raw(site, f"{head}Cookie: {player.cookie_line()}\r\n\r\n", player.address)
                    held.callback(raw.close)
                    assert raw.recv(12).endswith(b"200")
        newcomer = Visitor(site)
        reply = newcomer.post("/worlds", {"level": "meadow"})
        assert reply.status == 201
        worlds.append((newcomer, reply.json["id"]))
        for player, key in worlds:
            player.ask("DELETE", f"/worlds/{key}")


@pytest.mark.many
def test_requests_that_cost_a_little_by_the_hundred(site: Site) -> None:
    """What has no thread pool of its own: an address has few threads, and the others take turns with it."""
    body = {"board": CROWDED, "after": to_and_fro(100)}
    with ExitStack() as held, unharmed(site):
        held.enter_context(Attack(site, [("POST", "/solve", body)] * 100, FAR[:2]))


@pytest.mark.many
def test_long_lines_of_moves_in_games(site: Site) -> None:
    """Nobody else's move waits until 200 moves of a crowded board are looked at."""
    attackers = [Visitor(site, FAR[0]) for _ in range(8)]
    games = [one.post("/games", {"board": CROWDED}).json["id"] for one in attackers]
    body = {"moves": to_and_fro(200)}
    requests = [("POST", f"/games/{game}/moves", body) for game in games for _ in range(6)]
    with ExitStack() as held, unharmed(site):
        attack = held.enter_context(Attack(site, requests, FAR[:1], [one.cookies for one in attackers]))
    assert {reply.status for reply in attack.replies} <= {200, *REFUSED}
