"""Compiled rules: the same answers as in Python, and every slip told as Python tells it."""

from __future__ import annotations

import re
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import clew
from clew.custom import compiled as module
from clew.custom import native
from clew.optional import install
from clew.testing import check_puzzle
from tests.custom.puzzles import Walk


@clew.compiled
class Steps(clew.Puzzle):
    """From 9 down to 0 by 1 or 2."""

    most = 4

    def initial(self) -> int:
        return 9

    def table(self) -> list[int]:
        return [2]

    @staticmethod
    def expand(state: int, out: Any, table: Any) -> int:
        count = 0
        for step in range(1, table[0] + 1):
            if state >= step:
                out[count] = state - step
                count += 1
        return count

    @staticmethod
    def is_goal(state: int) -> bool:
        return state == 0

    def name(self, state: int, after: int) -> str:
        return f"-{state - after}"


def steps(**rules: Any) -> Any:
    """The same with other rules where they are given."""
    return type("Steps", (Steps,), rules)


def test_the_same_answers_as_in_python() -> None:
    puzzle = Steps()
    solution = clew.solve(puzzle)
    assert (solution.length, solution.optimal) == (5, True)
    assert clew.verify(puzzle, solution.moves or []).solved
    assert clew.solutions(puzzle).count == 5
    assert clew.explore(puzzle).n == 10
    assert clew.hint(puzzle, 4).best == ["-2"]
    assert clew.distance(puzzle, 3) == 2
    assert check_puzzle(puzzle).complete


def test_two_words_and_a_bound_and_costs() -> None:
    class Three(clew.Puzzle):
        words = 3
        most = 3

        def initial(self) -> tuple[int, int, int]:
            return 2, 3, 1

    def expand(state: Any, out: Any) -> int:
        count = 0
        for word in range(3):
            if state[word] > 0:
                for other in range(3):
                    out[count][other] = state[other]
                out[count][word] = state[word] - 1
                count += 1
        return count

    rules = {
        "expand": expand,
        "is_goal": lambda state: state[0] + state[1] + state[2] == 0,
        "heuristic": lambda state: state[0] + state[1] + state[2],
        "cost": lambda state, move: 1 + move % 2,
    }
    puzzle = clew.compiled(type("Three", (Three,), rules))()
    solution = clew.solve(puzzle)
    assert solution.length is not None
    assert solution.length >= 6
    assert clew.solutions(puzzle).count is not None
    assert check_puzzle(puzzle).states == 24


def test_an_exception_is_that_of_python_at_its_own_line() -> None:
    def expand(state: int, out: Any) -> int:
        out[0] = state - 1 + 0 * (12 // (state - 7))  # breaks at 7
        return 1 if state else 0

    with pytest.raises(ZeroDivisionError) as caught:
        clew.solve(steps(expand=expand)())
    assert traceback.extract_tb(caught.value.__traceback__)[-1].filename == __file__


def test_what_is_written_beyond_the_room_is_an_error_and_not_a_crash() -> None:
    def expand(state: int, out: Any) -> int:
        for number in range(state):
            out[number] = number
        return state

    with pytest.raises(IndexError):
        clew.solve(steps(expand=expand)())


def test_a_count_that_is_too_large_is_told() -> None:
    def expand(state: int, out: Any) -> int:
        return 5

    with pytest.raises(clew.PuzzleError, match="from 0 to most = 4"):
        clew.solve(steps(expand=expand)())


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"expand": lambda self, state, out, table: 0}, "no self"),
        ({"most": None}, "the most moves that a state has"),
        ({"words": 9}, "from 1 to 8 words"),
        ({"expand": 5}, "must be a function"),
    ],
)
def test_a_class_that_lacks_something(rules: dict[str, Any], words: str) -> None:
    with pytest.raises(clew.PuzzleError, match=words):
        steps(**rules)


def test_a_rule_may_make_lists() -> None:
    def expand(state: int, out: Any) -> int:
        after = [state - step for step in (1, 2) if step <= state]
        for number, one in enumerate(after):
            out[number] = one
        return len(after)

    assert clew.solve(steps(expand=expand)()).length == 5


def test_what_numba_cannot_compile_is_told_in_short() -> None:
    def reads(state: int, out: Any) -> int:
        return open("nothing").read()  # type: ignore[return-value]

    with pytest.raises(clew.PuzzleError, match=r"cannot compile Steps\.expand: Untyped global name 'open'"):
        clew.solve(steps(expand=reads)())
    with pytest.raises(clew.PuzzleError, match=r"Decorate functions that rules call with @clew\.compiled"):
        clew.solve(steps(is_goal=lambda state: plain(state))())


def plain(state: int) -> bool:
    return state == 0


@clew.compiled
def write(out: Any, at: int, state: int) -> None:
    out[at] = state


def test_a_helper_is_checked_as_the_rule_is() -> None:
    def expand(state: int, out: Any) -> int:
        write(out, 0, state - 1)
        if state == 7:
            write(out, 4, state - 2)
        return 1 if state else 0

    write([0], 0, 1)  # an ordinary function in Python
    with pytest.raises(IndexError):
        clew.solve(steps(expand=expand)())


def test_a_state_computed_as_a_float_is_refused() -> None:
    def halves(state: int, out: Any) -> int:
        out[0] = state / 2
        return 1

    with pytest.raises(clew.PuzzleError, match=r"wrote 4\.5; .* use // instead of /"):
        clew.solve(steps(expand=halves)())


def test_a_start_that_is_no_state() -> None:
    for start in (-1, 2**63, "9", (9, 9)):
        with pytest.raises(clew.PuzzleError, match="is not a state"):
            clew.solve(steps(initial=lambda self, start=start: start)())


def test_without_numba_the_rules_run_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    monkeypatch.setattr(module, "_warned", False)
    with pytest.warns(UserWarning, match=re.escape(install("compiled"))):
        first = steps()
    second = steps()  # the warning comes once
    assert clew.solve(first()).length == clew.solve(second()).length == 5


def test_only_puzzles_are_decorated() -> None:
    with pytest.raises(clew.PuzzleError, match=r"subclass of clew\.Puzzle"):
        clew.compiled(int)
    assert Walk(3).initial() == 3


def test_numbers_that_wrap_around_are_an_error_and_not_an_answer() -> None:
    def wrapped(state: int) -> bool:
        return (state + 3) * 0x123456789ABCDEF % 7 < 3  # beyond 2**63 on its way

    def shifted(state: int) -> int:
        return min(1, state >> (70 - state))  # by 64 and more, which processors take as by 0 and more

    with pytest.raises(clew.PuzzleError, match=r"Steps\.is_goal gives .* 64-bit"):
        clew.solve(steps(is_goal=wrapped, initial=lambda self: 1000)())
    with pytest.raises(clew.PuzzleError, match=r"Steps\.heuristic gives 0 .* shift by 0 to 63"):
        clew.solve(steps(heuristic=shifted, initial=lambda self: 5, is_goal=lambda state: state == 1)())


EXPAND = PREDECESSORS = IS_GOAL = HEURISTIC = COST = 0


@clew.compiled
def upward(state: int, out: Any, step: int) -> int:
    out[0] = (state + step) % 16
    out[1] = (state + 2 * step) % 16
    return 2


@clew.compiled
class Frozen(clew.Puzzle):
    """Rules that read numbers which Numba freezes when it compiles them."""

    most = 2

    def initial(self) -> int:
        return 9

    @staticmethod
    def expand(state: int, out: Any) -> int:
        return upward(state, out, 1 + EXPAND)

    @staticmethod
    def predecessors(state: int, out: Any) -> int:
        return upward(state, out, -1 - PREDECESSORS)

    @staticmethod
    def is_goal(state: int) -> bool:
        return state == 12 - IS_GOAL

    @staticmethod
    def heuristic(state: int) -> int:
        return (state != 12) - HEURISTIC

    @staticmethod
    def cost(state: int, move: int) -> int:
        return 1 + move + COST


@pytest.mark.parametrize("rule", ["expand", "predecessors", "is_goal", "heuristic", "cost"])
def test_machine_code_that_differs_is_an_error_whichever_rule_it_is(
    rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert clew.solve(Frozen()).length == 3
    monkeypatch.setattr(sys.modules[__name__], rule.upper(), 1)
    with pytest.raises(clew.PuzzleError, match=rf"Frozen\.{rule} (gives|raises) .* in Python and"):
        clew.solve(Frozen())


def test_a_subclass_is_compiled_with_the_rules_that_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    clew.solve(Steps())
    compiled: list[str] = []
    original = native._compiled

    def counted(rule: Any, *given: int) -> Any:
        compiled.append(rule.label)
        return original(rule, *given)

    monkeypatch.setattr(native, "_compiled", counted)

    class Nearer(Steps):
        @staticmethod
        def is_goal(state: int) -> bool:
            return state == 1

    @clew.compiled
    class Slower(Nearer):
        def table(self) -> list[int]:
            return [1]

    assert clew.solve(Nearer()).length == 4
    assert clew.solve(Slower()).length == 8
    assert clew.solve(Steps()).length == 5
    assert compiled == ["Nearer.is_goal"]
    assert check_puzzle(Nearer()).complete


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"canonical": lambda self, state: 0}, "its own canonical"),
        ({"moves": lambda self, state: []}, "its own moves"),
        ({"is_goal": lambda self, state: True}, "takes 2 arguments; compiled rules have no self"),
    ],
)
def test_a_subclass_with_rules_that_cannot_be_compiled(rules: dict[str, Any], words: str) -> None:
    with pytest.raises(clew.PuzzleError, match=words):
        steps(**rules)


def test_a_rule_of_one_object_is_refused() -> None:
    puzzle = Steps()
    puzzle.is_goal = lambda state: state == 1  # type: ignore[method-assign]
    with pytest.raises(clew.PuzzleError, match=r"Steps\.is_goal was set on an object"):
        clew.solve(puzzle)


def test_two_threads_may_solve_what_is_not_yet_compiled() -> None:
    fresh = steps(is_goal=lambda state: state == 1)
    with ThreadPoolExecutor(2) as pool:
        assert [found.length for found in pool.map(clew.solve, [fresh(), fresh()])] == [4, 4]


def test_rules_for_arrays_are_not_used_any_more() -> None:
    with pytest.warns(DeprecationWarning, match=r"Many\.batch_successors is not used.*@clew\.compiled"):

        class Many(Walk):
            def batch_successors(self, states: Any) -> Any:
                raise AssertionError

    assert clew.solve(Many()).length == 5
