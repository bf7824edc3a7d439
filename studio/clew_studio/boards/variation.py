"""New boards similar to a given one: same family and size, as many pieces, about as hard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

Json = dict[str, Any]

EASIER, HARDER = 2, 4
"""How many moves fewer or more than the given board a new one may need."""


def wishes(puzzle: EnginePuzzle, par: int | None) -> Json:
    """Return the arguments for `clew.generate`. Raises `ClewError` if it cannot make such boards."""
    wanted: Json = {"family": puzzle.family, "par": None}
    if par is not None:
        wanted["par"] = [max(1, par - EASIER), par + HARDER]
    return {**wanted, **puzzle._like()}
