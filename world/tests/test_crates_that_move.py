"""Crates that do not stay where they begin: nothing is proved; ways are planned once they rest."""

from __future__ import annotations

import pytest

from clew_world import World
from tests.test_crates import PLANK, crate, found
from tests.worlds import go, level, table

ABYSS = table("ground", x=0, y=1, width=8, height=1) + table("ground", x=13, y=1, width=27, height=1)


@pytest.mark.parametrize(
    ("parts", "ground"),
    [
        (ABYSS + crate(10, 1.6, width=1.2), False),
        (ABYSS + crate(8.57, width=1.2, height=1.2), False),
        (table("lift", x=10, y=1.5, to=[10, 8], width=2) + crate(10.9, 1.52, height=1.2), True),
        (table("lift", x=10, y=1, to=[10, 8], width=2) + crate(10.9, height=1.2), True),
        (table("lift", x=10, y=3, to=[14, 3], width=2) + crate(10.9, 5) + crate(10.9, 6.5), True),
    ],
    ids=["over an abyss", "by its corner on an edge", "on a lift", "where a lift rises", "in a lift's way"],
)
def test_the_check_proves_nothing_about_crates_that_do_not_stay(parts: str, ground: bool) -> None:
    gem = table("item", kind="gem", x=10.9, y=2.8)
    text = level(PLANK, parts, gem, ground=ground)
    told = found(text)["gem"]
    assert (told.legs, told.open, told.reason) == (None, True, "a crate does not stay where it begins")
    with World.parse(text) as world:
        began = [(box.x, box.y) for box in world.crates.all]
        moved = []
        for _ in range(600):
            world.step()
            moved += [abs(box.x - x) + abs(box.y - y) > 0.5
                      for box, (x, y) in zip(world.crates.all, began, strict=True)]  # fmt: skip
        assert any(moved), "indeed"


def test_a_crate_beside_the_track_of_a_lift_stays() -> None:
    lift = table("lift", x=20, y=1.3, to=[20, 6])
    gem = table("item", kind="gem", x=14, y=3.2)
    told = found(level(PLANK, lift, crate(10.9, 1.5, height=1.2), gem))["gem"]
    assert told.legs is not None and not told.open


def test_ways_lead_over_a_crate_that_a_lift_carries_while_it_rests() -> None:
    lift = table("lift", x=10, y=1.5, to=[10, 6], width=2, seconds=5, wait=20)
    with World.parse(level(lift, crate(11, 1.52, width=1.6, height=0.6))) as world:
        assert world.crates.solids() == []
        world.step(60)
        go(world, 11, 2.15)
        assert world.player.answer == "arrived"
        assert world.player.y == pytest.approx(2.12, abs=0.05)
