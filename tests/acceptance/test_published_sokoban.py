"""Microban: the fewest moves and the fewest pushes of the even levels are those of a plain search."""

from __future__ import annotations

import pytest

from clew.boards.load import read_boards
from clew.families.sokoban.puzzle import Sokoban
from clew.search.solve import solve
from tests.acceptance.data import FOLDER, rows
from tests.amount import MANY, few

LEVELS = {int(row["level"]): row for row in rows("sokoban/microban_even.csv") if row["moves"]}
EASY = few([level for level, row in LEVELS.items() if MANY or int(row["moves"]) < 110], 12)


@pytest.fixture(scope="module")
def puzzles() -> dict[int, Sokoban]:
    found = {}
    for entry in read_boards(FOLDER / "sokoban" / "microban_even.xsb"):
        assert isinstance(entry.puzzle, Sokoban), entry.error
        found[int(entry.puzzle.title or 0)] = entry.puzzle
    return found


def test_the_whole_collection_is_read(puzzles: dict[int, Sokoban]) -> None:
    assert list(puzzles) == list(range(2, 156, 2))
    assert {level: len(puzzles[level].boxes) for level in LEVELS} == {
        level: int(row["boxes"]) for level, row in LEVELS.items()
    }


@pytest.mark.parametrize("level", EASY)
@pytest.mark.parametrize("metric", ["moves", "pushes"])
def test_a_level(puzzles: dict[int, Sokoban], level: int, metric: str) -> None:
    puzzle = Sokoban(puzzles[level].to_dict()["board"], metric=metric)
    solution = solve(puzzle)
    assert solution.optimal
    assert solution.length == int(LEVELS[level][metric])
