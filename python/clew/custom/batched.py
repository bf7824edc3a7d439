"""Rules for arrays: many states in one call of a puzzle's `batch_successors`, as numpy computes them.

    user's states                  arrays that the rules get          engine
    whole numbers              ->  (n,) int64                     <-> one word per state
    tuples of k whole numbers  ->  (n, k) of the class's `dtype`  <-> the bytes of a row, in 1 to 8 words

The engine numbers the states and does the rest (`bindings/src/batched`). Names of moves and single games use
the ordinary rules, since they need one state at a time. So both forms are compared on a few states near the
start before a search, and on some that it meets, and a difference raises `PuzzleError`.
"""

from __future__ import annotations

from operator import index

import numpy as np

from clew._engine import BatchedRules
from clew.custom.optional_rules import overrides
from clew.custom.walks import walk
from clew.errors import PuzzleError
from clew.puzzles.fields import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from numpy.typing import NDArray

    from clew.puzzle import Puzzle

_WIDTHS = (1, 2, 4, 8)
"""How many 64-bit words a state may take."""
_COMPARED = 24
"""States near the start on which the two forms of the rules are compared."""
_OFTEN, _SELDOM = 16, 1024
"""Of the states that a search asks for, one in this many is compared: among the first ones, and among later
ones.
"""
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
            try:
                self.dtype = np.dtype(dtype)
            except TypeError:
                raise PuzzleError(
                    f"{name}.dtype is {shown(repr(dtype))}, which is no type of numpy"
                ) from None
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
        """Return the words of one state, of shape (1, width). Raises `PuzzleError` for what is not a
        state.
        """
        whole = np.uint64 if self.dtype.kind == "u" and self.dtype.itemsize == 8 else np.int64
        try:
            one = [self._parts(state)]
            return self.words(np.array(one, dtype=whole), "initial")
        except (TypeError, OverflowError, PuzzleError):
            kind = "a whole number from 0 to 2**63 - 1"
            if self.length is not None:
                kind = f"a tuple of {self.length} whole numbers that fit in {self.dtype}"
            raise PuzzleError(
                f"{shown(repr(state))} is not a state of {self.name} on arrays: it must be {kind}", state
            ) from None

    def _parts(self, state: Any) -> Any:
        """Return a state as numpy reads it, of whole numbers only: numpy would cut fractions off."""
        if self.length is None and type(state) is int:
            return state
        if self.length is not None and type(state) is tuple:
            return [index(part) for part in state]
        raise TypeError

    def state(self, words: Any) -> Any:
        """Return the user's state that has these words."""
        found = self.states(np.array([words], dtype=np.uint64))[0]
        return int(found) if self.length is None else tuple(found.tolist())


def form_of(own: Puzzle, start: Any) -> Form:
    """Return the layout of a puzzle's states in arrays, checked on `start`. Raises `PuzzleError`."""
    form = Form(type(own).__name__, start, getattr(own, "dtype", "int16"))
    form.words_of(start)
    return form


class Thinned:
    """A fixed sample of a long sequence: dense at first, sparser later."""

    def __init__(self) -> None:
        self._seen = self._due = 0

    def of(self, count: int) -> list[int]:
        """Return the places of the sample among the next `count`."""
        begin, self._seen = self._seen, self._seen + count
        places = []
        while self._due < self._seen:
            places.append(self._due - begin)
            self._due += min(max(self._due // _OFTEN, _OFTEN), _SELDOM)
        return places


class Samples:
    """Chooses which of the states that a search asks for are compared: a sample of all; a sample of those
    with a rare answer, on which proofs depend; and those with the largest and smallest numbers so far if a
    type of numbers may overflow there.
    """

    def __init__(self) -> None:
        self._all, self._rare = Thinned(), Thinned()
        self._most = self._least = 0

    def of(self, states: NDArray[Any], rare: NDArray[np.bool_]) -> list[int]:
        """Return the places of those among the next states, (n,) or (n, k); `rare`: (n,) bool."""
        places = {*self._all.of(len(states))}
        found = rare.nonzero()[0]
        places.update(int(found[place]) for place in self._rare.of(len(found)))
        most, least, width = int(states.max()), ~int(states.min()), states.size // len(states)
        if _may_overflow(most, self._most):
            places.add(int(states.argmax()) // width)
        if _may_overflow(least, self._least):
            places.add(int(states.argmin()) // width)
        self._most, self._least = max(most, self._most), max(least, self._least)
        return sorted(places)


def _may_overflow(number: int, most: int) -> bool:
    """Whether a number that is larger than any before needs one more bit, or almost does."""
    bits = number.bit_length()
    return number > most and (bits > most.bit_length() or (1 << bits) - number <= max(2, 1 << bits >> 6))


class Batched:
    """A puzzle's rules for arrays, as the engine calls them."""

    def __init__(self, own: Puzzle, start: Any, weighted: bool) -> None:
        self.own = own
        self.name = type(own).__name__
        self.weighted = weighted
        self.form = form_of(own, start)
        self._many_goals = overrides(own, "batch_is_goal")
        self._many_bounds = overrides(own, "batch_heuristic")

    def rules(self, guided: bool, landings: Callable[[Any], list[int]]) -> BatchedRules:
        """The rules for the engine, with an empty table of states."""
        return BatchedRules(
            self.form.width,
            successors=self._sampled(self._successors, self._hold_successors, lambda found: found[1] == 0),
            goals=self._rule_of_goals(),
            bounds=self._rule_of_bounds(guided),
            landings=lambda words: landings(self.form.state(words)),
            weighted=True if self.weighted else None,
            single_goals=None if self._many_goals else True,
            single_bounds=None if self._many_bounds else True,
        )

    def _rule_of_goals(self) -> Any:
        if not self._many_goals:
            return self._single_goals
        return self._sampled(self._goals, self._hold_goal, lambda found: found == 1)

    def _rule_of_bounds(self, guided: bool) -> Any:
        if not self._many_bounds:
            return self._single_bounds if guided else None
        return self._sampled(self._bounds, self._hold_bound, lambda found: found == _NO_GOAL)

    # ------------------------------------------------------------ rules

    def _successors(self, words: NDArray[np.uint64]) -> tuple[Any, Any, Any]:
        given = self.own.batch_successors(self.form.states(words))
        parts = 3 if self.weighted else 2
        if not isinstance(given, tuple) or len(given) != parts:
            what = "(after, legal, costs), as the puzzle has a cost" if self.weighted else "(after, legal)"
            raise PuzzleError(f"{self.name}.batch_successors must return {what}")
        after, legal = self._array(given[0], "batch_successors"), self._array(given[1], "batch_successors")
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
        costs = self._array(given, "batch_successors")
        try:
            costs = np.broadcast_to(costs, legal.shape)[legal]
        except ValueError:
            raise PuzzleError(
                f"{self.name}.batch_successors returned costs of shape {costs.shape}, but legal has "
                f"shape {legal.shape}"
            ) from None
        if costs.dtype.kind not in "iu" or (costs.size and not 0 <= costs.min() <= costs.max() <= _DEAREST):
            raise PuzzleError(
                f"{self.name}.batch_successors returned costs that are not whole numbers from 0 to {_DEAREST}"
            )
        return np.ascontiguousarray(costs, dtype=np.uint16)

    def _goals(self, words: NDArray[np.uint64]) -> NDArray[np.uint8]:
        found = self._array(self.own.batch_is_goal(self.form.states(words)), "batch_is_goal")
        if found.shape != (len(words),) or found.dtype != bool:
            raise PuzzleError(
                f"{self.name}.batch_is_goal returned shape {found.shape} and type {found.dtype} for "
                f"{len(words)} states; it must be one bool for each"
            )
        return found.astype(np.uint8)

    def _bounds(self, words: NDArray[np.uint64]) -> NDArray[np.uint32]:
        found = self._array(self.own.batch_heuristic(self.form.states(words)), "batch_heuristic")
        if found.shape != (len(words),) or found.dtype.kind not in "iu":
            raise PuzzleError(
                f"{self.name}.batch_heuristic returned shape {found.shape} and type {found.dtype} for "
                f"{len(words)} states; it must be one whole number for each, negative where no goal can "
                "be reached"
            )
        wide = found.astype(np.uint64 if found.dtype.kind == "u" else np.int64)
        return np.where(wide < 0, _NO_GOAL, np.minimum(wide, _HIGHEST_BOUND)).astype(np.uint32)

    def _array(self, given: Any, rule: str) -> NDArray[Any]:
        try:
            return np.asarray(given)
        except ValueError as error:
            raise PuzzleError(f"{self.name}.{rule} returned what is no array: {error}") from None

    # ------------------------------------------------------------ rules for one state

    def _single(self, words: NDArray[np.uint64]) -> list[Any]:
        rows = self.form.states(words).tolist()
        return rows if self.form.length is None else [tuple(row) for row in rows]

    def _single_goals(self, words: NDArray[np.uint64]) -> NDArray[np.uint8]:
        return np.array([bool(self.own.is_goal(state)) for state in self._single(words)], dtype=np.uint8)

    def _single_bounds(self, words: NDArray[np.uint64]) -> NDArray[np.uint32]:
        return np.array([self._bound(state) for state in self._single(words)], dtype=np.uint32)

    def _bound(self, state: Any) -> int:
        bound: Any = self.own.heuristic(state)
        if bound is None or bound == float("inf"):
            return _NO_GOAL
        try:
            return 0 if bound < 0 else min(_HIGHEST_BOUND, -int(-(bound - 1e-6) // 1))
        except (TypeError, ValueError):
            raise PuzzleError(
                f"the heuristic of {shown(repr(state))} is {shown(repr(bound))}; it must be a number, or "
                "None where no goal can be reached",
                state,
            ) from None

    # ------------------------------------------------------------ both forms

    def compare(self, start: Any) -> None:
        """Raises `PuzzleError` for the first state near the start on which the two forms of a rule differ."""
        near = walk(start, lambda state: [after for _, after in self.own.successors(state)], _COMPARED)
        states = list(near)
        words = np.concatenate([self.form.words_of(state) for state in states])
        for count in (1, len(states)):  # an answer must not depend on the other states of a call
            self._held(self._successors, self._hold_successors, words[:count])
            if self._many_goals:
                self._held(self._goals, self._hold_goal, words[:count])
            if self._many_bounds:
                self._held(self._bounds, self._hold_bound, words[:count])

    def _sampled(
        self, rule: Callable[[Any], Any], hold: Callable[[Any, int, Any], None], rare: Callable[[Any], Any]
    ) -> Any:
        """A rule for arrays that is compared on some of the states, more often where its answer is `rare`."""
        samples = Samples()

        def asked(words: NDArray[np.uint64]) -> Any:
            return self._held(
                rule, hold, words, lambda answer: samples.of(self.form.states(words), rare(answer))
            )

        return asked

    def _held(
        self,
        rule: Callable[[Any], Any],
        hold: Callable[[Any, int, Any], None],
        words: NDArray[np.uint64],
        chosen: Callable[[Any], Iterable[int]] | None = None,
    ) -> Any:
        """What a rule answers, after a comparison on the states at the chosen places, or on all."""
        answer = rule(words.copy())  # it may change the array that it is given
        for place in range(len(words)) if chosen is None else chosen(answer):
            hold(answer, place, self.form.state(words[place]))
        return answer

    def _hold_successors(self, answer: tuple[Any, Any, Any], place: int, state: Any) -> None:
        moves, counts, costs = answer
        own, begin = self.own, int(counts[:place].sum())
        row = slice(begin, begin + int(counts[place]))
        pairs = list(own.successors(state))
        wanted = [own.canonical(after) for _, after in pairs]
        self._same("batch_successors", "successors", state, self._single(moves[row]), wanted)
        if self.weighted:
            plain = [own.cost(state, move) for move, _ in pairs]
            self._same("batch_successors", "cost", state, costs[row].tolist(), plain)

    def _hold_goal(self, answer: NDArray[np.uint8], place: int, state: Any) -> None:
        self._same("batch_is_goal", "is_goal", state, bool(answer[place]), bool(self.own.is_goal(state)))

    def _hold_bound(self, answer: NDArray[np.uint32], place: int, state: Any) -> None:
        found, wanted = (None if one == _NO_GOAL else one for one in (int(answer[place]), self._bound(state)))
        self._same("batch_heuristic", "heuristic", state, found, wanted)

    def _same(self, batched: str, plain: str, state: Any, found: Any, wanted: Any) -> None:
        if found != wanted:
            raise PuzzleError(
                f"{self.name}.{batched} gives {shown(repr(found))} for {shown(repr(state))}, but {plain} "
                f"gives {shown(repr(wanted))}",
                state,
            )
