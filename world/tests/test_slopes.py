"""Slopes: walked at the pace of level ground, stood on without creeping, planned over, and drawn."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench import soak
from clew.errors import BoardError
from clew_world import World, describe, parse, snapshot
from clew_world.check import check
from clew_world.elements import STEP
from clew_world.paint.frame import Painter
from clew_world.paint.vector import portrait
from clew_world.slopes import STEEPEST, Slope
from tests.amount import few
from tests.worlds import go, level, scripted, table, until

PEAK = table("slope", x=20, y=1, width=3, rise=3) + table("slope", x=23, y=4, width=3, rise=-3)
"""Up and down at 45 degrees, to a point."""
HILL = (
    table("slope", x=6, y=1, width=4, rise=2)
    + table("ground", x=10, y=3, width=3, height=3)
    + table("slope", x=13, y=3, width=4, rise=-2)
)
"""Up and down at some 27 degrees, and level between."""
RAMP = table("slope", x=8, y=1, width=20, rise=8)


def ground(world: World) -> float:
    """The height of what is below the middle of the player."""
    x = world.player.x
    solids = [s.rect.top for s in world.level.solids if s.rect.left <= x <= s.rect.right]
    return max([*solids, *(s.at(x) for s in world.level.slopes if s.left <= x <= s.right)])


# Walking


@pytest.mark.parametrize("degrees_rise", [1.0, 4.0, 11.0, 20.0])
def test_it_walks_up_and_down_at_the_pace_of_level_ground(degrees_rise: float) -> None:
    slope = table("slope", x=8, y=1, width=20, rise=degrees_rise)
    with World.parse(level(slope, height=30)) as world:
        world.step(30)
        go(world, 9.5, ground_at(world, 9.5))
        player = world.player
        for target in (27.0, 9.5):
            world.touch(target, ground_at(world, target))
            world.step(5)
            while abs(player.x - target) > 0.5:
                x, y = player.x, player.y
                world.step()
                speed = ((player.x - x) ** 2 + (player.y - y) ** 2) ** 0.5 / STEP
                assert speed == pytest.approx(player.build.speed, rel=0.01)
                assert player.standing
            until(world, lambda: player.answer != "on the way")
            assert player.answer == "arrived"


def ground_at(world: World, x: float) -> float:
    return max(s.at(x) for s in world.level.slopes if s.left <= x <= s.right)


@pytest.mark.parametrize("x", [20.2, 21.5, 22.9, 23.0, 24.0, 25.8])
def test_who_stands_on_a_slope_does_not_creep(x: float) -> None:
    with World.parse(level(PEAK, player=(2, 1))) as world:
        world.step(30)
        go(world, x, ground_at(world, x))
        assert world.player.answer == "arrived"
        places = []
        for _ in range(400):
            world.step()
            places.append((world.player.x, world.player.y))
        assert all(abs(place[0] - x) < 0.006 for place in places)
        assert max(y for _, y in places) - min(y for _, y in places) < 0.001


def test_a_level_may_place_characters_on_a_slope() -> None:
    with World.parse(level(RAMP, player=(18, 5))) as world:
        for _ in range(120):
            world.step()
            assert world.player.x == pytest.approx(18, abs=0.001)
            assert world.player.standing or world.tick < 3
        assert world.player.answer == ""


@pytest.mark.parametrize(("parts", "far"), [(PEAK, 30), (HILL, 20)])
def test_feet_stay_on_the_ground_over_crests_and_through_valleys(parts: str, far: float) -> None:
    with World.parse(level(parts)) as world:
        world.step(30)
        player = world.player
        for target in (far, 2.0):
            world.touch(target, 1)
            world.step()
            while player.answer == "on the way":
                world.step()
                assert player.controlled, "it flies"
                assert player.supported < 0.1
                assert player.shown_y == pytest.approx(ground(world), abs=0.12)
            assert player.answer == "arrived"


def test_a_fast_runner_stays_on_the_ground_too() -> None:
    text = level(PEAK).replace("[player]\n", "[player]\nspeed = 9.0\n")
    with World.parse(text) as world:
        world.step(30)
        world.touch(30, 1)
        world.step()
        while world.player.answer == "on the way":
            world.step()
            assert world.player.controlled
        assert world.player.answer == "arrived"


def test_a_fall_on_to_a_slope_is_the_physics_own_and_then_it_holds() -> None:
    with World.parse(level(RAMP, player=(18, 12))) as world:
        until(world, lambda: world.player.standing > 0)
        world.step(120)
        x = world.player.x
        assert x == pytest.approx(18, abs=0.5)
        world.step(300)
        assert world.player.x == pytest.approx(x, abs=0.001)


def test_keys_walk_and_jump_on_a_slope() -> None:
    with World.parse(level(RAMP, player=(18, 5))) as world:
        world.step(30)
        world.steer(1, 0)
        world.step(60)
        assert world.player.x - 18 == pytest.approx(3 / 1.077, rel=0.02)
        height = world.player.y
        world.steer(1, 1)
        world.step(20)
        assert world.player.y - height > 1
        world.steer(0, 0)
        world.step(90)
        x = world.player.x
        world.step(60)
        assert world.player.x == pytest.approx(x, abs=0.001)


# Ways


def test_a_way_over_hills_is_a_walk_there_and_back() -> None:
    with World.parse(level(HILL, PEAK)) as world:
        world.step(30)
        legs = world.route(world.player, 35, 1)
        assert legs is not None
        assert [leg.kind for leg in legs] == ["walk"]
        for x in (35, 8, 23, 14.5, 24.8, 2):
            go(world, x, 0.2 + max([1.0, *(s.at(x) for s in world.level.slopes if s.left <= x <= s.right)]))
            assert world.player.answer == "arrived"
            assert world.player.x == pytest.approx(x, abs=0.01)


def test_ways_lead_by_jumps_drops_and_ladders_from_slopes_and_on_to_them() -> None:
    parts = [
        table("slope", x=4, y=1, width=4, rise=3),  # its end is a cliff
        table("slope", x=10, y=3.5, width=4, rise=-1.5),  # over there is another, which hangs
        table("slope", x=18, y=1, width=6, rise=2),
        table("ladder", x=21, y=2, height=3.3),
        table("platform", x=19, y=5.3, width=4, one_way=True),
    ]
    with World.parse(level(*parts)) as world:
        world.step(30)
        kinds: set[str] = set()
        for x, y in ((7.5, 3.7), (11, 3.125), (22, 5.3), (20, 1.7), (13, 2.4), (2, 1), (30, 1)):
            legs = world.route(world.player, x, y)
            assert legs is not None
            kinds |= {leg.kind for leg in legs}
            go(world, x, y)
            assert world.player.answer == "arrived"
            assert world.player.x == pytest.approx(x, abs=0.01)
            assert world.player.shown_y == pytest.approx(y, abs=0.1)
        assert kinds >= {"walk", "jump", "drop", "climb"}


def test_a_wall_on_a_slope_is_in_the_way_and_low_roofs_are() -> None:
    gem = table("item", kind="gem", x=26, y=8.2)
    wall = table("wall", x=18, y=5, width=0.4, height=6)
    roof = table("platform", x=14, y=7.6, width=8, height=1.6)
    for part, there in (("", True), (wall, False), (roof, False)):
        text = level(RAMP, part, gem, height=14).replace("[player]\n", "[player]\njump = 0\n")
        (target,) = check(parse(text))
        assert (target.legs is not None) == there
        with World.parse(text) as world:
            world.step(30)
            go(world, 26, 8.2)
            assert (world.player.answer == "arrived") == there
            assert world.player.why == ("" if there else "no walk, ladder, jump or drop leads there")


def test_a_valley_of_two_slopes_is_one_floor() -> None:
    parts = table("slope", x=5, y=4, width=4, rise=-3.5) + table("slope", x=7.5, y=0.7, width=5, rise=3)
    with World.parse(level(parts, player=(6, 3.15))) as world:
        world.step(30)
        for x in (11.5, 5.5, 8.3, 12):
            go(world, x, 4)
            assert world.player.answer == "arrived"
            assert world.player.x == pytest.approx(x, abs=0.01)
            assert not world.route(world.player, 7, 4)[1:], "it is a walk"  # type: ignore[index]


def test_a_slope_that_sinks_into_the_ground_begins_where_it_comes_out() -> None:
    with World.parse(level(table("slope", x=16, y=0.5, width=6, rise=2))) as world:
        world.step(30)
        for x in (21.5, 14, 18):
            go(world, x, 3)
            assert world.player.answer == "arrived"
            assert world.player.x == pytest.approx(x, abs=0.01)


def test_what_is_too_wide_for_a_thing_on_a_steep_slope_is_told() -> None:
    gem = table("item", kind="gem", x=21.5, y=2.5)
    text = level(PEAK, gem).replace("[player]\n", "[player]\nwidth = 2.0\n")
    (target,) = check(parse(text))
    assert target.reason is not None
    assert target.reason.startswith("the slope is too steep for so wide a body")
    assert check(parse(level(PEAK, gem)))[0].legs is not None


def test_random_levels_with_slopes_end_all_touches_well() -> None:
    found: list[soak.Fate] = []
    for seed in few(range(700, 712), 4):
        plan = soak.random_plan(seed, slopes=5)
        assert plan.slopes
        found += soak.soak(plan, f"random {seed}", 10, seed)
    assert not [fate for fate in found if fate.what in (soak.ASTRAY, soak.ENDLESS)]


@pytest.mark.parametrize(("crates", "lifts"), [(6, 0), (6, 2)])
def test_a_level_that_once_held_somebody_for_ever(crates: int, lifts: int) -> None:
    # On a ladder below a slope through which it planned to climb; in a jump, while it still sank.
    plan = soak.random_plan(103, crates, lifts, 5)
    fates = list(soak.soak(plan, "random 103", 12, 103))
    assert not [fate for fate in fates if fate.what == soak.ENDLESS]


def test_nobody_plans_to_climb_from_below_through_a_solid() -> None:
    # It holds on to a ladder whose upper part leads on only above the ceiling.
    parts = table("ladder", x=8, y=3, height=6) + table("platform", x=6, y=6, width=4, height=1.5)
    parts += table("platform", x=7, y=9, width=2, one_way=True)
    with World.parse(level(parts, player=(8, 3))) as world:
        world.touch(8, 9)
        until(world, lambda: world.player.answer != "on the way")
        assert world.player.why == "no walk, ladder, jump or drop leads there"
        assert world.player.y == pytest.approx(1, abs=0.1)


# Crates, scripts, games


def test_crates_rest_on_slopes_and_are_pushed_up() -> None:
    crate = table("crate", x=22, y=3.4, width=0.8)
    with World.parse(level(PEAK, crate)) as world:
        world.step(120)
        (box,) = world.crates.all
        x = box.x
        world.step(600)
        assert box.x == pytest.approx(x, abs=0.01)
    ramp = table("slope", x=8, y=1, width=10, rise=2)
    with World.parse(level(ramp, table("crate", x=6, y=1.01))) as world:
        world.step(30)
        world.steer(1, 0)
        world.step(180)
        (box,) = world.crates.all
        assert box.x > 9
        assert box.y == pytest.approx(1 + (box.x + 0.36 - 8) * 0.2, abs=0.05)


def test_a_crate_that_begins_in_a_slope_is_refused() -> None:
    with pytest.raises(BoardError, match='"crate 4" begins inside "slope 2"; move it up'):
        parse(level(PEAK, table("crate", x=22, y=2.4)))


def test_stock_scripts_use_the_whole_hill(tmp_path: Path) -> None:
    fox = table("animal", kind="fox", x=8, y=2, script="patrol")
    with scripted(tmp_path, {}, level(HILL, fox)) as world:
        places = []
        for _ in range(240):
            world.step(10)
            places.append(world.named("fox 6").x)
        assert min(places) < 4
        assert max(places) > 20


HILLS = (
    "from clew_world import World\nw = World.load('hills')\nw.touch(8.4, 7.6)\nw.step(400)\nprint(w.digest())"
)


def test_every_process_computes_the_same_digest() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", HILLS], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_a_saved_game_goes_on_as_it_would_have(tmp_path: Path) -> None:
    with World.load("hills") as world:
        world.touch(8.4, 7.6)
        world.step(250)
        world.save(tmp_path / "game.json")
        world.step(200)
        with World.resume(tmp_path / "game.json") as again:
            again.step(200)
            assert again.digest() == world.digest()


# In a file


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"width": 2, "rise": 2.1}, f"steeper than {STEEPEST} degrees.*at least 2.1 m wide"),
        ({"width": 2, "rise": -3}, "nobody walks up 3 m on 2 m; make it at least 3 m wide"),
        ({"width": 2, "rise": 0.01}, "what is level is a platform"),
        ({"width": 3, "rise": -2}, "rises out of the world"),
        ({"width": 2}, "rise"),
        (
            {"width": 2, "rise": 1, "to": [3, 4]},
            "unknown key. The keys of ..slope.. are name, x, y, width, rise",
        ),
    ],
)
def test_a_slope_that_cannot_be_is_refused_with_what_would_be_right(
    values: dict[str, object], words: str
) -> None:
    with pytest.raises(BoardError, match=words):
        parse(level(table("slope", x=5, y=1, **values)))
    assert parse(level(table("slope", x=5, y=1, width=2, rise=2))).slopes[0].grade == 1.0


def test_scripts_cannot_add_slopes() -> None:
    with pytest.raises(BoardError, match="scripts cannot add a slope"):
        parse(level("[spawn]\nslope = 2\n"))


# In pictures


def test_it_is_drawn_in_the_window_and_in_the_portrait() -> None:
    plain = parse(level(player=(2, 1)))
    hilly = parse(level(HILL, player=(2, 1)))
    assert portrait(hilly) != portrait(plain)
    with World(hilly) as world:
        painter = Painter(world, (800, 600), 30.0)
        x, y = painter.camera.to_screen(8, 1.6)
        turf = painter.camera.to_screen(8, 1.95)
        frame = painter.frame()
        assert frame.getpixel((round(x), round(y))) == (0x17, 0x20, 0x2A)
        green = frame.getpixel((round(turf[0]), round(turf[1])))
        assert isinstance(green, tuple)
        assert green[1] > 120


def test_the_page_is_told_where_slopes_are_and_how_the_way_bends() -> None:
    with World.parse(level(HILL)) as world:
        assert describe(world)["slopes"] == [
            [(6.0, 1.0), (10.0, 3.0), 0.7],
            [(13.0, 3.0), (17.0, 1.0), 0.7],
        ]
        world.step(30)
        world.touch(15, 2)
        world.step(2)
        way = snapshot(world)["way"]
        assert [point[:2] for point in way] == [[6, 1], [10, 3], [13, 3], [15, 2]]
        until(world, lambda: world.player.answer == "arrived")
        world.step(30)
        told = snapshot(world)
        assert told["characters"][0][2] == pytest.approx(2, abs=0.03), "it is drawn on the ground"
        assert json.loads(json.dumps(told)) == json.loads(json.dumps(told))


def test_a_slope_knows_its_highest_point_and_what_it_overlaps() -> None:
    slope = Slope(1, "slope", (2.0, 1.0), (6.0, 3.0), 0.5)
    assert slope.highest(0, 4) == 2.0
    assert slope.highest(5, 9) == 3.0
    assert slope.highest(6, 9) is None
    assert slope.overlaps(slope.rect._replace(left=5.0, bottom=2.4))
    assert not slope.overlaps(slope.rect._replace(right=3.0, bottom=1.6))
