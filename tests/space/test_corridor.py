"""The part of a large space near its shortest solutions: against plain searches, and its edge."""

from __future__ import annotations

import pickle
from collections import deque
from functools import cache
from typing import Any

import pytest

import clew
from clew.errors import ClewError
from tests.search.boards import COINS, GAR, STUCK
from tests.stops import boards

PANGURU = "boards/pebbles/panguru-example.toml"


@cache
def near(board: str, size: int) -> Any:
    return clew.explore_corridor(clew.load(board), size)


def around(puzzle: Any, radius: int) -> set[str]:
    """All states within so many moves of a shortest solution, by plain breadth-first search."""
    begin = {puzzle.canonical(puzzle.initial())}
    for moves in clew.solutions(puzzle):
        state = puzzle.initial()
        for move in moves:
            state = puzzle.find(state, move).after
            begin.add(puzzle.canonical(state))
    far, queue = dict.fromkeys(begin, 0), deque(begin)
    while queue:
        here = queue.popleft()
        if far[here] == radius:
            continue
        for step in puzzle.steps(here):
            after = puzzle.canonical(step.after)
            if after not in far:
                far[after] = far[here] + 1
                queue.append(after)
    return set(far)


def test_a_small_space_is_mapped_as_a_whole() -> None:
    space, whole = near(GAR, 60_000), clew.explore(clew.load(GAR))
    assert space.complete and space.radius is None
    assert (space.n, space.edges, space.count_optimal()) == (whole.n, whole.edges, whole.count_optimal())
    for state in range(0, whole.n, 50):
        number = space.index(whole.state(state))
        assert (space.distance[number], space.depth[number]) == (whole.distance[state], whole.depth[state])


@pytest.mark.parametrize("size", [60, 300, 900])
def test_everything_within_the_radius_is_there_and_nothing_else(size: int) -> None:
    puzzle, space = clew.load(GAR), near(GAR, size)
    assert space.radius is not None and not space.complete
    assert {puzzle.canonical(space.state(i)) for i in range(space.n)} == around(puzzle, space.radius)
    assert len(around(puzzle, space.radius + 1)) > size


def test_moves_at_the_edge_stay_on_the_map() -> None:
    puzzle, space = clew.load(GAR), near(GAR, 300)
    on_map = {puzzle.canonical(space.state(i)): i for i in range(space.n)}
    labels = iter(space.labels.tolist())
    for state in range(space.n):
        steps = [step for step in puzzle.steps(space.state(state)) if puzzle.canonical(step.after) in on_map]
        assert space.row(state).tolist() == [on_map[puzzle.canonical(step.after)] for step in steps]
        assert [next(labels) for _ in steps] == [step.name for step in steps]


def test_distances_are_true_on_the_solutions_and_never_too_small() -> None:
    space, whole = near(GAR, 300), clew.explore(clew.load(GAR))
    assert space.count_optimal() == whole.count_optimal()
    for state in range(space.n):
        assert space.distance[state] >= whole.distance[whole.index(space.state(state))]
    assert space.best_path() and len(space.best_path()) == 8


def test_panguru_has_start_goal_and_all_solutions() -> None:
    space = near(PANGURU, 60_000)
    assert (space.distance[space.start], space.count_optimal()) == (16, 12)
    assert 1_000 < space.n <= 60_000 and space.is_goal.any()


def test_costs_are_kept() -> None:
    puzzle = clew.load("boards/coroutine/bailey-1-steps.toml")
    space, whole = clew.explore_corridor(puzzle), clew.explore(puzzle)
    assert space.distance[space.start] == whole.distance[whole.start]
    assert sorted(space.depth.tolist()) == sorted(whole.depth.tolist())


def test_it_can_be_copied_and_drawn() -> None:
    space = pickle.loads(pickle.dumps(near(GAR, 300)))
    assert (space.n, space.radius) == (near(GAR, 300).n, near(GAR, 300).radius)
    assert "within" in repr(space) and "<svg" in space.draw()


def test_what_cannot_be_mapped() -> None:
    with pytest.raises(ClewError, match="no goal can be reached"):
        clew.explore_corridor(clew.load(STUCK))
    with pytest.raises(ClewError, match="size=0: expected a positive whole number"):
        clew.explore_corridor(clew.load(COINS), 0)
    stopped = clew.explore_corridor(clew.load("boards/blocks/huarong-dao.toml"), states=50)
    assert (stopped.n, stopped.limit) == (0, "states")


def test_a_limit_after_the_first_solution_leaves_no_part_of_a_corridor() -> None:
    """There are many solutions, and memory for the first of them is not memory for all."""
    board, size = boards.tracks(5, 8), 3_000
    whole, cut = clew.explore_corridor(board, size), 0
    for step in range(24):
        memory = int(60_000 * 1.25**step)
        found = clew.explore_corridor(board, size, memory=memory)
        if found.limit is None:
            assert (found.n, found.best_path()) == (whole.n, whole.best_path())
            continue
        assert (found.n, found.status, found.limit) == (0, "limit", "memory")
        cut += clew.solutions(board, memory=memory).status == "solved"
    assert cut, "none of these is enough for the first solution alone"


def test_ctrl_c_while_all_solutions_are_gathered_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """The length is known then, but not what lies on the solutions."""

    def pressed(*given: Any, **named: Any) -> clew.Solutions:
        found = clew.solutions(*given, **named)
        found._run.stop.set()  # as Ctrl-C does
        return found

    monkeypatch.setattr("clew.statespace.corridor.solutions", pressed)
    stopped = clew.explore_corridor(boards.tracks(5, 8))
    assert (stopped.n, stopped.limit) == (0, "interrupted")
