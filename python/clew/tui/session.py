"""A session: the game, the selection, hints, saving, the boards of a set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import ClewError, IllegalMove
from clew.pictures.drawable import counted
from clew.play.game import Game
from clew.search.line import walk
from clew.tui.adviser import ASKED, GLANCE, Adviser
from clew.tui.lookback import Looker
from clew.tui.selection import FORWARD, Selection
from clew.tui.view import Scene, view_of
from clew.tui.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move
    from clew.search.hint import Hint
    from clew.tui.levels import Levels
    from clew.tui.signs import Signs
    from clew.tui.store import Save
    from clew.tui.view import Turn

LEVELS = 3
"""The levels of hints: which piece, where to, the move."""


class Session:
    """What the player sees and does. `saves` returns the file of a board's game; None saves nothing.

    `notify` is called from another thread when `tick` should be called: an answer has arrived.
    """

    def __init__(
        self,
        levels: Levels,
        signs: Signs,
        saves: Callable[[EnginePuzzle], Save | None],
        notify: Callable[[], object] = lambda: None,
        number: int = 0,
        new: bool = False,
    ) -> None:
        self.levels, self.signs = levels, signs
        self._saves, self._notify = saves, notify
        self.meter = False
        self._adviser: Adviser | None = None
        self.looker = Looker(notify)
        self.open(number, new)

    def open(self, number: int, new: bool = False) -> None:
        """Opens a board of the set; its saved game continues unless it is solved or a new one is wanted."""
        self.close()
        self.number = number
        self.puzzle = self.levels[number]
        self.view = view_of(self.puzzle, self.signs)
        self._save = self._saves(self.puzzle)
        game = None if new or self._save is None else self._save.read(self.puzzle)
        goes_on = game is not None and bool(game.moves) and not game.is_solved
        self.game = game if game is not None and goes_on else Game(self.puzzle)
        self._adviser = Adviser(self.puzzle, self._notify)
        self.typing: str | None = None
        self.walk: Walk | None = None
        self.helping = False
        self.selection = Selection(self.view, self.state)
        self.remark, self.wish, self.hint_level = "", "", 0
        self._pressed: int | None = None
        self._took = False
        self._look_ahead()
        if goes_on:
            self.remark = f"Your game continues after {counted(self.game.length, self.puzzle.metric)}."
        elif new:
            self._keep()

    def close(self) -> None:
        """Ends the threads of the session."""
        self.looker.close()
        if self._adviser is not None:
            self._adviser.close()

    @property
    def adviser(self) -> Adviser:
        """The search for hints on the open board."""
        assert self._adviser is not None
        return self._adviser

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self.game.state

    @property
    def hint(self) -> Hint | None:
        """What is known about the position."""
        return self.adviser.known(self.state)

    @property
    def par(self) -> int | None:
        """The fewest moves of the board, if known."""
        if self.puzzle.par is not None:
            return self.puzzle.par
        found = self.adviser.known(self.puzzle.initial())
        return None if found is None or found.status == "limit" else found.distance

    @property
    def focus(self) -> int:
        """The place that must be visible."""
        scene = self.scene
        if scene.aim is not None:
            return min(self.view.landings(scene.state, scene.aim), default=self.selection.cursor)
        if self.view.forced or self.walk is not None:
            near = scene.hinted or frozenset().union(*(self.view.grips(scene.state, s) for s in scene.held))
            return min(near, default=self.selection.cursor)
        return self.selection.cursor

    @property
    def in_sight(self) -> list[int]:
        """The places to scroll to, the most important last: a board opens with its goal visible."""
        goal = self.view.targets() if self.selection.untouched and self.walk is None else ()
        return [self.focus, *goal[:1]]

    @property
    def lost(self) -> bool:
        """Whether it is proved that no goal can be reached from here."""
        found = self.hint
        return found is not None and found.status != "limit" and found.distance is None

    @property
    def scene(self) -> Scene:
        """The board to show: the game's, or that of the line that the player steps through."""
        if self.walk is not None:
            return self.walk.scene
        chosen = self.selection
        hinted = self._hinted() if self.hint_level else frozenset[int]()
        done = self.game.is_solved and chosen.taken is None
        cursor = None if self.view.forced or done else chosen.cursor
        held = [] if done and chosen.aim is None else chosen.held
        return Scene(self.state, cursor, held, chosen.aim, hinted)

    def _hinted(self) -> frozenset[int]:
        found = self.hint
        if found is None or not found.best:
            return frozenset()
        step = self.puzzle._find(self.state, found.best[0])
        grips = frozenset() if self.view.forced else self.view.grips(self.state, step)
        return grips | self.view.landings(self.state, step) if self.hint_level > 1 else grips

    # What the player does.

    def arrow(self, turn: Turn) -> None:
        """An arrow key: steps through a line, moves the cursor, or steers the selected piece."""
        if self.walk is not None:
            self.walk.go(1 if turn in FORWARD else -1)
            return
        self._back_to_game()
        held = bool(self.selection.held)
        step = self.selection.arrow(turn)
        if step is not None:
            self.play(step)
        elif held and self.view.at_once:
            self.remark = "It cannot go that way."

    def enter(self) -> None:
        """Enter: plays the move that is the aim or was typed, or selects what is under the cursor."""
        if self.walk is not None:
            self._enter_walk(self.walk)
        elif self.typing is not None:
            self._play_typed(self.typing)
        elif self.helping:
            self._back_to_game()
        else:
            held = bool(self.selection.held)
            step = self.selection.enter()
            if step is not None:
                self.play(step)
            elif not held and not self.selection.held:
                self.remark = f"There is nothing to move on {self.view.told(self.selection.cursor)}."
            elif self.view.forced:
                self.remark = "Choose where to with the arrow keys, then press Enter."

    def escape(self) -> None:
        """Escape: closes whatever is open, which is a page, a line, a selected piece or a hint."""
        self.remark = ""
        if self.helping or self.typing is not None or self.walk is not None:
            self.helping, self.typing, self.walk = False, None, None
        elif self.selection.taken is not None or self.selection.aim is not None:
            self.selection.put_down()
        else:
            if self.wish:
                self.adviser.stop()
                self.looker.close()
            self.hint_level, self.wish = 0, ""

    def tab(self, back: bool = False) -> None:
        """Tab: moves the cursor to the next piece that can move, or to the previous one."""
        self.selection.tab(back)

    def type(self, text: str) -> None:
        """Characters of a move; the first one opens the input line."""
        self._back_to_game()
        self.typing = (self.typing or "") + text

    def rub_out(self) -> None:
        """Backspace: removes the last character that was typed."""
        if self.typing is not None:
            self.typing = self.typing[:-1]

    def press(self, place: int | None) -> None:
        """The mouse button goes down: selects what is there, unless the selected piece can go there."""
        self.remark = ""
        self._pressed, self._took = place, False
        if place is None or self.walk is not None or self.selection.chosen(place) is not None:
            return
        taken = self.selection.taken
        if taken is None or place not in self.view.grips(self.state, self.selection.held[0]):
            self._took = self.selection.take(place)

    def release(self, place: int | None) -> None:
        """The mouse button comes up: a click, or the end of a drag."""
        pressed, took, self._pressed, self._took = self._pressed, self._took, None, False
        if self.helping:
            self._back_to_game()
        elif self.walk is not None:
            self.walk.go(1)
        elif pressed is None or place is None:
            self.selection.put_down()
        else:
            if place == pressed:
                step = self.selection.click(place) if not took else self.selection.lone()
            else:
                step = self.selection.drag(pressed, place)
            if step is not None:
                self.play(step)
            elif place != pressed:
                self.selection.put_down()

    def play(self, step: Move) -> None:
        """Makes a legal move."""
        self.game.play(step.name)
        self.selection.played(step)
        self._moved()

    def _play_typed(self, text: str) -> None:
        """Plays typed moves up to the first that is not legal, which stays on the input line."""
        moves = self.puzzle._split_moves(text)
        refused: IllegalMove | None = None
        while moves and refused is None:
            try:
                self.game.play(moves[0])
                moves.pop(0)
            except IllegalMove as error:
                refused = error
        self._travelled()
        self.typing = " ".join(moves) if moves else None
        if refused is not None:
            self.remark = f"{refused.move} is not legal here: {refused.reason}."

    def undo(self) -> None:
        """Undoes the last move."""
        self._travel(self.game.undo)

    def redo(self) -> None:
        """Plays the move that was last undone."""
        self._travel(self.game.redo)

    def restart(self) -> None:
        """Undoes all moves; `redo` plays them again."""
        if self.game.can_undo:
            self._travel(self.game.restart)
            self.remark = "From the beginning; r plays your moves again."

    def _back_to_game(self) -> None:
        """Closes the page of keys and the line: what follows concerns the game."""
        self.helping, self.walk, self.remark = False, None, ""

    def _travel(self, go: Callable[[], str]) -> None:
        self._back_to_game()
        try:
            go()
        except ClewError as error:
            words = str(error)
            self.remark = f"{words[0].upper()}{words[1:]}."
        else:
            self._travelled()

    def _travelled(self) -> None:
        """The game's position has changed by something else than a selected move."""
        self.selection.move_to(self.state)
        self._moved()

    def ask_hint(self) -> None:
        """Asks for a hint; each further hint says more."""
        self._back_to_game()
        self.hint_level = min(self.hint_level + 1, LEVELS)
        self._wish("hint")

    def ask_move(self) -> None:
        """Asks for the best move, and plays it when it is known."""
        self._back_to_game()
        self._wish("move")

    def ask_solution(self) -> None:
        """Asks for a shortest solution from here, and shows it when it is known."""
        self._back_to_game()
        self._wish("solution")

    def ask_review(self) -> None:
        """Asks what each move of the game was worth, and shows it when it is known."""
        self._back_to_game()
        if not self.game.moves:
            self.remark = "There is no move to look back on yet."
            return
        self.wish = "review"
        self.remark = f"Measuring your moves{self.signs.more} (Esc: stop)"
        self.looker.ask(self.puzzle, self.game.moves)

    def help(self) -> None:
        """Opens or closes the page of all keys."""
        self.helping = not self.helping

    def toggle_meter(self) -> None:
        """Shows how many moves are left to the goal, or hides it."""
        self.meter = not self.meter
        if self.meter:
            self.adviser.ask(self.state, ASKED)

    def go(self, by: int) -> None:
        """Opens another board of the set."""
        self._back_to_game()
        if self.number + by in self.levels:
            self.open(self.number + by)
        else:
            self.remark = "This is the last board." if by > 0 else "This is the first board."

    def tick(self) -> None:
        """Does what was waiting for an answer that has now arrived."""
        if self.wish == "review":
            self._look_back()
        elif self.wish:
            self._wish(self.wish)

    # What follows from it.

    def _wish(self, what: str) -> None:
        found = self.adviser.known(self.state, ASKED)
        if found is None:
            self.wish = what
            self.remark = f"Looking for the best move{self.signs.more} (Esc: no hint)"
            self.adviser.ask(self.state, ASKED)
            return
        self.wish = ""
        if what == "hint" or not found.best:
            self.remark = found.level(self.hint_level or LEVELS)
        elif what == "move":
            self.play(self.puzzle._find(self.state, found.best[0]))
        else:
            self._show(found.line)

    def _show(self, line: list[Move]) -> None:
        self.walk, self.remark = Walk(self.state, walk(self.puzzle, self.state, line)), ""
        self.selection.put_down()

    def _look_back(self) -> None:
        found = self.looker.take()
        if found is not None:
            self.walk, self.wish, self.remark = found, "", ""
            self.selection.put_down()

    def _enter_walk(self, line: Walk) -> None:
        remark = line.enter(self.game)
        if remark:
            self._back_to_game()
            self._travelled()
            self.remark = remark

    def _moved(self) -> None:
        self.remark, self.wish, self.hint_level = "", "", 0
        self._keep()
        self._look_ahead()

    def _look_ahead(self) -> None:
        """Begins to search a position that has just been reached."""
        if self.game.is_solved and self.par is None:
            self.adviser.ask(self.puzzle.initial(), ASKED)  # could it have been done in fewer?
        else:
            self.adviser.ask(self.state, ASKED if self.meter else GLANCE)

    def _keep(self) -> None:
        if self._save is None:
            return
        try:
            self._save.write(self.game)
        except OSError as error:
            self.remark = f"Not saved: {error.strerror} ({self._save.path})."
