"""Doors and switches: what is shut stops everybody, what is open stays open, the check knows the order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clew.errors import BoardError
from clew_world import World, describe, parse, read, snapshot
from clew_world.check import Target, check
from clew_world.mechanism import Mechanism
from tests.worlds import go, level, scripted, table, until

GATE = table("door", name="gate", x=10, y=1, height=15)
LEVER = table("switch", name="lever", x=6, y=1, opens=["gate"])
GEM = table("item", kind="gem", x=15, y=1)


def test_a_closed_door_stops_the_player_and_a_pressed_switch_opens_it_for_good() -> None:
    with World.parse(level(GATE, LEVER, GEM)) as world:
        go(world, 15, 1)
        assert (world.player.answer, round(world.player.x)) == ("cannot get there", 2)
        go(world, 6, 1)
        assert not world.mechanism.shut and not world.mechanism.waiting
        go(world, 15, 1)
        assert world.player.answer == "arrived"
        assert world.player.x == pytest.approx(15, abs=0.01)


def test_a_door_is_as_solid_as_a_wall() -> None:
    """Keys, which no route leads, do not get through it either."""
    with World.parse(level(GATE)) as world:
        world.steer(1.0, 0.0)
        world.step(300)
        assert world.player.x < 10


def test_a_low_door_can_be_walked_on_and_who_stands_on_it_falls_when_it_opens() -> None:
    low = table("door", name="gate", x=4, y=1, width=3, height=1)
    far = table("switch", name="lever", x=20, y=1, opens=["gate"], by=["fox"])
    fox = table("animal", kind="fox", name="Rusty", x=30, y=1)
    with World.parse(level(low, far, fox)) as world:
        go(world, 5.5, 2)
        assert world.player.y == pytest.approx(2, abs=0.05)
        world.add_python(["Rusty"], lambda element, game: game.set_target(element, 20, 1))
        until(world, lambda: not world.mechanism.shut)
        until(world, lambda: world.player.y < 1.05)
        go(world, 15, 1)
        assert world.player.answer == "arrived"


def test_who_could_not_get_there_goes_on_when_a_door_opens(tmp_path: Path) -> None:
    """The script says the same in every tick, so the guide itself must notice that the way is free."""
    mouse = table("animal", kind="mouse", name="Pip", x=4, y=1, script="go.lua")
    script = "function process(element) game.setTarget(element, 15, 1) end"
    with scripted(tmp_path, {"go.lua": script}, level(GATE, LEVER, mouse, player=(8, 1))) as world:
        world.step(60)
        assert world.named("Pip").answer == "cannot get there"
        go(world, 6, 1)
        until(world, lambda: world.named("Pip").answer == "arrived")


def test_only_the_kinds_that_a_switch_names_press_it() -> None:
    picky = table("switch", name="lever", x=6, y=1, opens=["gate"], by=["mouse"])
    with World.parse(level(GATE, picky)) as world:
        go(world, 6, 1)
        world.step(30)
        assert [door.name for door in world.mechanism.shut] == ["gate"]


def test_a_jump_in_the_air_while_a_door_opens_ends_well() -> None:
    step = table("platform", x=5, y=2, width=3)
    high = table("switch", name="lever", x=4.4, y=1.6, opens=["gate"])
    with World.parse(level(GATE, high, step)) as world:
        world.touch(6.5, 2)
        until(world, lambda: not world.mechanism.shut)
        until(world, lambda: world.player.answer != "on the way")
        assert world.player.answer == "arrived"


def test_a_record_with_a_door_is_replayed() -> None:
    with World.parse(level(GATE, LEVER, GEM)) as world:
        go(world, 6, 1)
        go(world, 15, 1)
        with World.resume(world.save()) as again:
            assert (again.digest(), again.status) == (world.digest(), world.status)
            assert not again.mechanism.shut


def test_scripts_see_doors_and_switches_until_they_are_open_and_pressed(tmp_path: Path) -> None:
    script = """
function process(element)
  local switch, distance = game.nearest(element, "switch")
  local door = game.all("door")[1]
  game.log(switch and switch.name or "none", door and door.x or "open")
  if switch then game.setTarget(element, game.position(switch)) end
end
"""
    lever = table("switch", name="lever", x=6, y=1, opens=["gate"], by=["monkey"])
    monkey = table("animal", kind="monkey", name="Coco", x=8, y=1, script="look.lua")
    with scripted(tmp_path, {"look.lua": script}, level(GATE, lever, monkey)) as world:
        world.step(2)
        assert world.log[-1].text == "lever 10.2"
        until(world, lambda: not world.mechanism.shut)
        world.step(2)
        assert world.log[-1].text == "none open"


def test_snapshots_say_which_doors_are_shut() -> None:
    with World.parse(level(GATE, LEVER)) as world:
        (door,), (lever,) = world.level.doors, world.level.switches
        assert describe(world)["doors"] == {door.number: [10.0, 1.0, 10.4, 16.0]}
        assert describe(world)["switches"] == {lever.number: [6.0, 1.0]}
        assert (snapshot(world)["shut"], snapshot(world)["waiting"]) == ([door.number], [lever.number])
        go(world, 6, 1)
        assert (snapshot(world)["shut"], snapshot(world)["waiting"]) == ([], [])


def found(text: str) -> dict[str, Target]:
    return {re.sub(r" \d+$", "", target.name): target for target in check(parse(text))}


def test_the_check_finds_the_switches_that_come_first_in_their_order() -> None:
    inner = table("door", name="inner", x=20, y=1, height=15)
    second = table("switch", name="second", x=15, y=1, opens=["inner"])
    targets = found(level(GATE, inner, LEVER, second, table("item", kind="gem", x=25, y=1)))
    assert targets["gem"].switches == ("lever", "second")
    assert targets["second"].switches == ("lever",)
    assert targets["lever"].switches == ()


def test_the_check_refuses_what_lies_behind_a_door_whose_switch_is_there_too() -> None:
    behind = table("switch", name="lever", x=15, y=1, opens=["gate"])
    targets = found(level(GATE, behind, GEM))
    assert targets["gem"].legs is None
    assert targets["lever"].legs is None


def test_a_door_that_is_a_bridge_may_be_needed_shut() -> None:
    """Opening it is not always better: here the gem is reached over the closed one alone."""
    floor = table("ground", x=0, y=5, width=8, height=5) + table("ground", x=14, y=5, width=10, height=5)
    bridge = table("door", name="bridge", x=8, y=4, width=6, height=1)
    lever = table("switch", name="lever", x=3, y=5, opens=["bridge"])
    gem = table("item", kind="gem", x=18, y=5)
    text = level(floor, bridge, lever, gem, player=(5, 5), ground=False)
    assert found(text)["gem"].switches == ()
    assert Mechanism(parse(text)).solids()[-1].name == "bridge"


def test_the_gatehouse_can_be_won_in_the_order_that_the_check_says() -> None:
    with World.load("gatehouse") as world:
        switches = {switch.name: switch for switch in world.level.switches}
        last = max(check(read("gatehouse")), key=lambda target: len(target.switches))
        assert len(last.switches) == 3
        for name in last.switches:
            go(world, switches[name].x, switches[name].y, 3000)
            assert switches[name] not in world.mechanism.waiting
        for x, y in ((27.2, 7.6), (17.3, 7.4), (6.8, 4.6)):
            go(world, x, y, 3000)
        assert world.status == "won"


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (table("switch", x=1, y=1, opens=["gat"]) + GATE, '"gat" is not the name of a door; did you mean'),
        (table("switch", x=1, y=1), "opens"),
        (table("door", x=1, y=1), "height"),
        (table("door", x=1, y=1, height=2, one_way=True), "one_way"),
        (GATE + "".join(table("switch", x=1, y=1, opens=["gate"]) for _ in range(9)), "more than 8 switches"),
    ],
)
def test_mistakes_in_doors_are_named(part: str, words: str) -> None:
    with pytest.raises(BoardError, match=words):
        parse(level(part))
