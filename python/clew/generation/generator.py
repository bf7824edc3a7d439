"""What a family has to know to make boards."""

from __future__ import annotations

from abc import ABC, abstractmethod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from clew.generation.evaluator import Evaluator
    from clew.generation.spec import Order
    from clew.puzzles.base import EnginePuzzle


class Maker(ABC):
    """Makes boards of one family. The constructor checks the order; it raises `ClewError`."""

    def __init__(self, order: Order, evaluator: Evaluator) -> None:
        self.order = order
        self.evaluator = evaluator

    @abstractmethod
    def round(self, rng: Random) -> EnginePuzzle | None:
        """A board that needs `order.least` moves or more, made from nothing; None if this beginning led to
        none. What it gives depends on `rng` alone."""

    @abstractmethod
    def without(self, puzzle: EnginePuzzle) -> Iterator[EnginePuzzle]:
        """The board with one thing left out, for everything that can be left out; where boards are to be
        symmetric, together with its mirror image."""

    def is_symmetric(self, puzzle: EnginePuzzle) -> bool:
        """Is what is fixed on the board its own mirror image? Asked where that is wanted."""
        return True
