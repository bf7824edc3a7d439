"""All laws of `clew.Puzzle` on one state: those that answers rest on, and those of a rule that is a
function.
"""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from typing import TYPE_CHECKING, Any

from clew.custom.laws import Laws, told
from clew.custom.optional_rules import gives, overrides
from clew.errors import PuzzleError

if TYPE_CHECKING:
    from clew.puzzle import Puzzle


class AllLaws(Laws):
    """Checks one state after another against every law."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self._weighted = overrides(puzzle, "cost")
        self._backward = gives(puzzle, "predecessors")
        self._moves: dict[Any, list[Any]] = {}

    def start(self) -> Any:
        """The start state, checked to be the same every time."""
        one = self.asked("initial", None, self.puzzle.initial)
        if one is None:
            raise self.breach("initial", "returned None; it must return the start state")
        self.hashable("initial", one, one)
        other = self.asked("initial", None, self.puzzle.initial)
        if one != other:
            raise self.breach("initial", f"returned {told(one)}, then {told(other)} when called again")
        return one

    def solved(self, state: Any) -> bool:
        """Whether a state is a goal, checked to be the same every time."""
        one = bool(self.asked("is_goal", state, lambda: self.puzzle.is_goal(state)))
        if one != bool(self.asked("is_goal", state, lambda: self.puzzle.is_goal(state))):
            raise self.breach(
                "is_goal", f"gave a different answer when called again, at {told(state)}", state
            )
        if one:
            self.check_listed(state)
        return one

    def check(self, state: Any) -> list[tuple[Any, Any]]:
        """Checks every law on this state, and returns its moves, each with the state after it."""
        moves = self._stable_moves(state)
        self._moves[state] = moves
        pairs = self._applied(state, moves)
        self.check_successors(state, pairs)
        if self._weighted:
            self._check_costs(state, moves)
        if self.merges:
            self.check_canonical(state, pairs)
        if self._backward:
            self.check_predecessors(state, pairs)
        if self.guided:
            self.bound(state)
        return pairs

    def check_again(self, state: Any) -> None:
        """Checks that a state that was checked before still has the same moves."""
        self._same_order(state, self._moves[state], "when called again later")

    def _listed(self, state: Any) -> list[Any]:
        given = self.asked("moves", state, lambda: self.puzzle.moves(state))
        try:
            return self.asked("moves", state, lambda: list(given))  # type: ignore[no-any-return]
        except PuzzleError as error:
            if isinstance(error.__cause__, TypeError) and not hasattr(given, "__iter__"):
                raise self.breach(
                    "moves",
                    f"returned {told(given)} at {told(state)}; it must return a list or another iterable",
                    state,
                ) from None
            raise

    def _stable_moves(self, state: Any) -> list[Any]:
        moves = self._listed(state)
        self._same_order(state, moves, "when called again")
        names: dict[str, Any] = {}
        for move in moves:
            if str(move) in names:
                raise self.breach(
                    "moves", f"two moves have the name {str(move)!r} at {told(state)}", state, move
                )
            names[str(move)] = move
        return moves

    def _same_order(self, state: Any, moves: list[Any], when: str) -> None:
        again = self._listed(state)
        if again == moves:
            return
        what = "another order" if sorted(map(str, again)) == sorted(map(str, moves)) else "other moves"
        raise self.breach(
            "moves", f"returned {what} {when}, at {told(state)}: {told(moves)}, then {told(again)}", state
        )

    def _applied(self, state: Any, moves: list[Any]) -> list[tuple[Any, Any]]:
        """The state after each move. `apply` must depend only on the state and the move."""
        puzzle, pairs = self.puzzle, []
        before, goal = Snapshot(state), bool(puzzle.is_goal(state))
        for move in moves:
            after = self.asked("apply", state, partial(puzzle.apply, state, move), move)
            if not before.holds(state):
                raise self.breach(
                    "apply", f"changes the state that it is given, {before.text}, by the move {told(move)}",
                    state, move,
                )  # fmt: skip
            if after is None:
                raise self.breach(
                    "apply", f"returned None for the move {told(move)} from {told(state)}; it "
                    f"must return the new state",
                    state, move,
                )  # fmt: skip
            self.hashable("apply", after, state, move)
            self._allowed(state, move, after)
            again = self.asked("apply", state, partial(puzzle.apply, state, move), move)
            if after != again:
                raise self.breach(
                    "apply",
                    f"returned {told(after)} for the move {told(move)} from {told(state)}, then "
                    f"{told(again)} when called again",
                    state,
                    move,
                )
            pairs.append((move, after))
        if bool(puzzle.is_goal(state)) != goal:
            raise self.breach("apply", f"changes what is_goal says of {told(state)}", state)
        self._same_order(state, moves, "once its moves were applied")
        return pairs

    def _allowed(self, state: Any, move: Any, after: Any) -> None:
        """Checks that a legal move leads to a state of the usual type that `valid` accepts."""
        if type(after) is not type(state):
            raise self.breach(
                "moves", f"the move {told(move)} from {told(state)} leads to {told(after)}, a "
                f"{type(after).__name__} but states are of type {type(state).__name__}", state, move,
            )  # fmt: skip
        if not self.asked("valid", after, lambda: self.puzzle.valid(after)):
            raise self.breach(
                "moves", f"lists {told(move)} at {told(state)}, which leads to "
                f"{told(after)}: that is not valid",
                state, move,
            )  # fmt: skip

    def _check_costs(self, state: Any, moves: list[Any]) -> None:
        for move in moves:
            cost = self.asked("cost", state, partial(self.puzzle.cost, state, move), move)
            whole = isinstance(cost, int) or hasattr(cost, "__index__")
            if not whole or not 0 <= cost < 65_535:
                raise self.breach(
                    "cost", f"the move {told(move)} from {told(state)} costs {told(cost)}; a cost is a whole "
                    "number from 0 to 65534", state, move,
                )  # fmt: skip
            if cost != self.puzzle.cost(state, move):
                raise self.breach(
                    "cost", f"the move {told(move)} from {told(state)} has a different cost when "
                    "called again",
                    state, move,
                )  # fmt: skip


class Snapshot:
    """A state's hash, text and attributes as they are now, to detect a later change."""

    def __init__(self, state: Any) -> None:
        self.hash, self.text = hash(state), told(state)
        self._repr = repr(state)
        self._copy: Any = None
        try:
            self._copy = deepcopy(getattr(state, "__dict__", None))
        except Exception:
            self._copy = None  # what cannot be copied is compared only by its hash and its text

    def holds(self, state: Any) -> bool:
        """Whether a state is still as it was when the snapshot was taken."""
        held = self._copy is None or self._copy == getattr(state, "__dict__", None)
        return held and hash(state) == self.hash and repr(state) == self._repr
