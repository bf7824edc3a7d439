"""The compiled rules: their names, how many arguments each takes, and a class's functions for them."""

from __future__ import annotations

from clew.errors import PuzzleError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

RULES = {"expand": 2, "is_goal": 1, "heuristic": 1, "cost": 2, "predecessors": 2}
"""The compiled rules and how many arguments each takes without a table."""


class Rule:
    """One rule of a class: its function, and whether that takes the table."""

    def __init__(self, owner: str, name: str, function: Callable[..., Any]) -> None:
        self.name = name
        self.function = function
        self.label = f"{owner}.{name}"
        code = getattr(function, "__code__", None)
        if code is None:
            raise PuzzleError(f"{self.label} must be a function: def {name}({arguments(name)})")
        count = code.co_argcount
        if code.co_varnames[:1] == ("self",) or count not in (RULES[name], RULES[name] + 1):
            raise PuzzleError(
                f"{self.label} takes {count} arguments; compiled rules have no self: "
                f"def {name}({arguments(name)}), or with `table` after them"
            )
        self.takes_table = count > RULES[name]

    def __call__(self, *given: Any, table: list[int]) -> Any:
        return self.function(*given, table) if self.takes_table else self.function(*given)


def arguments(name: str) -> str:
    """The arguments of a rule, as in its definition."""
    return {1: "state", 2: "state, out"}[RULES[name]] if name != "cost" else "state, move"
