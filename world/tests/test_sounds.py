"""Soft sounds: each event is heard once, and the window plays what is heard."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from clew_world import World, describe
from clew_world.sounds import SOUNDS, Ears
from clew_world.speaker import samples
from tests.promptness import HANGS
from tests.worlds import level, table

GATE = table("door", name="gate", x=20, y=1, height=15)
LEVER = table("switch", name="lever", x=6, y=1, opens=["gate"])
GEMS = "".join(table("item", kind="gem", x=x, y=1) for x in (10, 24))
WANTED = "[goal.collect]\ngem = 2\n"
FOX = table("animal", kind="fox", name="Fox", script="chase", x=30, y=1)
MONKEY = table("animal", kind="monkey", name="Monkey", script="chase", x=30, y=1)
BANANA = table("item", kind="banana", x=34, y=1)
CHICKEN = table("animal", kind="chicken", name="Chicken", script="flee", x=34, y=1)


def heard(world: World, *touches: float) -> Iterator[str]:
    """What is heard while the player goes to these places on the ground, one after the other."""
    ears = Ears(world)
    for x in touches:
        world.touch(x, 1)
        for _ in range(1500):
            world.step()
            yield from ears.listen()
            if world.player.answer != "on the way":
                break


def waited(world: World) -> Iterator[str]:
    """What is heard in ten seconds, in which the player does nothing."""
    ears = Ears(world)
    for _ in range(600):
        world.step()
        yield from ears.listen()


def test_each_event_is_heard_once_and_in_order() -> None:
    with World.parse(level(GATE, LEVER, GEMS, WANTED)) as world:
        assert list(heard(world, 24, 6, 10, 24)) == ["no_way", "opened", "took", "took", "won"]


def test_what_others_do_is_heard_too() -> None:
    with World.parse(level(FOX, CHICKEN)) as world:
        assert list(waited(world)) == ["caught"]
    with World.parse(level(MONKEY, BANANA)) as world:
        assert list(waited(world)) == ["taken"]


def test_a_lost_game_is_heard() -> None:
    with World.parse(level(MONKEY, BANANA, "[goal.collect]\nbanana = 1\n")) as world:
        assert list(waited(world)) == ["taken", "lost"]


@pytest.mark.parametrize("name", SOUNDS)
def test_sounds_are_soft_and_short_and_do_not_click(name: str) -> None:
    wave = samples(SOUNDS[name])
    assert 0.1 <= len(wave) / 22_050 <= 0.8
    assert max(wave) > 1000 and max(map(abs, wave)) < 8000
    # From one sample to the next, a click jumps; a tone of 784 hertz moves by less than a quarter.
    assert max(abs(after - before) for before, after in pairwise([0, *wave, 0])) < 2000


def test_the_page_gets_the_same_notes() -> None:
    with World.load("meadow") as world:
        assert describe(world)["sounds"] == SOUNDS


GAME = """
import sys
from clew_world import World
from clew_world.window import Window
from tests.worlds import level, table
with World.parse(level(table("item", kind="gem", x=3, y=1), width=6, height=4)) as world:
    world.touch(3, 1)
    Window(world, ticks=int(sys.argv[1]), muted=sys.argv[2:] == ["muted"]).run()
    print(world.rules.collected)
"""


def played(ticks: int, *words: str, **environment: str) -> str:
    """Plays so many ticks in a window with SDL's dummy display; what becomes of the gem."""
    done = subprocess.run(
        [sys.executable, "-c", GAME, str(ticks), *words],
        env=os.environ | {"SDL_VIDEODRIVER": "dummy"} | environment,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize("muted", [False, True])
def test_the_window_plays_what_is_heard(muted: bool, tmp_path: Path) -> None:
    """SDL writes to a file what it would send to a device."""
    file = tmp_path / "played.raw"
    words = ["muted"] if muted else []
    assert "'gem': 1" in played(90, *words, SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=str(file))
    wave = array("h", file.read_bytes())
    assert bool(max(wave, default=0) > 1000) is not muted


def test_without_a_device_there_is_a_game_without_sound() -> None:
    assert played(5, SDL_AUDIODRIVER="none of this name")
