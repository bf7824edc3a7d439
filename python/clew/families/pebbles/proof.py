"""A pebbles board as files of proofs write it (docs/reference/proofs.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.families.pebbles.signs import HOLE
from clew.search.tables import distances

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    return ("zero", "near") if puzzle.metric == "slides" else ("cells", "near")


def tables(puzzle: Pebbles) -> dict[str, list[int]]:
    """For each token, how far its plates are from each cell."""
    homes: dict[str, list[int]] = {token: [] for token in sorted({*puzzle.pebbles} - {HOLE})}
    for cell, token in enumerate(puzzle.plates):
        homes.get(token, []).append(cell)
    return {token: distances(cells, puzzle.neighbours) for token, cells in homes.items()}


def rows(puzzle: Pebbles, tables: Mapping[str, Sequence[int]]) -> list[bytes]:
    """The tables by cell and token, as the engine numbers them."""
    nothing = bytes(puzzle.cells)
    by_token = [tables.get(token, nothing) for token in puzzle._tokens]
    return [bytes(row) for row in zip(*by_token, strict=True)]


def form(puzzle: Pebbles) -> dict[str, Any]:
    """How the engine's numbers, of all tokens, are written: as places among the tokens of pebbles."""
    used = sorted({*puzzle.pebbles} - {HOLE})
    values = [used.index(token) + 1 if token in used else 0 for token in puzzle._tokens]
    return {
        "groups": [[cell] for cell in range(puzzle.cells)],
        "bytes_each": 1 + (len(used) > 255),
        "values": values,
    }
