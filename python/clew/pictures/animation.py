"""A sequence of moves as an animated GIF, smooth or in steps, with a progress thread and a counter under the
board.

Every look is rendered once. A frame is the backdrop with looks pasted on it, and only the part that differs
from the previous frame is rendered at all.
"""

from __future__ import annotations

from io import BytesIO
from math import hypot
from typing import TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.pictures.compose import thread
from clew.pictures.drawable import counted
from clew.pictures.gif import Gif
from clew.pictures.raster import LARGEST, needed, png
from clew.pictures.renderer import renderer_of
from clew.pictures.shapes import Circle, Group, Label, Paint, Path, Rect, Shape, at
from clew.pictures.svg import document

if TYPE_CHECKING:
    from PIL.Image import Image

    from clew.pictures.drawable import Drawable
    from clew.pictures.renderer import Renderer, Way

    Sprite = tuple[str, int, int]
    """A look, and the pixel of its middle."""

FRAME = 4
"""Hundredths of a second between the frames of a moving piece: the shortest that browsers show reliably."""

FIRST_HOLD, LAST_HOLD = 100, 260
MARGIN = 18.0
FOOT = 62.0
"""The height of the strip for the thread and the counter, under a board that is 480 units wide."""

LEAST = 250
"""The width in pixels below which that strip shrinks, so that its words do not meet."""


def animated_gif(
    subject: Drawable, *, theme: str, marks: str, width: int, smooth: bool, seconds: float
) -> bytes:
    """The moves as an animated GIF, `width` pixels wide; `seconds`: how long each board is shown."""
    if not subject.steps:
        raise ClewError(
            "an animation needs moves, and there are none to show; draw the board as SVG or PNG instead"
        )
    maker = Stage(subject, theme, marks, width)
    gif = Gif(maker.size, maker.samples())
    hold = max(2, round(seconds * 100))
    gif.add(maker.whole(maker.board(0)), (0, 0), max(FIRST_HOLD, hold))
    last = maker.board(0)
    for number, step in enumerate(subject.steps):
        way = maker.renderer.way(subject.positions[number], step.code)
        frames = maker.moving(number, way) if smooth and way is not None else []
        frames.append(maker.board(number + 1))
        is_last = number + 1 == len(subject.steps)
        for index, frame in enumerate(frames):
            part, place = maker.changed(last, frame)
            held = FRAME if index + 1 < len(frames) else max(LAST_HOLD, hold) if is_last else hold
            gif.add(part, place, held)
            last = frame
    return gif.bytes()


class Stage:
    """A board during its moves. A frame is a list of sprites, the lowest first; `whole` makes its pixels."""

    def __init__(self, subject: Drawable, theme: str, marks: str, width: int) -> None:
        self.image: Any = needed("PIL.Image", "an animated GIF")
        self.subject = subject
        self.theme = "light" if theme == "auto" else theme
        self.renderer: Renderer = renderer_of(subject.puzzle, theme, marks)
        self.positions = subject.positions
        # A tall board is as high in pixels as a square one is wide.
        scale = (width - 2 * MARGIN) / max(self.renderer.width, self.renderer.height * 0.8)
        self.scale = scale
        self._foot_scale = max(1.0, width / 480) if width >= LEAST else width / LEAST
        self.foot = FOOT * self._foot_scale
        self.size = (width, round(self.renderer.height * scale + 2 * MARGIN + self.foot))
        if max(self.size) > LARGEST:
            raise ClewError(
                f"{self.size[0]} x {self.size[1]} pixels: an animation can have at most {LARGEST} "
                "on each side"
            )
        self.left = (width - self.renderer.width * scale) / 2
        self._sprites: dict[str, tuple[Image, int, int]] = {}
        self._ground = self._backdrop()

    def _backdrop(self) -> Image:
        width, height = self.size
        board = at(self.left, MARGIN, self.renderer.backdrop(), self.scale)
        return self._pixels([Rect(0, 0, width, height, 0, Paint(fill="paper")), board], width, height)

    def _pixels(self, shapes: list[Shape], width: int, height: int) -> Image:
        flat = [_flat(shape) for shape in shapes]
        text = document(flat, width, height, theme=self.theme)
        found: Image = self.image.open(BytesIO(png(text, width, height))).convert("RGBA")
        return found

    def _sprite(self, look: str) -> tuple[Image, int, int]:
        """The pixels of a look, and the position of its middle in them."""
        if look not in self._sprites:
            if look.startswith("foot "):
                width, height = self.size[0], round(self.foot)
                self._sprites[look] = (self._pixels(self._foot(int(look[5:])), width, height), 0, 0)
            else:
                self._sprites[look] = self._drawn(look)
        return self._sprites[look]

    def _drawn(self, look: str) -> tuple[Image, int, int]:
        reach = self.renderer.reach_of(look)
        left, top, right, bottom = (round(side * self.scale) + 2 for side in reach)
        shapes: list[Shape] = [at(left, top, self.renderer.look(look), self.scale)]
        return self._pixels(shapes, left + right, top + bottom), left, top

    def _foot(self, number: int) -> list[Shape]:
        """The thread up to this move, the counter, and the name of the move just made."""
        moves = len(self.subject.steps)
        if not moves:
            return [Rect(0, 0, self.size[0], self.foot, 0, Paint(fill="paper"))]
        width, scale = self.size[0], self._foot_scale
        left, length = MARGIN + 8, width / scale - 2 * MARGIN - 16
        y = self.foot / scale - 26
        costs = [step.cost for step in self.subject.steps]
        total, made = sum(costs), sum(costs[:number])
        shapes = [
            Rect(0, 0, width, self.foot, 0, Paint(fill="paper")),
            *thread(left, 8, length, number, moves),
            Label(
                f"{made} of {counted(total, self.subject.puzzle.metric)}", left - 6, y, 17, "ink2", "start"
            ),
        ]
        name = self.subject.steps[number - 1].name if number else ""
        shapes.append(Label(name, left + length + 6, y, 19, "ink", "end"))
        return [at(0, 0, shapes, scale)]

    def board(self, number: int) -> list[Sprite]:
        """The frame after that many moves."""
        items = self.renderer.items(self.positions[number])
        sprites = [self._placed(item.look, item.x, item.y) for item in items]
        return [*sprites, (f"foot {number}", 0, self.size[1] - round(self.foot))]

    def _placed(self, look: str, x: float, y: float) -> Sprite:
        return look, round(self.left + x * self.scale), round(MARGIN + y * self.scale)

    def moving(self, number: int, way: Way) -> list[list[Sprite]]:
        """The frames between a board and the next; the moving pieces are above everything else."""
        after = self.renderer.items(self.positions[number + 1])
        targets = {part.target for part in (way, *way.pushed)}
        still = [self._placed(item.look, item.x, item.y) for item in after if item.place not in targets]
        still.append((f"foot {number + 1}", 0, self.size[1] - round(self.foot)))
        legs = _legs(way)
        cells = sum(legs) / self.renderer.unit
        count = round(min(260, 140 + 20 * cells) * len(legs) ** 0.5 / (10 * FRAME))
        return [
            [
                *still,
                *(
                    self._placed(part.look, *_along(part.points, _legs(part), _eased(frame / count)))
                    for part in (*way.pushed, way)
                ),
            ]
            for frame in range(1, count)
        ]

    def whole(self, frame: list[Sprite]) -> Image:
        """The pixels of a frame."""
        return self._composed(frame, (0, 0, *self.size))

    def changed(self, before: list[Sprite], after: list[Sprite]) -> tuple[Image, tuple[int, int]]:
        """The part of a frame that differs from the previous one, and its place."""
        differing = set(before) ^ set(after)
        boxes = [self._box(sprite) for sprite in differing] or [(0, 0, 1, 1)]
        left, top = max(0, min(b[0] for b in boxes)), max(0, min(b[1] for b in boxes))
        right = min(self.size[0], max(b[2] for b in boxes))
        bottom = min(self.size[1], max(b[3] for b in boxes))
        return self._composed(after, (left, top, right, bottom)), (left, top)

    def _box(self, sprite: Sprite) -> tuple[int, int, int, int]:
        pixels, dx, dy = self._sprite(sprite[0])
        x, y = sprite[1] - dx, sprite[2] - dy
        return x, y, x + pixels.width, y + pixels.height

    def _composed(self, frame: list[Sprite], box: tuple[int, int, int, int]) -> Image:
        part: Image = self._ground.crop(box)
        for sprite in frame:
            left, top, right, bottom = self._box(sprite)
            if left < box[2] and right > box[0] and top < box[3] and bottom > box[1]:
                pixels = self._sprite(sprite[0])[0]
                part.paste(pixels, (left - box[0], top - box[1]), pixels)
        return part.convert("RGB")

    def samples(self) -> Image:
        """The first and the last board side by side, with all looks and a caption strip in between."""
        first, last = self.whole(self.board(0)), self.whole(self.board(len(self.positions) - 1))
        both: Image = self.image.new("RGB", (2 * self.size[0], self.size[1]))
        both.paste(first, (0, 0))
        both.paste(last, (self.size[0], 0))
        return both


def _flat(shape: Shape) -> Shape:
    """The shape without light and shadow: an animation with few colours is small, and none of them
    is lost."""
    if isinstance(shape, Group):
        return shape._replace(shapes=tuple(_flat(inner) for inner in shape.shapes))
    if isinstance(shape, Circle | Rect | Path) and shape.paint.shade:
        return shape._replace(paint=shape.paint._replace(shade=False))
    return shape


def _legs(way: Way) -> list[float]:
    return [hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(way.points, way.points[1:], strict=False)]


def _eased(share: float) -> float:
    """Ease out: fast at first, then slower, as when a piece is pushed and released."""
    return 1 - (1 - share) ** 3


def _along(points: list[tuple[float, float]], legs: list[float], share: float) -> tuple[float, float]:
    """The point at that share of the length of a path."""
    left = share * sum(legs)
    for (ax, ay), (bx, by), leg in zip(points, points[1:], legs, strict=False):
        if left <= leg and leg:
            return ax + (bx - ax) * left / leg, ay + (by - ay) * left / leg
        left -= leg
    return points[-1]
