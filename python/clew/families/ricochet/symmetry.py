"""A ricochet board under the eight symmetries of its rectangle; its pattern turns with it."""

from __future__ import annotations

from clew.families.ricochet.signs import BLOCK, EMPTY
from clew.puzzles.symmetry import renamed, turned, turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.families.ricochet.puzzle import Ricochet
    from clew.puzzles.symmetry import Turn


def forms(puzzle: Ricochet) -> Iterator[str]:
    """A text for each symmetry of the board; see `clew.puzzles.symmetry`."""
    board = puzzle.initial().replace("/", "")
    goal = "".join(puzzle.goal)
    for after in turns(puzzle.rows, puzzle.columns):
        marks = turned(board, puzzle.columns, after)
        walls = sorted(_edge(after, puzzle, cell, direction) for cell, direction in puzzle.walls)
        # A pattern that may lie anywhere has a size of its own.
        high = len(puzzle.goal)
        wide = len(puzzle.goal[0]) if high else 0
        patterns = [
            (form[:2], turned(goal, wide, form) if goal else [])
            for form, whole in zip(turns(high, wide), turns(puzzle.rows, puzzle.columns), strict=True)
            if whole[2](0, 1) == after[2](0, 1) and whole[2](1, 0) == after[2](1, 0)
        ]
        for size, pattern in patterns:
            yield f"{after[:2]} {size} {renamed([*pattern, *marks], EMPTY + BLOCK)} {walls}"


def _edge(
    after: tuple[int, int, Turn], puzzle: Ricochet, cell: int, direction: int
) -> tuple[tuple[int, int], ...]:
    """The two cells beside a wall, after a symmetry."""
    row, column = divmod(cell, puzzle.columns)
    down, right = ((0, -1), (0, 1), (-1, 0), (1, 0))[direction]
    turn = after[2]
    return tuple(sorted((turn(row, column), turn(row + down, column + right))))
