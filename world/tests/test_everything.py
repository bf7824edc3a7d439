"""With everything that a level may have in play at once, the same game gives the same digest everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clew_world import World
from tests.amount import times
from tests.everything import END, RELOADED, SAVED, play_on, write
from tests.promptness import HANGS
from tests.test_own_pictures import png

PROCESSES = times(1, 20)
ROOT = Path(__file__).parents[2]


def test_everything_is_in_play_and_a_saved_game_ends_the_same_in_every_process(tmp_path: Path) -> None:
    file = write(tmp_path, png((255, 0, 0)), png((20, 40, 60), (60, 40, 20)))
    saved = tmp_path / "saved.json"
    with World.load(file) as world:
        plate, lever = world.level.switches
        hatch, gate = world.level.doors
        pushed, beside = world.crates.all
        jo = world.named("Jo")
        rides = climbs = slopes = 0
        while world.tick < END:
            play_on(world, world.tick + 1)
            if world.tick == SAVED:
                world.save(saved)
            rides += world.player.lift is not None
            climbs += world.player.on_ladder
            slopes += world.player.shown_y < world.player.y - 0.02
        assert rides > 100, "it rode the lift"
        assert climbs > 30, "it climbed the ladder"
        assert slopes > 30, "it walked on slopes"
        assert pushed.x > 25, "it pushed a crate"
        assert {plate, lever}.isdisjoint(world.mechanism.waiting), (
            "the crate and the player pressed a switch each"
        )
        assert {hatch, gate}.isdisjoint(world.mechanism.shut)
        assert world.rules.collected == {"banana": 2}
        assert all(one.kind != "chicken" for one in world.characters), "the fox took the chicken"
        assert jo.x == pytest.approx(41, abs=0.1), "the player pushed the monkey aside"
        assert beside.x > 41.5, "and that a crate"
        lines = {line.text for line in world.log}
        assert {"Sow come", "took corn"} <= lines, "messages and meals were heard"
        assert "arrived" in lines
        assert any("leads there" in line for line in lines), "who is blocked hears why"
        assert world.named("Sow").x > 50, "by timers, it went to and fro"
        gems = [item for item in world.added() if item.kind == "gem"]
        assert [(gem.x, gem.y) for gem in gems].count((9.0, 5.0)) == 2, "each monkey ran its new script"
        assert RELOADED in world.record.inputs
        ends = {world.digest()}
    for seed in range(PROCESSES):
        continued = subprocess.run(
            [sys.executable, "-m", "tests.everything", str(saved)],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            timeout=HANGS,
            check=True,
        )
        ends.add(continued.stdout.strip())
    assert len(ends) == 1
