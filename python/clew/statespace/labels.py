"""The moves on the edges of a map, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.optional import numpy_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clew.puzzles.position import Move
    from clew.statespace.space import StateSpace


def labels(space: StateSpace) -> NDArray[np.str_]:
    """The name of each move, (edges,) of str, in the order of the edges."""
    numpy: Any = numpy_for("labels")
    indptr, _ = space._rows()
    names: list[str] = []
    for i in range(space.n):
        if indptr[i] < indptr[i + 1]:
            names.extend(step.name for step, _ in kept_moves(space, space.state(i), i))
    found: NDArray[np.str_] = numpy.array(names, dtype=numpy.str_)
    return found


def kept_moves(space: StateSpace, state: Any, i: int) -> list[tuple[Move, int]]:
    """The moves from state `i`, whose text is `state`, that stay on the map, each with the state after it.

    Raises `ClewError` if the map's file is damaged.
    """
    steps, row = space.puzzle.moves(state), space.row(i).tolist()
    if space.radius is not None:  # beyond the edge of such a map there are states without a number
        numbers = (space._found().number(space.puzzle._numbers(step.after)) for step in steps)
        steps = [step for step, number in zip(steps, numbers, strict=True) if number is not None]
    if len(steps) != len(row):
        raise ClewError(
            f"state {i} has {len(row)} moves on this map, but {len(steps)} in its puzzle: the file is damaged"
        )
    return list(zip(steps, row, strict=True))
