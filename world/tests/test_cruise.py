"""Who walks on or rests is asked nothing, and everything happens as if it were asked in every tick."""

from __future__ import annotations

from random import Random

import pytest

from clew_world import World
from clew_world.control import guide
from clew_world.level import shipped
from tests.amount import few


def digest(name: str) -> str:
    """Of a game with touches in random places."""
    random = Random(name)
    with World.load(name) as world:
        for _ in range(6):
            world.touch(random.uniform(0, world.width), random.uniform(0, world.height))
            world.step(60)
        return world.digest()


@pytest.mark.parametrize("name", few(shipped(), 2))
def test_positions_are_the_same_without_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = digest(name)
    monkeypatch.setattr(guide, "cruise_on", lambda *_: None)
    monkeypatch.setattr(guide.Guide, "_rests", lambda _: False)
    assert digest(name) == found


PUSHED = """
size = [30.0, 10.0]
collide = true
[player]
x = 3.0
y = 1.0
speed = 3.0
[[ground]]
x = 0.0
y = 1.0
width = 30.0
height = 1.0
[[animal]]
kind = "monkey"
x = 4.5
y = 1.0
speed = 0.1
"""


@pytest.mark.parametrize("target", [8.0, 8.0013])
def test_a_slow_one_that_is_pushed_past_its_target_arrives(
    target: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answers() -> list[str]:
        with World.parse(PUSHED) as world:
            slow = world.characters[1]
            world._guides[slow.number].aim((target, 1.0))
            world.touch(25.0, 1.0)
            seen = []
            for _ in range(260):
                world.step()
                seen.append(f"{slow.x} {slow.answer}")
            return seen

    found = answers()
    monkeypatch.setattr(guide, "cruise_on", lambda *_: None)
    assert answers() == found
