"""What a page draws of a board, as plain data: a scene that stays, positions that change.

The client draws these and knows no rule. `docs/studio-api.md` says what each key means.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle
    from clew.studio.scenery.base import Scenery

FAMILIES = ("blocks", "coroutine", "pebbles", "ricochet")
"""The families that people play; the template `null` is not among them."""


def scenery_of(puzzle: EnginePuzzle) -> Scenery:
    """The scenery of a puzzle's family."""
    made: Scenery = import_module(f"clew.studio.scenery.{puzzle.family}").scenery(puzzle)
    return made
