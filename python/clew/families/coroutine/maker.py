"""Coroutine boards: played backward from the target, every square gets the directions that the play needs,
then some more; what comes out is changed as long as the farthest position needs no fewer turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew._engine import Engine
from clew.errors import ClewError
from clew.families.coroutine.puzzle import Coroutine
from clew.families.coroutine.signs import COMPASS, STEPS
from clew.generation.generator import Maker
from clew.puzzles.cells import cell_name
from clew.puzzles.symmetry import turns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from clew.generation.evaluator import Evaluator
    from clew.generation.spec import Order
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.symmetry import Turn

    Squares = tuple[int, ...]  # the directions of each square as bits

_PATIENCE = 3000
_MORE = 0.15  # directions printed beyond those that the play needs, for each square


class CoroutineMaker(Maker):
    """Two coins, which begin in the farthest position; the target in the middle, or near it."""

    def __init__(self, order: Order, evaluator: Evaluator) -> None:
        super().__init__(order, evaluator)
        order.has_no_pieces("coroutine")
        self.method = order.choose("backward", "search")
        self.rows, self.columns = order.grid((3, 3), 2, 12)
        self.cells = self.rows * self.columns
        self.target = self.rows // 2 * self.columns + self.columns // 2
        if self.rows % 2 == 0 or self.columns % 2 == 0:
            self.target = (self.rows - 1) // 2 * self.columns + (self.columns - 1) // 2
        # A symmetric board is its own mirror image under a reflection that keeps the target.
        mirrors = [turn for turn in list(turns(self.rows, self.columns))[1:] if self._keeps(turn)]
        if order.symmetric and not mirrors:
            raise ClewError(
                f"size={order.size!r}: a symmetric coroutine board needs an odd number of rows or "
                "columns, or "
                "as many rows as columns, because the target must be its own mirror image"
            )
        self.mirror = mirrors[0] if order.symmetric else None

    def _keeps(self, after: tuple[int, int, Turn]) -> bool:
        """Whether this symmetry leaves the target in place, and is its own inverse."""
        rows, columns, turn = after
        here = divmod(self.target, self.columns)
        once = turn(0, 1)
        return (rows, columns) == (self.rows, self.columns) and turn(*here) == here and turn(*once) == (0, 1)

    def round(self, rng: Random) -> EnginePuzzle | None:
        def score(squares: Squares) -> int | None:
            found = self.evaluator.hardest(self._engine(squares))
            if found is None:
                return None
            length, position = found
            self.evaluator.better(length, lambda: self._puzzle(squares, position))
            return length

        begin = self._played_backward if self.method == "backward" else self._random
        end = self.climb(
            lambda: self._whole(begin(rng)),
            lambda squares: self._changed(squares, rng),
            score,
            patience=_PATIENCE,
        )
        if end is None:
            return None
        found = self.evaluator.hardest(self._engine(end))
        assert found is not None
        return self._puzzle(end, found[1])

    def _target(self, cell: int, direction: int) -> int | None:
        row, column = cell // self.columns + STEPS[direction][0], cell % self.columns + STEPS[direction][1]
        return row * self.columns + column if 0 <= row < self.rows and 0 <= column < self.columns else None

    def _played_backward(self, rng: Random) -> Squares:
        """Coins step back from the target in turn; what the square under the other coin lacks is printed."""
        squares = [0] * self.cells
        other = rng.choice([cell for cell in range(self.cells) if cell != self.target])
        coins, mover = [self.target, other], 0
        for _ in range(rng.randint(self.cells, 3 * self.cells)):
            ways = []
            for direction in range(len(STEPS)):
                before = self._target(coins[mover], (direction + 4) % 8)
                if before is not None and before != coins[1 - mover] and before != self.target:
                    ways.append((direction, before))
            if not ways:
                break
            # Directions that are printed already lead to more turns than a new one, which may open a
            # shortcut.
            known = [way for way in ways if squares[coins[1 - mover]] >> way[0] & 1]
            direction, before = rng.choice(known if known and rng.random() < 0.7 else ways)
            squares[coins[1 - mover]] |= 1 << direction
            coins[mover], mover = before, 1 - mover
        for square in range(self.cells):
            if rng.random() < _MORE:
                squares[square] |= 1 << rng.randrange(8)
        return tuple(squares)

    def _random(self, rng: Random) -> Squares:
        return tuple(rng.getrandbits(8) & rng.getrandbits(8) for _ in range(self.cells))

    def _changed(self, squares: Squares, rng: Random) -> Squares:
        changed = list(squares)
        for _ in range(rng.choice((1, 1, 2, 3))):
            changed[rng.randrange(self.cells)] ^= 1 << rng.randrange(8)
        return self._whole(tuple(changed))

    def _whole(self, squares: Squares) -> Squares:
        """The squares, mirrored where that is wanted."""
        if self.mirror is None:
            return squares
        whole = list(squares)
        for cell in range(self.cells):
            image = self._image(cell, 0)[0]
            if image < cell:
                continue
            turned = sum(1 << self._image(cell, d)[1] for d in range(8) if whole[cell] >> d & 1)
            whole[image] = turned if image != cell else whole[cell] | turned
        return tuple(whole)

    def _image(self, cell: int, direction: int) -> tuple[int, int]:
        """The mirror image of a direction printed on a square; itself where boards need not be symmetric."""
        if self.mirror is None:
            return cell, direction
        turn = self.mirror[2]
        row, column = turn(*divmod(cell, self.columns))
        (r0, c0), (r, c) = turn(0, 0), turn(*STEPS[direction])
        return row * self.columns + column, STEPS.index((r - r0, c - c0))

    def _engine(self, squares: Squares) -> Engine:
        printed = [[d for d in range(8) if bits >> d & 1] for bits in squares]
        coins = (0, 1) if self.cells > 1 else (0, 0)
        return Engine.make(
            "coroutine",
            rows=self.rows,
            columns=self.columns,
            squares=printed,
            coins=coins,
            target=self.target,
            steps=False,
            own=False,
        )

    def _puzzle(self, squares: Squares, position: Sequence[int]) -> Coroutine:
        # The coins are interchangeable, so the one to move is number 0.
        first, second = position[:2] if position[2] == 0 else position[1::-1]
        words = [" ".join(COMPASS[d] for d in range(8) if bits >> d & 1) for bits in squares]
        rows = [words[k : k + self.columns] for k in range(0, self.cells, self.columns)]
        names = [cell_name(cell, self.columns) for cell in (first, second)]
        return Coroutine(rows, coins=names, target=cell_name(self.target, self.columns))

    def without(self, puzzle: EnginePuzzle) -> Iterator[EnginePuzzle]:
        assert isinstance(puzzle, Coroutine)
        squares = self._bits(puzzle)
        for cell, bits in enumerate(squares):
            for direction in (d for d in range(8) if bits >> d & 1):
                gone = {(cell, direction), self._image(cell, direction)}
                if (cell, direction) == min(gone):
                    fewer = list(squares)
                    for at, way in gone:
                        fewer[at] &= ~(1 << way)
                    yield self._puzzle(tuple(fewer), [*puzzle.coins, puzzle.first])

    def is_symmetric(self, puzzle: EnginePuzzle) -> bool:
        assert isinstance(puzzle, Coroutine)
        return self._whole(self._bits(puzzle)) == self._bits(puzzle)

    def _bits(self, puzzle: Coroutine) -> Squares:
        return tuple(sum(1 << d for d in square) for square in puzzle.squares)


MAKER = CoroutineMaker
