"""Turns a solved position into a hint of a level: which piece, where to, or the move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict

from clew.search.hint import LEVELS, sentence
from clew_studio.puzzles.reading import move_of
from clew_studio.shapes import Direction, Move, MoveDistance, MoveText, PieceName, Text
from clew_studio.translation import translator

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

Json = dict[str, Any]


class HintOut(TypedDict):
    """Every legal move with the distance after it, and a hint in words, one sentence for each level."""

    distance: int | None
    goal_reachable: bool
    best: list[MoveText]
    line: list[MoveText]
    """A shortest solution."""
    moves: list[MoveDistance]
    levels: list[Text]
    piece: PieceName | None
    direction: Direction | None
    move: Move | None
    left_out: Text | None
    """What turns without end were left out of the rules, in words."""


class GameHintOut(TypedDict):
    """A hint of some level: what a lower level does not tell yet is None. `hints`: how many there were."""

    distance: int | None
    goal_reachable: bool
    best: list[MoveText] | None
    line: list[MoveText] | None
    moves: list[MoveDistance] | None
    levels: list[Text]
    piece: PieceName | None
    direction: Direction | None
    move: Move | None
    left_out: Text | None
    hints: int


def hint_words(puzzle: EnginePuzzle, state: Any, answer: Json) -> HintOut:
    """The hint with its words and what a page draws for it."""
    distance, best = answer["distance"], answer["best"]
    tell = translator()
    step = puzzle._find(state, best[0]) if best else None
    move = None if step is None else move_of(puzzle, step, tell)
    return {
        "distance": distance,
        "best": best,
        "line": answer["line"],
        "moves": answer["moves"],
        "goal_reachable": distance is not None,
        "levels": [tell(sentence(puzzle, level, distance, step)) for level in LEVELS],
        "piece": None if move is None else move["piece"],
        "direction": None if move is None else move["direction"],
        "move": move,
        "left_out": answer.get("left_out"),
    }


def cut(hint: HintOut, level: int, hints: int) -> GameHintOut:
    """Return what a hint of that level may show, in a game that has had so many hints."""
    whole = level == LEVELS[-1]
    return {
        "distance": hint["distance"],
        "goal_reachable": hint["goal_reachable"],
        "levels": hint["levels"][:level],
        "piece": hint["piece"],
        "direction": hint["direction"] if level > LEVELS[0] else None,
        "move": hint["move"] if whole else None,
        "best": hint["best"] if whole else None,
        "line": hint["line"] if whole else None,
        "moves": hint["moves"] if whole else None,
        "left_out": hint["left_out"],
        "hints": hints,
    }
