"""Reviewing a game in the terminal: a thread measures its moves, then the player steps through them."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

from clew.play.review import review
from clew.search.limits import Limits
from clew.search.line import walk
from clew.tui.adviser import ASKED, MEMORY
from clew.tui.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.play.game import Game
    from clew.play.review import Review
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move

BARS = "▁▂▃▄▅▆▇█"


class Looker:
    """Reviews games in a thread, one at a time; the thread calls `notify` when one is done."""

    def __init__(self, notify: Callable[[], object]) -> None:
        self._notify = notify
        self._running: tuple[Limits, Thread] | None = None
        self._found: Review | None = None

    def ask(self, puzzle: EnginePuzzle, moves: list[Move]) -> None:
        """Begins to review a game."""
        self.close()
        _ = puzzle._engine  # created here: two threads must not create it at once
        limits = Limits(seconds=ASKED, memory=MEMORY)
        thread = Thread(target=self._review, args=(puzzle, moves, limits), daemon=True)
        self._running = (limits, thread)
        thread.start()

    def take(self) -> LookBack | None:
        """The requested review once it is done; None at the next call."""
        found, self._found = self._found, None
        return None if found is None else LookBack(found)

    def wait(self) -> None:
        """Returns once the running review has ended."""
        if self._running is not None:
            self._running[1].join()

    def close(self) -> None:
        """Ends the running review, if there is one."""
        running, self._running, self._found = self._running, None, None
        if running is not None:
            running[0].cancel()
            running[1].join()

    def _review(self, puzzle: EnginePuzzle, moves: list[Move], limits: Limits) -> None:
        found = review(puzzle, moves, limits=limits)
        if not limits.cancelled:
            self._found, self._running = found, None
            self._notify()


class LookBack(Walk):
    """A reviewed game, shown from its first turning point."""

    mode = "review"
    title = "Your game"

    def __init__(self, found: Review) -> None:
        self.review = found
        first = next((turn.number for turn in found.turning_points), 0)
        super().__init__(found.start, walk(found.puzzle, found.start, [m.name for m in found.moves]), first)

    def words(self) -> str:
        """What the move that led here was worth."""
        if not self.at:
            few = self.review.fewest
            return "The start." if few is None else f"The start: {few} to go."
        move = self.review.moves[self.at - 1]
        named = f"{move.number}. {move.name}"
        if move.kind == "unknown":
            return f"{named}: not measured, the search was stopped."
        if move.kind == "hopeless":
            return f"{named}: the goal could no longer be reached."
        better = " ".join(move.best[:4]) + (f" +{len(move.best) - 4}" if len(move.best) > 4 else "")
        if move.kind == "dead end":
            return f"{named}: a dead end. Best: {better}. Enter: play on from before it."
        to_go = f"{named}: {move.after} to go"
        if not move.loss:
            which = "the only best move" if move.only_best else f"one of {len(move.best)} best moves"
            return f"{to_go}, {which}."
        if not move.best:
            return f"{to_go}. It was solved before."
        return f"{to_go}, {move.loss} lost. Best: {better}. Enter: play on from before it."

    def enter(self, game: Game) -> str:
        """Returns the game to the position that is shown, or to the one before the losing move."""
        lost = self.at and self.review.moves[self.at - 1].kind in ("loss", "dead end")
        kept = self.at - 1 if lost else self.at
        game.restart()
        for _ in range(kept):
            game.redo()
        return f"Your game continues after move {kept}."

    def curve(self, width: int, plain: bool) -> list[tuple[str, bool, bool]]:
        """The distance over the moves, as (character, whether that move lost, whether it is shown) for each.

        Empty if there is no room. `plain`: digits instead of bars, with 9 for 9 or more.
        """
        moves = self.review.moves
        far = [self.review.fewest, *(move.after for move in moves)]
        if len(far) > width:
            return []
        most = max([1, *(value for value in far if value is not None)])
        lost = [False, *(move.kind in ("loss", "dead end") for move in moves)]
        return [
            (_bar(value, most, plain), lost[number], number == self.at) for number, value in enumerate(far)
        ]


def _bar(far: int | None, most: int, plain: bool) -> str:
    if far is None:
        return "x"
    if plain:
        return str(min(far, 9))
    return BARS[round(far / most * (len(BARS) - 1))]
