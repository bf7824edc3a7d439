"""Clew: the fewest moves that solve a puzzle, the best moves now, and how many optimal solutions there are.

>>> import clew
>>> print(clew.solve(clew.load("null:3")))
down down down

Names are imported on first use, so a program loads only what it uses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew import results as results
    from clew import testing
    from clew.boards.load import load, parse, read_boards
    from clew.custom.compiled import compiled
    from clew.errors import (
        BoardError,
        ClewError,
        IllegalMove,
        LimitReached,
        PuzzleError,
        ReadingWarning,
    )
    from clew.errors import (
        WorldError as WorldError,
    )
    from clew.families.blocks.puzzle import Blocks
    from clew.families.coroutine.puzzle import Coroutine
    from clew.families.null.puzzle import Null
    from clew.families.pebbles.puzzle import Pebbles
    from clew.families.puzzlescript.puzzle import PuzzleScript
    from clew.families.ricochet.puzzle import Ricochet
    from clew.families.sokoban.puzzle import Sokoban
    from clew.generation.evaluator import Making as Making
    from clew.generation.generate import Generated as Generated
    from clew.generation.generate import generate
    from clew.measures.difficulty import Difficulty as Difficulty
    from clew.measures.difficulty import rate
    from clew.measures.predict import Estimate as Estimate
    from clew.measures.predict import Prediction as Prediction
    from clew.measures.predict import predict_difficulty
    from clew.pictures.draw import draw
    from clew.pictures.drawable import Line as Line
    from clew.play.game import Game
    from clew.play.review import Review as Review
    from clew.play.review import review
    from clew.puzzle import Puzzle
    from clew.puzzles.position import Move as Move
    from clew.puzzles.position import Position as Position
    from clew.search.compare import Comparison as Comparison
    from clew.search.compare import compare
    from clew.search.heatmap import Heatmap as Heatmap
    from clew.search.heatmap import heatmap
    from clew.search.hint import Hint as Hint
    from clew.search.hint import distance, hint
    from clew.search.improve import Improvement as Improvement
    from clew.search.improve import improve
    from clew.search.limits import Limits, cancel
    from clew.search.limits import Progress as Progress
    from clew.search.solution import Solution as Solution
    from clew.search.solutions import Solutions as Solutions
    from clew.search.solutions import solutions
    from clew.search.solve import solve
    from clew.search.verify import Verdict as Verdict
    from clew.search.verify import verify
    from clew.statespace.census import Census as Census
    from clew.statespace.census import census
    from clew.statespace.corridor import explore_corridor
    from clew.statespace.explore import explore, explore_many
    from clew.statespace.space import StateSpace

    __version__: str

_HOMES = {
    "clew.errors": (
        "BoardError",
        "ClewError",
        "IllegalMove",
        "LimitReached",
        "PuzzleError",
        "ReadingWarning",
        "WorldError",
    ),
    "clew.generation.generate": ("Generated", "generate"),
    "clew.generation.evaluator": ("Making",),
    "clew.pictures.draw": ("draw",),
    "clew.pictures.drawable": ("Line",),
    "clew.play.game": ("Game",),
    "clew.play.review": ("Review", "review"),
    "clew.puzzle": ("Puzzle",),
    "clew.puzzles.position": ("Move", "Position"),
    "clew.families.blocks.puzzle": ("Blocks",),
    "clew.custom.compiled": ("compiled",),
    "clew.families.coroutine.puzzle": ("Coroutine",),
    "clew.boards.load": ("load", "parse", "read_boards"),
    "clew.families.null.puzzle": ("Null",),
    "clew.families.pebbles.puzzle": ("Pebbles",),
    "clew.families.puzzlescript.puzzle": ("PuzzleScript",),
    "clew.families.ricochet.puzzle": ("Ricochet",),
    "clew.families.sokoban.puzzle": ("Sokoban",),
    "clew.search.compare": ("Comparison", "compare"),
    "clew.search.heatmap": ("Heatmap", "heatmap"),
    "clew.search.hint": ("Hint", "distance", "hint"),
    "clew.search.improve": ("Improvement", "improve"),
    "clew.search.limits": ("Limits", "Progress", "cancel"),
    "clew.search.solution": ("Solution",),
    "clew.search.solutions": ("Solutions", "solutions"),
    "clew.search.solve": ("solve",),
    "clew.search.verify": ("Verdict", "verify"),
    "clew.statespace.census": ("Census", "census"),
    "clew.measures.difficulty": ("Difficulty", "rate"),
    "clew.measures.predict": ("Estimate", "Prediction", "predict_difficulty"),
    "clew.statespace.corridor": ("explore_corridor",),
    "clew.statespace.explore": ("explore", "explore_many"),
    "clew.statespace.space": ("StateSpace",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}
"""Where each name is. Those that are not in `__all__` have another home: `clew.results`, `clew_world`."""

_ROOMS = ("results", "testing")
"""Modules whose names are used with the module: `clew.testing.check_puzzle`."""

_MOVED = ("arena", "gym", "pages", "studio", "study", "sweep", "world")
"""Old names of packages of other distributions, which warn."""

__all__ = [
    "Blocks",
    "BoardError",
    "ClewError",
    "Coroutine",
    "Game",
    "IllegalMove",
    "LimitReached",
    "Limits",
    "Null",
    "Pebbles",
    "Puzzle",
    "PuzzleError",
    "PuzzleScript",
    "ReadingWarning",
    "Ricochet",
    "Sokoban",
    "StateSpace",
    "cancel",
    "census",
    "compare",
    "compiled",
    "distance",
    "draw",
    "explore",
    "explore_corridor",
    "explore_many",
    "generate",
    "heatmap",
    "hint",
    "improve",
    "load",
    "parse",
    "predict_difficulty",
    "rate",
    "read_boards",
    "review",
    "solutions",
    "solve",
    "testing",
    "verify",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        from clew.version import version

        value: object = version()
    elif name in _HOME:
        value = getattr(_imported(_HOME[name], name), name)
    elif name == "EnginePuzzle":
        from warnings import warn

        from clew.puzzles.base import EnginePuzzle

        warn("clew.EnginePuzzle is private now: write clew.Puzzle in annotations", DeprecationWarning, 2)
        return EnginePuzzle
    elif name == "difficulty":
        from warnings import warn

        from clew.measures.difficulty import rate

        warn("clew.difficulty is now clew.rate", DeprecationWarning, 2)
        return rate
    elif name in _ROOMS or name in _MOVED:
        value = _imported(f"clew.{name}", name)
    elif name == "export":
        from clew.moved import moved_name

        value = moved_name("clew.export", "clew_studio", "export", "studio")
    else:
        raise AttributeError(f"module 'clew' has no attribute {name!r}")
    globals()[name] = value
    return value


def _imported(home: str, name: str) -> object:
    """The module that has the name. Raises `ClewError`, saying what to install, if a package is missing."""
    from importlib import import_module

    try:
        return import_module(home)
    except ModuleNotFoundError as error:
        from clew.optional import needed

        package = (error.name or "clew").partition(".")[0]
        if package != "clew":
            needed(package, f"clew.{name}")
        raise


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
