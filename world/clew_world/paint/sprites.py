"""Pixels made once: tiles of the scenery, characters in their phases, items, texts. All are Pillow images."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clew.errors import BoardError
from clew.pictures import glyphs, raster
from clew.pictures.shapes import Circle, Label, Paint, Rect, Shape, at, line
from clew.pictures.svg import document
from clew_world.elements import Character, Crate, Door, Item
from clew_world.level import Level
from clew_world.lifts import Lift
from clew_world.packages import quietly
from clew_world.paint import palette
from clew_world.paint.boxes import box
from clew_world.paint.creatures import PHASES, cell_of, creature, stride_of
from clew_world.paint.scenery import scenery
from clew_world.paint.things import CELL, ITEM_HEIGHT, thing
from clew_world.pictures import OwnPicture

if TYPE_CHECKING:
    from PIL.Image import Image

TILE = 512
"""Pixels of a side of a tile of the scenery."""
_DAMAGE = (OSError, SyntaxError, ValueError, EOFError, OverflowError, struct.error, zlib.error)
"""What Pillow raises for a damaged file."""
_CROSS = 24
"""Half the side of the cursor's picture, in pixels."""
_MOST = 600
"""Pictures that are kept; a world has some dozens."""


def image_of(shapes: Sequence[Shape], width: int, height: int) -> Image:
    """Shapes as pixels, transparent where nothing is."""
    picture: Any = quietly("PIL.Image")
    svg = document(shapes, width, height, theme="dark")
    image: Image = picture.open(BytesIO(raster.png(svg, width, height))).convert("RGBA")
    return image


def own_image(own: OwnPicture, folder: Path | None) -> Image:
    """The pixels of a picture of a level's own. Raises `BoardError` if its file is damaged."""
    picture: Any = quietly("PIL.Image")
    content, _ = own.read(folder)
    try:
        image: Image = picture.open(BytesIO(content), formats=["PNG"]).convert("RGBA")
    except _DAMAGE as error:
        raise BoardError(f"{own.file} cannot be shown: {error}", key="pictures") from error
    return image


class Sprites:
    """The pictures of one level at one zoom, in pixels per metre."""

    def __init__(self, level: Level, zoom: float) -> None:
        self.zoom = zoom
        self._level = level
        self._scenery = scenery(level, zoom)
        self._kept: dict[tuple[Any, ...], Image] = {}
        self._own_images: dict[str, Image] = {}

    def _once(self, key: tuple[Any, ...], shapes: Sequence[Shape], width: float, height: float) -> Image:
        if key not in self._kept:
            if len(self._kept) >= _MOST:
                self._kept.clear()
            self._kept[key] = image_of(shapes, ceil(width), ceil(height))
        return self._kept[key]

    def tile(self, column: int, row: int) -> Image:
        """A part of the scenery, `TILE` pixels wide and high."""
        key = ("tile", column, row)
        if key in self._kept:
            return self._kept[key]
        left, top = column * TILE, row * TILE
        inside = [
            shape
            for (x0, y0, x1, y1), shape in self._scenery
            if x0 < left + TILE and x1 > left and y0 < top + TILE and y1 > top
        ]
        outside = Rect(0, 0, TILE, TILE, 0, Paint(fill=palette.PANEL))
        self._kept[key] = image_of([outside, at(-left, -top, inside)], TILE, TILE).convert("RGB")
        return self._kept[key]

    def character(self, character: Character, climbing: bool) -> tuple[Image, int, int]:
        """A character's picture, and where its foot is in it."""
        step = stride_of(character.build.height)
        carried = character.lift.vx if character.lift is not None else 0.0
        moving = abs(character.vx - carried) > 0.05 or (climbing and abs(character.vy) > 0.05)
        own = self._level.picture_of(character.kind, character.look)
        if own is not None:
            frames = own.frames - 1
            frame = 1 + int(character.walked / step * frames) % frames if moving and frames else 0
            return self._own(own, frame, character.build.height, character.facing)
        phase = 1 + int(character.walked / step * PHASES) % PHASES if moving else 0
        return self.creature(
            character.look, character.build.width, character.build.height, phase, character.facing
        )

    def creature(
        self, look: str, width: float, height: float, phase: int, facing: int
    ) -> tuple[Image, int, int]:
        """A character's picture at a phase of its step, and where its foot is in it."""
        scale = self.zoom / 100
        cell = cell_of(width, height)
        half, up = cell.width / 2 * self.zoom, (cell.height - cell.under) * self.zoom
        key = (look, width, height, phase, facing)
        if key not in self._kept:
            shapes = [at(half, up, creature(look, width, height, phase), scale)]
            image = self._once((*key, "right"), shapes, 2 * half, cell.height * self.zoom)
            self._kept[key] = image if facing > 0 else _mirrored(image)
        return self._kept[key], round(half), round(up)

    def item(self, item: Item) -> tuple[Image, int, int]:
        """An item's picture, and where its foot is in it."""
        own = self._level.picture_of(item.kind)
        if own is not None:
            return self._own(own, 0, ITEM_HEIGHT, 1)
        return self.thing(item.kind, self.zoom / 100)

    def _own(self, own: OwnPicture, frame: int, height: float, facing: int) -> tuple[Image, int, int]:
        """A frame of a picture of the level's own, so many metres high, and where its foot is in it."""
        key = ("own", own.kind, frame, height, facing)
        if key not in self._kept:
            if own.kind not in self._own_images:
                self._own_images[own.kind] = own_image(own, self._level.folder)
            whole = self._own_images[own.kind]
            wide = whole.width // own.frames
            tall = max(1, round(height * self.zoom))
            image = whole.crop((frame * wide, 0, (frame + 1) * wide, whole.height))
            image = image.resize((max(1, round(tall * wide / whole.height)), tall))
            self._kept[key] = image if facing > 0 else _mirrored(image)
        image = self._kept[key]
        return image, image.width // 2, image.height

    def box(self, one: Door | Crate | Lift) -> Image:
        """The picture of a closed door, a crate or a lift."""
        left, bottom, right, top = one.rect
        # Rounded, as the sides of what moves differ in their last digits from place to place.
        width, height = round(right - left, 6), round(top - bottom, 6)
        shapes = [at(0, 0, box(one.kind, width * 100, height * 100), self.zoom / 100)]
        return self._once((one.kind, width, height), shapes, width * self.zoom, height * self.zoom)

    def thing(self, kind: str, scale: float) -> tuple[Image, int, int]:
        """The picture of a kind of item at a scale of its own."""
        half, up = CELL.width * 50 * scale, (CELL.height - CELL.under) * 100 * scale
        shapes = [at(half, up, thing(kind), scale)]
        image = self._once(("thing", kind, scale), shapes, 2 * half, CELL.height * 100 * scale)
        return image, round(half), round(up)

    def text(self, text: str, size: float, colour: str, back: str | None = None, tail: bool = False) -> Image:
        """A line of text; on a plate of the colour `back`, with a tail that points to the speaker below."""
        wide = glyphs.advance(text) / glyphs.EM * size
        pad = size * 0.6 if back else 0.0
        width, height = wide + 2 * pad + 2, size * 1.3 + pad
        shapes: list[Shape] = []
        if back:
            shapes.append(Rect(0, 0, width, height, size * 0.5, Paint(fill=back)))
        if back and tail:
            middle = width / 2
            points = [
                (middle - size * 0.4, height - 1),
                (middle + size * 0.4, height - 1),
                (middle, height + size * 0.45),
            ]
            shapes.append(line(points, Paint(fill=back), closed=True))
        shapes.append(Label(text, pad + 1, height / 2, size, colour, anchor="start"))
        tall = height + (size * 0.5 if tail else 0)
        return self._once(("text", text, size, colour, back, tail), shapes, width, tall)

    def disc(self, radius: float, colour: str, ring: float = 0.0) -> Image:
        """A disc, or a ring of that width."""
        paint = Paint(stroke=colour, width=ring) if ring else Paint(fill=colour)
        shapes = [Circle(radius + 1, radius + 1, radius - ring / 2, paint)]
        return self._once(("disc", radius, colour, ring), shapes, 2 * radius + 2, 2 * radius + 2)

    def cursor(self) -> Image:
        """A cross in a ring: white with a dark rim, so that it shows on any background."""
        shapes: list[Shape] = []
        for width, colour in ((7, palette.INK), (3, palette.WHITE)):
            paint = Paint(stroke=colour, width=width)
            shapes.append(Circle(_CROSS, _CROSS, 13, paint))
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                ends = [(_CROSS + dx * far, _CROSS + dy * far) for far in (8, 19)]
                shapes.append(line(ends, paint))
        return self._once(("cursor",), shapes, 2 * _CROSS, 2 * _CROSS)

    def plate(self, width: int, height: int) -> Image:
        """The dark plate under the score."""
        shapes = [Rect(0, 0, width, height, 12, Paint(fill=palette.PANEL, opacity=0.82))]
        return self._once(("plate", width, height), shapes, width, height)


def _mirrored(image: Image) -> Image:
    picture: Any = quietly("PIL.Image")
    flipped: Image = image.transpose(picture.Transpose.FLIP_LEFT_RIGHT)
    return flipped
