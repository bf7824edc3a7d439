"""The methods of four published articles on these puzzles, written anew in Python, to be compared with.

Each plays by the engine's rules (`Engine.moves` on plain positions), so that only the ways to search differ;
where an article's program miscounts, these tell the right length. They are what one writes on an afternoon,
and the measure for what the engine adds.
"""

from __future__ import annotations

from clew.puzzles.families import has, having, part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from clew._engine import Found
    from clew.baselines.budget import Budget
    from clew.puzzles.base import EnginePuzzle

    class Method(Protocol):
        """What the module of a family holds."""

        ABOUT: str

        def search(self, puzzle: EnginePuzzle, position: list[int], budget: Budget) -> Found: ...


def has_method(family: str) -> bool:
    """Is there an article about the family?"""
    return has(family, "baseline")


def about(family: str) -> str:
    """The article's method in a few words; `KeyError` for a family without one."""
    return _module(family).ABOUT


def search(puzzle: EnginePuzzle, position: list[int], budget: Budget) -> Found:
    """Solves from a position by the article's method; at a limit, says what is known by then."""
    return _module(puzzle.family).search(puzzle, position, budget)


def _module(family: str) -> Method:
    if not has_method(family):
        raise KeyError(f"no article is about {family}: there is one for {', '.join(having('baseline'))}")
    method: Method = part(family, "baseline")
    return method
