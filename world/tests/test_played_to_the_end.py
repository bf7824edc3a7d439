"""Every level that comes with Clew is won in the window by mouse, finger, keyboard or gamepad alone."""

from __future__ import annotations

import pytest

from clew_world import World
from clew_world.level import BY_DIFFICULTY
from tests.amount import few
from tests.hands import HANDS, play


@pytest.mark.parametrize("with_what", HANDS)
@pytest.mark.parametrize("level", few(BY_DIFFICULTY, 1))
def test_a_level_is_won_in_the_window(level: str, with_what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    world = play(level, with_what, monkeypatch)
    print(f"{level} by {with_what}: {world.status} after {world.tick} ticks, {world.seconds:.0f} s")
    assert world.status == "won"
    with World.resume(world.save()) as again:
        assert again.digest() == world.digest()
