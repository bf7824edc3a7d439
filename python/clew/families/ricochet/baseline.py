"""Mondrian2: best-first search over a sorted array, by distances and a small penalty for each move.

After "Building Mondrian2 - A*" (J. F. Armstrong). A state's score is the sum, over its tiles, of the straight
distance to the nearest goal cell of the tile's colour, plus 0.2 for each move made. The least score is
expanded first; a state whose position was seen is dropped.

    . . G      the tile is 2.83 cells from its goal, though two slides may take it there:
    . . .      the score is more than the moves left, so that the first solution need not be the shortest
    R . .      and the array running empty proves nothing either (positions seen on a long way are dropped)

It goes on after its first solution, without states that cannot be shorter, until the array is empty or a
limit is reached. It proves one thing alone: that there is no solution, if the array runs empty without one.
"""

from __future__ import annotations

from bisect import insort
from math import hypot
from typing import TYPE_CHECKING

from clew.baselines.budget import Spent
from clew.families.ricochet.goal import alternatives
from clew.families.ricochet.puzzle import Ricochet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew._engine import Code, Found, Status
    from clew.baselines.budget import Budget
    from clew.families.ricochet.puzzle import Ricochet
    from clew.puzzles.base import EnginePuzzle

    Line = tuple[tuple[int, ...], Code | None, "Line | None"]
    Entry = tuple[float, int, int, Line]  # score and serial number, both negative; moves made; the line

ABOUT = "A* over a sorted array, by straight distances + 0.2 a move"
_PENALTY = 0.2
_BYTES_A_STATE = 450  # an entry of the array, a tuple of positions, a member of the closed set


def search(puzzle: EnginePuzzle, position: Sequence[int], budget: Budget) -> Found:
    """Solves from a position with the article's method."""
    assert isinstance(puzzle, Ricochet)
    engine = puzzle._engine
    distances = _distances(puzzle)
    start = tuple(engine.canonical(position))
    if engine.is_goal(list(start)):
        return budget.answer("solved", "solved at the start", codes=[], length=0)
    best: Line | None = None
    length = 0
    entries: list[Entry] = [(0.0, 0, 0, (start, None, None))]
    closed = {start}
    budget.stored = 1
    try:
        while entries:
            _, _, moves, line = entries.pop()
            if best is not None and moves + 1 >= length:
                continue
            budget.expand(_BYTES_A_STATE)
            for code, _, after in engine.moves(list(line[0])):
                key = tuple(after)
                if key in closed:
                    continue
                closed.add(key)
                budget.stored = len(closed)
                grown: Line = (key, code, line)
                if engine.is_goal(after):
                    best, length = grown, moves + 1
                    budget.solved(length)
                    break
                score = sum(map(_look_up, distances, key)) + _PENALTY * (moves + 1)
                insort(entries, (-score, -len(closed), moves + 1, grown))
    except Spent as spent:
        return _answer(budget, best, length, spent)
    if best is None:
        return budget.answer("unsolvable", "every position was seen", bound=None)
    return _answer(budget, best, length, None)


def _look_up(distances: list[float], cell: int) -> float:
    return distances[cell]


def _distances(puzzle: Ricochet) -> list[list[float]]:
    """For each tile, in the engine's order, the straight distance from each cell to its nearest goal cell."""
    goals: dict[str, set[int]] = {}
    for goal in alternatives(puzzle):
        for letter, cell in goal:
            goals.setdefault(letter, set()).add(cell)
    return [
        [
            _nearest(cell, goals.get(letter, set()), puzzle.columns)
            for cell in range(puzzle.rows * puzzle.columns)
        ]
        for letter, _ in puzzle.tiles
    ]


def _nearest(cell: int, goals: set[int], columns: int) -> float:
    row, column = divmod(cell, columns)
    return min((hypot(row - goal // columns, column - goal % columns) for goal in goals), default=0.0)


def _answer(budget: Budget, best: Line | None, length: int, spent: Spent | None) -> Found:
    """A solution without a proof, or none."""
    limit = None if spent is None else spent.limit
    if best is None or budget.first is None:
        return budget.answer("limit", "no solution yet", limit=limit)
    first, seconds = budget.first
    reason = f"no proof, since its estimate is too high; first {first} moves after {seconds:.2g} s"
    status: Status = "limit" if spent else "solved"
    return budget.answer(status, reason, codes=_codes(best), length=length, limit=limit)


def _codes(line: Line | None) -> list[Code]:
    codes: list[Code] = []
    while line is not None and line[1] is not None:
        codes.append(line[1])
        line = line[2]
    return codes[::-1]
