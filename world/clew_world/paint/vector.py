"""Pictures of levels and their elements as SVG: they need no other package."""

from __future__ import annotations

from collections.abc import Sequence

from clew.pictures.shapes import Drawing, Image, Shape, at
from clew.pictures.svg import Svg, document
from clew_world.elements import Character, Crate, Door, Item
from clew_world.level import Level
from clew_world.lifts import Lift
from clew_world.paint.boxes import box
from clew_world.paint.creatures import PHASES, cell_of, creature
from clew_world.paint.scenery import scenery
from clew_world.paint.things import CELL, ITEM_HEIGHT, WAITING, thing
from clew_world.pictures import OwnPicture

UNITS = 100
"""Units of the pictures per metre."""


def backdrop(level: Level) -> Svg:
    """The parts of the whole world that do not move."""
    return _document(_still(level), level.width, level.height)


def portrait(level: Level) -> Svg:
    """A level as it begins."""
    shapes = _still(level)
    boxes: list[Door | Lift | Crate] = [*level.doors, *level.lifts, *level.crates]
    for one in boxes:
        left, bottom, right, top = one.rect
        shapes.append(
            at(
                left * UNITS,
                (level.height - top) * UNITS,
                box(one.kind, (right - left) * UNITS, (top - bottom) * UNITS),
            )
        )
    for switch in level.switches:
        shapes.append(at(switch.x * UNITS, (level.height - switch.y) * UNITS, thing(WAITING)))
    for item in level.items:
        shapes.append(at(item.x * UNITS, (level.height - item.y) * UNITS, _lying(level, item)))
    for who in reversed(level.characters):
        shapes.append(at(who.x * UNITS, (level.height - who.y) * UNITS, _standing(level, who)))
    return _document(shapes, level.width, level.height)


def sheet(look: str, width: float, height: float) -> Svg:
    """A character of that many metres: standing, then the phases of its step, in a row of cells
    (`cell_of`).
    """
    cell = cell_of(width, height)
    foot = (cell.height - cell.under) * UNITS
    shapes = [
        at((phase + 0.5) * cell.width * UNITS, foot, creature(look, width, height, phase))
        for phase in range(PHASES + 1)
    ]
    return _document(shapes, cell.width * (PHASES + 1), cell.height)


def item(kind: str) -> Svg:
    """An item, in a cell of its own."""
    place = (CELL.width / 2 * UNITS, (CELL.height - CELL.under) * UNITS)
    return _document([at(*place, thing(kind))], CELL.width, CELL.height)


def _still(level: Level) -> list[Shape]:
    return [shape for _, shape in scenery(level, UNITS)]


def _lying(level: Level, item: Item) -> list[Shape]:
    own = level.picture_of(item.kind)
    return thing(item.kind) if own is None else [_framed(own, level, ITEM_HEIGHT)]


def _framed(own: OwnPicture, level: Level, height: float) -> Drawing:
    """The first frame of a picture of the level's own, so many metres high, its foot at (0, 0)."""
    content, (width, tall) = own.read(level.folder)
    wide = width / own.frames
    svg = document([Image(0, 0, width, tall, content)], wide, tall, theme="dark")
    scale = height * UNITS / tall
    return Drawing(-wide * scale / 2, -height * UNITS, wide * scale, height * UNITS, svg)


def _standing(level: Level, character: Character) -> list[Shape]:
    own = level.picture_of(character.kind, character.look)
    if own is not None:
        return [_framed(own, level, character.build.height)]
    return creature(character.look, character.build.width, character.build.height, 0)


def _document(shapes: Sequence[Shape], width: float, height: float) -> Svg:
    return document(shapes, width * UNITS, height * UNITS, theme="dark")
