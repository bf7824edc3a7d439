"""Finds the states of a map by number, and numbers by state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from clew.errors import ClewError
from clew.optional import numpy_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from clew._engine import Engine

    class AnyPlaces(Protocol):
        """What `StateSpace` needs of a numbering."""

        @property
        def nbytes(self) -> int: ...
        def position(self, number: int, /) -> list[int]: ...
        def number(self, position: Sequence[int], /) -> int | None: ...
        def words(self) -> tuple[int, NDArray[np.uint64]]: ...


class Packed:
    """The states of a map that was read from a file: their words, which may be memory-mapped."""

    def __init__(self, engine: Engine, words: NDArray[np.uint64]) -> None:
        self._engine = engine
        self._words = words
        self._sorted: tuple[Any, Any] | None = None

    @property
    def nbytes(self) -> int:
        """Bytes taken by the words and by the index that finds a state."""
        return self._words.nbytes

    def position(self, number: int) -> list[int]:
        """The engine's numbers of a state. Raises `ClewError` if the map's file is damaged."""
        words = self._words[number].tolist()
        try:
            position = self._engine.position_of(words)
            sound = self._engine.words_of(position) == words
        except ValueError:
            sound = False
        if not sound:
            raise ClewError(f"state {number} of this map is not a state of its puzzle: the file is damaged")
        return position

    def number(self, position: Sequence[int]) -> int | None:
        """The number of a state; None if it is not on the map."""
        np = numpy_for("a map")
        words = np.array(self._engine.words_of(position), dtype=np.uint64)
        key = comparable(words.reshape(1, -1))
        if self._sorted is None:  # sorted by value on first use: a look-up is then a bisection
            keys = comparable(self._words)
            order = np.argsort(keys, kind="stable")
            self._sorted = keys[order], order
        keys, order = self._sorted
        at = int(np.searchsorted(keys, key)[0])
        return int(order[at]) if at < len(keys) and keys[at] == key[0] else None

    def words(self) -> tuple[int, NDArray[np.uint64]]:
        """Words per state, and all words, (n x words per state,) uint64."""
        return self._words.shape[1], self._words.reshape(-1)


def comparable(words: NDArray[np.uint64]) -> Any:
    """One value per state, (n,), in some total order."""
    if words.shape[1] == 1:
        return words[:, 0]
    return words.astype(">u8").view(f"V{8 * words.shape[1]}")[:, 0]
