"""Coroutine puzzles: depth-first search, with a stack of decisions and backtracking.

    start -E-> . -SE-> . -N-> (been here: a loop)    the stack holds, for each turn, the moves not yet
                        `-S-> . -pass-> goal         tried; at a loop the last decision is undone

Only the line itself is remembered, so that a position may be searched again each time another line leads to
it. It continues after its first solution, without lines that cannot be shorter; if the stack runs empty, the
best one is proved shortest (or it is proved that there is none).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.baselines.budget import Spent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew._engine import Code, Found
    from clew.baselines.budget import Budget
    from clew.puzzles.base import EnginePuzzle

    Decision = list[tuple[Code, int, list[int]]]  # the moves not yet tried, the next one last

ABOUT = "depth-first with a stack of decisions"
_BYTES_A_STATE = 600


def search(puzzle: EnginePuzzle, position: Sequence[int], budget: Budget) -> Found:
    """Solves from a position with the article's method."""
    engine = puzzle._engine
    start = engine.canonical(position)
    if engine.is_goal(start):
        return budget.answer("solved", "solved at the start", codes=[], length=0)
    on_line = {tuple(start)}
    line: list[tuple[Code, int, tuple[int, ...]]] = []
    best: list[Code] | None = None
    length = 0
    cost = 0
    stack: list[Decision] = [engine.moves(start)[::-1]]
    budget.stored = 1
    try:
        while stack:
            if not stack[-1]:
                stack.pop()
                if line:
                    _, price, left = line.pop()
                    on_line.discard(left)
                    cost -= price
                continue
            code, price, after = stack[-1].pop()
            key = tuple(after)
            if key in on_line or (best is not None and cost + price >= length):
                continue
            if engine.is_goal(after):
                best, length = [*(step[0] for step in line), code], cost + price
                budget.solved(length)
                continue
            budget.expand(_BYTES_A_STATE)
            line.append((code, price, key))
            on_line.add(key)
            cost += price
            budget.stored = max(budget.stored, len(on_line))
            stack.append(engine.moves(after)[::-1])
    except Spent as spent:
        reason = _first(budget) if best is not None else "no solution yet"
        known = None if best is None else length
        return budget.answer("limit", reason, codes=best, length=known, limit=spent.limit)
    if best is None:
        return budget.answer("unsolvable", "every sequence of moves ends in a loop or a dead end", bound=None)
    return budget.answer(
        "solved", f"all lines tried; {_first(budget)}", codes=best, length=length, bound=length
    )


def _first(budget: Budget) -> str:
    length, seconds = budget.first or (0, 0.0)
    return f"first {length} moves after {seconds:.2g} s"
