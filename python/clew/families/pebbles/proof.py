"""A pebbles board as files of proofs write it (docs/reference/proofs.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clew.families.pebbles.puzzle import Pebbles


def keys(puzzle: Pebbles) -> dict[str, Any]:
    """The board in full, with nothing left to a default."""
    slides = puzzle.metric == "slides"
    return {
        "family": "pebbles",
        "metric": puzzle.metric,
        **({"layout": puzzle.layout} if slides else {"allowed_moves": puzzle.neighbours}),
        "plates": list(puzzle.plates),
        "pebbles": list(puzzle.pebbles),
    }
