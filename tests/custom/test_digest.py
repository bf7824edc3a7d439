"""Compiled code is found again by all that went into it, however the rules reach it, and by nothing else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import clew
from clew.custom.native import code
from clew.custom.native import digest as module
from clew.custom.native.digest import Digest, digest
from clew.custom.rules import Rule
from tests.promptness import HANGS

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
    "a builtin": ("import builtins\ndef step(): return {}(2, 1)", "helper.step()", "max", "min"),
    "a name in a library": ("import math\nmath.clew_step = {}", "helper.math.clew_step", "2", "3"),
}  # fmt: skip

UNKNOWN: dict[str, tuple[str, str]] = {
    "an object": ("class Thing:\n    step = 2\nthing = Thing()", "helper.thing.step"),
    "a class": ("class Thing:\n    step = 2", "helper.Thing.step"),
    "an attribute that a module computes": ("def __getattr__(name): return 2", "helper.STEP"),
    "a name in a text": ("STEP = 2", "getattr(helper, 'STEP')"),
    "a function of arrays": ("import numba\n@numba.vectorize\ndef step(a): return 2", "helper.step(1)"),
    "a large array": ("import numpy\nA = numpy.full(10**6, 2)", "helper.A[state]"),
    "an object that raises": (
        "class Proxy:\n    def __getattr__(self, name): raise RuntimeError(name)\nthing = Proxy()",
        "helper.thing",
    ),
    "a list in itself": ("A = []\nA.append(A)", "len(helper.A)"),
    "a deep tuple": ("A = ()\nfor _ in range(5000): A = (A,)", "len(helper.A)"),
}  # fmt: skip


def helper(source: str) -> ModuleType:
    made = ModuleType("helper")
    exec(source, vars(made))
    return made


def expand_with(step: str, **names: Any) -> Callable[..., int]:
    """A rule that goes back by a step, in a module of its own with these names."""
    source = (
        "def expand(state, out):\n"
        f"    step = {step}\n"
        "    out[0] = state - step if state >= step else 0\n"
        "    return 1\n"
    )
    exec(source, names)
    found: Callable[..., int] = names["expand"]
    return found


def digest_of(function: Callable[..., int]) -> Digest:
    return digest({"expand": Rule("Steps", "expand", function)}, 1, 4)


@pytest.mark.parametrize("what", READ)
def test_a_digest_changes_with_all_that_is_read(what: str) -> None:
    source, step, one, two = READ[what]
    first, same, other = (
        digest_of(expand_with(step, helper=helper(source.replace("{}", value)))) for value in (one, one, two)
    )
    assert first.name != other.name
    if "writes itself" not in what:
        assert first == same and first.lasts, "every process would have to compile it"


@pytest.mark.parametrize("what", UNKNOWN)
def test_what_is_not_understood_is_used_by_this_process_only(what: str) -> None:
    source, step = UNKNOWN[what]
    made = helper(source)
    first, same = (digest_of(expand_with(step, helper=made)) for _ in range(2))
    assert not first.lasts and not same.lasts
    if "text" not in what:  # there the rule itself is what is not understood
        assert first == same
    assert digest_of(expand_with(step, helper=helper(source))) != first, "another object may be another value"


def test_a_digest_changes_with_names_that_were_imported() -> None:
    digests = {digest_of(expand_with("STEP", STEP=value)) for value in (2, 3, 2.0, "2", True, b"2")}
    assert len(digests) == 6
    one, two = (expand_with("min(max(2, 1), 2)", **{name: abs}) for name in ("min", "max"))
    assert digest_of(one) != digest_of(two), "which name stands for it"


def test_libraries_are_named_and_not_read() -> None:
    import math

    step = "int(math.floor(np.abs(np.int64(-2)))) + np.bitwise_and(3, 2) + int(np.sum(np.zeros(3)))"
    first, same = (digest_of(expand_with(step, math=math, np=np)) for _ in range(2))
    assert first == same and first.lasts


def test_code_of_an_older_format_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = expand_with("2")
    before = digest_of(rule)
    monkeypatch.setattr(module, "FORMAT", "clew rules 2")
    assert digest_of(rule) != before


def test_processes_with_other_hashes_have_one_digest() -> None:
    source = (
        "from tests.custom.test_digest import digest_of, expand_with, helper\n"
        'made = helper(\'NAMES = frozenset({"a", "bb", "ccc"})\')\n'
        "print(digest_of(expand_with('len(helper.NAMES) if state in {1, 2} else 1', helper=made)))\n"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", source],
            env={"PYTHONHASHSEED": str(seed), "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            timeout=HANGS,
            check=True,
        ).stdout
        for seed in (1, 2, 3)
    }
    assert len(found) == 1 and "True" in found.pop()


def steps_with(step: str, source: str) -> Any:
    """From 12 down to 0 by the step that a helper has."""
    rules = {
        "most": 1,
        "initial": lambda self: 12,
        "expand": expand_with(step, helper=helper(source)),
        "is_goal": lambda state: state == 0,
    }
    return clew.compiled(type("Steps", (clew.Puzzle,), rules))()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "clew" / "compiled"


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


@pytest.mark.parametrize("what", ["a large array", "a function of arrays"])
def test_code_with_addresses_is_not_kept(what: str, cache: Path) -> None:
    """Numba compiles in where a large array lies; another process has it elsewhere."""
    source, step = UNKNOWN[what]
    for value in ("2", "3"):
        assert clew.solve(steps_with(step, source.replace("2", value))).length == 12 // int(value)
    assert not cache.exists() or not list(cache.iterdir())


def test_a_slip_of_numbas_is_an_error_of_the_rules(cache: Path) -> None:
    source, step, *_ = READ["a number that writes itself"]
    with pytest.raises(clew.PuzzleError, match=r"Numba cannot compile Steps\.expand"):
        clew.solve(steps_with(step, source.replace("{}", "2")))
