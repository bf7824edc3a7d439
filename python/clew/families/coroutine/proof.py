"""A coroutine board as files of proofs write it (docs/reference/proofs.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.puzzles.cells import cell_name

if TYPE_CHECKING:
    from clew.families.coroutine.puzzle import Coroutine


def keys(puzzle: Coroutine) -> dict[str, Any]:
    """The board in full, with nothing left to a default."""
    return {
        "family": "coroutine",
        "squares": [[" ".join(words) for words in row] for row in puzzle._printed()],
        "coins": [cell_name(cell, puzzle.columns) for cell in puzzle.coins],
        "target": cell_name(puzzle.target, puzzle.columns),
        "first": puzzle.first,
        "metric": puzzle.metric,
        "rule": puzzle.rule,
    }


def defaults(puzzle: Coroutine) -> tuple[str, ...]:
    """The defaults to try, the best first."""
    return ("zero",)


def form(puzzle: Coroutine) -> dict[str, Any]:
    """How the engine's numbers are written: as they are."""
    return {"groups": [[0], [1], [2]], "bytes_each": 1 + (puzzle.rows * puzzle.columns > 256)}
