"""What a page without a server knows of its boards. The client reads it (`alone/data.ts`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.studio.scenes import board_view_of
from clew.studio.translation import in_french

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.puzzles.base import EnginePuzzle

FAMILIES = ("blocks", "coroutine", "pebbles", "ricochet")
"""The families in the engine for web pages, which the client can also read in plain numbers."""


FORMAT = 1
"""Incremented when the form changes, so that a script of another version can report it (`alone/data.ts`)."""


def content(puzzles: Sequence[EnginePuzzle], title: str | None = None) -> dict[str, Any]:
    """Everything about these boards. Raises `ClewError` for a board that cannot be played in a page."""
    boards = [board(puzzle) for puzzle in puzzles]
    if not boards:
        raise ClewError("there is no board to export; name at least one")
    return {"format": FORMAT, "title": title or boards[0]["title"], "boards": boards}


def board(puzzle: EnginePuzzle) -> dict[str, Any]:
    """Everything about one board."""
    if puzzle.family not in FAMILIES:
        known = ", ".join(FAMILIES)
        raise ClewError(
            f"a {puzzle.family} puzzle cannot be played in a page without a server; "
            f"the families that can are {known}"
        )
    view, state = board_view_of(puzzle), puzzle.initial()
    scene = view.scene()
    return {
        "title": puzzle.title or puzzle.family.capitalize(),
        "author": puzzle.author,
        "source": puzzle.source,
        "par": puzzle.par,
        "caption": {"en": scene["caption"], "fr": in_french(scene["caption"])},
        "scene": scene,
        "position": view.position(state, with_moves=False),
        "made": {"family": puzzle.family, "values": values_of(puzzle)},
        "numbers": puzzle.engine.canonical(puzzle.position(state)),
    }


def values_of(puzzle: EnginePuzzle) -> dict[str, Any]:
    """What the family passes to the engine."""
    made: Any = puzzle.build(_Taken)  # type: ignore[arg-type]
    return dict(made)


class _Taken:
    """Takes the place of the engine, and gives back what it is made of."""

    @staticmethod
    def make(_family: str, **values: Any) -> dict[str, Any]:
        return values
