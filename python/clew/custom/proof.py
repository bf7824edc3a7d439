"""A user's own puzzle as files of proofs write it (docs/reference/proofs.md): without its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.clew_check import written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.custom.adaptor import Custom


def keys(puzzle: Custom) -> dict[str, Any]:
    """Its name, for the reader."""
    return {"family": "custom", "puzzle": str(puzzle)}


def text(puzzle: Custom, numbers: Sequence[int]) -> str:
    """A state, as Python writes it."""
    return written(puzzle._state_of(numbers))
