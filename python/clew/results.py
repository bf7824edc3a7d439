"""The classes of what Clew's functions give, by one address for annotations.

>>> from clew.results import Move, Solution
>>> def first(solution: Solution) -> Move:
...     return solution[0]

Functions make them: `clew.solve` gives a `Solution`, `puzzle.initial()` a `Position`. Only a `Line`, moves
to be drawn, is made by its name.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew.boards.entries import Entry
    from clew.generation.evaluator import Making
    from clew.generation.generate import Generated
    from clew.measures.difficulty import Difficulty
    from clew.measures.predict import Estimate, Prediction
    from clew.pictures.drawable import Line
    from clew.play.review import Review
    from clew.puzzles.position import Move, Position
    from clew.search.certificate import Certificate
    from clew.search.compare import Comparison, Trial
    from clew.search.heatmap import Heatmap, Spot
    from clew.search.hint import Hint
    from clew.search.improve import Improvement, Improver
    from clew.search.limits import Progress
    from clew.search.solution import Solution
    from clew.search.solutions import Solutions
    from clew.search.verify import Verdict
    from clew.statespace.census import Census

_HOMES = {
    "Census": "statespace.census",
    "Certificate": "search.certificate",
    "Comparison": "search.compare",
    "Difficulty": "measures.difficulty",
    "Entry": "boards.entries",
    "Estimate": "measures.predict",
    "Generated": "generation.generate",
    "Heatmap": "search.heatmap",
    "Hint": "search.hint",
    "Improvement": "search.improve",
    "Improver": "search.improve",
    "Line": "pictures.drawable",
    "Making": "generation.evaluator",
    "Move": "puzzles.position",
    "Position": "puzzles.position",
    "Prediction": "measures.predict",
    "Progress": "search.limits",
    "Review": "play.review",
    "Solution": "search.solution",
    "Solutions": "search.solutions",
    "Spot": "search.heatmap",
    "Trial": "search.compare",
    "Verdict": "search.verify",
}

__all__ = [
    "Census",
    "Certificate",
    "Comparison",
    "Difficulty",
    "Entry",
    "Estimate",
    "Generated",
    "Heatmap",
    "Hint",
    "Improvement",
    "Improver",
    "Line",
    "Making",
    "Move",
    "Position",
    "Prediction",
    "Progress",
    "Review",
    "Solution",
    "Solutions",
    "Spot",
    "Trial",
    "Verdict",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'clew.results' has no attribute {name!r}")
    value: object = getattr(import_module(f"clew.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
