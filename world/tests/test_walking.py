"""Control and contacts: what a player's finger and eye would notice about walking, falling and standing."""

from __future__ import annotations

from itertools import pairwise

import pytest

from clew_world import World
from clew_world.control.guide import GRACE
from clew_world.elements import STEP
from clew_world.physics import BOUNCE
from tests.worlds import go, level, table, until

SEAM = "".join(table("platform", x=4 + 2 * n, y=4, width=2, height=0.3) for n in range(8))


def speeds(world: World, ticks: int) -> list[float]:
    """The speed of the player in each of so many ticks, from its places."""
    player, found = world.player, []
    for _ in range(ticks):
        x, y = player.x, player.y
        world.step()
        found.append(((player.x - x) ** 2 + (player.y - y) ** 2) ** 0.5 / STEP)
    return found


@pytest.mark.parametrize(
    ("start", "target", "parts"),
    [
        ((2, 1), (30, 1), ""),
        ((5, 4), (18, 4), SEAM),
        (
            (5, 1),
            (5, 12),
            table("ladder", x=5, y=1, height=12) + table("platform", x=3, y=13, width=4, one_way=True),
        ),
    ],
    ids=["ground", "platform", "ladder"],
)
def test_speed_is_constant_within_one_percent(
    start: tuple[float, float], target: tuple[float, float], parts: str
) -> None:
    with World.parse(level(parts, player=start)) as world:
        world.step(30)
        world.touch(*target)
        world.step(15)
        for speed in speeds(world, 120):
            assert speed == pytest.approx(world.player.build.speed, rel=0.01)


def test_free_fall_follows_gravity_without_control() -> None:
    with World.parse(level(player=(5, 15), gravity=9.81)) as world:
        world.touch(20, 1)
        world.step(int(GRACE / STEP) + 2)
        player = world.player
        x, vx = player.x, player.vx
        for _ in range(60):
            before = player.vy
            world.step()
            assert not player.controlled
            assert (player.vy - before) / STEP == pytest.approx(-9.81, rel=1e-3)
        assert player.x == pytest.approx(x + vx, abs=0.01)


@pytest.mark.parametrize("height", [3.0, 6.0, 12.0])
def test_a_landing_bounces_a_little(height: float) -> None:
    with World.parse(level(player=(5, 1 + height))) as world:
        player = world.player
        until(world, lambda: player.standing > 0)
        rest, top = 1.0, 0.0
        for _ in range(60):
            world.step()
            top = max(top, player.y - rest)
        # The part of the speed that is given back, squared, is the part of the height; the contact takes
        # some.
        assert 0.2 * BOUNCE**2 < top / height < 2 * BOUNCE**2
        world.step(120)
        assert player.standing
        assert player.y == pytest.approx(1.0, abs=0.03)


def test_nobody_flies() -> None:
    with World.parse(level(player=(5, 1))) as world:
        world.step(30)
        world.touch(9, 19)
        for _ in range(300):
            world.step()
            assert world.player.y < 1.1
        assert world.player.x == pytest.approx(9, abs=0.01)


def test_no_tick_without_control_at_seams() -> None:
    with World.parse(level(SEAM, player=(5, 4))) as world:
        world.step(60)
        player = world.player
        world.touch(19, 4)
        counts = set()
        for _ in range(280):
            world.step()
            assert player.standing >= 1
            assert player.controlled
            assert player.y == pytest.approx(4, abs=0.04)
            counts.add(player.standing)
        assert player.x == pytest.approx(19, abs=0.01)
        # At a seam two contacts carry it: it is their count that must be right, not a flag.
        assert max(counts) >= 2


def test_nobody_hangs_on_a_wall() -> None:
    wall = table("wall", x=8, y=1, width=1, height=18)
    with World.parse(level(wall, player=(7.6, 15))) as world:
        world.touch(12, 1)
        player = world.player
        world.step(10)
        for _ in range(60):
            before = player.vy
            world.step()
            assert player.standing == 0
            assert player.vy - before < -0.9 * world.level.gravity * STEP


def test_one_way_platforms_let_through_from_below_and_carry_from_above() -> None:
    plank = table("platform", x=3, y=2.2, width=6, one_way=True)
    with World.parse(level(plank, player=(6, 1))) as world:
        world.step(30)
        player = world.player
        world.touch(6, 2.2)
        for _ in range(200):
            world.step()
            if 1.3 < player.y < 2.1:
                assert player.standing == 0, "a platform that is passed from below carries nobody"
        assert player.answer == "arrived"
        assert player.y == pytest.approx(2.2, abs=0.03)
        assert player.standing


@pytest.mark.parametrize("distance", [0.02, 0.3, 1.0, 3.337, 11.0])
def test_it_stops_at_the_target_and_stays(distance: float) -> None:
    with World.parse(level(player=(15, 1))) as world:
        world.step(60)
        for way in (1, -1):
            player = world.player
            target = player.x + way * distance
            go(world, target, 1)
            assert player.answer == "arrived"
            places = []
            for _ in range(60):
                world.step()
                places.append(player.x)
            assert abs(places[-1] - target) <= 0.01
            assert max(places) - min(places) < 0.001, "it swings about its target"


def test_it_never_overshoots() -> None:
    with World.parse(level(player=(2, 1))) as world:
        world.step(30)
        world.touch(10, 1)
        for _ in range(300):
            world.step()
            assert world.player.x <= 10.01


def test_control_goes_on_for_a_tenth_of_a_second_after_an_edge() -> None:
    edge = table("platform", x=0, y=10, width=6)
    with World.parse(level(edge, player=(2, 10), width=40)) as world:
        world.step(30)
        world.touch(20, 1)
        player = world.player
        until(world, lambda: player.x > 5 and player.standing == 0)
        states = []
        for _ in range(20):
            states.append(player.controlled)
            world.step()
        # Once it ends it ends: then the fall is the physics' own.
        assert states == sorted(states, reverse=True)
        assert abs(sum(states) * STEP - GRACE) <= 2 * STEP


def test_who_falls_out_of_the_world_begins_again() -> None:
    with World.parse(level(ground=False, player=(5, 5))) as world:
        heights = []
        for _ in range(200):
            world.step()
            heights.append(world.player.y)
        assert min(heights) < -2.5
        assert any(b - a > 5 for a, b in pairwise(heights))
