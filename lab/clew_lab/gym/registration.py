"""The names under which Gymnasium knows the environments."""

from __future__ import annotations

from importlib.metadata import entry_points

from clew.optional import needed

ID = "clew/Puzzle-v0"


def register() -> None:
    """Registers the environments with Gymnasium, once: the library's own, and those that other distributions
    name in the entry points `clew.gym`. Raises `ClewError` if a package is missing.
    """
    needed("numpy", "clew_lab.gym", "gym")
    gymnasium = needed("gymnasium", "clew_lab.gym", "gym")
    if ID not in gymnasium.registry:
        gymnasium.register(
            id=ID,
            entry_point="clew_lab.gym.environment:PuzzleEnv",
            vector_entry_point="clew_lab.gym.vectorized:PuzzleVectorEnv",
        )
    for one in entry_points(group="clew.gym"):
        if one.name not in gymnasium.registry:
            gymnasium.register(id=one.name, entry_point=one.value)
