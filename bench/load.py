"""A site of its own under load: PostgreSQL, Redis, nginx, two processes with pages, one with jobs.

    python -m bench.load

Everything runs on this machine, the players too, who take processor time of their own. Each player has a
session, a connection through nginx (HTTPS) and a game on an easy board. PostgreSQL does not wait for the
disk. Prints a table: what was asked for, what came of it, and whose the processor time was.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import ssl
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any, NamedTuple

import clew
from bench.crowd import TIMEOUT, Player, again_and_again
from bench.sets import ROOT
from tests.studio import profiles
from tests.studio.front import NAME, Front, running

HARD = "ricochet-mondrian-22"
"""A position of it takes about a second to solve. Each is asked for once, since answers are kept."""
WALK = 6
FULL = 0.99


class Row(NamedTuple):
    """What a number of players do at once, each at most once in `pause` seconds."""

    name: str
    players: int
    pause: float
    solves: int
    act: Callable[[Player], int]


def player(front: Front) -> Player:
    """A player whose requests go through nginx."""
    context = ssl._create_unverified_context()
    connection = HTTPSConnection("127.0.0.1", front.port, timeout=TIMEOUT, context=context)
    return Player(connection, Host=NAME, Referer=f"https://{NAME}/")


def hint(one: Player) -> int:
    """Asks for the next move; the status."""
    return one.post(f"{one.path}/hint", {"level": 3})[0]


def solve(one: Player) -> int:
    """Asks for the solution of a position that is reached by chance; the status."""
    return one.post("/solve", {"board": HARD, "after": by_chance(), "seconds": 10})[0]


@cache
def hard() -> Any:
    """The board of the solvers."""
    return clew.load(ROOT / "boards" / "ricochet" / "mondrian-22.toml")


def by_chance() -> list[str]:
    """Legal moves from its start."""
    puzzle, moves = hard(), []
    state = puzzle.initial()
    for _ in range(WALK):
        move, state = random.choice(puzzle.successors(state))
        moves.append(move)
    return moves


ROWS = (
    Row("200 players, a move a second each", 200, 1.0, 0, Player.move),
    Row("moves, as many as possible", 40, 0.0, 0, Player.move),
    Row("200 hints a second", 50, 0.25, 0, hint),
    Row("300 moves a second, 2 solves running", 75, 0.25, 2, Player.move),
)


class Spent(NamedTuple):
    """Processor seconds so far, by who spent them. `rest`: PostgreSQL, Redis, nginx and the system."""

    pages: float
    jobs: float
    players: float
    rest: float

    @classmethod
    def now(cls, front: Front) -> Spent:
        tick = os.sysconf("SC_CLK_TCK")
        user, nice, system, *_ = Path("/proc/stat").read_text().split()[1:4]
        by_part = {"web": 0.0, "work": 0.0, "worlds": 0.0}
        for part in front.parts:
            assert part.process is not None
            told = Path(f"/proc/{part.process.pid}/stat").read_text().rpartition(")")[2].split()
            # Its own time, and that of its children that have ended.
            by_part[part.part] += sum(map(int, told[11:15])) / tick
        players = time.process_time()
        everybody = (int(user) + int(nice) + int(system)) / tick
        return cls(by_part["web"], by_part["work"], players, everybody - sum(by_part.values()) - players)

    def since(self, before: Spent) -> str:
        """The shares since then."""
        spent = [now - then for now, then in zip(self, before, strict=True)]
        return ", ".join(
            f"{name} {part / sum(spent):.0%}" for name, part in zip(self._fields, spent, strict=True)
        )


def measured(front: Front, row: Row, seconds: float) -> str:
    """One row of the table."""
    players = [player(front) for _ in range(row.players)]
    solvers = [player(front) for _ in range(row.solves)]
    before = Spent.now(front)
    with ThreadPoolExecutor(row.players + row.solves) as pool:
        for solver in solvers:
            pool.submit(again_and_again, partial(solve, solver), seconds, 1.0)
        asked = [pool.submit(again_and_again, partial(row.act, one), seconds, row.pause) for one in players]
        came = [one.result() for one in asked]
    spent = Spent.now(front).since(before)
    times = sorted(second for one in came for second in one.seconds)
    statuses = sum((one.statuses for one in came), Counter[int]())
    for one in (*players, *solvers):
        one.connection.close()
    median, late = times[len(times) // 2] * 1000, times[int(len(times) * FULL)] * 1000
    told = ", ".join(f"{count} x {status}" for status, count in sorted(statuses.items()))
    return f"| {row.name} | {len(times) / seconds:.0f} | {median:.0f} ms | {late:.0f} ms | {told} | {spent} |"


def main() -> None:
    """Starts the site, and prints the table row by row."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0, help="for each row")
    parser.add_argument("--only", default="", help="rows whose name has these letters")
    told = parser.parse_args()
    print("| load | answers a second | median | 99th percentile | statuses | processor time |", flush=True)
    print("|---|---:|---:|---:|---|---|", flush=True)
    try:
        with (
            tempfile.TemporaryDirectory(prefix="clew-load-") as folder,
            running(Path(folder), "web", "web", "worlds", "work") as front,
        ):
            for row in ROWS:
                if re.search(told.only, row.name):
                    print(measured(front, row, told.seconds), flush=True)
    finally:
        profiles.end()


if __name__ == "__main__":
    main()
