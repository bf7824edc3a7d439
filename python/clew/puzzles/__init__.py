"""What all of Clew's puzzles share: reading and checking a board, states and moves as text and as numbers.

The families are in `clew.families`; `clew.boards` reads board files and sets.
"""

from __future__ import annotations

from importlib import import_module
from warnings import warn

_MOVED = {
    "Blocks": "families.blocks.puzzle.Blocks",
    "Coroutine": "families.coroutine.puzzle.Coroutine",
    "EnginePuzzle": "puzzles.base.EnginePuzzle",
    "Entry": "boards.entries.Entry",
    "FAMILIES": "puzzles.registry.FAMILIES",
    "Null": "families.null.puzzle.Null",
    "Pebbles": "families.pebbles.puzzle.Pebbles",
    "Ricochet": "families.ricochet.puzzle.Ricochet",
    "Step": "puzzles.position.Move",
    "from_dict": "puzzles.registry.from_dict",
    "load": "boards.load.load",
    "parse_compact": "puzzles.registry.parse_compact",
    "read_boards": "boards.load.read_boards",
}
"""Names that moved elsewhere; they will be removed in version 1.0."""


def __getattr__(name: str) -> object:
    if name not in _MOVED:
        raise AttributeError(f"module `clew.puzzles` has no attribute `{name}`")
    home = f"clew.{_MOVED[name].rpartition('.')[0]}"
    warn(f"import {name} from {home}", DeprecationWarning, 2)
    return getattr(import_module(home), name)
