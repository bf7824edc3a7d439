"""Checks compiled rules against the same rules in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.custom.adaptor import Custom
from clew.custom.compiled import has_numba

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.errors import PuzzleError
    from clew.puzzle import Puzzle


class Machine:
    """The machine code of a puzzle's rules, if they are compiled."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.adaptor = Custom(puzzle) if hasattr(puzzle, "_compiled_code") and has_numba() else None

    def check(self, breach: Callable[..., PuzzleError], state: Any, after: list[Any]) -> None:
        """Raises the error that `breach` returns if machine code and Python disagree on a state; `after`: the
        states after its moves.
        """
        if self.adaptor is None:
            return
        engine, position = self.adaptor._engine, self.adaptor._numbers(state)
        found = [self.adaptor._state_of(other) for _, _, other in engine.moves(position)]
        if found != after:
            raise breach(
                "expand", f"returned {found} as machine code and {after} in Python, at "
                f"{state!r}: machine code has 64-bit "
                "numbers, so keep every intermediate result below 2**63", state,
            )  # fmt: skip
        if engine.is_goal(position) != bool(self.puzzle.is_goal(state)):
            raise breach("is_goal", f"differs between machine code and Python, at {state!r}", state)
        bound = self.puzzle.heuristic(state)
        if engine.heuristic(position) != bound and (bound is None or bound < 1_000_000):
            raise breach("heuristic", f"differs between machine code and Python, at {state!r}", state)
