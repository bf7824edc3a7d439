"""`check_puzzle`: checks a puzzle against the contract of `clew.Puzzle`, and reports the smallest
counterexample.

States are checked in breadth-first order from the start, so the first violation found is one that takes the
fewest moves to reach. The heuristic is checked against true distances, starting with the states nearest to a
goal.
"""

from __future__ import annotations

from os import PathLike
from time import monotonic
from typing import Any

from clew.boards.load import adapted
from clew.custom.adaptor import Custom
from clew.custom.audit import HEURISTIC
from clew.custom.optional_rules import check_methods
from clew.errors import PuzzleError
from clew.puzzle import Puzzle
from clew.testing.bounds import check_bounds
from clew.testing.laws import AllLaws
from clew.testing.machine import Machine


class Checked:
    """The result of a check. `states`: how many were checked against every rule; `complete`: whether these
    are all states.

    `goals`: how many of them are solved. `bounds`: states whose heuristic was compared with a true distance
    (or, in large puzzles, with the length of a known solution); None if the puzzle has no heuristic.
    `never_overestimates`: whether `bounds` are all states, each with its true distance, so that proofs need
    not say "if the heuristic never overestimates"; also true if there is no heuristic.
    """

    def __init__(
        self, states: int, complete: bool, goals: int, bounds: int | None, never_overestimates: bool = True
    ) -> None:
        self.states = states
        self.complete = complete
        self.goals = goals
        self.bounds = bounds
        self.never_overestimates = never_overestimates

    @property
    def told(self) -> str:
        """What was checked, in words."""
        which = f"all {self.states}" if self.complete else f"the first {self.states}"
        return f"the rules hold on {which} states"

    def left_of(self, proof: str | None) -> str | None:
        """What a proof about this puzzle still rests on after this check: less than its `Solution.proof`
        says, if the check was complete.
        """
        heuristic = self.never_overestimates and proof == f"if {HEURISTIC}"
        return None if (self.complete and self.never_overestimates) or heuristic else proof

    def __repr__(self) -> str:
        all_ = "all" if self.complete else "the first"
        bounds = "" if self.bounds is None else f", heuristic held on {self.bounds}"
        return f"<Checked {all_} {self.states} states, {self.goals} solved{bounds}>"


def check_puzzle(puzzle: Puzzle | str, *, states: int = 2_000, seconds: float = 30.0) -> Checked:
    """Checks a puzzle against the contract of `clew.Puzzle`.

    For each state, in order of its depth: the state can be hashed; `moves` returns the same moves in the same
    order every time, and no two have the same name; `apply` accepts each of them, returns the same state each
    time, and changes neither the given state nor what the puzzle says about it; `successors` agrees with
    `moves` and `apply`; costs are whole numbers; `canonical` of a representative is itself, and equivalent
    states have equivalent moves; `predecessors` is the inverse of `moves`; `goals` lists the states that are
    solved, and no others; `heuristic` returns a number or None. If the rules are compiled, machine code and
    Python must agree. Then `heuristic` is compared with true distances, on all states if their map fits.

    `states`: the most states to check; `seconds`: the most time to take. Raises `PuzzleError` with the
    smallest counterexample: `rule` is the broken rule, `state` and `move` are where it breaks, `path` is the
    moves from the start to there. If the puzzle's own code raises an exception, that is the cause of the
    error.

    >>> clew.testing.check_puzzle("null:3")
    <Checked all 4 states, 1 solved, heuristic held on 4>
    """
    if isinstance(puzzle, (str, PathLike)):
        puzzle = adapted(puzzle)
    if isinstance(puzzle, type) and issubclass(puzzle, Puzzle):
        raise PuzzleError(f"{puzzle.__name__} is a class; pass an instance of it: {puzzle.__name__}(...)")
    if not isinstance(puzzle, Puzzle):
        raise PuzzleError(f"{type(puzzle).__name__} is not a clew.Puzzle; check_puzzle takes one puzzle")
    until = monotonic() + seconds
    if isinstance(puzzle, Custom):
        puzzle = puzzle.own
    check_methods(puzzle)
    adapted(puzzle)
    laws = AllLaws(puzzle)
    walk = _Walk(puzzle, laws, states)
    laws.check_goals()
    while walk.more and monotonic() < until:
        walk.step()
    walk.look_again()
    held = check_bounds(puzzle, laws, states, until)
    bounds, whole = (None, True) if held is None else held
    return Checked(len(walk.done), not walk.queue, walk.goals, bounds, whole)


class _Walk:
    """The states in breadth-first order, each with the move and the state that first led there."""

    def __init__(self, puzzle: Puzzle, laws: AllLaws, most: int) -> None:
        self.puzzle = puzzle
        self.laws = laws
        self.machine = Machine(puzzle)
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
        """Checks the next states."""
        state, self.queue = self.queue[0], self.queue[1:]
        self.done.append(state)
        self.goals += self.laws.solved(state)
        pairs = self.laws.check(state)
        self.machine.check(self.laws.breach, state, [after for _, after in pairs])
        for move, after in pairs:
            if after not in self.origin:
                self.origin[after] = state, move
                self.queue.append(after)

    def look_again(self) -> None:
        """Computes the moves of every state a second time, after those of other states."""
        for state in self.done:
            self.laws.check_again(state)

    def path_to(self, state: Any) -> list[str] | None:
        """The names of the moves from the start to a state that was reached; None for any other."""
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
