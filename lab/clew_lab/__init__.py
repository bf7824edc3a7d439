"""For those who study puzzles with Clew: players' logs (`study`), agents that play (`arena`), environments
for learning agents (`gym`), and many boards or one huge map on many machines (`sweep`).

Each is imported on first use, so a program loads only what it uses.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew_lab import arena, gym, study, sweep

__all__ = ["arena", "gym", "study", "sweep"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'clew_lab' has no attribute {name!r}")

    return import_module(f"clew_lab.{name}")
