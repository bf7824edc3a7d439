"""Coroutine boards for planners: an action for each step of a coin while the other stands on a square, and
for each pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.families.coroutine.signs import STEPS
from clew.formats.pddl import action, disjunction, domain_of, problem_of
from clew.puzzles.cells import cell_name

if TYPE_CHECKING:
    from clew.formats.pddl import Pddl

MOST = 100_000
"""Actions of a domain."""


def written(puzzle: Any, form: Pddl) -> tuple[str, str]:
    """The domain and the problem of a board."""
    wide = puzzle.columns
    cells = range(puzzle.rows * wide)
    if len(cells) ** 2 * 8 > MOST:
        raise form.refuse(puzzle, "boards with so many moves")
    at = [[f"(at-{coin}-{cell_name(cell, wide)})" for cell in cells] for coin in (0, 1)]
    turn = ["(turn-0)", "(turn-1)"]
    actions = []
    for coin in (0, 1):
        for here in cells:
            for other in (cell for cell in cells if cell != here):
                facts = [turn[coin], at[coin][here], at[1 - coin][other]]
                after = [f"(not {turn[coin]})", turn[1 - coin]]
                title = f"coin-{coin}-{cell_name(here, wide)}-{cell_name(other, wide)}"
                found = _steps(puzzle, here, other, coin)
                for there in found:
                    gone = [f"(not {at[coin][here]})", at[coin][there]]
                    actions.append(action(f"{title}-to-{cell_name(there, wide)}", facts, [*after, *gone]))
                if not found:
                    actions.append(action(f"{title}-pass", facts, after, int(puzzle.metric == "turns")))
    goal = disjunction([at[coin][puzzle.target] for coin in (0, 1)])
    one, other, first = puzzle.initial()._numbers[:3]
    domain = domain_of(
        "clew-coroutine", ":strips :disjunctive-preconditions", "", [*at[0], *at[1], *turn], actions
    )
    return domain, problem_of("clew-coroutine", "", [at[0][one], at[1][other], turn[first]], goal)


def _steps(puzzle: Any, here: int, other: int, coin: int) -> list[int]:
    """Where a coin can step from a cell while the other stands on another."""
    row, column = divmod(here, puzzle.columns)
    found = []
    for direction in puzzle.squares[here if puzzle.rule == "own" else other]:
        down, across = STEPS[direction]
        inside = 0 <= row + down < puzzle.rows and 0 <= column + across < puzzle.columns
        there = (row + down) * puzzle.columns + column + across
        if inside and there != other:
            found.append(there)
    return found
