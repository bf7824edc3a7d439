"""Rules for arrays: many states in one call of a puzzle's `batch_successors`, as numpy computes them.

    user's states                  arrays that the rules get          engine
    whole numbers              ->  (n,) int64                     <-> one word per state
    tuples of k whole numbers  ->  (n, k) of the class's `dtype`  <-> the bytes of a row, in 1 to 8 words

The engine numbers the states and does the rest (`bindings/src/batched`). Names of moves and single games use
the ordinary rules, since they need one state at a time. So before a search both forms are compared on a few
states near the start, and a difference raises `PuzzleError`.
"""

from __future__ import annotations

import numpy as np

from clew._engine import BatchedRules
from clew.custom.optional_rules import overrides
from clew.custom.walks import walk
from clew.errors import PuzzleError
from clew.puzzles.fields import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from numpy.typing import NDArray

    from clew.puzzle import Puzzle

_WIDTHS = (1, 2, 4, 8)
"""How many 64-bit words a state may take."""
_COMPARED = 24
_DEAREST = (1 << 16) - 2
_NO_GOAL = (1 << 32) - 1
_HIGHEST_BOUND = 1_000_000


class Form:
    """The layout of states in arrays: `length` numbers of type `dtype` per state, or a single one (None)."""

    def __init__(self, name: str, start: Any, dtype: Any) -> None:
        self.name = name
        if type(start) is int:
            self.length: int | None = None
            self.dtype = np.dtype(np.int64)
        elif type(start) is tuple and start and all(type(part) is int for part in start):
            self.length = len(start)
            self.dtype = np.dtype(dtype)
        else:
            raise PuzzleError(
                f"{shown(repr(start))} is not a state for {name}.batch_successors: it must be a whole "
                "number, or a tuple of whole numbers",
                start,
            )
        if self.dtype.kind not in "iu":
            raise PuzzleError(f"{name}.dtype is {self.dtype}; it must be a type of whole numbers")
        size = (self.length or 1) * self.dtype.itemsize
        fitting = [width for width in _WIDTHS if size <= 8 * width]
        if not fitting:
            raise PuzzleError(
                f"a state of {name} takes {size} bytes; at most {8 * _WIDTHS[-1]} are allowed. A smaller "
                f'dtype, such as dtype = "uint8", may help: it is {self.dtype} now'
            )
        self.width = fitting[0]
        self._may_be_full = self.length is not None and size == 8 * self.width

    def states(self, words: NDArray[np.uint64]) -> NDArray[Any]:
        """Return the array that the rules get, (n,) or (n, length), from words of shape (n, width)."""
        if self.length is None:
            return words[:, 0].view(np.int64)
        return words.view(self.dtype)[:, : self.length]

    def words(self, states: NDArray[Any], rule: str) -> NDArray[np.uint64]:
        """Return the words, of shape (n, width), of states that a rule returned. Raises `PuzzleError` for
        what is not a state.
        """
        wanted = () if self.length is None else (self.length,)
        if states.shape[1:] != wanted or states.dtype.kind not in "iu":
            raise PuzzleError(
                f"{self.name}.{rule} returned states of shape {states.shape[1:]} and type {states.dtype}; "
                f"they must be whole numbers of shape {wanted}"
            )
        room = np.zeros((len(states), 8 * self.width // self.dtype.itemsize), self.dtype)
        held = room[:, 0] if self.length is None else room[:, : self.length]
        held[...] = states
        if states.dtype != self.dtype and not np.array_equal(held, states):
            raise PuzzleError(f"{self.name}.{rule} returned numbers out of range for {self.dtype}")
        if self.length is None and held.size and held.min() < 0:
            raise PuzzleError(f"{self.name}.{rule} returned {held.min()}; a state must be 0 or more")
        words = room.view(np.uint64)
        if self._may_be_full and (words == np.uint64(2**64 - 1)).all(axis=1).any():
            raise PuzzleError(
                f"{self.name}.{rule} returned a state with all bits set, which stands for no state; a larger "
                "dtype leaves room for it"
            )
        return words

    def words_of(self, state: Any) -> NDArray[np.uint64]:
        """Return the words of one state, of shape (1, width)."""
        if type(state) is not (int if self.length is None else tuple):
            raise PuzzleError(f"{shown(repr(state))} is not a state of {self.name}", state)
        try:
            one = np.array([state], dtype=np.int64)
        except (ValueError, TypeError, OverflowError):
            raise PuzzleError(f"{shown(repr(state))} is not a state of {self.name}", state) from None
        return self.words(one, "initial")

    def state(self, words: list[int]) -> Any:
        """Return the user's state that has these words."""
        found = self.states(np.array([words], dtype=np.uint64))[0]
        return int(found) if self.length is None else tuple(found.tolist())


class Batched:
    """A puzzle's rules for arrays, as the engine calls them. States are numbered as with `Rules`."""

    def __init__(
        self, own: Puzzle, start: Any, weighted: bool, guided: bool, landings: Callable[[Any], list[int]]
    ) -> None:
        self.own = own
        self.name = type(own).__name__
        self.weighted = weighted
        self.form = Form(self.name, start, getattr(own, "dtype", "int16"))
        self._many_goals = overrides(own, "batch_is_goal")
        self._many_bounds = overrides(own, "batch_heuristic")
        self.rules = BatchedRules(
            self.form.width,
            successors=self._successors,
            goals=self._goals,
            bounds=self._bounds if guided or self._many_bounds else None,
            landings=lambda words: landings(self.form.state(words)),
            weighted=True if weighted else None,
        )
        self._compare(start)
        self.position(start)

    def position(self, state: Any) -> tuple[int, int]:
        """The engine's number of a state, in two halves."""
        return self.rules.position(self.form.words_of(state))

    def state(self, position: tuple[int, int]) -> Any:
        """The state with a number."""
        return self.form.state(self.rules.words(position))

    def _successors(self, words: NDArray[np.uint64]) -> tuple[Any, Any, Any]:
        given = self.own.batch_successors(self.form.states(words))
        parts = 3 if self.weighted else 2
        if not isinstance(given, tuple) or len(given) != parts:
            what = "(after, legal, costs), as the puzzle has a cost" if self.weighted else "(after, legal)"
            raise PuzzleError(f"{self.name}.batch_successors must return {what}")
        after, legal = np.asarray(given[0]), np.asarray(given[1])
        if legal.ndim != 2 or legal.dtype != bool or len(legal) != len(words):
            raise PuzzleError(
                f"{self.name}.batch_successors returned legal of shape {legal.shape} and type {legal.dtype} "
                f"for {len(words)} states; it must be bool, with a row for each state and a column for "
                "each move"
            )
        if after.shape[:2] != legal.shape:
            raise PuzzleError(
                f"{self.name}.batch_successors returned after of shape {after.shape} and legal of shape "
                f"{legal.shape}; both need a row for each state and a column for each move"
            )
        moves = self.form.words(after[legal], "batch_successors")
        counts = legal.sum(axis=1, dtype=np.uint32)
        return moves, counts, self._costs(given[2], legal) if self.weighted else None

    def _costs(self, given: Any, legal: NDArray[np.bool_]) -> NDArray[np.uint16]:
        costs = np.broadcast_to(np.asarray(given), legal.shape)[legal]
        if costs.dtype.kind not in "iu" or (costs.size and not 0 <= costs.min() <= costs.max() <= _DEAREST):
            raise PuzzleError(
                f"{self.name}.batch_successors returned costs that are not whole numbers from 0 to {_DEAREST}"
            )
        return np.ascontiguousarray(costs, dtype=np.uint16)

    def _goals(self, words: NDArray[np.uint64]) -> NDArray[np.uint8]:
        if not self._many_goals:
            return np.array([bool(self.own.is_goal(state)) for state in self._single(words)], dtype=np.uint8)
        found = np.asarray(self.own.batch_is_goal(self.form.states(words)))
        if found.shape != (len(words),) or found.dtype != bool:
            raise PuzzleError(
                f"{self.name}.batch_is_goal returned shape {found.shape} and type {found.dtype} for "
                f"{len(words)} states; it must be one bool for each"
            )
        return found.astype(np.uint8)

    def _bounds(self, words: NDArray[np.uint64]) -> NDArray[np.uint32]:
        if self._many_bounds:
            found = np.asarray(self.own.batch_heuristic(self.form.states(words)))
            if found.shape != (len(words),) or found.dtype.kind not in "iu":
                raise PuzzleError(
                    f"{self.name}.batch_heuristic returned shape {found.shape} and type {found.dtype} for "
                    f"{len(words)} states; it must be one whole number for each, negative where no goal can "
                    "be reached"
                )
            return np.where(found < 0, _NO_GOAL, np.minimum(found, _HIGHEST_BOUND)).astype(np.uint32)
        return np.array([self._bound(state) for state in self._single(words)], dtype=np.uint32)

    def _bound(self, state: Any) -> int:
        bound = self.own.heuristic(state)
        if bound is None or bound == float("inf"):
            return _NO_GOAL
        return min(_HIGHEST_BOUND, max(0, -int(-(bound - 1e-6) // 1)))

    def _single(self, words: NDArray[np.uint64]) -> list[Any]:
        rows = self.form.states(words).tolist()
        return rows if self.form.length is None else [tuple(row) for row in rows]

    def _compare(self, start: Any) -> None:
        """Raises `PuzzleError` for the first state on which the two forms of a rule differ."""
        own = self.own
        for state in walk(start, lambda state: [after for _, after in own.successors(state)], _COMPARED):
            words = self.form.words_of(state)
            moves, _, costs = self._successors(words)
            self._same("batch_successors", "successors", state, self._single(moves),
                       [own.canonical(after) for _, after in own.successors(state)])  # fmt: skip
            if self.weighted:
                plain = [own.cost(state, move) for move, _ in own.successors(state)]
                self._same("batch_successors", "cost", state, costs.tolist(), plain)
            if self._many_goals:
                self._same(
                    "batch_is_goal", "is_goal", state, bool(self._goals(words)[0]), bool(own.is_goal(state))
                )
            if self._many_bounds:
                self._same(
                    "batch_heuristic", "heuristic", state, int(self._bounds(words)[0]), self._bound(state)
                )

    def _same(self, batched: str, plain: str, state: Any, found: Any, wanted: Any) -> None:
        if found != wanted:
            raise PuzzleError(
                f"{self.name}.{batched} gives {shown(repr(found))} for {shown(repr(state))}, but {plain} "
                f"gives {shown(repr(wanted))}",
                state,
            )
