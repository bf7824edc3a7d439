"""Sliding blocks: breadth-first search over one growing list of positions, with a dictionary of their
indices.

    positions  [ start | one move away | two moves away ... ]      next is expanded in order,
    came from  [   -   |  0  0  0  0   |  1  1  2  3 ...    ]      new ones are appended

A position is looked up in the dictionary. Searching the list itself would take time that grows with the
square of the number of positions, so this is the charitable reading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.baselines.budget import Spent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew._engine import Code, Found
    from clew.baselines.budget import Budget
    from clew.puzzles.base import EnginePuzzle

ABOUT = "breadth-first over a list of states and a map"
_BYTES_A_STATE = 600  # a tuple of about ten numbers, an entry of the map, a move


def search(puzzle: EnginePuzzle, position: Sequence[int], budget: Budget) -> Found:
    """Solves from a position with the article's method."""
    engine = puzzle._engine
    positions = [tuple(engine.canonical(position))]
    place = {positions[0]: 0}
    came: list[tuple[int, Code]] = [(0, ())]
    depth = [0]
    budget.stored = 1
    at = 0
    try:
        while at < len(positions):
            here = list(positions[at])
            if engine.is_goal(here):
                codes = _codes(came, at)
                length = depth[at]
                budget.solved(length)
                reason = "the first goal in the order of moves"
                return budget.answer("solved", reason, codes=codes, length=length, bound=length)
            budget.expand(_BYTES_A_STATE)
            for code, _, after in engine.moves(here):
                key = tuple(after)
                if key not in place:
                    place[key] = len(positions)
                    positions.append(key)
                    came.append((at, code))
                    depth.append(depth[at] + 1)
            budget.stored = len(positions)
            at += 1
    except Spent as spent:
        reason = f"no solution of up to {depth[at] - 1} moves" if depth[at] else "stopped at once"
        return budget.answer("limit", reason, bound=depth[at], limit=spent.limit)
    return budget.answer("unsolvable", "every position was seen", bound=None)


def _codes(came: list[tuple[int, Code]], at: int) -> list[Code]:
    codes: list[Code] = []
    while at:
        at, code = came[at]
        codes.append(code)
    return codes[::-1]
