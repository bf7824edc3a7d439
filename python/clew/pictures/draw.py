"""`clew.draw`: a picture of a puzzle, a solution, a game or a hint, as SVG, PNG, animated GIF or PDF."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, overload

from clew.boards.load import adapted
from clew.errors import ClewError
from clew.pictures import compose
from clew.pictures.animation import animated_gif
from clew.pictures.book import book
from clew.pictures.colours import THEMES
from clew.pictures.drawable import Line, subject_of
from clew.pictures.heat import HeatLike
from clew.pictures.heat import picture as heat_picture
from clew.pictures.print_sheets import printed_pages
from clew.pictures.raster import png
from clew.pictures.renderer import MARKS
from clew.pictures.svg import document
from clew.puzzles.fields import closest
from clew.replacement import write_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.pictures.drawable import Drawable
    from clew.pictures.svg import Svg
    from clew.puzzle import Puzzle

FORMATS = ("svg", "png", "gif", "pdf")
PAPERS = ("A4", "Letter")
GIF_WIDTH = 480


@overload
def draw(
    thing: object,
    path: None = None,
    *,
    theme: str = "auto",
    marks: str = "letters",
    width: int | None = None,
    step: int | None = None,
    background: bool = True,
    smooth: bool = True,
    seconds: float = 0.6,
    paper: str = "A4",
    cell: float | None = None,
    puzzle: Puzzle | str | None = None,
) -> Svg: ...
@overload
def draw(
    thing: object,
    path: str | os.PathLike[str],
    *,
    theme: str = "auto",
    marks: str = "letters",
    width: int | None = None,
    step: int | None = None,
    background: bool = True,
    smooth: bool = True,
    seconds: float = 0.6,
    paper: str = "A4",
    cell: float | None = None,
    puzzle: Puzzle | str | None = None,
) -> None: ...
def draw(
    thing: object,
    path: str | os.PathLike[str] | None = None,
    *,
    theme: str = "auto",
    marks: str = "letters",
    width: int | None = None,
    step: int | None = None,
    background: bool = True,
    smooth: bool = True,
    seconds: float = 0.6,
    paper: str = "A4",
    cell: float | None = None,
    puzzle: Puzzle | str | None = None,
) -> Svg | None:
    """Draws a puzzle, a solution, a game, a hint or a heat map, and writes the picture to `path`; the ending
    chooses the format.

    Moves, in one string or a list of names, can be drawn if `puzzle` is given:
    ``clew.draw("AR1", "line.gif", puzzle="blocks:AAo/ooo")``.

    `.svg`: a board, or all boards of a solution, each with the next move. `.png`: the same as pixels. `.gif`:
    a solution or a game, animated. `.pdf`: the boards of a solution on pages, or printable sheets of a puzzle
    at true size: the board, and the pieces to cut out. A list of puzzles and solutions becomes a book, as
    `.pdf`: four boards to a page, and the moves of the solutions at the back. A heat map becomes one board
    for each kind of piece, as `.svg` or `.png`. Without a path, returns the SVG, for notebooks. PNG and GIF
    need the extra `draw`.

    `theme`: "auto" (follows the reader's system; light in formats that cannot), "light", "dark" or "print".
    `marks`: "letters" or "shapes" on pieces.
    `width`: in pixels.
    `step`: draw only the board after that many moves of a solution or a game.
    `background`: draw the page around the boards; otherwise it is transparent. GIF: `smooth` or in steps, and
    the `seconds` for which each board is shown. PDF: `paper` "A4" or "Letter", and `cell`, the millimetres
    between the centres of two cells on a sheet.

    >>> print(clew.draw(clew.load("null:3"))[:4])
    <svg

    Raises `ClewError` if there is no such picture or the extra is missing, `OSError` if the file cannot be
    written.
    """
    _check(theme, "theme", THEMES)
    _check(marks, "marks", MARKS)
    _check(paper, "paper", PAPERS)
    _check_numbers(width, seconds, cell)
    form = "svg" if path is None else _format(os.fspath(path))
    if isinstance(thing, list | tuple) and puzzle is None:
        _book(thing, form, path, theme, marks, paper)
        return None
    if isinstance(thing, HeatLike):
        _check_heat(form, step)
        return _stored(_heat(thing, theme, marks, background, form), width, form, path)
    subject = _stepped(subject_of(thing if puzzle is None else _line(puzzle, thing)), step)
    if form == "gif":
        made = animated_gif(
            subject, theme=theme, marks=marks, width=width or GIF_WIDTH, smooth=smooth, seconds=seconds
        )
    elif form == "pdf":
        made = printed_pages(subject, theme=_printed(theme), marks=marks, paper=paper, cell=cell)
    else:
        return _stored(_still(subject, theme, marks, background, form), width, form, path)
    assert path is not None
    write_whole(path, made)
    return None


def _book(
    things: Sequence[object],
    form: str,
    path: str | os.PathLike[str] | None,
    theme: str,
    marks: str,
    paper: str,
) -> None:
    if path is None or form != "pdf":
        raise ClewError("several boards are drawn as a book: give a path that ends in .pdf")
    subjects = [subject_of(thing) for thing in things]
    made = book(subjects, theme=_printed(theme), marks=marks, paper=paper)
    write_whole(path, made)


def _printed(theme: str) -> str:
    return "print" if theme == "auto" else theme


def _line(puzzle: Puzzle | str, moves: object) -> Line:
    """Moves of a puzzle as something to draw. Raises `ClewError` for anything but names of moves."""
    if not isinstance(moves, str) and not (
        isinstance(moves, list | tuple) and all(isinstance(move, str) for move in moves)
    ):
        raise ClewError(
            f"with puzzle=, clew.draw takes moves (one string or a list of names), not {type(moves).__name__}"
        )
    return Line(adapted(puzzle), moves)


def _still(
    subject: Drawable, theme: str, marks: str, background: bool, form: str
) -> tuple[compose.Picture, str]:
    """A picture that does not move, and the theme of its file."""
    theme = _fixed(theme, form)
    make = compose.strip if subject.is_line and subject.steps else compose.board
    return make(subject, theme, marks, background), theme


def _heat(heat: HeatLike, theme: str, marks: str, background: bool, form: str) -> tuple[compose.Picture, str]:
    theme = _fixed(theme, form)
    return heat_picture(heat, theme, marks, background), theme


def _fixed(theme: str, form: str) -> str:
    return "light" if theme == "auto" and form == "png" else theme


def _stored(
    made: tuple[compose.Picture, str], width: int | None, form: str, path: str | os.PathLike[str] | None
) -> Svg | None:
    """Writes a still picture, or returns it if there is no path."""
    picture, theme = made
    text = document(
        picture.shapes,
        picture.width,
        picture.height,
        theme=theme,
        title=picture.title,
        description=picture.description,
        pixels=width,
    )
    if path is None:
        return text
    content = text.encode() if form == "svg" else _png(picture, text, width)
    write_whole(path, content)
    return None


def _png(picture: compose.Picture, text: str, width: int | None) -> bytes:
    across = round(picture.width) if width is None else width
    return png(text, across, max(1, round(across * picture.height / picture.width)))


def _stepped(subject: Drawable, step: int | None) -> Drawable:
    """The board after `step` moves, marked with the next move; the subject itself for None."""
    if step is None:
        return subject
    count = len(subject.steps)
    if not 0 <= step <= count:
        raise ClewError(f"there is no step {step}: there are {count} moves, so steps go from 0 to {count}")
    following = subject.steps[step] if step < count else None
    words = f"Move {step + 1} of {count}: {following.name}" if following else subject.words
    return subject._replace(now=step, following=following, words=words, is_line=False)


def _format(path: str) -> str:
    form = os.path.splitext(path)[1].lower().lstrip(".")
    if form not in FORMATS:
        ending = f"ends in .{form}" if form else "has no ending"
        raise ClewError(f"{path}: the name {ending}; it must end in {', '.join('.' + f for f in FORMATS)}")
    return form


def _check(value: str, name: str, known: tuple[str, ...]) -> None:
    if value not in known:
        near = closest(value, known) if isinstance(value, str) else ""
        raise ClewError(f"{name} is {value!r}{near} It must be one of {', '.join(known)}")


def _check_heat(form: str, step: int | None) -> None:
    if form not in ("svg", "png"):
        raise ClewError(f"a heat map has no moves to show as .{form}; draw it as .svg or .png")
    if step is not None:
        raise ClewError("a heat map has no steps; step= is for solutions and games")


def _check_numbers(width: int | None, seconds: float, cell: float | None) -> None:
    if width is not None and not 16 <= width <= 16_000:
        raise ClewError(f"width is {width}; it must be from 16 to 16000 pixels")
    if not 0 <= seconds <= 60:
        raise ClewError(f"seconds is {seconds}; each board can be shown for 0 to 60 seconds")
    if cell is not None and not 2 <= cell <= 200:
        raise ClewError(f"cell is {cell}; two cells can be from 2 to 200 mm apart")
