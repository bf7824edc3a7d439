"""Compiled rules: the same answers, from a file at once, and every slip told as Python tells it."""

from __future__ import annotations

import re
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.custom import compiled as module
from clew.custom.native import code, store
from clew.optional import install
from clew.testing import check_puzzle
from tests.custom.puzzles import Walk


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(code, "_loaded", {})
    return tmp_path / "clew" / "compiled"


def steps(name: str = "Steps", **rules: Any) -> Any:
    """From a number down to 0 by 1 or 2, with other rules where they are given."""

    def expand(state: int, out: Any, table: Any) -> int:
        count = 0
        for step in range(1, table[0] + 1):
            if state >= step:
                out[count] = state - step
                count += 1
        return count

    def is_goal(state: int) -> bool:
        return state == 0

    return clew.compiled(
        type(
            name,
            (clew.Puzzle,),
            {
                "most": 4,
                "initial": lambda self: 9,
                "table": lambda self: [2],
                "expand": expand,
                "is_goal": is_goal,
                "name": lambda self, state, after: f"-{state - after}",
                **rules,
            },
        )
    )


def test_the_same_answers_as_in_python() -> None:
    puzzle = steps()()
    solution = clew.solve(puzzle)
    assert (solution.length, solution.optimal) == (5, True)
    assert clew.verify(puzzle, solution.moves or []).solved
    assert clew.solutions(puzzle).count == 5
    assert clew.explore(puzzle).n == 10
    assert clew.hint(puzzle, 4).best == ["-2"]
    assert clew.distance(puzzle, 3) == 2
    assert check_puzzle(puzzle).complete


def test_the_code_is_kept_and_read(cache: Path) -> None:
    clew.solve(steps()())
    files = list(cache.iterdir())
    assert len(files) == 1
    program = (
        "import sys\nsys.path.insert(0, sys.argv[1])\nimport lights, clew\np = lights.CompiledLights(3)\n"
    )
    program += "assert clew.solve(p).length == 5\nprint('numba' in sys.modules)"
    examples = str(Path(__file__).parents[2] / "examples")
    told = [
        subprocess.run(
            [sys.executable, "-c", program, examples], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert told == ["True\n", "False\n"]  # the second process needs LLVM alone


def test_a_damaged_file_is_not_believed(cache: Path) -> None:
    clew.solve(steps()())
    (file,) = cache.iterdir()
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    code._loaded.clear()
    assert clew.solve(steps()()).length == 5


def test_rules_that_differ_by_a_constant_are_not_mixed_up() -> None:
    def by(least: int) -> Any:
        def expand(state: int, out: Any) -> int:
            out[0] = state - least
            return 1 if state >= least else 0

        return expand

    assert clew.solve(steps(expand=by(1))()).length == 9
    assert clew.solve(steps(expand=by(3))()).length == 3


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


def test_code_that_needs_python_is_refused() -> None:
    def lists(state: int, out: Any) -> int:
        found = [state - 1, state - 2]
        out[0] = found[state & 1]
        return 1

    def floats(state: int, out: Any) -> int:
        half = state / 2
        out[0] = half
        return 1

    def texts(state: int, out: Any) -> int:
        return open("nothing").read()  # type: ignore[return-value]

    with pytest.raises(clew.PuzzleError, match="without Python"):
        clew.solve(steps(expand=lists)())
    with pytest.raises(clew.PuzzleError, match="as a float"):
        clew.solve(steps(expand=floats)())
    with pytest.raises(clew.PuzzleError, match=r"cannot compile Steps\.expand"):
        clew.solve(steps(expand=texts)())


def test_a_start_that_is_no_state() -> None:
    for start in (-1, 2**63, "9", (9, 9)):
        with pytest.raises(clew.PuzzleError, match="is not a state"):
            clew.solve(steps(initial=lambda self, start=start: start)())


def test_without_numba_the_rules_run_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "has_numba", lambda: False)
    monkeypatch.setattr(module, "_warned", False)
    with pytest.warns(UserWarning, match=re.escape(install("compiled"))):
        first = steps("First")
    second = steps("Second")  # the warning comes once
    assert clew.solve(first()).length == clew.solve(second()).length == 5


def test_only_puzzles_are_decorated() -> None:
    with pytest.raises(clew.PuzzleError, match=r"subclass of clew\.Puzzle"):
        clew.compiled(int)  # type: ignore[type-var]
    assert Walk(3).initial() == 3


def weights(state: int, turns: int) -> int:
    n = 0
    for i in range(turns):
        n += ((state >> i) & 1) * (i * 37 + 11)
    return n


def many_weights(name: str = "Weights", **rules: Any) -> Any:
    """Four lamps among 60, and every rule sums up constants in a loop that the compiler vectorises."""

    def expand(state: int, out: Any, table: Any) -> int:
        first = weights(state, table[0]) % 5
        for k in range(4):
            out[k] = state ^ (1 << (first + 7 * k))
        return 4

    own = {
        "most": 4,
        "initial": lambda self: (1 << 59) + 1,
        "table": lambda self: [60],
        "expand": expand,
        "is_goal": lambda state, table: weights(state, table[0]) % 97 == 5,
        "heuristic": lambda state, table: int(weights(state, table[0]) % 97 != 5),
        "cost": lambda state, move, table: 1 + (weights(state, table[0]) + move) % 3,
        **rules,
    }
    return clew.compiled(type(name, (clew.Puzzle,), own))


def test_every_rule_has_its_own_constants_also_from_the_cache(cache: Path) -> None:
    for _ in range(2):
        puzzle = many_weights()()
        checked = check_puzzle(puzzle, states=300)
        assert checked.states == 300
        code._loaded.clear()
    assert len(list(cache.iterdir())) == 1


def test_numbers_that_wrap_around_are_an_error_and_not_an_answer() -> None:
    def wrapped(state: int) -> bool:
        return (state + 3) * 0x123456789ABCDEF % 7 < 3  # beyond 2**63 on its way

    def shifted(state: int) -> int:
        return min(1, state >> (70 - state))  # by 64 and more, which processors take as by 0 and more

    with pytest.raises(clew.PuzzleError, match=r"Steps\.is_goal gives .* 64-bit"):
        clew.solve(steps(is_goal=wrapped, initial=lambda self: 1000)())
    with pytest.raises(clew.PuzzleError, match=r"Steps\.heuristic gives 0 .* shift by 0 to 63"):
        clew.solve(steps(heuristic=shifted, initial=lambda self: 5, is_goal=lambda state: state == 1)())


def test_wrong_code_in_the_cache_is_an_error_whichever_rule_it_is(cache: Path) -> None:
    right: Any = {
        "expand": lambda state, out: upward(state, out, 1),
        "predecessors": lambda state, out: upward(state, out, -1),
        "is_goal": lambda state: state == 12,
        "heuristic": lambda state: 12 - state,
        "cost": lambda state, move: 1 + move,
    }
    wrong: Any = {
        "expand": lambda state, out: upward(state, out, 2),
        "predecessors": lambda state, out: upward(state, out, -2),
        "is_goal": lambda state: state == 9,
        "heuristic": lambda state: 9 // 4 - state // 4,
        "cost": lambda state, move: 2 + move,
    }
    objects = []
    for rules in (right, wrong):
        before = set(cache.glob("*"))
        clew.solve(steps(**rules)())
        (file,) = set(cache.glob("*")) - before
        objects.append((file.name, store.read(file.name) or {}))
    (key, good), (_, bad) = objects
    for rule in right:
        store.write(key, {**good, rule: bad[rule]})
        code._loaded.clear()
        with pytest.raises(clew.PuzzleError, match=rf"Steps\.{rule} gives .* in Python and gives"):
            clew.solve(steps(**right)())


def upward(state: int, out: Any, step: int) -> int:
    out[0] = (state + step) % 16
    out[1] = (state + 2 * step) % 16
    return 2


def test_a_compiled_rule_that_is_overridden_in_python_is_refused() -> None:
    base = steps()
    for name, rule in {
        "is_goal": lambda self, state: state == 1,
        "heuristic": lambda self, state: 9,
        "expand": lambda state, out, table: 0,
        "canonical": lambda self, state: 0,
    }.items():
        changed = type("Changed", (base,), {name: rule})()
        with pytest.raises(clew.PuzzleError, match=rf"Changed\.{name} overrides a rule of Steps"):
            clew.solve(changed)
    with pytest.raises(clew.PuzzleError, match="its own canonical"):
        steps(canonical=lambda self, state: state)
    with pytest.raises(clew.PuzzleError, match="compiled rules have no self"):
        rules: dict[str, Any] = {}
        exec("def is_goal(self, state):\n    return True", rules)
        steps(is_goal=rules["is_goal"])


def test_a_compiled_subclass_has_the_rules_that_it_does_not_change() -> None:
    nearer = clew.compiled(type("Nearer", (steps(),), {"is_goal": staticmethod(lambda state: state == 1)}))
    assert clew.solve(nearer()).length == 4
    assert check_puzzle(nearer()).complete
