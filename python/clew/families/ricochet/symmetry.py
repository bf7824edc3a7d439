"""A ricochet board under the eight symmetries of its rectangle; its pattern turns with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.ricochet.signs import BLOCK, EMPTY, letters_of
from clew.puzzles.cells import DELTAS, DIRECTIONS
from clew.puzzles.symmetry import renamed, step_after, turned, turns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.families.ricochet.puzzle import Ricochet
    from clew.puzzles.symmetry import Turn


def forms(puzzle: Ricochet) -> Iterator[str]:
    """A text for each symmetry of the board; see `clew.puzzles.symmetry`."""
    board = letters_of(puzzle._begins())
    goal = "".join(puzzle.goal)
    for after in turns(puzzle.rows, puzzle.columns):
        marks = turned(board, puzzle.columns, after)
        walls = sorted(_edge(after, puzzle, cell, direction) for cell, direction in puzzle.walls)
        # A pattern that may be anywhere has its own size.
        high = len(puzzle.goal)
        wide = len(puzzle.goal[0]) if high else 0
        patterns = [
            (form[:2], turned(goal, wide, form) if goal else [])
            for form, whole in zip(turns(high, wide), turns(puzzle.rows, puzzle.columns), strict=True)
            if whole[2](0, 1) == after[2](0, 1) and whole[2](1, 0) == after[2](1, 0)
        ]
        for size, pattern in patterns:
            slants, colours = _diagonals(after, puzzle)
            named = renamed([*pattern, *marks, *colours], EMPTY + BLOCK)
            yield f"{after[:2]} {size} {named} {walls} {slants} {_moved(after, puzzle)}"


def _diagonals(
    after: tuple[int, int, Turn], puzzle: Ricochet
) -> tuple[list[tuple[int, int, bool]], list[str]]:
    """The places and slants of the diagonals after a symmetry, and their colours in the same order."""
    down, right = step_after(after, (-1, 1))
    turn = after[2]
    placed = sorted(
        ((*turn(*divmod(cell, puzzle.columns)), rising == (down * right < 0)), colour or EMPTY)
        for cell, rising, colour in puzzle.diagonals
    )
    return [place for place, _ in placed], [colour for _, colour in placed]


def _moved(after: tuple[int, int, Turn], puzzle: Ricochet) -> tuple[int, int] | str | None:
    """What the target did before the start, after a symmetry."""
    if puzzle.moved not in DIRECTIONS:
        return puzzle.moved
    return step_after(after, DELTAS[DIRECTIONS.index(puzzle.moved)])


def _edge(
    after: tuple[int, int, Turn], puzzle: Ricochet, cell: int, direction: int
) -> tuple[tuple[int, int], ...]:
    """The two cells beside a wall, after a symmetry."""
    row, column = divmod(cell, puzzle.columns)
    down, right = ((0, -1), (0, 1), (-1, 0), (1, 0))[direction]
    turn = after[2]
    return tuple(sorted((turn(row, column), turn(row + down, column + right))))
