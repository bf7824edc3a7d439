"""Where the piece on a cell started: pieces are followed through the moves by the engine's codes.

start   A A . B      AR1     . A A B      the A on cell 2 began on cell 1
        0 1 2 3     -----    0 1 2 3      (a piece moves as a whole: each of its cells has its own origin)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import BoardError
from clew.puzzles.cells import cell_name, cell_number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move


def origin(puzzle: EnginePuzzle, start: Any, steps: Iterable[Move], cell: int | str) -> int | str | None:
    """The cell on which the piece started that is on `cell` after the steps; None if the cell is empty.

    `cell` is a name ("c4") or a number (row by row from 0), and the answer is of the same kind. Raises
    `BoardError` for a cell that is not on the board.
    """
    number = _number(puzzle, cell)
    bodies = puzzle._bodies(start)
    began = [list(body) for body in bodies]
    for step in steps:
        for here, there in step.displaces():
            moved = next(index for index, body in enumerate(bodies) if here in body)
            bodies[moved] = [place + there - here for place in bodies[moved]]
    for body, places in zip(bodies, began, strict=True):
        if number in body:
            found = places[body.index(number)]
            return cell_name(found, _columns(puzzle)) if isinstance(cell, str) else found
    return None


def _columns(puzzle: EnginePuzzle) -> int:
    return int(getattr(puzzle, "columns", 0))


def _number(puzzle: EnginePuzzle, cell: int | str) -> int:
    rows, columns = int(getattr(puzzle, "rows", 0)), _columns(puzzle)
    count = rows * columns or len(puzzle._numbers(puzzle.initial()))
    if not puzzle._bodies(puzzle.initial()):
        raise BoardError(f"{puzzle.family} has no cells", key="cell")
    number = cell if isinstance(cell, int) else cell_number(cell, rows, columns) if columns else None
    if number is None or not 0 <= number < count:
        names = f"a1 to {cell_name(count - 1, columns)}, or " if columns else ""
        raise BoardError(f"there is no cell {cell!r}; cells are {names}0 to {count - 1}", key="cell")
    return number
