"""Crates: everybody pushes them, stands on them and gets past them; nobody waits for one for ever."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench import soak
from clew.errors import BoardError
from clew_world import World, describe, parse, snapshot
from clew_world.check import Target, check
from clew_world.elements import Crate
from clew_world.paint import palette
from clew_world.paint.frame import Painter
from clew_world.paint.vector import portrait
from clew_world.parts import MOST_CRATES
from clew_world.record import Record
from tests.amount import few, times
from tests.test_pictures import count
from tests.worlds import go, level, scripted, table, until

PLANK = table("platform", x=12, y=3.2, width=6, one_way=True)
"""Too high for a jump from the ground, not for one from a crate."""


def crate(x: float, y: float = 1, **more: object) -> str:
    return table("crate", x=x, y=y, **more)


def first(world: World) -> Crate:
    return world.crates.all[0]


# Pushing


def test_a_touch_in_a_crate_pushes_it_and_it_slides_to_rest() -> None:
    with World.parse(level(crate(8))) as world:
        world.step(30)
        go(world, 8, 1.3)
        assert world.player.answer == "arrived"
        assert world.player.x == pytest.approx(8, abs=0.01)
        world.step(120)
        assert first(world).x > 8.6
        assert first(world).vx == 0
        assert first(world).y == pytest.approx(1.015, abs=0.01)


def test_keys_push_too_and_heavy_crates_make_slow() -> None:
    ways = {}
    for mass in (1, 60):
        with World.parse(level(crate(4, mass=mass))) as world:
            world.steer(1, 0)
            world.step(240)
            ways[mass] = first(world).x - 4
    assert ways[1] > ways[60] + 0.5 > 5


def test_what_lies_behind_a_crate_that_nobody_can_jump_over_is_reached_by_pushing() -> None:
    with World.parse(level(crate(8, width=1.2, height=3))) as world:
        world.step(30)
        go(world, 12, 1)
        assert world.player.answer == "arrived"
        assert world.player.x == pytest.approx(12, abs=0.01)
        assert first(world).x > 12.8


def test_a_low_crate_is_jumped_over_and_stays_where_it_is() -> None:
    with World.parse(level(crate(8))) as world:
        world.step(30)
        go(world, 12, 1)
        assert world.player.answer == "arrived"
        assert first(world).x == pytest.approx(8, abs=0.01)


def test_animals_push_what_is_in_their_way(tmp_path: Path) -> None:
    tortoise = table("animal", kind="tortoise", name="Tilly", x=4, y=1, script="go.lua")
    script = "function process(element) game.setTarget(element, 12, 1) end"
    with scripted(tmp_path, {"go.lua": script}, level(crate(8), tortoise)) as world:
        until(world, lambda: world.named("Tilly").answer == "arrived", 2000)
        assert first(world).x > 12


def test_a_crate_pushes_the_next_one_and_falls_into_a_pit() -> None:
    floor = [table("ground", x=0, y=1, width=10, height=1), table("ground", x=12, y=1, width=28, height=1)]
    floor.append(table("ground", x=0, y=0.2, width=40, height=0.2))
    with World.parse(level(*floor, crate(7), crate(8.5), ground=False)) as world:
        world.steer(1, 0)
        until(world, lambda: world.crates.all[1].y < 0.3)
        world.step(30)
        assert world.crates.all[1].y == pytest.approx(0.215, abs=0.01)
        world.steer(0, 0)
        go(world, 14, 1)
        assert world.player.answer == "arrived"


def test_a_crate_that_falls_out_of_the_world_is_put_back() -> None:
    ground = table("ground", x=0, y=1, width=8, height=1)
    with World.parse(level(ground, crate(7), ground=False)) as world:
        world.touch(7.2, 1.3)
        until(world, lambda: first(world).x > 8.3)
        until(world, lambda: first(world).x == 7 and first(world).y == 1)


def test_a_crate_falls_when_the_door_under_it_opens() -> None:
    trap = table("door", name="trap", x=10, y=2.7, width=2, height=0.3)
    lever = table("switch", x=4, y=1, opens=["trap"])
    with World.parse(level(trap, lever, crate(11, 3))) as world:
        world.step(120)
        assert first(world).y == pytest.approx(3.015, abs=0.01), "it has slept there"
        go(world, 4, 1)
        until(world, lambda: first(world).y < 1.05)


# Standing on them


def test_a_crate_is_a_step_to_where_no_jump_leads() -> None:
    with World.parse(level(PLANK, crate(8, height=1.2))) as world:
        world.step(30)
        go(world, 14, 3.2)
        assert world.player.why == "no walk, ladder, jump or drop leads there"
        for _ in range(20):
            if first(world).x > 10.5:
                break
            go(world, first(world).x, 1.2)
            world.step(60)
        go(world, 14, 3.2)
        assert world.player.answer == "arrived"
        assert world.player.y == pytest.approx(3.2, abs=0.05)


def test_up_on_a_crate_along_it_and_down_again() -> None:
    with World.parse(level(crate(8, width=2, height=1))) as world:
        world.step(30)
        for x, y in ((8, 2), (8.6, 2), (7.4, 2), (4, 1), (8, 2), (13, 1)):
            go(world, x, y)
            assert world.player.answer == "arrived"
            assert world.player.x == pytest.approx(x, abs=0.02)
            assert world.player.y == pytest.approx(y, abs=0.06)


def test_who_stands_on_a_crate_that_others_push_gets_off_at_the_next_touch() -> None:
    fox = table("animal", kind="fox", name="Rusty", x=4, y=1)
    with World.parse(level(crate(8, height=1.4, width=2), fox, player=(8, 2.4))) as world:
        world.add_python(
            ["Rusty"], lambda one, game: game.set_target(one, 30 if game.time() % 6 < 3 else 3, 1)
        )
        for x in (20.0, 5.0, 25.0):
            world.step(100)
            go(world, x, 1)
            assert world.player.answer in ("arrived", "cannot get there")


# Nobody waits for ever


def test_a_crate_that_is_jammed_is_said_to_be_in_the_way_and_the_next_touch_works() -> None:
    wall = table("wall", x=10, y=1, width=1, height=6)
    with World.parse(level(wall, crate(8, height=3))) as world:
        world.step(30)
        assert go(world, 9.6, 1) < 600
        assert (world.player.answer, world.player.why) == ("cannot get there", "something is in the way")
        go(world, 4, 1)
        assert world.player.answer == "arrived"


def test_two_who_push_one_crate_from_both_sides_do_not_push_for_ever() -> None:
    fox = table("animal", kind="fox", name="Rusty", x=14, y=1)
    with World.parse(level(crate(8, height=3), fox)) as world:
        world.add_python(["Rusty"], lambda one, game: game.set_target(one, 3, 1))
        world.step(30)
        go(world, 13, 1, most=3000)
        go(world, 2, 1)
        assert world.player.answer == "arrived"


@pytest.mark.parametrize("seed", few(range(600, 606), 2))
def test_random_touches_among_crates_all_end(seed: int) -> None:
    plan = soak.random_plan(seed, 6)
    assert plan.crates
    found = list(soak.soak(plan, f"random {seed}", 12, seed))
    assert {fate.what for fate in found} <= {soak.ARRIVES, soak.UNREACHABLE}


def test_nearly_all_planned_ways_among_crates_arrive() -> None:
    fates = [
        fate
        for seed in range(100, times(103, 160))
        for fate in soak.soak(soak.random_plan(seed, 6), f"random {seed}", times(20, 40), seed)
    ]
    assert not [fate for fate in fates if fate.what == soak.ENDLESS]
    planned = [fate for fate in fates if fate.what != soak.UNREACHABLE]
    assert len(planned) > 15
    assert sum(fate.what == soak.ARRIVES for fate in planned) >= 0.995 * len(planned)


# The same again


def busy() -> str:
    foxes = [table("animal", kind="fox", x=x, y=1, script="wander", jump=0.2) for x in (5, 12, 20, 28)]
    return level(*foxes, *(crate(x, mass=m) for x, m in ((7, 1), (9, 60), (15, 20), (24, 30))), PLANK)


def test_a_record_with_crates_is_replayed_and_a_save_continues() -> None:
    with World.parse(busy()) as world:
        world.step(200)
        world.touch(9, 1.2)
        world.step(200)
        middle = json.loads(json.dumps(world.save()))
        world.touch(16, 1)
        world.step(300)
        assert any(abs(box.x - box.start[0]) > 0.2 for box in world.crates.all), "some were pushed"
        with World.resume(middle) as again:
            again.touch(16, 1)
            again.step(300)
            assert again.digest() == world.digest()
            assert [(box.x, box.y) for box in again.crates.all] == [
                (box.x, box.y) for box in world.crates.all
            ]
        with World.resume(Record.of(world.save())) as again:
            assert again.digest() == world.digest()


def test_the_digest_sees_crates() -> None:
    digests = set()
    for x in (20, 20.001):
        with World.parse(level(crate(x))) as world:
            world.step()
            digests.add(world.digest())
    assert len(digests) == 2


# Rules, scripts, pictures


def test_a_crate_presses_a_switch_that_names_it() -> None:
    gate = table("door", name="gate", x=20, y=1, height=15)
    plate = table("switch", x=10, y=1, opens=["gate"], by=["crate"])
    with World.parse(level(gate, plate, crate(8))) as world:
        go(world, 10, 1)
        assert world.mechanism.waiting, "the player does not press it"
        go(world, 4, 1)
        world.steer(1, 0)
        until(world, lambda: not world.mechanism.shut)


def test_scripts_see_crates_where_they_are_and_hear_that_they_touch_them(tmp_path: Path) -> None:
    script = """
function process(element)
  local box = game.nearest(element, "crate")
  game.setTarget(element, box.x, 1.1)
end
function on_touch(element, other) game.log(other.kind, other.name) end
"""
    fox = table("animal", kind="fox", name="Rusty", x=4, y=1, script="look.lua", jump=0)
    with scripted(tmp_path, {"look.lua": script}, level(crate(8, name="box"), fox)) as world:
        until(world, lambda: bool(world.log))
        assert world.log[-1].text == "crate box"
        until(world, lambda: first(world).x > 9)
        assert not world.troubles


def test_nothing_is_added_inside_a_crate(tmp_path: Path) -> None:
    script = """
function process(element)
  game.spawn(element, "gem", game.time() < 1 and 8 or 12, 1.2)
end
"""
    owl = table("animal", kind="owl", x=4, y=1, script="sow.lua")
    text = level(crate(8), owl) + "[spawn]\ngem = 3\n"
    with scripted(tmp_path, {"sow.lua": script}, text) as world:
        world.step(90)
        assert world.items
        assert {item.x for item in world.items} == {12}


def test_snapshots_and_pictures_show_crates_where_they_are() -> None:
    with World.parse(level(crate(8, width=1, height=0.6))) as world:
        number = first(world).number
        assert describe(world)["crates"] == {number: [1.0, 0.6]}
        world.step(30)
        painter = Painter(world)
        assert count(painter.frame(), palette.PLANK) > 300
        go(world, 8, 1.1)
        world.step(60)
        ((told, x, y),) = snapshot(world)["crates"]
        assert (told, x, y) == (number, round(first(world).x, 3), round(first(world).y, 3))
        px, py = (round(place) for place in painter.camera.to_screen(x, y + 0.3))
        near: Any = painter.frame().crop((px - 12, py - 8, px + 12, py + 8))
        assert count(near, palette.PLANK_DARK) > 50
    assert portrait(parse(level(crate(8)))) != portrait(parse(level(crate(9))))


# Levels


def found(text: str) -> dict[str, Target]:
    return {target.name.split()[0]: target for target in check(parse(text))}


def test_the_check_proves_what_is_reached_with_crates_where_they_come_to_rest() -> None:
    gem = table("item", kind="gem", x=14, y=3.2)
    near = found(level(PLANK, crate(10.9, 1.5, height=1.2), gem))["gem"]
    assert near.legs is not None and not near.open
    far = found(level(PLANK, crate(5, height=1.2), gem))["gem"]
    assert (far.legs, far.open, far.reason) == (None, True, "no walk, ladder, jump or drop leads there")
    higher = table("item", kind="gem", x=14, y=4.2)
    without = found(level(PLANK, higher))["gem"]
    assert (without.legs, without.open) == (None, False)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (crate(8, 0.5), r'"crate \d" begins inside "ground'),
        (crate(8) + crate(8.5), r'"crate \d" begins inside "crate'),
        (crate(0.2), "reaches beyond the side of the world"),
        (crate(8, width=0), "`width` is 0"),
        (crate(8, width=50), "`width` is 50"),
        (crate(8, height=float("nan")).replace("NaN", "nan"), "`height` is nan"),
        (crate(8, mass=1e9), r"`mass` is 1e\+09|`mass` is 1000000000"),
        (crate(8, weight=3), "`weight` is an unknown key"),
        (crate(8) + "[spawn]\ncrate = 3\n", "scripts cannot add a crate"),
        ("".join(crate(1, 1 + n) for n in range(MOST_CRATES + 1)), f"more than {MOST_CRATES} crates"),
    ],
)
def test_crates_that_cannot_be_are_refused(part: str, words: str) -> None:
    with pytest.raises(BoardError, match=words):
        parse(level(part, height=400))


def test_a_hundred_crates_in_a_heap_come_to_rest() -> None:
    heap = [crate(6 + n % 10, 1.1 + n // 10) for n in range(MOST_CRATES)]
    with World.parse(level(*heap)) as world:
        world.step(240)
        assert all(abs(box.vx) + abs(box.vy) < 0.01 for box in world.crates.all)
        go(world, 3, 1)
        assert world.player.answer == "arrived"


def test_the_stockroom_is_won_by_keys() -> None:
    with World.load("stockroom") as world:
        step, tall = world.crates.all
        player = world.player

        def hold(dx: float, dy: float, done: Callable[[], bool]) -> None:
            world.steer(dx, dy)
            until(world, done)
            world.steer(0, 0)
            world.step(45)

        hold(-1, 0, lambda: step.x < 5.4)
        hold(1, 0, lambda: player.x > 6)
        # A running jump onto the crate, and one from there to the shelf.
        world.steer(-1, 0)
        until(world, lambda: player.x - step.x < 1.5)
        hold(-1, 1, lambda: player.y > 2.1 and player.standing > 0)
        hold(-1, 1, lambda: world.rules.collected.get("gem", 0) == 1)
        hold(1, 0, lambda: not world.mechanism.waiting and tall.x > 21)
        hold(-1, 0, lambda: abs(player.x - 14) < 0.2)
        hold(0, 1, lambda: player.y > 4.98 and player.standing > 0)
        hold(1, 0, lambda: world.status == "won")
