"""The rules of `clew.Puzzle` that have a default, and which of them a puzzle gives."""

from __future__ import annotations

from clew.puzzle import Puzzle

OPTIONAL = ("successors", "cost", "heuristic", "canonical", "predecessors", "goals")
"""Rules with a default; `draw` and `valid` are not rules, because searches never call them."""
BATCHED = ("batch_successors", "batch_is_goal", "batch_heuristic")
"""Rules for arrays of states, in addition to those for one state."""


def overrides(own: Puzzle, name: str) -> bool:
    """Whether a puzzle's class, or the puzzle itself, overrides an optional rule."""
    return getattr(type(own), name, None) is not getattr(Puzzle, name) or name in getattr(own, "__dict__", ())


def gives(own: Puzzle, name: str) -> bool:
    """Whether an optional rule is usable: a puzzle may return None for goals or predecessors."""
    if not overrides(own, name):
        return False
    try:
        if name == "goals":
            return own.goals() is not None
        return name != "predecessors" or own.predecessors(own.initial()) is not None
    except Exception:
        return True  # the next call reports the error
