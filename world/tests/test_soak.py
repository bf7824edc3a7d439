"""Random touches on random levels end, and the planned ones arrive; causes of earlier failures stay fixed."""

from __future__ import annotations

import pytest

from bench import soak
from clew_world import World, level, shipped
from tests.amount import few, times
from tests.worlds import go, table, until
from tests.worlds import level as text_of

BADLY = (soak.ASTRAY, soak.ENDLESS)


def fates(seed: int, touches: int) -> list[soak.Fate]:
    plan = level.parse(soak.random_level(seed))
    return list(soak.soak(plan, f"random {seed}", touches, seed))


def test_random_touches_on_random_levels_all_end_well() -> None:
    found = [fate for seed in range(600, times(603, 609)) for fate in fates(seed, 12)]
    assert not [fate for fate in found if fate.what in BADLY]
    assert {fate.what for fate in found} == {soak.ARRIVES, soak.UNREACHABLE}


@pytest.mark.parametrize("name", few(shipped(), 6))
def test_random_touches_on_shipped_levels_all_end_well(name: str) -> None:
    plan = soak.emptied(level.read(name))
    assert not [fate for fate in soak.soak(plan, name, times(5, 25), 3) if fate.what in BADLY]


def test_a_level_is_the_same_for_a_seed_and_another_for_another() -> None:
    assert soak.random_level(3) == soak.random_level(3) != soak.random_level(4)


def test_the_exit_status_says_whether_enough_arrive(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["soak", "--levels", "1", "--touches", "1", "--from", "600"])
    assert soak.main() == 0
    # At least one on each level, also on the shipped ones.
    assert f"{1 + len(shipped())} touches" in capsys.readouterr().out
    fate = soak.Fate(soak.ENDLESS, "somewhere", (0, 0), (1, 1), (0, 0))
    monkeypatch.setattr(soak, "soak", lambda *_: iter([fate]))
    assert soak.main() == 1
    assert "somewhere" in capsys.readouterr().out


@pytest.mark.parametrize(("seed", "name"), [(10, "over an abyss"), (301, "between two ladders")])
def test_levels_that_once_held_somebody_for_ever(seed: int, name: str) -> None:
    assert not [fate for fate in fates(seed, 25) if fate.what in BADLY]


@pytest.mark.parametrize(
    ("seed", "touches", "cause"),
    [
        (1, 17, "a box that seemed to have sunk into a crate"),
        (59, 29, "a lift that took a rider from another"),
        (86, 4, "a lift that caught a fall"),
        (115, 39, "a lift that caught a jump, and one that rose through the ground"),
    ],
)
def test_ways_that_once_failed_arrive(seed: int, touches: int, cause: str) -> None:
    plan = soak.planned(seed)
    assert not [fate for fate in soak.soak(plan, cause, touches, seed) if fate.what in BADLY]


def test_nobody_walks_under_a_ceiling_as_high_as_itself() -> None:
    ceiling = table("platform", x=8, y=4.02, width=4, height=2.0)  # too high to jump on
    with World.parse(text_of(ceiling, player=(4, 1))) as world:
        go(world, 15, 1)
        assert world.player.answer == "cannot get there"


def test_a_top_just_below_another_is_no_place_to_walk() -> None:
    tops = table("platform", x=4, y=3.0, width=6, one_way=True) + table(
        "platform", x=7, y=3.05, width=6, one_way=True
    )
    with World.parse(text_of(tops, player=(5, 3))) as world:
        world.step(30)
        for x in (12.0, 5.0, 8.0, 4.5):
            go(world, x, 3.05)
            assert world.player.answer == "arrived"
            assert world.player.x == pytest.approx(x, abs=0.02)


def test_a_bounce_after_a_far_fall_does_not_carry_it_over_the_edge() -> None:
    text = text_of(
        table("platform", x=4, y=12, width=3), table("platform", x=7.2, y=4, width=1.6), player=(5, 12)
    ).replace("[player]\n", "[player]\nspeed = 6.0\n")
    with World.parse(text) as world:
        world.step(30)
        go(world, 7.6, 4)
        assert world.player.answer == "arrived"
        assert world.player.y == pytest.approx(4, abs=0.1)


@pytest.mark.parametrize(("gap", "arrives"), [(2.6, True), (3.0, True), (3.6, False)])
def test_a_gap_takes_all_that_the_body_can_do(gap: float, arrives: bool) -> None:
    # 3 m/s and a jump of 1.4 m carry it 3.17 m.
    sides = table("platform", x=2, y=4, width=4) + table("platform", x=6 + gap, y=4, width=4)
    with World.parse(text_of(sides, player=(4, 4), ground=False)) as world:
        world.step(30)
        go(world, 8 + gap, 4)
        assert (world.player.answer == "arrived") == arrives


def test_who_falls_out_of_the_world_gives_up_at_last_and_hears_the_next_touch() -> None:
    pit = "[[ground]]\nx = 0\ny = 1\nwidth = 4\nheight = 1\n"
    with World.parse(text_of(pit, player=(20, 5), ground=False)) as world:
        world.touch(2, 1)
        until(world, lambda: world.player.answer != "on the way")
        assert world.player.why == "something is in the way"
        world.touch(3, 1)
        world.step()
        assert world.player.answer == "on the way"


def test_what_cannot_be_reached_is_said_as_what_it_is() -> None:
    high = table("platform", x=20, y=8, width=5)
    with World.parse(text_of(high)) as world:
        world.step(30)
        go(world, 22, 8)
        assert world.player.why == "no walk, ladder, jump or drop leads there"
        go(world, 5, 1)
        assert (world.player.answer, world.player.why) == ("arrived", "")
    with World.parse(text_of(high, ground=False, player=(22, 8))) as world:
        world.step(30)
        go(world, 5, 1)
        assert world.player.why == "there is nothing below it to stand on"
