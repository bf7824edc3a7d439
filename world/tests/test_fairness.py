"""Scripts get equal shares of instructions and memory: whoever takes more is stopped, and nobody else is."""

from __future__ import annotations

from mmap import mmap
from pathlib import Path
from time import process_time

import pytest

from clew_world import World
from clew_world.lua import wire
from tests.worlds import level, scripted, table

TICKS = 90
FOUR_TIMES = 4 * wire.MEAN
"""Rounds of an empty loop, one instruction each: four times what a script may take on average."""
THREE_TIMES = 3 * wire.MEAN

SLOW = f"function process(element) for i = 1, {FOUR_TIMES} do end end"
NOW_AND_THEN = f"""
local n = 0
function process(element)
  n = n + 1
  if n % 40 == 0 then for i = 1, {THREE_TIMES} do end end
end
"""
KEEPS = """
local kept, n = {}, 0
function process(element)
  n = n + 1
  if n <= 38 then kept[n] = ("x"):rep(50000) .. n end
end
"""
GREEDY_IN_TABLES = """
local kept = {}
function process(element)
  if #kept < 15000 then for i = 1, 500 do kept[#kept + 1] = {i} end end
end
"""
INNOCENT = """
memory.turns = 0
function process(element)
  memory.turns = memory.turns + 1
  local page = {}
  for i = 1, 20 do page[i] = ("page " .. i):rep(1000) end
  game.log(memory.turns)
end
"""


def crowded(folder: Path, hostile: dict[str, str], each: int) -> World:
    """A world with that many animals of each hostile script between two innocents."""
    scripts = {f"{name}.lua": source for name, source in hostile.items()} | {"innocent.lua": INNOCENT}
    animals = [("Ann", "innocent.lua")]
    animals += [(f"{name} {n}", f"{name}.lua") for name in hostile for n in range(each)]
    animals.append(("Zoe", "innocent.lua"))
    return scripted(
        folder,
        scripts,
        level(*(table("animal", kind="tortoise", name=n, x=5, y=1, script=s) for n, s in animals)),
    )


def turns_of(world: World, ticks: int = TICKS) -> dict[str, list[int]]:
    """The turns that the innocents counted."""
    turns: dict[str, list[int]] = {"Ann": [], "Zoe": []}
    for _ in range(ticks):
        world.log.clear()
        world.step()
        for line in world.log:
            if line.name in turns and not line.trouble:
                turns[line.name].append(int(line.text))
    return turns


@pytest.mark.parametrize(
    ("hostile", "each", "reason"),
    [
        ({"slow": SLOW}, 3, "more than 400000 instructions on average"),
        ({"keeper": KEEPS}, 16, "uses too much memory"),
        ({"tables": GREEDY_IN_TABLES}, 16, "uses too much memory"),
    ],
    ids=["slow for ever", "keep together what one may not", "tables together"],
)
def test_the_culprits_are_stopped_and_the_innocent_lose_three_turns_at_most(
    tmp_path: Path, hostile: dict[str, str], each: int, reason: str
) -> None:
    with crowded(tmp_path, hostile, each) as world:
        turns = turns_of(world)
        assert not {"Ann", "Zoe"} & set(world.stopped)
        assert reason in str(world.stopped)
        for counted in turns.values():
            assert counted == sorted(set(counted)), "a turn was done twice"
            assert len(counted) >= TICKS - 3, "a tick for each that is stopped in its turn"
        record = world.save()
        with World.resume(record) as again:
            assert (again.digest(), again.stopped) == (world.digest(), world.stopped)


def test_every_slow_script_is_stopped_within_its_burst(tmp_path: Path) -> None:
    with crowded(tmp_path, {"slow": SLOW}, 3) as world:
        turns_of(world, 60)
        assert set(world.stopped) == {"slow 0", "slow 1", "slow 2"}


def test_a_long_turn_now_and_then_is_allowed(tmp_path: Path) -> None:
    with crowded(tmp_path, {"burst": NOW_AND_THEN}, 2) as world:
        turns_of(world)
        assert not world.stopped


def test_who_is_stopped_for_its_time_goes_on_being_stopped_after_a_save(tmp_path: Path) -> None:
    with crowded(tmp_path, {"slow": SLOW}, 1) as world:
        world.step(60)
        record = world.save()
        with World.resume(record) as again:
            again.step(30)
            world.step(30)
            assert again.stopped.keys() == world.stopped.keys() == {"slow 0"}
            assert again.digest() == world.digest()


def test_shares_of_instructions() -> None:
    assert wire.share_of(0) == wire.share_of(12) == wire.MEAN
    assert wire.share_of(1000) == wire.ALL // 1000


def watched() -> wire.Watch:
    return wire.Watch(mmap(-1, wire.WATCH_BYTES))


def test_who_waits_for_the_machine_is_not_charged_for_the_work_of_others_before() -> None:
    watch = watched()
    watch.clear()
    until = process_time() + 0.02
    while process_time() < until:
        pass
    assert watch.judge(1, clock=9.0) >= 0.02, "its own work"
    watch.settle()
    assert watch.judge(2, clock=9.0) < 0.01, "nine seconds by the clock, in which it did nothing"


def test_who_waits_for_the_machine_when_the_time_is_up_is_not_the_culprit() -> None:
    watch = watched()
    watch.clear()
    watch.began(1, 100.0)
    until = process_time() + 0.045
    while process_time() < until:
        pass
    watch.began(2, 100.045)
    assert watch.culprit(now=109.0, limit=0.05) == 1
    watch.clear()
    watch.began(1, 200.0)
    watch.began(2, 200.0001)
    assert watch.culprit(now=200.06, limit=0.05) == 2, "only the current one can have worked so long"
