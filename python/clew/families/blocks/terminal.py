"""Blocks in the terminal: outlines with shared lines, a colour for each piece, a gate in the frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.families.blocks.goal import anchors
from clew.families.blocks.puzzle import Blocks
from clew.pictures.apart import apart, rgb, touching
from clew.pictures.colours import SLATE
from clew.puzzles.cells import DIRECTIONS
from clew.tui.canvas import Canvas, Style
from clew.tui.grid import GridView
from clew.tui.signs import HEAVY, LIGHT
from clew.tui.view import BRIGHT, GOAL, GROUND, LINE, STONE, held_places, landing_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.puzzles.position import Move, Position
    from clew.tui.signs import Signs
    from clew.tui.view import Scene, Turn

EMPTY, WALL = "o", "x"
ARROWS = (6, 2, 0, 4)
"""The compass numbers of left, right, up, down."""

RED = 203
"""The terminal's colour that is nearest to the runner's in pictures."""


class BlocksView(GridView):
    """`puzzle.exit` is a gate; a goal grid stands on the empty cells, and as a picture beside the board."""

    puzzle: Blocks

    def __init__(self, puzzle: Blocks, signs: Signs) -> None:
        edge = puzzle.exit[1] if puzzle.exit else ""
        super().__init__(
            puzzle, signs, puzzle.rows, puzzle.columns, [(4, 2), (3, 1)], (2, 1 if edge == "up" else 0)
        )
        self.at_once = puzzle.metric == "step"
        self._below = 1 if edge == "down" else 0
        self._wanted = "".join(puzzle.goal or ()) or EMPTY * (self.rows * self.columns)
        self._runners = {puzzle.exit[0]} if puzzle.exit else set(self._wanted) - {".", EMPTY}
        self._grounds = self._grounds_of(puzzle)

    def _grounds_of(self, puzzle: Blocks) -> dict[str, str]:
        """The colour of each piece; a lone runner has its own, as in pictures."""
        rows = puzzle._begins().split("/")
        lone = dict.fromkeys(self._runners, RED) if len(self._runners) == 1 else {}
        found = apart(set("".join(rows)) - {EMPTY, WALL}, touching(rows), lone)
        hexed = {letter: "#{:02X}{:02X}{:02X}".format(*rgb(colour)) for letter, colour in found.items()}
        return hexed | dict.fromkeys(lone, SLATE.runner)

    def size(self, scale: int) -> tuple[int, int]:
        width, height = super().size(scale)
        return width + 2, height + self._below

    def grips(self, state: Position, step: Move) -> frozenset[int]:
        return self._covered(state, _signs(state)[step.code[0]])

    def landings(self, state: Position, step: Move) -> frozenset[int]:
        letter = _signs(state)[step.code[0]]
        return self._covered(step.after, letter) - self._covered(state, letter)

    def _covered(self, state: Position, letter: str) -> frozenset[int]:
        return frozenset(cell for cell, other in enumerate(_signs(state)) if other == letter)

    def ambiguity(self, step: Move) -> int:
        return sum(step.code[3::2])

    def _offset(self, step: Move) -> Turn:
        (down, across), (down_, across_) = (divmod(cell, self.columns) for cell in step.code[:2])
        return across_ - across, down_ - down

    def onward(self, state: Position, here: int, turn: Turn) -> int | None:
        """The nearest cell that is not of the same piece, which is marked as a whole."""
        letter = _signs(state)[here]
        same = frozenset() if letter in (EMPTY, WALL) else self._covered(state, letter)
        return self.nearest(here, turn, [place for place in self.places() if place not in same])

    def dragged(self, state: Position, held: Sequence[Move], start: int, end: int) -> Move | None:
        """The step that brings the piece nearest to where it was let go."""
        (down, across), (down_, across_) = (divmod(cell, self.columns) for cell in (start, end))
        dx, dy = across_ - across, down_ - down

        def off(step: Move) -> int:
            x, y = self._offset(step)
            return abs(dx - x) + abs(dy - y)

        best = min(held, key=off, default=None)
        return best if best is not None and off(best) < abs(dx) + abs(dy) else None

    def steer(
        self, state: Position, held: Sequence[Move], aim: Move | None, here: int, turn: Turn
    ) -> Move | None:
        x, y = (0, 0) if aim is None else self._offset(aim)
        by_offset = {self._offset(step): step for step in held}
        onward = (x + turn[0], y + turn[1])
        if onward == (0, 0):
            return None
        return by_offset.get(onward, aim)

    def follow(self, state: Position, step: Move, here: int) -> int:
        on_piece = here in self.grips(state, step)
        return here - step.code[0] + step.code[1] if on_piece else step.code[1]

    def paint(self, canvas: Canvas, scale: int, scene: Scene) -> None:
        held = held_places(self, scene)
        shown = scene if scene.aim is None else scene._replace(state=scene.aim.after)
        cells = _signs(shown.state)
        lifted = {_signs(scene.state)[cell] for cell in held}
        hinted = {_signs(scene.state)[cell] for cell in scene.hinted} - {EMPTY}
        width, height = GridView.size(self, scale)
        canvas.fill(self.margin[0], self.margin[1], width - self.margin[0], height - self.margin[1], GROUND)
        landings = landing_places(self, scene)
        for cell, letter in enumerate(cells):
            if letter == WALL:
                self._fill(canvas, scale, cell, cells, STONE, self.signs.wall)
            elif letter == EMPTY:
                self._empty(canvas, scale, cell, cell in landings or cell in scene.hinted)
            else:
                self._fill(canvas, scale, cell, cells, self._style(letter))
        self._lines(canvas, scale, cells, lifted | hinted)
        for letter in sorted(set(cells) - {EMPTY, WALL}):
            self._letter(canvas, scale, cells, letter, shown, letter in lifted, letter in hinted)
        if scene.cursor is not None and not lifted and cells[scene.cursor] in (EMPTY, WALL):
            self._cursor(canvas, scale, scene.cursor)
        self._gate(canvas, scale, cells)

    def _style(self, letter: str) -> Style:
        return Style(ink=SLATE.letter, ground=self._grounds[letter], bold=True)

    def _fill(self, canvas: Canvas, scale: int, cell: int, cells: str, style: Style, sign: str = " ") -> None:
        """Fills a cell in the colour of its piece, and the characters towards the parts to the right of it
        and below it.
        """
        across, down = self.pitches[scale]
        x, y = self.corner(scale, cell)
        right = (cell + 1) % self.columns and cells[cell + 1] == cells[cell]
        below = cell + self.columns < len(cells) and cells[cell + self.columns] == cells[cell]
        inside = across - 1 if down > 1 else across
        canvas.fill(x, y, inside, max(1, down - 1), style, sign)
        if right and down > 1:
            canvas.fill(x + inside, y, 1, down - 1, style, sign)
        if below and down > 1:
            diagonal = right and cells[cell + self.columns + 1] == cells[cell]
            canvas.fill(x, y + 1, across if diagonal else inside, 1, style, sign)

    def _empty(self, canvas: Canvas, scale: int, cell: int, landing: bool) -> None:
        x, y = self.corner(scale, cell)
        wanted = self._wanted[cell]
        sign = self.signs.landing if landing else self.signs.empty
        if wanted in self._runners:
            marks = self.signs.wanted
            canvas.put(x, y, marks[0] + (sign if landing else wanted) + marks[1], GOAL)
        else:
            canvas.put(x + 1, y, sign, BRIGHT if landing else GROUND)

    def _lines(self, canvas: Canvas, scale: int, cells: str, heavy: set[str]) -> None:
        lattice = self.framed(scale)
        lattice.frame()
        outlined = set(cells) - {EMPTY} if self.lined(scale) else set()
        for letter in sorted(outlined, key=lambda letter: letter in heavy):
            own = [cell for cell, other in enumerate(cells) if other == letter]
            lattice.around(own, HEAVY if letter in heavy else LIGHT)
        styles = {LIGHT: LINE, HEAVY: BRIGHT}
        lattice.paint(canvas, *self.margin, self.signs, lambda weight: styles[weight])

    def _letter(
        self, canvas: Canvas, scale: int, cells: str, letter: str, scene: Scene, held: bool, hinted: bool
    ) -> None:
        style = self._style(letter)
        own = [cell for cell, other in enumerate(cells) if other == letter]
        roomy = self.pitches[scale][1] > 1
        marks = self.signs.held if held else self.signs.hinted if hinted else "  "
        marks = self.signs.cursor if scene.cursor in own and not held else marks
        for cell in [self._middle(own)] if roomy else own:
            x, y = self.corner(scale, cell)
            if roomy:
                row, column = divmod(own[0], self.columns)
                bottom, right = divmod(own[-1], self.columns)
                if len(own) == (bottom - row + 1) * (right - column + 1):
                    x += (
                        (right - cell % self.columns + column - cell % self.columns)
                        * self.pitches[scale][0]
                        // 2
                    )
                    y += (
                        (bottom - cell // self.columns + row - cell // self.columns)
                        * self.pitches[scale][1]
                        // 2
                    )
            canvas.put(x, y, marks[0] + letter + marks[1], style)

    def _middle(self, own: list[int]) -> int:
        return own[len(own) // 2]

    def _cursor(self, canvas: Canvas, scale: int, cell: int) -> None:
        x, y = self.corner(scale, cell)
        canvas.put(x, y, self.signs.cursor[0], BRIGHT)
        canvas.put(x + 2, y, self.signs.cursor[1], BRIGHT)

    def _gate(self, canvas: Canvas, scale: int, cells: str) -> None:
        """A gap in the frame wherever the runner may touch it, with an arrow outward."""
        if self.puzzle.exit is None:
            return
        letter, edge = self.puzzle.exit
        direction = DIRECTIONS.index(edge)
        shape = [cell - self.puzzle.pieces[letter][0] for cell in self.puzzle.pieces[letter]]
        reached = {anchor + offset for anchor in anchors(self.puzzle)[letter] for offset in shape}
        across, down = self.pitches[scale]
        high = down - 1 if down > 1 else 1
        for cell in sorted(reached):
            row, column = divmod(cell, self.columns)
            if (column, self.columns - 1 - column, row, self.rows - 1 - row)[direction]:
                continue
            x, y = self.corner(scale, cell)
            # The runner's own colour runs through the gap once it has come to the edge.
            through = self._style(letter) if cells[cell] == letter else GROUND
            if direction < 2:
                at = (x - 1, x + across - 1 + (down == 1))[direction]
                canvas.fill(at, y, 1, high, through)
                canvas.put(at + (-1, 1)[direction], y, self.signs.arrows[ARROWS[direction]], BRIGHT)
            else:
                at = (y - 1, y + high)[direction - 2]
                canvas.fill(x, at, across - 1, 1, through)
                canvas.put(x + 1, at + (-1, 1)[direction - 2], self.signs.arrows[ARROWS[direction]], BRIGHT)

    def goal(self) -> Canvas | None:
        if self.puzzle.goal is None:
            return None
        made = Canvas(self.columns * 2 + 1, self.rows)
        made.fill(0, 0, made.width, made.height, GROUND)
        for cell, letter in enumerate(self._wanted):
            row, column = divmod(cell, self.columns)
            known = letter in self._runners
            wall = cell in self.puzzle.walls
            style = self._style(letter) if known else GROUND
            sign = letter if known else self.signs.wall if wall else self.signs.empty
            made.put(column * 2 + 1, row, sign, style)
        return made


def _signs(state: Position) -> str:
    """The signs of all cells, in one string."""
    return str(state).replace("/", "")


def view(puzzle: Blocks, signs: Signs) -> BlocksView:
    """The terminal view of a blocks board."""
    return BlocksView(puzzle, signs)
