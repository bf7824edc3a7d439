"""A move in a state, as the solver gives it and as people read it."""

from __future__ import annotations

from typing import NamedTuple

Code = tuple[int, ...]


class Step(NamedTuple):
    """A move in a state: its name, the engine's code, its cost, and the state after."""

    name: str
    code: Code
    cost: int
    after: str
