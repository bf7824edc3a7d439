"""The names under which Gymnasium knows the environments."""

from __future__ import annotations

from clew.optional import needed

ID = "clew/Puzzle-v0"
WORLD = "clew/World-v0"


def register() -> None:
    """Registers the environments with Gymnasium, once. Raises `ClewError` if a package is missing."""
    needed("numpy", "clew.gym", "gym")
    gymnasium = needed("gymnasium", "clew.gym", "gym")
    if ID not in gymnasium.registry:
        gymnasium.register(
            id=ID,
            entry_point="clew.gym.environment:PuzzleEnv",
            vector_entry_point="clew.gym.vectorized:PuzzleVectorEnv",
        )
    if WORLD not in gymnasium.registry:
        gymnasium.register(id=WORLD, entry_point="clew.gym.worlds:WorldEnv")
