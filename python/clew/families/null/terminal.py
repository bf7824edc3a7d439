"""The null puzzle in the terminal: the counter, with the results of a step up and a step down above and below
it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.pictures.colours import SLATE
from clew.tui.canvas import FAINT, STRONG, Style
from clew.tui.lattice import Lattice
from clew.tui.signs import HEAVY
from clew.tui.view import DOWN, UP, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.families.null.puzzle import Null
    from clew.puzzles.position import Move, Position
    from clew.tui.canvas import Canvas
    from clew.tui.signs import Signs
    from clew.tui.view import Point, Scene, Turn

WIDTH, HEIGHT = 15, 7
NAMES = ("down", "up")


class NullView(View):
    """The places are the two moves: 0 down, 1 up."""

    puzzle: Null
    forced = True
    at_once = True

    @property
    def scales(self) -> int:
        """The number of sizes: one."""
        return 1

    def size(self, scale: int) -> tuple[int, int]:
        return WIDTH, HEIGHT

    def places(self) -> Sequence[int]:
        """The two places that can be selected."""
        return (0, 1)

    def place_at(self, scale: int, x: int, y: int) -> int | None:
        if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
            return None
        return 1 if y == 0 else 0 if y == HEIGHT - 1 else None

    def point(self, place: int, scale: int = 0) -> Point:
        return WIDTH / 2, (HEIGHT - 1, 0)[place]

    def grips(self, state: Position, step: Move) -> frozenset[int]:
        return frozenset()

    def landings(self, state: Position, step: Move) -> frozenset[int]:
        return frozenset(step.code[:1])

    def steer(
        self, state: Position, held: Sequence[Move], aim: Move | None, here: int, turn: Turn
    ) -> Move | None:
        return next((step for step in held if turn == (DOWN, UP)[step.code[0]]), None)

    def paint(self, canvas: Canvas, scale: int, scene: Scene) -> None:
        for place, y in ((1, 0), (0, HEIGHT - 1)):
            possible = any(step.code[0] == place for step in scene.held)
            arrow = self.signs.arrows[(4, 0)[place]]
            marks = self.signs.hinted if place in scene.hinted else "  "
            text = f"{marks[0]}{arrow} {NAMES[place]}{marks[1]}"
            canvas.put((WIDTH - len(text)) // 2, y, text, STRONG if possible else FAINT)
        tray = Style(ink=SLATE.goal_letter, ground=SLATE.tray, bold=True)
        canvas.fill(0, 1, WIDTH, HEIGHT - 2, tray)
        lattice = Lattice(1, 1, WIDTH - 1, HEIGHT - 3)
        lattice.frame(HEAVY)
        lattice.paint(canvas, 0, 1, self.signs, lambda weight: tray)
        text = str(scene.state)
        canvas.put((WIDTH - len(text)) // 2, HEIGHT // 2, text, tray)


def view(puzzle: Null, signs: Signs) -> NullView:
    """The terminal view of a counter."""
    return NullView(puzzle, signs)
