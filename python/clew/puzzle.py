"""The one abstraction: what a puzzle must define so that every search, hint and map works on it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, TypeVar
from warnings import warn

from clew.pictured import Pictured

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Method = TypeVar("Method", bound=Callable[..., Any])
    Result = TypeVar("Result")


def _needed(method: Method) -> Method:
    """An abstract method, unless for type checkers: `@clew.compiled` adds what the classes before it lack."""
    return abstractmethod(method)


def _rule(method: Callable[..., Result]) -> Callable[..., Result]:
    """A method that type checkers let a class define with other arguments: compiled rules have no `self`, and
    may take a table.
    """
    return method


class Puzzle(Pictured, ABC):
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

    In the built-in families a state is a `Position` and a move a `Move`; the text of both is accepted too. A
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

        def __init_subclass__(cls, **named):
            super().__init_subclass__(**named)
            for name in ("batch_successors", "batch_is_goal", "batch_heuristic"):
                if name in vars(cls):
                    _warn_of_arrays(f"{cls.__name__}.{name}")

    @abstractmethod
    def initial(self) -> Any:
        """The start state."""

    @_needed
    def moves(self, state: Any) -> Iterable[Any]:
        """The legal moves, always in the same order; a list, or any iterable."""
        raise NotImplementedError

    @_needed
    def apply(self, state: Any, move: Any) -> Any:
        """The state after a legal move. The given state is not changed."""
        raise NotImplementedError

    @_needed
    @_rule
    def is_goal(self, state: Any) -> bool:
        """Whether the puzzle is solved here."""
        raise NotImplementedError

    def successors(self, state: Any) -> Iterable[tuple[Any, Any]]:
        """Every legal move with the state after it, in the order of `moves`.

        Only for speed: one Python call instead of one per move.
        """
        return self._applied(state)

    def _applied(self, state: Any) -> Iterator[tuple[Any, Any]]:
        for move in self.moves(state):
            yield move, self.apply(state, move)

    @_rule
    def cost(self, state: Any, move: Any) -> int:
        """What a legal move costs: 0 or more, 1 unless the puzzle says otherwise."""
        return 1

    @_rule
    def heuristic(self, state: Any) -> float | None:
        """A lower bound on the cost from here to a goal; None if no goal can be reached.

        It must never exceed the true distance: the proofs of optimality depend on it.
        """
        return 0

    def canonical(self, state: Any) -> Any:
        """One representative of all states that are the same to a player (identical pieces, mirror
        images)."""
        return state

    @_rule
    def predecessors(self, state: Any) -> Any:
        """The states from which one move leads here; None if the puzzle does not know them."""
        return None

    def goals(self) -> Iterable[Any] | None:
        """All goal states, if there are few and they are known; together with `predecessors` they allow
        search from both ends. None otherwise.
        """
        return None

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


def _warn_of_arrays(rule: str) -> None:
    # Reported where the class is defined, above `__init_subclass__` and the metaclass.
    warn(
        f"{rule} is not used any more: searches use the rules for one state; @clew.compiled makes them fast",
        DeprecationWarning,
        4,
    )
