"""`hardest`: a hunt for the board of a family that needs the most moves, which can be stopped and resumed."""

from __future__ import annotations

import json
import os
from random import Random

from clew.boards.load import parse
from clew.errors import ClewError
from clew.generation.evaluator import Evaluator, Halt
from clew.generation.generate import length_of, maker_of, with_par
from clew.generation.spec import Order
from clew.search.limits import Run, bounded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from os import PathLike
    from typing import Any, Unpack

    from clew.generation.evaluator import Making
    from clew.puzzles.base import EnginePuzzle
    from clew.search.limits import Bounds, Limits


class Hunt:
    """Where a hunt stands: `rounds` finished, the `best` board with its par (None before the first), the
    `limit` that ended it last, if any.

    A round searches from a random board for one that needs more moves than the best. It depends only on the
    seed, its number and the length of the best, so a hunt that was stopped continues as if it had not been.
    """

    def __init__(self, asked: dict[str, Any]) -> None:
        self.asked = asked
        self.rounds = 0
        self.best: EnginePuzzle | None = None
        self.limit: str | None = None

    @property
    def length(self) -> int:
        """The fewest moves of the best board; 0 before the first."""
        return 0 if self.best is None else self.best.par or 0

    def to_dict(self) -> dict[str, Any]:
        """The content of a checkpoint."""
        best = None if self.best is None else str(self.best)
        return {**self.asked, "rounds": self.rounds, "length": self.length, "best": best}

    def __repr__(self) -> str:
        return f"<Hunt of {self.rounds} rounds, best {self.length} moves>"


def hardest(
    family: str,
    *,
    size: str | Sequence[int] | None = None,
    pieces: int | Sequence[int] | None = None,
    symmetric: bool = False,
    method: str = "auto",
    seed: int = 0,
    rounds: int | None = None,
    checkpoint: str | PathLike[str] | None = None,
    limits: Limits | None = None,
    on_progress: Callable[[Making], object] | None = None,
    on_board: Callable[[EnginePuzzle], object] | None = None,
    **bounds: Unpack[Bounds],
) -> Hunt:
    """Hunts for the board that needs the most moves, round by round, until a limit, Ctrl-C, or `rounds`.

    `size`, `pieces`, `symmetric`, `method` and `limits` are those of `generate`. `checkpoint`: a file that is
    written after every round; if it exists, the hunt continues from it. `rounds`: how many in total.
    `on_board` is called with each new best board. To use all cores, run hunts with different seeds.

    Raises `ClewError` for invalid arguments and for a checkpoint of another hunt, `OSError` if it cannot be
    written.
    """
    limits = bounded(limits, bounds)
    asked = {
        "family": family,
        "size": size if size is None or isinstance(size, str) else list(size),
        "pieces": pieces if pieces is None or isinstance(pieces, int) else list(pieces),
        "symmetric": symmetric,
        "method": method,
        "seed": seed,
    }
    hunt = Hunt(asked)
    if checkpoint is not None and os.path.exists(checkpoint):
        _resume(hunt, checkpoint)
    with Run(limits) as run:
        evaluator = Evaluator(run, on_progress)
        try:
            while rounds is None or hunt.rounds < rounds:
                evaluator.look()
                evaluator.making.rounds = hunt.rounds + 1
                better = _round(hunt, evaluator)
                hunt.rounds += 1
                if better is not None:
                    hunt.best = better
                    if on_board is not None:
                        on_board(better)
                if checkpoint is not None:
                    _save(hunt, checkpoint)
        except Halt as halt:
            hunt.limit = halt.limit
        except KeyboardInterrupt:
            hunt.limit = "interrupted"
    return hunt


def _round(hunt: Hunt, evaluator: Evaluator) -> EnginePuzzle | None:
    """The board that the next round finds; None if it needs no more moves than the best."""
    asked = hunt.asked
    order = Order(
        size=asked["size"],
        pieces=asked["pieces"],
        par=(hunt.length + 1, None),
        unique=False,
        symmetric=asked["symmetric"],
        min_bits=None,
        minimal=False,
        method=asked["method"],
    )
    puzzle = maker_of(asked["family"])(order, evaluator).round(Random(f"{asked['seed']}/{hunt.rounds}"))
    length = None if puzzle is None else length_of(evaluator, puzzle)
    return None if puzzle is None or length is None or length <= hunt.length else with_par(puzzle, length)


def _save(hunt: Hunt, path: str | PathLike[str]) -> None:
    """Replaces the checkpoint as a whole, so that it is never half written."""
    half = f"{os.fspath(path)}.part"
    with open(half, "w", encoding="utf-8") as file:
        json.dump(hunt.to_dict(), file, indent=1)
        file.write("\n")
    os.replace(half, path)


def _resume(hunt: Hunt, path: str | PathLike[str]) -> None:
    name = os.fspath(path)
    try:
        with open(path, encoding="utf-8") as file:
            held = json.load(file)
        other = [key for key, value in hunt.asked.items() if held[key] != value]
        rounds, length = int(held["rounds"]), int(held["length"])
        best = None if held["best"] is None else with_par(parse(held["best"]), length)
    except (KeyError, TypeError, ValueError) as error:
        raise ClewError(f"{name} is not the checkpoint of a hunt: {error!r}") from error
    if other:
        raise ClewError(f"{name} is the checkpoint of another hunt: it differs in {', '.join(other)}")
    hunt.rounds, hunt.best = rounds, best
