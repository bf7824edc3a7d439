"""Pebble boards: hill climbing on the distance.

If all positions can be counted quickly, a census names the hardest for given plates. Otherwise (Panguru) two
pebbles or two plates are exchanged and the board is solved again: neighbours of a hard position are hard, and
IDA* takes microseconds for most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.families.pebbles.layouts import DEFAULT, named_layout
from clew.families.pebbles.puzzle import Pebbles
from clew.families.pebbles.signs import HOLE
from clew.generation.generator import Maker

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from clew.generation.evaluator import Evaluator
    from clew.generation.spec import Order
    from clew.puzzles.base import EnginePuzzle

    Board = tuple[tuple[str, ...], tuple[str, ...]]  # plates, pebbles

_TOKENS = "ABCDEFGHIJKLMNPQRSTUVXYZ"
_SPARE = "W"  # the plate that no pebble has
_PATIENCE = 1500
_WALK = 8
_CENSUS = 300_000


class PebblesMaker(Maker):
    """Pebbles of colours, two of each as far as it goes, on Panguru or another layout."""

    has_numbers = True

    def __init__(self, order: Order, evaluator: Evaluator) -> None:
        super().__init__(order, evaluator)
        self.layout, self.metric = _board_of(order.size)
        if order.symmetric:
            raise ClewError("symmetric is for boards with fixed parts, not for pebbles")
        self.cells = _cells(self.layout)
        self.fewest, self.most = order.number((self.cells - 1, self.cells - 1), 1, self.cells - 1)
        self.method = order.choose("search", "forwards")
        self.numbered = order.numbered

    def round(self, rng: Random) -> EnginePuzzle | None:
        board = self._random(rng)
        positions = 1
        for k in range(self.cells):
            positions *= k + 1
        for token in set(board[1]):
            for k in range(board[1].count(token)):
                positions //= k + 1
        if self.method == "forwards" or positions <= _CENSUS:
            return self._hardest(board)
        end = self.climb(
            lambda: board,
            lambda board: self._changed(board, rng),
            self._score,
            patience=_PATIENCE,
        )
        return None if end is None else self._puzzle(end)

    def _hardest(self, board: Board) -> EnginePuzzle | None:
        self.evaluator.met(board)
        puzzle = self._puzzle(board)
        found = self.evaluator.hardest(puzzle._engine)
        if found is None:
            return None
        length, position = found
        hardest = puzzle.at(puzzle._state_of(position))
        self.evaluator.better(length, lambda: hardest)
        return hardest if length >= self.order.least else None

    def _score(self, board: Board) -> int | None:
        puzzle = self._puzzle(board)
        length = self.evaluator.length(puzzle._engine, puzzle._numbers(puzzle.initial()))
        if length is not None:
            self.evaluator.better(length, lambda: puzzle)
        return length

    def _random(self, rng: Random) -> Board:
        number = rng.randint(self.fewest, self.most)
        if self.numbered:
            tokens = [str(k + 1) for k in range(number)]
        else:
            tokens = [_TOKENS[k // 2 % len(_TOKENS)] for k in range(number)]
        plates = tokens + [_SPARE] * (self.cells - number)
        pebbles = tokens + [HOLE] * (self.cells - number)
        if self.numbered:  # the climb begins where they belong
            return tuple(plates), tuple(pebbles)
        rng.shuffle(plates)
        rng.shuffle(pebbles)
        return tuple(plates), tuple(pebbles)

    def _changed(self, board: Board, rng: Random) -> Board:
        if self.numbered:
            return board[0], self._walked(board, rng)
        plates, pebbles = list(board[0]), list(board[1])
        for _ in range(rng.choice((1, 1, 1, 2))):
            changed = plates if rng.random() < 0.2 else pebbles
            one, two = rng.sample(range(self.cells), 2)
            changed[one], changed[two] = changed[two], changed[one]
        return tuple(plates), tuple(pebbles)

    def _walked(self, board: Board, rng: Random) -> tuple[str, ...]:
        """The pebbles after some moves at random: an exchange of two could not be undone by moves."""
        puzzle = self._puzzle(board)
        here = puzzle.initial()
        for _ in range(rng.randint(1, _WALK)):
            here = rng.choice(puzzle.moves(here)).after
        return tuple(puzzle.tokens(here))

    def _puzzle(self, board: Board) -> Pebbles:
        return Pebbles(list(board[0]), list(board[1]), self.layout, metric=self.metric)

    def without(self, puzzle: EnginePuzzle) -> Iterator[EnginePuzzle]:
        assert isinstance(puzzle, Pebbles)
        for cell, token in enumerate(puzzle.pebbles):
            if token != HOLE:
                pebbles = [*puzzle.pebbles[:cell], HOLE, *puzzle.pebbles[cell + 1 :]]
                yield Pebbles(list(puzzle.plates), pebbles, self.layout, metric=self.metric)


def _board_of(size: Any) -> tuple[str | None, str]:
    """The layout (None for the default) and the metric that a size names: ``"grid 3x3"``,
    ``"grid 3x3, slides"``."""
    if size is None:
        return None, "moves"
    if not isinstance(size, str):
        raise ClewError(f'size={size!r}: expected a layout: "panguru", "grid 3x3" or "triangle 4"')
    keys = Pebbles._keys_of_options([option.strip() for option in size.split(",")])
    return keys.get("layout", DEFAULT), keys.get("metric", "moves")


def _cells(layout: str | None) -> int:
    """Cells of a layout, or of the default. Raises `BoardError` for one that there is not."""
    return named_layout(DEFAULT if layout is None else layout).cells


MAKER = PebblesMaker
