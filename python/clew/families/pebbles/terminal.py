"""Pebbles in the terminal: a pebble in brackets above the number of its cell and the token of its plate.

(R)   a pebble away from home; [R] at home, in one colour with its plate; ( ) a hole
3 C   cell 3, whose plate is C
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from clew.families.pebbles.places import places_of
from clew.families.pebbles.signs import HOLE
from clew.pictures.colours import SLATE, marks_of
from clew.tui.canvas import Style, text_width
from clew.tui.view import BRIGHT, GROUND, View, held_places, landing_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.families.pebbles.puzzle import Pebbles
    from clew.puzzles.position import Move, Position
    from clew.tui.canvas import Canvas
    from clew.tui.signs import Signs
    from clew.tui.view import Point, Scene

HOLE_STYLE = Style(ink=SLATE.line, ground=SLATE.hole)
NUMBER = Style(ink="#A9B1B8", ground=SLATE.tray)
SIDE, ABOVE = 2, 1
"""Characters left and right of the board, and above and below it."""

LONGEST = 400
"""A board is drawn no larger than this many characters, even if cells then hide each other."""


class Scale:
    """A size to draw in: glyphs of 2 rows or 1, and how many characters cells are apart."""

    def __init__(self, view: PebblesView, rows: int, gap: tuple[int, int]) -> None:
        token, number = view.token, view.number
        self.rows = rows
        # One row holds "3(R)C".
        self.wide = max(token + 2, number + 1 + token) if rows == 2 else number + token * 2 + 2
        across = self.wide + gap[0]
        across += across % 2
        self.points = _placed(view.points, across, (rows + gap[1]) / view.row_height)
        if not view.regular:
            self._spread(view.points, across, rows + gap[1])

    def _spread(self, points: list[Point], across: int, down: int) -> None:
        """Moves cells further apart until none hides another."""
        factor = 1.0
        while self._hidden() and factor * across < LONGEST / 2:
            factor *= 1.2
            self.points = _placed(points, across * factor, down * factor)

    def _hidden(self) -> bool:
        return any(
            abs(a[0] - b[0]) <= self.wide and abs(a[1] - b[1]) < self.rows
            for a, b in combinations(self.points, 2)
        )

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of characters that the board takes."""
        right, bottom = max(x for x, _ in self.points), max(y for _, y in self.points)
        return right + self.wide + SIDE, bottom + self.rows + ABOVE


def _placed(points: list[Point], across: float, down: float) -> list[tuple[int, int]]:
    return [(SIDE + round(x * across), ABOVE + round(y * down)) for x, y in points]


class PebblesView(View):
    """The places are the cells."""

    puzzle: Pebbles
    lone_step_plays = True

    def __init__(self, puzzle: Pebbles, signs: Signs) -> None:
        super().__init__(puzzle, signs)
        tokens = {*puzzle.plates, *puzzle.pebbles}
        self.token = max(text_width(token) for token in tokens)
        self.number = len(str(puzzle.cells - 1))
        self.points = places_of(puzzle, 1.0).points
        self.regular = puzzle.layout is not None and puzzle.coordinates is None
        triangle = self.regular and not (puzzle.layout or "").startswith("grid")
        self.row_height = 3**0.5 / 2 if triangle else 1.0
        self._marks = marks_of(sorted(tokens - {HOLE}))
        self._edges = self._shortest_edges()
        apart = 5 if triangle else 3
        self._scales = [Scale(self, 2, (apart, 1)), Scale(self, 2, (2, 0)), Scale(self, 1, (2, 0))]

    def _shortest_edges(self) -> list[tuple[int, int]]:
        """The edges that run through no third cell: drawn, they make up the others."""
        return [
            (a, b)
            for a, b in self.puzzle.edges
            if not any(
                _between(self.points[a], self.points[b], point)
                for cell, point in enumerate(self.points)
                if cell not in (a, b)
            )
        ]

    @property
    def scales(self) -> int:
        """The number of sizes in which the board can be drawn."""
        return len(self._scales)

    def size(self, scale: int) -> tuple[int, int]:
        return self._scales[scale].size

    def places(self) -> Sequence[int]:
        """The cells, in order of their numbers."""
        return range(self.puzzle.cells)

    def place_at(self, scale: int, x: int, y: int) -> int | None:
        drawn = self._scales[scale]
        for cell, (left, top) in enumerate(drawn.points):
            if left <= x < left + drawn.wide and top <= y < top + drawn.rows:
                return cell
        return None

    def point(self, place: int, scale: int = 0) -> Point:
        drawn = self._scales[scale]
        x, y = drawn.points[place]
        return x + drawn.wide / 2, y

    def told(self, place: int) -> str:
        return f"cell {place}"

    def grips(self, state: Position, step: Move) -> frozenset[int]:
        return frozenset((step.code[0],))

    def landings(self, state: Position, step: Move) -> frozenset[int]:
        return frozenset((step.code[1],))

    def paint(self, canvas: Canvas, scale: int, scene: Scene) -> None:
        width, height = self.size(scale)
        canvas.fill(0, 0, width, height, GROUND)
        drawn = self._scales[scale]
        for a, b in self._edges if drawn.rows == 2 else ():
            self._edge(canvas, drawn, a, b)
        held, landings = held_places(self, scene), landing_places(self, scene)
        for cell, token in enumerate(self.puzzle.tokens(scene.state)):
            self._cell(canvas, drawn, cell, token, scene, cell in held, cell in landings)

    def _edge(self, canvas: Canvas, drawn: Scale, a: int, b: int) -> None:
        (ax, ay), (bx, by) = ((x + (drawn.wide - 1) // 2, y) for x, y in (drawn.points[a], drawn.points[b]))
        dx, dy = bx - ax, by - ay
        count = max(abs(dy), abs(dx) if abs(dx) > 3 * abs(dy) else 0, 1)
        steep = abs(dx) <= 2 * abs(dy)
        sign = self.signs.edges[0 if not dy else 1 if not dx else 4 if not steep else 2 if dx * dy > 0 else 3]
        top = max(ay, by)
        for step in range(1, count):
            y = round(ay + dy * step / count)
            if not dy or min(ay, by) + drawn.rows <= y < top:  # next to what is there it would be noise
                canvas.put(round(ax + dx * step / count), y, sign, GROUND)

    def _cell(
        self, canvas: Canvas, drawn: Scale, cell: int, token: str, scene: Scene, held: bool, landing: bool
    ) -> None:
        plate = self.puzzle.plates[cell]
        home = token == plate != HOLE
        marks = self.signs.home if home else self.signs.loose
        if held:
            marks = self.signs.held
        elif scene.aim is not None and cell == scene.aim.code[1]:
            marks = self.signs.cursor
        elif scene.aim is None:
            marks = self.brackets(scene, cell, marks)
        text = token
        style = (
            Style(ink=SLATE.letter, ground=self._marks[token].colour, bold=True)
            if token != HOLE
            else HOLE_STYLE
        )
        if token == HOLE:
            text = self.signs.landing if landing else " "
            bright = landing or scene.cursor == cell or cell in scene.hinted
            style = BRIGHT._replace(ground=SLATE.hole) if bright else HOLE_STYLE
        x, y = drawn.points[cell]
        pebble = f"{marks[0]}{_centred(text, self.token)}{marks[1]}"
        if drawn.rows == 1:
            canvas.put(x, y, f"{cell:>{self.number}}", NUMBER)
            x = canvas.put(x + self.number, y, pebble, style)
            canvas.put(x, y, "" if plate == HOLE else plate, self._plate(plate))
            return
        canvas.put(x + (drawn.wide - self.token - 2) // 2, y, pebble, style)
        self._below(canvas, drawn, x, y + 1, cell, home)

    def _below(self, canvas: Canvas, drawn: Scale, x: int, y: int, cell: int, home: bool) -> None:
        """The cell's number and its plate, in the colour of the pebble if that is at home."""
        plate = self.puzzle.plates[cell]
        shown = "" if plate == HOLE else plate
        label = f"{cell} {shown}".rstrip()
        x += (drawn.wide - text_width(label)) // 2
        number, own = NUMBER, self._plate(plate)
        if home:
            number = own = Style(ink=SLATE.letter, ground=self._marks[plate].colour, bold=True)
        x = canvas.put(x, y, f"{cell}", number)
        if shown:
            canvas.put(canvas.put(x, y, " ", number), y, shown, own)

    def _plate(self, plate: str) -> Style:
        if plate == HOLE:
            return NUMBER
        return Style(ink=self._marks[plate].colour, ground=SLATE.tray, bold=True)


def _centred(text: str, width: int) -> str:
    spare = width - text_width(text)
    return " " * ((spare + 1) // 2) + text + " " * (spare // 2)


def _between(a: Point, b: Point, point: Point) -> bool:
    """Whether a point lies on the line from `a` to `b`, within a hundredth of a pitch."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5
    if length == 0:
        return False
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length
    aside = abs((point[0] - a[0]) * dy - (point[1] - a[1]) * dx) / length
    return bool(aside < 0.01 and 0.01 < along < length - 0.01)


def view(puzzle: Pebbles, signs: Signs) -> PebblesView:
    """The terminal view of a pebbles board."""
    return PebblesView(puzzle, signs)
