"""One round of a hunt: a climb as far as it goes; each better board is reported as soon as it is found."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from clew.generation.evaluator import Evaluator
from clew.generation.generate import length_of, maker_of, with_par
from clew.generation.spec import Order

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.generation.evaluator import Making
    from clew.generation.generator import Maker
    from clew.puzzles.base import EnginePuzzle
    from clew.search.limits import Run


class Hunter(Evaluator):
    """An evaluator that calls `on_best` with every board that needs more moves than `above`.

    The solver proves the moves again before the board is reported, however the maker found them.
    """

    patient = True

    def __init__(
        self,
        run: Run,
        on_progress: Callable[[Making], object] | None,
        on_best: Callable[[EnginePuzzle], object],
    ) -> None:
        super().__init__(run, on_progress)
        self.above = 0
        self._on_best = on_best

    def better(self, length: int, puzzle: Callable[[], EnginePuzzle]) -> None:
        """Reports a board if it is the best so far."""
        if length <= self.above:
            return
        board = puzzle()
        proved = length_of(self, board)
        if proved is not None and proved > self.above:
            self.above = proved
            self._on_best(with_par(board, proved))

    def round(self, asked: dict[str, Any], number: int, above: int) -> None:
        """Plays a round. What it finds depends only on the arguments and on its number; `above` says what is
        worth reporting.
        """
        self.above = above
        maker_for(asked, self).round(Random(f"{asked['seed']}/{number}"))


def maker_for(asked: dict[str, Any], evaluator: Evaluator) -> Maker:
    """The maker of a hunt's boards. Raises `ClewError` for what cannot be made."""
    order = Order(
        size=asked["size"],
        pieces=asked["pieces"],
        par=None,
        unique=False,
        symmetric=asked["symmetric"],
        min_bits=None,
        minimal=False,
        method=asked["method"],
        endless=True,
    )
    return maker_of(asked["family"])(order, evaluator)
