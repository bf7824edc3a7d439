"""New boards like one: of its family and size, with as many pieces, about as hard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.puzzles.blocks import Blocks
from clew.puzzles.coroutine import Coroutine
from clew.puzzles.pebbles import HOLE, Pebbles
from clew.puzzles.ricochet import Ricochet

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

Json = dict[str, Any]

EASIER, HARDER = 2, 4
"""How many moves fewer or more than the model a new board may need."""


def wishes(puzzle: EnginePuzzle, par: int | None) -> Json:
    """What `clew.generate` is asked for. Raises `ClewError` where it makes no such boards."""
    wanted: Json = {"family": puzzle.family, "par": None}
    if par is not None:
        wanted["par"] = [max(1, par - EASIER), par + HARDER]
    if isinstance(puzzle, Pebbles):
        if puzzle.layout is None:
            raise ClewError("boards like this one are made only on a named layout")
        return {**wanted, "size": puzzle.layout, "pieces": puzzle.cells - puzzle.pebbles.count(HOLE)}
    if isinstance(puzzle, Blocks):
        if puzzle.movement != "axis" or puzzle.exit is None:
            raise ClewError("boards like this one are made only of straight pieces with an exit")
        return {**wanted, "size": [puzzle.rows, puzzle.columns], "pieces": len(puzzle.pieces)}
    if isinstance(puzzle, Ricochet):
        return {**wanted, "size": [puzzle.rows, puzzle.columns], "pieces": len(puzzle.tiles)}
    assert isinstance(puzzle, Coroutine)
    return {**wanted, "size": [puzzle.rows, puzzle.columns]}
