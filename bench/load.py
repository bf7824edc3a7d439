"""A site of its own under load: PostgreSQL, Redis, nginx, two processes with pages, one with jobs.

    python -m bench.load

Everything runs on this machine, the players too, who take processor time of their own. Each player has a
session, a connection through nginx (HTTPS) and a game on an easy board. PostgreSQL does not wait for the
disk. Prints a table: what was asked for, what came of it, and whose the processor time was.

    python -m bench.load --machines

As root: the web processes may take a fifth of a core each, as if each were a small machine of its own. Prints
how many moves a second two of them make, and then one.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import ssl
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
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
STREAMS_EACH = 10
"""Streams of one visitor."""

VISITORS_EACH = 6
"""Visitors with streams who share an address."""

SHARE = 0.2
"""Of a core, for each web process as a machine of its own."""


class Row(NamedTuple):
    """What players do at once, each at most once in `pause` seconds, while so many `streams` are open."""

    name: str
    players: int
    pause: float
    solves: int
    act: Callable[[Player], int]
    streams: int = 0


def connected(front: Front, address: str) -> HTTPSConnection:
    """A connection to nginx from an address of this machine."""
    context = ssl._create_unverified_context()
    place = (address, 0)
    return HTTPSConnection("127.0.0.1", front.port, timeout=TIMEOUT, context=context, source_address=place)


def player(front: Front, address: str = "127.0.0.1") -> Player:
    """A player whose requests go through nginx."""
    return Player(connected(front, address), Host=NAME, Referer=f"https://{NAME}/")


@contextmanager
def watching(front: Front, count: int) -> Iterator[int]:
    """Pages that wait for jobs, which nobody does meanwhile; how many of them have got the beginning of an
    answer.
    """
    [worker] = [part.process for part in front.parts if part.part == "work"]
    assert worker is not None
    with ExitStack() as stack:
        worker.send_signal(signal.SIGSTOP)
        stack.callback(worker.send_signal, signal.SIGCONT)
        heads = 0
        for number in range(0, count, STREAMS_EACH):
            address = f"127.0.1.{1 + number // STREAMS_EACH // VISITORS_EACH}"
            one = player(front, address)
            stack.callback(one.connection.close)
            status, job = one.post("/solve", {"board": HARD, "after": by_chance(), "seconds": 10})
            assert status == 201, job
            for _ in range(STREAMS_EACH):
                stream = connected(front, address)
                stack.callback(stream.close)
                headers = {"Host": NAME, "Cookie": one.cookie_header()}
                stream.request("GET", f"/api/v1/jobs/{job['id']}/events", headers=headers)
                heads += stream.getresponse().status == 200
        yield heads


def hint(one: Player) -> int:
    """Asks for the next move; the status."""
    return one.post(f"{one.path}/hint", {"level": 3})[0]


def solve(one: Player) -> int:
    """Has a position solved that is reached by chance, and waits until that is over; the status."""
    status, job = one.post("/solve", {"board": HARD, "after": by_chance(), "seconds": 10})
    assert status in (200, 201), job
    while job["state"] in ("queued", "running"):
        time.sleep(0.5)
        status, job = one.ask("GET", f"/jobs/{job['id']}")
        assert status == 200, job
    return status


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
        moves.append(str(move))
    return moves


ROWS = (
    Row("200 players, a move a second each", 200, 1.0, 0, Player.move),
    Row("moves, as many as possible", 40, 0.0, 0, Player.move),
    Row("200 hints a second", 50, 0.25, 0, hint),
    Row("300 moves a second, 2 solves running", 75, 0.25, 2, Player.move),
    Row("100 moves a second, 1,000 streams open", 100, 1.0, 0, Player.move, 1000),
)

WARMING = Row("not printed: each thread opens its connections", 40, 0.0, 0, Player.move)


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
    with ExitStack() as stack:
        open_streams = stack.enter_context(watching(front, row.streams)) if row.streams else 0
        before = Spent.now(front)
        pool = stack.enter_context(ThreadPoolExecutor(row.players + row.solves))
        solving = [pool.submit(again_and_again, partial(solve, one), seconds, 1.0) for one in solvers]
        asked = [pool.submit(again_and_again, partial(row.act, one), seconds, row.pause) for one in players]
        came = [one.result() for one in asked]
        after = Spent.now(front)
        solved = sum(len(one.result().seconds) for one in solving)
    times = sorted(second for one in came for second in one.seconds)
    statuses = sum((one.statuses for one in came), Counter[int]())
    for one in (*players, *solvers):
        one.connection.close()
    median, late = times[len(times) // 2] * 1000, times[int(len(times) * FULL)] * 1000
    told = ", ".join(f"{count} x {status}" for status, count in sorted(statuses.items()))
    told += f", {open_streams} streams" if row.streams else ""
    told += f", {solved} solves" if row.solves else ""
    spent = (
        f"{after.since(before)}; pages {(after.pages - before.pages) / len(times) * 1000:.1f} ms an answer"
    )
    return f"| {row.name} | {len(times) / seconds:.0f} | {median:.0f} ms | {late:.0f} ms | {told} | {spent} |"


def table(front: Front, rows: list[Row], seconds: float) -> None:
    """Prints the table, row by row."""
    print("| load | answers a second | median | 99th percentile | statuses | processor time |", flush=True)
    print("|---|---:|---:|---:|---|---|", flush=True)
    measured(front, WARMING, min(seconds, 5.0))
    for row in rows:
        print(measured(front, row, seconds), flush=True)


def machines(front: Front, seconds: float) -> None:
    """Prints how many moves a second two web processes make, and one, each with a share of a core."""
    webs = [part for part in front.parts if part.part == "web"]
    made: list[float] = []
    for left in (2, 1):
        with limited([part.process.pid for part in webs[:left] if part.process is not None]):
            players = [player(front) for _ in range(20 * left)]
            with ThreadPoolExecutor(len(players)) as pool:
                asked = [pool.submit(again_and_again, one.move, seconds, 0.0) for one in players]
                made.append(sum(len(one.result().seconds) for one in asked) / seconds)
            for one in players:
                one.connection.close()
        print(f"web processes, each with {SHARE:.0%} of a core: {left}, moves a second: {made[-1]:.0f}")
        webs[left - 1].stop()
    print(f"{made[0] / made[1]:.2f} times as many with two")


@contextmanager
def limited(processes: list[int]) -> Iterator[None]:
    """Gives each process a group of its own with a share of a core. Needs root and the cpu controller."""
    old, new = Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup")
    made = []
    for process in processes:
        group = (old if old.is_dir() else new) / f"clew-load-{process}"
        group.mkdir()
        made.append(group)
        if old.is_dir():
            (group / "cpu.cfs_quota_us").write_text(str(round(100_000 * SHARE)))
        else:
            (group / "cpu.max").write_text(f"{round(100_000 * SHARE)} 100000")
        (group / "cgroup.procs").write_text(str(process))
    try:
        yield
    finally:
        for group, process in zip(made, processes, strict=True):
            (group.parent / "cgroup.procs").write_text(str(process))
            group.rmdir()


def main() -> None:
    """Starts the site, and prints what it is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0, help="for each row")
    parser.add_argument("--only", default="", help="rows whose name has these letters")
    parser.add_argument("--machines", action="store_true", help="two web processes against one")
    told = parser.parse_args()
    try:
        with (
            tempfile.TemporaryDirectory(prefix="clew-load-") as folder,
            running(Path(folder), "web", "web", "worlds", "work", CLEW_STUDIO_STREAMS="600") as front,
        ):
            if told.machines:
                machines(front, told.seconds)
            else:
                table(front, [row for row in ROWS if re.search(told.only, row.name)], told.seconds)
    finally:
        profiles.end()


if __name__ == "__main__":
    main()
