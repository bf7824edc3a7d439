"""Gymnasium environments: puzzles with exact values, `clew/Puzzle-v0`.

Importing this module registers them, and those of other installed distributions of Clew, such as the platform
worlds of clew-world, `clew/World-v0`, so that ``gymnasium.make("clew/Puzzle-v0", board=...)`` finds the
environment; ``gymnasium.make("clew_lab.gym:clew/Puzzle-v0", board=...)`` imports it itself. Every family and
your own puzzles work, up to the size of a complete map.

Needs gymnasium: the extra `gym`; pictures also need the extra `draw`, and worlds the extra `world`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING
from warnings import warn

from clew.optional import needed
from clew_lab.gym.registration import register

if TYPE_CHECKING:
    from clew_lab.gym.environment import Optimal, PuzzleEnv
    from clew_lab.gym.vectorized import PuzzleVectorEnv

_HOMES = {
    "Optimal": "environment",
    "PuzzleEnv": "environment",
    "PuzzleVectorEnv": "vectorized",
}

__all__ = ["Optimal", "PuzzleEnv", "PuzzleVectorEnv"]


def __getattr__(name: str) -> object:
    if name == "WorldEnv":
        return _world_env()
    if name not in _HOMES:
        raise AttributeError(f"module 'clew_lab.gym' has no attribute {name!r}")

    value: object = getattr(import_module(f"clew_lab.gym.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def _world_env() -> object:
    """The environment of worlds by its old name, until 1.0."""
    warn("clew_lab.gym.WorldEnv is now clew_world.WorldEnv", DeprecationWarning, stacklevel=3)
    value: object = needed("clew_world", "clew_lab.gym.WorldEnv", "world").WorldEnv
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


register()
