"""The one abstraction: what a puzzle must define so that every search, hint and map works on it."""

from __future__ import annotations

from abc import ABC, abstractmethod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


class Puzzle(ABC):
    """States joined by moves.

    A subclass says where the puzzle starts, what can be moved, and when it is solved; everything else has
    sensible defaults. Every function of Clew that takes a puzzle takes one of these: `clew.solve`,
    `clew.explore`, ...

    A *state* is any immutable, hashable value: a tuple, a frozenset, a str, an int. A *move* is any value
    whose `str()` is its name. The rules must not depend on how a state was reached, `apply` must not change
    the state it is given, and `moves` must always list the moves of a state in the same order.
    `clew.testing.check_puzzle` checks all this.

    >>> class Countdown(Puzzle):
    ...     def initial(self):
    ...         return 5
    ...     def moves(self, state):
    ...         return [take for take in (1, 2) if take <= state]
    ...     def apply(self, state, move):
    ...         return state - move
    ...     def is_goal(self, state):
    ...         return state == 0
    >>> print(clew.solve(Countdown()))
    1 2 2

    In the built-in families a state is one line of text, and a move is its name as a player would write it. A
    class may also have `title`, `author`, `source`, `licence`, `notes` (strings) and `par` (the claimed
    fewest moves, which `clew check` compares with the proved optimum).
    """

    if not TYPE_CHECKING:

        def __new__(cls, *args, **keys):
            # What it was made from, to name it: "hanoi:Hanoi(3, 7)". Classes with slots do without.
            self = super().__new__(cls)
            if hasattr(self, "__dict__"):
                object.__setattr__(self, "_made_from", (args, keys))
            return self

    @abstractmethod
    def initial(self) -> Any:
        """The start state."""

    @abstractmethod
    def moves(self, state: Any) -> Iterable[Any]:
        """The legal moves, always in the same order; a list, or any iterable."""

    @abstractmethod
    def apply(self, state: Any, move: Any) -> Any:
        """The state after a legal move. The given state is not changed."""

    @abstractmethod
    def is_goal(self, state: Any) -> bool:
        """Whether the puzzle is solved here."""

    def successors(self, state: Any) -> Iterable[tuple[Any, Any]]:
        """Every legal move with the state after it, in the order of `moves`.

        Only for speed: one Python call instead of one per move.
        """
        return self._applied(state)

    def _applied(self, state: Any) -> Iterator[tuple[Any, Any]]:
        for move in self.moves(state):
            yield move, self.apply(state, move)

    def cost(self, state: Any, move: Any) -> int:
        """What a legal move costs: 0 or more, 1 unless the puzzle says otherwise."""
        return 1

    def heuristic(self, state: Any) -> float | None:
        """A lower bound on the cost from here to a goal; None if no goal can be reached.

        It must never exceed the true distance: the proofs of optimality depend on it.
        """
        return 0

    def canonical(self, state: Any) -> Any:
        """One representative of all states that are the same to a player (identical pieces, mirror
        images)."""
        return state

    def predecessors(self, state: Any) -> Iterable[Any] | None:
        """The states from which one move leads here; None if the puzzle does not know them."""
        return None

    def goals(self) -> Iterable[Any] | None:
        """All goal states, if there are few and they are known; together with `predecessors` they allow
        search from both ends. None otherwise.
        """
        return None

    def batch_successors(self, states: Any) -> Any:
        """The moves of many states at once, as numpy arrays: `(after, legal)`, or `(after, legal, costs)` if
        the puzzle defines `cost`.

        Optional, for speed; the rules above are needed too. `states`: (n,) int64 if states are whole numbers
        (0 or more); (n, k) of the class's `dtype` (default "int16") if they are tuples of k whole numbers.
        `after`: (n, m) or (n, m, k), the state after each of the m possible moves, in the order of `moves`;
        `legal`: (n, m) bool, which of these moves are legal; `costs`: whole numbers that broadcast to (n, m).
        If the puzzle defines `canonical`, `after` must hold representatives.
        """
        raise NotImplementedError

    def batch_is_goal(self, states: Any) -> Any:
        """Which of many states are solved, (n,) bool. Without it, `is_goal` is called for each state."""
        raise NotImplementedError

    def batch_heuristic(self, states: Any) -> Any:
        """Lower bounds of many states, (n,) whole numbers, negative if no goal can be reached. Without it,
        `heuristic` is called for each state.
        """
        raise NotImplementedError

    def valid(self, state: Any) -> bool:
        """Whether this is a valid state. States that a caller passes are refused if it returns False, and
        `clew.testing.check_puzzle` uses it to find moves that lead to invalid states. Searches never call it.
        """
        return True

    def draw(self, state: Any) -> str:
        """The state as people read it, on one or more lines of text, for the terminal and for pictures."""
        return str(state)

    def svg(self, state: Any) -> str | None:
        """The state as the text of an SVG document, for pictures; None, the default, shows `draw(state)`.

        It needs a `viewBox`, or a `width` and a `height`. Scripts and references to anything outside the
        picture are refused with `PuzzleError` when it is drawn.
        """
        return None
