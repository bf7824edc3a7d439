"""Panguru: layers of move sequences by length and pebbles at home, memoised.

After "Solve this puzzle - @memo and dynamic programming" (Arthur Street, 2013). A move brings at most one
pebble home. So a line of m moves that ends with no pebble astray comes from a line of m - 1 moves with at
most one astray, that one from m - 2 moves with at most two, and so on back to the start:

    lines(m, astray) = one move more than lines(m - 1, astray - 1), (m - 1, astray), (m - 1, astray + 1)

Asking for lines(m, 0) with m = 0, 1, 2, ... makes each layer once, for all are remembered, and the first that
is not empty holds all shortest solutions. Where a move pushes a line of pebbles (metric "slides"), it can
bring as many home as the longest line has, and each layer looks that far around. As in the article the layers
hold *lines*, not positions: two lines to the same position are both kept. Nothing can prove that there is no
solution.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from clew.baselines.budget import Spent
from clew.families.pebbles.puzzle import Pebbles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew._engine import Code, Engine, Found
    from clew.baselines.budget import Budget
    from clew.families.pebbles.puzzle import Pebbles
    from clew.puzzles.base import EnginePuzzle

    Line = tuple[list[int], Code | None, "Line | None"]  # position, last move, the line before it

ABOUT = "memoised layers of lines by moves and pebbles at home"
_HOLE = 0  # in the engine's numbers
_BYTES_A_STATE = 420  # a tuple, a list of about fifteen numbers, a move


def search(puzzle: EnginePuzzle, position: Sequence[int], budget: Budget) -> Found:
    """Solves from a position with the article's method."""
    assert isinstance(puzzle, Pebbles)
    plates = puzzle._numbers_of(",".join(puzzle.plates))
    layers = _Layers(puzzle._engine, list(position), plates, budget, _together(puzzle))
    moves = 0
    try:
        while not (line := layers.first_home(moves)):
            moves += 1
    except Spent as spent:
        reason = f"no solution of up to {moves - 1} moves" if moves else "stopped at once"
        return budget.answer("limit", reason, bound=moves, limit=spent.limit)
    codes = _codes(line)
    budget.solved(len(codes))
    return budget.answer(
        "solved", "the first layer with all pebbles at home", codes=codes, length=len(codes), bound=moves
    )


def _together(puzzle: Pebbles) -> int:
    """The most pebbles that one move moves."""
    if puzzle.layout is None or puzzle.metric == "moves":
        return 1
    rows, columns = map(int, puzzle.layout.split()[1].split("x"))
    return max(rows, columns) - 1


class _Layers:
    def __init__(
        self, engine: Engine, start: list[int], plates: list[int], budget: Budget, together: int
    ) -> None:
        self._engine = engine
        self._start = start
        self._plates = plates
        self._budget = budget
        self._together = together
        self._most = sum(token != _HOLE for token in start)
        self._grown = cache(self._grow)

    def first_home(self, moves: int) -> Line | None:
        """A line of that many moves that ends with every pebble at home."""
        for lower in range(moves):  # from the bottom up, so that the recursion never goes deep
            self._lines(lower, min((moves - lower) * self._together, self._most))
        return next(iter(self._lines(moves, 0)), None)

    def _lines(self, moves: int, astray: int) -> list[Line]:
        """The lines of that many moves that leave that many pebbles astray."""
        if not 0 <= astray <= self._most:
            return []
        if moves == 0:
            start: Line = (self._start, None, None)
            return [start] if self._astray(self._start) == astray else []
        before = range(astray - self._together, astray + self._together + 1)
        return [line for other in before for line in self._grown(moves - 1, other).get(astray, ())]

    def _grow(self, moves: int, astray: int) -> dict[int, list[Line]]:
        """Each of these lines with one move more, by pebbles astray."""
        grown: dict[int, list[Line]] = {}
        for line in self._lines(moves, astray):
            self._budget.expand(_BYTES_A_STATE)
            for code, _, after in self._engine.moves(line[0]):
                grown.setdefault(self._astray(after), []).append((after, code, line))
                self._budget.stored += 1
        return grown

    def _astray(self, position: list[int]) -> int:
        """The number of pebbles that are not on a plate of their token."""
        pairs = zip(position, self._plates, strict=True)
        return sum(token != plate and token != _HOLE for token, plate in pairs)


def _codes(line: Line | None) -> list[Code]:
    codes: list[Code] = []
    while line is not None and line[1] is not None:
        codes.append(line[1])
        line = line[2]
    return codes[::-1]
