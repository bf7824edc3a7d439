"""Kills at random moments, while people play and ask for solutions; then a look at what is left of it.

Two processes with pages, one with jobs, PostgreSQL and Redis: any of them is killed, or its connections are.
What counts is what somebody was told: a move, a win or a job that was acknowledged must be there at the end.
"""

from __future__ import annotations

import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any, NamedTuple

import psycopg
import redis

from tests.promptness import HANGS
from tests.studio import profiles
from tests.studio.client import Client, Reply
from tests.studio.parts import Part, site
from tests.studio.server import children, command
from tests.studio.test_jobs import HARD, is_alive

BOARD = "blocks-gar-1"
WIN = ["BR1", "CL3", "EU1", "FU1", "DL2", "GD3", "HD2", "AR3"]
PAUSE = 0.05
LONGEST_PAUSE = 1.5
"""Between kills there are up to so many seconds of peace."""
BACK_SECONDS = HANGS
END_SECONDS = HANGS
JOB_SECONDS = 2.0
OVER = {"done", "failed", "cancelled"}


class Told:
    """What players were told, by any process."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.moves: dict[str, int] = {}
        """Of each game, how many moves were acknowledged."""
        self.won: set[str] = set()
        self.jobs: dict[str, Client] = {}
        self.refused: Counter[str] = Counter()
        """Requests that were not answered, or with which error."""
        self.wrong: list[str] = []

    def move(self, game: str, count: int, is_won: bool) -> None:
        with self.lock:
            self.moves[game] = max(count, self.moves.get(game, 0))
            if is_won:
                self.won.add(game)

    @property
    def count(self) -> int:
        """How many moves were acknowledged."""
        with self.lock:
            return sum(self.moves.values())


class Person(Thread):
    """Sends requests to one process with pages, and to the other one where that does not answer."""

    def __init__(self, told: Told, webs: list[Part], ending: Event) -> None:
        super().__init__(daemon=True)
        self.told, self.webs, self.ending = told, webs, ending

    def newcomer(self) -> Client:
        return random.choice(self.webs).client()

    def ask(self, client: Client, method: str, path: str, body: Any = None) -> Reply | None:
        """An answer that is no refusal for now; None if there was none, or the time is over."""
        try:
            reply = client.ask(method, path, body)
        except (OSError, HTTPException):
            self._note("no answer")
        else:
            if reply.status < 500:
                return reply
            self._note(str(reply.status))
        client.site = random.choice(self.webs).url
        time.sleep(PAUSE)
        return None

    def _note(self, what: str) -> None:
        with self.told.lock:
            self.told.refused[what] += 1


class Player(Person):
    """A new guest for each game, which is won move by move."""

    def run(self) -> None:
        while not self.ending.is_set():
            client = self.newcomer()
            begun = self.ask(client, "POST", "/games", {"board": BOARD, "resume": False})
            if begun is not None and begun.status == 201:
                self._play(client, begun.json["id"])

    def _play(self, client: Client, game: str) -> None:
        at = 0
        while at < len(WIN) and not self.ending.is_set():
            body = {"moves": [WIN[at]], "cursor": at}
            reply = self.ask(client, "POST", f"/games/{game}/moves", body)
            if reply is not None and reply.status == 409:  # it was stored, but nobody could say so any more
                reply = self.ask(client, "GET", f"/games/{game}")
            if reply is None:
                continue
            if reply.status != 200:
                self.told.wrong.append(f"{reply.status} in the middle of a game: {reply.data[:200]!r}")
                return
            at = reply.json["cursor"]
            self.told.move(game, at, reply.json["status"] == "won")


class Asker(Person):
    """Asks for one solution after the other that takes seconds, each a little longer than the last."""

    def run(self) -> None:
        seconds = JOB_SECONDS
        while not self.ending.is_set():
            client = self.newcomer()
            seconds += 0.01
            asked = self.ask(client, "POST", "/solve", {"board": HARD, "seconds": seconds})
            if asked is not None and asked.status == 201:
                self.told.jobs[asked.json["id"]] = client
            self.ending.wait(JOB_SECONDS)


class Kill(NamedTuple):
    """One kill: of what, and after how many seconds the site was itself again."""

    what: str
    back: float


class Ground:
    """A site, what it stands on, and the ways to hurt it."""

    def __init__(self, parts: list[Part]) -> None:
        self.parts = parts
        self.webs = [part for part in parts if part.part == "web"]
        self.url = parts[0].environment["CLEW_DATABASE_URL"]
        self.orphans: list[int] = []
        self.ways: dict[str, Callable[[], None]] = {
            "a web process": lambda: self.kill("web"),
            "the worker": lambda: self.kill("work"),
            "connections to PostgreSQL": self.cut_postgres,
            "PostgreSQL": lambda: self.restart(profiles.begin().postgres, signal.SIGQUIT),
            "connections to Redis": self.cut_redis,
            "Redis": lambda: self.restart(profiles.begin().redis, signal.SIGKILL),
        }

    def kill(self, part: str) -> None:
        """Kill one such process, and start it again."""
        victim = random.choice([one for one in self.parts if one.part == part])
        assert victim.process is not None
        mine = [pid for pid in children(victim.process.pid) if "solver" in command(pid)]
        victim.stop(signal.SIGKILL)
        self.orphans += mine
        victim.start()

    def cut_postgres(self) -> None:
        with psycopg.connect(self.url, autocommit=True) as opened:
            opened.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    def cut_redis(self) -> None:
        with redis.Redis.from_url(profiles.begin().redis.url()) as opened:
            for kind in ("normal", "pubsub"):
                opened.execute_command("CLIENT", "KILL", "TYPE", kind, "SKIPME", "yes")

    @staticmethod
    def restart(engine: Any, number: int) -> None:
        engine.stop(number)
        time.sleep(random.random())
        engine.start()

    def is_back(self) -> bool:
        """Whether all processes with pages can work."""
        try:
            return all(web.client().get("//readyz").status == 200 for web in self.webs)
        except (OSError, HTTPException):
            return False

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Rows of the site's database, past Django."""
        with psycopg.connect(self.url) as opened:
            return opened.execute(sql).fetchall()


class Report(NamedTuple):
    """What came of it. `lost`: what was acknowledged and is not there, in words."""

    kills: list[Kill]
    moves: int
    wins: int
    jobs: int
    refused: dict[str, int]
    lost: list[str]


@contextmanager
def ground(folder: Path, *parts: str) -> Iterator[Ground]:
    """A site of these parts, whose database waits for its log, as one in public does."""
    url = profiles.begin().environment(folder)["CLEW_DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as opened:
        name = opened.info.dbname
        opened.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = on')
    with site(folder, *parts) as running:
        yield Ground(running)


def run(
    folder: Path,
    kills: int,
    players: int,
    ways: list[str] | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Report:
    """So many kills in turn by these ways (all by default), in random order, while so many people play."""
    told, ending = Told(), Event()
    with ground(folder, "web", "web", "work") as here:
        people: list[Person] = [Player(told, here.webs, ending) for _ in range(players)]
        people.append(Asker(told, here.webs, ending))
        for person in people:
            person.start()
        named = ways or list(here.ways)
        order = [named[number % len(named)] for number in range(kills)]
        random.shuffle(order)
        done = []
        for number, what in enumerate(order, 1):
            time.sleep(random.random() * LONGEST_PAUSE)
            done.append(_one(here, told, what))
            tell(f"{number} of {kills}: {what}, back after {done[-1].back:.1f} s, {told.count} moves")
        ending.set()
        for person in people:
            person.join(END_SECONDS)
        lost = [*told.wrong, *lost_rows(here, told), *lost_jobs(told, here.webs[0])]
        lost += [f"solver {pid} outlived its worker" for pid in here.orphans if is_alive(pid)]
        return Report(done, told.count, len(told.won), len(told.jobs), dict(told.refused), lost)


def _one(here: Ground, told: Told, what: str) -> Kill:
    here.ways[what]()
    began, before = time.monotonic(), told.count
    while not (here.is_back() and told.count > before):
        assert time.monotonic() - began < BACK_SECONDS, f"{what} was killed, and the site has not come back"
        time.sleep(PAUSE)
    return Kill(what, time.monotonic() - began)


def lost_rows(here: Ground, told: Told) -> Iterator[str]:
    """What is missing in the database: moves, wins, lines of logs, counts, ratings."""
    games = {
        key: (names, status)
        for key, names, status in here.rows(
            "SELECT id, ARRAY(SELECT step->>0 FROM json_array_elements(steps) step), status FROM studio_game"
        )
    }
    for key, count in told.moves.items():
        names, status = games.get(key, ([], "missing"))
        if names[:count] != WIN[:count]:
            yield f"game {key}: {count} moves were acknowledged, {names} are there"
        if key in told.won and status != "won":
            yield f"game {key} was won and is {status}"
    for about, sql in INVARIANTS.items():
        for row in here.rows(sql):
            yield f"{about}: {row}"


INVARIANTS = {
    "lines of a log are missing": """
        SELECT g.id FROM studio_game g LEFT JOIN studio_event e ON e.game_id = g.id GROUP BY g.id
        HAVING count(e.id) <> g.events OR max(e.seq) <> g.events
            OR count(e.id) FILTER (WHERE e.event = 'move') <> g.cursor""",
    "a board's wins are not those of its games": """
        SELECT b.id, b.wins, count(g.id) FROM studio_board b
        LEFT JOIN studio_game g ON g.board_id = b.id AND g.status = 'won'
        GROUP BY b.id HAVING b.wins <> count(g.id)""",
    "a win is not its player's best": "SELECT id FROM studio_game WHERE status = 'won' AND NOT best",
    "a first win was not rated": """
        SELECT g.id FROM studio_game g WHERE g.status = 'won' AND NOT EXISTS
            (SELECT 1 FROM studio_ratingpoint r WHERE r.player_id = g.player_id)""",
    "a rating is not the last one of its course": """
        SELECT p.id FROM studio_player p JOIN studio_ratingpoint r ON r.player_id = p.id
        WHERE r.id = (SELECT max(id) FROM studio_ratingpoint WHERE player_id = p.id)
            AND r.rating <> p.rating""",
}
"""What must hold in the database of this site, whatever happened; each statement finds what breaks it."""


def lost_jobs(told: Told, web: Part) -> Iterator[str]:
    """Jobs that are gone, or that do not end although their turn has come."""
    until = time.monotonic() + END_SECONDS
    for key, client in told.jobs.items():
        client.site = web.url
        while True:
            reply = client.get(f"/jobs/{key}")
            if reply.status != 200:
                yield f"job {key} was accepted: {reply.status}"
                break
            if reply.json["state"] in OVER:
                until = time.monotonic() + END_SECONDS
                break
            if time.monotonic() > until:
                yield f"job {key} was accepted and is still {reply.json['state']}"
                break
            time.sleep(PAUSE)
