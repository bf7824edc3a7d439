"""Pages to print: the boards of a solution, or sheets at true size for playing a puzzle by hand.

All lengths are millimetres. What is too large for a page is spread over several, which overlap and have
marks.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

from clew.pictures import compose, pdf
from clew.pictures.pdf import Page
from clew.pictures.renderer import renderer_of
from clew.pictures.shapes import Label, Paint, Rect, Shape, at, line
from clew.puzzles.families import NAMES, declared

if TYPE_CHECKING:
    from clew.pictures.drawable import Drawable
    from clew.pictures.renderer import Item, Renderer

SIZES = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
MARGIN = 15.0
FOOT = 12.0
GAP = 8.0
OVERLAP = 10.0
RULER = 50.0

CELL = 40.0
"""Millimetres between the centres of two cells of a custom puzzle."""

PIECE_ROOM = 3.0
THIN = Paint(stroke="strong", width=0.25)


def printed_pages(subject: Drawable, *, theme: str, marks: str, paper: str, cell: float | None) -> bytes:
    """The PDF: pages of boards for a solution, otherwise printable sheets of the one board."""
    pages = (
        _strip(subject, theme, marks, paper)
        if subject.is_line and subject.steps
        else _sheets(subject, theme, marks, paper, cell)
    )
    numbered = [footed(page, number, len(pages)) for number, page in enumerate(pages, 1)]
    return pdf.document(numbered, theme, subject.title)


def footed(page: Page, number: int, count: int) -> Page:
    """The page on its ground, with its number at the foot if there are several."""
    right = page.width - MARGIN
    foot = Label(f"{number} of {count}", right, page.height - MARGIN / 2 - 1, 3, "ink2", "end")
    ground = Rect(0, 0, page.width, page.height, 0, Paint(fill="paper"))
    return page._replace(shapes=[ground, *page.shapes, *([foot] if count > 1 else [])])


def _strip(subject: Drawable, theme: str, marks: str, paper: str) -> list[Page]:
    """The boards of the solution, as many per row and page as stay readable."""
    width, height = SIZES[paper]
    boards, wide, high = compose.tiles(subject, theme, marks)
    inner = width - 2 * MARGIN
    columns = min(4, max(3, compose.columns_for(len(boards))), len(boards))
    scale = min((inner - (columns - 1) * GAP) / columns / wide, 0.35)
    left = (width - columns * wide * scale - (columns - 1) * GAP) / 2
    pages: list[Page] = []
    number = 0
    while number < len(boards):
        shapes: list[Shape] = []
        top = MARGIN
        if not pages:
            shapes += compose.heading(subject, left, top, width - 2 * left, 7)
            top += 22
        rows = max(1, int((height - top - MARGIN - FOOT + GAP) // (high * scale + GAP)))
        for slot, board in enumerate(boards[number : number + rows * columns]):
            row, column = divmod(slot, columns)
            x, y = left + column * (wide * scale + GAP), top + row * (high * scale + GAP)
            shapes.append(at(x, y, [board], scale))
        number += rows * columns
        pages.append(Page(width, height, shapes))
    return pages


def _sheets(subject: Drawable, theme: str, marks: str, paper: str, cell: float | None) -> list[Page]:
    renderer = renderer_of(subject.puzzle, theme, marks)
    apart = _cell(subject.puzzle.family) if cell is None else cell
    scale = apart / renderer.unit
    state = subject.positions[subject.now]
    return [
        _start_page(subject, renderer, state, apart, paper),
        *_board_pages(renderer, scale, paper),
        *_piece_pages(renderer, renderer.parts(state), scale, paper),
    ]


def _board_pages(renderer: Renderer, scale: float, paper: str) -> list[Page]:
    """The board alone, centred on a landscape or portrait page, or on several pages if it must be."""
    short, long = SIZES[paper]
    wide, high = renderer.width * scale, renderer.height * scale
    board = at(0, 0, renderer.printed(), scale)
    # Landscape or portrait, whichever needs fewer pages; portrait if they need the same number.
    options = [(short, long), (long, short)]
    width, height = min(options, key=lambda size: _parts(wide, size[0]) * _parts(high, size[1]))
    across, down = _parts(wide, width), _parts(high, height)
    if across == down == 1:
        return [Page(width, height, [at((width - wide) / 2, (height - high) / 2, [board])])]
    return [
        _part(board, column, row, (across, down), (wide, high), (width, height))
        for row in range(down)
        for column in range(across)
    ]


def _parts(length: float, page: float) -> int:
    """How many overlapping pages a length takes."""
    inner = page - 2 * MARGIN
    return 1 if length <= inner else ceil((length - OVERLAP) / (inner - OVERLAP))


def _part(
    board: Shape,
    column: int,
    row: int,
    counts: tuple[int, int],
    board_size: tuple[float, float],
    size: tuple[float, float],
) -> Page:
    """One page of a large board; thin marks show where the next page begins."""
    inner = (size[0] - 2 * MARGIN, size[1] - 2 * MARGIN)
    start = (column * (inner[0] - OVERLAP), row * (inner[1] - OVERLAP))
    shown = (min(inner[0], board_size[0] - start[0]), min(inner[1], board_size[1] - start[1]))
    shapes: list[Shape] = []
    marks: list[tuple[tuple[float, float], tuple[float, float]]] = []
    if column:
        marks.append(((MARGIN + OVERLAP, MARGIN - 6), (MARGIN + OVERLAP, MARGIN - 1)))
    if column + 1 < counts[0]:
        x = MARGIN + inner[0]
        marks.append(((x, MARGIN - 6), (x, MARGIN - 1)))
    if row:
        marks.append(((MARGIN - 6, MARGIN + OVERLAP), (MARGIN - 1, MARGIN + OVERLAP)))
    if row + 1 < counts[1]:
        y = MARGIN + inner[1]
        marks.append(((MARGIN - 6, y), (MARGIN - 1, y)))
    shapes += [line(ends, THIN) for ends in marks]
    words = f"Row {row + 1}, column {column + 1} of the board. Cut at the marks and lay the parts together."
    shapes.append(Label(words, MARGIN, size[1] - MARGIN / 2 - 1, 2.6, "ink2", "start"))
    moved = at(MARGIN - start[0], MARGIN - start[1], [board])
    return Page(*size, shapes, (MARGIN, MARGIN, *shown), (moved,))


def _piece_pages(renderer: Renderer, items: list[Item], scale: float, paper: str) -> list[Page]:
    """The pieces to cut out, in rows, the tallest first."""
    width, height = SIZES[paper]
    sized = sorted(items, key=lambda item: -sum(renderer.reach_of(item.look)[1::2]))
    pages: list[list[Shape]] = []
    x, y, row = MARGIN, height, 0.0
    for item in sized:
        left, up, right, down = (reach * scale for reach in renderer.reach_of(item.look))
        wide, high = left + right, up + down
        if x + wide > width - MARGIN:
            x, y, row = MARGIN, y + row + PIECE_ROOM, 0.0
        if not pages or y + high > height - MARGIN - FOOT:
            pages.append([Label("Pieces to cut out", MARGIN, MARGIN + 2, 5, "ink", "start")])
            x, y, row = MARGIN, MARGIN + 10, 0.0
        pages[-1].append(at(x + left, y + up, renderer.look(item.look), scale))
        x, row = x + wide + PIECE_ROOM, max(row, high)
    return [Page(width, height, shapes) for shapes in pages]


def _start_page(subject: Drawable, renderer: Renderer, state: Any, apart: float, paper: str) -> Page:
    """The start position, the goal in words, and a ruler that shows whether the size is true."""
    width, height = SIZES[paper]
    inner = width - 2 * MARGIN
    shapes: list[Shape] = [
        Label(subject.title, MARGIN, MARGIN + 4, 7, "ink", "start", narrow=inner),
        Label(renderer.caption, MARGIN, MARGIN + 14, 4.2, "ink2", "start", narrow=inner),
    ]
    facts = [f"Cells are {apart:g} mm apart."]
    if subject.puzzle.par is not None:
        facts.insert(0, f"The fewest moves: {subject.puzzle.par}.")
    if subject.puzzle.author:
        facts.insert(0, f"By {subject.puzzle.author}.")
    shapes.append(Label(" ".join(facts), MARGIN, MARGIN + 21, 4.2, "ink2", "start", narrow=inner))
    scale = min(inner * 0.85 / renderer.width, (height - 120) / renderer.height)
    left = (width - renderer.width * scale) / 2
    shapes.append(at(left, MARGIN + 34, renderer.picture(state), scale))
    return Page(width, height, shapes + _ruler(MARGIN, height - MARGIN - FOOT))


def _ruler(x: float, y: float) -> list[Shape]:
    ticks = [line([(x + 10 * n, y - 3), (x + 10 * n, y)], THIN) for n in range(int(RULER // 10) + 1)]
    words = f"This line is {RULER:g} mm long if the sheets were printed at 100 %."
    return [
        line([(x, y), (x + RULER, y)], THIN),
        *ticks,
        Label(words, x + RULER + 5, y - 1, 3, "ink2", "start"),
    ]


def _cell(family: str) -> float:
    return declared(family).cell if family in NAMES else CELL
