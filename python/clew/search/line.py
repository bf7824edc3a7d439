"""From a caller's puzzle and moves to steps: shared by every search and by games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.boards.load import adapted
from clew.puzzles.base import EnginePuzzle

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move


def engine_puzzle(puzzle: object) -> EnginePuzzle:
    """The puzzle as the native engine searches it, from a built-in family or a user's own.

    Raises `ClewError` for anything else.
    """
    if isinstance(puzzle, EnginePuzzle):
        return puzzle

    return adapted(puzzle)


def state_of(puzzle: EnginePuzzle, state: Any) -> Any:
    """The position that is meant; the start if it is None. Raises `BoardError`."""
    return puzzle.initial() if state is None else puzzle.position(state)


def names_of(puzzle: EnginePuzzle, moves: str | Iterable[Any]) -> list[Any]:
    """Single moves, from one string ("AR3 BU1") or several."""
    return puzzle._split_moves(moves) if isinstance(moves, str) else list(moves)


def walk(puzzle: EnginePuzzle, state: Any, moves: str | Iterable[Any]) -> list[Move]:
    """The steps that these moves make, one after the other. Raises `IllegalMove` with the index."""
    steps: list[Move] = []
    for index, name in enumerate(names_of(puzzle, moves)):
        step = puzzle._find(state, name, index)
        steps.append(step)
        state = step.after
    return steps


def end_of(state: Any, steps: list[Move]) -> Any:
    """The state in which these steps end."""
    return steps[-1].after if steps else state
