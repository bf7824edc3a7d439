"""Clew: the fewest moves of a move puzzle, the best moves now, and how many optimal solutions there are.

>>> import clew
>>> print(clew.solve(clew.load("null:3")))
down down down

Names are imported on first use, so that a program pays only for what it asks for.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.errors import BoardError, ClewError, IllegalMove, LimitReached
    from clew.pictures.draw import draw
    from clew.pictures.subject import Line
    from clew.play.game import Game
    from clew.puzzle import Puzzle
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.blocks import Blocks
    from clew.puzzles.coroutine import Coroutine
    from clew.puzzles.load import load, read_boards
    from clew.puzzles.null import Null
    from clew.puzzles.pebbles import Pebbles
    from clew.puzzles.ricochet import Ricochet
    from clew.search.compare import Comparison, compare
    from clew.search.heatmap import Heatmap, heatmap
    from clew.search.hint import Hint, distance, hint
    from clew.search.improve import Improvement, improve
    from clew.search.limits import Limits, cancel
    from clew.search.progress import Progress
    from clew.search.solution import Solution
    from clew.search.solutions import Solutions, solutions
    from clew.search.solve import solve
    from clew.search.verify import Verdict, verify

    __version__: str

_HOMES = {
    "clew.errors": ("BoardError", "ClewError", "IllegalMove", "LimitReached"),
    "clew.pictures.draw": ("draw",),
    "clew.pictures.subject": ("Line",),
    "clew.play.game": ("Game",),
    "clew.puzzle": ("Puzzle",),
    "clew.puzzles.base": ("EnginePuzzle",),
    "clew.puzzles.blocks": ("Blocks",),
    "clew.puzzles.coroutine": ("Coroutine",),
    "clew.puzzles.load": ("load", "read_boards"),
    "clew.puzzles.null": ("Null",),
    "clew.puzzles.pebbles": ("Pebbles",),
    "clew.puzzles.ricochet": ("Ricochet",),
    "clew.search.compare": ("Comparison", "compare"),
    "clew.search.heatmap": ("Heatmap", "heatmap"),
    "clew.search.hint": ("Hint", "distance", "hint"),
    "clew.search.improve": ("Improvement", "improve"),
    "clew.search.limits": ("Limits", "cancel"),
    "clew.search.progress": ("Progress",),
    "clew.search.solution": ("Solution",),
    "clew.search.solutions": ("Solutions", "solutions"),
    "clew.search.solve": ("solve",),
    "clew.search.verify": ("Verdict", "verify"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Blocks",
    "BoardError",
    "ClewError",
    "Comparison",
    "Coroutine",
    "EnginePuzzle",
    "Game",
    "Heatmap",
    "Hint",
    "IllegalMove",
    "Improvement",
    "LimitReached",
    "Limits",
    "Line",
    "Null",
    "Pebbles",
    "Progress",
    "Puzzle",
    "Ricochet",
    "Solution",
    "Solutions",
    "Verdict",
    "__version__",
    "cancel",
    "compare",
    "distance",
    "draw",
    "heatmap",
    "hint",
    "improve",
    "load",
    "read_boards",
    "solutions",
    "solve",
    "verify",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        value: object = _installed_version()
    elif name in _HOME:
        from importlib import import_module

        value = getattr(import_module(_HOME[name]), name)
    else:
        raise AttributeError(f"module 'clew' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _installed_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("clew")
    except PackageNotFoundError:  # run from a source tree that was never installed
        return "0+uninstalled"
