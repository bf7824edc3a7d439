"""Pebbles on a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.pebbles.places import places_of
from clew.families.pebbles.puzzle import Pebbles
from clew.families.pebbles.signs import HOLE
from clew.scenes.base import BoardView, Json, tokens_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.puzzles.position import Code, Position
    from clew.scenes.base import Tried


class PebbleView(BoardView):
    """What a page of the studio draws and offers for a pebbles board."""

    def __init__(self, puzzle: Pebbles) -> None:
        super().__init__(puzzle)
        self.puzzle = puzzle
        self.points = [(round(x, 4), round(y, 4)) for x, y in places_of(puzzle, 1.0).points]

    def board(self) -> Json:
        plates = enumerate(self.puzzle.plates)
        tokens = [token for token in (*self.puzzle.plates, *self.puzzle.pebbles) if token != HOLE]
        return {
            "kind": "graph",
            "cells": [
                {"cell": cell, "name": str(cell), "x": x, "y": y} for cell, (x, y) in enumerate(self.points)
            ],
            "lines": [list(edge) for edge in self.puzzle.edges],
            "goals": [{"cell": cell, "token": token, "piece": None} for cell, token in plates],
            "tokens": tokens_of(tokens),
        }

    def pieces(self, state: Position) -> list[Json]:
        found = enumerate(self.puzzle.tokens(state))
        return [self._piece(cell, token) for cell, token in found if token != HOLE]

    def _piece(self, cell: int, token: str) -> Json:
        x, y = self.points[cell]
        return {
            "id": str(cell),
            "token": token,
            "label": token,
            "name": f"{token} {cell}",
            "cells": [cell],
            "x": x,
            "y": y,
            "home": self.puzzle.plates[cell] == token,
        }

    def ways(self, state: Position, codes: Sequence[Code]) -> list[Json]:
        ways = []
        for code in codes:
            here, hole = code
            *pushed, (_, there) = self.puzzle._displaced(state, code)
            (ax, ay), (bx, by) = self.points[here], self.points[there]
            way = {
                "piece": str(here),
                "piece_after": str(there),
                "direction": None,
                "from": here,
                "to": hole,
                "cells": [there],
                "path": [[0, 0], [round(bx - ax, 4), round(by - ay, 4)]],
                "pushed": [
                    {"piece": str(cell), "piece_after": str(to), "cells": [to]} for cell, to in pushed
                ],
            }
            ways.append(way)
        return ways

    def tries(self, state: Position) -> list[Tried]:
        tokens = self.puzzle.tokens(state)
        holes = [cell for cell, token in enumerate(tokens) if token == HOLE]
        return [
            (str(cell), None, hole, f"{cell}-{hole}")
            for cell, token in enumerate(tokens)
            if token != HOLE
            for hole in holes
        ]

    def at_home(self, state: Position) -> Json:
        pieces = self.pieces(state)
        return {"home": sum(piece["home"] for piece in pieces), "of": len(pieces)}


def board_view(puzzle: Pebbles) -> PebbleView:
    """The board view of a pebbles board for the studio."""
    return PebbleView(puzzle)
