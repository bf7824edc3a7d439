"""Nobody is stuck for ever: at the rim of the world, at walls, at the ends of ladders; and the next touch
works."""

from __future__ import annotations

from random import Random

import pytest

from clew_world import World, shipped
from tests.amount import few, times
from tests.worlds import go, level, table

WALL = table("wall", x=20, y=1, width=1, height=4)
LADDER = table("ladder", x=10, y=1, height=5) + table("platform", x=8, y=6, width=6, one_way=True)


@pytest.mark.parametrize(
    ("x", "parts"),
    [(0.0, ""), (0.001, WALL), (39.999, ""), (40.0, ""), (19.999, WALL), (20.0, WALL)],
    ids=["left rim", "near it", "near the right rim", "right rim", "near a wall", "wall"],
)
def test_a_touch_at_the_rim_or_a_wall_is_reached_and_the_next_one_too(x: float, parts: str) -> None:
    with World.parse(level(parts)) as world:
        player = world.player
        for target in (x, 5.0, x, 15.0):
            go(world, target, 1)
            assert player.answer == "arrived", f"{target} on the ground: at {player.x:.3f}"
            assert abs(player.x - target) < 0.7


@pytest.mark.parametrize("aside", [-0.39, -0.1, 0.0, 0.1, 0.39])
def test_the_ends_of_a_ladder_let_go(aside: float) -> None:
    with World.parse(level(LADDER)) as world:
        player = world.player
        for target in (
            (10 + aside, 6.0),
            (3.0, 1.0),
            (10 + aside, 1.0),
            (12.0, 6.0),
            (10 + aside, 3.5),
            (9.0, 6.0),
        ):
            go(world, *target)
            assert player.answer == "arrived", f"{target}: at {player.x:.3f}, {player.y:.3f}"


def test_a_new_touch_while_it_hangs_at_the_head_of_a_ladder() -> None:
    with World.parse(level(LADDER)) as world:
        player = world.player
        world.touch(10.0, 6.0)
        while player.y < 5.9:
            world.step()
        for ticks in range(1, 12):
            world.touch(9.8, 6.0)
            world.step(ticks)
            world.touch(10.2, 6.0)
            go(world, 13.0, 6.0)
            assert player.answer == "arrived"
            go(world, 10.0, 5.5)


def test_a_ladder_that_leads_nowhere_is_let_go_of() -> None:
    nowhere = table("ladder", x=10, y=3, height=4)
    with World.parse(level(nowhere, player=(10, 5))) as world:
        world.step(60)
        go(world, 15, 1)
        assert world.player.answer == "arrived"


def test_what_holds_a_character_up_is_not_waited_for() -> None:
    with World.parse(level(player=(5, 1))) as world:
        world.step(30)
        world.touch(15, 1)
        for _ in range(600):
            # Something that the network does not know of: the body is put back again and again.
            world._physics.place(world._bodies[world.player.number], 5.0, 1.0)
            world.step()
            if world.player.answer != "on the way":
                break
        assert world.player.answer == "cannot get there"
        go(world, 14, 1)
        assert world.player.answer == "arrived"


@pytest.mark.parametrize("name", few(shipped(), 3))
def test_random_touches_on_the_shipped_levels_all_end(name: str) -> None:
    random = Random(7)
    with World.load(name) as world:
        width, height, player = world.width, world.height, world.player
        for _ in range(times(3, 20)):
            kind, ladder = random.random(), random.choice(world.level.ladders)
            if kind < 0.2:
                point = random.choice((0.0, width)), random.uniform(0, height)
            elif kind < 0.6:
                end = random.choice((ladder.rect.bottom, ladder.rect.top))
                point = ladder.x + random.uniform(-0.4, 0.4), end
            else:
                point = random.uniform(0, width), random.uniform(0, height)
            go(world, *point, most=3000)
            if player.answer != "arrived":
                assert world.route(player, *point) is None, f"there is a way to {point}"
