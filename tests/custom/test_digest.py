"""Compiled code is found again by all that went into it, however the rules reach it, and by nothing else."""

from __future__ import annotations

import math
import sysconfig
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import clew
from clew.custom.native import code, libraries
from clew.custom.native import digest as module
from tests.custom.steps import (
    digest_of,
    expand_with,
    helper,
    in_process,
    lengths_in_three_processes,
    steps_of,
    steps_with,
)

Case = tuple[str, str, str, str]
"""A helper module, how a rule reads it, and two values that stand for `{}` in the helper."""

READ: dict[str, Case] = {
    "a number of a module": ("STEP = {}", "helper.STEP", "2", "3"),
    "a number of another type": ("STEP = {}", "helper.STEP", "2", "True"),
    "a module in a module": (
        "from types import ModuleType\nconfig = ModuleType('config')\nconfig.STEP = {}",
        *("helper.config.STEP", "2", "3"),
    ),
    "a function": ("def step(): return {}", "helper.step()", "2", "3"),
    "what a function reads": ("STEP = {}\ndef step(): return STEP", "helper.step()", "2", "3"),
    "a default": ("def step(by={}): return by", "helper.step()", "2", "3"),
    "a default by name": ("def step(*, by={}): return by", "helper.step()", "2", "3"),
    "a variable around": ("def made(by):\n    return lambda: by\nstep = made({})", "helper.step()", "2", "3"),
    "one of two functions": (
        "def left(): return 2\ndef right(): return 3\nstep = {}",
        *("helper.step() + 0 * helper.left() + 0 * helper.right()", "left", "right"),
    ),
    "how arguments are taken": ("def step(a, {}): return len(b)", "helper.step(1, (2, 3))", "b", "*b"),
    "a compiled function": ("import numba\n@numba.njit\ndef step(): return {}", "helper.step()", "2", "3"),
    "types that were given": (
        "import numba\n@numba.njit('{}(int64)')\ndef step(a): return a",
        *("helper.step(258)", "int8", "int64"),
    ),
    "types of variables": (
        "import numba\n@numba.njit(locals=dict(b=numba.{}))\ndef step(a):\n    b = a\n    return b",
        *("helper.step(258)", "int8", "int64"),
    ),
    "options": (
        "import numba\n@numba.njit(error_model='{}')\ndef step(a): return 7 // a",
        *("helper.step(3)", "python", "numpy"),
    ),
    "a function said to be of a library": (
        "import functools, numba, numpy\n@numba.njit\n@functools.wraps(numpy.trace)\n"
        "def step(a): return {}",
        *("helper.step(1)", "2", "3"),
    ),
    "an enumeration": (
        "from enum import IntEnum\nclass S(IntEnum):\n    LONG = {}", "helper.S.LONG", "2", "3",
    ),
    "a member of one": (
        "from enum import IntEnum\nclass S(IntEnum):\n    LONG = {}\n    __repr__ = lambda self: 'S'\n"
        "L = S.LONG",
        *("helper.L", "2", "3"),
    ),
    "a number that writes itself": (
        "class I(int):\n    __repr__ = lambda self: 'I'\nSTEP = I({})", "helper.STEP", "2", "3",
    ),
    "a tuple": ("STEPS = (1, {})", "helper.STEPS[1]", "2", "3"),
    "how tuples are nested": ("STEPS = {}", "len(helper.STEPS[0])", "((1, 2), 3)", "((1, 2, 3),)"),
    "fields of a named tuple": (
        "from collections import namedtuple\nSTEP = namedtuple('P', '{}')(2, 3)",
        *("helper.STEP.x", "x y", "y x"),
    ),
    "functions in a tuple": ("def step(): return {}\nSTEPS = (step,)", "helper.STEPS[0]()", "2", "3"),
    "an array": ("import numpy\nSTEPS = numpy.array([1, {}])", "helper.STEPS[1]", "2", "3"),
    "the type of an array": ("import numpy\nA = numpy.zeros(4, '{}')", "helper.A[0]", "i8", "u8"),
    "a number of NumPy's": ("import numpy\nSTEP = numpy.int64({})", "helper.STEP", "2", "3"),
    "the sign of a NaN": ("STEP = {}float('nan')", "int(helper.STEP)", "", "-"),
    "a set": ("S = frozenset([{}, 7])", "len(helper.S)", "2", "3"),
    "a module that is handed on": (
        "def get(module): return module.STEP\nSTEP = {}", "helper.get(helper)", "2", "3",
    ),
    "a builtin": ("import builtins\ndef step(): return {}(2, 1)", "helper.step()", "max", "min"),
    "a name in a library": ("import math\nmath.clew_step = {}", "helper.math.clew_step", "2", "3"),
}  # fmt: skip

UNKNOWN: dict[str, tuple[str, str]] = {
    "an object": ("class Thing:\n    step = 2\nthing = Thing()", "helper.thing.step"),
    "a class": ("class Thing:\n    step = 2", "helper.Thing.step"),
    "an attribute that a module computes": ("def __getattr__(name): return 2", "helper.STEP"),
    "a name in a text": ("STEP = 2", "getattr(helper, 'STEP')"),
    "getattr by another name": ("look = getattr\nSTEP = 2", "helper.look(helper, 'STEP')"),
    "whether something is there": ("STEP = 2", "2 if hasattr(helper, 'STEP') else 3"),
    "a function of arrays": ("import numba\n@numba.vectorize\ndef step(a): return 2", "helper.step(1)"),
    "a function of C": (
        "import ctypes\nstep = ctypes.CFUNCTYPE(ctypes.c_int64)(lambda: 2)", "helper.step()",
    ),
    "a record array": ("import numpy\nA = numpy.rec.array([(2,)] * 8, dtype=[('a', 'i8')])", "helper.A.a[1]"),
    "an object that raises": (
        "class Proxy:\n    def __getattr__(self, name): raise RuntimeError(name)\nthing = Proxy()",
        "helper.thing",
    ),
    "a list in itself": ("A = []\nA.append(A)", "len(helper.A)"),
    "a deep tuple": ("A = ()\nfor _ in range(5000): A = (A,)", "len(helper.A)"),
}  # fmt: skip


LARGE = {
    "a large array": ("import numpy\nA = numpy.full(10**6, 2)", "helper.A[state]"),
    "an array with gaps": ("import numpy\nA = numpy.full(80, 2)[::2]", "helper.A[state & 7]"),
    "a column": ("import numpy\nA = numpy.full((40, 2), 2)[:, 1]", "helper.A[state & 7]"),
}


@pytest.mark.parametrize("what", READ)
def test_a_digest_changes_with_all_that_is_read(what: str) -> None:
    source, step, one, two = READ[what]
    first, same, other = (
        digest_of(expand_with(step, helper=helper(source.replace("{}", value)))) for value in (one, one, two)
    )
    vars(math).pop("clew_step", None)
    assert first != other
    if what != "a number that writes itself":
        assert first == same and first[1], "every process would have to compile it"


@pytest.mark.parametrize("what", UNKNOWN)
def test_what_is_not_understood_is_compiled_each_time(what: str) -> None:
    source, step = UNKNOWN[what]
    made = helper(source)
    (first, lasts), (second, lasts_too) = (digest_of(expand_with(step, helper=made)) for _ in range(2))
    assert not lasts and not lasts_too
    assert first != second, "it may have changed in between"


@pytest.mark.parametrize("what", LARGE)
def test_an_array_that_stays_where_it_is_is_used_by_this_process_only(what: str) -> None:
    source, step = LARGE[what]
    made = helper(source)
    first, same, other = (digest_of(expand_with(step, helper=one)) for one in (made, made, helper(source)))
    assert first == same and not first[1]
    assert other != first


def test_names_of_the_builtins_are_those_of_python() -> None:
    (_, lasts), (_, own) = (
        digest_of(expand_with("max(1, 2)", **names)) for names in ({}, {"__builtins__": {"max": min}})
    )
    assert lasts and not own


def test_a_program_in_the_folder_of_python_is_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    libraries.is_in_a_library.cache_clear()
    monkeypatch.chdir(sysconfig.get_path("stdlib"))
    assert digest_of(expand_with("2")) != digest_of(expand_with("3"))
    libraries.is_in_a_library.cache_clear()


def test_a_digest_changes_with_names_that_were_imported() -> None:
    digests = {digest_of(expand_with("STEP", STEP=value)) for value in (2, 3, 2.0, "2", True, b"2")}
    assert len(digests) == 6
    one, two = (expand_with("min(max(2, 1), 2)", **{name: abs}) for name in ("min", "max"))
    assert digest_of(one) != digest_of(two), "which name stands for it"


def test_libraries_are_named_and_not_read() -> None:
    step = "int(math.floor(np.abs(np.int64(-2)))) + np.bitwise_and(3, 2) + int(np.sum(np.zeros(3)))"
    first, same = (digest_of(expand_with(step, math=math, np=np)) for _ in range(2))
    assert first == same and first[1]


def test_code_of_an_older_format_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = expand_with("2")
    before = digest_of(rule)
    monkeypatch.setattr(module, "FORMAT", "clew rules 2")
    assert digest_of(rule) != before


def test_processes_with_other_hashes_have_one_digest() -> None:
    source = (
        "from tests.custom.steps import digest_of, expand_with, helper\n"
        'made = helper(\'NAMES = frozenset({"a", "bb", "ccc"})\')\n'
        "print(digest_of(expand_with('len(helper.NAMES) if state in {1, 2} else 1', helper=made)))\n"
    )
    found = {in_process(source, PYTHONHASHSEED=str(seed)) for seed in (1, 2, 3)}
    assert len(found) == 1 and "True" in found.pop()


@pytest.mark.parametrize(
    "what", ["a number of a module", "an enumeration", "a compiled function", "a tuple", "an array"]
)
def test_the_answer_changes_with_what_is_read(
    what: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the code for the old value is in the cache, as it is for the next process."""
    source, step, *_ = READ[what]
    for value in (2, 3, 2):
        monkeypatch.setattr(code, "_loaded", {})
        assert clew.solve(steps_with(step, source.replace("{}", str(value)))).length == 12 // value
    assert len(list(cache.iterdir())) == 2


@pytest.mark.parametrize("what", [*LARGE, "a function of arrays", "a function of C"])
def test_code_with_addresses_is_not_kept(what: str, cache: Path) -> None:
    """Numba compiles in where such an array lies; another process has it elsewhere."""
    source, step = {**LARGE, **UNKNOWN}[what]
    for value in ("2", "3"):
        now = source
        for before in (", 2)", "return 2", "lambda: 2"):
            now = now.replace(before, before.replace("2", value))
        assert clew.solve(steps_with(step, now)).length == 12 // int(value)
    assert not cache.exists() or not list(cache.iterdir())


def test_what_its_author_compiled_before_a_change_is_compiled_again(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba keeps what a function read when it was first called."""
    made: Any = helper("import numba\nSTEP = 2\n@numba.njit\ndef step(): return STEP")
    for value in (2, 3, 2):
        made.STEP = value
        assert made.step() in (2, 3)
        monkeypatch.setattr(code, "_loaded", {})
        assert clew.solve(steps_of("helper.step()", made)).length == 12 // value


def test_what_numba_keeps_on_disk_is_not_believed(cache: Path, tmp_path: Path) -> None:
    """It is found by the file of the function alone."""
    (tmp_path / "sizes.py").write_text("import os\nSTEP = int(os.environ['STEP'])\n")
    (tmp_path / "kept.py").write_text(
        "import numba\nfrom sizes import STEP\n@numba.njit(cache=True)\ndef step(): return STEP\n"
    )
    assert lengths_in_three_processes(tmp_path, "kept.step()") == ["6\n", "4\n", "6\n"]


def test_an_array_that_is_changed_in_place_is_read_again(cache: Path) -> None:
    for source, step in (
        ("import numpy\nA = numpy.full(75_000, 2)", "helper.A[state]"),
        UNKNOWN["a record array"],
        LARGE["an array with gaps"],
    ):
        made: Any = helper(source)
        for value in (2, 3):
            (made.A.a if "rec" in source else made.A).fill(value)
            assert clew.solve(steps_of(step, made)).length == 12 // value


@pytest.mark.parametrize(
    ("source", "step", "words"),
    [
        ("TEXT = 'abc'", "1 + (hash(helper.TEXT) & 1)", "values differ between processes"),
        (
            "import numba\n@numba.njit\ndef even(n): return 2 if n < 1 else odd(n - 1)\n"
            "@numba.njit\ndef odd(n): return 2 if n < 1 else even(n - 1)",
            *("helper.even(state)", "functions that it uses call each other in a circle"),
        ),
        (
            "import numba\n@numba.njit\ndef half(n): return 2.0 if n < 1 else half(n / 2 - 1)",
            *("int(helper.half(state))", "or one calls itself with arguments of other types"),
        ),
    ],
)
def test_code_that_needs_numbas_process_is_refused(source: str, step: str, words: str, cache: Path) -> None:
    with pytest.raises(clew.PuzzleError, match=words):
        clew.solve(steps_with(step, source))


def test_a_slip_of_numbas_is_an_error_of_the_rules(cache: Path) -> None:
    source, step, *_ = READ["a number that writes itself"]
    with pytest.raises(clew.PuzzleError, match=r"Numba cannot compile Steps\.expand"):
        clew.solve(steps_with(step, source.replace("{}", "2")))
