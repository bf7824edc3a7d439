"""The games under examples/games: every level's optimum, found by plain breadth-first search as well."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import clew
from tests.reference.puzzlescript import PuzzleScript as Plain

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "examples" / "games").glob("*.txt"))
FEWEST = {
    "bridge": (6, 16),
    "coins": (13, 15),
    "crumbs": (11, 18),
    "curling": (7, 5),
    "floor": (9, 8),
    "gate": (9, 29),
    "gems": (16, 18),
    "keys": (10,),
    "lamps": (8, 15),
    "mirror": (5, 11),
    "pond": (4, 2),
    "portal": (5, 6),
    "quarry": (6, 9),
    "rope": (14,),
    "shaft": (9, 10),
    "store": (5, 7),
    "sums": (9,),
    "swap": (52, 16),
    "twins": (10, 8),
    "wagons": (10, 13),
}
"""The fewest moves of each level."""
ON_BOARDS = ("floor", "keys", "pond", "rope", "store", "sums")
"""Games whose levels are among the boards that come with Clew."""


def plain_length(plain: Plain) -> int | None:
    """The fewest moves, by breadth-first search in Python; None if there is no solution."""
    layer, seen, length = [plain.start], {plain.start}, 0
    while layer:
        if any(map(plain.is_goal, layer)):
            return length
        layer = [after for state in layer for _, after in plain.moves(state)]
        layer = [state for state in dict.fromkeys(layer) if state not in seen]
        seen.update(layer)
        length += 1
    return None


def test_every_game_is_listed() -> None:
    assert [path.stem for path in GAMES] == sorted(FEWEST)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_solver_finds_the_fewest_moves_of_each_level(path: Path) -> None:
    found = [clew.solve(level) for level in clew.PuzzleScript.levels(path)]
    assert tuple(solution.length for solution in found) == FEWEST[path.stem]
    assert all(solution.optimal for solution in found)


@pytest.mark.parametrize("stem", ["curling", "floor", "keys", "pond", "portal", "quarry", "store", "twins"])
def test_breadth_first_search_in_plain_python_agrees(stem: str) -> None:
    text = (ROOT / "examples" / "games" / f"{stem}.txt").read_text(encoding="utf-8")
    found = [plain_length(Plain({"game": text, "level": number + 1})) for number in range(len(FEWEST[stem]))]
    assert tuple(found) == FEWEST[stem]


@pytest.mark.parametrize(
    "path", [path for path in GAMES if path.stem in ON_BOARDS], ids=lambda path: path.stem
)
def test_the_boards_hold_the_same_games(path: Path) -> None:
    boards = sorted((ROOT / "boards" / "puzzlescript").glob(f"{path.stem}*.toml"))
    keys = [tomllib.loads(board.read_text(encoding="utf-8")) for board in boards]
    assert [board["game"].strip() for board in keys] == [path.read_text(encoding="utf-8").strip()] * len(keys)
    assert tuple(board["par"] for board in keys) == FEWEST[path.stem]
