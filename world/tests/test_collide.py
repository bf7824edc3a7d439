"""Characters that collide: they push each other, take whom they take, and nobody is held for ever."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bench import soak
from clew.errors import BoardError
from clew_world import World, parse, read
from tests.amount import times
from tests.worlds import go, level, scripted, table, until

TORTOISE = table("animal", kind="tortoise", name="Tor", x=6, y=1)
TOUCHES = 'function on_touch(e, other) game.say(e, "touched " .. other.kind) end'


def test_they_do_not_pass_through_one_another_if_the_level_asks_for_it() -> None:
    places = {}
    for collide in (False, True):
        with World.parse(level(TORTOISE, collide=collide)) as world:
            world.step(30)
            go(world, 12, 1)
            assert world.player.answer == "arrived"
            places[collide] = world.named("Tor").x
    assert places[False] == 6
    assert places[True] > 12.5, "it was pushed along"


def test_the_same_point_is_tried_again_at_the_next_touch() -> None:
    parts = [
        table("wall", x=8, y=1, width=0.4, height=6),
        table("ladder", x=7, y=1, height=3),
        table("platform", x=6, y=4, width=2, one_way=True),
    ]
    text = level(TORTOISE, *parts, collide=True).replace("[player]\n", "[player]\njump = 0\n")
    with World.parse(text) as world:
        home = [6.0, 1.0]
        world.add_python(["Tor"], lambda tor, game: game.set_target(tor, *home))
        world.step(30)
        go(world, 7.9, 1)
        assert world.player.why == "something is in the way"
        home[:] = [6.5, 4.0]
        until(world, lambda: world.named("Tor").y > 3.9)
        assert world.player.why == "something is in the way", "it was not touched again"
        go(world, 7.9, 1)
        assert world.player.answer == "arrived"


def test_a_pushed_one_that_cannot_go_on_is_in_the_way_and_the_next_touch_works() -> None:
    wall = table("wall", x=8, y=1, width=0.4, height=6)
    text = level(TORTOISE, wall, collide=True).replace("[player]\n", "[player]\njump = 0\n")
    with World.parse(text) as world:
        world.step(30)
        go(world, 7.9, 1)
        assert world.player.why == "something is in the way"
        assert world.player.x < world.named("Tor").x - 0.5
        go(world, 3, 1)
        assert world.player.answer == "arrived"


def test_nobody_stands_on_somebodys_head() -> None:
    with World.parse(level(TORTOISE, player=(6, 8), collide=True)) as world:
        world.step(300)
        assert world.player.y == pytest.approx(1, abs=0.05), "it slipped through"
        go(world, 12, 1)
        assert world.player.answer == "arrived"


def test_they_pass_on_ladders() -> None:
    parts = table("ladder", x=8, y=1, height=6) + table("platform", x=6, y=7, width=4, one_way=True)
    cat = table("animal", kind="cat", name="Mimi", x=8, y=7)
    with World.parse(level(parts, cat, player=(8, 1), collide=True)) as world:
        world.add_python(["Mimi"], lambda cat, game: game.set_target(cat, 8, 1))
        world.step(30)
        go(world, 7, 7)
        assert world.player.answer == "arrived"
        until(world, lambda: world.named("Mimi").answer == "arrived")


def test_who_takes_another_still_reaches_it() -> None:
    fox = table("animal", kind="fox", name="Rusty", x=2, y=1, script="chase")
    hen = table("animal", kind="chicken", name="Clara", x=8, y=1)
    with World.parse(level(fox, hen, player=(30, 1), collide=True)) as world:
        until(world, lambda: all(one.name != "Clara" for one in world.characters))


def test_scripts_hear_a_touch(tmp_path: Path) -> None:
    owl = table("animal", kind="owl", name="Ada", x=5, y=1, script="touches.lua")
    with scripted(tmp_path, {"touches.lua": TOUCHES}, level(owl, collide=True)) as world:
        world.step(30)
        world.touch(10, 1)
        until(world, lambda: world.named("Ada").words == "touched player")


@pytest.mark.parametrize("name", ["henhouse", "hills"])
def test_touches_in_a_crowd_all_end(name: str) -> None:
    text = read(name).text
    random, plan = Random(4), parse(f"collide = true\n{text}")
    with World(plan) as world:
        world.step(60)
        for _ in range(times(4, 12)):
            fate = soak.one(world, name, soak.places(random, plan))
            assert fate.what != soak.ENDLESS


def test_it_is_the_same_in_every_run_and_after_a_save(tmp_path: Path) -> None:
    text = f"collide = true\n{read('henhouse').text}"
    digests = set()
    for _ in range(2):
        with World.parse(text) as world:
            world.touch(20, 5)
            world.step(300)
            digests.add(world.digest())
            world.save(tmp_path / "game.json")
    with World.resume(tmp_path / "game.json") as again:
        digests.add(again.digest())
    assert len(digests) == 1


def test_it_is_off_by_default_and_true_or_false() -> None:
    assert not parse(level()).collide
    with pytest.raises(BoardError, match="collide"):
        parse(level(collide="yes"))
