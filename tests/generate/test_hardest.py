"""A hunt for the hardest board keeps the best, and continues after a stop as if there had been none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import clew
from clew.errors import ClewError
from clew.generation.hardest import hardest
from tests.cli.program import program


def test_each_best_board_is_harder_and_needs_what_it_says() -> None:
    found: list[clew.EnginePuzzle] = []
    hunt = hardest("coroutine", size="2x3", seed=3, rounds=6, on_board=found.append)
    pars = [puzzle.par or 0 for puzzle in found]
    assert pars == sorted(set(pars)) and hunt.best == found[-1]
    assert hunt.rounds == 6 and hunt.limit is None
    assert [clew.solve(puzzle).length for puzzle in found] == pars


def test_a_stopped_hunt_continues_as_if_it_had_not_been(tmp_path: Path) -> None:
    path = tmp_path / "hunt.json"
    whole = hardest("coroutine", size="2x3", seed=3, rounds=6)
    hardest("coroutine", size="2x3", seed=3, rounds=2, checkpoint=path)
    assert json.loads(path.read_text())["rounds"] == 2
    again = hardest("coroutine", size="2x3", seed=3, rounds=6, checkpoint=path)
    assert again.to_dict() == whole.to_dict() == json.loads(path.read_text())
    assert hardest("coroutine", size="2x3", seed=3, rounds=6, checkpoint=path).to_dict() == whole.to_dict()


def test_a_limit_ends_a_hunt() -> None:
    assert hardest("coroutine", size="3x3", seconds=0).limit == "seconds"


def test_checkpoints_of_another_hunt_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "hunt.json"
    hardest("coroutine", size="2x3", seed=3, rounds=1, checkpoint=path)
    with pytest.raises(ClewError, match="another hunt: it differs in seed"):
        hardest("coroutine", size="2x3", seed=4, rounds=2, checkpoint=path)
    for text in ("{", "[]", "{}"):
        path.write_text(text)
        with pytest.raises(ClewError, match="not the checkpoint"):
            hardest("coroutine", size="2x3", seed=3, rounds=2, checkpoint=path)


def test_the_command(tmp_path: Path) -> None:
    path = str(tmp_path / "hunt.json")
    words = ("generate", "coroutine", "--size", "2x3", "--seed", "3", "--hardest")
    whole = program(*words, "--rounds", "4")
    first = program(*words, "--rounds", "2", "--checkpoint", path)
    rest = program(*words, "--rounds", "4", "--checkpoint", path)
    assert whole.status == first.status == rest.status == 0
    assert first.out + rest.out == whole.out and "4 rounds, the hardest needs" in whole.err
    assert program(*words, "--par", "3").status == 2
    assert program("generate", "coroutine", "--rounds", "2").status == 2
