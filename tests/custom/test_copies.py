"""Functions that their authors have compiled: rules compute as those do, and leave them to their authors as
they were, also when Ctrl-C or another thread comes between.
"""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread
from typing import Any

import numba
import pytest
from numba import literal_unroll, literally  # type: ignore[attr-defined]

import clew
from clew.custom.native import copies, values
from tests.custom.steps import digest_of, expand_with, helper, steps_of, steps_with


@pytest.mark.parametrize(
    ("compiled", "lost"),
    [
        ("'int8(int64)', inline='always'", "the types it was given"),
        ("inline='always', locals={'given': numba.int8}", "locals"),
        ("inline=lambda *of: True, error_model='numpy'", "error_model"),
    ],
)
def test_what_numba_would_lose_by_inlining_is_refused(compiled: str, lost: str, cache: Path) -> None:
    """It replaces the calls before it infers types: of 258, the step would not be 2 but 258."""
    source = f"import numba\n@numba.njit({compiled})\ndef low(given): return given"
    with pytest.raises(clew.PuzzleError, match=f"`inline=` makes Numba ignore .* low .*: {lost}"):
        clew.solve(steps_with("helper.low(258)", source))


@pytest.mark.parametrize("options", ["", ", error_model='python', fastmath=False, nogil=True"])
def test_what_loses_nothing_by_inlining_is_compiled(options: str, cache: Path) -> None:
    source = f"import numba\n@numba.njit(inline='always'{options})\ndef two(given): return 2 + 0 * given"
    assert clew.solve(steps_with("helper.two(state)", source)).length == 6


def test_whether_a_function_is_inlined_is_in_the_digest() -> None:
    """Else a cache would hide that it is refused."""
    names = set()
    for options in ("", "inline='never'", "inline='always'", "inline=lambda *of: True"):
        made: Any = helper(f"import numba\n@numba.njit({options})\ndef two(given): return 2")
        names.add(digest_of(expand_with("two(state)", two=made.two)))
    assert len(names) == 2


@pytest.mark.parametrize(
    "source",
    [
        "@numba.njit\ndef read(at): return apply(lambda i: A.flat[i], at)",
        "@numba.njit\ndef read(at):\n    def inner(i): return A.flat[i]\n    return apply(inner, at)",
        "@numba.njit\ndef read(at): return next(map(lambda i: A.flat[i], (at,)))",
    ],
    ids=["lambda", "def", "map"],
)
def test_an_index_that_numba_does_not_check_is_found_in_inner_functions(source: str, cache: Path) -> None:
    start = "import numba, numpy\nA = numpy.full(20, 2)\n@numba.njit\ndef apply(f, at): return f(at)\n"
    with pytest.raises(clew.PuzzleError, match=r"uses `flat\[...\]` in (<lambda>|inner)"):
        clew.solve(steps_with("helper.read(state)", start + source))


def test_inner_functions_check_every_index(cache: Path) -> None:
    start = "import numba, numpy\nA = numpy.full(4, 2)\n@numba.njit\ndef apply(f, at): return f(at)\n"
    source = "@numba.njit\ndef read(at): return apply(lambda i: A[i], at)"
    with pytest.raises((clew.PuzzleError, IndexError), match="index"):
        clew.solve(steps_with("helper.read(state)", start + source))


@numba.njit
def gcd(a: Any, b: Any) -> Any:
    return a if b == 0 else gcd(b, a % b)


def down(n: int) -> int:
    return 0 if n == 0 else 1 + down(n - 1)


def constant(n: int, k: int) -> int:
    return k if n == 0 else constant(n - 1, 2)


def named(n: int, k: int) -> int:
    return literally(k) if n == 0 else named(n - 1, k)


def added(n: int, total: int = 0) -> int:
    return total if n == 0 else added(n - 1, total + 1)


def swapped(n: int, first: int = 1, second: int = 2) -> int:
    return first if n == 0 else swapped(n - 1, second=first, first=second)


@numba.njit
def picked(of: Any, at: Any) -> Any:
    return of[literally(at)]


def mixed(n: int, at: int) -> Any:
    return picked((2, (3, 4)), at) if n == 0 else mixed(n - 1, at)


def chosen(n: int, at: int) -> Any:
    here = numba.literally(at)  # type: ignore[attr-defined]
    return (2, (3, 4))[here] if n == 0 else chosen(n - 1, here)


@pytest.mark.parametrize(
    ("step", "length"),
    [
        ("gcd(4 * state, 2)", 6),
        ("down(3)", 4),
        ("down(state)", 1),
        ("constant(state & 1, 2)", 6),
        ("constant(state, 3)", 6),
        ("named(state, 2)", 6),
        ("added(2)", 6),
        ("added(n=3, total=state - state)", 4),
        ("swapped(3)", 6),
        ("swapped(2, second=1, first=3)", 4),
        ("mixed(2, 0)", 6),
        ("mixed(state, 1)[0]", 4),
        ("chosen(2, 1)[1]", 3),
    ],
)
def test_a_function_that_calls_itself_may_be_given_a_constant(step: str, length: int, cache: Path) -> None:
    used = (gcd, down, constant, named, added, swapped, mixed, chosen)
    names = {function.__name__: function for function in used}
    assert clew.solve(steps_of(step, helper(""), **names)).length == length


def test_a_plain_function_may_use_what_numba_gives_a_meaning_of_its_own(cache: Path) -> None:
    def both(given: int) -> int:
        total = 0
        for part in literal_unroll((given, True)):
            total += part
        return total

    assert clew.solve(steps_of("both(1)", helper(""), both=both)).length == 6


def test_a_constant_stays_one_where_a_name_only_looks_like_a_call_of_itself(cache: Path) -> None:
    made: Any = helper("size = 1\nMIXED = (1, (1, 1))")
    exec("def size_(at): return MIXED[at] + size", vars(made))
    made.size_.__name__ = "size"
    assert clew.solve(steps_of("size_(0)", made, size_=made.size_)).length == 6


def test_a_plain_function_of_an_enclosing_one_is_compiled(cache: Path) -> None:
    def puzzle(step: int) -> Any:
        def by(state: int) -> int:
            return step

        def expand(state: int, out: Any) -> int:
            out[0] = state - by(state) if state >= step else 0
            return 1

        rules = {"most": 1, "initial": lambda self: 12, "expand": expand, "is_goal": lambda state: state == 0}
        return clew.compiled(type("Steps", (clew.Puzzle,), rules))()

    assert [clew.solve(puzzle(step)).length for step in (2, 3, 2)] == [6, 4, 6]


def test_a_plain_function_of_a_module_is_refused_with_advice(cache: Path) -> None:
    with pytest.raises(clew.PuzzleError, match="import the function itself"):
        clew.solve(steps_with("helper.plain(state)", "def plain(given): return 2"))


GIVEN = (
    "import numba\nSTEP = 2\n"
    "@numba.njit('int64(int64)')\ndef one(given): return STEP\n"
    "@numba.njit('int64(int64)')\ndef two(given): return STEP\n"
)
BOTH = "(helper.one(state) + helper.two(state)) // 2"


def test_ctrl_c_while_functions_are_compiled_again_leaves_them_as_they_were(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: Any = helper(GIVEN)
    inner = copies.Copies.of_rule

    def interrupted(self: copies.Copies, function: Any) -> Any:
        if function is made.two:
            raise KeyboardInterrupt
        return inner(self, function)

    monkeypatch.setattr(copies.Copies, "of_rule", interrupted)
    with pytest.raises(KeyboardInterrupt):
        clew.solve(steps_of(BOTH, made))
    assert (made.one(5), made.two(5)) == (2, 2)
    monkeypatch.undo()
    made.STEP = 3
    assert clew.solve(steps_of(BOTH, made)).length == 4
    assert (made.one(5), made.two(5)) == (3, 3)


def test_they_can_be_called_while_they_are_compiled_again(cache: Path) -> None:
    made: Any = helper(GIVEN)
    failed: list[Exception] = []
    over = Event()

    def call() -> None:
        while not over.is_set():
            try:
                made.one(5)
            except Exception as error:
                failed.append(error)

    caller = Thread(target=call)
    caller.start()
    try:
        assert clew.solve(steps_of(BOTH, made)).length == 6
    finally:
        over.set()
        caller.join()
    assert not failed


def test_large_tables_are_read_once_for_all_functions(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: Any = helper(
        "import numba, numpy\nA = numpy.full(9999, 2)\n" + GIVEN.replace("STEP\n", "A[given]\n")
    )
    assert clew.solve(steps_of(BOTH, made)).length == 6
    met: list[bool] = []
    inner = values.Reader._of_numbers

    def counted(self: values.Reader, array: Any) -> str:
        met.append(id(array) in self._arrays)
        return inner(self, array)

    monkeypatch.setattr(values.Reader, "_of_numbers", counted)
    assert clew.solve(steps_of(BOTH, made)).length == 6
    assert met.count(False) == 2, "once for the digest, and once for all functions together"
    assert any(met)
