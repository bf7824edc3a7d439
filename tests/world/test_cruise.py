"""Who walks on or rests is asked nothing, and everything happens as if it were asked in every tick."""

from __future__ import annotations

from random import Random

import pytest

from clew.world import World
from clew.world.control import guide
from clew.world.level import shipped


def digest(name: str) -> str:
    """Of a game with touches in random places."""
    random = Random(name)
    with World.load(name) as world:
        for _ in range(6):
            world.touch(random.uniform(0, world.width), random.uniform(0, world.height))
            world.step(60)
        return world.digest()


@pytest.mark.parametrize("name", shipped())
def test_positions_are_the_same_without_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = digest(name)
    monkeypatch.setattr(guide, "cruise_on", lambda *_: None)
    monkeypatch.setattr(guide.Guide, "_rests", lambda _: False)
    assert digest(name) == found
