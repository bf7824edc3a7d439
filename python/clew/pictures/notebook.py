"""What notebooks show: a board as SVG, a line of moves as HTML to step through, a hint with its moves.

The HTML needs no server and loads nothing: one SVG contains every piece, and a slider moves them. Where
scripts are not allowed, the first board and the list of moves remain.
"""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING

from clew.errors import ClewError
from clew.pictured import register_renderer
from clew.pictures import compose
from clew.pictures.draw import draw
from clew.pictures.drawable import HintLike, subject_of
from clew.pictures.heat import HeatLike
from clew.pictures.renderer import renderer_of
from clew.pictures.shapes import at
from clew.pictures.svg import document, finished, number, raw
from clew.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Hashable

    from clew.pictures.drawable import Drawable
    from clew.pictures.renderer import Renderer
    from clew.puzzles.position import Move

WIDE = 440
"""Pixels of the longer side of a board."""

FOLDED = 30
"""Longer lists of moves are folded away."""

STYLE = (
    "<style>"
    ".clew-steps{max-width:100%;font:15px/1.5 Inter,system-ui,sans-serif}"
    ".clew-steps svg{display:block;max-width:100%;height:auto}"
    ".clew-steps g[data-k]{transition:transform .22s cubic-bezier(.2,.8,.2,1)}"
    ".clew-bar{display:flex;gap:8px;align-items:center;margin:8px 0 2px}"
    ".clew-bar input{flex:1;min-width:0;accent-color:#B93A22}"
    ".clew-bar button{font:inherit;min-width:36px;min-height:32px}"
    ".clew-steps p{margin:2px 0;font-variant-numeric:tabular-nums}"
    "@media(prefers-reduced-motion:reduce){.clew-steps g[data-k]{transition:none}}"
    "</style>"
)

_SHOW = (
    "const b=this.closest('.clew-steps'),d=JSON.parse(b.dataset.steps),n=+this.value;"
    "b.querySelectorAll('g[data-k]').forEach((g,i)=>{const p=d.at[n][i];"
    "g.style.display=p?'':'none';if(p)g.style.transform=`translate(${p[0]}px,${p[1]}px)`});"
    "b.querySelector('output').textContent=d.words[n]"
)
_TURN = "const r=this.parentNode.querySelector('input');r.step{way}();r.oninput()"


class NotebookRenderer:
    """Draws what has a picture; None for what has none, so that notebooks fall back on text."""

    def svg(self, thing: object) -> str | None:
        """The SVG of a puzzle, game, hint or heat map; None for anything else."""
        try:
            if isinstance(thing, HeatLike):
                return draw(thing)
            subject = subject_of(thing)
            if subject.is_line and subject.steps:
                picture = compose.strip(subject, "auto", "letters", background=True)
                pixels: float = min(picture.width, 2 * WIDE)
            else:
                picture = compose.board(subject, "auto", "letters", background=False)
                pixels = WIDE * picture.width / max(picture.width, picture.height)
            return document(
                picture.shapes,
                picture.width,
                picture.height,
                title=picture.title,
                description=picture.description,
                pixels=round(pixels),
            )
        except ClewError:
            return None

    def html(self, thing: object) -> str | None:
        """The HTML of a solution or a line of moves, to step through; None for anything else."""
        try:
            subject = subject_of(thing)
            if not isinstance(thing, Puzzle) and isinstance(thing, HintLike):
                return _hint(thing, subject)
            return steps(subject) if subject.is_line and subject.steps else None
        except ClewError:
            return None


def register() -> None:
    """Makes this module the one that draws for notebooks."""
    register_renderer(NotebookRenderer())


def steps(subject: Drawable, style: bool = True) -> str:
    """A line of moves as HTML with a slider. `style`: with its rules; one per page is enough."""
    renderer = renderer_of(subject.puzzle)
    groups, places = _tracked(subject, renderer)
    text = raw(renderer.backdrop(), "light")
    for key, look in enumerate(groups):
        first = places[0][key]
        where = f"transform:translate({number(first[0])}px,{number(first[1])}px)" if first else "display:none"
        inside = raw([at(0, 0, renderer.look(look), shared=True)], "light")
        text += f'<g data-k="{key}" style="{where}">\n{inside}</g>\n'
    defined, body = finished(text)
    across = round(WIDE * renderer.width / max(renderer.width, renderer.height))
    box = f"0 0 {number(renderer.width)} {number(renderer.height)}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{across}" role="img" '
        f'aria-label="{escape(subject.title, quote=True)}" '
        f'stroke-linecap="round" stroke-linejoin="round">\n{defined}{body}</svg>'
    )
    words = _words(subject)
    data = escape(json.dumps({"at": places, "words": words}, separators=(",", ":")), quote=True)
    count = len(subject.steps)
    bar = (
        f'<div class="clew-bar"><button type="button" aria-label="One move back" '
        f'onclick="{escape(_TURN.format(way="Down"), quote=True)}">&#8249;</button>'
        f'<input type="range" min="0" max="{count}" value="0" aria-label="Move" '
        f'oninput="{escape(_SHOW, quote=True)}">'
        f'<button type="button" aria-label="One move on" '
        f'onclick="{escape(_TURN.format(way="Up"), quote=True)}">&#8250;</button></div>'
    )
    moves = f"<small>{escape(' '.join(step.name for step in subject.steps))}</small>"
    if count > FOLDED:
        moves = f"<details><summary>The moves</summary>{moves}</details>"
    return (
        f'{STYLE if style else ""}<div class="clew-steps" style="width:{across}px" data-steps="{data}">\n'
        f"{svg}\n{bar}<p><output>{escape(words[0])}</output></p>{moves}</div>"
    )


def _words(subject: Drawable) -> list[str]:
    count = len(subject.steps)
    words = [f"Start, {subject.words}" if subject.words else "Start"]
    words += [f"{index} of {count}: {step.name}" for index, step in enumerate(subject.steps, 1)]
    if subject.puzzle.is_goal(subject.positions[-1]):
        words[-1] += ", solved"
    return words


def _tracked(
    subject: Drawable, renderer: Renderer
) -> tuple[list[str], list[list[tuple[float, float] | None]]]:
    """The groups of the picture, by their look, and for every board where each stands, or None.

    A piece keeps its group from board to board, so that you see it move; where its look changes (it comes
    home), it has a group for each look, one of which is shown.
    """
    groups: dict[tuple[int, str], int] = {}
    looks: list[str] = []
    known: dict[Hashable, int] = {}
    boards: list[dict[int, tuple[float, float]]] = []
    for index, state in enumerate(subject.positions):
        if index:
            way = renderer.way(subject.positions[index - 1], subject.steps[index - 1].code)
            if way is not None and way.source != way.target:
                known[way.target], known[way.source] = known[way.source], known.get(way.target, -1)
        shown: dict[int, tuple[float, float]] = {}
        for item in renderer.items(state):
            if known.get(item.place, -1) < 0:
                known[item.place] = len(known) + len(looks) + 1
            key = (known[item.place], item.look)
            if key not in groups:
                groups[key] = len(looks)
                looks.append(item.look)
            shown[groups[key]] = (round(item.x, 2), round(item.y, 2))
        boards.append(shown)
    return looks, [[shown.get(key) for key in range(len(looks))] for shown in boards]


def _hint(hint: HintLike, subject: Drawable) -> str:
    picture = compose.board(subject, "light", "letters", background=False)
    pixels = round(WIDE * picture.width / max(picture.width, picture.height))
    svg = document(
        picture.shapes, picture.width, picture.height, theme="light", title=picture.title, pixels=pixels
    )
    measured: list[tuple[Move, int | None]] = getattr(hint, "moves", [])
    rows = "".join(
        f"<tr><td>{_strong(move, move in hint.best)}</td><td>{'never' if after is None else after}</td></tr>"
        for move, after in sorted(measured, key=lambda pair: (pair[1] is None, pair[1] or 0))
    )
    table = f"<table><tr><th>Move</th><th>Then to go</th></tr>{rows}</table>" if rows else ""
    return f"<div>{svg}<p>{escape(subject.words)}</p>{table}</div>"


def _strong(move: Move, best: bool) -> str:
    name = escape(str(move))
    return f"<strong>{name}</strong>" if best else name
