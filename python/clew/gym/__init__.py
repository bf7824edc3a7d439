"""Gymnasium environments: puzzles with exact values, `clew/Puzzle-v0`, and platform worlds, `clew/World-v0`.

Importing this module registers them, so that ``gymnasium.make("clew/Puzzle-v0", board=...)`` finds the
environment; ``gymnasium.make("clew.gym:clew/Puzzle-v0", board=...)`` imports it itself. Every family and your
own puzzles work, up to the size of a complete map.

Needs gymnasium: the extra `gym`; worlds and pictures also need the extras `world` and `draw`.
"""

from __future__ import annotations

from clew.gym.registration import register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.gym.environment import Optimal, PuzzleEnv
    from clew.gym.vectorized import PuzzleVectorEnv
    from clew.gym.worlds import WorldEnv

_HOMES = {
    "Optimal": "environment",
    "PuzzleEnv": "environment",
    "PuzzleVectorEnv": "vectorized",
    "WorldEnv": "worlds",
}

__all__ = ["Optimal", "PuzzleEnv", "PuzzleVectorEnv", "WorldEnv"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'clew.gym' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"clew.gym.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


register()
