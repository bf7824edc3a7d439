"""The one abstraction: what a puzzle must tell so that every search, hint and map works on it."""

from __future__ import annotations

from abc import ABC, abstractmethod


class Puzzle(ABC):
    """States joined by moves.

    A *state* is the position as one line of text, a *move* its name as a player would write it. A subclass
    says where the puzzle begins, what may be moved, and when it is solved; the rest has sound defaults. The
    rules never look at how a state was reached, and `moves` gives one order for one state, always.
    """

    @abstractmethod
    def initial(self) -> str:
        """The start state."""

    @abstractmethod
    def moves(self, state: str) -> list[str]:
        """The legal moves, always in the same order."""

    @abstractmethod
    def apply(self, state: str, move: str) -> str:
        """The state after a legal move."""

    @abstractmethod
    def is_goal(self, state: str) -> bool:
        """Whether the puzzle is solved here."""

    def cost(self, state: str, move: str) -> int:
        """What a legal move costs: 0 or more, 1 unless the family says otherwise."""
        return 1

    def heuristic(self, state: str) -> int | None:
        """A lower bound on the cost from here to a goal; None where none can be reached.

        Never more than the true distance: the proofs of optimality stand on it.
        """
        return 0

    def canonical(self, state: str) -> str:
        """One representative of all states that are the same to a player (identical pieces swapped)."""
        return state

    def predecessors(self, state: str) -> list[str] | None:
        """The states from which one move leads here; None if the puzzle knows no way back."""
        return None
