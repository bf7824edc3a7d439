"""Pebbles: plates as rings with their letter in a bead, pebbles as discs, the lines of movement engraved.

A pebble on a plate of its own token closes with it into one disc: it is home.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from clew.families.pebbles.places import places_of
from clew.families.pebbles.puzzle import Pebbles
from clew.families.pebbles.signs import HOLE
from clew.pictures.colours import marks_of
from clew.pictures.renderer import Item, Renderer, Way
from clew.pictures.shapes import Circle, Paint, Path, Point, Segment, Shape, at, hull, line

if TYPE_CHECKING:
    from clew.puzzles.position import Code, Position

PITCH = 115.0
PLATE = 42.0
PEBBLE = 29.5
LIFT = 2.5
HOME = 46.0
BEAD = 13.5
MARGIN = 72.0


class PebbleRenderer(Renderer):
    """Draws a pebbles board. `puzzle`, `theme` and `marks` are as in `clew.draw`."""

    def __init__(self, puzzle: Pebbles, theme: str, marks: str) -> None:
        super().__init__(theme, marks)
        self.puzzle = puzzle
        self.looks = marks_of([token for token in (*puzzle.plates, *puzzle.pebbles) if token != HOLE])
        placed = places_of(puzzle, PITCH)
        self.size = placed.size
        self.unit = PITCH * placed.size
        margin = MARGIN * self.size
        self.places = [(x + margin, y + margin) for x, y in placed.points]
        self.width = max(x for x, _ in self.places) + margin
        self.height = max(y for _, y in self.places) + margin

    @property
    def caption(self) -> str:
        return "Bring every pebble to a plate of its own."

    def backdrop(self) -> list[Shape]:
        colours = self.colours
        corners = hull(self.places)
        wide = 2 * MARGIN * self.size
        shapes: list[Shape] = []
        if colours.edge is not None:
            shapes.append(line(corners, Paint(fill=colours.edge, stroke=colours.edge, width=wide), True))
            wide -= 6
        shapes.append(line(corners, Paint(fill=colours.tray, stroke=colours.tray, width=wide), True))
        engraved = Paint(stroke=colours.line, width=2.5 * self.size)
        shapes += [Path(segments, engraved) for segments in self._lines()]
        plates = [at(x, y, self._plate(cell), self.size) for cell, (x, y) in enumerate(self.places)]
        return shapes + plates

    def _plate(self, cell: int) -> list[Shape]:
        token = self.puzzle.plates[cell]
        colours = self.colours
        if token == HOLE:
            return [Circle(0, 0, PLATE, Paint(fill=colours.cell, stroke=colours.line, width=2.5))]
        look = self.looks[token]
        shapes: list[Shape] = [Circle(0, 0, PLATE, Paint(fill=colours.cell, stroke=look.colour, width=7.5))]
        if colours.edge is not None:
            thin = Paint(stroke=colours.edge, width=1.2)
            shapes += [Circle(0, 0, PLATE + 3.75, thin), Circle(0, 0, PLATE - 3.75, thin)]
        return shapes

    def _lines(self) -> list[tuple[Segment, ...]]:
        """The edges; one that is covered by others is left out, one that would cross another cell is bent."""
        near = [set(cells) for cells in self.puzzle.neighbours]
        found: list[tuple[Segment, ...]] = []
        for one, other in self.puzzle.edges:
            a, b = self.places[one], self.places[other]
            between = [
                c
                for c, p in enumerate(self.places)
                if c not in (one, other) and _is_between(a, b, p, self.unit / 5)
            ]
            if not between:
                found.append((("M", a), ("L", b)))
            elif not any(c in near[one] and c in near[other] for c in between):
                found.append((("M", a), ("C", (*_bow(a, b, 0.33), *_bow(a, b, 0.67), *b))))
        return found

    def items(self, state: Position) -> list[Item]:
        found = []
        for cell, token in enumerate(self.puzzle.tokens(state)):
            x, y = self.places[cell]
            if token == HOLE:
                found.append(Item(cell, "hole", x, y))
            else:
                kind = "home" if token == self.puzzle.plates[cell] else "pebble"
                found.append(Item(cell, f"{kind}:{token}", x, y))
        return self._beads(state) + sorted(found, key=lambda item: item.look != "hole")

    def _beads(self, state: Position) -> list[Item]:
        """The letters of the plates without a pebble of their token."""
        return [
            Item(f"bead {cell}", f"bead:{plate}", *self.places[cell])
            for cell, (plate, token) in enumerate(
                zip(self.puzzle.plates, self.puzzle.tokens(state), strict=True)
            )
            if plate not in (HOLE, token)
        ]

    def look(self, name: str) -> list[Shape]:
        kind, _, token = name.partition(":")
        colours = self.colours
        if kind == "hole":
            paint = Paint(fill=colours.hole)
            if colours.edge is not None:
                paint = Paint(fill=colours.hole, stroke=colours.line, width=1.5, dash=(4, 4))
            return [at(0, 0, [Circle(0, 0, 30, paint)], self.size)]
        look = self.looks[token]
        if kind == "bead":
            rim = Paint(fill=look.colour, stroke=colours.edge or colours.tray, width=2.5)
            bead = [Circle(0, 0, BEAD, rim), self.marked(look, 16, 20)]
            return [at(0, 0, [at(0, PLATE, bead)], self.size)]
        body = self.edged(Paint(fill=look.colour, shade=True), 1.5)
        if kind == "home":
            inner = Paint(stroke=colours.letter, width=2, opacity=0.55)
            shapes: list[Shape] = [
                Circle(0, 0, HOME, body),
                Circle(0, 0, HOME - 7, inner),
                self.marked(look, 32, 56),
            ]
            return [at(0, 0, shapes, self.size)]
        lifted = [Circle(0, 0, PEBBLE, body), self.marked(look, 29, 46)]
        shadow = [] if colours.edge else [Circle(0, 1.5, PEBBLE, Paint(fill=colours.hole, opacity=0.8))]
        return [at(0, 0, [*shadow, at(0, -LIFT, lifted)], self.size)]

    def stop(self, kind: str, place: str) -> Point | None:
        return self.places[int(place)]

    def is_piece(self, name: str) -> bool:
        return name.startswith(("pebble:", "home:"))

    def parts(self, state: Position) -> list[Item]:
        return [item._replace(look=item.look.replace("home:", "pebble:")) for item in super().parts(state)]

    def printed(self) -> list[Shape]:
        plates = enumerate(self.puzzle.plates)
        beads = [
            at(*self.places[cell], self.look(f"bead:{token}")) for cell, token in plates if token != HOLE
        ]
        return self.backdrop() + beads

    def ring(self, name: str) -> list[Shape]:
        r = (HOME if name.startswith("home") else PEBBLE) + 5.5
        y = 0 if name.startswith("home") else -LIFT
        gap = Circle(0, y, r - 2.5, Paint(stroke=self.colours.tray, width=4))
        return [at(0, 0, [gap, Circle(0, y, r, Paint(stroke=self.attention, width=4.5))], self.size)]

    def sign(self, state: Position, way: Way) -> list[Shape]:
        """A ring around the pebble, dots along its line, and a disc in the hole."""
        item = next(item for item in self.items(state) if item.place == way.source)
        x, y = way.lead
        dots = Paint(stroke=self.attention, width=6 * self.size, dash=(0, 12.5 * self.size))
        return [
            at(item.x, item.y, self.ring(item.look)),
            *(line(part, dots) for part in self._between(way)),
            Circle(x, y, 11 * self.size, Paint(fill=self.attention)),
        ]

    def _between(self, way: Way) -> list[list[Point]]:
        """The parts of a path that get dots: not across the cells that it passes, nor its own cells."""
        (ax, ay), (ux, uy) = way.points[0], way.turn
        ends = [(way.points[0], 56.0), (way.lead, 24.0)]
        start, end = way.points[0], way.lead
        near = self.unit / 5
        passed = [p for p in self.places if p not in (start, end) and _is_between(start, end, p, near)]
        stops = sorted(
            (((x - ax) * ux + (y - ay) * uy), gap * self.size)
            for (x, y), gap in [*ends, *((p, 52.0) for p in passed)]
        )
        return [
            [(ax + ux * first, ay + uy * first), (ax + ux * last, ay + uy * last)]
            for (one, before), (other, after) in pairwise(stops)
            for first, last in [(one + before, other - after)]
            if last > first
        ]

    def way(self, state: Position, code: Code) -> Way:
        *pushed, last = [self._step(state, cell, to) for cell, to in self.puzzle._displaced(state, code)]
        return last._replace(lead=self.places[code[1]], pushed=tuple(pushed))

    def _step(self, state: Position, here: int, there: int) -> Way:
        a, b = self.places[here], self.places[there]
        length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5 or 1
        turn = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
        return Way(here, there, f"pebble:{self.puzzle.tokens(state)[here]}", [a, b], b, turn)


def _is_between(a: Point, b: Point, p: Point, near: float) -> bool:
    """Whether p is between a and b, or so near that a line there would seem to meet it."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1
    along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length
    aside = abs((p[0] - a[0]) * dy - (p[1] - a[1]) * dx) / length
    return 0 < along < length and aside < near


def _bow(a: Point, b: Point, share: float) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    return a[0] + dx * share - dy * 0.22, a[1] + dy * share + dx * 0.22


def renderer(puzzle: Pebbles, theme: str, marks: str) -> PebbleRenderer:
    """The renderer of a pebbles board; see `clew.draw` for `theme` and `marks`."""
    return PebbleRenderer(puzzle, theme, marks)
