"""Compiled code is found again by all that went into it, however the rules reach it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import clew
from clew.custom.native import code
from clew.custom.native import digest as module
from clew.custom.native.digest import digest
from clew.custom.rules import Rule

READ = {
    "a module's number": ("STEP = {}", "helper.STEP"),
    "a module in a module": (
        "from types import ModuleType\nconfig = ModuleType('config')\nconfig.STEP = {}",
        "helper.config.STEP",
    ),
    "a module's function": ("def step(): return {}", "helper.step()"),
    "what a function reads": ("STEP = {}\ndef step(): return STEP", "helper.step()"),
    "a function with a default": ("def step(by={}): return by", "helper.step()"),
    "a compiled function": ("import numba\n@numba.njit\ndef step(): return {}", "helper.step()"),
    "an enumeration": ("from enum import IntEnum\nclass Step(IntEnum):\n    LONG = {}", "helper.Step.LONG"),
    "a tuple": ("STEPS = (1, {})", "helper.STEPS[1]"),
    "functions in a tuple": ("def step(): return {}\nSTEPS = (step,)", "helper.STEPS[0]()"),
    "an array": ("import numpy\nSTEPS = numpy.array([1, {}])", "helper.STEPS[1]"),
}


def helper(source: str) -> ModuleType:
    made = ModuleType("helper")
    exec(source, vars(made))
    return made


def expand_with(step: str, **names: Any) -> Callable[..., int]:
    """A rule that goes back by a step, in a module of its own with these names."""
    source = (
        "def expand(state, out, table):\n"
        f"    step = {step}\n"
        "    out[0] = state - step if state >= step else 0\n"
        "    return 1\n"
    )
    exec(source, names)
    found: Callable[..., int] = names["expand"]
    return found


def digest_of(function: Callable[..., int]) -> str:
    return digest({"expand": Rule("Steps", "expand", function)}, 1, 4)


@pytest.mark.parametrize("what", READ)
def test_a_digest_changes_with_all_that_is_read(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source, step = READ[what]
    two, same, three = (
        digest_of(expand_with(step, helper=helper(source.format(value)))) for value in (2, 2, 3)
    )
    assert two == same, "another process would have to compile it again"
    assert two != three
    monkeypatch.setattr(module, "_PROCESS", "another")
    assert two == digest_of(expand_with(step, helper=helper(source.format(2))))


def test_a_digest_changes_with_names_that_were_imported() -> None:
    digests = {digest_of(expand_with("STEP", STEP=value)) for value in (2, 3, 2.0, "2", True)}
    assert len(digests) == 5


def test_what_is_unknown_is_used_by_this_process_only(monkeypatch: pytest.MonkeyPatch) -> None:
    class Something:
        step = 2

    rule = expand_with("THING.step", THING=Something())
    before = digest_of(rule)
    assert digest_of(rule) == before
    monkeypatch.setattr(module, "_PROCESS", "another")
    assert digest_of(rule) != before


def test_libraries_are_named_and_not_read() -> None:
    import math

    import numpy as np

    rule = expand_with("int(math.floor(np.abs(np.int64(-2))))", math=math, np=np)
    assert digest_of(rule) == digest_of(
        expand_with("int(math.floor(np.abs(np.int64(-2))))", math=math, np=np)
    )
    assert not module._is_library("clew")
    assert module._is_library("math") and module._is_library("functools") and module._is_library("numpy")


def test_code_of_an_older_format_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = expand_with("2")
    before = digest_of(rule)
    monkeypatch.setattr(module, "FORMAT", "clew rules 2")
    assert digest_of(rule) != before


@pytest.mark.parametrize("what", ["a module's number", "an enumeration", "a module's function"])
def test_the_answer_changes_with_what_is_read(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the code for the old value is in the cache, as it is for the next process."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    source, step = READ[what]
    if what == "a module's function":
        source = "import numba\n@numba.njit\n" + source
    for value in (2, 3):
        monkeypatch.setattr(code, "_loaded", {})
        rules = {
            "most": 1,
            "initial": lambda self: 12,
            "expand": expand_with(step, helper=helper(source.format(value))),
            "is_goal": lambda state: state == 0,
        }
        puzzle = clew.compiled(type("Steps", (clew.Puzzle,), rules))()
        assert clew.solve(puzzle).length == 12 // value
