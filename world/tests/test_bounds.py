"""What the check calls unreachable is so: keys never get there, however they are pressed."""

from __future__ import annotations

import pytest

from clew_world import World
from clew_world.check import check
from clew_world.level import parse
from tests import explore
from tests.worlds import level, table

LEDGE = table("ground", x=10, y=2.3, width=30, height=2.3)
GEM = table("item", kind="gem", x=12, y=2.3)


def verdict(*parts: str, **keys: object) -> bool | None:
    """What the check says about the first item: True, False, or None for open."""
    target = check(parse(level(*parts, **keys)))[0]  # type: ignore[arg-type]
    return None if target.open else target.legs is not None


def test_a_ledge_that_keys_climb_is_not_refused() -> None:
    with World.parse(level(LEDGE, GEM, player=(5, 1))) as world:
        world.step(30)
        world.steer(1, 0)
        world.step(58)
        world.steer(1, 1)
        world.step(2)
        world.steer(1, 0)
        world.step(200)
        assert world.rules.score == 1
    assert verdict(LEDGE, GEM, player=(5, 1)) is True


@pytest.mark.parametrize("rise", [1.37, 1.39, 1.4])
def test_the_last_centimetres_of_a_jump_are_open(rise: float) -> None:
    ledge = table("ground", x=10, y=1 + rise, width=30, height=1)
    assert verdict(ledge, table("item", kind="gem", x=14, y=1 + rise)) is not False


@pytest.mark.parametrize(
    "parts",
    [
        [table("ground", x=10, y=3.2, width=30, height=3.2), table("item", kind="gem", x=14, y=3.2)],
        [table("wall", x=10, y=1, width=0.2, height=4), table("item", kind="gem", x=14, y=1)],
        [table("platform", x=8, y=6, width=3), table("item", kind="gem", x=9, y=6)],
        [table("item", kind="gem", x=9, y=4)],
    ],
    ids=["too high", "behind a wall", "on a plank in the air", "in the air"],
)
def test_what_no_jump_reaches_is_refused(parts: list[str]) -> None:
    assert verdict(*parts) is False


def test_a_gap_is_refused_if_it_is_wider_than_any_jump() -> None:
    def over(gap: float) -> bool | None:
        near = table("ground", x=0, y=1, width=10, height=1)
        far = table("ground", x=10 + gap, y=1, width=10, height=1)
        return verdict(near, far, table("item", kind="gem", x=14 + gap, y=1), ground=False)

    assert (over(2.0), over(6.0)) == (True, False)
    assert over(3.5) is not False


def test_what_a_jump_touches_in_the_air_is_open() -> None:
    assert verdict(table("item", kind="gem", x=9, y=3)) is None


def test_nothing_is_refused_where_others_push() -> None:
    parts = table("item", kind="gem", x=9, y=5), table("animal", kind="fox", x=5, y=1)
    assert verdict(*parts) is False
    assert verdict(*parts, collide=True) is None


def test_no_place_that_random_keys_reach_is_called_unreachable() -> None:
    reached = refused = 0
    for random, world in explore.levels(6, seed=3):
        found = explore.places(random, world, 300)
        assert not explore.refused(world, found)
        reached += len(found)
        everywhere = {(x + 0.5, y + 0.5) for x in range(24) for y in range(14)}
        refused += len(explore.refused(world, everywhere))
    assert reached > 200
    assert refused > 200, "and it says no to others"


def test_a_player_may_begin_a_little_inside_a_slope() -> None:
    plan = parse(level(table("slope", x=1.7, y=1.12, width=0.6, rise=-0.12), player=(2, 1)))
    assert not explore.refused(plan, {plan.player.start})


def test_who_falls_out_of_the_world_begins_at_rest() -> None:
    edge = table("ground", x=0, y=1, width=4, height=1)
    ladder = table("ladder", x=1, y=1, height=2)
    with World.parse(level(edge, ladder, ground=False, player=(1, 1))) as world:
        world.steer(1, 0)
        highest, fallen = [], False
        for _ in range(400):
            world.step()
            if fallen:
                highest.append(world.player.y)
            elif world.player.vy < -5:
                fallen = True
                world.steer(-1, 1)
        assert max(highest) > 0.9, "it was put back"
        assert max(highest) < 4
