"""Frames: what a camera sees of a world now, as a Pillow image. Windows, pictures and animations use them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import ceil, hypot
from typing import TYPE_CHECKING, Any

from clew.pictures import glyphs
from clew_world.camera import Camera
from clew_world.control.guide import NO_GOAL, ON_THE_WAY
from clew_world.elements import Character, Crate, Door, Rect
from clew_world.game import LOST, PLAYING, WON
from clew_world.lifts import Lift
from clew_world.minds import mind
from clew_world.packages import quietly
from clew_world.paint import palette
from clew_world.paint.sprites import TILE, Sprites
from clew_world.paint.themes import THEMES
from clew_world.paint.things import PRESSED, WAITING
from clew_world.world import World

if TYPE_CHECKING:
    from PIL.Image import Image

USUAL = (1280, 720)
"""Pixels of a screen."""
_SMALL = 12.0
"""The size of letters at the foot, in pixels."""
_LONGEST_LINE = 70
"""Characters of a line of the debug view."""
_WORDS = {
    WON: ("Well done: everything is found.", palette.GOOD),
    LOST: ("Not this time: it cannot be won any more.", palette.TROUBLE),
    PLAYING: ("", palette.TEXT),
}


class Painter:
    """Draws frames of one world. `overlay` shows the targets, routes and names of all characters, `debug`
    shows what they think and where one can stand, `plate` the title and the score.
    """

    def __init__(
        self, world: World, screen: tuple[int, int] | None = None, zoom: float | None = None
    ) -> None:
        level = world.level
        self.world = world
        zoom = zoom or level.zoom
        # As much of the world as a typical screen shows.
        whole = (min(USUAL[0], round(level.width * zoom)), min(USUAL[1], round(level.height * zoom)))
        self.camera = Camera((level.width, level.height), screen or whole, zoom, *world.player.start)
        self.overlay = self.debug = False
        self.plate = True
        self._sprites = Sprites(level, self.camera.zoom)
        self._theme = THEMES[level.theme]
        self._picture: Any = quietly("PIL.Image")

    def frame(self) -> Image:
        """Draws the world as it is now."""
        if self._sprites.zoom != self.camera.zoom:
            self._sprites = Sprites(self.world.level, self.camera.zoom)
        image: Image = self._picture.new("RGB", self.camera.screen, palette.PANEL)
        self._scenery(image)
        world = self.world
        self._mechanism(image)
        for item in world.items:
            self._stand(image, *self._sprites.item(item), item.x, item.y)
        if self.debug:
            self._stretches(image)
        if self.overlay or self.debug:
            for character in world.characters[1:]:
                self._way(image, character, self._theme.soft, 2.0)
        self._way(image, world.player, self._theme.thread, 3.0)
        for character in reversed(world.characters):
            picture = self._sprites.character(character, character.on_ladder)
            self._stand(image, *picture, character.x, character.shown_y)
        for character in world.characters:
            self._words(image, character)
            if self.debug:
                self._thoughts(image, character)
        if self.plate:
            self._score(image)
        return image

    def cursor(self, image: Image, x: float, y: float) -> None:
        """Shows that keys or a gamepad point at (x, y)."""
        _middle(image, self._sprites.cursor(), *self.camera.to_screen(x, y))

    def foot(self, image: Image, parts: Sequence[str]) -> None:
        """Parts of a text at the foot of a frame, in as many lines as they need."""
        bottom = image.height - 8
        for line in reversed(_lines(parts, image.width - 48)):
            picture = self._sprites.text(line, _SMALL, palette.TEXT, palette.PANEL)
            bottom -= picture.height
            _over(image, picture, (image.width - picture.width) // 2, bottom)

    def _scenery(self, image: Image) -> None:
        left, top = self._corner()
        width, height = self.camera.screen
        for column in range(max(0, left // TILE), (left + width) // TILE + 1):
            for row in range(max(0, top // TILE), (top + height) // TILE + 1):
                if column * TILE < self.world.width * self.camera.zoom and row * TILE < self._tall():
                    image.paste(self._sprites.tile(column, row), (column * TILE - left, row * TILE - top))

    def _mechanism(self, image: Image) -> None:
        """The closed doors, the lifts, the crates, and the switches."""
        mechanism = self.world.mechanism
        boxes: list[Door | Lift | Crate] = [
            *mechanism.shut,
            *self.world.level.lifts,
            *self.world.crates.all,
        ]
        for one in boxes:
            self._box(image, self._sprites.box(one), one.rect)
        for switch in self.world.level.switches:
            kind = WAITING if switch in mechanism.waiting else PRESSED
            self._stand(image, *self._sprites.thing(kind, self.camera.zoom / 100), switch.x, switch.y)

    def _box(self, image: Image, picture: Image, rect: Rect) -> None:
        px, py = self.camera.to_screen(rect.left, rect.top)
        if px + picture.width > 0 and px < image.width and py + picture.height > 0 and py < image.height:
            _over(image, picture, round(px), round(py))

    def _tall(self) -> float:
        return self.world.height * self.camera.zoom

    def _corner(self) -> tuple[int, int]:
        """The pixel of the scenery in the upper left corner of the screen."""
        x, y = self.camera.to_screen(0, self.world.height)
        return -round(x), -round(y)

    def _stand(self, image: Image, picture: Image, foot_x: int, foot_y: int, x: float, y: float) -> None:
        px, py = self.camera.to_screen(x, y)
        place = (round(px) - foot_x, round(py) - foot_y)
        if -picture.width < place[0] < image.width and -picture.height < place[1] < image.height:
            _over(image, picture, *place)

    def _way(self, image: Image, character: Character, colour: str, radius: float) -> None:
        """The thread: from the character over its legs to its target, a knot at each, a ring at the end."""
        line = self.world.line(character)
        if character.target is None or character.answer not in (ON_THE_WAY, NO_GOAL):
            return
        if character.answer == NO_GOAL:
            self._cross(image, *character.target, character.why)
            return
        points = [(character.x, character.shown_y), *((x, y) for x, y, _ in line)]
        pixels = [self.camera.to_screen(x, y + 0.12) for x, y in points]
        dot = self._sprites.disc(radius, colour)
        for number, (a, b) in enumerate(itertools.pairwise(pixels)):
            arc = line[number][2] == "jump"
            self._thread(image, dot, a, b, radius, arc)
        knot = self._sprites.disc(radius * 2, colour)
        for x, y in pixels[1:-1]:
            _middle(image, knot, x, y)
        if len(pixels) > 1:
            _middle(image, self._sprites.disc(radius * 3.2, colour, radius * 1.1), *pixels[-1])

    def _thread(
        self,
        image: Image,
        dot: Image,
        a: tuple[float, float],
        b: tuple[float, float],
        radius: float,
        arc: bool,
    ) -> None:
        count = max(1, ceil(hypot(b[0] - a[0], b[1] - a[1]) / (radius * 0.4)))
        high = 0.9 * self.camera.zoom if arc else 0.0
        for step in range(count + 1):
            part = step / count
            x, y = a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part - high * 4 * part * (1 - part)
            if -8 < x < image.width + 8 and -8 < y < image.height + 8:
                _middle(image, dot, x, y)

    def _cross(self, image: Image, x: float, y: float, why: str) -> None:
        """Marks a target that cannot be reached: a ring, and the words."""
        px, py = self.camera.to_screen(x, y)
        _middle(image, self._sprites.disc(10, palette.TROUBLE, 3), px, py)
        words = self._sprites.text(f"I cannot get there: {why}", 15, palette.INK, palette.TROUBLE)
        _middle(image, words, min(max(px, words.width / 2 + 8), image.width - words.width / 2 - 8), py + 28)

    def _words(self, image: Image, character: Character) -> None:
        px, py = self.camera.to_screen(character.x, character.shown_y + character.build.height * 1.25)
        if character.words:
            picture = self._sprites.text(character.words[:40], 15, palette.INK, palette.IVORY, tail=True)
            _over(image, picture, round(px - picture.width / 2), round(py - picture.height - 4))
        elif self.overlay:
            picture = self._sprites.text(character.name, 13, self._theme.soft)
            _over(image, picture, round(px - picture.width / 2), round(py - picture.height))

    def _stretches(self, image: Image) -> None:
        """Where the player can stand: a line at the height of its foot, with a knot at each end."""
        line, knot = (self._sprites.disc(radius, self._theme.soft) for radius in (1.0, 3.0))
        for stretch in self.world.network(self.world.player).surfaces.stretches:
            ends = [self.camera.to_screen(x, stretch.at(x)) for x in (stretch.left, stretch.right)]
            self._thread(image, line, ends[0], ends[1], 5.0, False)
            for x, y in ends:
                _middle(image, knot, x, y)

    def _thoughts(self, image: Image, character: Character) -> None:
        """What a character does and thinks, beside it, and the points at which something supports it."""
        px, py = self.camera.to_screen(character.x + character.build.width / 2 + 0.1, character.shown_y)
        for line in reversed([character.name, *mind(self.world, character).lines()]):
            picture = self._sprites.text(line[:_LONGEST_LINE], 11, palette.TEXT, palette.PANEL)
            py -= picture.height
            _over(image, picture, round(px), round(py))
        if character.standing:
            foot = self._sprites.disc(4, palette.GOOD)
            _middle(image, foot, *self.camera.to_screen(character.x, character.y))

    def _score(self, image: Image) -> None:
        """The title, what is found of what the goal asks for, and how it stands."""
        world = self.world
        title = self._sprites.text(world.level.title, 17, palette.TEXT)
        parts: list[Image] = []
        for kind, count in world.level.goal["collect"].items():
            parts.append(self._sprites.thing(kind, 0.55)[0])
            parts.append(
                self._sprites.text(f"{world.rules.collected.get(kind, 0)} / {count}", 15, palette.TEXT)
            )
        words, colour = _WORDS[world.status]
        if words:
            parts.append(self._sprites.text(words, 15, colour))
        width = 28 + title.width + sum(part.width + 12 for part in parts)
        _over(image, self._sprites.plate(width, 44), 16, 16)
        x = 30
        for part in (title, *parts):
            _over(image, part, x, 38 - part.height // 2)
            x += part.width + 12


def _lines(parts: Sequence[str], width: float) -> list[str]:
    """The parts, with dots between them, in lines of small letters no wider than that many pixels."""
    lines = [parts[0]]
    for part in parts[1:]:
        longer = f"{lines[-1]} · {part}"
        if glyphs.advance(longer) / glyphs.EM * _SMALL > width:
            lines.append(part)
        else:
            lines[-1] = longer
    return lines


def _over(image: Image, picture: Image, x: int, y: int) -> None:
    """Lays a picture with transparent parts over the frame, also where it sticks out."""
    image.paste(picture, (x, y), picture)


def _middle(image: Image, picture: Image, x: float, y: float) -> None:
    _over(image, picture, round(x - picture.width / 2), round(y - picture.height / 2))
