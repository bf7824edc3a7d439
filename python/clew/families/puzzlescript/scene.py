"""A level on a page: its cells, with the names of what lies on them. Moves are buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.puzzles.cells import cell_name
from clew.studio.scenes.base import BoardView, Json

if TYPE_CHECKING:
    from clew.families.puzzlescript.level import PuzzleScript
    from clew.puzzles.step import Step


class PuzzleScriptView(BoardView):
    """What the studio shows of a level."""

    def __init__(self, puzzle: PuzzleScript) -> None:
        super().__init__(puzzle)
        self.puzzle = puzzle

    def board(self) -> Json:
        rows, columns = self.puzzle.rows, self.puzzle.columns
        cells = [
            {"cell": cell, "name": cell_name(cell, columns), "x": cell % columns, "y": cell // columns}
            for cell in range(rows * columns)
        ]
        return {"rows": rows, "columns": columns, "cells": cells}

    def pieces(self, state: str) -> list[Json]:
        return []

    def travel(self, state: str, step: Step) -> Json:
        nothing = dict.fromkeys(("piece", "piece_after", "direction", "from", "to"))
        return {**nothing, "cells": [], "path": []}

    def tries(self, state: str) -> list[tuple[str, str | None, int | None, str]]:
        return []

    def at_home(self, state: str) -> Json:
        return {"home": int(self.puzzle.is_goal(state)), "of": 1}


def board_view(puzzle: PuzzleScript) -> PuzzleScriptView:
    """Return the view of a level; every scene module has a function of this name."""
    return PuzzleScriptView(puzzle)
