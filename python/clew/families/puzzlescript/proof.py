"""A PuzzleScript level as files of proofs write it (docs/reference/proofs.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import ClewError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.families.puzzlescript.puzzle import PuzzleScript


def keys(puzzle: PuzzleScript) -> dict[str, Any]:
    """The game and the level. Raises `ClewError` for games whose positions are more than their cells."""
    if puzzle.random or puzzle.cells.has_restart:
        raise ClewError("proofs are not written for games with chance or with checkpoints")
    start = {} if puzzle._start is None else {"start": puzzle._start}
    return {"family": "puzzlescript", "game": puzzle.source_text, "level": puzzle.number, **start}


def text(puzzle: PuzzleScript, numbers: Sequence[int]) -> str:
    """A position: for each cell the sorted names of its objects in braces, with a blank between rows; ` won`
    after them if the rows do not say so.
    """
    layers, order = len(puzzle.game.layers), puzzle.game.order
    cells = puzzle.rows * puzzle.columns
    told = []
    for cell in range(cells):
        found = numbers[cell * layers : (cell + 1) * layers]
        told.append("{" + "+".join(sorted(order[number - 1].name for number in found if number)) + "}")
    rows = ["".join(told[row :: puzzle.rows]) for row in range(puzzle.rows)]
    return " ".join([*rows, *["won"] * bool(puzzle.cells.has_won and numbers[-1])])
