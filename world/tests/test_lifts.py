"""Lifts: they keep to their times, carry whoever stands on them, and the planner waits for them."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bench import soak
from clew.errors import BoardError
from clew_world import World, describe, parse, snapshot
from clew_world.check import check
from clew_world.elements import STEP
from clew_world.lifts import Lift
from clew_world.paint.frame import Painter
from clew_world.paint.vector import portrait
from clew_world.routes.network import Network
from tests.amount import few, times
from tests.worlds import go, level, scripted, table, until


def ground(*parts: tuple[float, float, float]) -> str:
    return "".join(table("ground", x=x, y=y, width=wide, height=0.5) for x, y, wide in parts)


FERRY = ground((0, 1, 8), (16, 1, 24)) + table("lift", name="ferry", x=8, y=1, width=2, to=[14, 1], seconds=4)
"""A lift over an abyss, level with both sides."""
UP = table("lift", name="up", x=10, y=1.3, to=[10, 6], seconds=4)
LOFT = table("platform", x=11.8, y=6, width=6)
SLANT = ground((0, 1, 8), (16, 5, 10)) + table(
    "lift", name="slant", x=9, y=1.5, width=1.6, to=[14, 5], seconds=4
)


def first(world: World) -> Lift:
    return world.level.lifts[0]


# Their times


def test_a_lift_keeps_to_its_times() -> None:
    with World.parse(level(UP)) as world:
        lift, round_ = first(world), 2 * (4 + 3) * 60
        world.step(90)
        assert (lift.x, lift.y) == (10, 1.3)
        world.step(90 + 120)
        assert lift.y == pytest.approx((1.3 + 6) / 2), "half of the way after half of the time"
        assert lift.vy > 1
        world.step(120)
        assert (lift.y, lift.halt) == (6, (1, 180))
        world.step(round_ - 420)
        assert (lift.y, lift.halt) == (1.3, (0, 180))


def test_a_ride_begins_and_ends_gently() -> None:
    with World.parse(level(UP)) as world:
        speeds = []
        for _ in range(180 + 240 + 60):
            world.step()
            speeds.append(first(world).vy)
        jerks = [abs(b - a) / STEP for a, b in itertools.pairwise(speeds)]
        assert max(jerks) < 0.5 * world.level.gravity


# Standing on them


@pytest.mark.parametrize(("parts", "x", "y"), [(FERRY, 9, 1), (UP, 10.8, 1.3), (SLANT, 9.8, 1.5)])
def test_who_stands_on_a_lift_is_carried_there_and_back(parts: str, x: float, y: float) -> None:
    text = level(parts, player=(x, y + 0.05), ground=parts is UP)
    with World.parse(text) as world:
        lift, aside = first(world), x - first(world).x
        for _ in range(lift.period + 60):
            world.step()
            assert world.player.x - lift.x == pytest.approx(aside, abs=0.05)
            assert world.player.y - lift.y == pytest.approx(0, abs=0.15)
        assert world.player.walked < 1, "its legs stand still"


def test_a_lift_is_passed_from_below_and_crushes_nobody() -> None:
    with World.parse(level(UP.replace("y = 1.3", "y = 1.8"), player=(6, 1))) as world:
        until(world, lambda: first(world).halt == (1, 180))
        go(world, 10.8, 1)
        world.step(420)
        assert first(world).y == 1.8
        assert world.player.y < 1.5, "it came down to whoever stood below"
        assert abs(world.player.x - 10.8) < 0.1


def test_crates_ride_too() -> None:
    crate = table("crate", x=9, y=1.01, width=0.6)
    with World.parse(level(FERRY, crate, ground=False)) as world:
        world.step(180 + 240 + 30)
        assert world.crates.all[0].x == pytest.approx(15, abs=0.2)


def test_keys_walk_and_jump_on_a_lift_that_moves() -> None:
    with World.parse(level(FERRY, player=(9, 1.05), ground=False)) as world:
        world.step(250)
        aside = world.player.x - first(world).x
        world.steer(0.2, 0)
        world.step(30)
        assert world.player.x - first(world).x == pytest.approx(aside + 0.3, abs=0.1)
        world.steer(0, 1)
        world.step(10)
        assert world.player.y > 1.5


# Ways


@pytest.mark.parametrize(
    ("parts", "there"),
    [(FERRY, (20, 1)), (UP + LOFT, (15, 6)), (SLANT, (20, 5))],
    ids=["level", "up", "slant"],
)
def test_ways_lead_over_lifts_there_and_back(parts: str, there: tuple[float, float]) -> None:
    with World.parse(level(parts, ground=LOFT in parts)) as world:
        world.step(30)
        legs = world.route(world.player, *there)
        assert legs is not None
        assert "ride" in [leg.kind for leg in legs]
        for x, y in (there, (2, 1), there):
            go(world, x, y, most=4000)
            assert world.player.answer == "arrived"
            assert world.player.x == pytest.approx(x, abs=0.02)
            assert world.player.y == pytest.approx(y, abs=0.06)


CROSSING = [
    table("lift", name="across", x=10, y=0.5, to=[10, 6], seconds=5, wait=wait) for wait in (0.5, 1, 2)
]
"""Lifts that ride up and down through the track of the ferry."""


@pytest.mark.parametrize("across", CROSSING)
def test_a_lift_that_crosses_the_track_of_another_takes_no_rider_from_it(across: str) -> None:
    with World.parse(level(FERRY, across, ground=False)) as world:
        for x in (20, 2, 20, 2):
            go(world, x, 1, most=2500)
            assert world.player.answer == "arrived"
            assert world.player.x == pytest.approx(x, abs=0.02)


def test_a_lift_that_rides_through_ground_takes_nobody_from_it_who_wants_to_be_there() -> None:
    with World.parse(level(UP, table("platform", x=6, y=3, width=9), player=(7, 3))) as world:
        lift = first(world)
        for x in (10.5, 14.5, 11.2):
            go(world, x, 3)
            for _ in range(lift.period):
                world.step()
                assert (world.player.x, world.player.y) == pytest.approx((x, 3), abs=0.02)


def test_a_lift_still_carries_whoever_has_no_plan() -> None:
    with World.parse(level(UP, table("platform", x=6, y=3, width=9), player=(11, 3))) as world:
        until(world, lambda: first(world).halt == (1, 100))
        assert world.player.y == pytest.approx(6, abs=0.02)


@pytest.mark.parametrize("late", few(range(0, 600, 40), 5))
def test_a_lift_that_crosses_a_jump_does_not_catch_the_jumper(late: int) -> None:
    sides = ground((0, 1, 8), (10, 1, 30)) + table("lift", x=8.2, y=0.2, to=[8.2, 5], seconds=4, wait=1)
    with World.parse(level(sides, ground=False, player=(6, 1))) as world:
        world.step(20 + late)
        ticks = go(world, 12, 1, most=600)
        assert world.player.answer == "arrived"
        assert ticks < 240, "at the first attempt"


def test_ways_lead_over_two_lifts_that_stop_at_the_same_place() -> None:
    """From the first one gets off to a shelf, and from there onto the second."""
    wide = table("lift", name="wide", x=8, y=1.3, to=[10, 4], width=2.4, seconds=4)
    narrow = table("lift", name="narrow", x=10, y=4, to=[10, 8], width=1.6, seconds=5)
    shelf, loft = table("platform", x=12.5, y=4, width=2), table("platform", x=11.8, y=8, width=6)
    for lifts in (wide + narrow, narrow + wide):
        with World.parse(level(lifts, shelf, loft)) as world:
            for x, y in ((15, 8), (2, 1)):
                go(world, x, y, most=5000)
                assert world.player.answer == "arrived"
                assert (world.player.x, world.player.y) == pytest.approx((x, y), abs=0.05)


def test_nobody_hangs_on_a_platform_that_its_lift_presses_it_against() -> None:
    lift = table("lift", x=2, y=1.9, to=[24.69, 5.87], width=2.5, seconds=8)
    beam = table("platform", x=19.56, y=5.87, width=5.13)
    text = level(lift, beam, player=(2.5, 1.95))
    with World.parse(text.replace("[player]\n", "[player]\nwidth = 0.4\nheight = 1.4\n")) as world:
        until(world, lambda: first(world).halt == (1, 100))
        assert world.player.y == pytest.approx(1, abs=0.02), "it has slipped through the lift"
        go(world, 4, 1)
        assert world.player.answer == "arrived"


def test_a_lift_that_waits_too_short_is_not_planned_over() -> None:
    short = FERRY.replace("seconds = 4", "seconds = 4\nwait = 0.5")
    item = table("item", kind="gem", x=20, y=1)
    for text, way in ((FERRY, True), (short, False)):
        (gem,) = check(parse(level(text, item, ground=False)))
        assert (gem.legs is not None) == way


def test_a_lift_whose_rider_would_be_stripped_off_is_not_ridden() -> None:
    beam = table("platform", x=9, y=4, width=5)
    gem = table("item", kind="gem", x=15, y=6)
    assert [target.legs is None for target in check(parse(level(UP, LOFT, gem)))] == [False]
    assert [target.legs is None for target in check(parse(level(UP, LOFT, beam, gem)))] == [True]


@pytest.mark.parametrize("ticks", [100, 200, 300, 400, 500, 700])
def test_a_touch_at_any_time_of_a_ride_is_answered_and_the_next_one_too(ticks: int) -> None:
    with World.parse(level(UP, LOFT)) as world:
        world.touch(15, 6)
        world.step(ticks)
        go(world, 4, 1, most=3000)
        assert world.player.answer == "arrived"
        go(world, 15, 6, most=3000)
        assert world.player.answer == "arrived"


def test_who_rides_where_no_way_leads_on_gets_off_at_a_touch() -> None:
    """The lift waits too short to be planned over: it is dropped through."""
    short = UP.replace("seconds = 4", "seconds = 4\nwait = 0.5")
    with World.parse(level(short, player=(10.8, 1.35))) as world:
        world.step(100)
        go(world, 4, 1, most=3000)
        assert world.player.answer == "arrived"


def test_an_animal_comes_over_a_lift(tmp_path: Path) -> None:
    monkey = table("animal", kind="monkey", name="Coco", x=20, y=1, script="chase")
    banana = table("item", kind="banana", x=4, y=1)
    with World.parse(level(FERRY, monkey, banana, ground=False)) as world:
        until(world, lambda: not world.items, 3000)
        assert not world.troubles


def test_networks_without_lifts_are_those_of_before() -> None:
    plan = parse(level(LOFT))
    network = Network(plan.solids, plan.ladders, plan.width, plan.gravity, plan.player.build)
    assert not network.rides.stops
    assert network.rides.longest == 0


@pytest.mark.parametrize("seed", few(range(600, 606), 2))
def test_random_touches_among_lifts_and_crates_all_end(seed: int) -> None:
    plan = soak.random_plan(seed, 3, 2)
    assert plan.lifts
    found = list(soak.soak(plan, f"random {seed}", 12, seed))
    assert soak.ENDLESS not in {fate.what for fate in found}


def test_nearly_all_planned_ways_among_lifts_arrive() -> None:
    fates = [
        fate
        for seed in range(40, times(44, 110))
        for fate in soak.soak(soak.random_plan(seed, 0, 2), f"random {seed}", times(10, 30), seed)
    ]
    assert not [fate for fate in fates if fate.what == soak.ENDLESS]
    planned = [fate for fate in fates if fate.what != soak.UNREACHABLE]
    assert len(planned) > 15
    assert sum(fate.what == soak.ARRIVES for fate in planned) >= 0.995 * len(planned)


# The same again, scripts, pictures


def test_a_record_with_lifts_is_replayed_and_a_save_continues() -> None:
    with World.parse(level(UP, LOFT)) as world:
        world.touch(15, 6)
        world.step(400)
        middle = json.loads(json.dumps(world.save()))
        world.touch(3, 1)
        world.step(600)
        with World.resume(middle) as again:
            assert (first(again).x, first(again).y) == first(again).place(400)
            again.touch(3, 1)
            again.step(600)
            assert again.digest() == world.digest()


def test_scripts_see_where_lifts_are(tmp_path: Path) -> None:
    script = """
function process(element)
  local lift = game.nearest(element, "lift")
  game.log(lift.name, string.format("%.1f", lift.x), string.format("%.1f", lift.y))
end
"""
    owl = table("animal", kind="owl", x=4, y=1, script="look.lua")
    with scripted(tmp_path, {"look.lua": script}, level(UP, owl)) as world:
        world.step(2)
        assert world.log[-1].text == "up 10.8 1.3"
        world.step(430)
        assert world.log[-1].text == "up 10.8 6.0"


def test_snapshots_and_pictures_show_lifts_where_they_are() -> None:
    with World.parse(level(UP)) as world:
        number = first(world).number
        assert describe(world)["lifts"] == {number: [1.6, 0.3]}
        assert snapshot(world)["lifts"] == [[number, 10, 1.3]]
        before = Painter(world).frame().tobytes()
        world.step(430)
        assert snapshot(world)["lifts"] == [[number, 10, 6]]
        assert Painter(world).frame().tobytes() != before
    assert portrait(parse(level(UP))) != portrait(parse(level()))


# Levels


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("to = [10, 6]", "to = [10]"), "`to` must be a point"),
        (("to = [10, 6]", "to = [10, 600]"), "`to` is 600"),
        (("to = [10, 6]", "to = [10, nan]"), "`to` is nan"),
        (("to = [10, 6]\n", ""), "`to`"),
        (("to = [10, 6]", "to = [10, 1.3]"), '"up" rides nowhere'),
        (("to = [10, 6]", "to = [39.5, 1.3]"), '"up" rides beyond the side of the world'),
        (("seconds = 4", "seconds = 0.7"), r"a ride of 4\.7 m in 0\.7 s .* at least 2\.4 s"),
        (("seconds = 4", "seconds = 1e9"), "`seconds` is"),
        (("seconds = 4", "wait = 0"), "`wait` is 0"),
        (("seconds = 4", "speed = 4"), "`speed` is an unknown key"),
    ],
)
def test_lifts_that_cannot_be_are_refused(change: tuple[str, str], words: str) -> None:
    text = level(UP.replace(*change))
    with pytest.raises(BoardError, match=words):
        parse(text)


def test_scripts_cannot_add_lifts_and_there_is_a_most_of_them() -> None:
    with pytest.raises(BoardError, match="scripts cannot add a lift"):
        parse(level(UP) + "[spawn]\nlift = 2\n")
    many = "".join(table("lift", x=4, y=2, to=[4, 5]) for _ in range(51))
    with pytest.raises(BoardError, match="more than 50 lifts"):
        parse(level(many))


# The level that shows them


def test_the_canyon_is_won_by_keys() -> None:
    with World.load("canyon") as world:
        player, (ferry, west, east) = world.player, world.level.lifts

        def hold(dx: float, dy: float, done: Callable[[], bool]) -> None:
            world.steer(dx, dy)
            until(world, done, 3000)
            world.steer(0, 0)
            world.step(20)

        def walk(x: float) -> None:
            hold(1 if x > player.x else -1, 0, lambda: abs(player.x - x) < 0.12)

        def wait(lift: Lift, end: int) -> None:
            until(world, lambda: lift.halt is not None and lift.halt[0] == end and lift.halt[1] > 100, 3000)

        def ride(lift: Lift, x: float) -> None:
            """Up from below it, through it, and to its other end."""
            walk(x)
            wait(lift, 0)
            hold(0, 1, lambda: player.lift is lift)
            wait(lift, 1)

        def gems() -> int:
            return world.rules.collected.get("gem", 0)

        ride(west, 5.2)
        hold(-1, 0, lambda: gems() == 1)
        hold(1, 0, lambda: player.y < 3.2)
        walk(8.7)
        hold(0, -1, lambda: player.y < 0.8)
        hold(1, 0, lambda: gems() == 2)
        walk(8.7)
        hold(0, 1, lambda: player.y > 2.95)
        walk(9.0)
        wait(ferry, 0)
        hold(1, 0, lambda: player.x > ferry.x + 1)
        wait(ferry, 1)
        ride(east, 26.6)
        hold(1, 0, lambda: world.status == "won")
