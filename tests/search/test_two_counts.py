"""Sokoban by two counts: the fewest of the first, and of these solutions the fewest of the second."""

from __future__ import annotations

import random
from heapq import heappop, heappush
from typing import Any

import pytest

import clew
from clew.errors import ClewError
from clew.families.sokoban.counts import TwoCounts
from tests.amount import times
from tests.families import sokoban

METRICS = ("moves-then-pushes", "pushes-then-moves")
BOARD = "sokoban[{}]:#######/#-----#/#-$-@-#/#---$-#/#-.-.-#/#######"


def best(board: dict[str, Any], pushes_first: bool) -> tuple[int, int] | None:
    """The best pair of counts, by steps of the player, cheapest first."""
    rules = sokoban.rules()({**board, "metric": "moves"})
    queue, seen = [((0, 0), rules.start)], set()
    while queue:
        spent, state = heappop(queue)
        if rules.is_goal(state):
            return spent
        key = state[0], frozenset(state[1:])
        if key in seen:
            continue
        seen.add(key)
        for name, after in rules.moves(state):
            step = (int(name.isupper()), 1) if pushes_first else (1, int(name.isupper()))
            heappush(queue, ((spent[0] + step[0], spent[1] + step[1]), after))
    return None


@pytest.mark.parametrize("metric", METRICS)
def test_both_counts_are_the_least(metric: str) -> None:
    for seed in range(times(25, 500)):
        board = {**sokoban.random_board(random.Random(seed)), "metric": metric}
        wanted = best(board, metric == METRICS[1])
        solution = clew.solve(clew.Sokoban(board["board"], metric=metric))
        if wanted is None:
            assert solution.status == "unsolvable"
            continue
        path = solution.path or ""
        counts = (len(path), sum(map(str.isupper, path)))
        assert (counts[::-1] if metric == METRICS[1] else counts) == wanted, seed
        assert solution.optimal and solution.length == wanted[0] == len(solution)


@pytest.mark.parametrize("metric", METRICS)
def test_a_length_is_the_first_count_everywhere(metric: str) -> None:
    puzzle = clew.load(BOARD.format(metric))
    solution = clew.solve(puzzle)
    assert solution.length == solution.lower_bound == clew.distance(puzzle) == len(solution)
    assert clew.hint(puzzle).distance == solution.length
    assert {move.cost for move in puzzle.moves(puzzle.initial())} == {1}
    assert clew.solve(puzzle, moves=len(solution) - 1).status == "limit"
    assert clew.solve(puzzle, moves=len(solution)).length == len(solution)
    assert clew.verify(puzzle, str(solution)).length == solution.length
    assert clew.solutions(puzzle).count == len(list(clew.solutions(puzzle)))
    assert list(clew.improve(puzzle))[-1].length == solution.length


@pytest.mark.parametrize("metric", METRICS)
def test_maps_have_the_first_count(metric: str) -> None:
    one, two = (clew.explore(BOARD.format(name)) for name in (metric.partition("-")[0], metric))
    assert one.n == two.n and one.distance[one.start] == two.distance[two.start]
    with pytest.raises(ClewError, match="only where one thing is counted"):
        clew.solutions(BOARD.format(metric), length=40).count  # noqa: B018 - asked for when it is read


def test_walks_are_told_where_only_pushes_count() -> None:
    solution = clew.solve(BOARD.format("pushes"))
    assert solution.path and sum(map(str.isupper, solution.path)) == solution.length
    steps = BOARD.replace("[{}]", "")
    assert clew.verify(steps, solution.path).solved
    assert clew.verify(BOARD.format("pushes"), solution.path).moves == solution.moves


def test_a_failure_leaves_no_engine_that_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    puzzle = clew.load(BOARD.format(METRICS[0]))
    with monkeypatch.context() as patched:
        patched.setattr("clew.families.sokoban.counts.TwoCounts.of", fail)
        with pytest.raises(MemoryError):
            clew.solve(puzzle)
    assert isinstance(puzzle._engine, TwoCounts)
