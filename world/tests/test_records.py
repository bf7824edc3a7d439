"""Records from strangers: mutated ones end in a game or in a clear error, within their limits."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clew.errors import ClewError
from clew_world import World
from clew_world.record import Record
from tests.amount import few, times
from tests.worlds import level, table

NUMBERS = [-1, 0, 1, 2**31, 2**80, 0.5, -1e9, 1e308, float("nan"), float("inf")]
WORDS = ["", "skip", "touch", "off", "\ud800", "\0"]
ENTRIES = [
    [-1, "skip"],
    [0, "touch", 1e308, 1],
    [3, "off", 2, "x"],
    [0, "script", "patrol", "function process(e) end"],
    [0, "touch", 4, 1],
    [0, "say", 10**6, "hello"],
    [0, "target", 99, 3, 3],
]
ODD: list[Any] = [None, True, *NUMBERS, *WORDS, [], [[]], {}, {"a": 1}, *ENTRIES]
SECONDS = 5.0


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """A short game with a scripted animal."""
    text = level(table("animal", kind="tortoise", name="Ann", x=5, y=1, script="patrol"), width=12)
    with World.parse(text) as world:
        world.touch(4, 1)
        world.step(3)
        world.change_script("patrol", "function process(e) game.stop(e) end")
        world.step(3)
        saved: dict[str, Any] = json.loads(json.dumps(world.save()))
        return saved


def mutated(record: dict[str, Any], random: Random) -> dict[str, Any]:
    """The record with a few values replaced, removed, doubled or cut."""
    made = copy.deepcopy(record)
    for _ in range(random.randint(1, 3)):
        at: Any = made
        while True:
            key = random.choice(list(at) if isinstance(at, dict) else range(len(at)))
            if isinstance(at[key], dict | list) and at[key] and random.random() < 0.8:
                at = at[key]
                continue
            break
        how = random.random()
        if how < 0.5:
            at[key] = copy.deepcopy(random.choice(ODD))
        elif how < 0.65 and len(at) > 1:
            del at[key]
        elif how < 0.8 and isinstance(at[key], str) and at[key]:
            place = random.randrange(len(at[key]))
            at[key] = (
                at[key][:place] + random.choice(["", "\0", "=", "9", "\ud800", '"']) + at[key][place + 1 :]
            )
        elif isinstance(at, list):
            at.insert(key, copy.deepcopy(random.choice([at[key], *ODD])))
        if not made:
            break
    made["ticks"] = min(made["ticks"], 12) if type(made.get("ticks")) is int else made.get("ticks")
    return made


def outcome(made: dict[str, Any]) -> str:
    """What becomes of a record; anything but a game or an error of Clew's own is raised."""
    try:
        with World.resume(made, check=False, seconds=SECONDS) as world:
            again = Record.of(json.loads(json.dumps(world.save())))
            assert again.ticks == world.tick
            return "a game"
    except ClewError as error:
        words = str(error)
        assert words.encode()
        assert len(words) < 1000
        return "an error"


@pytest.mark.parametrize("part", few(range(3), 1))
def test_a_mutated_record_is_a_game_or_an_error(record: dict[str, Any], part: int) -> None:
    random = Random(part)
    # Most fail before a process is started; a game takes a tenth of a second.
    found = [outcome(mutated(record, random)) for _ in range(60)]
    assert set(found) == {"a game", "an error"}


def test_mutated_records(record: dict[str, Any]) -> None:
    random = Random(99)
    for _ in range(times(50, 1000)):
        outcome(mutated(record, random))


def test_bytes_that_are_no_record(record: dict[str, Any], tmp_path: Path) -> None:
    random, whole, path = Random(5), json.dumps(record).encode(), tmp_path / "record.json"
    for _ in range(200):
        data = bytearray(whole[: random.randrange(len(whole))] if random.random() < 0.5 else whole)
        for _ in range(random.randint(0, 4)):
            if data:
                data[random.randrange(len(data))] = random.randrange(256)
        path.write_bytes(bytes(data))
        try:
            Record.read(path)
        except ClewError as error:
            assert str(path) in str(error)
