"""Ricochet boards: search with restarts and mutation. Slides cannot be undone, so walking away from the goal
does not tell how far it is; a census of all positions of the tiles does, and names the farthest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.ricochet.puzzle import Ricochet
from clew.families.ricochet.signs import BLOCK, EMPTY, letters_of
from clew.generation.generator import Maker
from clew.puzzles import limits

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from clew.generation.evaluator import Evaluator
    from clew.generation.spec import Order
    from clew.puzzles.base import EnginePuzzle

    Board = tuple[frozenset[int], tuple[int, ...]]  # blocks, and the goal cell of each tile

_COLOURS = "RGBYPOCW"
_PATIENCE = 60
_CENSUS = 250_000  # positions up to which a census is taken; beyond that, one start is examined
_STATES = 400_000
_BLOCKED = (0.08, 0.25)  # shares of the cells


class RicochetMaker(Maker):
    """Tiles of colours, each with its goal cell, among fixed blocks."""

    def __init__(self, order: Order, evaluator: Evaluator) -> None:
        super().__init__(order, evaluator)
        order.choose("search")
        self.rows, self.columns = order.grid((8, 8), 3, limits.SLIDE_SIDE)
        self.cells = self.rows * self.columns
        self.fewest, self.most = order.number((2, 3), 1, min(len(_COLOURS), self.cells // 3))

    def round(self, rng: Random) -> EnginePuzzle | None:
        tiles = rng.randint(self.fewest, self.most)
        # Two tiles of a colour are interchangeable: fewer positions, and either may take the goal.
        colours = sorted(rng.randrange(tiles) for _ in range(tiles))
        letters = [_COLOURS[colours[k]] for k in range(tiles)]
        found: dict[Board, Ricochet] = {}

        def score(board: Board) -> int | None:
            scored = self._hardest(board, letters, rng)
            if scored is None:
                return None
            length, puzzle = scored
            found[board] = puzzle
            self.evaluator.better(length, lambda: puzzle)
            return length

        end = self.climb(
            lambda: self._random(tiles, rng),
            lambda board: self._changed(board, rng),
            score,
            patience=_PATIENCE,
        )
        return None if end is None else found[end]

    def _hardest(self, board: Board, letters: list[str], rng: Random) -> tuple[int, Ricochet] | None:
        blocks, goals = board
        free = [cell for cell in range(self.cells) if cell not in blocks]
        if len(free) < len(letters):
            return None
        start = rng.sample(free, len(letters))
        puzzle = self._puzzle(blocks, letters, start, goals)
        placements = 1
        for k in range(len(letters)):
            placements *= len(free) - k
        if placements <= _CENSUS:
            scored = self.evaluator.hardest(puzzle._engine)
            if scored is None:
                return None
            return scored[0], puzzle.at(puzzle._state_of(scored[1]))
        length = self.evaluator.length(puzzle._engine, puzzle._numbers(puzzle.initial()), _STATES)
        return None if length is None else (length, puzzle)

    def _image(self, cell: int) -> int:
        row, column = divmod(cell, self.columns)
        return row * self.columns + self.columns - 1 - column

    def _whole(self, blocks: set[int]) -> frozenset[int]:
        return frozenset(blocks | set(map(self._image, blocks)) if self.order.symmetric else blocks)

    def _random(self, tiles: int, rng: Random) -> Board | None:
        number = round(self.cells * rng.uniform(*_BLOCKED) / (2 if self.order.symmetric else 1))
        blocks = self._whole(set(rng.sample(range(self.cells), number)))
        free = [cell for cell in range(self.cells) if cell not in blocks]
        return (blocks, tuple(rng.sample(free, tiles))) if len(free) > tiles else None

    def _changed(self, board: Board, rng: Random) -> Board | None:
        blocks, goals = set(board[0]), list(board[1])
        kind = rng.random()
        if kind < 0.25:
            goals[rng.randrange(len(goals))] = rng.randrange(self.cells)
        if kind > 0.15 and blocks and (kind < 0.75):
            gone = rng.choice(sorted(blocks))
            blocks -= {gone, self._image(gone)} if self.order.symmetric else {gone}
        if kind > 0.4:
            blocks.add(rng.randrange(self.cells))
        whole = self._whole(blocks)
        if len(set(goals)) < len(goals) or whole & set(goals) or len(whole) > self.cells // 2:
            return None
        return whole, tuple(goals)

    def _puzzle(
        self, blocks: frozenset[int], letters: list[str], start: list[int], goals: tuple[int, ...]
    ) -> Ricochet:
        board = [BLOCK if cell in blocks else EMPTY for cell in range(self.cells)]
        goal = [EMPTY] * self.cells
        for letter, at, wanted in zip(letters, start, goals, strict=True):
            board[at], goal[wanted] = letter, letter
        return Ricochet(self._rows(board), self._rows(goal))

    def _rows(self, cells: list[str]) -> list[str]:
        return ["".join(cells[k : k + self.columns]) for k in range(0, self.cells, self.columns)]

    def is_symmetric(self, puzzle: EnginePuzzle) -> bool:
        assert isinstance(puzzle, Ricochet)
        return set(puzzle.blocks) == set(map(self._image, puzzle.blocks))

    def without(self, puzzle: EnginePuzzle) -> Iterator[EnginePuzzle]:
        assert isinstance(puzzle, Ricochet)
        board = letters_of(puzzle.initial())
        for cell in sorted(puzzle.blocks):
            gone = {cell, self._image(cell)} if self.order.symmetric else {cell}
            if cell == min(gone):
                fewer = [EMPTY if at in gone else sign for at, sign in enumerate(board)]
                yield Ricochet(self._rows(fewer), list(puzzle.goal))
        if len(puzzle.tiles) > 1:
            goal = "".join(puzzle.goal)
            for letter, cell in puzzle.tiles:
                fewer = self._rows(list(board[:cell] + EMPTY + board[cell + 1 :]))
                for place in (place for place, wanted in enumerate(goal) if wanted == letter):
                    left = self._rows(list(goal[:place] + EMPTY + goal[place + 1 :]))
                    yield Ricochet(fewer, left)


MAKER = RicochetMaker
