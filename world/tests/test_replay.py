"""The same input gives the same world: in other processes, in replays, after a save in the middle."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest

import clew
from clew.errors import WorldError
from clew_world import World, shipped
from clew_world.lua.link import STUCK
from clew_world.parts import STOCK
from clew_world.record import Record
from tests.amount import few, times
from tests.promptness import HANGS
from tests.worlds import level, table

PROCESSES = times(2, 20)
LONG = times(200, 10_000)
SCRIPT = """
import sys
from clew_world import World
from tests.test_replay import busy
with World.parse(busy(12)) as world:
    for tick in range(0, 120, 60):
        world.touch(5.0 + tick / 10, 1.0)
        world.step(45)
        world.steer(-1.0, 1.0 if tick % 120 else -1.0)
        world.step(15)
    print(world.digest())
"""


def busy(animals: int) -> str:
    """A level with many animals of every stock script, ladders, planks, crates, lifts and things to eat."""
    kinds = ("monkey", "fox", "chicken", "cat", "mouse", "tortoise", "owl")
    parts = [table("platform", x=4 + 9 * n, y=3.5, width=6, one_way=True) for n in range(6)]
    parts += [table("ladder", x=5 + 9 * n, y=1, height=2.5) for n in range(6)]
    parts += [table("crate", x=9.5 + 14 * n, y=1, mass=5 + 20 * n) for n in range(3)]
    parts += [table("lift", x=11 + 18 * n, y=1.5, width=1.4, to=[12 + 18 * n, 6], wait=2.5) for n in range(2)]
    parts += [table("item", kind="banana", x=6 + 3 * n, y=1 if n % 2 else 3.5) for n in range(16)]
    parts += [
        table(
            "animal", kind=kinds[n % 7], name=f"a{n}", x=5 + 2.3 * (n % 21), y=1, script=STOCK[n % len(STOCK)]
        )
        for n in range(animals)
    ]
    # Nobody is eaten, so that twenty go on to the end.
    return (
        level(*parts, width=60)
        + '[eats]\nplayer = ["banana"]\nmonkey = ["banana"]\n[spawn]\ngem = 9\ncorn = 9\n'
    )


def test_processes_with_different_hash_seeds_agree() -> None:
    def digest(seed: int) -> str:
        return subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
            timeout=HANGS,
            check=True,
        ).stdout.strip()

    with ThreadPoolExecutor(2) as pool:
        digests = set(pool.map(digest, range(PROCESSES)))
    assert len(digests) == 1
    assert len(digests.pop()) == 32


def played(world: World, until: int) -> None:
    while world.tick < until:
        world.touch((world.tick * 7) % 55 + 2.0, 3.5 if world.tick % 500 else 1.0)
        world.step(50)


def test_a_long_game_is_replayed_and_a_save_in_its_middle_continues_to_its_end() -> None:
    with World.parse(busy(20)) as world:
        played(world, LONG // 2)
        middle = json.loads(json.dumps(world.save()))
        played(world, LONG)
        assert len(world.characters) == 21
        assert not world.troubles
        end = json.loads(json.dumps(world.save()))
    with World.resume(end) as again:
        assert again.tick == LONG
        assert again.digest() == end["digest"]
    with World.resume(middle) as again:
        assert again.tick == LONG // 2
        played(again, LONG)
        assert again.digest() == end["digest"]
        assert again.save() == end


@pytest.mark.parametrize("name", few(shipped(), 2))
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
        ({"clew_world": 2}, "not a record of a world"),
        ({"level": 5}, "contains the text of its `level`"),
        ({"ticks": -1}, "`ticks`"),
        ({"ticks": "many"}, "`ticks` is a string"),
        ({"inputs": {}}, "`inputs` is a table"),
        ({"inputs": [[0, "touch", 1.0]]}, "input 1 is"),
        ({"inputs": [[0, "touch", float("nan"), 1.0]]}, "input 1 is"),
        ({"inputs": [[0, "touch", float("inf"), 1.0]]}, "input 1 is"),
        ({"inputs": [[0, "touch", True, 1.0]]}, "input 1 is"),
        ({"inputs": [[0, "dance"]]}, "input 1 is"),
        ({"inputs": [5]}, "input 1 is 5"),
        ({"inputs": [[-1, "skip"]]}, "input 1 is"),
        ({"inputs": [[-1, "touch", 1.0, 1.0]]}, "input 1 is"),
        ({"inputs": [[0, "touch", 1e308, 1.0]]}, "input 1 is"),
        ({"inputs": [[10**30, "touch", 1.0, 1.0]]}, "input 1 is"),
        ({"inputs": [[0, "say", 1, "\ud800"]]}, "input 1 is"),
        ({"inputs": [[0, "say", 10**30, "a"]]}, "input 1 is"),
        ({"inputs": [[0, "script", "a.lua", "\udfff"]]}, "input 1 is"),
        ({"inputs": [[0, "script", "a.lua", "x" * 2_000_000]]}, "input 1 is"),
        ({"scripts": {"a.lua": 5}}, "the script 'a.lua' is not text"),
        ({"scripts": {"a.lua": "\ud800"}}, "the script 'a.lua' is not text"),
        ({"level": "\ud800"}, "contains the text of its `level`"),
        ({"ticks": 10**12}, "`ticks` is 1000000000000"),
        ({"ticks": True}, "`ticks` is"),
        ({"digest": 5}, "`digest` is"),
    ],
)
def test_records_that_are_none_say_why(change: dict[str, Any], words: str) -> None:
    with World.load("meadow") as world:
        record = world.save() | change
    with pytest.raises(WorldError, match=words):
        Record.from_dict(record)


def test_a_file_that_is_no_record_is_refused_however_it_is_broken(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    for data in (
        b"",
        b"\xff\xfe",
        b"[" * 100_000,
        b"{" * 100_000,
        b"1" * 10_000,
        b'{"clew_world": 1}',
        b"null",
    ):
        path.write_bytes(data)
        with pytest.raises(WorldError, match=r"game\.json"):
            Record.read(path)


def test_a_replay_reads_no_script_from_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.lua").write_text("function process(e) game.say(e, 'read') end", encoding="utf-8")
    animal = table("animal", kind="fox", x=5, y=1, script="mine.lua")
    with World.parse(level(animal), folder=tmp_path) as world:
        world.step(5)
        record = json.loads(json.dumps(world.save()))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(WorldError, match=r'does not contain the script "mine\.lua"'):
        World.resume({**record, "scripts": {}})
    with World.resume(record) as world:
        assert world.tick == 5


def test_a_replay_ends_when_its_time_is_up() -> None:
    with World.load("meadow") as world:
        world.step(60)
        record = world.save()
    with pytest.raises(clew.LimitReached, match="took longer than 0 s"):
        World.resume(record, seconds=0)
    script = "function process(e) while true do end end"
    animal = table("animal", kind="fox", x=5, y=1, script="mine.lua")
    endless = {
        **record,
        "level": level(animal),
        "scripts": {"mine.lua": script},
        "ticks": 10**6,
        "digest": "",
    }
    with pytest.raises((WorldError, clew.LimitReached)):
        World.resume(endless, seconds=0.5)
    with pytest.raises((WorldError, clew.LimitReached)):
        World.resume({**endless, "scripts": {"mine.lua": "while true do end"}}, seconds=0.5)


def test_a_replay_keeps_to_its_seconds_where_scripts_get_no_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A pattern that never ends, on a machine so busy that no CPU second of it is ever counted."""
    with World.load("meadow") as world:
        world.step(5)
        record = world.save()
    script = "function process(e) (('a'):rep(40)):find(('.-'):rep(18) .. 'b') end"
    animal = table("animal", kind="fox", x=5, y=1, script="mine.lua")
    endless = {**record, "level": level(animal), "scripts": {"mine.lua": script}, "digest": ""}
    monkeypatch.setattr("clew_world.lua.link._worked", lambda process: 0.0)
    began = monotonic()
    with pytest.raises(clew.LimitReached, match=r"took longer than 1\.5 s"):
        World.resume(endless, seconds=1.5)
    assert monotonic() - began < STUCK / 2


def test_a_tick_of_many_inputs_ends_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a second each time that it is looked at."""
    with World.load("meadow") as world:
        world.step()
        record = world.save()
    ticking = itertools.count()
    monkeypatch.setattr("clew_world.replay.monotonic", lambda: float(next(ticking)))
    crowded = {**record, "inputs": [[0, "touch", 5.0, 1.0]] * 1000, "digest": ""}
    with pytest.raises(clew.LimitReached, match="took longer than 100 s"):
        World.resume(crowded, seconds=100)


def test_random_damage_ends_in_a_game_or_a_clear_error() -> None:
    random = Random(3)
    with World.parse(busy(3)) as world:
        for tick in range(5):
            world.touch(5.0 + tick, 1.0)
            world.step()
        text = json.dumps(world.save())
    odd: tuple[Any, ...] = (
        None,
        True,
        -1,
        2**70,
        1e308,
        float("nan"),
        "",
        "\ud800",
        "skip",
        [],
        {},
        [[-1, "skip"]],
    )
    refused = 0
    for _ in range(times(30, 60)):
        record = json.loads(text)
        place: Any = record
        while isinstance(place, dict | list) and len(place):
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            key = random.choice(keys)
            if random.random() < 0.5 or not isinstance(place[key], dict | list):
                break
            place = place[key]
        place[key] = random.choice(odd)
        try:
            World.resume(record, seconds=20).close()
        except clew.ClewError as error:
            refused += 1
            assert str(error)
    assert refused > 8


def test_what_could_not_be_loaded_again_is_not_taken() -> None:
    with World.parse(busy(1)) as world:
        with pytest.raises(WorldError, match="below 1e"):
            world.touch(1e308, 1.0)
        with pytest.raises(WorldError, match="a script is text"):
            world.change_script("wander", "-- \ud800")
        world.step(3)
        World.resume(json.loads(json.dumps(world.save()))).close()


@pytest.mark.parametrize("point", [(float("nan"), 1.0), (1.0, float("inf")), (float("-inf"), 0.0)])
def test_no_touch_that_is_no_point(point: tuple[float, float]) -> None:
    with World.load("meadow") as world, pytest.raises(WorldError, match="finite numbers"):
        world.touch(*point)
