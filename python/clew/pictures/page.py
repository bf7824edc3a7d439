"""A page of HTML that shows boards with their solutions, each to step through; it needs no server."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from clew.pictures import compose
from clew.pictures.colours import ROOMS
from clew.pictures.drawable import subject_of
from clew.pictures.notebook import STYLE, WIDE, steps
from clew.pictures.svg import document

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.pictures.drawable import Drawable


class Fact(NamedTuple):
    """A number as it is shown, and its tooltip."""

    text: str
    exactly: str = ""


class Figure(NamedTuple):
    """A solution or a puzzle to show, the facts under its title, and files next to the page."""

    thing: object
    figures: Sequence[Fact]
    files: Sequence[str] = ()


_RULES = (
    "body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Inter,system-ui,sans-serif}"
    "main{max-width:1240px;margin:0 auto;padding:48px 24px 72px}"
    "h1{font-size:28px;line-height:1.2;margin:0 0 8px}h2{font-size:22px;margin:56px 0 16px}"
    "h3{font-size:17px;margin:0}p{margin:4px 0}"
    ".boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,340px),1fr));gap:48px 32px}"
    "article{display:grid;grid-template-rows:subgrid;grid-row:span 4;row-gap:0}"
    ".aside{color:var(--ink2);font-size:15px;font-variant-numeric:tabular-nums;margin-bottom:12px}"
    "a{color:var(--accent)}nav a{margin-right:16px}"
    ".clew-steps{width:100%!important}.clew-steps svg,.still svg{width:100%;height:auto;aspect-ratio:1}"
    "button{background:var(--panel);color:var(--ink);border:1px solid var(--strong);border-radius:8px}"
    ":focus-visible{outline:2px solid var(--ink);outline-offset:2px}"
    ".clew-bar input{accent-color:var(--accent)!important}"
)


def page_of(title: str, figures: Sequence[Figure]) -> str:
    """The page, light or dark like the reader's system, with the families in the order of the figures."""
    subjects = [(subject_of(figure.thing), figure) for figure in figures]
    families: dict[str, list[str]] = {}
    for subject, figure in subjects:
        families.setdefault(subject.puzzle.family, []).append(_article(subject, figure))
    links = " ".join(f'<a href="#{family}">{family.capitalize()}</a>' for family in families)
    sections = "\n".join(
        f'<section><h2 id="{family}">{family.capitalize()}</h2>\n<div class="boards">\n'
        + "\n".join(articles)
        + "\n</div></section>"
        for family, articles in families.items()
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title>\n<style>{_theme()}{_RULES}</style>\n{STYLE}</head>\n"
        f"<body><main><h1>{escape(title)}</h1>\n<nav>{links}</nav>\n{sections}\n</main></body></html>\n"
    )


def _theme() -> str:
    def variables(room: dict[str, str]) -> str:
        return "".join(f"--{role}:{colour};" for role, colour in room.items())

    light, dark = variables(ROOMS["light"]), variables(ROOMS["dark"])
    return f":root{{color-scheme:light dark;{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}"


def _article(subject: Drawable, figure: Figure) -> str:
    files = " · ".join(f'<a href="{escape(name, quote=True)}">{escape(name)}</a>' for name in figure.files)
    author = f" · by {escape(subject.puzzle.author)}" if subject.puzzle.author else ""
    facts = " · ".join(_fact(fact) for fact in figure.figures)
    shown = steps(subject, style=False) if subject.steps else _still(subject)
    return (
        f"<article><h3>{escape(subject.title)}</h3>\n"
        f'<p class="aside">{facts}{author}</p>\n{shown}\n'
        f"<p><small>{files}</small></p></article>"
    )


def _fact(fact: Fact) -> str:
    text = escape(fact.text)
    return f'<span title="{escape(fact.exactly, quote=True)}">{text}</span>' if fact.exactly else text


def _still(subject: Drawable) -> str:
    picture = compose.board(subject, "light", "letters", background=False)
    drawn = document(
        picture.shapes, picture.width, picture.height, theme="light", title=picture.title, pixels=WIDE
    )
    return f'<div class="still">{drawn}<p>{escape(subject.words)}</p></div>'
