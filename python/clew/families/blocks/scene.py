"""Blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.blocks.goal import anchors
from clew.families.blocks.puzzle import Blocks
from clew.puzzles.cells import DIRECTIONS, LETTERS
from clew.scenes.base import BoardView, Json, cells_of, path_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.puzzles.position import Code, Position
    from clew.scenes.base import Tried


class BlockView(BoardView):
    """What a page of the studio draws and offers for a blocks board."""

    def __init__(self, puzzle: Blocks) -> None:
        super().__init__(puzzle)
        self.puzzle = puzzle
        self.homes = anchors(puzzle)

    def board(self) -> Json:
        puzzle = self.puzzle
        goals = "".join(puzzle.goal or ())
        return {
            "rows": puzzle.rows,
            "columns": puzzle.columns,
            "cells": cells_of(puzzle.rows, puzzle.columns),
            "stones": sorted(puzzle.walls),
            "goals": [
                {"cell": cell, "token": letter, "piece": letter}
                for cell, letter in enumerate(goals)
                if letter != "."
            ],
            "gate": self._gate(),
            "tokens": [
                {
                    "token": letter,
                    "label": letter,
                    "mark": None,
                    "shape": None,
                    "role": self._role(letter),
                    "number": number,
                }
                for number, letter in enumerate(puzzle.pieces)
            ],
        }

    def _gate(self) -> Json | None:
        """The cells of the rim beside which the gap is: on the piece's line, or all where it moves freely."""
        puzzle = self.puzzle
        if puzzle.exit is None:
            return None
        piece, edge = puzzle.exit
        level = edge in ("left", "right")
        lines = {cell // puzzle.columns if level else cell % puzzle.columns for cell in puzzle.pieces[piece]}
        if puzzle.movement == "free":
            lines = set(range(puzzle.rows if level else puzzle.columns))
        last = 0 if edge in ("left", "up") else (puzzle.columns if level else puzzle.rows) - 1
        cells = [line * puzzle.columns + last if level else last * puzzle.columns + line for line in lines]
        return {"edge": edge, "piece": piece, "cells": sorted(cells)}

    def _role(self, letter: str) -> str:
        if letter in self.homes:
            return "runner"
        cells = self.puzzle.pieces[letter]
        high = len({cell // self.puzzle.columns for cell in cells})
        wide = len({cell % self.puzzle.columns for cell in cells})
        if high * wide != len(cells):
            return "shape"
        return "square" if high == wide else "lying" if wide > high else "standing"

    def pieces(self, state: Position) -> list[Json]:
        placed = zip(self.puzzle._shapes.items(), state._numbers, strict=True)
        return [
            {
                "id": letter,
                "token": letter,
                "label": letter,
                "name": letter,
                "cells": list(map(anchor.__add__, shape)),
                "x": anchor % self.puzzle.columns,
                "y": anchor // self.puzzle.columns,
                "home": anchor in self.homes.get(letter, ()),
            }
            for (letter, shape), anchor in placed
        ]

    def ways(self, state: Position, codes: Sequence[Code]) -> list[Json]:
        ways = []
        for here, there, *path in codes:
            letter = self.puzzle._letters[state._numbers.index(here)]
            way = {
                "piece": letter,
                "piece_after": letter,
                "direction": DIRECTIONS[path[-2]],
                "from": here,
                "to": there,
                "cells": list(map(there.__add__, self.puzzle._shapes[letter])),
                "path": path_of(zip(path[::2], path[1::2], strict=True)),
            }
            ways.append(way)
        return ways

    def tries(self, state: Position) -> list[Tried]:
        return [
            (piece, direction, None, f"{piece}{letter}1")
            for piece in self.puzzle.pieces
            for direction, letter in zip(DIRECTIONS, LETTERS, strict=True)
        ]

    def at_home(self, state: Position) -> Json:
        placed = zip(self.puzzle.pieces, state._numbers, strict=True)
        home = [letter for letter, anchor in placed if anchor in self.homes.get(letter, ())]
        return {"home": len(home), "of": len(self.homes)}


def board_view(puzzle: Blocks) -> BlockView:
    """The board view of a blocks board for the studio."""
    return BlockView(puzzle)
