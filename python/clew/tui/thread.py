"""The thread: a knot for each move made, and a ring where the fewest moves would end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.tui.canvas import Style, text_width

if TYPE_CHECKING:
    from clew.tui.canvas import Canvas
    from clew.tui.signs import Signs

ACCENT = Style(ink="ansired", bold=True)
AHEAD = Style(dim=True)


def draw_thread(canvas: Canvas, x: int, y: int, width: int, made: int, par: int | None, signs: Signs) -> None:
    """Draws the thread into that many columns, with its knots 2 columns apart, else 1; nothing if that is too
    long.
    """
    end = max(made, par or 0)
    if not end:
        return
    apart = 2 if end * 2 + 1 <= width else 1
    if end * apart + 1 > width:
        return
    for knot in range(end + 1):
        way = signs.thread if knot < made else signs.ahead
        sign = signs.knot if knot <= made else signs.ahead
        style = ACCENT if knot <= made else AHEAD
        if knot == par:
            sign, style = signs.ring, ACCENT
        canvas.put(x + knot * apart, y, sign, style)
        if apart == 2 and knot < end:
            canvas.put(x + knot * apart + 1, y, way, ACCENT if knot < made else AHEAD)


def cut(text: str, width: int, signs: Signs) -> str:
    """The text, cut short if it is too long."""
    if text_width(text) <= width:
        return text
    while text and text_width(text) + len(signs.more) > width:
        text = text[:-1]
    return text + signs.more
