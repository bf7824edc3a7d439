"""The complete map of a puzzle as tables, in which a step is one look-up, for one board or thousands.

An action k is the k-th legal move of a state, in the puzzle's own order. States with fewer moves than the
largest number have actions that are not legal: `legal` is the mask.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from clew.boards.load import adapted, load
from clew.errors import ClewError
from clew.search.limits import Limits
from clew.statespace.arrays import NO_GOAL
from clew.statespace.explore import explore

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clew.puzzle import Puzzle
    from clew.puzzles.base import EnginePuzzle
    from clew.statespace.space import StateSpace

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]

STATES = 5_000_000
"""The most states of an environment's map, unless limits say otherwise."""

CELLS = 500_000_000
"""The most entries of a table of states and actions."""

ILLEGAL = -1.0
"""The reward of an action that is not legal, which changes nothing."""

REWARDS = ("goal", "moves", "distance")


class Tables:
    """A puzzle's map as tables of (states, actions).

    `after`: the state that an action leads to, the state itself where it is not legal. `legal`: which actions
    are. `cost`: of a move. `distance` (states,): the fewest moves to a goal, infinite where none can be
    reached. `goal` (states,).
    """

    def __init__(self, puzzle: EnginePuzzle, space: StateSpace) -> None:
        self.puzzle = puzzle
        self.space = space
        self.start = space.start
        self.n = space.n
        indptr, indices = space._rows()
        rows: Ints = indptr.astype(np.int64)
        degree = rows[1:] - rows[:-1]
        self.actions = max(1, int(degree.max()))
        if self.n * self.actions > CELLS:
            raise ClewError(
                f"{self.n:,} states with up to {self.actions:,} moves are too many for an environment"
            )
        row = np.repeat(np.arange(self.n), degree)
        column = np.arange(len(row)) - np.repeat(rows[:-1], degree)
        self.after = np.repeat(np.arange(self.n, dtype=np.int32)[:, None], self.actions, axis=1)
        self.after[row, column] = indices
        self.legal: Flags = np.arange(self.actions) < degree[:, None]
        self.cost = np.ones(self.after.shape, np.int32)
        if space.costs is not None:
            self.cost[row, column] = space.costs
        self.goal: Flags = np.asarray(space.is_goal)
        self.distance: Floats = space.distance.astype(np.float64)
        self.distance[space.distance == NO_GOAL] = np.inf

    @cached_property
    def value(self) -> Floats:
        """The fewest moves to a goal if an action is taken first; infinite where none can be reached then,
        NaN where the action is not legal."""
        found: Floats = np.where(self.legal, self.cost + self.distance[self.after], np.nan)
        return found

    @cached_property
    def regret(self) -> Floats:
        """How many more moves than necessary an action costs: 0 for the best ones.

        Infinite if it makes the puzzle unsolvable; NaN where the action is not legal, or all is lost already.
        """
        lost = ~np.isfinite(self.distance)
        found: Floats = self.value - np.where(lost, 0.0, self.distance)[:, None]
        found[lost] = np.nan
        return found

    @cached_property
    def over(self) -> Flags:
        """The states in which a game ends: goals, and states without a move."""
        found: Flags = self.goal | ~self.legal.any(axis=1)
        return found

    def reward(self, kind: str) -> NDArray[np.float32]:
        """The reward of every action.

        "goal": 1 for reaching a goal, else 0. "moves": minus the cost of the move, so that the best return is
        minus the fewest moves. "distance": the decrease in the fewest moves to a goal, where a state that is
        lost counts as one move farther than any other. An action that is not legal gives -1.
        """
        if kind == "goal":
            found = self.goal[self.after].astype(np.float32)
        elif kind == "moves":
            found = -self.cost.astype(np.float32)
        elif kind == "distance":
            known = np.isfinite(self.distance)
            far = self.distance[known].max(initial=0.0) + 1
            height = np.where(known, self.distance, far)
            found = (height[:, None] - height[self.after]).astype(np.float32)
        else:
            raise ClewError(f"reward={kind!r}: expected one of {', '.join(REWARDS)}")
        found[~self.legal] = ILLEGAL
        return found

    def starts(self, start: str | int) -> Ints:
        """The states in which a game may start.

        "board": the start of the board. "any": every state that can be solved and is not. A number: the
        states exactly that many moves from a goal. Raises `ClewError` if there is none.
        """
        if start == "board":
            found = np.array([self.start])
        elif start == "any":
            found = np.flatnonzero(np.isfinite(self.distance) & ~self.goal)
        elif isinstance(start, int) and not isinstance(start, bool):
            found = np.flatnonzero((self.distance == start) & ~self.goal)
        else:
            raise ClewError(f'start={start!r}: expected "board", "any" or a number of moves to a goal')
        if not len(found) or self.goal[found].any():
            raise ClewError(f"start={start!r}: there is no unsolved state to start from")
        return found

    def number(self, state: object) -> int:
        """The number of a state, given as text or as its number. Raises `ClewError`."""
        if isinstance(state, int | np.integer) and not isinstance(state, bool):
            if not 0 <= state < self.n:
                raise ClewError(f"there is no state {state}: the map has {self.n:,}")
            return int(state)
        return self.space.index(state)


def tables_of(board: Puzzle | str, states: int | None = None) -> Tables:
    """The tables of a puzzle: an object, a compact form, or the path of a board.

    Raises `BoardError` if it cannot be read, `ClewError` if it has more than `states` states.
    """
    puzzle = load(board) if isinstance(board, str) else adapted(board)
    most = STATES if states is None else states
    space = explore(puzzle, limits=Limits(states=most))
    if not space.complete:
        raise ClewError(
            f"an environment needs the complete map, but this puzzle has more than {most:,} states "
            f"(limit: {space.limit}); states= raises the limit"
        )
    return Tables(puzzle, space)
