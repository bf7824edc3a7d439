"""What was made for a user's own puzzle is freed with the last thing that refers to it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from typing import Any

import pytest

import clew
from tests.custom.puzzles import Walk
from tests.custom.test_compiled import Steps

KINDS: dict[str, Callable[[], clew.Puzzle]] = {
    "python": Walk,
    "compiled": Steps,
}
CALLS: dict[str, Callable[[Any], object]] = {
    "solve": clew.solve,
    "solutions": lambda puzzle: clew.solutions(puzzle).count,
    "explore": lambda puzzle: clew.explore(puzzle).depth,
    "hint": clew.hint,
    "improve": lambda puzzle: list(clew.improve(puzzle)),
    "improve a little": lambda puzzle: next(iter(clew.improve(puzzle))),
    "play": lambda puzzle: clew.Game(puzzle).legal_moves,
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_is_freed_after_a_call(kind: str, call: str) -> None:
    def used() -> weakref.ref[clew.Puzzle]:
        puzzle = KINDS[kind]()
        CALLS[call](puzzle)
        return weakref.ref(puzzle)

    puzzles = [used() for _ in range(3)]
    for _ in range(1000):
        clew.solve("null:1")  # what threads of the engine let go is freed by the next call
        gc.collect()
        if not any(puzzle() for puzzle in puzzles):
            return
    raise AssertionError(f"still there: {[puzzle() for puzzle in puzzles]}")
