"""Rules for arrays give what the same rules give one state at a time, and what is wrong in them is named."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import clew
from clew.testing import check_puzzle
from tests.amount import times

MOVES = 4
ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


class Graph(clew.Puzzle):
    """Random states and moves: a state is a number below `size`, or its digits."""

    def __init__(self, seed: int, size: int, digits: int = 0) -> None:
        chance = Random(seed)
        self.digits = digits
        self.base = 1 if not digits else 1 + int(size ** (1 / digits))
        self.after = np.array([[chance.randrange(size) for _ in range(MOVES)] for _ in range(size)])
        self.legal = np.array([[chance.random() < 0.6 for _ in range(MOVES)] for _ in range(size)])
        self.prices = np.array([[chance.randrange(5) for _ in range(MOVES)] for _ in range(size)])
        self.goal = np.array([chance.random() < 3 / size for _ in range(size)])

    def wrapped(self, number: int) -> Any:
        if not self.digits:
            return int(number)
        return tuple(int(number) // self.base**place % self.base for place in range(self.digits))

    def number(self, state: Any) -> int:
        if not self.digits:
            return int(state)
        return sum(digit * self.base**place for place, digit in enumerate(state))

    def initial(self) -> Any:
        return self.wrapped(0)

    def moves(self, state: Any) -> list[str]:
        return [f"m{move}" for move in range(MOVES) if self.legal[self.number(state), move]]

    def apply(self, state: Any, move: str) -> Any:
        return self.wrapped(self.after[self.number(state), int(move[1:])])

    def is_goal(self, state: Any) -> bool:
        return bool(self.goal[self.number(state)])


class Priced(Graph):
    def cost(self, state: Any, move: str) -> int:
        return int(self.prices[self.number(state), int(move[1:])])


class Guided(Graph):
    """With distances to a goal in another graph, less one: never too much here, as that graph is this one."""

    def __init__(self, seed: int, size: int, digits: int = 0) -> None:
        super().__init__(seed, size, digits)
        self.bounds = np.full(size, -1)
        self.bounds[self.goal] = 0
        for far in range(size):
            near = (self.legal & (self.bounds[self.after] == far)).any(axis=1)
            self.bounds[near & (self.bounds < 0)] = far + 1
        self.bounds = np.where(self.bounds > 0, self.bounds - 1, self.bounds)

    def heuristic(self, state: Any) -> int | None:
        bound = int(self.bounds[self.number(state)])
        return None if bound < 0 else bound


class OnArrays:
    """The rules for arrays of a `Graph`."""

    dtype = "uint8"

    def _numbers(self: Any, states: Any) -> Any:
        if not self.digits:
            assert states.dtype == np.int64
            assert states.ndim == 1
            return states
        assert states.dtype == np.uint8
        return (states.astype(np.int64) * self.base ** np.arange(self.digits)).sum(axis=1)

    def batch_successors(self: Any, states: Any) -> Any:
        numbers = self._numbers(states)
        after = self.after[numbers]
        if self.digits:
            after = (after[:, :, None] // self.base ** np.arange(self.digits) % self.base).astype(np.uint8)
        given = after, self.legal[numbers]
        return (*given, self.prices[numbers]) if isinstance(self, Priced) else given


class ArrayGraph(OnArrays, Graph):
    def batch_is_goal(self, states: Any) -> Any:
        return self.goal[self._numbers(states)]


class ArrayPriced(OnArrays, Priced):
    """Without `batch_is_goal`: goals are asked one by one."""


class ArrayGuided(OnArrays, Guided):
    def batch_heuristic(self, states: Any) -> Any:
        return self.bounds[self._numbers(states)]


class GuidedOneByOne(OnArrays, Guided):
    """Without `batch_heuristic`: bounds are asked one by one."""


KINDS = [(Graph, ArrayGraph), (Priced, ArrayPriced), (Guided, ArrayGuided), (Guided, GuidedOneByOne)]


@pytest.mark.parametrize("digits", [0, 2, 7], ids=["numbers", "pairs", "sevens"])
@pytest.mark.parametrize(("plain", "arrays"), KINDS, ids=lambda kind: kind.__name__)
def test_all_of_clew_agrees_with_the_same_rules_one_by_one(plain: Any, arrays: Any, digits: int) -> None:
    for seed in range(times(3, 12)):
        size = (3, 20, 200, 3000)[seed % 4]
        one, many = plain(seed, size, digits), arrays(seed, size, digits)
        maps = clew.explore(one), clew.explore(many)
        for name in ("indptr", "indices", "costs", "distance"):
            assert np.array_equal(getattr(maps[0], name), getattr(maps[1], name)), name
        assert [maps[0].state(at) for at in range(maps[0].n)] == [
            maps[1].state(at) for at in range(maps[1].n)
        ]
        # Without bounds, iterative deepening walks through a graph as if it were a tree.
        algorithms = ["auto", "bfs", "astar", *(["ida_star"] if size < 200 else [])]
        for algorithm in algorithms:
            found, wanted = clew.solve(many, algorithm=algorithm), clew.solve(one, algorithm=algorithm)
            assert (found.status, found.length) == (wanted.status, wanted.length), algorithm
            assert found.moves == wanted.moves, algorithm
        assert clew.solutions(many).count == clew.solutions(one).count
        check_puzzle(many)


def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return import_module("eight")


def test_the_eight_puzzle_of_the_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    eight = example(monkeypatch)

    found = clew.solve(eight.ArrayEight(), algorithm="bfs")
    assert (found.length, found.states) == (31, 181_440)
    assert clew.hint(eight.ArrayEight("123456708")).best == ["8"]
    assert clew.explore(eight.ArrayEight("123456708")).n == 181_440
    check_puzzle(eight.ArrayEight())


def test_python_is_called_for_many_states_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    eight = example(monkeypatch)
    sizes: list[int] = []
    rule = eight.ArrayEight.batch_successors

    def counted(puzzle: Any, states: Any) -> Any:
        sizes.append(len(states))
        return rule(puzzle, states)

    monkeypatch.setattr(eight.ArrayEight, "batch_successors", counted)
    clew.solve(eight.ArrayEight(), algorithm="bfs")
    assert sum(sizes) < 181_440 + 100, "no row is computed twice"
    assert max(sizes) >= 1024
    sizes.clear()
    found = clew.solve(eight.ArrayEight("123456708"), algorithm="astar")
    assert sum(sizes) <= 2 * found.states + 100, "no more is computed ahead than a search has asked for"


class Wrong(ArrayGraph):
    """Changed by each test below, in one rule."""

    answer: Any = None

    def batch_successors(self, states: Any) -> Any:
        after, legal = super().batch_successors(states)
        return type(self).answer(after, legal)


@pytest.mark.parametrize(
    ("digits", "answer", "words"),
    [
        (0, lambda after, legal: after, r"must return \(after, legal\)"),
        (0, lambda after, legal: (after, legal, legal), r"must return \(after, legal\)"),
        (0, lambda after, legal: (after, legal.astype(int)), "legal of shape .* and type int64"),
        (0, lambda after, legal: (after, legal[:1, :1]), "both need a row for each state|legal of shape"),
        (0, lambda after, legal: (after[:, :2], legal), "both need a row for each state"),
        (0, lambda after, legal: (after.astype(float), legal), "states of shape .* and type float64"),
        (0, lambda after, legal: (after - 5000, legal), "a state must be 0 or more"),
        (0, lambda after, legal: (after + 1, legal), "batch_successors gives .* but successors gives"),
        (
            0,
            lambda after, legal: (after[:, ::-1], legal[:, ::-1]),
            "batch_successors gives .* but successors",
        ),
        (7, lambda after, legal: (after[:, :, :6], legal), "states of shape"),
        (7, lambda after, legal: (after.astype(int) + 256, legal), "out of range for uint8"),
    ],
)
def test_a_wrong_answer_is_named(digits: int, answer: Any, words: str) -> None:
    kind = type("Wrong", (Wrong,), {"answer": staticmethod(answer)})
    with pytest.raises(clew.PuzzleError, match=words):
        clew.solve(kind(1, 200, digits))


class Line(clew.Puzzle):
    """From 0 up, two ways at each number; the goal is out of reach of any limit."""

    def __init__(self, start: Any = 0) -> None:
        self.start = start

    def initial(self) -> Any:
        return self.start

    def moves(self, state: Any) -> list[str]:
        return ["a", "b"]

    def apply(self, state: Any, move: str) -> Any:
        return (2 * state + (move == "b") + 1) % 2**60

    def is_goal(self, state: Any) -> bool:
        return False

    def batch_successors(self, states: Any) -> Any:
        after = (2 * states[:, None] + np.array([1, 2])) % 2**60
        return after, np.ones(after.shape, dtype=bool)

    def batch_is_goal(self, states: Any) -> Any:
        return np.zeros(len(states), dtype=bool)


def test_a_difference_far_from_the_start_is_found_by_check_puzzle() -> None:
    class Late(ArrayGraph):
        def batch_is_goal(self, states: Any) -> Any:
            return super().batch_is_goal(states) ^ (states == 1234)

    puzzle = Late(3, 3000)
    assert 1234 in {clew.explore(puzzle).state(at) for at in range(clew.explore(puzzle).n)}
    with pytest.raises(clew.PuzzleError, match="batch_is_goal") as raised:
        check_puzzle(puzzle, states=3000)
    assert raised.value.state == 1234


@pytest.mark.parametrize("start", ["text", (1, "x"), (), -1, (1.5,), 2**63])
def test_states_that_no_array_holds_are_refused(start: Any) -> None:
    with pytest.raises(clew.PuzzleError):
        clew.solve(Line(start))


@pytest.mark.parametrize("state", [(1, 2, 3), (1, 2, 3, 4, 5, 300, 7, 8, 6), (1, 2, 3, 4, 5, 1.5, 7, 8, 6)])
def test_a_callers_state_that_no_array_holds_is_no_state(monkeypatch: pytest.MonkeyPatch, state: Any) -> None:
    puzzle = example(monkeypatch).ArrayEight()
    words = "not a state of ArrayEight on arrays: it must be a tuple of 9 whole numbers that fit in uint8"
    with pytest.raises(clew.BoardError, match=words):
        clew.hint(puzzle, state)


def test_limits_hold() -> None:
    found = clew.solve(Line(), states=100_000)
    assert (found.status, found.limit) == ("limit", "states")
    found = clew.solve(Line(), seconds=0)
    assert (found.status, found.limit) == ("limit", "seconds")


def test_memory_is_counted() -> None:
    """In a process of its own: what earlier tests have freed would be used again."""
    code = (
        "import re, clew\n"
        "from tests.custom.test_batched import Line\n"
        "clew.solve(Line(), states=1000)\n"
        "used = lambda: int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])\n"
        "before = used()\n"
        "found = clew.solve(Line(), memory='300MB')\n"
        "print(found.limit, (used() - before) // 1024)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    limit, grown = done.stdout.split()
    assert limit == "memory"
    assert 150 < int(grown) < 330, f"{grown} MB"


def test_an_exception_in_a_rule_is_raised() -> None:
    class Broken(Line):
        def batch_successors(self, states: Any) -> Any:
            if (states > 1000).any():
                raise KeyError("a rule of arrays")
            return super().batch_successors(states)

    with pytest.raises(KeyError, match="a rule of arrays"):
        clew.solve(Broken())


def test_canonical_states_are_what_arrays_hold() -> None:
    """Two tokens on a ring of nine, alike: the sorted pair stands for both."""

    class Ring(clew.Puzzle):
        def initial(self) -> Any:
            return (0, 4)

        def moves(self, state: Any) -> list[int]:
            return [0, 1]

        def apply(self, state: Any, move: int) -> Any:
            return tuple((place + (token == move)) % 9 for token, place in enumerate(state))

        def is_goal(self, state: Any) -> bool:
            return bool(self.canonical(state) == (3, 8))

        def canonical(self, state: Any) -> Any:
            return tuple(sorted(state))

    class ArrayRing(Ring):
        def batch_successors(self, states: Any) -> Any:
            after = (states[:, None, :] + np.eye(2, dtype=np.int16)) % 9
            return np.sort(after, axis=2), np.ones((len(states), 2), dtype=bool)

    found, wanted = clew.solve(ArrayRing()), clew.solve(Ring())
    assert (found.length, found.states) == (wanted.length, wanted.states)
    assert clew.solutions(ArrayRing()).count == clew.solutions(Ring()).count
    check_puzzle(ArrayRing())


def test_a_plain_breadth_first_search_agrees() -> None:
    graph = ArrayGraph(5, 500)
    seen, frontier, length = {0}, [0], 0
    while frontier and not any(graph.goal[number] for number in frontier):
        reached = {int(graph.after[number, move]) for number in frontier for move in range(MOVES)
                   if graph.legal[number, move]}  # fmt: skip
        frontier, length = sorted(reached - seen), length + 1
        seen |= reached
    assert clew.solve(graph).length == (length if frontier else None)
