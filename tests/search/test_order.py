"""One order of solutions: whoever is asked, in whatever way, the first one is the same."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

import clew
from tests.search.boards import COINS, COUNTER, GAR, PANGURU, SLIDES

BOARDS = Path(__file__).parents[2] / "boards"
LARGE = ("fifteen-puzzle", "panguru-25", "mondrian-22", "mondrian-15", "rush-49")
"""Boards that take long to count or map here."""

MANY = [
    GAR,
    SLIDES,
    COINS,
    COUNTER,
    PANGURU,
    "blocks[free]:BAAC/BAAC/DEEF/DGHF/IooJ>..../..../..../.AA./.AA.",
    "blocks[step]:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo",
    "blocks[free,piece]:CCBB/AAoo/ooDD>..../..../..AA",
    "blocks:CoBooo/CoBooo/AAooDo/ooooDo/EEooFF",
    "ricochet:R..R/..#./..../G..R>..../.R../..G./...R",
    "pebbles[grid 3x3]:A,A,B,B,C,C,D,D,-/D,-,C,B,C,A,B,A,D",
    "pebbles[grid 2x4]:A,A,B,B,C,C,E,E/B,-,A,-,C,C,A,B",
]


def listed() -> list[str]:
    files = sorted(BOARDS.glob("*/*.toml"))
    return [str(file) for file in files if file.stem not in LARGE]


@pytest.mark.parametrize("board", [*MANY, *listed()], ids=lambda board: Path(board).stem[:40])
def test_the_first_solution_is_the_same_everywhere(board: str) -> None:
    puzzle = clew.load(board)
    first = clew.solve(puzzle, threads=1)
    assert first.moves is not None
    assert clew.solve(puzzle, threads=2).moves == first.moves
    found = clew.solutions(puzzle)
    assert next(iter(found)) == found.solution.moves == first.moves
    hint = clew.hint(puzzle)
    assert hint.line == first.moves
    assert hint.best[:1] == first.moves[:1]


@pytest.mark.parametrize("board", [*MANY, *listed()], ids=lambda board: Path(board).stem[:40])
def test_a_distance_is_the_length_of_a_solution_and_changes_none(board: str) -> None:
    first = clew.solve(clew.load(board))
    asked = clew.load(board)
    assert clew.distance(asked) == first.length
    assert clew.solve(asked).moves == first.moves


ALGORITHMS = ("bfs", "bidirectional", "astar", "ida_star")
KLOTSKI = MANY[5]
PLAIN = [
    (board, algorithm)
    for board in MANY
    for algorithm in ALGORITHMS
    if board != PANGURU and (board, algorithm) != (KLOTSKI, "ida_star")  # these take long
]


@pytest.mark.parametrize(("board", "algorithm"), PLAIN)
def test_every_algorithm_shows_the_same_solution(board: str, algorithm: str) -> None:
    puzzle = clew.load(board)
    found = clew.solve(puzzle, algorithm=algorithm, limits=clew.Limits(states=1_000_000))
    assert found.moves == clew.solve(puzzle).moves


@pytest.mark.parametrize("board", MANY)
def test_it_goes_on_the_same_from_each_position_and_on_a_map(board: str) -> None:
    puzzle = clew.load(board)
    first = clew.solve(puzzle)
    assert first.moves is not None
    for number, state in islice(enumerate(first.positions), 0, None, 3):
        assert clew.hint(puzzle, state).line == first.moves[number:]
        assert clew.solve(puzzle, after=first.moves[:number]).moves == first.moves[number:]
    if board != PANGURU:  # its map is too large
        assert clew.explore(puzzle).best_path() == first.moves


@pytest.mark.parametrize("board", [GAR, SLIDES, COINS, COUNTER, *MANY[6:10]])
def test_solutions_are_listed_in_the_order_of_moves(board: str) -> None:
    puzzle = clew.load(board)
    places = []
    for line in islice(clew.solutions(puzzle), 200):
        state, place = puzzle.initial(), []
        for name in line:
            steps = puzzle.moves(state)
            at = [step.name for step in steps].index(str(name))
            place.append(at)
            state = steps[at].after
        places.append(place)
    assert places == sorted(places)
