"""A coroutine board under the eight symmetries of its rectangle; its directions turn with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.coroutine.signs import STEPS
from clew.puzzles.symmetry import step_after, turned, turns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.families.coroutine.puzzle import Coroutine
    from clew.puzzles.symmetry import Turn


def forms(puzzle: Coroutine) -> Iterator[str]:
    """A text for each symmetry of the board; see `clew.puzzles.symmetry`."""
    for after in turns(puzzle.rows, puzzle.columns):
        directions = [STEPS.index(step_after(after, step)) for step in STEPS]
        squares = ["".join(map(str, sorted(directions[d] for d in square))) for square in puzzle.squares]
        wide, turn = after[1], after[2]

        def cell(old: int, wide: int = wide, turn: Turn = turn) -> int:
            row, column = turn(*divmod(old, puzzle.columns))
            return row * wide + column

        # Coins have no names: they differ only in which of them begins.
        begins, waits = puzzle.coins[puzzle.first], puzzle.coins[1 - puzzle.first]
        yield (
            f"{after[:2]} {','.join(turned(squares, puzzle.columns, after))} "
            f"{cell(begins)} {cell(waits)} {cell(puzzle.target)}"
        )
