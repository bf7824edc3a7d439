"""The names of the moves on the edges of a map."""

from __future__ import annotations

from clew.optional import numpy_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from clew.statespace.space import StateSpace


def labels(space: StateSpace) -> NDArray[np.str_]:
    """The name of each move, (edges,) of str, in the order of the edges."""
    numpy: Any = numpy_for("labels")
    indptr, _ = space._rows()
    names: list[str] = []
    for i in range(space.n):
        if indptr[i] < indptr[i + 1]:
            names.extend(step.name for step in space.puzzle.steps(space.state(i)))
    found: NDArray[np.str_] = numpy.array(names, dtype=numpy.str_)
    return found
