"""Makes blocks boards: the farthest position of a random component, whose pieces are changed until it is far
enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.errors import ClewError
from clew.families.blocks.pieces import NAMES
from clew.families.blocks.puzzle import Blocks
from clew.generation.climb import climb
from clew.generation.generator import Maker
from clew.optional import numpy_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from clew.generation.evaluator import Evaluator
    from clew.generation.spec import Order
    from clew.puzzles.base import EnginePuzzle

    Piece = tuple[int, bool, int, int]  # length, stands, row, column
    Line = tuple[bool, int, int]  # stands, row or column, length

_STATES = 300_000  # larger components are skipped
_PATIENCE = 120
_TRIES = 200  # to place a piece
_LONG = 0.3  # the share of pieces of length 3


class BlocksMaker(Maker):
    """Straight pieces on a grid without walls; piece A is horizontal, in the middle row, and leaves to the
    right.
    """

    def __init__(self, order: Order, evaluator: Evaluator) -> None:
        super().__init__(order, evaluator)
        order.choose("forwards")
        numpy_for("making block boards")
        self.rows, self.columns = order.grid((6, 6), 3, 10)
        most = min(len(NAMES), self.rows * self.columns // 2 - 1)
        cells = self.rows * self.columns
        usual = max(2, cells // 5), max(2, min(most, cells * 7 // 18))
        self.fewest, self.most = order.number(usual, 2, most)
        if order.symmetric and self.rows % 2:
            raise ClewError(
                f"size={order.size!r}: a symmetric blocks board needs an even number of rows, "
                "because piece A and "
                "its mirror image cannot share one"
            )
        self.exit_row = (self.rows - 1) // 2

    def round(self, rng: Random) -> EnginePuzzle | None:
        found: dict[frozenset[Piece], Blocks] = {}

        def score(pieces: frozenset[Piece]) -> int | None:
            farthest = self.evaluator.farthest(self._puzzle(pieces), _STATES)
            if farthest is None:
                return None
            length, puzzle = farthest
            assert isinstance(puzzle, Blocks)
            found.clear()
            found[pieces] = puzzle
            self.evaluator.better(length, lambda: puzzle)
            return length

        end = climb(
            lambda: self._random(rng),
            lambda pieces: self._changed(pieces, rng),
            score,
            enough=self.order.enough,
            patience=_PATIENCE,
        )
        return None if end is None else found[end]

    def _cells(self, piece: Piece) -> set[tuple[int, int]]:
        length, stands, row, column = piece
        return {(row + k, column) if stands else (row, column + k) for k in range(length)}

    def _mirror(self, piece: Piece) -> Piece:
        length, stands, row, column = piece
        return length, stands, self.rows - (row + length if stands else row + 1), column

    def _add(self, pieces: set[Piece], piece: Piece) -> bool:
        """Adds a piece (and its mirror image, where boards are to be symmetric) if there is room."""
        more = {piece, self._mirror(piece)} if self.order.symmetric else {piece}
        taken = set().union(*map(self._cells, pieces)) if pieces else set()
        if len(more) == 2:
            one, two = more
            if self._cells(one) & self._cells(two):
                return False
        if any(self._cells(new) & taken for new in more):
            return False
        pieces |= more
        return True

    def _goal(self, rng: Random) -> Piece:
        return 2, False, self.exit_row, rng.randrange(self.columns - 2)

    def _anything(self, rng: Random) -> Piece:
        stands = rng.random() < 0.5
        side = self.rows if stands else self.columns
        length = 3 if rng.random() < _LONG and side > 3 else 2
        high, wide = (length, 1) if stands else (1, length)
        return length, stands, rng.randrange(self.rows - high + 1), rng.randrange(self.columns - wide + 1)

    def _fill(self, pieces: set[Piece], number: int, rng: Random) -> None:
        for _ in range(_TRIES):
            if len(pieces) >= number:
                return
            piece = self._anything(rng)
            # A horizontal piece in the row of A would block it for ever, or never be in its way.
            if piece[1] or piece[2] != self.exit_row:
                self._add(pieces, piece)

    def _random(self, rng: Random) -> frozenset[Piece] | None:
        pieces: set[Piece] = set()
        self._add(pieces, self._goal(rng))
        self._fill(pieces, rng.randint(self.fewest, self.most), rng)
        return self._fitting(pieces)

    def _changed(self, pieces: frozenset[Piece], rng: Random) -> frozenset[Piece] | None:
        """The pieces with some removed and some moved elsewhere."""
        kept = sorted(pieces)
        rng.shuffle(kept)
        changed: set[Piece] = set()
        leave = rng.randint(1, 2)
        for piece in sorted(kept, key=self._is_goal, reverse=True):
            if leave > 0 and not self._is_goal(piece) and piece not in changed:
                leave -= 1
            else:
                self._add(changed, piece)
        number = max(self.fewest, min(self.most, len(pieces) + rng.randint(-1, 1)))
        self._fill(changed, number, rng)
        return self._fitting(changed)

    def _is_goal(self, piece: Piece) -> bool:
        return not piece[1] and piece[2] == self.exit_row

    def _fitting(self, pieces: set[Piece]) -> frozenset[Piece] | None:
        return frozenset(pieces) if self.fewest <= len(pieces) <= self.most else None

    def _puzzle(self, pieces: frozenset[Piece]) -> Blocks:
        ordered = sorted(pieces, key=lambda piece: (not self._is_goal(piece), piece[2], piece[3]))
        whole = [(length, 2 if stands else 1, row + 1, column + 1) for length, stands, row, column in ordered]
        return Blocks.from_pieces(whole, rows=self.rows, columns=self.columns)

    def without(self, puzzle: EnginePuzzle) -> Iterator[EnginePuzzle]:
        assert isinstance(puzzle, Blocks)
        rows = puzzle._begins().split("/")
        lines = {piece: self._line(cells) for piece, cells in puzzle.pieces.items()}
        for gone in self._images(lines) if self.order.symmetric else [{piece} for piece in lines]:
            if "A" not in gone:
                yield Blocks(["".join("o" if sign in gone else sign for sign in row) for row in rows])

    def _images(self, lines: dict[str, Line]) -> Iterator[set[str]]:
        """Pieces that are mirror images of each other, by their lines: one that stands is its own."""
        for piece, line in lines.items():
            mirrored = self._mirrored(line)
            if mirrored == line:
                yield {piece}
            elif line < mirrored:
                yield from ({piece, other} for other in lines if lines[other] == mirrored)

    def is_symmetric(self, puzzle: EnginePuzzle) -> bool:
        assert isinstance(puzzle, Blocks)
        lines = [self._line(cells) for cells in puzzle.pieces.values()]
        return sorted(lines) == sorted(map(self._mirrored, lines))

    def _line(self, cells: Sequence[int]) -> Line:
        """Whether a piece is vertical, its row or column, and its length."""
        stands = cells[1] != cells[0] + 1
        return stands, cells[0] % self.columns if stands else cells[0] // self.columns, len(cells)

    def _mirrored(self, line: Line) -> Line:
        stands, at, length = line
        return line if stands else (stands, self.rows - 1 - at, length)


MAKER = BlocksMaker
