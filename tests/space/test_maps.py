"""Maps are right: known figures, and the same as plain searches over other rules, state for state."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import clew
from tests.amount import times
from tests.property.random_boards import GENERATORS
from tests.property.under_test import puzzle_of
from tests.reference import rules_of
from tests.reference.search import Map, TooLarge
from tests.search.boards import COINS, COUNTER, GAR, STUCK
from tests.space.judge import Plain, flaw

HUARONG_DAO = "blocks[free,piece]:BAAC/BAAC/DEEF/DGHF/IooJ>oooo/oooo/oooo/oAAo/oAAo"


def compare(family: str, seed: int, number: int, most_states: int = 1500) -> None:
    """Maps of so many random boards, goals played past or not, with edges or without, against plain ones."""
    rng = Random(f"maps {family} {seed}")
    while number:
        board = GENERATORS[family](rng)
        rules, expand = rules_of(board), rng.random() < 0.7
        try:
            plain = Plain(rules, expand, most_states)
        except TooLarge:
            continue
        if len(plain.states) < 3 and rng.random() < 0.9:
            continue
        number -= 1
        space = clew.explore(puzzle_of(board), expand)
        wrong = flaw(space, plain)
        assert wrong is None, f"{board}, expand_goals={expand}: {wrong}"
        bare = clew.explore(puzzle_of(board), expand, edges=False)
        assert bare.indptr is None and bare.edges == space.edges, board
        assert (bare.distance == space.distance).all() and (bare.depth == space.depth).all(), board
        if expand and space.n <= 300:
            known = Map(rules)
            for i in {space.start, *rng.sample(range(space.n), min(5, space.n))}:
                key = rules.identity(rules.read(str(space.state(i))))
                assert space.count_optimal(i) == known.count(key), (board, i)
                best = {edge.after for edge in known.best(key)} if key not in known.goals else set()
                after = {
                    rules.identity(rules.after(rules.read(str(space.state(i))), str(name)))
                    for name in space.optimal_moves(i)
                }
                assert (after == best) if key in known.distance else not after, (board, i)


@pytest.mark.parametrize("family", GENERATORS)
def test_random_boards_agree_with_a_plain_search(family: str) -> None:
    compare(family, 1, times(3, 30), most_states=700)


def test_gar_level_1() -> None:
    puzzle = clew.load(GAR)
    space = clew.explore(puzzle)
    assert (space.status, space.n, int(space.is_goal.sum())) == ("solved", 1247, 172)
    assert (space.undirected_edges, space.edges, int(space.distance.max())) == (6522, 13044, 9)
    assert space.distance[space.start] == 8 and space.count_optimal() == 61
    assert space.layers.sum() == space.n and space.layers[0] == 1
    path = space.best_path()
    assert len(path) == 8 and clew.verify(puzzle, path).solved
    short = clew.explore(puzzle, expand_goals=False)
    assert (short.n, int(short.is_goal.sum()), short.undirected_edges) == (1079, 4, 5863)
    assert short.count_optimal() == 61


def test_huarong_dao() -> None:
    space = clew.explore(clew.load(HUARONG_DAO))
    assert space.n == 25_955 and space.distance[space.start] == 81


def test_states_boards_and_grids_belong_together() -> None:
    puzzle = clew.load(GAR)
    space = clew.explore(puzzle)
    assert space.state(space.start) == puzzle.initial()
    assert all(space.index(space.state(i)) == i for i in range(0, space.n, 7))
    assert space.index(space.board(5)) == 5
    assert space.grid(space.start).tolist()[2] == [5, 1, 1, 8, 0, 7]


def test_a_map_is_a_sequence_of_its_states() -> None:
    space = clew.explore(COUNTER)
    states = list(space)
    assert states == [space.state(i) for i in range(space.n)] and len(space) == len(states)
    assert (space[0], space[-1]) == (states[0], states[-1])
    assert states[2] in space and "2" in space
    assert "9" not in clew.explore(COUNTER, max_depth=2)
    with pytest.raises(IndexError):
        space[space.n]
    assert list(clew.explore(GAR, states=10)) == []


def test_passes_cost_nothing_where_steps_are_counted() -> None:
    puzzle = clew.load("coroutine[steps]" + COINS.removeprefix("coroutine"))
    space = clew.explore(puzzle)
    assert space.costs is not None and set(space.costs.tolist()) == {0, 1}
    assert space.distance[space.start] == clew.solve(puzzle).length == 16


def test_a_board_that_cannot_be_solved_is_mapped_too() -> None:
    space = clew.explore(clew.load(STUCK))
    assert space.status == "unsolvable" and set(space.distance.tolist()) == {65535}
    assert space.count_optimal() == 0 and space.optimal_moves(space.start) == []
    with pytest.raises(clew.ClewError, match="no goal can be reached"):
        space.best_path()


def test_a_depth_cuts_the_map() -> None:
    whole = clew.explore(clew.load(GAR))
    part = clew.explore(clew.load(GAR), max_depth=3)
    assert part.layers.tolist() == whole.layers.tolist()[:4]
    assert not part.complete and (part.status, part.limit) == ("limit", "moves")
    assert all(len(part.row(i)) == 0 for i in range(part.n) if part.depth[i] == 3)
    assert all(len(part.row(i)) > 0 for i in range(part.n) if part.depth[i] < 3)
    solved = clew.explore(clew.load(GAR), max_depth=8)
    assert solved.status == "solved" and not solved.complete
    assert clew.explore(clew.load(COUNTER), max_depth=99).complete


@pytest.mark.parametrize(
    ("limits", "name"),
    [(clew.Limits(states=500), "states"), (clew.Limits(memory=10_000), "memory"),
     (clew.Limits(seconds=0), "seconds"), (clew.Limits(moves=2), "moves")],
)  # fmt: skip
def test_a_limit_leaves_no_map(limits: clew.Limits, name: str) -> None:
    space = clew.explore(clew.load(GAR), limits=limits)
    assert (space.status, space.limit, space.n, space.complete) == ("limit", name, 0, False)
    with pytest.raises(clew.ClewError, match=f"limit on {name} was reached"):
        space.state(0)


def test_what_is_not_there_is_told() -> None:
    space = clew.explore(clew.load(GAR), edges=False)
    with pytest.raises(clew.ClewError, match="edges=True"):
        space.row(0)
    with pytest.raises(IndexError, match="there is no state 1247: the map has 1247"):
        space.state(1247)
    numbers: list[Any] = ["2", space.state(2), 2.0, None]
    for number in numbers:
        for call in (space.state, space.board, space.position, space.grid, space.optimal_moves):
            with pytest.raises(TypeError, match=r"not the number of a state; space\.index"):
                call(number)
    other = "BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FooDDD"
    near = clew.explore(clew.load(GAR), max_depth=0)
    with pytest.raises(clew.ClewError, match="is not on this map"):
        near.index(other)
    with pytest.raises(clew.BoardError):
        space.index("nonsense")
    with pytest.raises(clew.ClewError, match="max_depth"):
        clew.explore(clew.load(GAR), max_depth=-1)


def test_numbers_do_not_depend_on_threads() -> None:
    one, four = (clew.explore(clew.load(HUARONG_DAO), threads=threads) for threads in (1, 4))
    assert np.array_equal(one.row(5), four.row(5)) and np.array_equal(one.distance, four.distance)
    assert one.indices is not None and four.indices is not None
    assert np.array_equal(one.indices, four.indices) and np.array_equal(one.words(), four.words())


def test_many_maps_come_in_order() -> None:
    boards = [clew.load(text) for text in (GAR, STUCK, COINS, COUNTER) * 3]
    maps = list(clew.explore_many(boards, threads=2))
    assert [space.n for space in maps] == [clew.explore(board).n for board in boards]
