"""A block board under the eight symmetries of its rectangle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.puzzles.symmetry import renamed, step_after, turned, turns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.families.blocks.puzzle import Blocks


_BLOCK_SIGNS = ".ox"  # free in a goal, empty, a wall
_EDGES = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


def forms(puzzle: Blocks) -> Iterator[str]:
    """A text for each symmetry of the board; see `clew.puzzles.symmetry`."""
    board = puzzle._begins().replace("/", "")
    goal = "".join(puzzle.goal or ())
    for after in turns(puzzle.rows, puzzle.columns):
        marks = turned(board, puzzle.columns, after)
        if puzzle.exit is not None:
            piece, edge = puzzle.exit
            yield f"{after[:2]} {renamed([piece, *marks], _BLOCK_SIGNS)} {step_after(after, _EDGES[edge])}"
        else:
            yield f"{after[:2]} {renamed([*turned(goal, puzzle.columns, after), *marks], _BLOCK_SIGNS)}"
