"""The families of puzzles: boards as text, and their names for what the engine counts in numbers.

Names are imported when first used, so that reading a block board never loads the other families.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle as EnginePuzzle
    from clew.puzzles.base import Step as Step
    from clew.puzzles.blocks import Blocks as Blocks
    from clew.puzzles.coroutine import Coroutine as Coroutine
    from clew.puzzles.load import Entry as Entry
    from clew.puzzles.load import load as load
    from clew.puzzles.load import read_boards as read_boards
    from clew.puzzles.null import Null as Null
    from clew.puzzles.pebbles import Pebbles as Pebbles
    from clew.puzzles.registry import FAMILIES as FAMILIES
    from clew.puzzles.registry import from_dict as from_dict
    from clew.puzzles.registry import parse_compact as parse_compact
    from clew.puzzles.ricochet import Ricochet as Ricochet

_HOMES = {
    "EnginePuzzle": "base",
    "Step": "base",
    "Blocks": "blocks",
    "Coroutine": "coroutine",
    "Null": "null",
    "Pebbles": "pebbles",
    "Ricochet": "ricochet",
    "FAMILIES": "registry",
    "from_dict": "registry",
    "parse_compact": "registry",
    "Entry": "load",
    "load": "load",
    "read_boards": "load",
}

__all__ = [
    "FAMILIES",
    "Blocks",
    "Coroutine",
    "EnginePuzzle",
    "Entry",
    "Null",
    "Pebbles",
    "Ricochet",
    "Step",
    "from_dict",
    "load",
    "parse_compact",
    "read_boards",
]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module `clew.puzzles` has no attribute `{name}`")
    from importlib import import_module

    module = import_module(f"clew.puzzles.{home}")
    # Importing the submodule `load` binds the package's name `load` to the module: the function goes over it.
    for other, where in _HOMES.items():
        if where == home:
            globals()[other] = getattr(module, other)
    return globals()[name]


def __dir__() -> list[str]:
    return __all__
