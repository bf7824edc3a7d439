"""The compiled rules: their names, how many arguments each takes, a class's functions for them, and
those that they call.
"""

from __future__ import annotations

from functools import cached_property, update_wrapper
from typing import TYPE_CHECKING, Any

from clew.errors import PuzzleError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType

RULES = {"expand": 2, "is_goal": 1, "heuristic": 1, "cost": 2, "predecessors": 2}
"""The compiled rules and how many arguments each takes without a table."""


class Helper:
    """A function that rules call: plain in Python, and compiled with the rules."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        update_wrapper(self, function)

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.function(*given, **named)

    @cached_property
    def _compiled(self) -> Any:
        from numba import njit

        return njit(boundscheck=True)(self.function)

    @property
    def _numba_type_(self) -> Any:
        """What Numba takes this for: the compiled function."""
        return self._compiled._numba_type_


class Rule:
    """One rule of a class: its function, and whether that takes the table."""

    def __init__(self, owner: str, name: str, function: Callable[..., Any]) -> None:
        self.name = name
        # In Python, even if its author has compiled it (`numba.njit`): both forms are made from that.
        plain = function.function if isinstance(function, Helper) else getattr(function, "py_func", function)
        self.function: Callable[..., Any] = plain
        self.label = f"{owner}.{name}"
        code = getattr(plain, "__code__", None)
        if code is None:
            raise PuzzleError(f"{self.label} must be a function: def {name}({arguments(name)})")
        count = code.co_argcount
        if code.co_varnames[:1] == ("self",) or count not in (RULES[name], RULES[name] + 1):
            raise PuzzleError(
                f"{self.label} takes {count} arguments; compiled rules have no self: "
                f"def {name}({arguments(name)}), or with `table` after them"
            )
        self.machine: dict[tuple[int, int], Any] = {}  # by the words of a state and the most moves
        self.takes_table = count > RULES[name]

    def __call__(self, *given: Any, table: list[int]) -> Any:
        return self.function(*given, table) if self.takes_table else self.function(*given)


def arguments(name: str) -> str:
    """The arguments of a rule, as in its definition."""
    return {1: "state", 2: "state, out"}[RULES[name]] if name != "cost" else "state, move"
