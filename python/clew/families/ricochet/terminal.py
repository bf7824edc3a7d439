"""Ricochet in the terminal: tiles in brackets, stones, thin walls, goals on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.ricochet.signs import BLOCK, EMPTY, letters_of
from clew.pictures.colours import SLATE, marks_of
from clew.tui.canvas import Canvas, Style
from clew.tui.grid import GridView
from clew.tui.signs import HEAVY, LIGHT
from clew.tui.view import BRIGHT, GOAL, GROUND, LINE, STONE, TURNS, held_places, landing_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.families.ricochet.puzzle import Ricochet
    from clew.puzzles.position import Move, Position
    from clew.tui.signs import Signs
    from clew.tui.view import Scene, Turn


class RicochetView(GridView):
    """A heavy frame stops slides, a light one (an open board) does not; walls inside are heavy."""

    puzzle: Ricochet
    at_once = True

    def __init__(self, puzzle: Ricochet, signs: Signs) -> None:
        pitches = [(4, 2)] if puzzle.walls else [(4, 2), (3, 1)]
        super().__init__(puzzle, signs, puzzle.rows, puzzle.columns, pitches, (3, 1))
        self._marks = marks_of(puzzle.colours())
        self._slants = {diagonal.cell: diagonal for diagonal in puzzle.diagonals}
        self.goal_on_board = not puzzle.anywhere
        self._wanted = "" if puzzle.anywhere else "".join(puzzle.goal)

    def targets(self) -> Sequence[int]:
        return [cell for cell, wanted in enumerate(self._wanted) if wanted != EMPTY]

    def grips(self, state: Position, step: Move) -> frozenset[int]:
        return frozenset((step.code[0],))

    def landings(self, state: Position, step: Move) -> frozenset[int]:
        return frozenset((step.code[2],))

    def _going(self, held: Sequence[Move], turn: Turn) -> Move | None:
        return next((step for step in held if TURNS[step.code[1]] == turn), None)

    def dragged(self, state: Position, held: Sequence[Move], start: int, end: int) -> Move | None:
        """The slide in the main direction of the drag."""
        (down, across), (down_, across_) = (divmod(cell, self.columns) for cell in (start, end))
        dx, dy = across_ - across, down_ - down
        if abs(dx) == abs(dy):
            return None
        turn = ((dx > 0) - (dx < 0), 0) if abs(dx) > abs(dy) else (0, (dy > 0) - (dy < 0))
        return self._going(held, turn)

    def steer(
        self, state: Position, held: Sequence[Move], aim: Move | None, here: int, turn: Turn
    ) -> Move | None:
        return self._going(held, turn)

    def paint(self, canvas: Canvas, scale: int, scene: Scene) -> None:
        width, height = self.size(scale)
        canvas.fill(self.margin[0], self.margin[1], width - self.margin[0], height - self.margin[1], GROUND)
        self.label(canvas, scale)
        held, landings = held_places(self, scene), landing_places(self, scene)
        for cell, letter in enumerate(letters_of(scene.state)):
            x, y = self.corner(scale, cell)
            if letter == BLOCK:
                canvas.fill(x, y, 3, 1, STONE, self.signs.wall)
                if scene.cursor == cell:
                    canvas.put(x, y, self.signs.cursor[0], BRIGHT)
                    canvas.put(x + 2, y, self.signs.cursor[1], BRIGHT)
            elif letter == EMPTY:
                self._empty(canvas, x, y, cell, scene, cell in landings)
            else:
                self._tile(canvas, x, y, cell, letter, scene, cell in held)
        self._lines(canvas, scale)

    def _wants(self, cell: int) -> str:
        return self._wanted[cell] if self._wanted else EMPTY

    def _empty(self, canvas: Canvas, x: int, y: int, cell: int, scene: Scene, landing: bool) -> None:
        wanted = self._wants(cell)
        goal = wanted != EMPTY
        slant = self._slants.get(cell)
        marks = self.brackets(scene, cell, self.signs.wanted if goal else "  ")
        sign = self.signs.landing if landing else wanted if goal else self.signs.empty
        ink = self._marks[wanted].colour if goal else SLATE.line
        if slant is not None and goal:
            marks = self.signs.edges[2 + slant.rising] + marks[1]
        elif slant is not None and not landing:
            sign = self.signs.edges[2 + slant.rising]
            ink = self._marks[slant.colour].colour if slant.colour else SLATE.goal_letter
        bold = goal or slant is not None
        style = BRIGHT if landing else Style(ink=ink, ground=SLATE.tray, bold=bold)
        frame = BRIGHT if scene.cursor == cell else GOAL
        canvas.put(x, y, marks[0], frame)
        canvas.put(x + 1, y, sign, style)
        canvas.put(x + 2, y, marks[1], frame)

    def _tile(self, canvas: Canvas, x: int, y: int, cell: int, letter: str, scene: Scene, held: bool) -> None:
        home = self._wants(cell) == letter and self.puzzle.is_home(scene.state)
        marks = (
            self.signs.held
            if held
            else self.brackets(scene, cell, self.signs.home if home else self.signs.loose)
        )
        style = Style(ink=SLATE.letter, ground=self._marks[letter].colour, bold=True)
        canvas.put(x, y, marks[0] + letter + marks[1], style)

    def _lines(self, canvas: Canvas, scale: int) -> None:
        lattice = self.framed(scale)
        lattice.frame(HEAVY if self.puzzle.edges == "stop" else LIGHT)
        for cell, direction in self.puzzle.walls:
            lattice.wall(cell, direction, HEAVY)
        lattice.paint(canvas, *self.margin, self.signs, lambda weight: LINE)

    def goal(self) -> Canvas | None:
        if not self.puzzle.goal:
            return None
        rows = self.puzzle.goal
        made = Canvas(len(rows[0]) * 2 + 1, len(rows))
        made.fill(0, 0, made.width, made.height, GROUND)
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                stone = not self.puzzle.anywhere and y * self.columns + x in self.puzzle.blocks
                if letter != EMPTY:
                    style = Style(ink=SLATE.letter, ground=self._marks[letter].colour, bold=True)
                    made.put(x * 2 + 1, y, letter, style)
                else:
                    made.put(x * 2 + 1, y, self.signs.wall if stone else self.signs.empty, GROUND)
        return made


def view(puzzle: Ricochet, signs: Signs) -> RicochetView:
    """The terminal view of a ricochet board."""
    return RicochetView(puzzle, signs)
