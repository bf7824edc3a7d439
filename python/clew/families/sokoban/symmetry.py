"""A Sokoban board under the eight symmetries of its rectangle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.puzzles.symmetry import turned, turns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.families.sokoban.puzzle import Sokoban


def forms(puzzle: Sokoban) -> Iterator[str]:
    """A text for each symmetry of the board; see `clew.puzzles.symmetry`."""
    cells = puzzle._begins().replace("/", "")
    for after in turns(puzzle.rows, puzzle.columns):
        yield f"{after[:2]} {''.join(turned(cells, puzzle.columns, after))}"
