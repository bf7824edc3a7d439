"""The frames of an animation of a map: the turning map with its path on the left, the board on the right."""

from __future__ import annotations

from functools import cached_property
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from clew.errors import ClewError
from clew.maps.legend import bar, no_goal
from clew.maps.marks import named
from clew.pictures.animation import Stage
from clew.pictures.colours import ROOMS
from clew.pictures.drawable import Drawable, counted
from clew.pictures.raster import needed, png
from clew.pictures.shapes import Circle, Label, Paint, Rect
from clew.pictures.svg import document
from clew.statespace.arrays import NO_GOAL
from clew.statespace.labels import kept_moves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image

    from clew.maps.scale import Scale
    from clew.maps.turntable import Turntable
    from clew.measures.optimal_subgraph import OptimalSubgraph
    from clew.pictures.shapes import Shape
    from clew.puzzles.position import Move
    from clew.statespace.space import StateSpace

BOARD = 0.3
"""The share of the width for the board."""

TALL = 0.6
"""The ratio of height to width."""

HEAD, FOOT = 0.085, 0.05
"""The heights of the title and of the line below the map, as shares of the width."""

MOVING = 0.7
"""The share of the time of a move during which pieces move."""

NETWORK = 4_000
"""Up to this many moves on shortest solutions, all of them are drawn."""

KNOTS = 14.0
"""The least mean distance of two states of the path, in pixels of a picture 800 wide, for each to have a
knot."""


def steps_along(space: StateSpace, path: Sequence[int]) -> list[Move]:
    """The moves between the states of a path, with the letters of the board where it begins."""
    state = space.puzzle.initial() if path[0] == space.start else space.state(path[0])
    steps: list[Move] = []
    for before, after in pairwise(path):
        code = next(
            (step.code for step, there in kept_moves(space, space.state(before), before) if there == after),
            None,
        )
        if code is None:
            raise ClewError(f"highlight: no move leads from state {before} to state {after}")
        steps.append(space.puzzle._follow(state, code))
        state = steps[-1].after
    return steps


class Frames:
    """Makes the frames. `path`: states, with the moves `steps` between them; `gates`: numbered states."""

    def __init__(
        self,
        space: StateSpace,
        table: Turntable,
        found: OptimalSubgraph | None,
        path: list[int],
        words: str,
        steps: list[Move],
        gates: list[int],
        scale: Scale,
        theme: str,
        width: int,
    ) -> None:
        self.size = (width, 2 * round(width * TALL / 2))
        self._image: Any = needed("PIL.Image", "an animation")
        self._draw: Any = needed("PIL.ImageDraw", "an animation")
        self._space, self._table, self._found, self._gates = space, table, found, gates
        self._path, self._words, self._steps = path, words, steps
        self._scale, self._theme, self._unit = scale, theme, width / 800
        self._wide, self._high = Frames.room(width)
        puzzle = space.puzzle
        begin = puzzle.initial() if path[0] == space.start else space.state(path[0])
        subject = Drawable(puzzle, begin, steps, is_line=True)
        self._stage = Stage(subject, theme, "letters", round(width * BOARD))
        self._moving: tuple[int, list[Any]] = (-1, [])
        self._sprites: dict[str, Image] = {}
        self._last_depth = int(space.depth.max(initial=0))

    @staticmethod
    def room(width: int) -> tuple[int, int]:
        """The width and height of the map itself."""
        return round(width * (1 - BOARD)), round(width * (TALL - HEAD - FOOT))

    def growing(self, angle: float, share: float) -> Image:
        """The map up to some depth from the start: the whole of it when `share` is 1."""
        depth = min(self._last_depth, int(share * (self._last_depth + 1)))
        inside = self._space.depth <= depth
        seen = self._table.seen(angle)
        fresh = self._space.depth == depth if depth else None
        frame = self._page(self._table.lines(seen, inside, fresh))
        count = int(inside.sum())
        words = f"{count:,} state{'s' * (count != 1)} within {counted(depth, self._space.puzzle.metric)}"
        if self._space.part is not None:
            words += " on this part"
        self._finish(frame, seen.places, 0.0, self._stage.board(0), words, network=False)
        return frame

    def running(self, angle: float, share: float) -> Image:
        """The whole map, and that share of the path."""
        seen = self._table.seen(angle)
        frame = self._page(self._table.lines(seen))
        made = share * len(self._steps)
        self._finish(frame, seen.places, made, self._board(made), self._words, network=True)
        return frame

    def samples(self) -> Image:
        """A picture with all colours that frames have."""
        both: Image = self._image.new("RGB", (self.size[0] * 2, self.size[1]))
        both.paste(self.running(0.5, 1.0), (0, 0))
        both.paste(self.growing(1.5, 0.5), (self.size[0], 0))
        return both

    # ------------------------------------------------------------ parts

    def _page(self, lines: Any) -> Image:
        frame: Image = self._ground.copy()
        frame.paste(self._image.fromarray(lines), (0, self._top))
        return frame

    def _finish(
        self, frame: Image, places: Any, made: float, board: list[Any], words: str, network: bool
    ) -> None:
        put = places + np.array([0, self._top])
        frame.paste(self._thread(frame, put, made, network), (0, self._top))
        self._sign(frame, "start", put[self._space.start])
        for number, gate in enumerate(self._gates if network else [], 1):
            self._sign(frame, str(number), put[gate])
        if network and self._goal is not None:
            self._sign(frame, "goal" if made < len(self._steps) else "solved", put[self._goal])
        panel = self._stage.whole(board)
        frame.paste(panel, (self.size[0] - panel.width, self._top))
        caption = self._sprite(f"words {words}")
        frame.paste(caption, (0, self.size[1] - caption.height), caption)

    def _thread(self, frame: Image, put: Any, made: float, network: bool) -> Image:
        """The part of the frame with the map, with lines on it; drawn at twice the size, then halved."""
        box = (0, self._top, self._wide, self._top + self._high)
        room, unit = ROOMS[self._theme], 2 * self._unit
        large = frame.crop(box).resize((2 * self._wide, 2 * self._high), self._image.Resampling.NEAREST)
        pen = self._draw.Draw(large)
        spots = (put - np.array([0, self._top])) * 2
        found = self._found
        if network and found is not None and len(found.source) <= NETWORK:
            ends = np.column_stack([found.states[found.source], found.states[found.target]])
            for a, b in spots[ends].tolist():
                pen.line([*a, *b], fill=room["accent"], width=max(1, round(0.8 * unit)))
        way = self._way(spots, made)
        if len(way) > 1:
            pen.line(
                [x for spot in way for x in spot], fill=room["paper"], width=round(6 * unit), joint="curve"
            )
            pen.line(
                [x for spot in way for x in spot], fill=room["accent"], width=round(3.2 * unit), joint="curve"
            )
        knots = way[: int(made) + 1] if self._has_knots(spots) else []
        for spot in [*knots[1:], way[-1]] if network else []:
            size = (3.4 if spot is not way[-1] else 6.0) * unit
            pen.ellipse(
                [spot[0] - size, spot[1] - size, spot[0] + size, spot[1] + size],
                fill=room["accent"], outline=room["paper"], width=max(1, round(unit)),
            )  # fmt: skip
        half: Image = large.resize((self._wide, self._high), self._image.Resampling.BOX)
        return half

    def _way(self, spots: Any, made: float) -> list[list[float]]:
        """The points of the path so far, the last of them between two states."""
        whole = min(int(made), len(self._steps))
        points: list[list[float]] = spots[self._path[: whole + 1]].tolist()
        if whole < len(self._steps):
            part = min(1.0, (made - whole) / MOVING)
            a, b = spots[self._path[whole]], spots[self._path[whole + 1]]
            points.append((a + (b - a) * part).tolist())
        return points

    def _has_knots(self, spots: Any) -> bool:
        if len(self._path) < 2:
            return False
        apart = np.sqrt(np.square(np.diff(spots[self._path], axis=0)).sum(axis=1)).mean()
        return bool(apart >= 2 * KNOTS * self._unit)

    def _board(self, made: float) -> list[Any]:
        """The sprites of the board after that many moves, the last of which may be under way."""
        number = int(made)
        if number >= len(self._steps):
            return self._stage.board(len(self._steps))
        if self._moving[0] != number:
            stage, step = self._stage, self._steps[number]
            way = stage.renderer.way(stage.positions[number], step.code)
            frames = [] if way is None else stage.moving(number, way)
            self._moving = number, [stage.board(number), *frames, stage.board(number + 1)]
        frames = self._moving[1]
        return frames[min(len(frames) - 1, int((made - number) / MOVING * len(frames)))]

    @property
    def _goal(self) -> int | None:
        end = self._path[-1]
        return end if len(self._path) > 1 and self._space.is_goal[end] else None

    # ------------------------------------------------------------ what is drawn once

    @property
    def _top(self) -> int:
        return round(self.size[0] * HEAD)

    @cached_property
    def _ground(self) -> Image:
        """The paper with the title and the scale of colours."""
        space, unit = self._space, self._unit
        wide, high = (side / unit for side in self.size)
        title = space.puzzle.title or f"{space.puzzle.family.capitalize()} puzzle"
        far = int(space.distance[space.start])
        way = counted(far, space.puzzle.metric)
        told = no_goal(space) if far == NO_GOAL else f"shortest solution {way}"
        if space.part is not None:
            told = f"{space.part} · {told}"
        shapes: list[Shape] = [
            Rect(0, 0, wide, high, 0, Paint(fill="paper")),
            Label(
                title if space.complete else f"Part of: {title}",
                20,
                26,
                22,
                "ink",
                "start",
                narrow=wide * 0.62,
            ),
            Label(f"{space.n:,} states · {told}", 20, 52, 14, "ink2", "start"),
        ]
        left = wide - 800 * BOARD + 16
        shapes += [
            *bar(self._scale, "way", left, high - 44, 800 * BOARD - 32, 8),
            Label(self._scale.low, left, high - 22, 13, "ink2", "start"),
            Label(self._scale.high, wide - 16, high - 22, 13, "ink2", "end"),
        ]
        return self._pixels(shapes, self.size).convert("RGB")

    def _sign(self, frame: Image, name: str, place: Any) -> None:
        sign = self._sprite(name)
        x, y = (round(float(at) - side / 2) for at, side in zip(place, sign.size, strict=True))
        frame.paste(sign, (x, y), sign)

    def _sprite(self, name: str) -> Image:
        """Words, a gate's number, or the name of a state beside its ring, with the state in the middle."""
        if name not in self._sprites:
            unit = self._unit
            if name.startswith("words "):
                shapes: list[Shape] = [Label(name[6:], 20, 14, 14, "ink2", "start", narrow=520)]
                size = (self._wide, round(36 * unit))
            elif name.isdecimal():
                disc = Circle(12, 12, 10, Paint(fill="accent", stroke="paper", width=2))
                shapes, size = [disc, Label(name, 12, 12, 13, "paper")], (round(24 * unit), round(24 * unit))
            else:
                ring = Paint(fill="paper", stroke="accent", width=3)
                end = Paint(fill="accent", stroke="paper", width=2)
                shapes = [
                    *named(name, 70, 14, left=name == "start", size=14),
                    Circle(70, 14, 7, end if name == "solved" else ring),
                ]
                size = (round(140 * unit), round(28 * unit))
            self._sprites[name] = self._pixels(shapes, size)
        return self._sprites[name]

    def _pixels(self, shapes: list[Shape], size: tuple[int, int]) -> Image:
        text = document(shapes, size[0] / self._unit, size[1] / self._unit, theme=self._theme)
        made: Image = self._image.open(BytesIO(png(text, *size))).convert("RGBA")
        return made
