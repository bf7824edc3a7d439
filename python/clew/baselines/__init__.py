"""The methods of four published articles on these puzzles, re-implemented in Python for comparison.

Each uses the engine's rules (`Engine.moves` on plain positions), so that only the search differs; if an
article's program miscounts, these give the right length. They are what one might write in an afternoon, and
show what the engine adds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from clew.puzzles.families import has, having, part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew._engine import Found
    from clew.baselines.budget import Budget
    from clew.puzzles.base import EnginePuzzle

    class Method(Protocol):
        """What a family's `baseline` module defines."""

        ABOUT: str

        def search(self, puzzle: EnginePuzzle, position: Sequence[int], budget: Budget) -> Found: ...


def has_method(family: str) -> bool:
    """Whether there is an article about the family."""
    return has(family, "baseline")


def about(family: str) -> str:
    """The article's method in a few words. Raises `KeyError` for a family without one."""
    return _module(family).ABOUT


def search(puzzle: EnginePuzzle, position: Sequence[int], budget: Budget) -> Found:
    """Solves from a position with the article's method; at a limit, reports what is known by then."""
    return _module(puzzle.family).search(puzzle, position, budget)


def _module(family: str) -> Method:
    if not has_method(family):
        raise KeyError(
            f"there is no published method for {family}; there is one for {', '.join(having('baseline'))}"
        )
    method: Method = part(family, "baseline")
    return method
