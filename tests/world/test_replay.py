"""The same input gives the same world: in other processes, in replays, after a save in the middle."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from clew.errors import WorldError
from clew.world import World, shipped
from clew.world.level import STOCK
from clew.world.record import Record
from tests.world.worlds import level, table

PROCESSES = 20
SCRIPT = """
import sys
from clew.world import World
from tests.world.test_replay import busy
with World.parse(busy(8)) as world:
    for tick in range(0, 240, 60):
        world.touch(5.0 + tick / 10, 1.0)
        world.step(60)
    print(world.digest())
"""


def busy(animals: int) -> str:
    """A level with many animals of every stock script, ladders, planks and things to eat."""
    kinds = ("monkey", "fox", "chicken", "cat", "mouse", "tortoise", "owl")
    parts = [table("platform", x=4 + 9 * n, y=3.5, width=6, one_way=True) for n in range(6)]
    parts += [table("ladder", x=5 + 9 * n, y=1, height=2.5) for n in range(6)]
    parts += [table("item", kind="banana", x=6 + 3 * n, y=1 if n % 2 else 3.5) for n in range(16)]
    parts += [
        table(
            "animal", kind=kinds[n % 7], name=f"a{n}", x=5 + 2.3 * (n % 21), y=1, script=STOCK[n % len(STOCK)]
        )
        for n in range(animals)
    ]
    # Nobody is eaten, so that twenty go on to the end.
    return level(*parts, width=60) + '[eats]\nplayer = ["banana"]\nmonkey = ["banana"]\n'


def test_twenty_processes_with_different_hash_seeds_agree() -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        for seed in range(PROCESSES)
    ]
    digests = {process.communicate(timeout=120)[0].strip() for process in running}
    assert all(process.returncode == 0 for process in running)
    assert len(digests) == 1
    assert len(digests.pop()) == 32


@pytest.fixture(scope="module")
def long_game() -> tuple[dict[str, Any], dict[str, Any]]:
    """A game of 10,000 ticks with 20 animals: saved in the middle, and at its end."""
    with World.parse(busy(20)) as world:
        middle: dict[str, Any] = {}
        for tick in range(0, 10_000, 250):
            world.touch((tick * 7) % 55 + 2.0, 3.5 if tick % 500 else 1.0)
            world.step(250)
            if tick == 4_750:
                middle = json.loads(json.dumps(world.save()))
        assert len(world.characters) == 21
        assert not world.troubles
        return middle, json.loads(json.dumps(world.save()))


def test_a_long_game_replays_to_the_same_digest(long_game: tuple[dict[str, Any], dict[str, Any]]) -> None:
    _, end = long_game
    with World.resume(end) as again:
        assert again.tick == 10_000
        assert again.digest() == end["digest"]


def test_a_save_in_the_middle_continues_to_it(long_game: tuple[dict[str, Any], dict[str, Any]]) -> None:
    middle, end = long_game
    assert middle["ticks"] == 5_000
    with World.resume(middle) as again:
        for tick in range(5_000, 10_000, 250):
            again.touch((tick * 7) % 55 + 2.0, 3.5 if tick % 500 else 1.0)
            again.step(250)
        assert again.digest() == end["digest"]
        assert again.save() == end


@pytest.mark.parametrize("name", shipped())
def test_other_input_gives_another_digest(name: str) -> None:
    digests = set()
    for x in (3.0, 3.0, 4.0):
        with World.load(name) as world:
            world.step(30)
            world.touch(x, 1.0)
            world.step(30)
            digests.add((x, world.digest()))
    assert len(digests) == 2


def test_a_changed_record_is_found_out(tmp_path: Path) -> None:
    with World.load("meadow") as world:
        world.touch(5.0, 1.0)
        world.step(60)
        world.save(tmp_path / "game.json")
    record = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    record["inputs"][0][2] = 0.5
    with pytest.raises(WorldError, match="the record says"):
        World.resume(record)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"clew_world": 2}, "no record of a world"),
        ({"level": 5}, "holds the text of its `level`"),
        ({"ticks": -1}, "`ticks`"),
        ({"ticks": "many"}, "`ticks` is a string"),
        ({"inputs": {}}, "`inputs` is a table"),
        ({"inputs": [[0, "touch", 1.0]]}, "input 1 is"),
        ({"inputs": [[0, "touch", float("nan"), 1.0]]}, "input 1 is"),
        ({"inputs": [[0, "touch", float("inf"), 1.0]]}, "input 1 is"),
        ({"inputs": [[0, "touch", True, 1.0]]}, "input 1 is"),
        ({"inputs": [[0, "dance"]]}, "input 1 is"),
        ({"inputs": [5]}, "input 1 is 5"),
    ],
)
def test_records_that_are_none_say_why(change: dict[str, Any], words: str) -> None:
    with World.load("meadow") as world:
        record = world.save() | change
    with pytest.raises(WorldError, match=words):
        Record.from_dict(record)


@pytest.mark.parametrize("point", [(float("nan"), 1.0), (1.0, float("inf")), (float("-inf"), 0.0)])
def test_no_touch_that_is_no_point(point: tuple[float, float]) -> None:
    with World.load("meadow") as world, pytest.raises(WorldError, match="finite numbers"):
        world.touch(*point)
