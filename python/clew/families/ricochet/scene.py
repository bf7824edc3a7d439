"""Sliding tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.ricochet.goal import alternatives
from clew.families.ricochet.puzzle import Ricochet
from clew.families.ricochet.signs import BLOCK, EMPTY, letters_of
from clew.puzzles.cells import DIRECTIONS, LETTERS, cell_name
from clew.scenes.base import BoardView, Json, cells_of, path_of, place, tokens_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.puzzles.position import Code, Position
    from clew.scenes.base import Tried


class RicochetView(BoardView):
    """What a page of the studio draws and offers for a ricochet board."""

    def __init__(self, puzzle: Ricochet) -> None:
        super().__init__(puzzle)
        self.puzzle = puzzle
        self.goals = alternatives(puzzle)

    def board(self) -> Json:
        puzzle = self.puzzle
        goals = [
            {"cell": cell, "token": letter, "piece": None}
            for cell, letter in enumerate("".join(puzzle.goal))
            if letter != EMPTY
        ]
        beside = puzzle.anywhere and bool(goals)
        return {
            "rows": puzzle.rows,
            "columns": puzzle.columns,
            "cells": cells_of(puzzle.rows, puzzle.columns),
            "stones": sorted(puzzle.blocks),
            "barriers": [{"cell": cell, "side": DIRECTIONS[side]} for cell, side in puzzle.walls],
            "diagonals": [
                {"cell": cell, "rising": rising, "token": colour or None}
                for cell, rising, colour in puzzle.diagonals
            ],
            "open_rim": puzzle.edges == "open",
            "goals": [] if beside else goals,
            "pattern": {"rows": len(puzzle.goal), "columns": len(puzzle.goal[0]), "goals": goals}
            if beside
            else None,
            "tokens": tokens_of(puzzle.colours()),
        }

    def pieces(self, state: Position) -> list[Json]:
        cells = letters_of(state)
        wanted = dict(self._best(cells)) if self.puzzle.is_home(state) else {}
        return [
            {
                "id": cell_name(cell, self.puzzle.columns),
                "token": letter,
                "label": letter,
                "name": f"{letter} {cell_name(cell, self.puzzle.columns)}",
                "cells": [cell],
                **place(cell, self.puzzle.columns),
                "home": wanted.get(cell) == letter,
            }
            for cell, letter in enumerate(cells)
            if letter not in (BLOCK, EMPTY)
        ]

    def _best(self, cells: str) -> list[tuple[int, str]]:
        """The goal, of those that would do, of which most is covered: (cell, letter)."""
        best = max(self.goals, key=lambda goal: self._covered(cells, goal), default=[])
        return [(cell, letter) for letter, cell in best]

    def _covered(self, cells: str, goal: list[tuple[str, int]]) -> int:
        return sum(cells[cell] == letter for letter, cell in goal)

    def ways(self, state: Position, codes: Sequence[Code]) -> list[Json]:
        ways, columns = [], self.puzzle.columns
        for code in codes:
            here, _, there = code
            legs = self.puzzle.legs(state, code)
            way = {
                "piece": cell_name(here, columns),
                "piece_after": cell_name(there, columns),
                "direction": DIRECTIONS[legs[-1][0]],
                "from": here,
                "to": there,
                "cells": [there],
                "path": path_of(legs),
            }
            ways.append(way)
        return ways

    def tries(self, state: Position) -> list[Tried]:
        return [
            (name, direction, None, name + letter)
            for cell, token in enumerate(letters_of(state))
            if token not in (BLOCK, EMPTY)
            for name in [cell_name(cell, self.puzzle.columns)]
            for direction, letter in zip(DIRECTIONS, LETTERS, strict=True)
        ]

    def at_home(self, state: Position) -> Json:
        best = self._best(letters_of(state))
        return {"home": sum(piece["home"] for piece in self.pieces(state)), "of": len(best)}


def board_view(puzzle: Ricochet) -> RicochetView:
    """The board view of a ricochet board for the studio."""
    return RicochetView(puzzle)
