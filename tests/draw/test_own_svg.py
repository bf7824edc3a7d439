"""A custom puzzle that draws its states itself, as SVG: where it is seen, and what is refused."""

from __future__ import annotations

import io
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import clew

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 60 30">'
)


class Lamps(clew.Puzzle):
    """Two lamps to switch on; `extra` goes into every picture."""

    def __init__(self, extra: str = "", head: str = HEAD) -> None:
        self.extra, self.head = extra, head

    def initial(self) -> tuple[bool, bool]:
        return False, False

    def moves(self, state: Any) -> list[int]:
        return [0, 1]

    def apply(self, state: Any, move: Any) -> tuple[bool, bool]:
        return tuple(lit != (lamp == move) for lamp, lit in enumerate(state))

    def is_goal(self, state: Any) -> bool:
        return all(state)

    def svg(self, state: Any) -> str | None:
        lamps = "".join(
            f'<circle cx="{15 + 30 * lamp}" cy="15" r="12" fill="{"#FF0000" if lit else "#0000FF"}"/>'
            for lamp, lit in enumerate(state)
        )
        return f"{self.head}{self.extra}{lamps}</svg>"


def pictures(text: str) -> list[str]:
    """The puzzle's own pictures in an SVG."""
    found = re.findall('href="data:image/svg[+]xml;base64,([^"]*)"', text)
    return [b64decode(data).decode() for data in found]


def test_a_board_and_a_solution_show_it() -> None:
    puzzle = Lamps()
    assert pictures(clew.draw(puzzle)) == [puzzle.svg((False, False))]
    solution = clew.solve(puzzle)
    assert pictures(clew.draw(solution)) == [puzzle.svg(state) for state in solution.positions]


def reds_and_blues(image: Image.Image) -> tuple[bool, bool]:
    data = image.convert("RGB").tobytes()
    colours = {tuple(data[at : at + 3]) for at in range(0, len(data), 3)}
    red = any(r > 200 and g < 60 and b < 60 for r, g, b in colours)
    return red, any(b > 200 and r < 60 and g < 60 for r, g, b in colours)


def test_pixels_and_films_show_it(tmp_path: Path) -> None:
    clew.draw(Lamps(), tmp_path / "lamps.png", width=200)
    assert reds_and_blues(Image.open(tmp_path / "lamps.png")) == (False, True)
    clew.draw(clew.solve(Lamps()), tmp_path / "lamps.gif", width=200)
    film = Image.open(io.BytesIO((tmp_path / "lamps.gif").read_bytes()))
    assert getattr(film, "n_frames", 1) == 3
    assert reds_and_blues(film) == (False, True)
    film.seek(2)
    assert reds_and_blues(film)[0]


def test_a_notebook_shows_it() -> None:
    html = clew.solve(Lamps())._repr_html_()
    assert html is not None and len(pictures(html)) == 3
    assert len(pictures(Lamps()._repr_svg_() or "")) == 1 and Lamps()._repr_html_() is None


def test_none_shows_the_text() -> None:
    class Told(Lamps):
        def svg(self, state: Any) -> str | None:
            return None

    assert "image" not in clew.draw(Told())


def test_parts_of_the_picture_may_refer_to_each_other() -> None:
    fine = (
        '<defs><linearGradient id="g"/></defs><style>path { fill: url(#g) }</style>'
        '<path d="M0 0h9v9z" fill="url(#g)"/><use href="#g"/><use xlink:href="#g"/>'
        '<image href="data:image/png;base64,iVBORw0KGgo="/>'
    )
    assert len(pictures(clew.draw(Lamps(fine)))) == 1


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        ("<g>", "not well-formed"),
        ("\x01", "not well-formed"),
        ("&nbsp;", "not well-formed"),
        ("<script>alert(1)</script>", "<script> may not"),
        ("<foreignObject/>", "<foreignObject> may not"),
        ('<animate attributeName="href"/>', "<animate> may not"),
        ('<b xmlns="http://www.w3.org/1999/xhtml"/>', "<b> may not"),
        ('<rect onclick="alert(1)"/>', "onclick"),
        ('<image href="https://example.org/a.png"/>', "refers to"),
        ('<image href="data:image/svg+xml;base64,AAAA"/>', "refers to"),
        ('<use xlink:href="other.svg#a"/>', "refers to"),
        ('<g xml:base="https://example.org/"/>', "base"),
        ('<rect fill="url(https://example.org/#a)"/>', "a style has"),
        ('<rect style="fill: u\\72l(x)"/>', "a style has"),
        ("<style>@import 'a.css'</style>", "a style has"),
        ("<?xml-stylesheet href='a.css'?>", "processing instruction"),
        ("x" * 1_000_001, "characters"),
    ],
)
def test_what_could_run_or_load_anything_is_refused(extra: str, said: str) -> None:
    with pytest.raises(clew.PuzzleError, match=re.escape(said)) as raised:
        clew.draw(Lamps(extra))
    assert "Lamps.svg" in str(raised.value)


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("<svg viewBox='0 0 9 9'>", "outermost"),
        ('<svg xmlns="http://www.w3.org/2000/svg">', "has no size"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 9">', "has no size"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">', "DOCTYPE"),
    ],
)
def test_a_picture_needs_a_head(head: str, said: str) -> None:
    with pytest.raises(clew.PuzzleError, match=said):
        clew.draw(Lamps(head=head))


def test_what_is_not_text_is_refused_and_pdf_says_what_to_do(tmp_path: Path) -> None:
    class Bytes(Lamps):
        def svg(self, state: Any) -> str | None:
            return b"<svg/>"  # type: ignore[return-value]

    with pytest.raises(clew.PuzzleError, match="returned bytes"):
        clew.draw(Bytes())
    with pytest.raises(clew.ClewError, match=r"draw it as \.svg"):
        clew.draw(clew.solve(Lamps()), tmp_path / "lamps.pdf")
