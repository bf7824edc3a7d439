"""The whole screen: title and count above, the board in the middle, words and keys below.

The 1st board                          Board 2 of 12
3 moves   par 8   5 to go    *=*=*=*----------O
Bring block A to the gate.

                  (the board)            (the goal)

what has happened, or a hint
the move that is typed
keys
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.pictures.drawable import counted
from clew.tui import keyhelp
from clew.tui.canvas import FAINT, PLAIN, STRONG, Canvas, Style, text_width
from clew.tui.lookback import LookBack
from clew.tui.thread import ACCENT, cut, draw_thread

if TYPE_CHECKING:
    from clew.search.hint import Hint
    from clew.tui.session import Session

LEAST = (40, 14)
"""Columns and rows below which there is no room for a game."""

LEFT = 2
ABOVE, BELOW = 3, 3
GAP = 4
GOOD = Style(ink="ansigreen", bold=True)
TROUBLE = Style(ink="ansiyellow", bold=True)


class Page:
    """Draws a session, and knows which place of the board is at a character of the screen."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._scale = 0
        self._origin = (0, 0)
        self._scroll = (0, 0)
        self._window = (0, 0)

    def draw(self, width: int, height: int) -> Canvas:
        """Return the whole screen, `width` x `height` characters."""
        canvas = Canvas(width, height, ascii=not self.session.signs.unicode)
        if width < LEAST[0] or height < LEAST[1]:
            self._window = (0, 0)
            words = (
                f"This terminal has {width} x {height} characters;",
                f"the game needs {LEAST[0]} x {LEAST[1]}.",
            )
            for y, text in enumerate(words):
                canvas.put(0, y, text)
            return canvas
        self._head(canvas)
        if self.session.helping:
            self._window = (0, 0)
            self._help(canvas)
        else:
            self._board(canvas)
        self._words(canvas)
        return canvas

    def place_at(self, x: int, y: int) -> int | None:
        """The place of the board at a character of the screen as it was last drawn."""
        x, y = x - self._origin[0], y - self._origin[1]
        if not (0 <= x < self._window[0] and 0 <= y < self._window[1]):
            return None
        return self.session.view.place_at(self._scale, x + self._scroll[0], y + self._scroll[1])

    def _head(self, canvas: Canvas) -> None:
        session, signs = self.session, self.session.signs
        right = self._number()
        title = session.puzzle.title or f"{session.puzzle.family.capitalize()} puzzle"
        canvas.put(LEFT, 0, cut(title, canvas.width - 2 * LEFT - len(right) - 2, signs), STRONG)
        canvas.put(canvas.width - LEFT - len(right), 0, right, FAINT)
        if session.walk is not None:
            made, whole = session.walk.at, len(session.walk.steps)
            par: int | None = whole
            words = f"{session.walk.title}: {made} of {whole}"
        else:
            made, par = session.game.length, session.par
            words = counted(made, session.puzzle.metric)
        x = canvas.put(LEFT, 1, words, STRONG)
        if session.walk is None:
            x = canvas.put(x, 1, "" if par is None else f"   par {par}")
            x = canvas.put(x, 1, self._meter())
        room = canvas.width - LEFT - x - 3
        if isinstance(session.walk, LookBack):
            self._curve(canvas, x + 3, session.walk.curve(room, not signs.unicode))
        else:
            draw_thread(canvas, x + 3, 1, room, made, par, signs)
        canvas.put(LEFT, 2, cut(session.view.caption(session.state), canvas.width - 2 * LEFT, signs), FAINT)

    def _curve(self, canvas: Canvas, x: int, curve: list[tuple[str, bool, bool]]) -> None:
        for number, (sign, lost, here) in enumerate(curve):
            style = TROUBLE if lost else ACCENT
            canvas.put(x + number, 1, sign, style._replace(underline=here, reverse=here))

    def _number(self) -> str:
        count, number = self.session.levels.count, self.session.number + 1
        if count == 1:
            return ""
        return f"Board {number}" if count is None else f"Board {number} of {count}"

    def _meter(self) -> str:
        session = self.session
        if not session.meter:
            return ""
        found = session.hint
        if found is None and session.adviser.busy(session.state):
            return f"   {session.signs.more} to go"
        if found is None or found.status == "limit":
            return "   ? to go"
        return "   dead end" if found.distance is None else f"   {found.distance} to go"

    def _board(self, canvas: Canvas) -> None:
        session, view = self.session, self.session.view
        goal = view.goal()
        room = (canvas.width - 2 * LEFT, canvas.height - ABOVE - BELOW)
        beside = 0 if goal is None else max(goal.width, len("Goal")) + GAP
        self._scale = self._fitting(room[0] - beside, room[1])
        costs = self._scale != self._fitting(*room) or view.size(self._scale)[0] > room[0] - beside
        if goal is not None and view.goal_on_board and costs:
            goal, beside = None, 0  # the board needs its room
            self._scale = self._fitting(*room)
        size = view.size(self._scale)
        board = Canvas(*size)
        view.paint(board, self._scale, session.scene)
        wide, high = min(size[0], room[0] - beside), min(size[1], room[1])
        self._window = (wide, high)
        self._origin = (LEFT + (room[0] - wide - beside) // 2, ABOVE + (room[1] - high) // 2)
        self._scroll = self._scrolled(size, (wide, high))
        canvas.blit(board, *self._origin, *self._scroll, wide, high)
        self._mark_more(canvas, size)
        if goal is not None:
            x, y = self._origin[0] + wide + GAP, self._origin[1]
            canvas.put(x, y, "Goal", FAINT)
            canvas.blit(goal, x, y + 1, 0, 0, goal.width, canvas.height - BELOW - y - 1)

    def _fitting(self, width: int, height: int) -> int:
        """The largest scale that fits; if none does, the one that hides least."""
        view = self.session.view
        sizes = [view.size(scale) for scale in range(view.scales)]
        for scale, size in enumerate(sizes):
            if size[0] <= width and size[1] <= height:
                return scale
        return min(
            range(len(sizes)),
            key=lambda scale: max(sizes[scale][0] - width, 0) + 2 * max(sizes[scale][1] - height, 0),
        )

    def _scrolled(self, size: tuple[int, int], window: tuple[int, int]) -> tuple[int, int]:
        """How much is cut off on the left and above, so that what must be visible is well inside."""
        points = [self.session.view.point(place, self._scale) for place in self.session.in_sight]
        found = []
        for axis, margin in ((0, 8), (1, 3)):
            at, margin = self._scroll[axis], min(margin, window[axis] // 3)
            for point in points:
                at = min(max(at, int(point[axis]) - window[axis] + 1 + margin), int(point[axis]) - margin)
            found.append(max(0, min(size[axis] - window[axis], at)))
        return found[0], found[1]

    def _mark_more(self, canvas: Canvas, size: tuple[int, int]) -> None:
        """Arrows where the board extends beyond the window."""
        (x, y), (wide, high), (left, top) = self._origin, self._window, self._scroll
        arrows = self.session.signs.arrows
        if left > 0:
            canvas.put(x - 1, y + high // 2, arrows[6], STRONG)
        if left + wide < size[0]:
            canvas.put(x + wide, y + high // 2, arrows[2], STRONG)
        if top > 0:
            canvas.put(x - 1, y, arrows[0], STRONG)
        if top + high < size[1]:
            canvas.put(x - 1, y + high - 1, arrows[4], STRONG)

    def _help(self, canvas: Canvas) -> None:
        lines = keyhelp.page(self.session.puzzle, self.session.signs)
        wide = max(len(keys) for keys, _ in lines)
        for y, (keys, what) in enumerate(lines, ABOVE + 1):
            if y < canvas.height - 1:
                canvas.put(LEFT, y, keys, STRONG)
                canvas.put(
                    LEFT + wide + 3, y, cut(what, canvas.width - wide - 2 * LEFT - 3, self.session.signs)
                )

    def _words(self, canvas: Canvas) -> None:
        session, height = self.session, canvas.height
        text, style = self._notice()
        if not session.helping:
            for y, line in enumerate(_wrapped(text, canvas.width - 2 * LEFT)[:2]):
                canvas.put(LEFT, height - BELOW + y, line, style)
        if session.typing is not None:
            canvas.fill(0, height - 2, canvas.width, 1, PLAIN)
            x = canvas.put(LEFT, height - 2, "Move: ", STRONG)
            room = canvas.width - x - LEFT
            x = canvas.put(x, height - 2, session.typing[-room:])
            canvas.put(x, height - 2, " ", Style(reverse=True))
        more, room = session.number + 1 in session.levels, canvas.width - 2 * LEFT
        canvas.put(LEFT, height - 1, keyhelp.foot(self._mode(), session.signs, more, room), FAINT)

    def _notice(self) -> tuple[str, Style]:
        """The messages: the newest first, then what is true of the position."""
        session = self.session
        if session.walk is not None:
            return session.walk.words(), PLAIN
        if session.remark:
            return session.remark, PLAIN
        if session.selection.aim is not None and not session.view.at_once:
            return f"Enter plays: {session.selection.aim.name}", PLAIN
        if session.game.is_solved:
            return self._solved_words(), GOOD
        if session.lost:
            if_ = _clause(session.hint)
            return (
                f"The goal can no longer be reached from here{if_}: u undoes a move, b begins again.",
                TROUBLE,
            )
        return "", PLAIN

    def _solved_words(self) -> str:
        made, par = self.session.game.length, self.session.par
        words = f"Solved in {counted(made, self.session.puzzle.metric)}"
        if par is None:
            return f"{words}."
        if made <= par:
            from_start = (
                None
                if self.session.puzzle.par is not None
                else self.session.adviser.known(self.session.puzzle.initial())
            )
            return f"{words}: no solution is shorter{_clause(from_start)}."
        return f"{words}; {counted(par, self.session.puzzle.metric)} would be enough."

    def _mode(self) -> str:
        session = self.session
        for mode, holds in (
            ("help", session.helping),
            ("typing", session.typing is not None),
            (session.walk.mode if session.walk is not None else "", session.walk is not None),
            ("solved", session.game.is_solved),
            ("counter", session.view.forced and session.view.at_once),
            ("forced", session.view.forced),
            ("at once", session.view.at_once and bool(session.selection.held)),
            ("held", bool(session.selection.held)),
        ):
            if holds:
                return mode
        return "choose"


def _clause(hint: Hint | None) -> str:
    """What a distance rests on, after a blank; nothing if it rests on nothing."""
    return "" if hint is None or hint.proof is None else f" {hint.proof}"


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and text_width(lines[-1]) + 1 + text_width(word) > width:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines
