"""A move in a state, as the solver gives it and as people read it."""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    Code = tuple[int, ...]

    class Step(NamedTuple):
        """A move in a state: its name, the engine's code, its cost, and the state after."""

        name: str
        code: Code
        cost: int
        after: str
else:
    Step = namedtuple("Step", "name code cost after")  # importing `typing` costs a command 4 ms
