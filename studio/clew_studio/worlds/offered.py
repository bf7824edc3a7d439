"""What an editor of levels offers, in the reader's language: the kinds of parts with their properties, limits
and defaults (`clew_world.parts`), and the colours and pictures to draw them with.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

import pydantic
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from typing_extensions import TypedDict

from clew_studio.shapes import Json, Name, Title
from clew_studio.worlds.levels import find
from clew_studio.worlds.shown import Room, Words
from clew_world.elements import LOOKS, THINGS, TOKEN
from clew_world.kinds import BUILDS, DEFAULT_EATS
from clew_world.level import BY_DIFFICULTY
from clew_world.paint.creatures import PHASES, cell_of
from clew_world.paint.themes import THEMES
from clew_world.paint.things import CELL
from clew_world.paint.vector import UNITS
from clew_world.parts import (
    DIET,
    LARGEST,
    LEAST_SIDE,
    MOST,
    NEVER_SPAWNED,
    PARTS,
    SETTINGS,
    SPAWN_ANIMAL,
    SPAWN_ITEM,
    Field,
    Part,
    Side,
    Usual,
)

Colour = Annotated[str, pydantic.Field(examples=["#26323D"])]

NAMES = {
    "ground": _("Ground"),
    "platform": _("Platform"),
    "wall": _("Wall"),
    "slope": _("Slope"),
    "ladder": _("Ladder"),
    "item": _("Item"),
    "door": _("Door"),
    "switch": _("Switch"),
    "crate": _("Crate"),
    "lift": _("Lift"),
    "player": _("Player"),
    "animal": _("Animal"),
}
LABELS = {
    "name": _("Name"),
    "kind": _("Kind"),
    "x": "x",
    "y": "y",
    "width": _("Width"),
    "height": _("Height"),
    "rise": _("Rise"),
    "one_way": _("Can be passed from below"),
    "opens": _("Opens"),
    "by": _("Pressed by"),
    "mass": _("Mass"),
    "to": _("Other stop"),
    "seconds": _("Time of a ride"),
    "wait": _("Wait at each stop"),
    "look": _("Look"),
    "speed": _("Speed"),
    "jump": _("Jumps up to"),
    "script": _("Behaviour"),
    "most": _("How many at most"),
    "eats": _("Takes by touch"),
    "title": _("Title"),
    "author": _("Author"),
    "notes": _("Notes"),
    "gravity": _("Gravity"),
    "seed": _("Random seed"),
    "theme": _("Scene"),
    "collide": _("Characters push each other aside"),
    "zoom": _("Zoom in the window"),
}
OPTIONS = {
    "dusk": _("Dusk"),
    "day": _("Day"),
    "winter": _("Winter"),
    "chase": _("Chase what it eats"),
    "escape": _("Escape for good"),
    "flee": _("Flee along its platform"),
    "follow": _("Follow the player"),
    "guard": _("Guard its post"),
    "intercept": _("Cut off its prey"),
    "patrol": _("Walk to and fro"),
    "pounce": _("Wait and pounce"),
    "sow": _("Leave things behind"),
    "wander": _("Wander"),
}

CRATE = _("crate")
"""What can press a switch and is no character."""

BLANK = {
    "title": "",
    "size": [24.0, 12.0],
    "ground": [{"x": 0.0, "y": 1.0, "width": 24.0, "height": 1.0}],
    "player": {"x": 2.0, "y": 1.0},
}
"""A new level."""


class FieldOffer(TypedDict):
    """A property of a part; `clew_world.parts.Field` explains it."""

    key: Name
    label: Title
    shape: Literal["number", "whole", "flag", "text", "choice", "kind", "script", "doors", "kinds", "point"]
    needed: bool
    usual: Any
    by_kind: bool
    """The default depends on the kind of character."""
    like: Name | None
    """The property whose value is the default."""
    low: float
    high: float | Literal["width", "height"]
    signed: bool
    unit: Annotated[str, pydantic.Field(examples=["m"])]
    options: list[tuple[Name, Title]]


class PartOffer(TypedDict):
    """A kind of part, as `clew_world.parts.Part` has it. `box`: the size of one that has none of its own."""

    key: Name
    name: Title
    anchor: Literal["top left", "bottom left", "foot"]
    single: bool
    most: int
    sizes: list[Name]
    fresh: Json
    box: tuple[float, float] | None
    fields: list[FieldOffer]


class EntryOffer(TypedDict):
    """What scripts may add of a kind."""

    fresh: Json
    fields: list[FieldOffer]


class SpawnOffer(TypedDict):
    """What scripts may add."""

    kinds: list[Name]
    item: EntryOffer
    animal: EntryOffer


class SizeOffer(TypedDict):
    """How long the sides of a level may be."""

    low: float
    high: float
    unit: Annotated[str, pydantic.Field(examples=["m"])]


class SheetOffer(TypedDict):
    """How the pictures of characters and items are laid out."""

    units: float
    cells: int
    under: float
    item: Room


class WorldTheme(TypedDict):
    """The colours of a scene."""

    sky: Colour
    sky_low: Colour
    hill_far: Colour
    hill_near: Colour
    earth: Colour
    pebble: Colour
    turf: Colour
    turf_edge: Colour
    stone: Colour
    stone_dark: Colour
    joint: Colour
    plank: Colour
    plank_dark: Colour
    rail: Colour
    rung: Colour
    thread: Colour
    soft: Colour
    light: Colour | None
    cloud: Colour | None
    star: Colour | None


class Offer(TypedDict):
    """What an editor of levels offers."""

    parts: list[PartOffer]
    settings: list[FieldOffer]
    size: SizeOffer
    most: int
    things: list[Name]
    kinds: Annotated[dict[str, Json], pydantic.Field(examples=[{"fox": {"speed": 3.0, "look": "fox"}}])]
    other_kind: Name
    eats: Annotated[dict[str, list[Name]], pydantic.Field(examples=[{"monkey": ["banana"]}])]
    diet: FieldOffer
    """What a kind of character takes by touch."""
    spawn: SpawnOffer
    words: Words
    themes: Annotated[dict[str, WorldTheme], pydantic.Field(examples=[{}])]
    sheet: SheetOffer
    levels: list[tuple[Name, Title]]
    blank: Json
    """A new level."""


def offered() -> Offer:
    """Everything that an editor needs to know about levels before it opens one."""
    return {
        "parts": [_part(part) for part in PARTS.values()],
        "settings": [_field(field) for field in SETTINGS],
        "size": {"low": LEAST_SIDE, "high": LARGEST, "unit": "m"},
        "most": MOST,
        "things": list(THINGS),
        "kinds": {kind: _build(kind) for kind in BUILDS},
        "other_kind": "monkey",
        "eats": {kind: list(eaten) for kind, eaten in DEFAULT_EATS.items()},
        "diet": _field(DIET),
        "spawn": {
            "kinds": [kind for kind in (*THINGS, *BUILDS) if kind not in NEVER_SPAWNED],
            "item": _entry(SPAWN_ITEM),
            "animal": _entry(SPAWN_ANIMAL),
        },
        "words": {word: gettext(word) for word in (*THINGS, *LOOKS, CRATE)},
        "themes": {name: cast(WorldTheme, theme._asdict()) for name, theme in THEMES.items()},
        "sheet": {"units": UNITS, "cells": PHASES + 1, "under": cell_of(1.0, 1.0).under, "item": CELL},
        "levels": [(found.name, gettext(found.level.title)) for found in map(find, BY_DIFFICULTY) if found],
        "blank": {**BLANK, "title": gettext("New level")},
    }


def _build(kind: str) -> Json:
    return {**BUILDS[kind]._asdict(), "look": kind}


def _part(part: Part) -> PartOffer:
    fixed = not any(field.key == "height" for field in part.fields)
    return {
        "key": part.key,
        "name": gettext(NAMES[part.key]),
        "anchor": cast(Any, part.anchor),
        "single": part.single,
        "most": part.most,
        "sizes": list(part.sizes),
        "fresh": dict(part.fresh),
        "box": (TOKEN, TOKEN) if fixed else None,
        "fields": [_field(field) for field in part.fields],
    }


def _entry(part: Part) -> EntryOffer:
    return {"fresh": dict(part.fresh), "fields": [_field(field) for field in part.fields]}


def _field(field: Field) -> FieldOffer:
    label = LABELS[field.key]
    usual = None if isinstance(field.usual, Usual) else field.usual
    return {
        "key": field.key,
        "label": label if len(label) == 1 else gettext(label),
        "shape": cast(Any, field.shape),
        "needed": field.usual is Usual.NEEDED,
        "usual": list(usual) if isinstance(usual, tuple) else usual,
        "by_kind": field.usual is Usual.KIND,
        "like": field.like or None,
        "low": field.low,
        "high": cast(Any, field.high.value) if isinstance(field.high, Side) else field.high,
        "signed": field.signed,
        "unit": field.unit,
        "options": [(option, gettext(OPTIONS.get(option, option))) for option in field.options],
    }
