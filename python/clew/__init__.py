"""Clew: the fewest moves of a move puzzle, the best moves now, and how many optimal solutions there are.

>>> import clew
>>> print(clew.solve(clew.load("null:3")))
down down down

Names are imported on first use, so that a program pays only for what it asks for.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew import study, sweep
    from clew.errors import BoardError, ClewError, IllegalMove, LimitReached, PuzzleError, WorldError
    from clew.makers.generate import Generated, generate
    from clew.makers.judge import Making
    from clew.pictures.draw import draw
    from clew.pictures.subject import Line
    from clew.play.game import Game
    from clew.puzzle import Puzzle
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.blocks import Blocks
    from clew.puzzles.compiled import compiled
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
    from clew.space.census import Census, census
    from clew.space.difficulty import Difficulty, difficulty
    from clew.space.explore import explore, explore_many
    from clew.space.space import StateSpace

    __version__: str

_HOMES = {
    "clew.errors": ("BoardError", "ClewError", "IllegalMove", "LimitReached", "PuzzleError", "WorldError"),
    "clew.makers.generate": ("Generated", "generate"),
    "clew.makers.judge": ("Making",),
    "clew.pictures.draw": ("draw",),
    "clew.pictures.subject": ("Line",),
    "clew.play.game": ("Game",),
    "clew.puzzle": ("Puzzle",),
    "clew.puzzles.base": ("EnginePuzzle",),
    "clew.puzzles.blocks": ("Blocks",),
    "clew.puzzles.compiled": ("compiled",),
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
    "clew.space.census": ("Census", "census"),
    "clew.space.difficulty": ("Difficulty", "difficulty"),
    "clew.space.explore": ("explore", "explore_many"),
    "clew.space.space": ("StateSpace",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

_ROOMS = ("study", "sweep", "world")
"""Rooms that are named with their names in them: `clew.world.World`."""

__all__ = [
    "Blocks",
    "BoardError",
    "Census",
    "ClewError",
    "Comparison",
    "Coroutine",
    "Difficulty",
    "EnginePuzzle",
    "Game",
    "Generated",
    "Heatmap",
    "Hint",
    "IllegalMove",
    "Improvement",
    "LimitReached",
    "Limits",
    "Line",
    "Making",
    "Null",
    "Pebbles",
    "Progress",
    "Puzzle",
    "PuzzleError",
    "Ricochet",
    "Solution",
    "Solutions",
    "StateSpace",
    "Verdict",
    "WorldError",
    "__version__",
    "cancel",
    "census",
    "compare",
    "compiled",
    "difficulty",
    "distance",
    "draw",
    "explore",
    "explore_many",
    "generate",
    "heatmap",
    "hint",
    "improve",
    "load",
    "read_boards",
    "solutions",
    "solve",
    "study",
    "sweep",
    "verify",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        value: object = _installed_version()
    elif name in _HOME:
        from importlib import import_module

        value = getattr(import_module(_HOME[name]), name)
    elif name in _ROOMS:
        from importlib import import_module

        value = import_module(f"clew.{name}")
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
