"""The selection: the cursor, the selected piece, and where it should go. No move is made here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.tui.view import DOWN, RIGHT

if TYPE_CHECKING:
    from clew.puzzles.position import Move
    from clew.tui.view import Turn, View


class Selection:
    """The selection in one state. Methods that choose a move return it; the caller plays it."""

    def __init__(self, view: View, state: Any) -> None:
        self.view = view
        self.cursor = min(view.places())
        self.taken: int | None = None
        self.aim: Move | None = None
        self.move_to(state)
        grips = self._grips()
        self.cursor = grips[0] if grips else self.cursor
        self.untouched = True

    @property
    def cursor(self) -> int:
        """The place under the cursor."""
        return self._cursor

    @cursor.setter
    def cursor(self, place: int) -> None:
        self._cursor = place
        self.untouched = False

    def move_to(self, state: Any) -> None:
        """Moves on to another state: nothing is selected any more."""
        self.state = state
        self.steps = self.view.puzzle.moves(state)
        self.put_down()

    def put_down(self) -> None:
        """Deselects the piece; a single forced move becomes the aim."""
        self.taken = self.aim = None
        if self.view.forced and len(self.steps) == 1 and not self.view.puzzle.is_goal(self.state):
            self.aim = self.steps[0]

    @property
    def held(self) -> list[Move]:
        """The moves of the selected piece; all moves if there is only one thing to move."""
        if self.view.forced:
            return self.steps
        return [] if self.taken is None else self._at(self.taken)

    def _at(self, place: int) -> list[Move]:
        return [step for step in self.steps if place in self.view.grips(self.state, step)]

    def _grips(self) -> list[int]:
        """One place of each piece that can move."""
        return sorted({min(grip) for step in self.steps if (grip := self.view.grips(self.state, step))})

    def take(self, place: int) -> bool:
        """Selects what stands on a place. Returns False if nothing there can move."""
        self.put_down()
        self.cursor = place
        if self.view.forced or not self._at(place):
            return False
        self.taken = place
        return True

    def arrow(self, turn: Turn) -> Move | None:
        """Moves the cursor, or changes the aim of the selected piece. Returns the move if this key already
        makes one.
        """
        if not self.held:
            found = self.view.onward(self.state, self.cursor, turn)
            self.cursor = self.cursor if found is None else found
            return None
        step = self.view.steer(self.state, self.held, self.aim, self._here(), turn)
        if self.view.at_once:
            return step
        self.aim = step
        return None

    def _here(self) -> int:
        """Where the selected piece stands, whose destination is being chosen."""
        if not self.view.forced:
            return self.cursor
        return min(self.view.grips(self.state, self.held[0]), default=self.cursor)

    def enter(self) -> Move | None:
        """Selects what is under the cursor, or returns the move that is the aim."""
        if self.aim is not None:
            return self.aim
        if self.view.forced:
            return None
        if self.taken is not None:
            self.put_down()
            return None
        return self.lone() if self.take(self.cursor) else None

    def lone(self) -> Move | None:
        """The only move of the selected piece, if the family plays that without asking where to."""
        return self.held[0] if self.view.lone_step_plays and len(self.held) == 1 else None

    def tab(self, back: bool = False) -> None:
        """Moves the cursor to the next piece that can move; if there is no choice of piece, aims at the next
        move.
        """
        if self.view.forced:
            turned = self.steps[::-1] if back else self.steps
            at = turned.index(self.aim) if self.aim in turned else -1
            self.aim = turned[(at + 1) % len(turned)] if turned else None
            return
        self.put_down()
        grips = self._grips() or [self.cursor]
        if back:
            self.cursor = next((place for place in reversed(grips) if place < self.cursor), grips[-1])
        else:
            self.cursor = next((place for place in grips if place > self.cursor), grips[0])

    def chosen(self, place: int) -> Move | None:
        """The move of the selected piece that a place stands for."""
        return self.view.choose(self.state, self.held, place)

    def click(self, place: int) -> Move | None:
        """A click: a destination for the selected piece, or another piece to select."""
        step = self.chosen(place)
        if step is not None:
            return step
        if self.taken is not None and place in self.view.grips(self.state, self.held[0]):
            self.put_down()
            return None
        return self.lone() if self.take(place) else None

    def drag(self, start: int, end: int) -> Move | None:
        """A drag: what stood on one place was dropped on another."""
        if self.view.forced:
            return self.view.dragged(self.state, self.held, start, end)
        held = self._at(start)
        return self.view.dragged(self.state, held, start, end) if held else None

    def played(self, step: Move) -> None:
        """A move was made: the cursor follows its piece, which stays selected if arrow keys play at once."""
        if not self.view.forced:
            self.cursor = self.view.follow(self.state, step, self.cursor)
        keep = self.taken is not None and self.view.at_once
        self.move_to(step.after)
        if keep and self._at(self.cursor):
            self.taken = self.cursor


FORWARD = (RIGHT, DOWN)
"""The arrows that mean "next" while a line of moves is shown."""
