"""A book of boards on paper: four to a page, numbered, with the answers at the back.

All lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from clew.errors import ClewError
from clew.pictures import pdf
from clew.pictures.glyphs import EM, advance
from clew.pictures.pdf import Page
from clew.pictures.print_sheets import FOOT, GAP, MARGIN, SIZES, footed
from clew.pictures.renderer import renderer_of
from clew.pictures.shapes import Label, Shape, at

if TYPE_CHECKING:
    from clew.pictures.drawable import Drawable

ACROSS, DOWN = 2, 2
HEAD = 17.0
"""The room above a board for its number, its title and its goal."""

MOST_CELL = 18.0
"""Millimetres between the centres of two cells of a small board."""

TEXT, LINE = 3.2, 4.6
"""The size of the text of answers, and from line to line."""


def book(subjects: Sequence[Drawable], *, theme: str, marks: str, paper: str) -> bytes:
    """The PDF. A subject with steps has an answer, others have none. Raises `ClewError` without a subject."""
    if not subjects:
        raise ClewError("there are no boards to put into a book")
    shapes = [*_boards(subjects, theme, marks, paper), *_answers(subjects, paper)]
    width, height = SIZES[paper]
    pages = [footed(Page(width, height, page), number, len(shapes)) for number, page in enumerate(shapes, 1)]
    return pdf.document(pages, theme, f"{len(subjects)} boards" if len(subjects) > 1 else subjects[0].title)


def _boards(subjects: Sequence[Drawable], theme: str, marks: str, paper: str) -> Iterator[list[Shape]]:
    """The boards, page by page."""
    width, height = SIZES[paper]
    wide = (width - 2 * MARGIN - (ACROSS - 1) * GAP) / ACROSS
    high = (height - 2 * MARGIN - FOOT - (DOWN - 1) * GAP) / DOWN
    each = ACROSS * DOWN
    for first in range(0, len(subjects), each):
        page: list[Shape] = []
        for slot, subject in enumerate(subjects[first : first + each]):
            row, column = divmod(slot, ACROSS)
            place = MARGIN + column * (wide + GAP), MARGIN + row * (high + GAP)
            page += [at(*place, _entry(subject, first + slot + 1, wide, high, theme, marks))]
        yield page


def _entry(subject: Drawable, number: int, wide: float, high: float, theme: str, marks: str) -> list[Shape]:
    """A board with its number, its title, its goal in words and its fewest moves."""
    puzzle = subject.puzzle
    renderer = renderer_of(puzzle, theme, marks)
    title = f"{number}. {puzzle.title}" if puzzle.title else f"{number}."
    facts = [renderer.caption]
    if puzzle.par is not None:
        facts.append(f"The fewest moves: {puzzle.par}.")
    elif subject.steps:
        facts.append(f"{subject.words[0].upper()}{subject.words[1:]}.")
    scale = min(wide / renderer.width, (high - HEAD) / renderer.height, MOST_CELL / renderer.unit)
    left = (wide - renderer.width * scale) / 2
    return [
        Label(title, 0, 3, 5, "ink", "start", narrow=wide),
        Label(" ".join(facts), 0, 10, 3.2, "ink2", "start", narrow=wide),
        at(left, HEAD, renderer.picture(subject.start), scale),
    ]


def _answers(subjects: Sequence[Drawable], paper: str) -> Iterator[list[Shape]]:
    """The answers in columns, page by page."""
    width, height = SIZES[paper]
    wide = (width - 2 * MARGIN - (ACROSS - 1) * GAP) / ACROSS
    told = list(_told(subjects, wide))
    below = MARGIN + 12
    rows = int((height - below - MARGIN - FOOT) // LINE)
    for first in range(0, len(told), rows * ACROSS):
        page: list[Shape] = [Label("Answers", MARGIN, MARGIN + 3, 6, "ink", "start")]
        for number, (text, ink) in enumerate(told[first : first + rows * ACROSS]):
            column, row = divmod(number, rows)
            x, y = MARGIN + column * (wide + GAP), below + row * LINE
            page.append(Label(text, x, y, TEXT, ink, "start", narrow=wide))
        yield page


def _told(subjects: Sequence[Drawable], wide: float) -> Iterator[tuple[str, str]]:
    """The lines of the answers, each with its ink; nothing if no subject has one."""
    if not any(subject.steps for subject in subjects):
        return
    for number, subject in enumerate(subjects, 1):
        words = subject.words or "no answer is known"
        yield f"{number}. {subject.puzzle.title or ''}".rstrip() + f" ({words})", "ink2"
        line = ""
        for step in subject.steps:
            if line and advance(f"{line} {step.name}") / EM * TEXT > wide:
                yield line, "ink"
                line = ""
            line = f"{line} {step.name}".lstrip()
        if line:
            yield line, "ink"
