"""Blocks: colours show roles. The pieces of the goal are vermilion, horizontal ones ivory, vertical ones
slate-blue.

The goal is a gate in the rim with a chevron, or dashed outlines in the seams between the cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.blocks.puzzle import Blocks
from clew.families.blocks.words import read_path
from clew.pictures.outline import outline
from clew.pictures.renderer import Item, Renderer, Way
from clew.pictures.shapes import Label, Paint, Path, Point, Rect, Shape, at, line
from clew.puzzles.cells import DELTAS, cell_number

if TYPE_CHECKING:
    from clew.puzzles.position import Code, Position

CELL = 100.0
MARGIN = 24.0
INSET = 7.0
RADIUS = 20.0


class BlockRenderer(Renderer):
    """Draws a blocks board. `puzzle`, `theme` and `marks` are as in `clew.draw`."""

    unit = CELL

    def __init__(self, puzzle: Blocks, theme: str, marks: str) -> None:
        super().__init__(theme, marks)
        self.puzzle = puzzle
        self.width = puzzle.columns * CELL + 2 * MARGIN
        self.height = puzzle.rows * CELL + 2 * MARGIN
        self.named = {puzzle.exit[0]} if puzzle.exit else set("".join(puzzle.goal or ())) - {"."}

    @property
    def caption(self) -> str:
        if self.puzzle.exit is not None:
            piece, edge = self.puzzle.exit
            if self.puzzle.movement == "axis":
                return f"Bring block {piece} to the gate."
            name = {"up": "upper", "down": "lower"}.get(edge, edge)
            return f"Bring block {piece} to the {name} edge."
        return "Bring the marked blocks to their outlines."

    def _cells(self, letter: str, state: Position | None = None) -> list[tuple[int, int]]:
        columns = self.puzzle.columns
        pieces = self.puzzle.pieces if state is None else self.puzzle._piece_cells(state)
        cells = pieces[letter]
        return [(cell % columns, cell // columns) for cell in cells]

    def backdrop(self) -> list[Shape]:
        colours, puzzle = self.colours, self.puzzle
        shapes = self.tray(self.width, self.height, 30)
        shapes += self._gate()
        for row in range(puzzle.rows):
            for column in range(puzzle.columns):
                if row * puzzle.columns + column not in puzzle.walls:
                    x, y = MARGIN + column * CELL, MARGIN + row * CELL
                    shapes.append(Rect(x + 2, y + 2, CELL - 4, CELL - 4, 12, Paint(fill=colours.cell)))
        walls = [(cell % puzzle.columns, cell // puzzle.columns) for cell in sorted(puzzle.walls)]
        if walls:
            stone = self.edged(Paint(fill=colours.stone, shade=True))
            shapes.append(at(MARGIN, MARGIN, [Path(outline(walls, CELL, 2, 12), stone)]))
        return shapes + self._goals()

    def _gate(self) -> list[Shape]:
        """The gap in the rim: as wide as the piece on its line, or the whole edge where it moves freely."""
        puzzle, colours = self.puzzle, self.colours
        if puzzle.exit is None:
            return []
        piece, edge = puzzle.exit
        upright = edge in ("left", "right")
        cells = self._cells(piece)
        across = [y if upright else x for x, y in cells]
        first, last = min(across), max(across)
        if puzzle.movement == "free":
            first, last = 0, (puzzle.rows if upright else puzzle.columns) - 1
        start, length = MARGIN + first * CELL + 4, (last - first + 1) * CELL - 8
        middle = start + length / 2
        near, far = edge in ("left", "up"), self.width if upright else self.height
        rim = 0.0 if near else far - MARGIN - 4
        gap = (rim, start, MARGIN + 4, length) if upright else (start, rim, length, MARGIN + 4)
        tip = (MARGIN / 2 - 5 if near else far - MARGIN / 2 + 5, middle)
        back = 8 if near else -8
        points = [(tip[0] + back, tip[1] - 16), tip, (tip[0] + back, tip[1] + 16)]
        if not upright:
            points = [(y, x) for x, y in points]
        shapes: list[Shape] = [Rect(*gap, 0, Paint(fill=colours.cell))]
        return [*shapes, line(points, Paint(stroke=colours.runner, width=5.5))]

    def _goals(self) -> list[Shape]:
        if self.puzzle.goal is None:
            return []
        shapes: list[Shape] = []
        for letter in sorted(self.named):
            cells = self._goal_cells(letter)
            paint = Paint(stroke=self.colours.runner, width=5, dash=(11, 11))
            shapes.append(at(MARGIN, MARGIN, [Path(outline(cells, CELL, 1.5, 16), paint)]))
        return shapes

    def _goal_cells(self, letter: str) -> list[tuple[int, int]]:
        columns = self.puzzle.columns
        text = "".join(self.puzzle.goal or ())
        return [(cell % columns, cell // columns) for cell, other in enumerate(text) if other == letter]

    def _goal_letters(self, state: Position) -> list[Item]:
        """The letters of the goals that are not covered."""
        rows = str(state).split("/")
        found = []
        for letter in sorted(self.named) if self.puzzle.goal else []:
            x, y = _middle(self._goal_cells(letter))
            around = {(int(x + a), int(y + b)) for a in (-0.3, 0.3) for b in (-0.3, 0.3)}
            if all(rows[row][column] == "o" for column, row in around):
                found.append(Item(f"goal {letter}", f"goal:{letter}", MARGIN + x * CELL, MARGIN + y * CELL))
        return found

    def items(self, state: Position) -> list[Item]:
        found = self._goal_letters(state)
        corners = self._corners(state)
        for letter in self.puzzle.pieces:
            x, y = corners[letter]
            found.append(Item(letter, letter, x, y))
        return found

    def _corners(self, state: Position) -> dict[str, Point]:
        """The upper left corner of each piece, from one pass over the state: a map has many."""
        left: dict[str, int] = {}
        top: dict[str, int] = {}
        for y, row in enumerate(str(state).split("/")):
            for x, letter in enumerate(row):
                top.setdefault(letter, y)
                left[letter] = min(x, left.get(letter, x))
        return {letter: (MARGIN + left[letter] * CELL, MARGIN + top[letter] * CELL) for letter in top}

    def _corner(self, letter: str, state: Position) -> Point:
        cells = self._cells(letter, state)
        return MARGIN + min(x for x, _ in cells) * CELL, MARGIN + min(y for _, y in cells) * CELL

    def _shape(self, letter: str) -> list[tuple[int, int]]:
        cells = self._cells(letter)
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        return [(x - left, y - top) for x, y in cells]

    def look(self, name: str) -> list[Shape]:
        colours = self.colours
        if name.startswith("goal:"):
            return [Label(name[5:], 0, 0, 34, colours.goal_letter)]
        cells = self._shape(name)
        segments = outline(cells, CELL, INSET, RADIUS)
        paint = self.edged(Paint(fill=self._colour(name, cells), shade=True))
        shapes: list[Shape] = []
        if colours.edge is None:
            shapes.append(at(0, 4, [Path(segments, Paint(fill=colours.hole, opacity=0.75))]))
        shapes.append(Path(segments, paint))
        x, y = _middle(cells)
        return [*shapes, *self._grooves(cells), Label(name, x * CELL, y * CELL, 36, colours.letter)]

    def _colour(self, letter: str, cells: list[tuple[int, int]]) -> str:
        if letter in self.named:
            return self.colours.runner
        wide, high = max(x for x, _ in cells), max(y for _, y in cells)
        return self.colours.standing if high > wide else self.colours.lying

    def _grooves(self, cells: list[tuple[int, int]]) -> list[Shape]:
        """Two short lines across each end of a piece that moves along its axis only."""
        if self.puzzle.movement != "axis":
            return []
        upright = cells[-1][1] > 0
        length = len(cells) * CELL
        paint = Paint(stroke=self.colours.letter, width=3, opacity=0.3)
        found: list[Shape] = []
        for along in (22, 32, length - 32, length - 22):
            ends = [(along, CELL / 2 - 14), (along, CELL / 2 + 14)]
            found.append(line([(y, x) for x, y in ends] if upright else ends, paint))
        return found

    def reach_of(self, name: str) -> tuple[float, float, float, float]:
        if not self.is_piece(name):
            return super().reach_of(name)
        cells = self._shape(name)
        right, down = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
        return 0.0, 0.0, right * CELL, down * CELL + 2

    def stop(self, kind: str, place: str) -> Point | None:
        cells, first = self._cells(kind), cell_number(place, self.puzzle.rows, self.puzzle.columns)
        if first is None:
            return None
        row, column = divmod(first, self.puzzle.columns)
        left, top = cells[0]
        x, y = _middle([(x - left + column, y - top + row) for x, y in cells])
        return MARGIN + x * CELL, MARGIN + y * CELL

    def is_piece(self, name: str) -> bool:
        return not name.startswith("goal:")

    def printed(self) -> list[Shape]:
        letters = [
            (letter, _middle(self._goal_cells(letter))) for letter in sorted(self.named) if self.puzzle.goal
        ]
        return self.backdrop() + [
            at(MARGIN + x * CELL, MARGIN + y * CELL, self.look(f"goal:{letter}"))
            for letter, (x, y) in letters
        ]

    def ring(self, name: str) -> list[Shape]:
        segments = outline(self._shape(name), CELL, 1, RADIUS + 5)
        gap = outline(self._shape(name), CELL, 5, RADIUS + 2)
        return [
            Path(gap, Paint(stroke=self.colours.tray, width=4)),
            Path(segments, Paint(stroke=self.attention, width=5)),
        ]

    def way(self, state: Position, code: Code) -> Way:
        read = read_path(self.puzzle._names(state, [code])[0])
        assert read is not None
        letter, path = read
        here = self._corner(letter, state)
        points = [here]
        turn = (0.0, 0.0)
        for direction, count in path:
            down, right = DELTAS[direction]
            turn = (float(right), float(down))
            points.append((points[-1][0] + right * CELL * count, points[-1][1] + down * CELL * count))
        lead = self._lead(letter, points, turn)
        return Way(letter, letter, letter, points, lead, turn)

    def _lead(self, letter: str, points: list[Point], turn: Point) -> Point:
        """The centre of the foremost newly covered cell, the one nearest the centre of the piece."""
        cells = self._shape(letter)
        (x, y), (sx, sy) = points[-1], points[0]
        shift = (round((x - sx) / CELL), round((y - sy) / CELL))
        old = set(cells)
        new = [cell for cell in cells if (cell[0] + shift[0], cell[1] + shift[1]) not in old] or cells
        mx, my = _middle(cells)

        def rank(cell: tuple[int, int]) -> tuple[float, float]:
            cx, cy = cell[0] + 0.5, cell[1] + 0.5
            aside = abs((cx - mx) * turn[1]) + abs((cy - my) * turn[0])
            return -(cx * turn[0] + cy * turn[1]), aside

        front = min(new, key=rank)
        foremost = [cell for cell in new if rank(cell)[0] == rank(front)[0]]
        aside = sum(cell[1] if turn[0] else cell[0] for cell in foremost) / len(foremost) + 0.5
        fx, fy = (front[0] + 0.5, aside) if turn[0] else (aside, front[1] + 0.5)
        return x + fx * CELL, y + fy * CELL

    def trail(self, way: Way) -> list[Point]:
        """From the edge of the piece along its way, for the piece's foremost point."""
        (lx, ly), (ex, ey) = way.lead, way.points[-1]
        dx, dy = lx - ex, ly - ey
        middle = [(x + dx, y + dy) for x, y in way.points[:-1]]
        if len(middle) == 1:
            (sx, sy), (tx, ty) = middle[0], way.turn
            start, end = (sx + tx * CELL * 0.55, sy + ty * CELL * 0.55), (lx - tx * 26, ly - ty * 26)
            return [start, end] if (end[0] - start[0]) * tx + (end[1] - start[1]) * ty > 12 else []
        return [*middle, (lx - way.turn[0] * 26, ly - way.turn[1] * 26)]


def _middle(cells: list[tuple[int, int]]) -> Point:
    """The middle of the cells; where that is not inside them, the middle of the cell nearest to it."""
    x = sum(cell[0] for cell in cells) / len(cells) + 0.5
    y = sum(cell[1] for cell in cells) / len(cells) + 0.5
    around = {(int(x + a), int(y + b)) for a in (-0.3, 0.3) for b in (-0.3, 0.3)}
    if around <= set(cells):
        return x, y
    nearest = min(cells, key=lambda cell: ((cell[0] + 0.5 - x) ** 2 + (cell[1] + 0.5 - y) ** 2, cell))
    return nearest[0] + 0.5, nearest[1] + 0.5


def renderer(puzzle: Blocks, theme: str, marks: str) -> BlockRenderer:
    """The renderer of a blocks board; see `clew.draw` for `theme` and `marks`."""
    return BlockRenderer(puzzle, theme, marks)
