"""The session in a terminal, by prompt_toolkit: keys and the mouse in, rows of styled text out.

Nothing else in Clew uses this library. Needs the extra `play`.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, UIContent, UIControl, Window
from prompt_toolkit.mouse_events import MouseButton, MouseEventType
from prompt_toolkit.output import ColorDepth

from clew.tui.page import Page
from clew.tui.view import DOWN, LEFT, RIGHT, UP

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from collections.abc import Callable

    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.key_binding import KeyPressEvent
    from prompt_toolkit.mouse_events import MouseEvent

    from clew.tui.canvas import Style
    from clew.tui.session import Session

LEFT_BY = {"left": LEFT, "right": RIGHT, "up": UP, "down": DOWN}
ESCAPE_SECONDS = 0.05
"""How long an Esc waits for the rest of a longer key."""

PAINTING, PAINTED = "\x1b[?2026h", "\x1b[?2026l"
"""Around each screen: terminals that know this mode show all of it at once, and nobody sees half of one
position and half of the next; others ignore it (synchronized output, DEC private mode 2026,
https://contour-terminal.org/vt-extensions/synchronized-output/).
"""


class Table(UIControl):
    """The whole screen as one prompt_toolkit control."""

    def __init__(self, session: Session) -> None:
        self.page = Page(session)

    def create_content(self, width: int, height: int) -> UIContent:
        """Draws the screen, and returns it as lines of styled text."""
        canvas = self.page.draw(width, height)

        def line(y: int) -> StyleAndTextTuples:
            return [(_style(style), text) for style, text in canvas.runs(y)]

        return UIContent(line, line_count=height, show_cursor=False)

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        """Passes clicks and drags on to the session, as places on the board."""
        session = self.page.session
        place = self.page.place_at(mouse_event.position.x, mouse_event.position.y)
        if mouse_event.event_type is MouseEventType.MOUSE_DOWN and mouse_event.button is MouseButton.LEFT:
            session.press(place)
        elif mouse_event.event_type is MouseEventType.MOUSE_UP:
            session.release(place)

    def is_focusable(self) -> bool:
        """Return True: all keys come here."""
        return True


@cache
def _style(style: Style) -> str:
    """A style as prompt_toolkit writes it."""
    words = [f"fg:{style.ink}"] if style.ink else []
    words += [f"bg:{style.ground}"] if style.ground else []
    for name in ("bold", "dim", "reverse", "underline"):
        if getattr(style, name):
            words.append(name)
    return " ".join(words)


def run(make: Callable[[Callable[[], object]], Session]) -> bool:
    """Plays until the player leaves. Returns False if that was by Ctrl-C or a termination signal.

    `make` creates the session, given the function that the session calls when an answer has arrived.
    """
    running: list[tuple[AbstractEventLoop, Application[bool]]] = []

    def notify() -> None:
        for loop, _ in running:
            with suppress(RuntimeError):  # the event loop has just ended
                loop.call_soon_threadsafe(arrived)

    def arrived() -> None:
        session.tick()
        for _, here in running:
            here.invalidate()

    session = make(notify)
    table = Table(session)
    app: Application[bool] = Application(
        layout=Layout(Window(table, always_hide_cursor=True)),
        key_bindings=_keys(session),
        full_screen=True,
        mouse_support=True,
        color_depth=_colours(),
    )
    app.ttimeoutlen = app.timeoutlen = ESCAPE_SECONDS
    app.before_render += lambda app: app.output.write_raw(PAINTING)
    app.after_render += _painted

    def begin() -> None:
        assert app.loop is not None
        with suppress(NotImplementedError):  # Windows lacks these signals
            app.loop.add_signal_handler(signal.SIGTERM, lambda: app.exit(result=False))
        running.append((app.loop, app))
        arrived()  # answers that arrived before the loop started

    try:
        return app.run(pre_run=begin)
    finally:
        session.close()


def _painted(app: Application[bool]) -> None:
    app.output.write_raw(PAINTED)
    app.output.flush()


def _colours() -> ColorDepth | None:
    """Monochrome if colours are unwanted or unavailable; None: as prompt_toolkit detects."""
    if os.environ.get("NO_COLOR"):
        return ColorDepth.DEPTH_1_BIT
    try:
        import curses

        curses.setupterm()
        colours = curses.tigetnum("colors")
    except (ImportError, curses.error):
        return None
    if colours < 8:
        return ColorDepth.DEPTH_1_BIT
    if colours < 256:
        return ColorDepth.DEPTH_4_BIT
    return ColorDepth.DEPTH_24_BIT if os.environ.get("COLORTERM") in ("truecolor", "24bit") else None


def _keys(session: Session) -> KeyBindings:
    keys = KeyBindings()
    for name, turn in LEFT_BY.items():
        keys.add(name)(lambda event, turn=turn: session.arrow(turn))
    plain: dict[str, Callable[[], object]] = {
        "enter": session.enter,
        "c-j": session.enter,
        "escape": session.escape,
        "tab": session.tab,
        "s-tab": lambda: session.tab(back=True),
    }
    for name, do in plain.items():
        keys.add(name)(lambda event, do=do: do())
    keys.add("backspace")(lambda event: session.rub_out() if session.typing is not None else session.undo())
    for name in ("c-c", "<sigint>"):
        keys.add(name)(lambda event: event.app.exit(result=False))
    keys.add("c-z")(lambda event: event.app.suspend_to_background())
    keys.add("c-l")(lambda event: event.app.renderer.clear())
    commands: dict[str, Callable[[], object]] = {
        " ": session.enter,
        "u": session.undo,
        "r": session.redo,
        "b": session.restart,
        "h": session.ask_hint,
        "m": session.ask_move,
        "d": session.toggle_meter,
        "s": session.ask_solution,
        "v": session.ask_review,
        "n": lambda: session.go(1),
        "p": lambda: session.go(-1),
        "?": session.help,
        ":": lambda: session.type(""),
    }

    @keys.add(Keys.Any)
    def _(event: KeyPressEvent) -> None:
        sign = event.data
        if not sign.isprintable():
            return
        if session.typing is not None:
            session.type(sign)
        elif sign == "q":
            event.app.exit(result=True)
        elif sign in commands:
            commands[sign]()
        elif sign.isdigit() or sign.isupper():
            session.type(sign)

    @keys.add(Keys.BracketedPaste)
    def _(event: KeyPressEvent) -> None:
        session.type("".join(sign if sign.isprintable() else " " for sign in event.data))

    return keys
