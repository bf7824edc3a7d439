"""The reference against facts of `boards.md` and boards small enough to solve by hand."""

from typing import Any

import pytest

from tests.amount import few, times
from tests.property.random_boards import GENERATORS, sample
from tests.reference import rules_of
from tests.reference.search import Map, optimum, replay

GAR = "BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo"
BAILEY = [["N S", "S SE", "N S SW"], ["NE E", "", "N SW"], ["W SE", "N NW SE", "W SW S"]]
BAILEY_SOLUTION = "0S 1- 0S 1W 0N 1NE 0N 1N 0S 1- 0S 1W 0- 1W 0N 1E 0SE 1SE 0N"


def answer(board: dict[str, Any]) -> tuple[int | None, int]:
    """Length and number of optimal solutions."""
    known = optimum(rules_of(board))
    return known.length, known.count()


def names(board: dict[str, Any]) -> set[str]:
    """The moves of the start position."""
    rules = rules_of(board)
    return {name for name, _ in rules.moves(rules.start)}


@pytest.mark.parametrize(("metric", "length", "count"), [("slide", 8, 61), ("step", 16, 207_936)])
def test_gar_level_1(metric: str, length: int, count: int) -> None:
    assert answer({"family": "blocks", "board": GAR, "metric": metric}) == (length, count)


def test_gar_level_1_has_the_published_map() -> None:
    whole = Map(rules_of({"family": "blocks", "board": GAR}))
    assert (len(whole.states), len(whole.goals), max(whole.distance.values())) == (1247, 172, 9)
    assert sum(len(edges) for edges in whole.edges.values()) == 2 * 6522


HUARONG_DAO = [("piece", 81, 256), ("slide", 90, 4096), ("step", 116, 4_112_640_000)]


@pytest.mark.parametrize(("metric", "length", "count"), few(HUARONG_DAO, 1))
def test_huarong_dao(metric: str, length: int, count: int) -> None:
    board = {
        "family": "blocks", "movement": "free", "metric": metric,
        "board": "BAAC/BAAC/DEEF/DGHF/IooJ", "goal": "..../..../..../.AA./.AA.",
    }  # fmt: skip
    assert answer(board) == (length, count)


def test_coroutine_of_the_page() -> None:
    board = {"family": "coroutine", "squares": BAILEY}
    rules = rules_of(board)
    state, turns, early = replay(rules, BAILEY_SOLUTION.split())
    assert rules.is_goal(state) and turns == 19 and not early
    assert answer(board) == (19, 1)
    assert optimum(rules_of(board | {"metric": "steps"})).length == 16


def test_one_pebble_and_one_way_home() -> None:
    board = {"family": "pebbles", "layout": "grid 2x2", "plates": "AB-C", "pebbles": "A-BC"}
    assert names(board) == {"0-1", "3-1"}
    assert answer(board) == (None, 0)
    assert answer(board | {"pebbles": "-BAC"}) == (1, 1)


def test_panguru_has_63_edges_and_the_centre_line() -> None:
    board = {"family": "pebbles", "plates": "R" * 14 + "-", "pebbles": "R" * 4 + "-" + "R" * 10}
    assert names(board) == {f"{cell}-4" for cell in (0, 1, 2, 3, 5, 7, 8, 11, 12, 13)} | {"1-4"}
    rules: Any = rules_of(board)
    assert sum(map(len, rules.neighbours)) == 2 * 63


def test_a_piece_is_written_by_its_shortest_path() -> None:
    board = {
        "family": "blocks",
        "movement": "free",
        "metric": "piece",
        "board": "A.x/...",
        "goal": {"piece": "A", "exit": "right"},
    }
    assert names(board) == {"AR1", "AD1", "AR1D1", "AR1D1R1"}
    assert answer(board) == (1, 1)


def test_open_edges_and_walls_of_ricochet() -> None:
    board = {
        "family": "ricochet",
        "board": ".../.R./...",
        "goal": "R../.../...",
        "edges": "open",
        "walls": ["a2 left"],
    }
    assert names(board) == {"b2L"}
    assert answer(board) == (None, 0)
    assert names(board | {"edges": "stop"}) == {"b2L", "b2R", "b2U", "b2D"}
    assert answer(board | {"edges": "stop"}) == (2, 2)
    assert names(board | {"walls": ["b2 left", "c2 right", "b1 down"]}) == {"b2R"}


def test_a_pattern_anywhere_is_moved_but_not_turned() -> None:
    board = {"family": "ricochet", "board": "R..B/..../...#", "goal": "RB", "anywhere": True}
    assert answer(board) == (1, 2)
    assert answer(board | {"anywhere": False, "goal": "RB../..../...."}) == (1, 1)
    assert answer(board | {"goal": "BR"})[0] == 4


def test_solved_at_the_start() -> None:
    assert answer({"family": "ricochet", "board": "R.", "goal": ".."}) == (0, 1)
    assert answer({"family": "coroutine", "squares": [["", "", ""]], "target": "a1"}) == (0, 1)


@pytest.mark.parametrize("family", GENERATORS)
def test_merging_interchangeable_pieces_does_not_change_lengths_and_counts(family: str) -> None:
    for case in sample(family, seed=0, number=times(10, 40), most_states=150):
        labelled = Map(case.rules, past_goals=False, merged=False)
        assert (labelled.length, labelled.count()) == (case.map.length, case.map.count()), case.board
        assert len(labelled.states) >= len(case.map.states)


@pytest.mark.parametrize("family", GENERATORS)
def test_positions_read_back(family: str) -> None:
    for case in sample(family, seed=1, number=times(10, 40), most_states=150):
        for state in case.map.states.values():
            again = case.rules.read(case.rules.text(state))
            assert case.rules.identity(again) == case.rules.identity(state), case.board
