"""A level of Sokoban as files of proofs write it (docs/reference/proofs.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import ClewError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.families.sokoban.puzzle import Sokoban


def keys(puzzle: Sokoban) -> dict[str, Any]:
    """The board in full, with nothing left to a default. Raises `ClewError` where two counts decide."""
    if "-" in puzzle.metric:
        raise ClewError(
            f'proofs are not written for metric = "{puzzle.metric}"; prove "moves" or "pushes", each alone'
        )
    return {"family": "sokoban", "board": puzzle._begins().split("/"), "metric": puzzle.metric}


def text(puzzle: Sokoban, numbers: Sequence[int]) -> str:
    """The board with a position's player and boxes. Where pushes count, the player stands on the first cell
    that it can walk to, row by row.
    """
    return puzzle._text_of(numbers)
