"""Two coins that move in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.coroutine.puzzle import Coroutine
from clew.families.coroutine.signs import COMPASS, PASS, STEPS
from clew.scenes.base import BoardView, Json, cells_of, place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.puzzles.position import Code, Position
    from clew.scenes.base import Tried


class CoroutineView(BoardView):
    """What a page of the studio draws and offers for a coroutine board."""

    def __init__(self, puzzle: Coroutine) -> None:
        super().__init__(puzzle)
        self.puzzle = puzzle

    def board(self) -> Json:
        puzzle = self.puzzle
        return {
            "rows": puzzle.rows,
            "columns": puzzle.columns,
            "cells": cells_of(puzzle.rows, puzzle.columns),
            "squares": [
                {"cell": cell, "directions": [COMPASS[direction] for direction in square]}
                for cell, square in enumerate(puzzle.squares)
            ],
            "target": puzzle.target,
            "tokens": [
                {
                    "token": str(coin),
                    "label": str(coin),
                    "mark": None,
                    "shape": None,
                    "role": f"coin{coin}",
                    "number": coin,
                }
                for coin in (0, 1)
            ],
        }

    def pieces(self, state: Position) -> list[Json]:
        return [
            {
                "id": str(coin),
                "token": str(coin),
                "label": str(coin),
                "name": str(coin),
                "cells": [cell],
                **place(cell, self.puzzle.columns),
                "home": cell == self.puzzle.target,
            }
            for coin, cell in enumerate(self.puzzle._numbers(state)[:2])
        ]

    def more(self, state: Position) -> Json:
        *coins, turn = state._numbers
        return {"turn": turn, "reading": coins[turn if self.puzzle.rule == "own" else 1 - turn]}

    def ways(self, state: Position, codes: Sequence[Code]) -> list[Json]:
        ways = []
        for coin, direction, there in codes:
            passes = direction == PASS
            down, right = (0, 0) if passes else STEPS[direction]
            way = {
                "piece": str(coin),
                "piece_after": str(coin),
                "direction": None if passes else COMPASS[direction],
                "pass": passes,
                "from": state._numbers[coin],
                "to": there,
                "cells": [there],
                "path": [[0, 0]] if passes else [[0, 0], [right, down]],
            }
            ways.append(way)
        return ways

    def tries(self, state: Position) -> list[Tried]:
        turn = self.puzzle._numbers(state)[2]
        tries: list[Tried] = [(str(turn), direction, None, f"{turn}{direction}") for direction in COMPASS]
        return [*tries, (str(turn), None, None, f"{turn}-"), (str(1 - turn), None, None, f"{1 - turn}N")]

    def at_home(self, state: Position) -> Json:
        return {"home": int(any(piece["home"] for piece in self.pieces(state))), "of": 1}


def board_view(puzzle: Coroutine) -> CoroutineView:
    """The board view of a coroutine board for the studio."""
    return CoroutineView(puzzle)
