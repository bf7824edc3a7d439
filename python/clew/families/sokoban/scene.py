"""A warehouse on a page: the player and the boxes. A move carries the player, or a box where pushes count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.sokoban.lurd import WAYS
from clew.families.sokoban.puzzle import Sokoban
from clew.puzzles.cells import DELTAS, DIRECTIONS, LETTERS, cell_name
from clew.scenes.base import BoardView, Json, cells_of, place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.puzzles.position import Code, Position
    from clew.scenes.base import Tried

PLAYER, BOX = "pusher", "box"
WORDS = {PLAYER: "player", BOX: "box"}
"""What the pieces are called."""


class SokobanView(BoardView):
    """What a page of the studio draws and offers for a Sokoban board."""

    def __init__(self, puzzle: Sokoban) -> None:
        super().__init__(puzzle)
        self.puzzle = puzzle

    def board(self) -> Json:
        puzzle = self.puzzle
        found: Json = {
            "rows": puzzle.rows,
            "columns": puzzle.columns,
            "cells": cells_of(puzzle.rows, puzzle.columns),
            "stones": sorted(puzzle.walls),
            "goals": [{"cell": cell, "token": BOX, "piece": None} for cell in sorted(puzzle.goal_cells)],
            "tokens": [
                {
                    "token": token,
                    "label": WORDS[token],
                    "mark": None,
                    "shape": None,
                    "role": token,
                    "number": at,
                }
                for at, token in enumerate((BOX, PLAYER))
            ],
        }
        return {**found, "keys": ["up", "left", "down", "right"]} if puzzle._by_steps else found

    def pieces(self, state: Position) -> list[Json]:
        player, *boxes = state._numbers
        return [*(self._piece(BOX, cell) for cell in boxes), self._piece(PLAYER, player)]

    def _piece(self, token: str, cell: int) -> Json:
        name = cell_name(cell, self.puzzle.columns)
        return {
            "id": PLAYER if token == PLAYER else name,
            "token": token,
            "label": WORDS[token],
            "name": WORDS[token] if token == PLAYER else f"{WORDS[token]} {name}",
            "cells": [cell],
            **place(cell, self.puzzle.columns),
            "home": token == BOX and cell in self.puzzle.goal_cells,
        }

    def ways(self, state: Position, codes: Sequence[Code]) -> list[Json]:
        return [self._way(state, code) for code in codes]

    def _way(self, state: Position, code: Code) -> Json:
        puzzle, player = self.puzzle, state._numbers[0]
        moved = puzzle._displaced(state, code)
        bodies = [
            {
                "piece": PLAYER if here == player else cell_name(here, puzzle.columns),
                "piece_after": PLAYER if here == player else cell_name(there, puzzle.columns),
                "cells": [there],
            }
            for here, there in moved
        ]
        which = -1 if puzzle._by_steps else 0
        (here, there), body = moved.pop(which), bodies.pop(which)
        down, right = DELTAS[WAYS[code[0]]]
        way = {
            **body,
            "direction": DIRECTIONS[WAYS[code[0]]],
            "from": here,
            "to": there,
            "path": [[0, 0], [right, down]],
        }
        return {**way, "pushed": bodies} if bodies else way

    def tries(self, state: Position) -> list[Tried]:
        puzzle = self.puzzle
        player, *boxes = state._numbers
        if not puzzle._by_steps:
            return [
                (name, direction, None, name + letter)
                for cell in boxes
                for name in [cell_name(cell, puzzle.columns)]
                for direction, letter in zip(DIRECTIONS, LETTERS, strict=True)
            ]
        beside = [puzzle._level.beside(player, way) for way in range(4)]
        return [
            (PLAYER, direction, None, letter if cell in boxes else letter.lower())
            for direction, letter, cell in zip(DIRECTIONS, LETTERS, beside, strict=True)
        ]

    def at_home(self, state: Position) -> Json:
        boxes = [piece for piece in self.pieces(state) if piece["token"] == BOX]
        return {"home": sum(box["home"] for box in boxes), "of": len(boxes)}


def board_view(puzzle: Sokoban) -> SokobanView:
    """The board view of a Sokoban board for the studio."""
    return SokobanView(puzzle)
