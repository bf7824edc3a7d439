"""Makes blocks boards: the farthest position of a random component, whose pieces are changed until it is far
enough. Components of large boards are often too large to look at as a whole; the position itself counts
there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.errors import ClewError
from clew.families.blocks.pieces import NAMES
from clew.families.blocks.puzzle import Blocks
from clew.generation.generator import Maker
from clew.optional import numpy_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from clew.generation.evaluator import Evaluator
    from clew.generation.spec import Order
    from clew.puzzles.base import EnginePuzzle

    Piece = tuple[int, bool, int, int]  # length (1: a wall), stands, row, column
    Line = tuple[bool, int, int]  # stands, row or column, length

_STATES = 300_000  # larger components are skipped
_LARGE = 49  # boards of more cells are large
_LARGE_STATES = 100_000
_PATIENCE = 120
_TRIES = 200  # to place a piece
_WALL = "x"
_LONG = 0.3  # the share of pieces of length 3


class BlocksMaker(Maker):
    """Straight pieces on a grid; piece A is horizontal, in the middle row, and leaves to the right."""

    has_walls = True

    def __init__(self, order: Order, evaluator: Evaluator) -> None:
        super().__init__(order, evaluator)
        order.choose("forwards")
        numpy_for("making block boards")
        self.rows, self.columns = order.grid((6, 6), 3, 10)
        most = min(len(NAMES), self.rows * self.columns // 2 - 1)
        cells = self.rows * self.columns
        self.large = cells > _LARGE
        if self.large:  # many pieces have few positions
            usual = cells * 3 // 8, min(most, cells * 4 // 9)
        else:
            usual = max(2, cells // 5), max(2, min(most, cells * 7 // 18))
        self.fewest, self.most = order.number(usual, 2, most)
        self.walls = order.walls or (0, 0)
        if self.walls[1] is None or self.walls[1] > cells // 4:
            raise ClewError(
                f"walls={self.walls[0]}..{self.walls[1] or ''}: expected at most {cells // 4} walls"
            )
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
            scored = self._scored(self._puzzle(pieces))
            if scored is None:
                return None
            length, puzzle = scored
            found[pieces] = puzzle
            self.evaluator.better(length, lambda: puzzle)
            return length

        end = self.climb(
            lambda: self._random(rng),
            lambda pieces: self._changed(pieces, rng),
            score,
            patience=_PATIENCE,
        )
        return None if end is None else found[end]

    def _scored(self, puzzle: Blocks) -> tuple[int, Blocks] | None:
        """The moves that the board needs, from its farthest position if that can be found."""
        farthest = self.evaluator.farthest(puzzle, _LARGE_STATES if self.large else _STATES)
        if farthest is not None:
            assert isinstance(farthest[1], Blocks)
            return farthest[0], farthest[1]
        if not self.large:
            return None
        position = puzzle._numbers(puzzle.initial())
        length = self.evaluator.length(puzzle._engine, position, _LARGE_STATES)
        return None if length is None else (length, puzzle)

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

    def _wall(self, pieces: set[Piece], rng: Random) -> None:
        """Adds walls outside the row of A, as many as are wanted."""
        low, high = self.walls
        if not high:
            return
        number = rng.randint(low, high)
        for _ in range(_TRIES):
            if len(pieces) - _number(pieces) >= number:
                return
            row, column = rng.randrange(self.rows), rng.randrange(self.columns)
            if row != self.exit_row:
                self._add(pieces, (1, False, row, column))

    def _fill(self, pieces: set[Piece], number: int, rng: Random) -> None:
        for _ in range(_TRIES):
            if _number(pieces) >= number:
                return
            piece = self._anything(rng)
            # A horizontal piece in the row of A would block it for ever, or never be in its way.
            if piece[1] or piece[2] != self.exit_row:
                self._add(pieces, piece)

    def _random(self, rng: Random) -> frozenset[Piece] | None:
        pieces: set[Piece] = set()
        self._add(pieces, self._goal(rng))
        self._wall(pieces, rng)
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
        number = max(self.fewest, min(self.most, _number(pieces) + rng.randint(-1, 1)))
        self._wall(changed, rng)
        self._fill(changed, number, rng)
        return self._fitting(changed)

    def _is_goal(self, piece: Piece) -> bool:
        return piece[0] > 1 and not piece[1] and piece[2] == self.exit_row

    def _fitting(self, pieces: set[Piece]) -> frozenset[Piece] | None:
        fits = self.fewest <= _number(pieces) <= self.most
        walls = len(pieces) - _number(pieces)
        return frozenset(pieces) if fits and self.walls[0] <= walls <= (self.walls[1] or 0) else None

    def _puzzle(self, pieces: frozenset[Piece]) -> Blocks:
        walls = sorted((row, column) for length, _, row, column in pieces if length == 1)
        ordered = sorted(
            (piece for piece in pieces if piece[0] > 1),
            key=lambda piece: (not self._is_goal(piece), piece[2], piece[3]),
        )
        whole = [(length, 2 if stands else 1, row + 1, column + 1) for length, stands, row, column in ordered]
        puzzle = Blocks.from_pieces(whole, rows=self.rows, columns=self.columns)
        if not walls:
            return puzzle
        rows = [list(row) for row in puzzle._begins().split("/")]
        for row, column in walls:
            rows[row][column] = _WALL
        return Blocks(["".join(row) for row in rows])

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
        rows = [[sign == _WALL for sign in row] for row in puzzle._begins().split("/")]
        if rows != rows[::-1]:
            return False
        lines = [self._line(cells) for cells in puzzle.pieces.values()]
        return sorted(lines) == sorted(map(self._mirrored, lines))

    def _line(self, cells: Sequence[int]) -> Line:
        """Whether a piece is vertical, its row or column, and its length."""
        stands = cells[1] != cells[0] + 1
        return stands, cells[0] % self.columns if stands else cells[0] // self.columns, len(cells)

    def _mirrored(self, line: Line) -> Line:
        stands, at, length = line
        return line if stands else (stands, self.rows - 1 - at, length)


def _number(pieces: set[Piece] | frozenset[Piece]) -> int:
    """How many pieces there are, without walls."""
    return sum(piece[0] > 1 for piece in pieces)


MAKER = BlocksMaker
