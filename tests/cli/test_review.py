"""`clew review`: the table, the logs that it reads, its statuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import clew as package
from clew.tui.store import Save, default_path
from tests.cli.program import Inside, program

GAR = "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo"
MOVES = "BR1 EU1 CL1 CR1 CL3 FU1 DL2 GD3 HD2 AR3"


def test_the_table_fits_sixty_columns(clew: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    result = clew("review", GAR, MOVES)
    assert result.status == 0
    assert max(map(len, result.out.splitlines())) <= 60
    assert "     3  CL1       6     +1  CL3 FU1" in result.out
    assert "Solved in 10 moves; the fewest: 8; 2 lost." in result.out


def test_quiet_prints_what_follows(clew: Inside) -> None:
    result = clew("review", "--quiet", GAR, *MOVES.split())
    assert result.out.startswith("  Solved in 10 moves")
    assert "BBoooG" not in result.out


def test_a_saved_game_is_read_with_its_times(clew: Inside, tmp_path: Path) -> None:
    ticks = iter([0.0, 2.0, 5.0])
    game = package.Game(GAR, clock=lambda: next(ticks))
    game.play("BR1")
    game.play("CL1")
    path = tmp_path / "game.json"
    path.write_text(game.save())
    result = clew("review", GAR, str(path), "--json", "-o", str(tmp_path / "game.svg"))
    assert result.status == 1, "not solved"
    (found,) = result.json
    assert [move["seconds"] for move in found["moves"]] == [2.0, 3.0]
    assert (tmp_path / "game.svg").read_text().startswith("<svg")


def test_without_a_log_it_is_the_game_that_play_keeps(
    clew: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    missing = clew("review", GAR)
    assert missing.status == 2 and "there is no saved game of this board" in missing.err
    game = package.Game(GAR)
    game.play("BR1")
    Save(default_path(package.load(GAR))).write(game)
    assert clew("review", GAR).status == 1


def test_standard_input_can_be_the_log() -> None:
    line = program("solve", "--json", GAR).out
    result = program("review", "--json", GAR, "-", stdin=line)
    assert result.status == 0
    assert json.loads(result.out)["lost"] == 0


def test_what_is_no_log_is_refused_in_words(clew: Inside, tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for log in ("nowhere.json", str(tmp_path / "bytes"), "AR9", '{"moves": 1}'):
        result = clew("review", GAR, log)
        assert result.status == 2 and result.err.startswith("clew: "), log
    assert clew("review", "-", "down").status == 2
