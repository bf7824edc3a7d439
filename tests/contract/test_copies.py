"""What Clew makes can be pickled and copied: sent to another process, kept on disk, changed apart."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from threading import Barrier
from typing import Any

import numpy as np
import pytest

import clew
from clew.puzzles.base import EnginePuzzle
from clew.puzzles.families import NAMES
from tests.contract.travelling import Countdown, Heap, solved

BOARDS = (
    "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo",
    "pebbles[grid 2x3]:ABCD--/--DCBA",
    "ricochet:A../.#./..B>..A/.../B..",
    "coroutine:N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S",
    "null[highest=5]:3",
    "sokoban[pushes-then-moves]:#######/#@-$-.#/#-$-.-#/#######",
)
GAME = Path(__file__).parents[2] / "boards" / "puzzlescript" / "store-1.toml"
PUZZLES: dict[str, Callable[[], Any]] = {
    **{text.partition(":")[0].partition("[")[0]: partial(clew.load, text) for text in BOARDS},
    "puzzlescript": lambda: clew.load(str(GAME)),
    "own": lambda: Countdown(6, names=("a", "b")),
    "compiled": lambda: Heap(6),
}
WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.fixture(params=PUZZLES)
def puzzle(request: pytest.FixtureRequest) -> Any:
    return PUZZLES[request.param]()


@pytest.fixture(params=WAYS)
def again(request: pytest.FixtureRequest) -> Callable[[Any], Any]:
    return WAYS[request.param]


def test_a_puzzle_before_and_after_it_was_searched(puzzle: Any, again: Callable[[Any], Any]) -> None:
    fresh = clew.solve(again(puzzle))
    assert fresh.moves == clew.solve(puzzle).moves
    other = again(puzzle)
    assert type(other) is type(puzzle)
    assert clew.solve(other).moves == fresh.moves
    if isinstance(puzzle, EnginePuzzle):
        assert other == puzzle and hash(other) == hash(puzzle)


def test_a_solution_and_a_hint(puzzle: Any, again: Callable[[Any], Any]) -> None:
    solution, hint = clew.solve(puzzle), clew.hint(puzzle)
    other = again(solution)
    assert (other.moves, other.boards, repr(other)) == (solution.moves, solution.boards, repr(solution))
    assert again(hint).to_dict() == hint.to_dict()
    assert [again(hint).level(level) for level in (1, 2, 3)] == [hint.level(level) for level in (1, 2, 3)]


def test_all_solutions_before_and_after_they_were_counted(puzzle: Any, again: Callable[[Any], Any]) -> None:
    found = clew.solutions(puzzle)
    other = again(found)
    assert other.count == found.count
    assert again(found).count == found.count
    assert [line for line, _ in zip(again(found), range(5), strict=False)] == [
        line for line, _ in zip(found, range(5), strict=False)
    ]


def test_a_map(puzzle: Any, again: Callable[[Any], Any]) -> None:
    space = clew.explore(puzzle)
    other = again(space)
    assert (other.n, other.edges, other.start, other.status) == (space.n, space.edges, space.start, "solved")
    for name, array in space.arrays().items():
        assert np.array_equal(array, other.arrays()[name]), name
    states = [space.state(i) for i in range(min(space.n, 50))]
    assert [other.state(i) for i in range(len(states))] == states
    assert [other.index(state) for state in states] == list(range(len(states)))
    assert other.best_path() == space.best_path()


def test_a_map_that_a_limit_left_out(again: Callable[[Any], Any]) -> None:
    other = again(clew.explore(BOARDS[0], states=1))
    assert (other.n, other.status, other.limit) == (0, "limit", "states")


def test_a_game_goes_on(puzzle: Any, again: Callable[[Any], Any]) -> None:
    game = clew.Game(puzzle)
    for move in clew.solve(puzzle):
        game.play(move)
    game.undo()
    other = again(game)
    assert (other.state, other.history, other.can_redo) == (game.state, game.history, True)
    other.redo()
    assert other.is_solved and not game.is_solved


def test_the_clock_of_a_game_goes_on_in_another_process() -> None:
    now = [100.0]
    game = clew.Game(clew.load("null:3"), clock=lambda: now[0])
    now[0] = 107.0
    state = game.__getstate__()
    now[0] = 5.0  # zero of the clock is another there
    other = clew.Game.__new__(clew.Game)
    other.__setstate__(state)
    now[0] = 8.0
    other.play("down")
    assert str(other.history) == "[(<Move down>, 10.0)]"


def test_limits_and_errors(again: Callable[[Any], Any]) -> None:
    assert repr(again(clew.Limits(states=5, memory="1GB"))) == repr(clew.Limits(states=5, memory="1GB"))
    with pytest.raises(clew.IllegalMove) as illegal:
        clew.load("null:3").apply("3", "up")
    with pytest.raises(clew.BoardError) as bad:
        clew.load("null:x")
    for error in (illegal.value, bad.value):
        other = again(error)
        assert (str(other), vars(other)) == (str(error), vars(error))


def test_comparisons_censuses_and_heat_maps(again: Callable[[Any], Any]) -> None:
    board = "pebbles[grid 2x2]:AB--/--AB"
    assert again(clew.compare(board)).to_dict()["methods"]
    assert again(clew.census(board)).counts == clew.census(board).counts
    assert again(clew.heatmap(board)).count == clew.heatmap(board).count
    assert again(clew.rate(board, ["min_moves"])).to_dict() == {"min_moves": 2}
    assert again(clew.verify(board, "0-3")).reason == clew.verify(board, "0-3").reason


def test_worker_processes_are_given_puzzles() -> None:
    puzzles = [make() for make in PUZZLES.values()]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(solved, puzzles)) == [solved(puzzle) for puzzle in puzzles]


def test_every_family_is_among_them() -> None:
    assert set(NAMES) <= set(PUZZLES)


def test_engines_of_two_puzzles_are_created_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    both, build = Barrier(2, timeout=30), clew.Blocks._build

    def together(puzzle: Any, engine: Any) -> Any:
        both.wait()
        return build(puzzle, engine)

    monkeypatch.setattr(clew.Blocks, "_build", together)
    with ThreadPoolExecutor(2) as threads:
        found = list(threads.map(clew.solve, map(clew.load, [BOARDS[0]] * 2)))
    assert found[0].length == found[1].length
