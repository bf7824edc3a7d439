"""Gymnasium environments of puzzles, with exact values: `clew/Puzzle-v0`.

Importing this module registers the environment, so that ``gymnasium.make("clew/Puzzle-v0", board=...)`` finds
it. Every family and your own puzzles work, up to the size of a complete map.

Needs gymnasium: the extra `gym`.
"""

from __future__ import annotations

from clew.gym.registration import register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.gym.environment import Optimal, PuzzleEnv
    from clew.gym.vectorized import PuzzleVectorEnv

_HOMES = {"Optimal": "environment", "PuzzleEnv": "environment", "PuzzleVectorEnv": "vectorized"}

__all__ = ["Optimal", "PuzzleEnv", "PuzzleVectorEnv"]


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
