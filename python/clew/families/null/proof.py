"""A counter as files of proofs write it (docs/reference/proofs.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.families.null.puzzle import Null


def keys(puzzle: Null) -> dict[str, Any]:
    """The board in full, with nothing left to a default."""
    return {"family": "null", "start": puzzle.start, "highest": puzzle.highest}


def text(puzzle: Null, numbers: Sequence[int]) -> str:
    """The counter."""
    return str(numbers[0])
