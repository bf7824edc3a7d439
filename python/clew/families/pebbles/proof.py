"""A pebbles board as files of proofs write it (docs/reference/proofs.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.families.pebbles.signs import HOLE

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


def defaults(puzzle: Pebbles) -> tuple[str, ...]:
    """The defaults to try, the best first."""
    return ("zero", "near") if puzzle.metric == "slides" else ("misplaced", "near")


def form(puzzle: Pebbles) -> dict[str, Any]:
    """How the engine's numbers, of all tokens, are written: as places among the tokens of pebbles."""
    used = sorted({*puzzle.pebbles} - {HOLE})
    values = [used.index(token) + 1 if token in used else 0 for token in puzzle._tokens]
    return {
        "groups": [[cell] for cell in range(puzzle.cells)],
        "bytes_each": 1 + (len(used) > 255),
        "values": values,
        "homes": [puzzle._number_of[token] for token in puzzle.plates],
    }
