"""What a family has to know to make boards."""

from __future__ import annotations

from abc import ABC, abstractmethod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from clew.makers.judge import Judge
    from clew.makers.order import Order
    from clew.puzzles.base import EnginePuzzle


class Maker(ABC):
    """Makes boards of one family. The constructor checks the order; it raises `ClewError`."""

    def __init__(self, order: Order, judge: Judge) -> None:
        self.order = order
        self.judge = judge

    @abstractmethod
    def round(self, rng: Random) -> EnginePuzzle | None:
        """A board that needs `order.least` moves or more, made from nothing; None if this beginning led to
        none. What it gives depends on `rng` alone."""

    @abstractmethod
    def without(self, puzzle: EnginePuzzle) -> Iterator[EnginePuzzle]:
        """The board with one thing left out, for everything that can be left out."""
