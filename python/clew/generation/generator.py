"""What a family implements to make boards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, TypeVar

from clew.generation.climb import climb

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator
    from random import Random

    from clew.generation.evaluator import Evaluator
    from clew.generation.spec import Order
    from clew.puzzles.base import EnginePuzzle

    Thing = TypeVar("Thing", bound=Hashable)


class Maker(ABC):
    """Makes boards of one family. The constructor checks the order and raises `ClewError`."""

    of_games = False
    """Whether boards are levels of a game that the order gives."""
    has_walls = False
    """Whether the order may say how many walls boards have."""
    has_numbers = False
    """Whether pieces may be numbered."""

    def __init__(self, order: Order, evaluator: Evaluator) -> None:
        self.order = order
        self.evaluator = evaluator

    def climb(
        self,
        start: Callable[[], Thing | None],
        change: Callable[[Thing], Thing | None],
        score: Callable[[Thing], int | None],
        *,
        patience: int,
    ) -> Thing | None:
        """Climbs until a candidate scores enough for the order (see `clew.generation.climb`)."""
        met, enough, least = self.evaluator.met, self.order.enough, self.order.least
        return climb(start, change, score, met=met, enough=enough, least=least, patience=patience)

    @abstractmethod
    def round(self, rng: Random) -> EnginePuzzle | None:
        """A new board that needs at least `order.least` moves, better `order.aim`; None if this attempt found
        none. The result depends only on `rng`.
        """

    @abstractmethod
    def without(self, puzzle: EnginePuzzle) -> Iterator[EnginePuzzle]:
        """For each thing that can be removed, the board without it (and, for symmetric boards, without its
        mirror image).
        """

    def settled(self, puzzle: EnginePuzzle) -> EnginePuzzle | None:
        """The board as it is given away; None if it cannot be. A board that was made nearer to its goal
        begins in the middle of another, which not every family can write down.
        """
        return puzzle

    def is_symmetric(self, puzzle: EnginePuzzle) -> bool:
        """Whether the fixed parts of the board are their own mirror image. Called only for
        symmetric orders."""
        return True
