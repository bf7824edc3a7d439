"""A line of moves to step through on the board: a solution, or the game that was played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.tui.view import Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.play.game import Game
    from clew.puzzles.position import Move


class Walk:
    """`start`: the state where the line begins; `steps`: the moves from there; `at`: how many of them are
    shown.
    """

    mode = "solution"
    title = "Solution"

    def __init__(self, start: Any, steps: Sequence[Move], at: int = 0) -> None:
        self.start, self.steps, self.at = start, steps, at

    @property
    def state(self) -> Any:
        """The state that is shown."""
        return self.steps[self.at - 1].after if self.at else self.start

    @property
    def scene(self) -> Scene:
        """The board that is shown, with the next move marked."""
        return Scene(self.state, held=self.steps[self.at : self.at + 1])

    def go(self, by: int) -> None:
        """Steps forwards or backwards, as far as the line goes."""
        self.at = max(0, min(len(self.steps), self.at + by))

    def enter(self, game: Game) -> str:
        """Enter: steps on, or changes the game; then it returns what to tell the player."""
        self.go(1)
        return ""

    def words(self) -> str:
        """The message about the position."""
        if self.at == len(self.steps):
            return "Solved. Esc: back to your game, where it was."
        return f"Next: {self.steps[self.at].name}"
