"""What a page draws of a board, as plain data: a fixed scene and changing positions.

The client draws these and knows no rule. `docs/studio-api.md` says what each key means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.puzzles.families import having, part

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle
    from clew.scenes.base import BoardView

FAMILIES = having("scene")
"""The families that people play on pages; the template `null` is not among them."""


def board_view_of(puzzle: EnginePuzzle) -> BoardView:
    """Return the view that the puzzle's family gives."""
    made: BoardView = part(puzzle.family, "scene").board_view(puzzle)
    return made
