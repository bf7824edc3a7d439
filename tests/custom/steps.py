"""A puzzle whose step is read from somewhere, the digest of its rules, and programs that solve it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import clew
from clew.custom.native.digest import digest
from clew.custom.rules import Rule
from tests.promptness import HANGS


def helper(source: str) -> ModuleType:
    """A module with that source, in which `here` is the module itself."""
    made = ModuleType("helper")
    vars(made)["here"] = made
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


def digest_of(function: Callable[..., int]) -> tuple[str, bool]:
    name, lasts, _ = digest({"expand": Rule("Steps", "expand", function)}, 1, 4)
    return name, lasts


def in_process(source: str, **environment: str) -> str:
    """What a program prints."""
    done = subprocess.run(
        [sys.executable, "-c", source],
        env={**os.environ, "PYTHONPATH": ".", **environment},
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=False,
    )
    assert not done.returncode, done.stderr
    return done.stdout


def lengths_in_three_processes(folder: Path, first: str = "") -> list[str]:
    """What processes that do `first` print for the step of `kept.py` in that folder, which reads it from the
    environment: 2, 3, then 2. They share all caches.
    """
    source = (
        f"import clew, kept\n{first}\n"
        "from tests.custom.steps import steps_of\n"
        "print(clew.solve(steps_of('helper.step()', kept)).length)\n"
    )
    return [
        in_process(source, PYTHONPATH=f"{folder}:.", STEP=step, XDG_CACHE_HOME=str(folder)) for step in "232"
    ]


def steps_with(step: str, source: str) -> Any:
    """From 12 down to 0 by the step that a helper with that source has."""
    return steps_of(step, helper(source))


def steps_of(step: str, made: ModuleType, **names: Any) -> Any:
    """The same with a helper that is there."""
    rules = {
        "most": 1,
        "initial": lambda self: 12,
        "expand": expand_with(step, helper=made, **names),
        "is_goal": lambda state: state == 0,
    }
    return clew.compiled(type("Steps", (clew.Puzzle,), rules))()
