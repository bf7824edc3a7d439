"""Writes docs/screens/play-FAMILY.txt: what `clew play` shows, at 80 x 24, in a short game of each family.

``python -m tools.screens`` writes the files, ``--check`` only says whether they are up to date, and
``--svg FOLDER`` also draws them in their colours, to look at.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from html import escape
from pathlib import Path

from clew.boards.load import read_boards
from clew.tui.canvas import Canvas
from clew.tui.levels import Levels
from clew.tui.page import Page
from clew.tui.session import Session
from clew.tui.signs import UNICODE, Signs
from clew.tui.view import DOWN, LEFT, RIGHT, UP

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "screens"
WIDTH, HEIGHT = 80, 24
WIDE, HIGH, BASE = 9.0, 19.0, 14.5
"""Of a sign in a coloured picture: its width, its height, and where its line stands."""

TURNS = {"left": LEFT, "right": RIGHT, "up": UP, "down": DOWN}

SCRIPTS = {
    "blocks": (
        "boards/blocks/gar-1.toml",
        [
            ("The start, with the cursor on a piece.", ""),
            ("Piece C is taken up: the rings show where it may go.", "tab tab tab enter"),
            ("It is aimed two cells to the left; Enter plays the move.", "left left"),
            ("A hint in its third step, and how many moves are still needed.", "escape hint hint hint meter"),
            ("Solved.", "best best best best best best best best"),
        ],
    ),
    "klotski": (
        "boards/blocks/huarong-dao.toml",
        [
            ("Pieces of any shape; the goal stands beside the board.", ""),
            ("Any path is one move: piece G on its way round a corner.", "enter down right"),
        ],
    ),
    "coroutine": (
        "boards/coroutine/bailey-1.toml",
        [
            ("The framed square says where coin 0 may go: the rings.", "right"),
            ("A hint: where to.", "left enter hint hint"),
            ("A shortest solution, step by step.", "escape solution right right right"),
        ],
    ),
    "null": ("boards/null/five.toml", [("The smallest game: one arrow key is a move.", "down")]),
    "pebbles": (
        "boards/pebbles/panguru-25.toml",
        [
            ("Each pebble in brackets, under it the number of its cell and its plate.", "right"),
            ("A hint: which pebble, and into which cell.", "enter hint hint"),
            ("Solved: every pebble is at home.", " ".join(["best"] * 25)),
        ],
    ),
    "ricochet": (
        "boards/ricochet/mondrian-15.toml",
        [
            ("Goals stand on the board in marks of their own.", "tab"),
            ("A tile is taken up: rings show where it would stop.", "enter"),
            ("A move may be typed, too.", "escape : g"),
        ],
    ),
}  # fmt: skip
"""For each file: the board, and pictures of a sentence and the keys that lead there from the one before."""


def session_of(board: str, signs: Signs = UNICODE) -> Session:
    """A game that is never saved."""
    return Session(Levels(read_boards(str(ROOT / board))), signs, lambda puzzle: None)


def press(session: Session, word: str) -> None:
    """Presses a key, and waits for the answer if there is one."""
    acts: dict[str, Callable[[], object]] = {
        "enter": session.enter,
        "escape": session.escape,
        "tab": session.tab,
        "hint": session.ask_hint,
        "best": session.ask_move,
        "solution": session.ask_solution,
        "meter": session.toggle_meter,
        "undo": session.undo,
    }
    if word in TURNS:
        session.arrow(TURNS[word])
    elif word in acts:
        acts[word]()
    else:
        session.type(word.removeprefix(":"))
    session.adviser.wait()
    session.tick()


def screens(name: str) -> list[tuple[str, Canvas]]:
    """The screens of one file, each with a sentence."""
    board, pictures = SCRIPTS[name]
    session = session_of(board)
    page = Page(session)
    made = []
    for sentence, keys in pictures:
        for word in keys.split():
            press(session, word)
        session.adviser.wait()
        made.append((sentence, page.draw(WIDTH, HEIGHT)))
    session.close()
    return made


def text_of(name: str) -> str:
    """The file's text: each screen under its sentence, in a frame as wide as the terminal."""
    parts = []
    for sentence, canvas in screens(name):
        rows = [f"| {line}".rstrip() for line in canvas.lines()]
        parts.append("\n".join([sentence, "", *rows, ""]))
    return "\n".join(parts)


def svg(canvas: Canvas, ink: str = "#EDE8DD", paper: str = "#11161B") -> str:
    """The screen in its colours, in a terminal of these two."""
    named = {"ansired": "#E4574B", "ansigreen": "#49B888", "ansiyellow": "#F19506", "": ink}
    width, height = canvas.width * WIDE, canvas.height * HIGH
    shapes = [f'<rect width="{width}" height="{height}" fill="{paper}"/>']
    for y in range(canvas.height):
        x = 0.0
        for style, text in canvas.runs(y):
            if style.ground:
                size = f'width="{len(text) * WIDE}" height="{HIGH}"'
                shapes.append(f'<rect x="{x}" y="{y * HIGH}" {size} fill="{style.ground}"/>')
            look = f'fill="{named.get(style.ink, style.ink)}"'
            look += ' font-weight="bold"' if style.bold else ""
            look += ' opacity="0.6"' if style.dim else ""
            for sign in text:
                if sign.strip():
                    shapes.append(f'<text x="{x}" y="{y * HIGH + BASE}" {look}>{escape(sign)}</text>')
                x += WIDE
    size = f'width="{width}" height="{height}"'
    font = 'font-family="DejaVu Sans Mono" font-size="15"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>{"".join(shapes)}</svg>'


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--svg", metavar="FOLDER", type=Path)
    arguments = parser.parse_args()
    stale = []
    for name in SCRIPTS:
        path, text = TARGET / f"play-{name}.txt", text_of(name)
        if arguments.check:
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                stale.append(path.name)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        if arguments.svg:
            arguments.svg.mkdir(parents=True, exist_ok=True)
            for number, (_, canvas) in enumerate(screens(name)):
                (arguments.svg / f"{name}-{number}.svg").write_text(svg(canvas), encoding="utf-8")
    if stale:
        print(f"out of date: {', '.join(stale)}; python -m tools.screens writes them", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
