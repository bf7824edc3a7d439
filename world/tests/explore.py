"""Random keys on random worlds: where they lead, and whether the check calls any such place unreachable.

`python -m tests.explore 60 3000` plays 60 worlds for 3,000 ticks each.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from clew_world import World
from clew_world.check import may_reach
from clew_world.elements import Rect
from clew_world.level import Level

Values = dict[str, Any]
WIDTH, HEIGHT = 24.0, 14.0
JUMP = 1.4
STEPS = (0.05, 0.2, 0.5, 1.0, 1.25, 1.3, 1.35, 1.38, 1.39, 1.4, 1.41, 1.42, 1.5, 1.8, 3.0)
"""Metres up or down from one piece of ground to the next: many are as high as a jump, just below or
just above."""
GAPS = (0.0, 0.0, 0.0, 0.5, 0.6, 0.61, 1.0, 2.0, 3.0, 3.1, 3.2, 3.4, 3.6, 3.8, 5.0)
CEILINGS = (0.98, 1.0, 1.02, 1.05, 1.1, 1.5, 2.0)


def random_world(random: Random) -> Values:
    """A level with ground at several heights, and of every other part some."""
    tops = list(_ground(random))
    parts: dict[str, list[Values]] = {"ground": [_block(*top) for top in tops]}

    def somewhere() -> tuple[float, float]:
        left, width, y = random.choice(tops)
        return left + random.random() * width, y

    def add(key: str, **values: object) -> None:
        parts.setdefault(key, []).append(values)

    for _ in range(random.randrange(4)):
        x, y = somewhere()
        add("platform", x=_in(x), y=_up(y + random.choice(STEPS)), width=random.choice((0.5, 1.0, 2.0)),
            one_way=random.random() < 0.5)  # fmt: skip
    for _ in range(random.randrange(3)):
        x, y = somewhere()
        add("wall", x=_in(x), y=y + random.choice((0.0, *CEILINGS)), width=random.choice((0.2, 1.5, 4.0)),
            height=random.choice((0.3, 1.4, 3.0)))  # fmt: skip
    for _ in range(random.randrange(3)):
        left, width, y = random.choice(tops)
        rise = random.choice((-1, 1)) * width * random.choice((0.2, 0.5, 0.9))
        if abs(rise) >= 0.05 and min(y, y + rise) > 0.5:
            add("slope", x=left, y=y + max(-rise, 0.0), width=width, rise=rise)
    if random.random() < 0.4:
        x, y = somewhere()
        add("ladder", x=_in(x), y=y, height=random.choice((1.0, 2.5, 4.0)))
    if random.random() < 0.4:
        x, y = somewhere()
        to = [_in(x + random.choice((-4.0, 0.0, 3.0))), _up(y + random.choice((0.0, 1.5, 4.0)))]
        if to != [_in(x), _up(y + 0.3)]:
            add("lift", x=_in(x), y=_up(y + 0.3), to=to, seconds=4, wait=1)
    if random.random() < 0.3:
        (x, y), (a, b) = somewhere(), somewhere()
        add("door", name="d", x=_in(x), y=y, height=3.0)
        add("switch", x=_in(a), y=b, opens=["d"])
    left, width, y = random.choice(tops)
    player: Values = {"x": left + width / 2, "y": y}
    if random.random() < 0.2:
        player["y"] = y + 2.0
    if random.random() < 0.3:
        player |= {"width": random.choice((0.35, 0.6, 0.9)), "height": random.choice((0.35, 0.6, 1.4))}
    return {"size": [WIDTH, HEIGHT], "player": player, "goal": {"reach": [1, 1]}, **parts}


def _ground(random: Random) -> Iterator[tuple[float, float, float]]:
    x, y = 0.0, random.choice((1.0, 3.0, 6.0))
    while x < WIDTH - 1:
        width = min(random.choice((0.3, 0.6, 1.0, 2.0, 4.0, 6.0)), WIDTH - x)
        yield x, width, y
        x += width + random.choice(GAPS)
        y = min(max(y + random.choice((-1, 1)) * random.choice(STEPS), 0.5), HEIGHT - 4)


def _block(x: float, width: float, y: float) -> Values:
    return {"x": x, "y": y, "width": width, "height": y}


def _in(x: float) -> float:
    return min(max(x, 0.5), WIDTH - 4.5)


def _up(y: float) -> float:
    return min(max(y, 0.5), HEIGHT - 1)


def levels(count: int, seed: int = 0) -> Iterator[tuple[Random, Level]]:
    """That many levels, each with the numbers that go on to play it; what the reader refuses is left out."""
    from clew.errors import BoardError

    random = Random(seed)
    while count:
        try:
            yield random, Level(random_world(random), "")
        except BoardError:
            continue
        count -= 1


def places(random: Random, level: Level, ticks: int) -> set[tuple[float, float]]:
    """Where random keys lead the player, to the centimetre."""
    found = set()
    with World(level) as world:
        while world.tick < ticks:
            # Mostly on one way, with a jump now and then: so that gaps are crossed, and steps climbed.
            dx = random.choice((-1, 1, -1, 1, 0, 0.5))
            for _ in range(random.randrange(1, 6)):
                for dy, most in ((0, 40), (random.choice((1, 1, 1, -1)), 30)):
                    world.steer(dx, dy)
                    for _ in range(random.randrange(1, most)):
                        world.step()
                        found.add((round(world.player.x, 2), round(world.player.y, 2)))
    return {(x, y) for x, y in found if y > -8}


def refused(level: Level, found: set[tuple[float, float]]) -> list[tuple[float, float]]:
    """The places that the check calls unreachable."""
    row = sorted(found)
    near = [Rect(x - 0.006, y - 0.006, x + 0.006, y + 0.006) for x, y in row]
    return [place for place, may in zip(row, may_reach(level, near), strict=True) if not may]


def main(count: int, ticks: int, seed: int = 0) -> None:
    """Plays, and prints how many places were reached and how many of those are called unreachable."""
    reached = wrong = excluded = grid = 0
    for number, (random, level) in enumerate(levels(count, seed)):
        found = places(random, level, ticks)
        bad = refused(level, found)
        reached, wrong = reached + len(found), wrong + len(bad)
        if bad:
            print(f"world {number}: {len(bad)} of {len(found)}, as {bad[len(bad) // 2]}")
        everywhere = {(x + 0.5, y + 0.5) for x in range(int(WIDTH)) for y in range(int(HEIGHT))}
        grid, excluded = grid + len(everywhere), excluded + len(refused(level, everywhere))
    print(f"{count} worlds: {reached} places reached, {wrong} of them called unreachable; "
          f"of {grid} places on a grid {excluded} are called unreachable")  # fmt: skip


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
