"""Coroutine in the terminal: squares with arrows around the coin; the square that counts has a heavy frame.

Roomy, and compact with the arrows in a row:

    +-------+      +------+
    | ↖ ↑   |      |(0)↑↖ |
    |  (0)  |      +------+
    |   ↓ ↘ |
    +-------+
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.coroutine.signs import COMPASS
from clew.pictures.colours import SLATE
from clew.tui.canvas import Style
from clew.tui.grid import GridView
from clew.tui.signs import HEAVY, LIGHT
from clew.tui.view import landing_places

if TYPE_CHECKING:
    from clew.families.coroutine.puzzle import Coroutine
    from clew.puzzles.position import Move, Position
    from clew.tui.canvas import Canvas
    from clew.tui.signs import Signs
    from clew.tui.view import Scene

AROUND = ((3, 0), (5, 0), (5, 1), (5, 2), (3, 2), (1, 2), (1, 1), (1, 0))
"""Where an arrow is inside a large square: N NE E SE S SW W NW."""

SQUARE = Style(ink="#5A646C", ground=SLATE.square)
READ = Style(ink=SLATE.letter, ground=SLATE.square, bold=True)
EDGE = Style(ink="#8D8676", ground=SLATE.square)
FRAMED = Style(ink=SLATE.letter, ground=SLATE.square, bold=True)
TARGET = Style(ink=SLATE.ring, ground=SLATE.square, bold=True)


class CoroutineView(GridView):
    """Whose turn it is leaves no choice of coin: its landing places are shown at once."""

    puzzle: Coroutine
    forced = True

    def __init__(self, puzzle: Coroutine, signs: Signs) -> None:
        most = max(len(square) for square in puzzle.squares)
        # Without Unicode, letters stand for the arrows in a row: a slash alone would not show the direction.
        wide = (
            most
            if signs.unicode
            else max(len(" ".join(COMPASS[d] for d in square)) for square in puzzle.squares)
        )
        super().__init__(puzzle, signs, puzzle.rows, puzzle.columns, [(8, 4), (max(5, wide + 5), 2)], (3, 1))

    def grips(self, state: Position, step: Move) -> frozenset[int]:
        return frozenset((self.puzzle._numbers(state)[step.code[0]],))

    def landings(self, state: Position, step: Move) -> frozenset[int]:
        return frozenset((step.code[2],))

    def caption(self, state: Position) -> str:
        coin = self.puzzle._numbers(state)[2]
        return f"{super().caption(state)} Coin {coin} follows the framed square."

    def _read(self, state: Position) -> int:
        """The square whose arrows hold for the coin to move."""
        one, other, turn = self.puzzle._numbers(state)
        own = self.puzzle.rule == "own"
        return (one, other)[turn if own else 1 - turn]

    def paint(self, canvas: Canvas, scale: int, scene: Scene) -> None:
        width, height = self.size(scale)
        canvas.fill(self.margin[0], self.margin[1], width - self.margin[0], height - self.margin[1], SQUARE)
        self.label(canvas, scale)
        read = self._read(scene.state)
        landings = landing_places(self, scene)
        for cell, square in enumerate(self.puzzle.squares):
            x, y = self.corner(scale, cell)
            style = READ if cell == read and scene.held else SQUARE
            if self.pitches[scale][1] > 2:
                for direction in square:
                    dx, dy = AROUND[direction]
                    canvas.put(x + dx, y + dy, self.signs.arrows[direction], style)
                self._middle(canvas, x + 2, y + 1, cell, scene, cell in landings)
            else:
                self._middle(canvas, x, y, cell, scene, cell in landings)
                canvas.put(x + 3, y, self._in_a_row(square), style)
        lattice = self.framed(scale)
        for cell in range(self.rows * self.columns):
            lattice.around([cell], LIGHT)
        if scene.held:
            lattice.around([read], HEAVY)
        styles = {LIGHT: EDGE, HEAVY: FRAMED}
        lattice.paint(canvas, *self.margin, self.signs, lambda weight: styles[weight])

    def _in_a_row(self, square: list[int]) -> str:
        if self.signs.unicode:
            return "".join(self.signs.arrows[d] for d in square)
        return " ".join(COMPASS[d] for d in square)

    def _middle(self, canvas: Canvas, x: int, y: int, cell: int, scene: Scene, landing: bool) -> None:
        """The coin, the target or the landing place of a square, between its brackets."""
        coins = self.puzzle._numbers(scene.state)
        aimed = scene.aim is not None and cell == scene.aim.code[2]
        if cell in coins[:2]:
            coin = coins.index(cell)
            moving = coin == coins[2] and bool(scene.held)
            marks = self.signs.held if moving else self.signs.loose
            marks = self.signs.cursor if aimed else marks
            style = Style(ink=SLATE.attention, ground=SLATE.coins[coin], bold=True)
            canvas.put(x, y, f"{marks[0]}{coin}{marks[1]}", style)
            return
        sign = self.signs.target if cell == self.puzzle.target else self.signs.landing if landing else " "
        marks = self.signs.loose if landing and cell == self.puzzle.target else "  "
        marks = self.signs.hinted if cell in scene.hinted else marks
        marks = self.signs.cursor if aimed else marks
        style = TARGET if cell == self.puzzle.target else READ
        canvas.put(x, y, marks[0] + sign + marks[1], style)


def view(puzzle: Coroutine, signs: Signs) -> CoroutineView:
    """The terminal view of a coroutine board."""
    return CoroutineView(puzzle, signs)
