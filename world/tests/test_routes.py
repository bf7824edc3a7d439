"""Routes: a touch on another platform is reached by ladders and jumps, and what cannot be reached is said."""

from __future__ import annotations

import pytest

from clew_world import World
from clew_world.check import check
from clew_world.level import parse, read, shipped
from clew_world.routes.network import UNIT, Network
from clew_world.routes.spots import Spot
from tests.amount import few
from tests.worlds import go, level, table, until

LADDER = table("ladder", x=6, y=1, height=4) + table("platform", x=5, y=5, width=8, one_way=True)
GAP = table("platform", x=2, y=4, width=4) + table("platform", x=7.5, y=4, width=4)
HIGH = table("platform", x=20, y=8, width=5)


def kinds(world: World, x: float, y: float) -> list[str] | None:
    legs = world.route(world.player, x, y)
    return None if legs is None else [leg.kind for leg in legs]


def test_a_touch_on_another_platform_is_reached_over_a_ladder() -> None:
    with World.parse(level(LADDER)) as world:
        world.step(30)
        assert kinds(world, 11, 5) == ["walk", "climb", "walk"]
        go(world, 11, 5)
        assert world.player.answer == "arrived"
        assert (world.player.x, world.player.y) == pytest.approx((11, 5), abs=0.03)


@pytest.mark.parametrize("x", [5, 13])
def test_a_touch_at_an_end_of_a_platform_is_on_it(x: float) -> None:
    with World.parse(level(LADDER)) as world:
        world.step(30)
        go(world, x, 5)
        assert (world.player.x, world.player.y) == pytest.approx((x, 5), abs=0.03)


def test_a_touch_beyond_a_gap_is_reached_by_a_jump() -> None:
    with World.parse(level(GAP, player=(3, 4), ground=False)) as world:
        world.step(30)
        assert kinds(world, 10, 4) == ["walk", "jump", "walk"]
        go(world, 10, 4)
        assert world.player.answer == "arrived"
        assert (world.player.x, world.player.y) == pytest.approx((10, 4), abs=0.03)


def test_a_touch_on_a_ladder_is_reached_and_held() -> None:
    with World.parse(level(LADDER)) as world:
        world.step(30)
        go(world, 6, 3)
        world.step(120)
        assert world.player.on_ladder
        assert (world.player.x, world.player.y) == pytest.approx((6, 3), abs=0.01)


def test_one_comes_down_again_by_a_drop() -> None:
    with World.parse(level(HIGH, player=(22, 8))) as world:
        world.step(30)
        assert kinds(world, 10, 1) == ["walk", "drop", "walk"]
        go(world, 10, 1)
        assert world.player.answer == "arrived"


def test_what_cannot_be_reached_is_said_at_once_and_nobody_moves() -> None:
    with World.parse(level(HIGH)) as world:
        world.step(30)
        x = world.player.x
        assert go(world, 22, 8) < 10
        assert world.player.answer == "cannot get there"
        world.step(60)
        assert world.player.x == pytest.approx(x, abs=0.01)
        assert kinds(world, 22, 8) is None
        # It is no less ready for the next touch.
        go(world, 8, 1)
        assert world.player.answer == "arrived"


def test_a_new_touch_in_flight_is_heeded_after_the_landing() -> None:
    with World.parse(level(GAP, player=(3, 4), ground=False)) as world:
        world.step(30)
        world.touch(10, 4)
        until(world, lambda: world.player.vy > 1)
        go(world, 3, 4)
        assert world.player.answer == "arrived"
        assert world.player.x == pytest.approx(3, abs=0.02)


@pytest.mark.parametrize("name", few(shipped(), 3))
def test_every_target_of_the_shipped_levels_is_reached_there_and_back(name: str) -> None:
    for target in check(read(name)):
        if target.open:
            continue  # test_crates.py plays the level that needs its crates moved
        assert target.legs is not None, f"{target.name}: {target.reason}"
        alone = read(name)
        del alone.characters[1:]
        alone.eats = {}
        with World(alone) as world:
            world.step(60)
            places = {switch.name: (switch.x, switch.y) for switch in alone.switches}
            before = [places[switch] for switch in target.switches]
            for x, y in (*before, (target.x, target.y), world.player.start):
                go(world, x, y, most=3000)
                world.step(20)
                assert world.player.answer == "arrived", f"{target.name} at {x}, {y}"
                assert world.player.x == pytest.approx(x, abs=0.02)


def cheapest(network: Network, start: Spot, goal: Spot) -> int | None:
    """The cheapest cost by another way than the network's: by rounds over all ways until nothing changes."""
    best = {number: network.walked(start, spot) for spot, number in network.joins(start)}
    changed = True
    while changed:
        changed = False
        for here, ways in network.ways_out.items():
            for there, more in ways:
                if here in best and best[here] + more < best.get(there, 1 << 60):
                    best[there] = best[here] + more
                    changed = True
    ends = [best[n] + network.walked(spot, goal) for spot, n in network.joins(goal) if n in best]
    if (start.stretch, start.ladder) == (goal.stretch, goal.ladder):
        ends.append(network.walked(start, goal))
    return min(ends, default=None)


@pytest.mark.parametrize("name", few(shipped(), 5))
def test_routes_are_the_cheapest(name: str) -> None:
    plan = read(name)
    network = Network(plan.solids, plan.ladders, plan.width, plan.gravity, plan.player.build)
    places = [spot for item in plan.items if (spot := network.spot(item.x, item.y))]
    for start in places[:5]:
        for goal in places:
            legs = network.route(start, goal)
            truth = cheapest(network, start, goal)
            assert (legs is None) == (truth is None)
            if legs is not None:
                assert network.cost(start, goal) == truth
                assert truth is not None
                # Nothing is nearer than the straight line.
                assert truth * UNIT >= ((start.x - goal.x) ** 2 + (start.y - goal.y) ** 2) ** 0.5 - 2 * UNIT


def test_check_says_why_something_cannot_be_reached() -> None:
    text = level(
        HIGH,
        table("item", kind="gem", name="high", x=22, y=8),
        table("item", kind="gem", name="hanging", x=10, y=6),
        table("item", kind="gem", name="easy", x=5, y=1),
    )
    found = {target.name: target for target in check(parse(text))}
    assert found["easy"].legs is not None
    assert found["high"].legs is None
    assert "no walk, ladder, jump or drop" in found["high"].reason
    assert "cannot reach it" in found["hanging"].reason
