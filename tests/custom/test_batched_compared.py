"""Rules for arrays are compared with those for one state during a search; what is odd in them is named."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import clew
from clew.custom.batched import Batched
from tests.custom.test_batched import ArrayGraph, ArrayGuided, Graph, Guided, Line


class Wide(Line):
    """From 0 up to 9,999 in steps of 1 or 2."""

    last = 9_999

    def moves(self, state: Any) -> list[str]:
        return ["a", "b"] if state < self.last else []

    def apply(self, state: Any, move: str) -> Any:
        return min(self.last, state + 1 + (move == "b"))

    def is_goal(self, state: Any) -> bool:
        return bool(state == self.last)

    def batch_successors(self, states: Any) -> Any:
        after = np.minimum(self.last, states[:, None] + np.array([1, 2]))
        return after, np.repeat((states < self.last)[:, None], 2, axis=1)

    def batch_is_goal(self, states: Any) -> Any:
        return states == self.last


class FirstRow(Wide):
    """Right for one state; for many, all have the moves of the first."""

    def batch_successors(self, states: Any) -> Any:
        after, legal = super().batch_successors(states)
        return np.repeat(after[:1], len(states), axis=0), legal


class Overflows(Wide):
    """Right up to 2**12, as if numbers had twelve bits."""

    def batch_successors(self, states: Any) -> Any:
        after, legal = super().batch_successors(states)
        return after % 2**12, legal


class Blind(Wide):
    """One state in ten thousand is said to be solved."""

    def batch_is_goal(self, states: Any) -> Any:
        return (states == self.last) | (states == 7_001)


class Stuck(Wide):
    """From one state in ten thousand there is said to be no move, and from those after it."""

    def batch_successors(self, states: Any) -> Any:
        after, legal = super().batch_successors(states)
        return after, legal & ((states < 7_001) | (states > 7_002))[:, None]


class Hopeless(Wide):
    """No goal can be reached from 2**12 on."""

    def heuristic(self, state: Any) -> int:
        return 0

    def batch_heuristic(self, states: Any) -> Any:
        return np.where(states > 2**12, -1, 0)


@pytest.mark.parametrize("kind", [FirstRow, Overflows, Blind, Stuck, Hopeless])
def test_a_difference_that_only_a_search_meets_is_found_by_the_search(kind: Any) -> None:
    assert clew.solve(Wide()).length == 5_000
    with pytest.raises(clew.PuzzleError, match=r"batch_\w+ gives .* for \d+, but \w+ gives"):
        clew.solve(kind())


def test_a_search_compares_some_states_and_not_too_many() -> None:
    asked = 0

    class Counted(Wide):
        def moves(self, state: Any) -> list[str]:
            nonlocal asked
            asked += 1
            return super().moves(state)

    clew.explore(Counted())
    assert 50 < asked < 500, "of 10,000 states"


def test_moves_that_cost_something_else_by_the_ordinary_rules_are_no_solution() -> None:
    class Cheap(Wide):
        """Wrong for one state in ten thousand, which is not among those that are compared."""

        def cost(self, state: Any, move: str) -> int:
            return 3

        def batch_successors(self, states: Any) -> Any:
            after, legal = super().batch_successors(states)
            return after, legal, np.where(states == 7_001, 0, 3)[:, None]

    with pytest.raises(clew.PuzzleError, match=r"do not solve it by its rules for one state.*check_puzzle"):
        clew.solve(Cheap())


def test_a_rule_may_change_the_array_that_it_gets() -> None:
    class Careless(ArrayGuided):
        def batch_successors(self, states: Any) -> Any:
            given = super().batch_successors(states)
            states[...] = 1
            return given

        def batch_heuristic(self, states: Any) -> Any:
            given = super().batch_heuristic(states)
            states[...] = 1
            return given

    for digits in (0, 7):
        assert clew.solve(Careless(2, 200, digits)).length == clew.solve(Guided(2, 200, digits)).length


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"])
def test_bounds_are_whole_numbers_of_any_size(dtype: str) -> None:
    class Near(Wide):
        last = 120

        def heuristic(self, state: Any) -> int:
            return int((self.last - state + 1) // 2)

        def batch_heuristic(self, states: Any) -> Any:
            return ((self.last - states + 1) // 2).astype(dtype)

    found = clew.solve(Near())
    assert (found.length, found.algorithm) == (60, "astar")


@pytest.mark.parametrize("layout", [np.asfortranarray, lambda one: one[::-1, ::-1].copy()[::-1, ::-1]])
@pytest.mark.parametrize("dtype", ["int64", ">i4", "uint16"])
def test_arrays_may_lie_in_memory_in_any_way(layout: Any, dtype: str) -> None:
    class Laid(ArrayGraph):
        dtype = "int16"

        def batch_successors(self, states: Any) -> Any:
            after, legal = super().batch_successors(states)
            return layout(after.astype(dtype)), layout(legal)

        def _numbers(self, states: Any) -> Any:
            return (states.astype(np.int64) * self.base ** np.arange(self.digits)).sum(axis=1)

    assert clew.solve(Laid(2, 200, 2)).length == clew.solve(Graph(2, 200, 2)).length


def test_goals_that_are_asked_one_by_one_are_not_asked_far_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """They may be slow, and only between two calls are limits and Ctrl-C heard."""

    class Single(Line):
        batch_is_goal = clew.Puzzle.batch_is_goal

    sizes: list[int] = []
    rule = Batched._single_goals

    def counted(rules: Any, words: Any) -> Any:
        sizes.append(len(words))
        return rule(rules, words)

    monkeypatch.setattr(Batched, "_single_goals", counted)
    clew.solve(Single(), states=5_000)
    assert sum(sizes) >= 5_000
    assert max(sizes) <= 32


def test_large_unsigned_numbers_are_states() -> None:
    class Large(Line):
        dtype = "uint64"

        def apply(self, state: Any, move: str) -> Any:
            return (state[0] + 1, state[1] + 1)

        def is_goal(self, state: Any) -> bool:
            return bool(state[1] == 5)

        def batch_successors(self, states: Any) -> Any:
            after = (states + np.uint64(1))[:, None].repeat(2, axis=1)
            return after, np.ones(after.shape[:2], dtype=bool)

        batch_is_goal = clew.Puzzle.batch_is_goal

    assert clew.solve(Large((2**63 + 7, 0))).length == 5


class Odd(Wide):
    """Changed by each test below."""

    dtype: Any = "int16"
    given: Any = None
    bound: Any = 0

    def cost(self, state: Any, move: str) -> int:
        return 1

    def heuristic(self, state: Any) -> Any:
        return self.bound

    def batch_successors(self, states: Any) -> Any:
        after, legal = super().batch_successors(states)
        return type(self).given(after, legal) if self.given else (after, legal, 1)


@pytest.mark.parametrize(
    ("start", "about", "words"),
    [
        ((0,), {"dtype": "banana"}, r"dtype is 'banana', which is no type of numpy"),
        (0, {"given": lambda after, legal: ([[1], [2, 3]], legal, 1)}, "returned what is no array"),
        (0, {"given": lambda after, legal: (after, legal, [1, 2, 3])}, r"costs of shape \(3,\)"),
        (0, {"given": lambda after, legal: (after, legal, -1)}, "costs that are not whole numbers from 0"),
        (0, {"given": lambda after, legal: (after, legal, 2**16)}, "costs that are not whole numbers from 0"),
        (0, {"given": lambda after, legal: (after, legal, 1.0)}, "costs that are not whole numbers from 0"),
        (0, {"bound": float("nan")}, "the heuristic of 0 is nan; it must be a number"),
        (0, {"bound": "far"}, "the heuristic of 0 is 'far'; it must be a number"),
        ((0, 1.5), {}, "is not a state"),
    ],
)
def test_what_is_odd_is_named(start: Any, about: dict[str, Any], words: str) -> None:
    about = {name: staticmethod(value) if callable(value) else value for name, value in about.items()}
    with pytest.raises(clew.PuzzleError, match=words):
        clew.solve(type("Odd", (Odd,), about)(start))


def test_too_many_moves_are_named() -> None:
    class Many(Line):
        def moves(self, state: Any) -> list[str]:
            return [str(move) for move in range(70_000 if state == 40 else 1)]

        def apply(self, state: Any, move: str) -> Any:
            return state + 1 + int(move)

        def batch_successors(self, states: Any) -> Any:
            many = np.arange(70_000 if (states == 40).any() else 1)
            return states[:, None] + 1 + many, (states == 40)[:, None] | (many == 0)

    with pytest.raises(clew.PuzzleError, match="has 70000 moves; at most 65535 are allowed"):
        clew.solve(Many())
