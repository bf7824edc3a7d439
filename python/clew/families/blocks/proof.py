"""A blocks board as files of proofs write it (docs/reference/proofs.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clew.families.blocks.puzzle import Blocks


def keys(puzzle: Blocks) -> dict[str, Any]:
    """The board in full, with nothing left to a default."""
    goal = puzzle.goal
    return {
        "family": "blocks",
        "board": puzzle._start.replace("o", ".").replace("x", "#").split("/"),
        "movement": puzzle.movement,
        "metric": puzzle.metric,
        "goal": list(goal) if goal is not None else dict(zip(("piece", "exit"), puzzle.exit or (), strict=True)),
    }
