"""Counters: any start is a board, and it needs as many moves as it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.errors import ClewError
from clew.families.null.puzzle import Null
from clew.generation.generator import Maker
from clew.puzzles import limits

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from clew.generation.evaluator import Evaluator
    from clew.generation.spec import Order
    from clew.puzzles.base import EnginePuzzle

_MORE = 20
"""How many more moves than the lower bound a board may need if the caller sets no upper bound."""


class NullMaker(Maker):
    """Counters that begin anywhere in the range of moves asked for."""

    def __init__(self, order: Order, evaluator: Evaluator) -> None:
        super().__init__(order, evaluator)
        order.has_no_pieces("null")
        order.choose("search")
        if order.size is not None or order.symmetric:
            raise ClewError("a counter has no size and no sides: leave size and symmetric out")
        self.most = min(limits.COUNTER, order.least + _MORE if order.most is None else order.most)
        if order.least > self.most:
            raise ClewError(f"par={order.least}: a counter needs at most {limits.COUNTER} moves")

    def round(self, rng: Random) -> EnginePuzzle | None:
        start = rng.randint(self.order.least, self.most)
        self.evaluator.met(start)
        puzzle = Null(start)
        length = self.evaluator.length(puzzle._engine, puzzle._numbers(puzzle.initial()))
        if length is None:
            return None
        self.evaluator.better(length, lambda: puzzle)
        return puzzle

    def without(self, puzzle: EnginePuzzle) -> Iterator[EnginePuzzle]:
        return iter(())


MAKER = NullMaker
"""What `clew.generate` makes an object of."""
