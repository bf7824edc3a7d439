"""A user's own puzzle in the terminal: its text, and the legal moves to choose from or to type."""

from __future__ import annotations

from clew.boards.entries import Entry
from clew.boards.load import adapted
from clew.tui.levels import Levels
from clew.tui.page import Page
from clew.tui.session import Session
from clew.tui.signs import ASCII
from clew.tui.view import DOWN
from tests.custom.puzzles import Walk


def test_moves_are_listed_chosen_and_typed() -> None:
    levels = Levels(iter([Entry(adapted(Walk(9)), None, "walk", None, {})]))
    session = Session(levels, ASCII, lambda puzzle: None)
    screen = "\n".join(Page(session).draw(80, 24).lines())
    assert "9" in screen
    assert "-2" in screen
    assert "-1" in screen
    session.arrow(DOWN)
    session.arrow(DOWN)
    session.enter()  # the second of -2, -1
    assert session.game.moves == ["-1"]
    session.type("-2")
    session.enter()
    assert session.game.state == 6
    assert session.game.moves == ["-1", "-2"]
    session.close()
