"""Steering by keys and gamepad, and ways that drop through one-way platforms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clew.errors import WorldError
from clew_world import World
from clew_world.check import check
from clew_world.keys import STEER, Act, Keys
from clew_world.level import parse
from clew_world.window import Window
from tests.gamepad import LEFT_X, Gamepad
from tests.hands import key, run
from tests.worlds import go, level, table

PLANK = table("platform", x=5, y=4, width=8, one_way=True)
LADDER = table("ladder", x=6, y=1, height=3)


def steered(world: World, dx: float, dy: float, ticks: int) -> tuple[float, float]:
    """Holds keys for so many ticks, and lets go; where the player is."""
    world.steer(dx, dy)
    world.step(ticks)
    world.steer(0, 0)
    world.step(40)
    return round(world.player.x, 1), round(world.player.y, 1)


def test_keys_walk_climb_jump_and_drop_through() -> None:
    with World.parse(level(PLANK, LADDER, player=(4, 1))) as world:
        world.step(30)
        assert steered(world, 1, 0, 40) == (6.0, 1.0)
        assert steered(world, 0, 1, 90) == (6.0, 4.0), "up the ladder, and no jump at its end"
        assert world.player.standing
        assert steered(world, 1, 0, 60) == (9.0, 4.0)
        world.steer(0, 1)
        world.step(25)
        assert world.player.y > 5, "where there is no ladder, up is a jump"
        world.step(60)
        assert world.player.standing, "one jump for one press"
        assert steered(world, 0, -1, 60) == (9.0, 1.0), "down through the plank, and not through the ground"
        steered(world, -1, 0, 60)
        assert steered(world, 0.5, 0, 60) == (7.5, 1.0), "a stick half way walks at half the speed"
        with World.resume(world.save()) as again:
            assert again.digest() == world.digest()


def test_keys_climb_down_from_the_end_of_a_ladder() -> None:
    with World.parse(level(PLANK, LADDER, player=(6, 4))) as world:
        world.step(30)
        assert steered(world, 0, -1, 90) == (6.0, 1.0)


def test_a_touch_takes_over_from_the_keys_and_keys_from_a_touch() -> None:
    with World.parse(level(PLANK, LADDER)) as world:
        world.step(30)
        world.steer(1, 0)
        world.step(30)
        go(world, 3, 1)
        assert (world.player.answer, round(world.player.x, 1)) == ("arrived", 3.0)
        world.touch(20, 1)
        world.step(10)
        world.steer(-1, 0)
        world.step(20)
        assert (world.player.answer, world.player.target) == ("", None)
        assert world.player.vx < -2


@pytest.mark.parametrize("direction", [(2, 0), (0, float("nan")), (0, float("inf"))])
def test_no_key_is_pressed_more_than_wholly(direction: tuple[float, float]) -> None:
    with World.parse(level()) as world, pytest.raises(WorldError, match="from -1 to 1"):
        world.steer(*direction)


def test_a_way_down_leads_through_the_planks() -> None:
    planks = [table("platform", x=5 + n, y=4 + 3 * n, width=8, one_way=True) for n in range(3)]
    text = level(*planks, player=(9, 10))
    with World.parse(text) as world:
        world.step(60)
        go(world, 9, 1, 400)
        assert world.player.answer == "arrived"
        assert world.player.y == pytest.approx(1, abs=0.05)


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ([table("platform", x=4, y=4, width=6)], "a solid platform"),
        (
            [
                table("platform", x=4, y=4, width=6, one_way=True),
                table("ground", x=4, y=3.9, width=6, height=0.5),
            ],
            "solid below",
        ),
    ],
)
def test_no_way_leads_down_through_what_is_solid(parts: list[str], why: str) -> None:
    # Walls at both ends: down through the platform is the only way.
    walls = [table("wall", x=x, y=1, width=0.4, height=12) for x in (4, 9.6)]
    item = table("item", kind="gem", x=7, y=1)
    found = check(parse(level(*parts, *walls, item, player=(7, 4))))
    assert [target.legs for target in found] == [None], why
    through = table("platform", x=4, y=4, width=6, one_way=True)
    (target,) = check(parse(level(through, *walls, item, player=(7, 4))))
    assert "drop through" in [leg.kind for leg in target.legs or ()]


def test_keys_and_gamepad_point_where_they_are_held() -> None:
    pygame = pytest.importorskip("pygame")
    keys = Keys(pygame)

    def event(kind: str, **values: Any) -> Any:
        return keys.heed(pygame.event.Event(getattr(pygame, kind), values))

    def steers(dx: float, dy: float) -> Act:
        return Act(STEER, (dx, dy))

    stick = {"axis": pygame.CONTROLLER_AXIS_LEFTX}, {"axis": pygame.CONTROLLER_AXIS_LEFTY}
    up, jump = {"button": pygame.CONTROLLER_BUTTON_DPAD_UP}, {"button": pygame.CONTROLLER_BUTTON_A}
    assert event("KEYDOWN", key=pygame.K_RIGHT, mod=0) == steers(1, 0)
    assert event("KEYDOWN", key=pygame.K_d, mod=0) is None, "twice to the right is to the right"
    assert event("KEYDOWN", key=pygame.K_w, mod=pygame.KMOD_LSHIFT) == steers(1, 1)
    assert event("KEYUP", key=pygame.K_w, mod=0) == steers(1, 0)
    assert event("KEYDOWN", key=pygame.K_o, mod=0) is None
    assert event("WINDOWFOCUSLOST") == steers(0, 0)
    assert event("CONTROLLERAXISMOTION", value=-16384, **stick[0]) == steers(-16384 / 32767, 0)
    assert event("CONTROLLERAXISMOTION", value=-3000, **stick[0]) == steers(0, 0), "never quite at rest"
    assert event("CONTROLLERAXISMOTION", value=32767, **stick[1]) == steers(0, -1)
    assert event("CONTROLLERBUTTONDOWN", **up) == steers(0, 0)
    assert event("CONTROLLERAXISMOTION", value=0, **stick[1]) == steers(0, 1)
    assert event("CONTROLLERBUTTONUP", **up) == steers(0, 0)
    assert event("CONTROLLERBUTTONDOWN", **jump) == steers(0, 1)
    assert event("CONTROLLERBUTTONUP", **jump) == steers(0, 0)
    assert event("CONTROLLERAXISMOTION", value=-32768, **stick[0]) == steers(-1, 0)


@pytest.mark.parametrize("device", ["keyboard", "gamepad", "gamepad of unknown layout"])
def test_the_window_hears_keys_and_gamepads(device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pygame = pytest.importorskip("pygame")

    def hand() -> Iterator[None]:
        pad = None if device == "keyboard" else Gamepad(known=device == "gamepad")
        yield
        if pad is None:
            key("KEYDOWN", pygame.K_RIGHT)
        else:
            pad.move(LEFT_X, 1.0)
        for _ in range(6):
            yield
        if pad is None:
            key("KEYUP", pygame.K_RIGHT)
        else:
            pad.unplug()
        for _ in range(12):
            yield

    with World.parse(level()) as world:
        assert run(Window(world, muted=True), hand(), monkeypatch) is world
        assert world.player.x == pytest.approx(3.5, abs=0.1)
        assert [entry[0] for tick in sorted(world.record.inputs) for entry in world.record.inputs[tick]] == [
            "steer",
            "steer",
        ]


def test_steering_in_a_file_of_inputs(tmp_path: Path) -> None:
    from clew_world.simulate import read_inputs, simulate

    file = tmp_path / "inputs.json"
    file.write_text('[[0, "steer", 1, 0], [60, "steer", 0, 0], [61, "touch", 3, 1]]')
    with World.parse(level()) as world:
        simulate(world, 60, read_inputs(file))
        assert world.player.x > 4.5
    with World.parse(level()) as world:
        simulate(world, 200, read_inputs(file))
        assert world.player.x == pytest.approx(3, abs=0.02)
