"""Sokoban boards: rooms carved out of walls, with the boxes on their goals, played backward by pulls; walls,
goals and boxes are changed as long as that makes the solution no shorter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.sokoban.board import BOX, BOX_ON_GOAL, FLOOR, GOAL, PLAYER, PLAYER_ON_GOAL, WALL, reached
from clew.families.sokoban.puzzle import Sokoban
from clew.generation.generator import Maker
from clew.puzzles.cells import DELTAS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from clew.generation.evaluator import Evaluator
    from clew.generation.spec import Order
    from clew.puzzles.base import EnginePuzzle

    Board = tuple[frozenset[int], tuple[int, ...], tuple[int, ...], int]
    """The floor, the goals, the boxes and the player."""

_PATIENCE = 80
_STATES = 200_000
_FLOOR = (0.45, 0.75)  # shares of the cells inside the outer walls
_PULLS = 60


class SokobanMaker(Maker):
    """As many boxes as goals, in a room within walls."""

    def __init__(self, order: Order, evaluator: Evaluator) -> None:
        super().__init__(order, evaluator)
        order.choose("search")
        self.rows, self.columns = order.grid((8, 8), 5, 24)
        self.within = [
            row * self.columns + column
            for row in range(1, self.rows - 1)
            for column in range(1, self.columns - 1)
        ]
        room = max(1, len(self.within) // 6)
        self.fewest, self.most = order.number((min(2, room), min(3, room)), 1, room)

    def round(self, rng: Random) -> EnginePuzzle | None:
        boxes = rng.randint(self.fewest, self.most)

        def score(board: Board) -> int | None:
            puzzle = self._puzzle(*board)
            length = self.evaluator.length(puzzle._engine, puzzle._numbers(puzzle.initial()), _STATES)
            if length is not None:
                self.evaluator.better(length, lambda: puzzle)
            return length

        end = self.climb(
            lambda: self._random(boxes, rng),
            lambda board: self._changed(board, rng),
            score,
            patience=_PATIENCE,
        )
        return None if end is None else self._puzzle(*end)

    def _image(self, cell: int) -> int:
        row, column = divmod(cell, self.columns)
        return row * self.columns + self.columns - 1 - column

    def _random(self, boxes: int, rng: Random) -> Board | None:
        wanted = round(len(self.within) * rng.uniform(*_FLOOR))
        floor: set[int] = set()
        cell = rng.choice(self.within)
        for _ in range(40 * len(self.within)):  # a walk that carves as it goes
            floor |= {cell, self._image(cell)} if self.order.symmetric else {cell}
            if len(floor) >= wanted:
                break
            down, across = rng.choice(DELTAS)
            there = cell + down * self.columns + across
            cell = there if self._is_within(there) else cell
        return self._placed(frozenset(floor), boxes, rng)

    def _is_within(self, cell: int) -> bool:
        row, column = divmod(cell, self.columns)
        return 0 < row < self.rows - 1 and 0 < column < self.columns - 1

    def _placed(self, floor: frozenset[int], boxes: int, rng: Random) -> Board | None:
        if len(floor) < 2 * boxes + 2:
            return None
        return self._pulled(floor, tuple(sorted(rng.sample(sorted(floor), boxes))), rng)

    def _pulled(self, floor: frozenset[int], goals: tuple[int, ...], rng: Random) -> Board | None:
        """The boxes begin on the goals, and are pulled about at random. None if no box can be pulled off."""
        boxes = set(goals)
        room = sorted(floor - boxes)
        if not room:
            return None
        player = rng.choice(room)
        for _ in range(_PULLS):
            here = reached(player, self._walls(floor) | boxes, self.rows, self.columns)
            pulls = [
                (box, near, far)
                for box in boxes
                for down, across in DELTAS
                for near in [box + down * self.columns + across]
                for far in [near + down * self.columns + across]
                if near in here and far in here
            ]
            if not pulls:
                break
            box, near, far = rng.choice(sorted(pulls))
            boxes = boxes - {box} | {near}
            player = far
        if boxes & set(goals):
            return None
        return floor, goals, tuple(sorted(boxes)), player

    def _changed(self, board: Board, rng: Random) -> Board | None:
        floor, goals, boxes, _ = board
        changed = set(floor)
        kind = rng.random()
        if kind < 0.5:
            cell = rng.choice(self.within)
            both = {cell, self._image(cell)} if self.order.symmetric else {cell}
            changed = changed - both if cell in changed else changed | both
        if kind > 0.3:
            return self._placed(frozenset(changed), len(boxes), rng)
        return self._pulled(frozenset(changed), goals, rng) if set(goals) <= changed else None

    def _walls(self, floor: frozenset[int]) -> set[int]:
        return set(range(self.rows * self.columns)) - floor

    def _puzzle(
        self, floor: frozenset[int], goals: tuple[int, ...], boxes: tuple[int, ...], player: int
    ) -> Sokoban:
        signs = [FLOOR if cell in floor else WALL for cell in range(self.rows * self.columns)]
        for cell in goals:
            signs[cell] = GOAL
        for cell in boxes:
            signs[cell] = BOX_ON_GOAL if cell in goals else BOX
        signs[player] = PLAYER_ON_GOAL if player in goals else PLAYER
        rows = range(0, len(signs), self.columns)
        return Sokoban(["".join(signs[at : at + self.columns]) for at in rows])

    def is_symmetric(self, puzzle: EnginePuzzle) -> bool:
        assert isinstance(puzzle, Sokoban)
        return set(puzzle.walls) == set(map(self._image, puzzle.walls))

    def without(self, puzzle: EnginePuzzle) -> Iterator[EnginePuzzle]:
        assert isinstance(puzzle, Sokoban)
        floor = frozenset(range(self.rows * self.columns)) - puzzle.walls
        goals, boxes = tuple(sorted(puzzle.goal_cells)), tuple(puzzle.boxes)
        if len(boxes) < 2:
            return
        for box in boxes:
            for goal in goals:
                others = tuple(cell for cell in boxes if cell != box)
                yield self._puzzle(
                    floor, tuple(cell for cell in goals if cell != goal), others, puzzle.player
                )


MAKER = SokobanMaker
"""What `clew.generate` makes an object of."""
