"""`clew world new`: what it writes plays at once, and nothing is overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.errors import WorldError
from clew_world import World, read
from clew_world.check import check
from clew_world.new import write_new
from tests.worlds import go


def test_the_new_level_can_be_reached_everywhere_and_won(tmp_path: Path) -> None:
    path, _ = write_new(tmp_path / "my-garden")
    level = read(path)
    assert level.title == "My garden"
    assert all(target.legs is not None for target in check(level))
    with World.load(path) as world:
        go(world, 15, 4.6, 3000)
        go(world, 22, 1, 3000)
        assert world.status == "won"
        assert not world.troubles


def test_its_chicken_runs_from_the_player(tmp_path: Path) -> None:
    path, _ = write_new(tmp_path)
    with World.load(path) as world:
        berta = world.named("Berta")
        for _ in range(20):
            world.touch(berta.x, 1)
            world.step(20)
        assert any("Cluck" in one.words for one in world.characters) or berta.x in (
            pytest.approx(0.27, abs=0.5),
            pytest.approx(17.7, abs=0.5),
        )
        assert not world.troubles


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "chicken.lua").write_text("mine")
    with pytest.raises(WorldError, match=r"chicken\.lua exists already"):
        write_new(tmp_path)
    assert (tmp_path / "chicken.lua").read_text() == "mine"
    assert not (tmp_path / "level.toml").exists()


def test_a_strange_name_still_makes_a_level(tmp_path: Path) -> None:
    path, _ = write_new(tmp_path / 'a "b" \\ {title}')
    assert read(path).title
