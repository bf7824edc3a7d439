"""What a family's board looks like in the terminal, and how places on it are chosen: the base of the views.

A *place* is a number for what a click or the cursor can be on: mostly a cell. A view knows where places are
on the canvas, which of them select the piece of a legal move, and which of them choose where it goes. It gets
moves only from `puzzle.steps`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

from clew.pictures.colours import SLATE
from clew.pictures.renderer import renderer_of
from clew.puzzles.families import part_or
from clew.tui.canvas import Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move, Position
    from clew.tui.canvas import Canvas
    from clew.tui.signs import Signs

    Point = tuple[float, float]
    Turn = tuple[int, int]

LEFT, RIGHT, UP, DOWN = (-1, 0), (1, 0), (0, -1), (0, 1)
TURNS = (LEFT, RIGHT, UP, DOWN)
"""Directions as (columns, rows), in the order of L R U D."""

GROUND = Style(ink=SLATE.line, ground=SLATE.tray)
LINE = Style(ink="#93A1AC", ground=SLATE.tray)
BRIGHT = Style(ink=SLATE.attention, ground=SLATE.tray, bold=True)
STONE = Style(ink=SLATE.stone, ground="#55626D")
GOAL = Style(ink=SLATE.goal_letter, ground=SLATE.tray)


class Scene(NamedTuple):
    """One board to show. `held`: the moves of the selected piece; `aim`: the one being chosen."""

    state: Position
    cursor: int | None = None
    held: Sequence[Move] = ()
    aim: Move | None = None
    hinted: frozenset[int] = frozenset()


class View(ABC):
    """The view of one puzzle. `scales` are the sizes in which it can be drawn, the largest first."""

    forced = False
    """Whether there is no choice what to move, only where to: then it need not be selected."""

    at_once = False
    """Whether a direction is a whole move, so that an arrow key plays it."""

    goal_on_board = True
    """Whether the board itself shows the goal, so that the picture of the goal may be left out."""

    lone_step_plays = False
    """Whether selecting a piece with a single move plays that move."""

    def __init__(self, puzzle: EnginePuzzle, signs: Signs) -> None:
        self.puzzle = puzzle
        self.signs = signs

    @property
    @abstractmethod
    def scales(self) -> int:
        """The number of sizes in which the board can be drawn."""

    @abstractmethod
    def size(self, scale: int) -> tuple[int, int]:
        """Columns and rows of the board at a scale."""

    @abstractmethod
    def paint(self, canvas: Canvas, scale: int, scene: Scene) -> None:
        """Draws the board with its upper left corner at (0, 0)."""

    @abstractmethod
    def place_at(self, scale: int, x: int, y: int) -> int | None:
        """The place at a character of the board."""

    @abstractmethod
    def point(self, place: int, scale: int = 0) -> Point:
        """The middle of a place on the canvas, (x, y)."""

    @abstractmethod
    def places(self) -> Sequence[int]:
        """All places, in the order of their numbers."""

    def targets(self) -> Sequence[int]:
        """The places on the board where the goal is marked; empty if none are."""
        return ()

    @abstractmethod
    def grips(self, state: Position, step: Move) -> frozenset[int]:
        """The places that select the step's piece."""

    @abstractmethod
    def landings(self, state: Position, step: Move) -> frozenset[int]:
        """The places that choose this step, once its piece is selected."""

    def ambiguity(self, step: Move) -> int:
        """A sort key: of steps that share a landing, the one with the least is chosen."""
        return 0

    def choose(self, state: Position, held: Sequence[Move], place: int) -> Move | None:
        """The step of the selected piece that a place stands for."""
        fitting = [step for step in held if place in self.landings(state, step)]
        return min(fitting, key=self.ambiguity, default=None)

    def dragged(self, state: Position, held: Sequence[Move], start: int, end: int) -> Move | None:
        """The step of a piece that was dragged from one place to another."""
        return self.choose(state, held, end)

    def steer(
        self, state: Position, held: Sequence[Move], aim: Move | None, here: int, turn: Turn
    ) -> Move | None:
        """The step that an arrow key aims at, given the previous aim; the previous aim if there is none."""
        ends = {place: step for step in reversed(held) for place in self.landings(state, step)}
        start = here if aim is None else self.follow(state, aim, here)
        found = self.nearest(start, turn, [place for place in ends if place != start])
        return aim if found is None else ends[found]

    def follow(self, state: Position, step: Move, here: int) -> int:
        """Where the cursor goes when the piece under it moves."""
        return min(self.landings(state, step), default=here)

    def onward(self, state: Position, here: int, turn: Turn) -> int | None:
        """Where an arrow key moves the cursor; None at the edge."""
        return self.nearest(here, turn, self.places())

    def nearest(self, here: int, turn: Turn, among: Sequence[int]) -> int | None:
        """The place that lies most nearly in that direction; None if none does."""
        x, y = self.point(here)
        best, found = float("inf"), None
        for place in among:
            px, py = self.point(place)
            dx, dy = px - x, (py - y) * 2  # a character is about twice as high as wide
            along, aside = dx * turn[0] + dy * turn[1], abs(dx * turn[1]) + abs(dy * turn[0])
            if along > 0 and aside <= along * 2 and along + 2 * aside < best:
                best, found = along + 2 * aside, place
        return found

    def goal(self) -> Canvas | None:
        """A small picture of the goal, if the board does not show it."""
        return None

    def caption(self, state: Position) -> str:
        """The task, in one sentence."""
        return renderer_of(self.puzzle).caption

    def told(self, place: int) -> str:
        """The name of a place, for the line under the board."""
        return ""

    def brackets(self, scene: Scene, place: int, otherwise: str = "  ") -> str:
        """The two characters left and right of what stands on a place."""
        if scene.cursor == place:
            return self.signs.cursor
        return self.signs.hinted if place in scene.hinted else otherwise


def held_places(view: View, scene: Scene) -> frozenset[int]:
    """Where the selected piece stands."""
    return frozenset(place for step in scene.held for place in view.grips(scene.state, step))


def landing_places(view: View, scene: Scene) -> frozenset[int]:
    """Where the selected piece may go."""
    return frozenset(place for step in scene.held for place in view.landings(scene.state, step))


def view_of(puzzle: EnginePuzzle, signs: Signs) -> View:
    """The view of a puzzle's family."""
    made: View = part_or(puzzle.family, "terminal", "tui.custom").view(puzzle, signs)
    return made
