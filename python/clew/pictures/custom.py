"""A custom puzzle: its state as text on a tile, or as the SVG that the puzzle gives of it.

Text of several lines keeps its columns, so that boards drawn with characters look as intended; a long state
on one line is broken after a comma or a space.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.pictures.glyphs import EM, advance
from clew.pictures.own_svg import size_of
from clew.pictures.renderer import Item, Renderer, Way
from clew.pictures.shapes import Drawing, Label, Paint, Rect, Shape

if TYPE_CHECKING:
    from clew.custom.adaptor import Custom
    from clew.puzzles.position import Code

WIDTH, HEIGHT, MARGIN = 360.0, 260.0, 22.0
LARGEST = 56.0
"""The font size of short texts."""

PITCH = 0.72
"""The width of a column, in ems."""

LEADING = 1.25
MOST_LINES, MOST_SIGNS = 40, 80
WRAPPED = 24
"""The length at which a state on one line is broken."""


def lines_of(text: str) -> list[str]:
    """The lines of a state's text as they are drawn; longer text is cut off with dots."""
    lines = text.expandtabs(4).split("\n")
    if len(lines) == 1:
        lines = _broken(lines[0])
    lines = [line.rstrip() for line in lines]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], "..."]
    return [line if len(line) <= MOST_SIGNS else line[: MOST_SIGNS - 3] + "..." for line in lines]


def _broken(line: str) -> list[str]:
    """One line as several of about the same length, broken after commas and spaces."""
    if len(line) <= WRAPPED:
        return [line]
    rows = max(2, round((len(line) / 12) ** 0.5))
    most = -(-len(line) // rows) + 4
    lines = [""]
    for word in line.replace(", ", ",\0").replace(" ", " \0").split("\0"):
        if lines[-1] and len(lines[-1]) + len(word) > most:
            lines.append("")
        lines[-1] += word
    return [line.strip() for line in lines]


class CustomRenderer(Renderer):
    """Draws a custom puzzle's state as text on a tile."""

    unit = WIDTH
    width, height = WIDTH, HEIGHT

    def __init__(self, puzzle: Custom, theme: str, marks: str) -> None:
        super().__init__(theme, marks)
        self.puzzle = puzzle

    @property
    def caption(self) -> str:
        return "Find moves that lead to a goal."

    def backdrop(self) -> list[Shape]:
        cell = Paint(fill=self.colours.cell)
        inner = Rect(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN, 12, cell)
        return [*self.tray(WIDTH, HEIGHT, 30), inner]

    def items(self, state: Any) -> list[Item]:
        return [Item("state", self.puzzle.draw(state), WIDTH / 2, HEIGHT / 2)]

    def look(self, name: str) -> list[Shape]:
        lines = lines_of(name)
        wide, high = WIDTH - 4 * MARGIN, HEIGHT - 4 * MARGIN
        ink = self.colours.goal_letter
        if len(lines) == 1 or "\n" not in name:
            widest = max(advance(line) for line in lines) / EM or 1
            size = min(LARGEST, wide / widest, high / (LEADING * len(lines)))
            return [
                Label(line, 0, (row - (len(lines) - 1) / 2) * LEADING * size, size, ink)
                for row, line in enumerate(lines)
                if line
            ]
        columns = max(map(len, lines)) or 1
        size = min(LARGEST, wide / (PITCH * columns), high / (LEADING * len(lines)))
        return [
            Label(
                sign,
                (column - (columns - 1) / 2) * PITCH * size,
                (row - (len(lines) - 1) / 2) * LEADING * size,
                size,
                ink,
                narrow=PITCH * size,
            )
            for row, line in enumerate(lines)
            for column, sign in enumerate(line)
            if not sign.isspace()
        ]

    def ring(self, name: str) -> list[Shape]:
        return []

    def way(self, state: Any, code: Code) -> Way | None:
        return None


CARD = "#FFFFFF"
"""The background behind a puzzle's own SVG, which mostly expects white paper."""


class SvgRenderer(CustomRenderer):
    """Draws a custom puzzle's state as the SVG that it gives, on a card as wide as the start's picture."""

    def __init__(self, puzzle: Custom, theme: str, marks: str, start: Any) -> None:
        super().__init__(puzzle, theme, marks)
        width, height = size_of(start, self._method)
        scale = WIDTH / max(width, height)
        self._inner = (max(width * scale, 1.0), max(height * scale, 1.0))
        self.width, self.height = (side + 2 * MARGIN for side in self._inner)
        self.unit = max(self.width, self.height)

    @property
    def _method(self) -> str:
        return f"{type(self.puzzle.own).__name__}.svg"

    def backdrop(self) -> list[Shape]:
        return [Rect(0, 0, self.width, self.height, 14, self.edged(Paint(fill=CARD)))]

    def items(self, state: Any) -> list[Item]:
        text = self.puzzle.own.svg(state)
        size_of(text, f"{self._method}({state!r})")
        return [Item("state", str(text), self.width / 2, self.height / 2)]

    def look(self, name: str) -> list[Shape]:
        width, height = self._inner
        return [Drawing(-width / 2, -height / 2, width, height, name)]


def renderer(puzzle: Custom, theme: str, marks: str) -> CustomRenderer:
    """The renderer of a custom puzzle; see `clew.draw` for `theme` and `marks`."""
    start = puzzle.own.svg(puzzle.initial())
    return CustomRenderer(puzzle, theme, marks) if start is None else SvgRenderer(puzzle, theme, marks, start)
