"""A ricochet board as files of proofs write it (docs/reference/proofs.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.families.ricochet.diagonals import written
from clew.puzzles.cells import DIRECTIONS, cell_name

if TYPE_CHECKING:
    from clew.families.ricochet.puzzle import Ricochet


def keys(puzzle: Ricochet) -> dict[str, Any]:
    """The board in full, with nothing left to a default."""
    return {
        "family": "ricochet",
        "board": puzzle._start.split("/"),
        "goal": list(puzzle.goal),
        "edges": puzzle.edges,
        "anywhere": puzzle.anywhere,
        "walls": [f"{cell_name(cell, puzzle.columns)} {DIRECTIONS[side]}" for cell, side in puzzle.walls],
        "diagonals": [written(diagonal, puzzle.columns) for diagonal in puzzle.diagonals],
        "must_turn": puzzle.must_turn,
        "moved": puzzle.moved,
    }


def defaults(puzzle: Ricochet) -> tuple[str, ...]:
    """The defaults to try, the best first."""
    return ("zero",)


def form(puzzle: Ricochet) -> dict[str, Any]:
    """How the engine's numbers are written: tiles of one colour stand together, sorted."""
    colours = [letter for letter, _ in puzzle.tiles]
    groups = [[i for i, other in enumerate(colours) if other == colour] for colour in dict.fromkeys(colours)]
    turn = [[len(colours)]] if puzzle.must_turn else []
    return {"groups": groups + turn, "bytes_each": 1 + (puzzle.rows * puzzle.columns > 256)}
