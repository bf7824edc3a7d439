"""A blocks board as files of proofs write it (docs/reference/proofs.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clew.families.blocks.puzzle import Blocks


def keys(puzzle: Blocks) -> dict[str, Any]:
    """The board in full, with nothing left to a default."""
    goal: Any = puzzle.goal
    if goal is None and puzzle.exit is not None:
        goal = {"piece": puzzle.exit[0], "exit": puzzle.exit[1]}
    return {
        "family": "blocks",
        "board": puzzle._start.replace("o", ".").replace("x", "#").split("/"),
        "movement": puzzle.movement,
        "metric": puzzle.metric,
        "goal": goal if isinstance(goal, dict) else list(goal),
    }


def defaults(puzzle: Blocks) -> tuple[str, ...]:
    """The defaults to try, the best first."""
    return ("zero",)


def form(puzzle: Blocks) -> dict[str, Any]:
    """How the engine's numbers are written: pieces that are alike stand together, sorted."""
    letters = list(puzzle.pieces)
    named = set(puzzle.exit[0] if puzzle.exit is not None else "".join(puzzle.goal or ()))
    groups: dict[Any, list[int]] = {}
    for number, letter in enumerate(letters):
        alone = puzzle.movement == "axis" or letter in named
        groups.setdefault(letter if alone else tuple(puzzle._shapes[letter]), []).append(number)
    return {"groups": list(groups.values()), "bytes_each": 1 + (puzzle.rows * puzzle.columns > 256)}
