"""The one abstraction: what a puzzle must tell so that every search, hint and map works on it."""

from __future__ import annotations

from abc import ABC, abstractmethod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


class Puzzle(ABC):
    """States joined by moves.

    A subclass says where the puzzle begins, what may be moved, and when it is solved; the rest has sound
    defaults. Everything in Clew that takes a puzzle takes one of these: `clew.solve`, `clew.explore`, ...

    A *state* is any value that can be hashed and never changes: a tuple, a frozenset, a str, an int. A *move*
    is any value whose `str()` is its name. The rules never look at how a state was reached, `apply` leaves
    the old state alone, and `moves` gives one order for one state, always. `clew.testing.check_puzzle` holds
    a puzzle to all this.

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

    In the built-in families a state is one line of text, and a move its name as a player would write it.
    A class may also have `title`, `author`, `source`, `licence`, `notes` (texts) and `par` (the fewest moves,
    as `clew check` holds them against the proof).
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
        """The state after a legal move. The state given stays as it is."""

    @abstractmethod
    def is_goal(self, state: Any) -> bool:
        """Whether the puzzle is solved here."""

    def successors(self, state: Any) -> Iterable[tuple[Any, Any]]:
        """Every legal move with the state after it, in the order of `moves`.

        For speed alone: one call of Python in place of one for each move.
        """
        return self._applied(state)

    def _applied(self, state: Any) -> Iterator[tuple[Any, Any]]:
        for move in self.moves(state):
            yield move, self.apply(state, move)

    def cost(self, state: Any, move: Any) -> int:
        """What a legal move costs: 0 or more, 1 unless the puzzle says otherwise."""
        return 1

    def heuristic(self, state: Any) -> float | None:
        """A lower bound on the cost from here to a goal; None where none can be reached.

        Never more than the true distance: the proofs of optimality stand on it.
        """
        return 0

    def canonical(self, state: Any) -> Any:
        """One representative of all states that are the same to a player (identical pieces, reflections)."""
        return state

    def predecessors(self, state: Any) -> Iterable[Any] | None:
        """The states from which one move leads here; None if the puzzle knows no way back."""
        return None

    def goals(self) -> Iterable[Any] | None:
        """All goal states, if there are few and they are known: with `predecessors`, for search from both
        ends. None otherwise."""
        return None

    def valid(self, state: Any) -> bool:
        """Whether this can be a state at all. It is asked of states that a caller gives, which are refused
        where it says no, and by `clew.testing.check_puzzle`, which finds moves that break the rules by where
        they lead. Searches never ask."""
        return True

    def draw(self, state: Any) -> str:
        """The state as people read it, text of one line or several, for the terminal and for pictures."""
        return str(state)
