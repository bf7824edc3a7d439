"""`check_puzzle`: the contract of `clew.Puzzle`, held against one puzzle, with the smallest counterexample.

States are met in breadth-first order from the start, and each is checked as it comes; so the first breach is
one that needs the fewest moves to see. The heuristic is held against true distances, from the nearest to a
goal on.
"""

from __future__ import annotations

from os import PathLike
from time import monotonic

from clew.boards.load import adapted
from clew.errors import PuzzleError
from clew.puzzle import Puzzle
from clew.testing.bounds import check_bounds
from clew.testing.laws import Laws

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Checked:
    """What a check saw. `states`: those that were held against every rule; `complete`: they are all there
    are.

    `goals`: how many of them are solved. `bounds`: states whose heuristic was held against a true distance
    (or, in large puzzles, against the length of a known way); None where the puzzle has no heuristic.
    """

    def __init__(self, states: int, complete: bool, goals: int, bounds: int | None) -> None:
        self.states = states
        self.complete = complete
        self.goals = goals
        self.bounds = bounds

    def __repr__(self) -> str:
        all_ = "all" if self.complete else "the first"
        bounds = "" if self.bounds is None else f", heuristic held on {self.bounds}"
        return f"<Checked {all_} {self.states} states, {self.goals} solved{bounds}>"


def check_puzzle(puzzle: Puzzle | str, *, states: int = 2_000, seconds: float = 30.0) -> Checked:
    """Holds a puzzle to the contract of `clew.Puzzle`.

    On each state, from the start on and in order of the moves that it takes to come there: the state can be
    hashed; moves are the same, in the same order, whenever asked, and no two have one name; `apply` takes
    each of them, gives the same state each time, and changes neither the state given nor what the puzzle says
    of it; `successors` is `moves` with `apply`; costs are whole numbers; `canonical` of a representative is
    itself, and the states that it calls the same have the same ways on; `predecessors` are the inverse of
    moves. Where rules are compiled, machine code and Python must agree. Then `heuristic` is held against true
    distances.

    `states`: most that are looked at so; `seconds`: no longer than that. Raises `PuzzleError` with the
    smallest counterexample: `rule` is the rule that is broken, `state` and `move` where, `path` the moves
    from the start to there. An exception that the puzzle's own code raises is its cause.
    """
    if isinstance(puzzle, (str, PathLike)):
        puzzle = adapted(puzzle)
    if isinstance(puzzle, type) and issubclass(puzzle, Puzzle):
        raise PuzzleError(f"{puzzle.__name__} is a class; give one puzzle of it: {puzzle.__name__}(...)")
    if not isinstance(puzzle, Puzzle):
        raise PuzzleError(f"{type(puzzle).__name__} is not a clew.Puzzle; check_puzzle takes one puzzle")
    until = monotonic() + seconds
    adapted(puzzle)
    laws = Laws(puzzle)
    walk = _Walk(puzzle, laws, states)
    while walk.more and monotonic() < until:
        walk.step()
    walk.look_again()
    bounds = check_bounds(puzzle, walk.path_to, states, until)
    return Checked(len(walk.done), not walk.queue, walk.goals, bounds)


class _Walk:
    """The states in breadth-first order, each with the move and the state that led there first."""

    def __init__(self, puzzle: Puzzle, laws: Laws, most: int) -> None:
        self.puzzle = puzzle
        self.laws = laws
        self.most = most
        start = laws.start()
        self.origin: dict[Any, tuple[Any, Any] | None] = {start: None}
        self.queue = [start]
        self.done: list[Any] = []
        self.goals = 0
        laws.path_to = self.path_to

    @property
    def more(self) -> bool:
        return bool(self.queue) and len(self.done) < self.most

    def step(self) -> None:
        """Checks the next states: a whole layer's beginning at once would be no faster."""
        state, self.queue = self.queue[0], self.queue[1:]
        self.done.append(state)
        self.goals += self.laws.solved(state)
        for move, after in self.laws.check(state):
            if after not in self.origin:
                self.origin[after] = state, move
                self.queue.append(after)

    def look_again(self) -> None:
        """Asks the moves of every state once more, now that others were asked in between."""
        for state in self.done:
            self.laws.check_again(state)

    def path_to(self, state: Any) -> list[str] | None:
        """The names of the moves from the start to a state that was met; None for another."""
        names: list[str] = []
        try:
            step = self.origin.get(state, self)
        except TypeError:
            return None
        if step is self:
            return None
        while isinstance(step, tuple):
            state, move = step
            names.append(str(move))
            step = self.origin[state]
        return names[::-1]
