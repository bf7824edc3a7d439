"""Soak: thousands of random touches on random and shipped levels; failures are named.

```sh
python -m bench.soak                     # 200 random levels, the shipped ones, 20,000 touches
python -m bench.soak --levels 20 --touches 2000 --from 60
```

A touch ends well if the player says "arrived", or "cannot get there" where no route was planned, within the
time that its route takes, three times over, twenty seconds, and four rounds of the slowest lift. The exit
status is 1 if one in 200 of the planned routes does not arrive, or if a touch does not end.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import NamedTuple

from clew.errors import BoardError
from clew_world import World, level
from clew_world.control.guide import NO_GOAL, ON_THE_WAY, THERE
from clew_world.elements import STEP
from clew_world.level import Level
from clew_world.routes.network import UNIT

ARRIVES, UNREACHABLE, ASTRAY, ENDLESS = "arrived", "cannot", "planned, not reached", "no end"
_SLOWEST, _SPARE = 3.0, 20.0
"""A touch may take this many times the time of its route, plus this many seconds."""
_ROUNDS = 4
"""Rounds of the slowest lift that a touch may take besides: as often is a way tried again."""
_CRATES = 6
"""The crates of every second random level."""
_LIFTS = 2
"""The lifts of two in four of them."""
_SLOPES = 5
"""The slopes of four in eight of them."""
_NEEDED = 0.995
"""The share of the planned routes that must arrive."""


class Fate(NamedTuple):
    """What became of one touch."""

    what: str
    level: str
    start: tuple[float, float]
    touch: tuple[float, float]
    end: tuple[float, float]


def random_level(seed: int) -> str:
    """The text of a level of grounds with gaps, steps, platforms, walls and ladders; the same for a seed."""
    random = Random(seed)
    width, height = random.choice((16, 24, 40)), random.choice((10, 14))
    wide, tall = random.choice(((0.6, 1.0), (0.5, 0.5), (0.9, 0.9), (0.4, 1.4), (0.3, 0.3)))
    jump, speed = random.choice((0.0, 0.8, 1.4, 1.4, 2.0, 2.5)), random.choice((1.2, 3.0, 5.0))
    parts = [f"size = [{width}, {height}]", "eats = {}"]
    # Mostly it starts on the ground; or in the air, over whatever is there.
    x, y = random.choice(((1.0, 2.0), (width / 2, 2.0), (width / 2, height - 2)))
    parts.append(
        f"[player]\nx = {x}\ny = {y}\nwidth = {wide}\nheight = {tall}\njump = {jump}\nspeed = {speed}"
    )
    tops = _grounds(random, width, parts)
    for _ in range(random.randint(3, 12)):
        x, y = round(random.uniform(0, width - 2), 2), round(random.uniform(2, height - 2), 2)
        long, one_way = round(random.uniform(0.8, 7), 2), random.random() < 0.6
        parts.append(f"[[platform]]\nx = {x}\ny = {y}\nwidth = {long}\none_way = {str(one_way).lower()}")
        tops.append((x, min(x + long, width), y))
    for _ in range(random.randint(0, 3)):
        left, right, y = random.choice(tops)
        x, tall = round(random.uniform(left, right), 2), random.choice((0.3, 0.6, 1.2, 3.0))
        parts.append(f"[[wall]]\nx = {x}\ny = {y}\nwidth = {random.choice((0.2, 0.6))}\nheight = {tall}")
    for _ in range(random.randint(1, 6)):
        left, right, y = random.choice(tops)
        x = round(random.uniform(left, right), 2)
        over = [top for a, b, top in tops if a <= x <= b and top > y + 0.5]
        rise = min(over) - y if over else random.choice((1.0, 2.5))
        parts.append(f"[[ladder]]\nx = {x}\ny = {y}\nheight = {rise:.3f}")
    return "\n".join(parts) + "\n"


def _grounds(random: Random, width: float, parts: list[str]) -> list[tuple[float, float, float]]:
    """Adds the ground, in pieces with gaps and steps; the tops as left, right, height."""
    tops, x = [], 0.0
    while x < width - 0.5:
        long = round(min(random.uniform(2, 9), width - x), 2)
        y = random.choice((1.0, 1.0, 1.0, 1.2, 1.5, 2.0))
        parts.append(f"[[ground]]\nx = {x:.2f}\ny = {y}\nwidth = {long}\nheight = {y}")
        tops.append((x, x + long, y))
        x += long + random.choice((0.0, 0.0, 0.0, 0.04, 0.2, 0.35, 0.5, 0.8, 1.5, 2.7))
    return tops


def random_plan(seed: int, crates: int = 0, lifts: int = 0, slopes: int = 0) -> Level:
    """A random level with so many lifts and slopes, and so many crates or those that have room."""
    text, random = random_level(seed), Random(seed)
    plan = level.parse(text)
    for part in (_slope(random, plan) for _ in range(slopes)):
        with suppress(BoardError):
            plan = level.parse(text + part)
            text += part
    parts = [_crate(random, plan) for _ in range(crates)] + [_lift(random, plan) for _ in range(lifts)]
    for part in parts:
        with suppress(BoardError):
            plan = level.parse(text + part)
            text += part
    return plan


def _crate(random: Random, plan: Level) -> str:
    rect = random.choice(plan.solids).rect
    wide, tall, mass = (random.choice(few) for few in ((0.4, 0.8, 1.2), (0.4, 0.8, 1.5), (1, 20, 60)))
    x, y = random.uniform(rect.left, rect.right), min(rect.top + 0.01, plan.height)
    place = f"x = {min(max(x, wide / 2), plan.width - wide / 2):.2f}\ny = {y:.3f}"
    return f"[[crate]]\n{place}\nwidth = {wide}\nheight = {tall}\nmass = {mass}\n"


def _lift(random: Random, plan: Level) -> str:
    """A lift from the end of one top to that of another, upright, level or slanting."""
    wide = random.choice((1.0, 1.6, 2.5))
    ends = []
    for solid in (random.choice(plan.solids), random.choice(plan.solids)):
        x = random.choice((solid.rect.left - wide, solid.rect.right)) + random.choice((0.0, 0.0, 0.3, -0.5))
        y = solid.rect.top + random.choice((0.0, 0.0, 0.4, -0.3))
        ends.append((min(max(x, 0.0), plan.width - wide), min(y, plan.height)))
    if random.random() < 0.4:
        ends[1] = (ends[0][0], ends[1][1])
    (x, y), (to_x, to_y) = ends
    track = f"x = {x:.2f}\ny = {y:.2f}\nto = [{to_x:.2f}, {to_y:.2f}]"
    return f"[[lift]]\n{track}\nwidth = {wide}\nseconds = 8\nwait = {random.choice((1.0, 2.0, 4.0))}\n"


def _slope(random: Random, plan: Level) -> str:
    """A slope on a top, from its end on, from another slope on, or anywhere; some sink into what is below."""
    wide = random.choice((0.5, 1.0, 2.0, 3.0, 5.0))
    rise = round(wide * random.choice((0.1, 0.3, 0.6, 1.0)) * random.choice((-1, 1)), 2)
    left, right, y = random.choice([(s.rect.left, s.rect.right, s.rect.top) for s in plan.solids])
    x = random.choice((left, right, right, left - wide, random.uniform(left, right)))
    if plan.slopes and random.random() < 0.4:
        x, y = random.choice(plan.slopes).ends[1]
    elif random.random() < 0.2:
        x, y = random.uniform(0, plan.width), random.uniform(1, plan.height - 2)
    y += random.choice((0.0, 0.0, 0.0, -0.2, 0.1, -rise if rise < 0 else 0.0))
    place = f"x = {min(max(x, 0.0), plan.width - wide):.2f}\ny = {min(max(y, 0.0), plan.height):.2f}"
    return f"[[slope]]\n{place}\nwidth = {wide}\nrise = {rise}\n"


def emptied(plan: Level) -> Level:
    """A shipped level, empty but for the player."""
    del plan.characters[1:]
    plan.eats = {}
    return plan


def places(random: Random, plan: Level) -> tuple[float, float]:
    """A place to touch: anywhere, at a rim, at an edge, on a slope, or at an end of a ladder."""
    if plan.slopes and random.random() < 0.4:
        slope = random.choice(plan.slopes)
        x = random.choice((slope.left, slope.right, random.uniform(slope.left, slope.right)))
        return x, slope.at(x)
    kind = random.random()
    if kind < 0.1:
        return random.choice((0.0, plan.width)), random.uniform(0, plan.height)
    if kind < 0.3 and plan.ladders:
        rect = random.choice(plan.ladders).rect
        return random.uniform(rect.left, rect.right), random.choice((rect.bottom, rect.top))
    if kind < 0.7:
        rect = random.choice(plan.solids).rect
        x = random.choice((rect.left, rect.right)) + random.uniform(-0.5, 0.5)
        x = x if random.random() < 0.5 else random.uniform(rect.left, rect.right)
        return min(max(x, 0.0), plan.width), min(rect.top, plan.height)
    return random.uniform(0, plan.width), random.uniform(0, plan.height)


def soak(plan: Level, name: str, touches: int, seed: int) -> Iterator[Fate]:
    """Touches a level again and again, now and then before the last touch has ended."""
    random = Random(seed)
    with World(plan) as world:
        world.step(90)
        for _ in range(touches):
            if random.random() < 0.2:
                world.touch(*places(random, plan))
                world.step(random.randint(1, 90))
            yield one(world, name, places(random, plan))


def one(world: World, name: str, touch: tuple[float, float]) -> Fate:
    """Touches a place and waits for the end."""
    player, was = world.player, (world.player.x, world.player.y)
    network, goal = world.network(player), world.network(player).spot(*touch)
    world.touch(*touch)
    world.step()
    left = _SPARE / STEP
    while player.answer == ON_THE_WAY and left > 0 and not (player.standing or player.on_ladder):
        left -= 1
        world.step()
    start = world.whereabouts(player)
    cost = network.cost(start, goal) if start is not None and goal is not None else None
    left += _SLOWEST * (cost or _pushed(world, touch)) * UNIT / player.build.speed / STEP
    left += _ROUNDS * network.rides.longest
    while player.answer == ON_THE_WAY and left > 0:
        left -= 1
        world.step()
    what = ENDLESS
    if player.answer == THERE:
        what = ARRIVES
    elif player.answer == NO_GOAL:
        what = UNREACHABLE if cost is None else ASTRAY
    return Fate(what, name, was, touch, (player.x, player.y))


def _pushed(world: World, touch: tuple[float, float]) -> int:
    """What the ways cost where crates are pushed aside: from here, and from where who falls out of the world
    is put back."""
    network, player = world.open_network(world.player), world.player
    starts = [network.spot(*place) for place in ((player.x, player.y), player.start)]
    goal = network.spot(*touch)
    return sum((network.cost(start, goal) or 0) for start in starts if start is not None and goal is not None)


def planned(seed: int) -> Level:
    """The random level of that number in a soak, with crates, lifts and slopes in turn."""
    return random_plan(seed, _CRATES * (seed % 2), _LIFTS * (seed // 2 % 2), _SLOPES * (seed // 4 % 2))


def _worlds(levels: int, first: int) -> Iterator[tuple[str, Level]]:
    for seed in range(first, first + levels):
        yield f"random {seed}", planned(seed)
    for name in level.shipped() if levels else ():
        yield name, emptied(level.read(name))


def main() -> int:
    """Runs the soak; prints a line for each touch that ends badly, and the counts."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__.partition("\n")[0])
    parser.add_argument("--levels", type=int, default=200, help="random levels (default 200)")
    parser.add_argument("--touches", type=int, default=20_000, help="touches in all (default 20,000)")
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first seed (default 0)")
    args = parser.parse_args()
    worlds = list(_worlds(args.levels, args.first))
    each = -(-args.touches // len(worlds))
    counts: Counter[str] = Counter()
    for number, (name, plan) in enumerate(worlds, args.first):
        for fate in soak(plan, name, each, number):
            counts[fate.what] += 1
            if fate.what in (ASTRAY, ENDLESS):
                print(fate, flush=True)
    planned = counts[ARRIVES] + counts[ASTRAY] + counts[ENDLESS]
    share = counts[ARRIVES] / max(planned, 1)
    print(
        f"{len(worlds)} levels, {sum(counts.values()):,} touches: {dict(counts)}; {share:.2%} of {planned:,}"
    )
    return int(share < _NEEDED or counts[ENDLESS] > 0)


if __name__ == "__main__":
    sys.exit(main())
