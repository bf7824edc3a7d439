"""Worlds: ticks per second with many scripted animals on one core, and script calls per second."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import NamedTuple

from bench.table import Table
from clew_world import World, level
from clew_world.level import Level
from clew_world.routes.network import Network

CROWDS = (200, 1000)
CALLED = 1000
"""Animals of the table of calls."""
_MINIMAL = "function process(e)\n  local x, y = game.position(e)\n  game.setTarget(e, x + 1, y)\nend\n"
EMPTY = "function process(e) end\n"


class Run(NamedTuple):
    """Figures of one world.

    `seconds`: wall-clock time; `work`: CPU time of the two processes; `scripts`: the scripts' part of it.
    """

    ticks: int
    seconds: float
    work: float
    scripts: float
    physics: float
    control: float

    @property
    def rate(self) -> float:
        """Ticks per CPU second on one core."""
        return self.ticks / self.work


def crowd(animals: int, script: str) -> str:
    """A level with that many animals on long platforms, connected by ladders."""
    wide = max(100.0, animals / 2)
    parts = [f"size = [{wide}, 20.0]", "[player]\nx = 1.0\ny = 1.0"]
    parts.append(f"[[ground]]\nx = 0.0\ny = 1.0\nwidth = {wide}\nheight = 1.0")
    for number in range(int(wide // 12) - 1):
        x = 5 + 12 * number
        parts.append(f"[[platform]]\nx = {x}\ny = 3.0\nwidth = 6.0\none_way = true")
        parts.append(f"[[ladder]]\nx = {x + 1}\ny = 1.0\nheight = 2.0")
    kinds = ("monkey", "tortoise", "owl", "mouse")
    for number in range(animals):
        at = 2 + (wide - 4) * number / animals
        parts.append(f'[[animal]]\nkind = "{kinds[number % 4]}"\nx = {at:.3f}\ny = 1.0\nscript = "{script}"')
    return "\n".join([*parts, "[eats]\n"])


@contextmanager
def one_core() -> Iterator[None]:
    """Restricts this process and its children to one core, if the system allows it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def measured(world: World, ticks: int) -> Run:
    """Runs a world for that many ticks, after a second to settle."""
    world.step(60)
    spent = dict(world.spent)
    clock, work, scripts = perf_counter(), process_time(), 0.0
    for _ in range(ticks):
        world.step()
        scripts += world.scripts.work if world.scripts is not None else 0.0
    own = process_time() - work
    physics, control = (world.spent[part] - spent[part] for part in ("physics", "control"))
    return Run(ticks, perf_counter() - clock, own + scripts, scripts, physics, control)


def crowd_run(animals: int, ticks: int, script: str) -> Run:
    """So many animals on one core."""
    with one_core(), World.parse(crowd(animals, script)) as world:
        return measured(world, ticks)


def calls_run(ticks: int, source: str) -> float:
    """Calls of process() per CPU second of the script process."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "small.lua").write_text(source, encoding="utf-8")
        with World.parse(crowd(CALLED, "small.lua"), folder=Path(folder)) as world:
            return CALLED * ticks / measured(world, ticks).scripts


def many_platforms(elements: int) -> Level:
    """A level as dense as those that come with Clew, of platforms and ladders in random places."""
    random, side = Random(1), min((26.0 * elements) ** 0.5, 990.0)
    parts = [f"size = [{side:.1f}, {side:.1f}]\n[player]\nx = 1\ny = 1"]
    parts.append(f"[[ground]]\nx = 0\ny = 1\nwidth = {side:.1f}\nheight = 1")
    for number in range(elements - 2):
        place = f"x = {random.uniform(0, side - 6):.2f}\ny = {random.uniform(2, side - 2):.2f}\n"
        if number % 5 == 4:
            parts.append(f"[[ladder]]\n{place}height = 3")
        else:
            one_way = str(number % 2 == 1).lower()
            parts.append(f"[[platform]]\n{place}width = {random.uniform(1, 6):.2f}\none_way = {one_way}")
    return level.parse("\n".join(parts))


def network_run(elements: int) -> tuple[float, int]:
    """CPU seconds that the routes of so many elements take, and how many there are."""
    plan, began = many_platforms(elements), process_time()
    network = Network(plan.solids, plan.ladders, plan.width, plan.gravity, plan.player.build)
    return process_time() - began, network.count


def worlds(quick: bool) -> Iterator[Table]:
    """The tables of the bench."""
    ticks = 200 if quick else 1200
    rows: list[list[str]] = []
    for animals, script in product(CROWDS, ("patrol", "wander", "chase")):
        run = crowd_run(animals, ticks, script)
        parts = (run.physics, run.control, run.scripts)
        rest = max(run.work - sum(parts), 0.0)
        shares = [f"{100 * part / run.work:.0f} %" for part in (*parts, rest)]
        rows.append(
            [f"{animals:,} animals, {script}", f"{run.rate:.0f}", f"{ticks / run.seconds:.0f}", *shares]
        )
    yield Table(
        "Worlds: ticks a second on one core",
        ["world", "ticks/s of work", "by the clock", "physics", "control", "Lua", "rest"],
        rows,
        "Sixty are needed. `Lua` is the work of the scripts' process; `rest` is packing and rules.",
    )
    made = [(elements, *network_run(elements)) for elements in ((100, 200) if quick else (100, 400, 2000))]
    yield Table(
        "Worlds: the network of routes",
        ["elements", "seconds", "routes"],
        [[f"{elements:,}", f"{seconds:.2f}", f"{count:,}"] for elements, seconds, count in made],
        "Walks, climbs, jumps and drops of one build of body, tried out one by one.",
    )
    calls = [["nothing", f"{calls_run(ticks // 10, EMPTY):,.0f}"]]
    calls.append(["position and setTarget", f"{calls_run(ticks // 10, _MINIMAL):,.0f}"])
    yield Table(
        "Worlds: calls of process() a second",
        ["what it does", "calls/s"],
        calls,
        f"{CALLED:,} animals; with the packing of what they see and want, and the watch over each turn.",
    )
