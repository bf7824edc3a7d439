"""Waypoints: the shortest legs, held against a plain search, and what the detour costs."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import clew
from clew.puzzles.base import EnginePuzzle
from tests.search.boards import COINS, COUNTER, GAR, KNOWN, PANGURU, SLIDES, STUCK


def plain_distances(puzzle: EnginePuzzle, start: Any, most: int) -> dict[Any, int]:
    """Canonical states within `most` moves, no goal passed: breadth first, by names alone."""
    first = puzzle.canonical(start)
    found = {first: 0}
    layer = [start]
    for distance in range(1, most + 1):
        following: list[Any] = []
        for state in layer:
            if puzzle.is_goal(state):
                continue
            for step in puzzle.moves(state):
                same = puzzle.canonical(step.after)
                if same not in found:
                    found[same] = distance
                    following.append(step.after)
        layer = following
    return found


@pytest.mark.parametrize("board", KNOWN)
def test_a_waypoint_on_an_optimal_line_costs_nothing(board: str) -> None:
    puzzle = clew.load(board)
    direct = clew.solve(puzzle)
    middle = len(direct.positions) // 2
    through = clew.solve(puzzle, via=[direct.positions[middle]])
    assert (through.length, through.detour, through.optimum) == (direct.length, 0, direct.length)
    assert puzzle.canonical(direct.positions[middle]) in map(puzzle.canonical, through.positions)
    assert clew.verify(puzzle, str(through)).solved


@pytest.mark.parametrize(("board", "most"), [(GAR, 4), (PANGURU, 3), (SLIDES, 3), (COINS, 9), (COUNTER, 5)])
def test_the_first_leg_is_a_shortest_one(board: str, most: int) -> None:
    puzzle = clew.load(board)
    distances = plain_distances(puzzle, puzzle.initial(), most)
    for state, distance in itertools.islice(distances.items(), 0, None, max(1, len(distances) // 20)):
        through = clew.solve(puzzle, via=[state])
        assert through.legs is not None
        assert through.legs[0] == distance, state
        if through.status == "solved":
            rest = clew.distance(puzzle, state)
            assert rest is not None
            assert (through.legs, through.length) == ([distance, rest], distance + rest)
            assert clew.verify(puzzle, str(through)).solved


def test_several_waypoints_are_taken_in_their_order() -> None:
    puzzle = clew.load(COUNTER)
    through = clew.solve(puzzle, via=["6", "3", "5"])
    assert (through.legs, through.length, through.optimum, through.detour) == ([2, 3, 2, 5], 12, 4, 8)
    assert through.optimal, "fewest through these waypoints"
    assert through.to_dict()["detour"] == 8


def test_no_line_goes_on_behind_a_goal() -> None:
    through = clew.solve(clew.load(COUNTER), via=["0", "1"])
    assert through.status == "unsolvable"
    assert "waypoint 2" in through.reason


def test_a_waypoint_may_be_the_goal_itself() -> None:
    through = clew.solve(clew.load(COUNTER), via=["0"])
    assert (through.legs, through.detour) == ([4, 0], 0)


def test_waypoints_of_an_unsolvable_board() -> None:
    puzzle = clew.load(STUCK)
    assert clew.solve(puzzle, via=[puzzle.initial()]).status == "unsolvable"


def far_through(limits: clew.Limits) -> clew.Solution:
    """The example board of Panguru through a position that no search reaches in a lifetime."""
    puzzle = clew.load(PANGURU)
    far = clew.load("pebbles:WCBRBOGYGPCORPY/CPGOROBPGCYBRY-")
    assert sorted(str(far.initial())) == sorted(str(puzzle.initial())), (
        "the waypoint has the pebbles of the board"
    )
    return clew.solve(puzzle, via=[far.initial()], limits=limits)


@pytest.mark.parametrize(
    ("limits", "which"),
    [
        (clew.Limits(states=3000), "states"),
        (clew.Limits(seconds=0), "seconds"),
        (clew.Limits(memory=3_000_000), "memory"),
        (clew.Limits(moves=3), "moves"),
    ],
)
def test_limits_hold_for_the_legs(limits: clew.Limits, which: str) -> None:
    through = far_through(limits)
    assert (through.status, through.limit) == ("limit", which)
    assert (through.moves, through.length) == (None, None)


@pytest.mark.parametrize(("board", "moves"), [(COUNTER, 11), (COUNTER, 12), (COUNTER, 4), (COUNTER, 0)])
def test_moves_are_limited_for_the_whole_line(board: str, moves: int) -> None:
    """Through 6, 3 and 5 the counter takes 2 + 3 + 2 + 5 moves."""
    through = clew.solve(clew.load(board), via=["6", "3", "5"], limits=clew.Limits(moves=moves))
    if moves < 12:
        assert (through.status, through.limit, through.moves) == ("limit", "moves", None)
        assert through.lower_bound is not None and moves < through.lower_bound <= 12
    else:
        assert (through.status, through.length, through.detour) == ("solved", 12, 8)


@pytest.mark.parametrize("board", [GAR, SLIDES, COINS])
def test_a_line_is_found_exactly_where_the_limit_admits_it(board: str) -> None:
    puzzle = clew.load(board)
    state = clew.solve(puzzle).positions[1]
    away = [step.after for step in puzzle.moves(puzzle.initial())]
    for waypoint in [state, *away]:
        whole = clew.solve(puzzle, via=[waypoint])
        if whole.length is None:
            continue
        same = clew.solve(puzzle, via=[waypoint], limits=clew.Limits(moves=whole.length))
        assert (same.status, same.moves, same.detour) == ("solved", whole.moves, whole.detour)
        less = clew.solve(puzzle, via=[waypoint], limits=clew.Limits(moves=whole.length - 1))
        assert (less.status, less.limit, less.moves) == ("limit", "moves", None)
        assert less.lower_bound == whole.length


def test_states_are_limited_for_all_legs_together() -> None:
    puzzle = clew.load(GAR)
    start, *_, late, _ = clew.solve(puzzle).positions
    via = [late, start, late, start, late]
    whole = clew.solve(puzzle, via=via)
    assert whole.legs == [7, 7, 7, 7, 7, 1]
    most = max(clew.solve(puzzle, via=[late]).states, clew.solve(puzzle.at(late), via=[start]).states)
    assert most < whole.states, "no leg alone stores as much"
    stopped = clew.solve(puzzle, via=via, limits=clew.Limits(states=most // 2))
    assert (stopped.status, stopped.limit) == ("limit", "states")
    assert clew.solve(puzzle, via=via, limits=clew.Limits(states=whole.states)).moves == whole.moves
