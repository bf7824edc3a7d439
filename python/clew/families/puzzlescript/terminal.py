"""Levels in the terminal: the letter of the legend on the colour that its objects show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.puzzlescript.sprites import face
from clew.tui.canvas import FAINT, STRONG, Style
from clew.tui.view import DOWN, LEFT, RIGHT, UP, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.families.puzzlescript.puzzle import PuzzleScript
    from clew.puzzles.position import Move, Position
    from clew.tui.canvas import Canvas
    from clew.tui.signs import Signs
    from clew.tui.view import Point, Scene, Turn

ARROWS = {UP: 0, LEFT: 1, DOWN: 2, RIGHT: 3}
"""The keys by the direction of an arrow."""
BUTTONS = (4, 5)
NAMES = ("up", "left", "down", "right", "action", "tick")


class PuzzleScriptView(View):
    """The places are the moves: each has a word below the level, and the arrow keys play theirs at once."""

    puzzle: PuzzleScript
    forced = True
    at_once = True

    def __init__(self, puzzle: PuzzleScript, signs: Signs) -> None:
        super().__init__(puzzle, signs)
        self._moves = [NAMES.index(name) for name in puzzle.keys_here()]
        self._left: dict[int, int] = {}
        at = 0
        for move in self._moves:
            self._left[move] = at
            at += len(NAMES[move]) + 3
        self._wide = max(at, 2 * puzzle.columns)
        self._faces: dict[tuple[int, ...], str] = {}

    @property
    def scales(self) -> int:
        return 1

    def size(self, scale: int) -> tuple[int, int]:
        return self._wide, self.puzzle.rows + 2

    def places(self) -> Sequence[int]:
        return self._moves

    def place_at(self, scale: int, x: int, y: int) -> int | None:
        if y != self.puzzle.rows + 1:
            return None
        return next(
            (move for move, left in self._left.items() if left <= x < left + len(NAMES[move]) + 2), None
        )

    def point(self, place: int, scale: int = 0) -> Point:
        return self._left[place] + (len(NAMES[place]) + 2) / 2, self.puzzle.rows + 1

    def grips(self, state: Position, step: Move) -> frozenset[int]:
        return frozenset()

    def landings(self, state: Position, step: Move) -> frozenset[int]:
        return frozenset(step.code[:1])

    def steer(
        self, state: Position, held: Sequence[Move], aim: Move | None, here: int, turn: Turn
    ) -> Move | None:
        return next((step for step in held if ARROWS[turn] == step.code[0]), None)

    def paint(self, canvas: Canvas, scale: int, scene: Scene) -> None:
        puzzle = self.puzzle
        numbers = puzzle._numbers(scene.state)
        layers = len(puzzle.game.layers)
        for y, row in enumerate(puzzle.cells.signs(str(scene.state))):
            for x, sign in enumerate(row):
                begin = (x * puzzle.rows + y) * layers
                here = tuple(number - 1 for number in numbers[begin : begin + layers] if number)
                ground = self._face(here)
                canvas.put(2 * x, y, f"{sign} ", Style(ink=_ink(ground), ground=ground, bold=True))
        for move, left in self._left.items():
            possible = any(step.code[0] == move for step in scene.held)
            marks = self.signs.hinted if move in scene.hinted else "  "
            text = f"{marks[0]}{NAMES[move]}{marks[1]}"
            canvas.put(left, puzzle.rows + 1, text, STRONG if possible else FAINT)

    def _face(self, here: tuple[int, ...]) -> str:
        if here not in self._faces:
            self._faces[here] = face([self.puzzle.game.order[number] for number in here])
        return self._faces[here]


def _ink(ground: str) -> str:
    """Black or white, whichever is read more easily on a ground."""
    red, green, blue = (int(ground[i : i + 2], 16) for i in (1, 3, 5))
    return "#000000" if 299 * red + 587 * green + 114 * blue > 128_000 else "#FFFFFF"


def view(puzzle: PuzzleScript, signs: Signs) -> PuzzleScriptView:
    """The view of a level in the terminal; every family module has a function of this name."""
    return PuzzleScriptView(puzzle, signs)
