"""`hardest`: a hunt for the board of a family that needs the most moves, which can be stopped and resumed."""

from __future__ import annotations

import json
import os
from time import monotonic
from typing import TYPE_CHECKING, Any

from clew.boards.load import parse
from clew.errors import ClewError
from clew.generation.evaluator import Halt
from clew.generation.generate import with_par
from clew.generation.hunter import Hunter, maker_for
from clew.generation.pack import Pack
from clew.replacement import Replacement
from clew.search.limits import Run, bounded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from os import PathLike
    from threading import Event

    from clew.generation.evaluator import Making
    from clew.puzzles.base import EnginePuzzle
    from clew.search.limits import Limits

    Path = str | PathLike[str]

SAVE_EVERY = 1.0
"""Seconds between two checkpoints that only count rounds; a new best board is saved at once."""


class Hunt:
    """The state of a hunt: `rounds` finished, the `best` board with its par (None before the first), the
    `limit` that ended it last, if any.

    A round climbs from a random board as far as it gets. It depends only on the seed and its number, so
    neither a stop nor the number of processes changes what a number of rounds finds: the board with the most
    moves, and of several the first of the earliest round, `found_in`.
    """

    def __init__(self, asked: dict[str, Any]) -> None:
        self.asked = asked
        self.best: EnginePuzzle | None = None
        self.found_in: int | None = None
        self.limit: str | None = None
        self._before = 0  # all rounds with a smaller number are finished
        self._ahead: set[int] = set()  # and these

    @property
    def rounds(self) -> int:
        """How many rounds are finished."""
        return self._before + len(self._ahead)

    @property
    def length(self) -> int:
        """The fewest moves of the best board; 0 before the first."""
        return 0 if self.best is None else self.best.par or 0

    def take(self, number: int, board: EnginePuzzle) -> bool:
        """Takes a board that a round found; returns whether it needs more moves than the best before."""
        least = self._worth(number)
        more = (board.par or 0) > self.length
        if (board.par or 0) > least:
            self.best, self.found_in = board, number
        return more

    def _worth(self, number: int) -> int:
        """The moves that a board of this round must exceed to become the best."""
        return self.length - (self.found_in is not None and number < self.found_in)

    def finish(self, number: int) -> None:
        """Notes that a round is over."""
        self._ahead.add(number)
        while self._before in self._ahead:
            self._ahead.remove(self._before)
            self._before += 1

    def left(self, rounds: int | None) -> Iterator[int]:
        """The numbers of the rounds that are not finished, in order."""
        number = self._before
        while rounds is None or number < rounds:
            if number not in self._ahead:
                yield number
            number += 1

    def to_dict(self) -> dict[str, Any]:
        """The content of a checkpoint."""
        best = None if self.best is None else str(self.best)
        done = {"rounds": self._before, "ahead": sorted(self._ahead)}
        return {**self.asked, **done, "length": self.length, "best": best, "found_in": self.found_in}

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
    workers: int = 1,
    checkpoint: Path | None = None,
    limits: Limits | None = None,
    on_progress: Callable[[Making], object] | None = None,
    on_board: Callable[[EnginePuzzle], object] | None = None,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
    stop: Event | None = None,
) -> Hunt:
    """Hunts for the board that needs the most moves, round by round, until a limit, Ctrl-C, or `rounds`.

    `size`, `pieces`, `symmetric`, `method` and `limits` are those of `generate`. `rounds`: how many in total.
    `workers`: processes that play rounds at the same time, 0 for one per core; the result of a number of
    rounds does not depend on it.
    `checkpoint`: a file that is written whenever a better board is found, and after rounds; if it exists, the
    hunt continues from it. `on_board` is called with each board that needs more moves than all before.

    Raises `ClewError` for invalid arguments and for a checkpoint of another hunt, `OSError` if it cannot be
    written.
    """
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, moves=moves, stop=stop)
    for name, value in (("workers", workers), ("seed", seed), ("rounds", 0 if rounds is None else rounds)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise ClewError(f"{name}={value!r}: expected a non-negative whole number")
    asked = {
        "family": family,
        "size": size if size is None or isinstance(size, str) else list(size),
        "pieces": pieces if pieces is None or isinstance(pieces, int) else list(pieces),
        "symmetric": bool(symmetric),
        "method": method,
        "seed": seed,
    }
    with Run(limits) as run:
        ground = _Ground(Hunt(asked), run, checkpoint, on_progress, on_board)
        ground.hunt_with(workers or os.cpu_count() or 1, rounds)
    return ground.hunt


class _Ground:
    """A running hunt: reports and saves what has been found, by whichever worker."""

    def __init__(
        self,
        hunt: Hunt,
        run: Run,
        checkpoint: Path | None,
        on_progress: Callable[[Making], object] | None,
        on_board: Callable[[EnginePuzzle], object] | None,
    ) -> None:
        self.hunt = hunt
        self._run = run
        self._checkpoint = checkpoint
        self._on_board = on_board
        self._saved = monotonic()
        self._number = 0
        self._hunter = Hunter(run, on_progress, lambda board: self._found(self._number, board))
        self.making = self._hunter.making
        maker_for(hunt.asked, self._hunter)  # what cannot be made is refused before anything is written
        if checkpoint is not None and os.path.exists(checkpoint):
            _resume(hunt, checkpoint)
        self._show()

    def hunt_with(self, workers: int, rounds: int | None) -> None:
        """Plays rounds until all are finished, or it is time to stop, and saves where the hunt stands."""
        try:
            if workers == 1:
                self._alone(rounds)
            else:
                self._together(workers, rounds)
        except Halt as halt:
            self.hunt.limit = halt.limit
        except KeyboardInterrupt:
            self.hunt.limit = "interrupted"
        finally:
            self._save()

    def _alone(self, rounds: int | None) -> None:
        for number in self.hunt.left(rounds):
            self._hunter.look()
            self._number = number
            self._hunter.round(self.hunt.asked, number, self.hunt._worth(number))
            self._over(number)

    def _together(self, workers: int, rounds: int | None) -> None:
        asked = {
            "asked": self.hunt.asked,
            "states": self._run.limits.states,
            "memory": self._run.memory // workers,
        }
        numbers = self.hunt.left(rounds)
        self._hunter.look()
        with Pack(workers) as pack:
            while True:
                while (child := pack.idle()) is not None and (number := next(numbers, None)) is not None:
                    child.play(number, {**asked, "number": number, "above": self.hunt._worth(number)})
                if not pack.busy:
                    return
                self._hunter.look()
                heard = pack.heard()
                if heard is None:
                    continue
                child, line = heard
                assert child.number is not None
                if "board" in line:
                    self._found(child.number, with_par(parse(line["board"]), line["par"]))
                if "tried" in line:
                    self.making.tried += line["tried"] - child.tried
                    child.tried = line["tried"]
                if line.get("over"):
                    if line["limit"] is not None:
                        raise Halt(line["limit"])
                    self._over(child.number)
                    child.number, child.tried = None, 0

    def _found(self, number: int, board: EnginePuzzle) -> None:
        more = self.hunt.take(number, board)
        self._save()
        self._show()
        if more and self._on_board is not None:
            self._on_board(board)

    def _over(self, number: int) -> None:
        self.hunt.finish(number)
        self._show()
        if monotonic() - self._saved >= SAVE_EVERY:
            self._save()

    def _show(self) -> None:
        making, hunt = self.making, self.hunt
        making.found, making.rounds = int(hunt.best is not None), hunt.rounds
        making.best, making.best_board = hunt.length, hunt.best

    def _save(self) -> None:
        """Replaces the checkpoint as a whole, so that it is never half written."""
        self._saved = monotonic()
        if self._checkpoint is None:
            return
        with Replacement(self._checkpoint) as new, open(new.path, "w", encoding="utf-8") as file:
            json.dump(self.hunt.to_dict(), file, indent=1)
            file.write("\n")


def _resume(hunt: Hunt, path: Path) -> None:
    name = os.fspath(path)
    try:
        with open(path, encoding="utf-8") as file:
            held = json.load(file)
        other = [key for key, value in hunt.asked.items() if held[key] != value]
        rounds, ahead, length = int(held["rounds"]), set(map(int, held["ahead"])), int(held["length"])
        best = None if held["best"] is None else with_par(parse(held["best"]), length)
        found_in = None if best is None else int(held["found_in"])
    except (KeyError, TypeError, ValueError) as error:
        raise ClewError(f"{name} is not the checkpoint of a hunt: {error!r}") from error
    if other:
        raise ClewError(f"{name} is the checkpoint of another hunt: it differs in {', '.join(other)}")
    hunt._before, hunt._ahead, hunt.best, hunt.found_in = rounds, ahead, best, found_in
