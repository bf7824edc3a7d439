"""One cell, on which the page writes the counter. Moves carry nothing and have no place: they are buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.null.puzzle import Null
from clew.scenes.base import NO_WAY, BoardView, Json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.puzzles.position import Code, Position
    from clew.scenes.base import Tried


class NullView(BoardView):
    """What a page of the studio draws and offers for a counter."""

    def __init__(self, puzzle: Null) -> None:
        super().__init__(puzzle)
        self.puzzle = puzzle

    def board(self) -> Json:
        return {"rows": 1, "columns": 1, "cells": [{"cell": 0, "name": "a1", "x": 0, "y": 0}]}

    def pieces(self, state: Position) -> list[Json]:
        return []

    def ways(self, state: Position, codes: Sequence[Code]) -> list[Json]:
        return [NO_WAY] * len(codes)

    def tries(self, state: Position) -> list[Tried]:
        return []

    def at_home(self, state: Position) -> Json:
        return {"home": int(self.puzzle.is_goal(state)), "of": 1}


def board_view(puzzle: Null) -> NullView:
    """The board view of a counter for the studio."""
    return NullView(puzzle)
