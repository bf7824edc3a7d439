"""Random games: the engine does what the plain interpreter does, key by key."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest

import clew
from clew.families.puzzlescript.level import PuzzleScript
from tests.property.random_games import small_board
from tests.reference.puzzlescript import PuzzleScript as Plain

WALK = 6
GAMES = sorted((Path(__file__).parent / "puzzlescript_games").glob("*.toml"))


@pytest.mark.parametrize("seed", range(40))
def test_a_walk_through_a_random_game(seed: int) -> None:
    rng = Random(seed)
    board = small_board(rng)
    puzzle, plain = PuzzleScript(board["game"]), Plain(board)
    state, there = puzzle.initial(), plain.start
    for _ in range(WALK):
        assert plain.read(state) == there
        assert puzzle.is_goal(state) == plain.is_goal(there)
        steps, moves = dict(puzzle.successors(state)), dict(plain.moves(there))
        assert {name: plain.read(after) for name, after in steps.items()} == moves
        if not steps:
            return
        name = rng.choice(sorted(steps))
        state, there = steps[name], moves[name]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_level_with_a_known_optimum(path: Path) -> None:
    keys = tomllib.loads(path.read_text(encoding="utf-8"))
    keys.pop("family")
    solution = clew.solve(PuzzleScript(**keys))
    assert (solution.length, solution.optimal) == (keys["par"], True)
