"""The rules of `clew.Puzzle` that have a default, which of them a puzzle gives, and that each is a method."""

from __future__ import annotations

from inspect import getattr_static, signature
from typing import TYPE_CHECKING, Any

from clew.errors import PuzzleError
from clew.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterable

OPTIONAL = ("successors", "cost", "heuristic", "canonical", "predecessors", "goals")
"""Rules with a default; `draw` and `valid` are not rules, because searches never call them."""


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


def check_methods(own: Puzzle) -> None:
    """Raises `PuzzleError` unless every method of the interface is one: a property, or an attribute of one's
    own with the same name, would silently hide it.
    """
    for name, method in vars(Puzzle).items():
        if name.startswith("_") or not callable(method):
            continue
        rule: Any = getattr_static(own, name)
        if isinstance(rule, (staticmethod, classmethod)) or callable(rule):
            continue
        kind = "a property" if isinstance(rule, property) else f"of type {type(rule).__name__}"
        arguments = ", ".join(signature(method).parameters)
        raise PuzzleError(
            f"{type(own).__name__}.{name} is {kind}; it must be a method: def {name}({arguments}). "
            "An attribute of your own needs another name"
        )


def plain_pairs(own: Puzzle, state: Any) -> Iterable[tuple[Any, Any]]:
    """The moves of a state, each with the state after it, by `moves` and `apply`; by `expand` in Python, if
    the rules are compiled.
    """
    return own.successors(state) if hasattr(own, "_compiled_code") else own._applied(state)
