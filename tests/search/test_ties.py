"""Solutions of equal cost: those with fewer moves come first, and where moves that cost nothing lead round in
a circle, only those with the fewest are optimal. Everything that shows a way agrees, and every way ends.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from tests.custom.puzzles import Weighted

ALGORITHMS = ("auto", "bfs", "bidirectional", "astar", "ida_star")
FAR = (inf, inf)


class Told:
    """What a plain search by cost and moves says about a graph."""

    def __init__(self, puzzle: Weighted) -> None:
        self.puzzle = puzzle
        self.left = dict.fromkeys(puzzle.arcs, FAR)
        queue = [((0, 0), goal) for goal in sorted(puzzle.solved)]
        self.left.update({goal: (0, 0) for _, goal in queue})
        back: dict[Any, list[Any]] = {state: [] for state in puzzle.arcs}
        for state, afters in puzzle.arcs.items():
            for move, after in enumerate(afters):
                if state not in puzzle.solved:
                    back[after].append((state, puzzle.costs[state, move]))
        while queue:
            (cost, moves), state = heappop(queue)
            for before, price in back[state]:
                reached = (cost + price, moves + 1)
                if reached < self.left[before]:
                    self.left[before] = reached
                    heappush(queue, (reached, before))

    def cheapest(self, state: Any) -> list[int]:
        """The moves that begin a solution of least cost."""
        if state in self.puzzle.solved or self.left[state] == FAR:
            return []
        afters = enumerate(self.puzzle.arcs[state])
        costs = self.puzzle.costs
        here = self.left[state][0]
        return [move for move, after in afters if self.left[after][0] + costs[state, move] == here]

    def circles(self, start: Any) -> bool:
        """Whether cheapest moves lead from `start` to a state that they lead back to."""

        def reached(state: Any) -> set[Any]:
            seen, waiting = set(), [state]
            while waiting:
                here = waiting.pop()
                for move in self.cheapest(here):
                    after = self.puzzle.arcs[here][move]
                    if after not in seen:
                        seen.add(after)
                        waiting.append(after)
            return seen

        return any(state in reached(state) for state in {start, *reached(start)})

    def best(self, state: Any, circles: bool) -> list[int]:
        """The optimal moves from a state, those that leave the fewest moves first."""
        moves = self.cheapest(state)
        afters = self.puzzle.arcs[state]
        if circles:
            moves = [move for move in moves if self.left[afters[move]][1] + 1 == self.left[state][1]]
        return sorted(moves, key=lambda move: (self.left[afters[move]][1], move))

    def lines(self, state: Any, circles: bool | None = None) -> list[list[str]]:
        """The optimal solutions from a state, in the order in which they are listed."""
        if self.left[state] == FAR:
            return []
        if state in self.puzzle.solved:
            return [[]]
        circles = self.circles(state) if circles is None else circles
        return [
            [str(move), *rest]
            for move in self.best(state, circles)
            for rest in self.lines(self.puzzle.arcs[state][move], circles)
        ]

    def paths(self, state: Any, cost: int, seen: frozenset[Any]) -> list[list[str]]:
        """The solutions of exactly that cost that repeat no state."""
        if state in self.puzzle.solved:
            return [[]] if cost == 0 else []
        return [
            [str(move), *rest]
            for move, after in enumerate(self.puzzle.arcs[state])
            if after not in seen and self.puzzle.costs[state, move] <= cost
            for rest in self.paths(after, cost - self.puzzle.costs[state, move], seen | {after})
        ]


@st.composite
def graphs(draw: Any) -> Weighted:
    """Up to seven states, with free moves, circles, loops and several moves from one state to another."""
    size = draw(st.integers(2, 7))
    number = st.integers(0, size - 1)
    arcs = {one: draw(st.lists(number, max_size=4)) for one in range(size)}
    costs = {
        (one, move): draw(st.sampled_from([0, 0, 1, 1, 2])) for one in arcs for move in range(len(arcs[one]))
    }
    return Weighted(arcs, 0, draw(st.sets(number, min_size=1, max_size=2)), costs)


@given(graphs())
def test_every_algorithm_shows_the_solution_with_the_fewest_moves(puzzle: Weighted) -> None:
    told = Told(puzzle)
    lines = told.lines(0)
    for algorithm in ALGORITHMS:
        found = clew.solve(puzzle, algorithm, limits=clew.Limits(moves=50))
        if not lines:
            assert not found
        else:
            assert (found.length, len(found)) == told.left[0]
            assert [str(move) for move in found] == lines[0], algorithm


@given(graphs())
def test_optimal_solutions_are_counted_and_listed(puzzle: Weighted) -> None:
    told = Told(puzzle)
    lines = told.lines(0)
    found = clew.solutions(puzzle)
    assert found.count == len(lines)
    assert list(found) == lines
    for length in range(5):
        of_length = clew.solutions(puzzle, length=length)
        plain = told.paths(0, length, frozenset({0}))
        assert sorted(of_length) == sorted(plain)
        assert of_length.count == len(plain)


@given(graphs())
def test_hints_lead_to_a_goal_from_everywhere(puzzle: Weighted) -> None:
    told = Told(puzzle)
    for state in puzzle.arcs:
        best = [str(move) for move in told.best(state, told.circles(state))]
        hint = clew.hint(puzzle, state)
        assert hint.best == best
        assert hint.distance == (None if told.left[state] == FAR else told.left[state][0])
        assert hint.line == (told.lines(state)[0] if best else [])
        here = state
        for _ in hint.line:
            here = puzzle.arcs[here][int(str(clew.hint(puzzle, here).best[0]))]
        assert not best or here in puzzle.solved


@given(graphs())
def test_a_map_knows_the_same_moves(puzzle: Weighted) -> None:
    told = Told(puzzle)
    space = clew.explore(puzzle, expand_goals=False)
    for i in range(space.n):
        state = space.state(i)
        lines = told.lines(state)
        assert space.optimal_moves(i) == [str(move) for move in told.best(state, told.circles(state))]
        assert space.count_optimal(i) == len(lines)
        if lines:
            assert space.best_path(i) == lines[0]
    if told.left[0] != FAR:
        measured = clew.rate(space, ["log10_optimal_paths", "corridor_states", "min_width", "min_moves"])
        assert round(10**measured.log10_optimal_paths) == len(told.lines(0))
        on_way = {0}
        for line in told.lines(0):
            here = 0
            for move in line:
                here = puzzle.arcs[here][int(move)]
                on_way.add(here)
        assert measured.corridor_states == len(on_way)
        far = [told.left[state][0] for state in on_way]
        inner = [far.count(cost) for cost in set(far) if 0 < cost < told.left[0][0]]
        assert measured.min_width == min(inner, default=1)


@given(graphs())
def test_what_lies_near_the_solutions_can_be_mapped(puzzle: Weighted) -> None:
    told = Told(puzzle)
    if told.left[0] != FAR:
        assert clew.explore_corridor(puzzle, 3).best_path() == told.lines(0)[0]


CIRCLE = Weighted({"a": ["b", "g"], "b": ["a"], "g": []}, "a", {"g"}, {("a", 0): 0, ("a", 1): 1, ("b", 0): 0})
"""From a to b and back for nothing, and from a to the goal."""


def test_hinted_moves_win_a_game() -> None:
    game = clew.Game(CIRCLE)
    assert [*map(str, (*clew.hint(game).best, *clew.hint(CIRCLE, "b").best))] == ["1", "0"]
    game.play("0")
    for _ in range(2):
        game.play(clew.hint(game).best[0])
    assert game.is_solved


def test_a_map_with_a_free_circle_can_be_drawn_and_measured() -> None:
    space = clew.explore(CIRCLE)
    assert space.best_path() == ["1"]
    assert str(space.draw(highlight="path")).startswith("<svg")
    measured = clew.rate(CIRCLE)
    assert (measured.min_moves, measured.corridor_states, measured.log10_optimal_paths) == (1, 2, 0)
    assert clew.predict_difficulty(CIRCLE)
    assert clew.heatmap(CIRCLE).count == 1


def test_a_review_keeps_what_belongs_to_a_shortest_solution() -> None:
    review = clew.review(CIRCLE, ["0", "0", "1"])
    assert review.lost == 0
    assert review.nearest == (0, ["1"])


class Pushes(clew.Puzzle):
    """A room with a box, which counts only pushes: the player walks for nothing."""

    ROOM = ("#########", "#.......#", "#.#####.#", "#.......#", "#########")
    STEPS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}  # noqa: RUF012

    def initial(self) -> Any:
        return (1, 1), (3, 4)

    def moves(self, state: Any) -> list[str]:
        return [move for move in self.STEPS if self._free(self.apply(state, move))]

    def apply(self, state: Any, move: str) -> Any:
        (row, column), box = state
        down, right = self.STEPS[move]
        player = row + down, column + right
        return player, (box[0] + down, box[1] + right) if player == box else box

    def _free(self, state: Any) -> bool:
        return all(self.ROOM[row][column] == "." for row, column in state)

    def cost(self, state: Any, move: str) -> int:
        return int(self.apply(state, move)[1] != state[1])

    def is_goal(self, state: Any) -> bool:
        return bool(state[1] == (3, 2))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_pushes_are_shown_with_the_shortest_walk(algorithm: Any) -> None:
    found = clew.solve(Pushes(), algorithm)
    assert (found.length, found.moves) == (2, [*"rrrrrrddllll"])
    assert clew.solutions(Pushes()).count == 1


def test_passes_that_cost_nothing_come_last() -> None:
    """Both solutions have four steps and are counted; the one without a pass is shown."""
    puzzle = clew.load("coroutine[steps]:SE+N,SW+W,/S+SE,NE+SW,/S,W+SE,E")
    lines = [["0E", "1W", "0W", "1N"], ["0E", "1W", "0SE", "1-", "0W"]]
    assert list(clew.solutions(puzzle)) == lines
    for algorithm in ALGORITHMS:
        assert [str(move) for move in clew.solve(puzzle, algorithm)] == lines[0]
    space = clew.explore(puzzle)
    assert ([*map(str, space.best_path())], space.count_optimal()) == (lines[0], 2)
    state = clew.solve(puzzle).positions[2]
    assert clew.hint(puzzle, state).best == space.optimal_moves(space.index(state)) == ["0W", "0SE"]
