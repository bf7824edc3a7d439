"""A level on a page: the sprites of its objects, and what lies on each cell. Moves are keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.puzzlescript.sprites import runs
from clew.puzzles.cells import cell_name
from clew.scenes.base import BoardView, Json, Tell

if TYPE_CHECKING:
    from clew.families.puzzlescript.puzzle import PuzzleScript
    from clew.puzzles.position import Move, Position


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
        sprites = [{"name": thing.name, "runs": runs(thing)} for thing in self.puzzle.game.order]
        return {
            "rows": rows,
            "columns": columns,
            "cells": cells,
            "sprites": sprites,
            "keys": self.puzzle.keys_here(),
            "messages": self.puzzle.messages,
        }

    def position(self, state: Position | str, with_moves: bool = True, tell: Tell = str) -> Json:
        return {**super().position(state, with_moves, tell), "piles": self.piles(state)}

    def piles(self, state: Position | str) -> list[list[int]]:
        """The objects of each cell, row by row, the lowest first; their numbers are those of `sprites`."""
        puzzle = self.puzzle
        numbers, layers = puzzle._numbers(state), len(puzzle.game.layers)
        found = []
        for y in range(puzzle.rows):
            for x in range(puzzle.columns):
                begin = (x * puzzle.rows + y) * layers
                found.append([number - 1 for number in numbers[begin : begin + layers] if number])
        return found

    def pieces(self, state: Position) -> list[Json]:
        return []

    def travel(self, state: Position, step: Move) -> Json:
        nothing = dict.fromkeys(("piece", "piece_after", "direction", "from", "to"))
        return {**nothing, "cells": [], "path": []}

    def tries(self, state: Position) -> list[tuple[str, str | None, int | None, str]]:
        return []

    def at_home(self, state: Position) -> Json:
        return {"home": int(self.puzzle.is_goal(state)), "of": 1}


def board_view(puzzle: PuzzleScript) -> PuzzleScriptView:
    """Return the view of a level; every scene module has a function of this name."""
    return PuzzleScriptView(puzzle)
