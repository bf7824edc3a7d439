"""Animations and printable sheets, painted in separate processes (`clew_studio.jobs.painter`).

An animation of 200 moves takes seconds of processor time, which in the web process would delay every
request.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings
from django.utils.translation import gettext

from clew_studio.helpers import DEAD, LATE, Allowance, Helpers, Unfinished

if TYPE_CHECKING:
    from clew.pictures.card import Result
    from clew.puzzles.base import EnginePuzzle

__all__ = ["Picture", "Unfinished", "paint", "why"]


class Picture(NamedTuple):
    """What to paint: the puzzle as a sheet or (ending "card") as a card with `words`, a line `over` the title
    and a `result`, or these moves from a state as an animation.
    """

    puzzle: EnginePuzzle
    ending: str
    moves: list[str] | None = None
    state: str | None = None
    paper: str = "A4"
    words: str = ""
    over: str = ""
    result: Result | None = None

    def task(self) -> dict[str, Any]:
        """The task that a painter reads."""
        told = {**self._asdict(), "keys": self.puzzle.to_dict()}
        del told["puzzle"]
        return told


class Book(NamedTuple):
    """Boards as a book on paper: each with the moves that solve it, None where they are not known."""

    boards: list[tuple[EnginePuzzle, list[str] | None]]
    ending: str = "pdf"
    paper: str = "A4"

    def task(self) -> dict[str, Any]:
        """The task that a painter reads."""
        boards = [{"keys": puzzle.to_dict(), "moves": moves} for puzzle, moves in self.boards]
        return {"boards": boards, "ending": self.ending, "paper": self.paper}


def paint(picture: Picture | Book, is_gone: Callable[[], bool] = lambda: False) -> bytes:
    """Return the bytes of a picture or a book. Raises `ClewError` if it cannot be painted, and
    `Unfinished`.
    """
    return _painters.do(picture.task(), is_gone)


def why(error: Unfinished) -> str:
    """Why a picture was not finished, for whoever waits for it."""
    if error.why == LATE:
        return gettext("The picture took too long to draw.")
    return gettext("The picture could not be drawn.") if error.why == DEAD else ""


def _allowance() -> Allowance:
    bounds = settings.CONFIG.bounds
    return Allowance(bounds.picture_seconds, bounds.picture_memory, bounds.heavy)


_painters = Helpers("clew_studio.jobs.painter", _allowance)
