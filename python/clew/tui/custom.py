"""A custom puzzle in the terminal: the state as its text, and under it the legal moves to choose from.

#####          > left
#@$.#            right
#####            (0, 2)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.tui.canvas import FAINT, PLAIN, STRONG, text_width
from clew.tui.view import DOWN, RIGHT, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.custom.adaptor import Custom
    from clew.puzzles.position import Move
    from clew.tui.canvas import Canvas
    from clew.tui.signs import Signs
    from clew.tui.view import Point, Scene, Turn

LEAST_WIDTH, MOST_WIDTH, MOST_HEIGHT = 24, 60, 20
GAP = 3
SHOWN = 9
"""Moves that are listed at a time; the selected one is among them."""


class CustomView(View):
    """The places are the numbers of a state's moves. The arrow keys select one, Enter plays it."""

    puzzle: Custom
    forced = True

    def __init__(self, puzzle: Custom, signs: Signs) -> None:
        super().__init__(puzzle, signs)
        lines = puzzle.draw(puzzle.initial()).split("\n")
        wide = max(map(text_width, lines))
        self._wide = min(MOST_WIDTH, max(LEAST_WIDTH, wide))
        self._high = min(MOST_HEIGHT, max(SHOWN, len(lines) + 1))
        self._first = 0

    @property
    def scales(self) -> int:
        return 1

    def size(self, scale: int) -> tuple[int, int]:
        return 2 * self._wide + GAP, self._high

    def places(self) -> Sequence[int]:
        return (0,)

    def place_at(self, scale: int, x: int, y: int) -> int | None:
        inside = x >= self._wide + GAP and 0 <= y < SHOWN
        return self._first + y if inside else None

    def point(self, place: int, scale: int = 0) -> Point:
        return self._wide + GAP, max(0, place - self._first)

    def grips(self, state: Any, step: Move) -> frozenset[int]:
        return frozenset()

    def landings(self, state: Any, step: Move) -> frozenset[int]:
        return frozenset(step.code[1:])

    def steer(self, state: Any, held: Sequence[Move], aim: Move | None, here: int, turn: Turn) -> Move | None:
        if not held:
            return None
        forward = turn in (DOWN, RIGHT)
        if aim is None or aim not in held:
            return held[0 if forward else -1]
        return held[(held.index(aim) + (1 if forward else -1)) % len(held)]

    def paint(self, canvas: Canvas, scale: int, scene: Scene) -> None:
        for row, line in enumerate(self.puzzle.draw(scene.state).split("\n")[: self._high]):
            canvas.put(0, row, _cut(line, self._wide), STRONG)
        steps = list(scene.held)
        at = steps.index(scene.aim) if scene.aim in steps else min(scene.hinted, default=0)
        self._first = max(0, min(at - SHOWN // 2, len(steps) - SHOWN))
        for row, step in enumerate(steps[self._first : self._first + SHOWN]):
            number = self._first + row
            marks = self.signs.cursor if step == scene.aim else "  "
            marks = self.signs.hinted if number in scene.hinted and step != scene.aim else marks
            style = STRONG if step == scene.aim else PLAIN
            canvas.put(self._wide + GAP, row, _cut(f"{marks[0]} {step.name} {marks[1]}", self._wide), style)
        hidden = len(steps) - SHOWN
        if hidden > 0 and self._high > SHOWN:
            canvas.put(self._wide + GAP, SHOWN, f"  and {hidden} more", FAINT)


def _cut(text: str, width: int) -> str:
    while text_width(text) > width:
        text = text[:-1]
    return text


def view(puzzle: Custom, signs: Signs) -> CustomView:
    """The terminal view of a custom puzzle."""
    return CustomView(puzzle, signs)
