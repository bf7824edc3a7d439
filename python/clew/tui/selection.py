"""What is pointed at: the cursor, the piece that is taken up, and where it is to go. No move is made here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.tui.view import DOWN, RIGHT

if TYPE_CHECKING:
    from clew.puzzles.step import Step
    from clew.tui.view import Turn, View


class Selection:
    """The selection in one state. Methods that choose a move return it; the caller plays it."""

    def __init__(self, view: View, state: str) -> None:
        self.view = view
        self.cursor = min(view.places())
        self.taken: int | None = None
        self.aim: Step | None = None
        self.move_to(state)
        grips = self._grips()
        self.cursor = grips[0] if grips else self.cursor
        self.untouched = True

    @property
    def cursor(self) -> int:
        """The place that is pointed at."""
        return self._cursor

    @cursor.setter
    def cursor(self, place: int) -> None:
        self._cursor = place
        self.untouched = False

    def move_to(self, state: str) -> None:
        """Another state: what was taken up is put down."""
        self.state = state
        self.steps = self.view.puzzle.steps(state)
        self.put_down()

    def put_down(self) -> None:
        """Lets go of what is taken up; a single forced move is aimed at."""
        self.taken = self.aim = None
        if self.view.forced and len(self.steps) == 1 and not self.view.puzzle.is_goal(self.state):
            self.aim = self.steps[0]

    @property
    def held(self) -> list[Step]:
        """The moves of what is taken up; all moves where there is no choice what to move."""
        if self.view.forced:
            return self.steps
        return [] if self.taken is None else self._at(self.taken)

    def _at(self, place: int) -> list[Step]:
        return [step for step in self.steps if place in self.view.grips(self.state, step)]

    def _grips(self) -> list[int]:
        """One place of each piece that can move."""
        return sorted({min(grip) for step in self.steps if (grip := self.view.grips(self.state, step))})

    def take(self, place: int) -> bool:
        """Takes up what stands on a place; False where nothing there can move."""
        self.put_down()
        self.cursor = place
        if self.view.forced or not self._at(place):
            return False
        self.taken = place
        return True

    def arrow(self, turn: Turn) -> Step | None:
        """Moves the cursor, or turns what is taken up; the move that this already is, if it is one."""
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
        """Where the piece stands whose way is being chosen."""
        if not self.view.forced:
            return self.cursor
        return min(self.view.grips(self.state, self.held[0]), default=self.cursor)

    def enter(self) -> Step | None:
        """Takes up what is under the cursor, or gives the move that is aimed at."""
        if self.aim is not None:
            return self.aim
        if self.view.forced:
            return None
        if self.taken is not None:
            self.put_down()
            return None
        return self.lone() if self.take(self.cursor) else None

    def lone(self) -> Step | None:
        """The only move of what is taken up, where the family plays that without asking where to."""
        return self.held[0] if self.view.lone_step_plays and len(self.held) == 1 else None

    def tab(self, back: bool = False) -> None:
        """The cursor on the next piece that can move; the next move, where there is no choice of piece."""
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

    def chosen(self, place: int) -> Step | None:
        """The move of what is taken up that a place stands for."""
        return self.view.choose(self.state, self.held, place)

    def click(self, place: int) -> Step | None:
        """A click: a way for what is taken up, or something else to take up."""
        step = self.chosen(place)
        if step is not None:
            return step
        if self.taken is not None and place in self.view.grips(self.state, self.held[0]):
            self.put_down()
            return None
        return self.lone() if self.take(place) else None

    def drag(self, start: int, end: int) -> Step | None:
        """What stood on one place let go on another."""
        if self.view.forced:
            return self.view.dragged(self.state, self.held, start, end)
        held = self._at(start)
        return self.view.dragged(self.state, held, start, end) if held else None

    def played(self, step: Step) -> None:
        """A move was made: the cursor goes with its piece, which stays taken up where arrows play at once."""
        if not self.view.forced:
            self.cursor = self.view.follow(self.state, step, self.cursor)
        keep = self.taken is not None and self.view.at_once
        self.move_to(step.after)
        if keep and self._at(self.cursor):
            self.taken = self.cursor


FORWARD = (RIGHT, DOWN)
"""The arrows that mean "next" where a line of moves is looked at."""
