"""A pebble board under the symmetries of its graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.pebbles.signs import HOLE
from clew.puzzles.symmetry import renamed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.families.pebbles.puzzle import Pebbles


_MOST_SYMMETRIES = 1000
_MOST_TRIES = 20_000
"""Cells tried as images of others: a graph of many like cells has too many symmetries to look through."""


def forms(puzzle: Pebbles) -> Iterator[str]:
    """A text for each symmetry of the graph; see `clew.puzzles.symmetry`."""
    used = set(puzzle.pebbles) - {HOLE}
    # A plate whose token no pebble has is like one that wants the hole.
    plates = [token if token in used else HOLE for token in puzzle.plates]
    for moved in _automorphisms([sorted(near) for near in puzzle.neighbours]):
        marks = [[""] * len(moved), [""] * len(moved)]
        for cell, to in enumerate(moved):
            marks[0][to], marks[1][to] = plates[cell], puzzle.pebbles[cell]
        yield f"{puzzle.neighbours} {renamed([*marks[0], *marks[1]], HOLE)}"


def _automorphisms(near: list[list[int]]) -> Iterator[list[int]]:
    """The symmetries of a graph: that which moves nothing first, then a bounded number by backtracking.

    Two graphs that share a text are alike however few were found; where some were left out, boards that are
    alike may be told apart.
    """
    cells = len(near)
    yield list(range(cells))  # whatever the bounds leave out
    beside = [frozenset(others) for others in near]
    # A cell with a neighbour whose image is known can only go beside that image.
    before = [next((k for k in near[cell] if k < cell), None) for cell in range(cells)]
    found = tries = 0
    most = _MOST_TRIES * 64 // max(cells, 64)  # each try looks at all cells before it
    stack: list[list[int]] = [[]]
    while stack and found < _MOST_SYMMETRIES and tries < most:
        moved = stack.pop()
        cell = len(moved)
        if cell == cells:
            found += 1
            yield moved
            continue
        joined = before[cell]
        images = range(cells) if joined is None else near[moved[joined]]
        tries += len(images)
        for to in reversed(images):
            alike = to not in moved and len(near[to]) == len(near[cell])
            if alike and all((k in beside[cell]) == (moved[k] in beside[to]) for k in range(cell)):
                stack.append([*moved, to])
