"""The laws of `clew.Puzzle` that answers rest on, on one state; `clew.testing` checks the others as well."""

from __future__ import annotations

from functools import partial
from math import inf, isnan
from typing import TYPE_CHECKING, Any

from clew.custom.optional_rules import gives, overrides, plain_pairs
from clew.errors import PuzzleError

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.puzzle import Puzzle

LONGEST = 300
"""The most characters of a value in a message."""


def told(value: object) -> str:
    """A value as Python writes it, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + "..."


class Laws:
    """Checks one state after another; `path_to` gives the moves to a state.

    `wraps`: whether an exception of the rules becomes the cause of a `PuzzleError`, or is left as it is.
    """

    def __init__(self, puzzle: Puzzle, wraps: bool = True) -> None:
        self._wraps = wraps
        self.puzzle = puzzle
        self.name = type(puzzle).__name__
        self.path_to: Callable[[Any], list[str] | None] = lambda state: None
        self.merges = overrides(puzzle, "canonical")
        self._successors = overrides(puzzle, "successors")
        self.guided = overrides(puzzle, "heuristic")
        self._lists_goals = gives(puzzle, "goals")
        self._goals: frozenset[Any] | None = None
        self._ways: dict[Any, frozenset[Any]] = {}
        self._backs: dict[Any, list[Any]] = {}

    def breach(self, rule: str, words: str, state: Any = None, move: Any = None) -> PuzzleError:
        """The error for a broken law, with the moves to the state where it is broken."""
        path = self.path_to(state)
        where = ""
        if path:
            where = f" (after {len(path)} move{'s' if len(path) > 1 else ''}: {' '.join(path[:40])})"
        elif path is not None:
            where = " (at the start)"
        error = PuzzleError(f"{self.name}.{rule}: {words}{where}", state, move)
        error.rule, error.path = rule, path
        return error

    def asked(self, rule: str, state: Any, call: Callable[[], Any], move: Any = None) -> Any:
        """Return what a rule returns; an exception becomes the cause of a `PuzzleError`."""
        try:
            return call()
        except PuzzleError:
            raise
        except Exception as error:
            if not self._wraps:
                raise
            of = "" if move is None else f" for the move {told(move)}"
            raise self.breach(
                rule, f"raises {type(error).__name__}: {error}, at {told(state)}{of}", state, move
            ) from error

    def check_goals(self) -> None:
        """Checks that `goals` lists only states that are solved."""
        if not self._lists_goals:
            return
        found = []
        for state in self.asked("goals", None, lambda: list(self.puzzle.goals() or ())):
            self.hashable("goals", state, None)
            if not self.asked("is_goal", state, partial(self.puzzle.is_goal, state)):
                raise self.breach("goals", f"lists {told(state)}, which is_goal says is not solved", state)
            found.append(self.representative(state))
        self._goals = frozenset(found)

    def check_listed(self, state: Any) -> None:
        """Checks that `goals` lists a state that is solved."""
        if self._goals is not None and self.representative(state) not in self._goals:
            raise self.breach("goals", f"leave out {told(state)}, which is_goal says is solved", state)

    def bound(self, state: Any) -> float:
        """What `heuristic` says of a state; infinity where no goal can be reached. Raises `PuzzleError`
        unless that is a number, or None.
        """
        given = self.asked("heuristic", state, lambda: self.puzzle.heuristic(state))
        if given is None:
            return inf
        try:
            number = float("nan" if isinstance(given, (str, bytes)) else given)
        except (TypeError, ValueError, OverflowError):
            number = float("nan")
        if isnan(number):
            raise self.breach(
                "heuristic",
                f"returned {told(given)} at {told(state)}; it must return a number, or None where no "
                "goal can be reached",
                state,
            )
        return number

    def check_bound(self, state: Any, left: float, exact: bool = True) -> None:
        """Checks that `heuristic` does not exceed what is `left` to a goal: the distance, or if not `exact`
        the cost of some solution.
        """
        bound = self.bound(state)
        if bound <= left + 1e-6:
            return
        cost = "0: it is solved" if left == 0 else f"{'' if exact else 'at most '}{left:g}"
        says = "that no goal can be reached" if bound == inf else f"{bound:g}"
        raise self.breach(
            "heuristic",
            f"says {says} at {told(state)}, but the true distance is {cost}; a lower bound must never "
            "exceed it",
            state,
        )

    def check_relied_on(self, state: Any, backwards: bool, turn: int) -> list[tuple[Any, Any]]:
        """Checks on this state what answers rest on, and returns its moves, each with the state after it;
        none at a goal, where games end.

        `backwards`: whether `predecessors` was used. `turn` chooses which of the states after the moves is
        compared with its representative and asked for its predecessors, and which of the predecessors for
        its moves.
        """
        if self.puzzle.is_goal(state):
            if backwards:
                self.check_listed(state)
            if self.guided:
                self.check_bound(state, 0)
            return []
        pairs = list(plain_pairs(self.puzzle, state))
        self.check_names(state, pairs)
        self.check_successors(state, pairs)
        if self.guided:
            self.bound(state)
        for _, after in _one(pairs, turn) if self.merges else ():
            solved = self.puzzle.is_goal(after)
            self.check_canonical(after, [] if solved else list(plain_pairs(self.puzzle, after)), solved)
        if backwards:
            self.check_predecessors(state, _one(pairs, turn), turn)
        return pairs

    def check_names(self, state: Any, pairs: list[tuple[Any, Any]]) -> None:
        """Checks that no two moves have the same name, by which they are played, written and read back."""
        seen: set[str] = set()
        for move, _ in pairs:
            if (name := str(move)) in seen:
                raise self.breach("moves", f"gives two moves the name {name!r} at {told(state)}", state)
            seen.add(name)

    def hashable(self, rule: str, value: Any, state: Any, move: Any = None) -> None:
        try:
            hash(value)
        except TypeError:
            by = "" if move is None else f" by the move {told(move)}"
            raise self.breach(
                rule,
                f"returned {told(value)}{by}, a {type(value).__name__}, which cannot be hashed; a "
                f"state must be a "
                "tuple, frozenset, str, int or another value that never changes",
                None if move is None else state,
                move,
            ) from None

    def check_successors(self, state: Any, pairs: list[tuple[Any, Any]]) -> None:
        if not self._successors:
            return
        given = self.asked(
            "successors", state, lambda: [tuple(pair) for pair in self.puzzle.successors(state)]
        )
        if given == pairs:
            return
        for one, other in zip([*given, None], [*pairs, None], strict=False):
            if one != other:
                raise self.breach(
                    "successors",
                    f"yields {'nothing more' if one is None else told(one)} but moves and apply give "
                    f"{'nothing more' if other is None else told(other)}, at {told(state)}",
                    state,
                    None if other is None else other[0],
                )

    def representative(self, state: Any) -> Any:
        """What `canonical` returns for a state. Raises `PuzzleError` if it fails."""
        return self.asked("canonical", state, lambda: self.puzzle.canonical(state))

    def check_canonical(self, state: Any, pairs: list[tuple[Any, Any]], ends: bool = False) -> None:
        """Checks a state against its representative; `ends`: without their moves, as games end there."""
        same = self.representative(state)
        self.hashable("canonical", same, state)
        if self.representative(same) != same:
            raise self.breach(
                "canonical", f"of {told(state)} is {told(same)}, and of that "
                f"{told(self.representative(same))}; "
                "the representative of a representative is itself", state,
            )  # fmt: skip
        if same == state:
            return
        if bool(self.puzzle.is_goal(same)) != bool(self.puzzle.is_goal(state)):
            raise self.breach(
                "canonical", f"treats {told(state)} and {told(same)} as the same, but one is "
                "solved and the other is not",
                state,
            )  # fmt: skip
        if ends:
            return
        here = [(self.representative(after), self.puzzle.cost(state, move)) for move, after in pairs]
        there = [
            (self.representative(after), self.puzzle.cost(same, move))
            for move, after in self.puzzle.successors(same)
        ]
        for way in here:
            if here.count(way) != there.count(way):
                raise self.breach(
                    "canonical", f"treats {told(state)} and {told(same)} as the same, but only one has "
                    f"{max(here.count(way), there.count(way))} moves to {told(way[0])}", state,
                )  # fmt: skip
        if len(here) != len(there):
            raise self.breach(
                "canonical", f"treats {told(state)} and {told(same)} as the same, but they have "
                f"{len(here)} and {len(there)} moves", state,
            )  # fmt: skip

    def check_predecessors(self, state: Any, pairs: list[tuple[Any, Any]], turn: int | None = None) -> None:
        """Checks that predecessors have a move to this state (one of them only, if it is the `turn` of one),
        and that this state is a predecessor of these successors.
        """
        here = self.representative(state)
        found = self._before(here)
        for before in found if turn is None else _one(found, turn):
            if here not in self._representatives_after(before):
                raise self.breach(
                    "predecessors",
                    f"of {told(state)} name {told(before)}, from which no move leads there",
                    state,
                )
        for move, after in pairs:
            if here not in self._before(self.representative(after)):
                raise self.breach(
                    "predecessors",
                    f"of {told(after)} leave out {told(state)}, from which the move {told(move)} leads there",
                    state,
                    move,
                )

    def _before(self, state: Any) -> list[Any]:
        if state not in self._backs:
            given = self.asked("predecessors", state, lambda: self.puzzle.predecessors(state))
            back = [] if given is None else self.asked("predecessors", state, lambda: list(given))
            self._backs[state] = [self.representative(before) for before in back]
        return self._backs[state]

    def _representatives_after(self, state: Any) -> frozenset[Any]:
        """The representatives to which moves lead from a state that `predecessors` names."""
        if state not in self._ways:
            pairs = self.asked("predecessors", state, lambda: list(self.puzzle.successors(state)))
            self._ways[state] = frozenset(self.representative(after) for _, after in pairs)
        return self._ways[state]


def _one(some: list[Any], turn: int) -> list[Any]:
    """The one whose turn it is, in a list; none of none."""
    return [some[turn % len(some)]] if some else []
