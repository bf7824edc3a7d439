"""What a family implements to make boards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from clew.generation.evaluator import Evaluator
    from clew.generation.spec import Order
    from clew.puzzles.base import EnginePuzzle


class Maker(ABC):
    """Makes boards of one family. The constructor checks the order and raises `ClewError`."""

    of_games = False
    """Whether boards are levels of a game that the order gives."""

    def __init__(self, order: Order, evaluator: Evaluator) -> None:
        self.order = order
        self.evaluator = evaluator

    @abstractmethod
    def round(self, rng: Random) -> EnginePuzzle | None:
        """A new board that needs at least `order.least` moves; None if this attempt found none. The result
        depends only on `rng`.
        """

    @abstractmethod
    def without(self, puzzle: EnginePuzzle) -> Iterator[EnginePuzzle]:
        """For each thing that can be removed, the board without it (and, for symmetric boards, without its
        mirror image).
        """

    def is_symmetric(self, puzzle: EnginePuzzle) -> bool:
        """Whether the fixed parts of the board are their own mirror image. Called only for
        symmetric orders."""
        return True
