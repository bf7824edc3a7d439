"""`clew.solve`: what its answer holds, and what it refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest

import clew
from clew.pictured import register_renderer
from tests.search.boards import COINS, GAR, KNOWN, PANGURU, STUCK

ALGORITHMS = ["auto", "bfs", "bidirectional", "astar", "ida_star"]


@pytest.mark.parametrize("board", KNOWN)
def test_the_line_is_legal_solves_and_is_as_short_as_known(board: str) -> None:
    puzzle = clew.load(board)
    solution = clew.solve(puzzle)
    length, _ = KNOWN[board]
    assert (solution.status, solution.length, solution.optimal, solution.lower_bound) == (
        "solved",
        length,
        True,
        length,
    )
    assert clew.verify(puzzle, str(solution)).solved
    assert len(solution.positions) == len(solution.boards) == len(list(solution)) + 1
    assert puzzle.is_goal(solution.positions[-1])


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(
    ("board", "moves"), [("blocks:A/A/o", ["AD1"]), ("blocks[exit=A-up]:o/A/A/B/B", ["AU1"])]
)
def test_standing_pieces_of_a_board_of_one_column(board: str, moves: list[str], algorithm: str) -> None:
    assert [str(move) for move in clew.solve(clew.load(board), algorithm)] == moves


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("board", KNOWN)
def test_every_algorithm_finds_the_same_length(board: str, algorithm: str) -> None:
    solution = clew.solve(clew.load(board), algorithm, limits=clew.Limits(states=300_000))
    assert algorithm in ("auto", solution.algorithm)
    assert solution.reason
    too_large = board == PANGURU and algorithm in ("bfs", "bidirectional")
    if solution.status == "limit" and too_large:
        assert solution.limit == "states", "its billions of states are no work for a search without a bound"
    else:
        assert solution.length == KNOWN[board][0]


def test_a_solution_is_used_like_its_moves() -> None:
    solution = clew.solve(clew.load(GAR))
    moves = solution.moves
    assert moves is not None
    assert (len(solution), solution[-1], list(solution)) == (8, moves[-1], moves)
    assert list(reversed(solution)) == moves[::-1]
    assert str(solution) == " ".join(map(str, moves))
    assert "8 moves, optimal" in repr(solution)


def test_a_board_that_is_solved_at_the_start_has_a_solution_without_moves() -> None:
    solution = clew.solve(clew.load("null:0"))
    assert solution, "an empty line is a solution all the same"
    assert (len(solution), solution.moves, str(solution), solution.optimal) == (0, [], "", True)


def test_unsolvable_is_proved_and_has_no_line() -> None:
    solution = clew.solve(clew.load(STUCK))
    assert (solution.status, solution.length, solution.moves, solution.lower_bound) == (
        "unsolvable",
        None,
        None,
        None,
    )
    assert not solution
    assert list(solution) == []
    with pytest.raises(TypeError, match="no length"):
        len(solution)


def test_steps_metric_counts_no_passes_but_lists_them() -> None:
    solution = clew.solve(clew.load(COINS.replace("coroutine:", "coroutine[steps]:")))
    assert (solution.length, len(solution)) == (16, 19)
    assert list(solution) == solution.moves and solution[18] == solution[-1] == "0N"
    assert repr(solution).startswith("<Solution solved, 19 moves that cost 16, optimal")
    assert solution.moves is not None
    assert len([move for move in solution.moves if not str(move).endswith("-")]) == 16


def test_json_has_the_keys_of_the_command_line() -> None:
    puzzle = clew.load(GAR)
    result = clew.solve(puzzle).to_dict()
    assert json.loads(json.dumps(result)) == result
    assert list(result) == [
        "family",
        "board",
        "status",
        "puzzle",
        "optimal",
        "length",
        "lower_bound",
        "metric",
        "moves",
        "count",
        "states",
        "seconds",
        "algorithm",
    ]
    assert (result["family"], result["puzzle"], result["metric"]) == ("blocks", GAR, "slide")
    assert result["count"] is None
    assert clew.solve(clew.load(STUCK)).to_dict()["count"] == 0


@pytest.mark.parametrize("after", ["CL3 HU1", ["CL3", "HU1"], ("CL3", "HU1")])
def test_after_goes_on_from_moves_played(after: str | list[str]) -> None:
    puzzle = clew.load(GAR)
    solution = clew.solve(puzzle, after=after)
    assert solution.start == puzzle.apply(puzzle.apply(puzzle.initial(), "CL3"), "HU1")
    assert clew.verify(puzzle, ["CL3", "HU1", *solution]).solved


def test_after_says_which_move_is_illegal() -> None:
    with pytest.raises(clew.IllegalMove) as caught:
        clew.solve(clew.load(GAR), after="CL3 ZL1")
    assert (caught.value.index, caught.value.move) == (1, "ZL1")
    assert "HU1" in caught.value.legal


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"algorithm": "dfs"}, "choose one of auto, bfs"),
        ({"threads": -1}, "threads=-1"),
        ({"via": ["nonsense"]}, "row"),
    ],
)
def test_wrong_arguments_are_refused_in_words(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(clew.ClewError, match=words):
        clew.solve(clew.load(GAR), **arguments)  # type: ignore[arg-type]


def test_what_is_no_puzzle_is_refused_in_words() -> None:
    nothing: Any = object()
    for use in (clew.solve, clew.solutions, clew.hint, clew.distance, clew.Game):
        with pytest.raises(clew.ClewError, match="object is not a puzzle"):
            use(nothing)


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("board", KNOWN)
def test_threads_do_not_change_the_answer(board: str, threads: int) -> None:
    puzzle = clew.load(board)
    one, many = clew.solve(puzzle, threads=1).to_dict(), clew.solve(puzzle, threads=threads).to_dict()
    for answer in (one, many):
        del answer["states"], answer["seconds"]
    assert one == many


def test_path_gives_the_cells_of_a_single_hole() -> None:
    puzzle = clew.load(PANGURU)
    solution = clew.solve(puzzle)
    assert solution.path is not None
    cells = [int(cell) for cell in solution.path.split("-")]
    assert len(cells) == 17
    assert clew.verify(puzzle, solution.path).moves == solution.moves
    later = clew.solve(puzzle, after=solution.moves or [])
    assert later.path == str(cells[-1])
    assert clew.solve(clew.load(GAR)).path is None


def test_notebooks_show_what_a_renderer_draws() -> None:
    class Counting:
        def svg(self, thing: object) -> str:
            assert isinstance(thing, clew.Solution)
            return f"<svg>{len(thing)}</svg>"

        def html(self, thing: object) -> None:
            return None

    solution = clew.solve(clew.load("null:2"))
    register_renderer(Counting())
    try:
        assert solution._repr_svg_() == "<svg>2</svg>"
        assert solution._repr_html_() is None
    finally:
        register_renderer(None)
