"""Many levels of many games: the laws of puzzles hold, and all answers about a level agree."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import clew
from clew.errors import BoardError, PuzzleError
from clew.families.puzzlescript.puzzle import PuzzleScript
from clew.testing import check_puzzle
from tests.acceptance.data import FOLDER, rows
from tests.amount import times
from tests.families.puzzlescript import random_board
from tests.property.mutated_games import mutated_board
from tests.property.wild_games import wild_board

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCES = (
    [row["source"] for row in rows("puzzlescript/recordings.json")]
    if (FOLDER / "puzzlescript").is_dir()
    else []
)
STATES = 1_500
"""States of a map; a level with more is not asked."""
LAWFUL = 60
"""States for which the laws are checked."""
PORTION = times(8, 25)


def board_of(seed: int) -> dict[str, Any]:
    """Of three levels one under rules from a list, one of the whole language, one of a recorded game."""
    rng = Random(seed)
    if seed % 3 == 0 and SOURCES:
        return mutated_board(SOURCES, rng)
    return wild_board(rng) if seed % 3 == 1 else random_board(rng)


def levels(first: int, count: int) -> Iterator[tuple[int, PuzzleScript]]:
    """So many levels that are not refused, come to rest and have a small map, with their seeds."""
    seed = first
    while count:
        seed += 1
        board = board_of(seed)
        try:
            puzzle = PuzzleScript(board["game"], seed=board.get("seed", "1"))
            space = clew.explore(puzzle, states=STATES)
        except (BoardError, PuzzleError, clew.LimitReached):
            continue
        if space.n and space.complete:
            count -= 1
            yield seed, puzzle


def fewest_by_hand(puzzle: PuzzleScript) -> int | None:
    """The fewest moves, by breadth-first search over what the puzzle says of its moves."""
    layer, seen, length = [puzzle.initial()], {puzzle.initial()}, 0
    while layer:
        if any(map(puzzle.is_goal, layer)):
            return length
        layer = [after for state in layer for _, after in puzzle.successors(state)]
        layer = [state for state in dict.fromkeys(layer) if state not in seen]
        seen.update(layer)
        length += 1
    return None


def check_answers(puzzle: PuzzleScript) -> None:
    """Every question about a level has the same answer."""
    fewest = fewest_by_hand(puzzle)
    solution, hint, better = clew.solve(puzzle), clew.hint(puzzle), clew.improve(puzzle).finish()
    assert (solution.length, hint.distance, better.length) == (fewest, fewest, fewest)
    assert clew.distance(puzzle) == fewest
    space = clew.explore(puzzle)
    assert (space.status, int(space.distance[space.start])) == (
        ("unsolvable", 65_535) if fewest is None else ("solved", fewest)
    )
    found = clew.solutions(puzzle)
    measured = clew.rate(puzzle)
    if fewest is None:
        assert (solution.status, better.status, found.count) == ("unsolvable", "unsolvable", 0)
        return
    bound = puzzle.heuristic(puzzle.initial())
    assert bound is not None and bound <= fewest
    assert solution.optimal and better.optimal and solution.moves is not None
    assert found.count == space.count_optimal() > 0
    assert measured["min_moves"] == fewest
    assert set(hint.best) == set(space.optimal_moves(space.start))
    assert clew.verify(puzzle, solution.moves).solved
    game = clew.Game(puzzle)
    for move in solution.moves:
        game.play(move)
    assert game.is_solved and game.length == fewest
    assert len(solution.boards) == fewest + 1
    assert clew.draw(solution).startswith("<svg")


def check(first: int, count: int) -> None:
    for seed, puzzle in levels(first, count):
        check_puzzle(puzzle, states=LAWFUL)
        try:
            check_answers(puzzle)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}") from error


def test_a_few_levels() -> None:
    check(0, 5)


@pytest.mark.parametrize("portion", range(times(1, 8)))
def test_many_levels(portion: int) -> None:
    check(10_000 * (portion + 1), PORTION)
