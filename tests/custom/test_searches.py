"""Everything that takes a puzzle takes a user's own, and answers as a plain search does."""

from __future__ import annotations

import resource
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
import clew.testing
from tests.custom.puzzles import Graph, Walk, Weighted, distances


class Up(Walk):
    """Endless: upwards by 1 or 2, and no goal."""

    def moves(self, state: int) -> list[int]:
        return [1, 2]

    def is_goal(self, state: int) -> bool:
        return False


class Lane(clew.Puzzle):
    """A lane of places with a way back by so many of them, from the first place to `far`."""

    def __init__(self, length: int, far: int, back: int, both_ways: bool = True) -> None:
        self.length, self.far, self.back, self.both_ways = length, far, back, both_ways

    def initial(self) -> int:
        return 0

    def moves(self, state: int) -> list[str]:
        return ["on"] * (state + 1 < self.length) + ["back"] * (state >= self.back)

    def apply(self, state: int, move: str) -> int:
        return state + 1 if move == "on" else state - self.back

    def is_goal(self, state: int) -> bool:
        return state == self.far

    def predecessors(self, state: int) -> list[int] | None:
        if not self.both_ways:
            return None
        return [place for place in (state - 1, state + self.back) if 0 <= place < self.length]

    def goals(self) -> list[int] | None:
        return [self.far] if self.both_ways else None


STATES = st.one_of(
    st.just(lambda number: number),
    st.just(str),
    st.just(lambda number: (number, (number,))),
    st.just(lambda number: frozenset({number, -1})),
    st.just(lambda number: number * 10**30),
)


@st.composite
def graphs(draw: Any) -> tuple[dict[Any, list[Any]], Any, set[Any]]:
    """A graph of up to twelve states of some kind, its start and its goals (perhaps none)."""
    name = draw(STATES)
    size = draw(st.integers(1, 12))
    number = st.integers(0, size - 1)
    arcs = {name(one): [name(to) for to in draw(st.lists(number, max_size=4))] for one in range(size)}
    return arcs, name(draw(number)), {name(goal) for goal in draw(st.sets(number, max_size=3))}


@given(graphs())
@settings(max_examples=60)
def test_a_map_is_that_of_a_plain_search(graph: Any) -> None:
    puzzle = Graph(*graph)
    true = distances(puzzle)
    space = clew.explore(puzzle)
    assert {space.state(number): int(space.depth[number]) for number in range(space.n)} == true
    for number in range(space.n):
        state = space.state(number)
        assert [space.state(after) for after in space.row(number)] == puzzle.arcs[state]
        assert bool(space.is_goal[number]) == puzzle.is_goal(state)


@given(graphs(), st.sampled_from(["auto", "bfs", "bidirectional", "astar", "ida_star"]))
@settings(max_examples=60)
def test_a_solution_is_as_short_as_a_plain_search_finds(graph: Any, algorithm: str) -> None:
    puzzle = Graph(*graph)
    true = [length for state, length in distances(puzzle).items() if puzzle.is_goal(state)]
    solution = clew.solve(puzzle, algorithm)
    if not true:
        assert (solution.status, solution.moves) == ("unsolvable", None)
        assert clew.distance(puzzle) is None
        assert clew.solutions(puzzle).count == 0
        return
    assert (solution.status, solution.length, solution.optimal) == ("solved", min(true), True)
    assert clew.verify(puzzle, solution.moves or []).solved
    assert clew.distance(puzzle) == min(true)
    lines = list(clew.solutions(puzzle))
    assert len(lines) == clew.solutions(puzzle).count
    assert all(clew.verify(puzzle, line).solved and len(line) == min(true) for line in lines)


@given(graphs(), st.data())
@settings(max_examples=40)
def test_costs_are_heeded(graph: Any, data: Any) -> None:
    arcs, start, solved = graph
    costs = {
        (state, move): data.draw(st.integers(0, 300)) for state in arcs for move in range(len(arcs[state]))
    }
    puzzle = Weighted(arcs, start, solved, costs)
    true = {start: 0}
    for _ in arcs:
        for state in list(true):
            for move, after in enumerate(arcs[state]):
                true[after] = min(true.get(after, 10**9), true[state] + costs[state, move])
    best = min((true[goal] for goal in solved if goal in true), default=None)
    solution = clew.solve(puzzle)
    assert solution.length == best
    space = clew.explore(puzzle)
    assert {space.state(number): int(space.depth[number]) for number in range(space.n)} == true


@pytest.mark.parametrize(
    "algorithm, both_ways", [("bfs", True), ("bfs", False), ("bidirectional", True), ("astar", False)]
)
def test_more_layers_than_a_number_of_two_bytes_counts(algorithm: str, both_ways: bool) -> None:
    """Layers are told apart however many there are: 65,535 back is 1 forward where their numbers wrap.

    From both ends the goal is numbered early, so its way back would be taken for the step before.
    """
    far = 170_000 if algorithm == "bidirectional" else 69_000  # more than 65,535 layers from each end
    solution = clew.solve(Lane(far + 1_000, far, 65_535, both_ways), algorithm=algorithm)
    assert solution.length == far
    assert {str(move) for move in solution.moves or ()} == {"on"}


class Toll(Lane):
    """A lane on which every step costs a lot."""

    def cost(self, state: int, move: str) -> int:
        return 60_000 if move == "on" else 1


def test_large_costs_take_no_more_memory() -> None:
    """What waits in A*'s queue is not laid out by cost: 174 million places would be gigabytes."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert clew.solve(Toll(3_000, 2_900, 1_000)).length == 2_900 * 60_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000, "kilobytes"


def test_none_says_that_there_is_no_way_back() -> None:
    """A puzzle may have the methods and say None, as the class from which it comes does."""
    puzzle = Lane(20, 12, 5, both_ways=False)
    assert clew.solve(puzzle).length == 12
    assert clew.testing.check_puzzle(puzzle).complete
    assert clew.solve(puzzle, algorithm="bidirectional").length == 12


def test_every_function_takes_it() -> None:
    puzzle = Walk(9)
    solution = clew.solve(puzzle)
    assert [solution.length, len(solution), solution.positions[-1]] == [5, 5, 0]
    assert clew.solve(puzzle, after=[-2, "-2"]).length == 3
    assert clew.solve(puzzle, via=[8]).legs == [1, 4]
    assert clew.solutions(puzzle).count == 5
    assert clew.hint(puzzle, 3).best == ["-2", "-1"]
    assert clew.hint(puzzle).level(3) == "Play -2."
    assert clew.distance(puzzle, 4) == 2
    assert clew.heatmap(puzzle).share("move", "-2") == 1
    assert [report.length for report in clew.improve(puzzle)][-1] == 5
    assert clew.compare(puzzle).length == 5
    assert clew.rate(puzzle)["min_moves"] == 5
    assert clew.rate(clew.explore(puzzle))["states"] == 10
    assert clew.verify(puzzle, "-2 -2 -2 -2 -1").solved
    assert not clew.verify(puzzle, ["1"]).legal
    game = clew.Game(puzzle)
    assert (game.play("-2"), game.undo(), game.redo(), *game.moves) == (7, 9, 7, "-2")
    assert clew.Game.load(game.save(), puzzle=puzzle).state == 7


def test_a_saved_game_names_its_puzzle_and_needs_it_given() -> None:
    text = clew.Game(Walk(9)).save()
    with pytest.raises(clew.BoardError, match="never read from a file"):
        clew.Game.load(text)
    with pytest.raises(clew.BoardError, match="not of"):
        clew.Game.load(text, puzzle=Walk(8))


def test_a_start_that_is_solved() -> None:
    solution = clew.solve(Walk(0))
    assert (solution.status, solution.length, solution.moves) == ("solved", 0, [])
    assert clew.hint(Walk(0)).level(1) == "There is nothing left to do: this is solved."


def test_limits_are_kept() -> None:
    assert clew.solve(Up(), limits=clew.Limits(states=1000)).limit == "states"
    assert clew.solve(Up(), limits=clew.Limits(moves=20)).limit == "moves"
    assert clew.solve(Up(), limits=clew.Limits(seconds=0.2)).limit == "seconds"
    full = clew.solve(Up(), limits=clew.Limits(memory=20_000_000))
    assert full.limit == "memory"
    assert 20_000 < full.states < 400_000  # some hundred bytes a state, in Python and in the tables
    assert clew.explore(Up(), limits=clew.Limits(states=500)).limit == "states"


def test_slow_rules_stop_in_time() -> None:
    from time import sleep

    asked = 0

    class Slow(Walk):
        def is_goal(self, state: int) -> bool:
            nonlocal asked
            asked += 1
            sleep(0.01)
            return False

        def moves(self, state: int) -> list[int]:
            return [1]

    assert clew.solve(Slow(), limits=clew.Limits(seconds=0.2)).limit == "seconds"
    assert asked < 50, "at most twenty fit into 0.2 s"


def test_progress_is_told() -> None:
    told: list[int] = []
    limits = clew.Limits(seconds=600)

    def look(progress: clew.Progress) -> None:
        told.append(progress.states)
        if len(told) == 2:
            limits.cancel()

    clew.solve(Up(), limits=limits, on_progress=look)
    assert len(told) >= 2
    assert told == sorted(told)


def test_states_that_are_the_same_to_a_player() -> None:
    class Mirror(clew.Puzzle):
        """Two counters that are alike, to be brought to 0; the larger stands first."""

        def initial(self) -> tuple[int, int]:
            return 2, 5

        def moves(self, state: tuple[int, int]) -> list[str]:
            return [side for side, left in zip("ab", state, strict=True) if left]

        def apply(self, state: tuple[int, int], move: str) -> tuple[int, int]:
            a, b = state
            return (a - 1, b) if move == "a" else (a, b - 1)

        def is_goal(self, state: tuple[int, int]) -> bool:
            return state == (0, 0)

        def canonical(self, state: tuple[int, int]) -> tuple[int, int]:
            return max(state), min(state)

    solution = clew.solve(Mirror())
    assert solution.length == 7
    assert solution.positions[0] == (2, 5)  # the line is followed on the player's own states
    assert clew.verify(Mirror(), solution.moves or []).solved
    assert clew.explore(Mirror()).n == 15  # pairs a >= b with a <= 5, b <= 2
    hint = clew.hint(Mirror(), (3, 3))
    assert [distance for _, distance in hint.moves] == [5, 5]


def test_the_search_lets_go_of_its_states() -> None:
    import gc
    import weakref

    @dataclass(frozen=True)
    class Held:
        left: int

    met: list[weakref.ref[Held]] = []

    class Watched(clew.Puzzle):
        def initial(self) -> Held:
            return Held(500)

        def moves(self, state: Held) -> list[int]:
            return [step for step in (1, 2) if step <= state.left]

        def apply(self, state: Held, move: int) -> Held:
            after = Held(state.left - move)
            met.append(weakref.ref(after))
            return after

        def is_goal(self, state: Held) -> bool:
            return state.left == 0

    solution = clew.solve(Watched())
    gc.collect()
    alive = sum(reference() is not None for reference in met)
    assert solution.length == 250
    assert alive < 10


class Dear(clew.Puzzle):
    """From 0 up to `end`, each step for the dearest cost that there is; or at once from 0, for one less."""

    def __init__(self, end: int, short: bool) -> None:
        self.end = end
        self.short = short

    def initial(self) -> int:
        return 0

    def moves(self, state: int) -> list[int]:
        return [1, self.end] if self.short and state == 0 else [1] if state < self.end else []

    def apply(self, state: int, move: int) -> int:
        return state + move

    def is_goal(self, state: int) -> bool:
        return state == self.end

    def cost(self, state: int, move: int) -> int:
        return 65_534 if move == 1 else 65_533


@pytest.mark.parametrize("algorithm", ["auto", "astar"])
def test_costs_that_pass_32_bits_end_at_a_limit_and_never_in_a_wrong_answer(algorithm: Any) -> None:
    found = clew.solve(Dear(66_000, short=False), algorithm)
    assert (found.status, found.limit, found.moves) == ("limit", "moves", None)
    assert found.lower_bound == 2**31 + 1
    found = clew.solve(Dear(66_000, short=True), algorithm)
    assert (found.status, found.length, str(found)) == ("solved", 65_533, "66000")
    found = clew.solve(Dear(30_000, short=False), algorithm)
    assert (found.status, found.length) == ("solved", 30_000 * 65_534)
