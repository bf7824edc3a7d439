"""Sokoban in the terminal, with the signs of its files. Arrow keys step, or push the selected box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.sokoban.board import BOX, BOX_ON_GOAL, FLOOR, GOAL, PLAYER, PLAYER_ON_GOAL, WALL
from clew.families.sokoban.lurd import WAYS
from clew.pictures.colours import PIECES, SLATE
from clew.tui.canvas import Style
from clew.tui.grid import GridView
from clew.tui.view import BRIGHT, GROUND, LINE, STONE, TURNS, held_places
from clew.tui.view import GOAL as MARKED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.families.sokoban.puzzle import Sokoban
    from clew.puzzles.position import Move, Position
    from clew.tui.canvas import Canvas
    from clew.tui.signs import Signs
    from clew.tui.view import Scene, Turn

_WIDE, _NARROW = (3, 1), (1, 1)
_GROUNDS = {
    BOX: PIECES["O"],
    BOX_ON_GOAL: PIECES["G"],
    PLAYER: PIECES["B"],
    PLAYER_ON_GOAL: PIECES["B"],
}


class SokobanView(GridView):
    """Where steps count, there is no choice what to move: the player. Otherwise a box is selected."""

    puzzle: Sokoban
    at_once = True

    def __init__(self, puzzle: Sokoban, signs: Signs) -> None:
        super().__init__(puzzle, signs, puzzle.rows, puzzle.columns, [_WIDE, _NARROW], (3, 1))
        self.forced = puzzle._by_steps

    def targets(self) -> Sequence[int]:
        return sorted(self.puzzle.goal_cells)

    def grips(self, state: Position, step: Move) -> frozenset[int]:
        return frozenset((step.code[1],))

    def landings(self, state: Position, step: Move) -> frozenset[int]:
        return frozenset((self.puzzle._level.beside(step.code[1], WAYS[step.code[0]]),))

    def steer(
        self, state: Position, held: Sequence[Move], aim: Move | None, here: int, turn: Turn
    ) -> Move | None:
        return next((step for step in held if TURNS[WAYS[step.code[0]]] == turn), None)

    def paint(self, canvas: Canvas, scale: int, scene: Scene) -> None:
        width, height = self.size(scale)
        canvas.fill(self.margin[0], self.margin[1], width - self.margin[0], height - self.margin[1], GROUND)
        self.label(canvas, scale)
        held = frozenset[int]() if self.forced else held_places(self, scene)
        for cell, sign in enumerate(str(scene.state).replace("/", "")):
            x, y = self.corner(scale, cell)
            marks, inner, style, frame = self._look(scene, cell, sign, cell in held)
            if self.pitches[scale] == _WIDE:
                canvas.put(x, y, marks[0], frame)
                canvas.put(x + 1, y, inner, style)
                canvas.put(x + 2, y, marks[1], frame)
            else:
                canvas.put(x, y, inner, BRIGHT if scene.cursor == cell and not self.forced else style)

    def _look(self, scene: Scene, cell: int, sign: str, held: bool) -> tuple[str, str, Style, Style]:
        """The characters beside a cell's sign, the sign, and the styles of the sign and of the others."""
        if sign == WALL:
            return self.signs.wall * 2, self.signs.wall, STONE, STONE
        frame = BRIGHT if scene.cursor == cell else LINE
        if sign == FLOOR:
            inside = cell in self.puzzle._inside
            return self.brackets(scene, cell), self.signs.empty if inside else " ", GROUND, frame
        if sign == GOAL:
            return self.brackets(scene, cell, self.signs.wanted), sign, MARKED, frame
        style = Style(ink=SLATE.letter, ground=_GROUNDS[sign], bold=True)
        home = sign in (BOX_ON_GOAL, PLAYER_ON_GOAL)
        marks = self.signs.held if held else self.brackets(scene, cell, self.signs.home if home else "  ")
        return marks, sign, style, style


def view(puzzle: Sokoban, signs: Signs) -> SokobanView:
    """The terminal view of a Sokoban board."""
    return SokobanView(puzzle, signs)
