"""Hostile scripts: the world stays alive, names and stops the culprit, and the others go on with their
memory.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from clew_world import World
from clew_world.log import Line
from clew_world.lua.link import MEMORY, MEMORY_EACH
from tests.amount import few, times
from tests.attacks import ATTACKS
from tests.shapes_of_attacks import ERROR, STOPPED, Attack
from tests.worlds import level, scripted, table

TICKS = times(120, 300)
GROUPS = 16
"""Worlds in which the attacks run, some in each: all scripts of a world share what a tick may take, and
what these do that is allowed would together take too much for one world.
"""
REPLAYED = few(range(GROUPS), 2)
INNOCENT = """
memory.turns, memory.start = 0, game.random(1000)
local mine = memory.start
function process(element)
  memory.turns = memory.turns + 1
  assert(memory.start == mine, "my memory and my locals are not of one time")
  game.setTarget(element, 5 + memory.turns % 10, 1)
  game.send(element, "monkey", "hello")
  game.log(memory.turns)
end
"""


class Siege(NamedTuple):
    """A group of the attacks at once, in one world, between two innocents."""

    world: World
    attacks: list[Attack]
    fates: dict[str, list[Line]]
    turns: dict[str, list[int]]
    memory: int


def _memory_of(process: int) -> int:
    """The bytes that a process holds."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) * 1024


def _laid(folder: Path, attacks: list[Attack]) -> Siege:
    names = {f"a{ATTACKS.index(attack)}.lua": attack for attack in attacks}
    scripts = {name: attack.source for name, attack in names.items()} | {"innocent.lua": INNOCENT}
    first, *rest = (
        table("animal", kind="tortoise", name=name, x=5, y=1, script="innocent.lua")
        for name in ("Ann", "Zoe")
    )
    attackers = (
        table("animal", kind="monkey", name=attack.name, x=5, y=1, script=name)
        for name, attack in names.items()
    )
    world = scripted(folder, scripts, level(first, *attackers, *rest))
    assert world.scripts is not None
    fates: dict[str, list[Line]] = {attack.name: [] for attack in attacks}
    turns: dict[str, list[int]] = {"Ann": [], "Zoe": []}
    memory = 0
    for line in world.troubles:
        fates[line.name].append(line)
    for _ in range(TICKS):
        world.log.clear()
        world.step()
        memory = max(memory, _memory_of(world.scripts.process))
        for line in world.log:
            if line.name in fates:
                fates[line.name].append(line)
            else:
                turns[line.name].append(int(line.text))
    return Siege(world, attacks, fates, turns, memory)


def test_there_are_enough_attacks() -> None:
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS) >= 210


@pytest.mark.parametrize("group", range(GROUPS))
def test_a_siege(group: int, tmp_path: Path) -> None:
    siege = _laid(tmp_path, ATTACKS[group::GROUPS])
    with siege.world:
        for attack in siege.attacks:
            _meets_its_fate(siege, attack)
        _others_go_on_with_their_memory(siege)
        # What instructions stop, they stop in the same tick in every run, on any machine.
        assert not [reason for reason in siege.world.stopped.values() if "processor time" in reason]
        lua = MEMORY + MEMORY_EACH * (len(siege.attacks) + 3)
        assert siege.memory < lua + (64 << 20), f"{siege.memory >> 20} MB"
        if group in REPLAYED:
            with World.resume(siege.world.save()) as again:
                assert again.digest() == siege.world.digest()
                assert again.stopped == siege.world.stopped


def _meets_its_fate(siege: Siege, attack: Attack) -> None:
    lines, stopped = siege.fates[attack.name], dict(siege.world.stopped)
    troubles = [line.text for line in lines if line.trouble]
    assert not [line.text for line in lines if "BREACH" in line.text], attack.name
    if attack.fate == STOPPED:
        assert attack.name in stopped, (attack.name, troubles)
        assert any(text.startswith("stopped: ") for text in troubles), attack.name
    else:
        assert attack.name not in stopped, (attack.name, troubles)
        assert bool(troubles) == (attack.fate == ERROR), (attack.name, troubles)
    if attack.fate == ERROR:
        assert f"a{ATTACKS.index(attack)}.lua:" in troubles[0], attack.name


def _others_go_on_with_their_memory(siege: Siege) -> None:
    stopped = sum(attack.fate == STOPPED for attack in siege.attacks)
    for name in ("Ann", "Zoe"):
        turns = siege.turns[name]
        # No turn was done twice or forgotten; ticks in which somebody overran are nobody's turn.
        assert turns == list(range(1, len(turns) + 1))
        assert len(turns) >= TICKS - stopped
        assert name not in siege.world.stopped
