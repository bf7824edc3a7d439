"""Turns a solved position into a hint of a level: which piece, where to, or the move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.search.hint import LEVELS, sentence
from clew_studio.puzzles.reading import board_view
from clew_studio.translation import translator

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

Json = dict[str, Any]
SHOWN = {1: ("piece",), 2: ("piece", "direction"), 3: ("piece", "direction", "move", "best", "line", "moves")}
"""What each level shows besides the words and the distance."""


def hint_words(puzzle: EnginePuzzle, state: Any, answer: Json) -> Json:
    """The hint with its words and what a page draws for it."""
    distance, best = answer["distance"], answer["best"]
    tell = translator()
    step = puzzle._find(state, best[0]) if best else None
    move = None if step is None else board_view(puzzle).move(step, tell)
    return {
        **answer,
        "goal_reachable": distance is not None,
        "levels": [tell(sentence(puzzle, level, distance, step)) for level in LEVELS],
        "piece": move and move["piece"],
        "direction": move and move["direction"],
        "move": move,
    }


def cut(hint: Json, level: int) -> Json:
    """Return what a hint of that level may show."""
    told = {key: hint[key] if key in SHOWN[level] else None for key in SHOWN[3]}
    return {
        **told,
        "distance": hint["distance"],
        "goal_reachable": hint["goal_reachable"],
        "levels": hint["levels"][:level],
        "left_out": hint.get("left_out"),
    }
