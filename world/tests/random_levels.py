"""Random levels, as the values of their keys: every kind of part, with and without each property."""

from __future__ import annotations

from random import Random
from typing import Any

from clew_world.elements import THINGS
from clew_world.kinds import BUILDS
from clew_world.parts import LARGEST, PARTS, SETTINGS, Field, Part, Side, Usual

Values = dict[str, Any]
TEXTS = ("Round", 'a "quoted" \\ name', "Où ?", "line\nbreak\ttab", "x = 1 # no comment", "", "雪", "\x7f")
SIDES = {Side.WIDTH: 30.0, Side.HEIGHT: 20.0}


def random_level(random: Random) -> Values:
    """A level that the reader accepts as far as each part goes; together they may overlap."""
    values: Values = {"size": [SIDES[Side.WIDTH], SIDES[Side.HEIGHT]]}
    for field in SETTINGS:
        if random.random() < 0.5:
            values[field.key] = value_of(field, random)
    for key, part in PARTS.items():
        count = 1 if part.single else random.randrange(4)
        tables = [table_of(part, random) for _ in range(count)]
        if part.single:
            values[key] = tables[0]
        elif tables:
            values[key] = tables
    values["eats"] = {"player": list(THINGS), "a kind with spaces": ["gem"]}
    values["points"] = {"gem": 20, random.choice(TEXTS): 3}
    values["goal"] = {"collect": {}, "reach": [random.uniform(0, 30), 2]}
    values["spawn"] = {"banana": 2, "fox": {"most": 1, "script": "chase"}}
    return values


def table_of(part: Part, random: Random) -> Values:
    """The values of one part."""
    table = {}
    for field in part.fields:
        if field.usual is Usual.NEEDED or random.random() < 0.5:
            table[field.key] = value_of(field, random)
    if part.single:
        table.pop("script", None)
    return table


def value_of(field: Field, random: Random) -> Any:
    """A value that a property can have, as JSON or TOML gives it."""
    high = SIDES[field.high] if isinstance(field.high, Side) else min(field.high, LARGEST)
    if field.shape == "number":
        found = random.uniform(-high if field.signed else field.low, high)
        return random.choice([found, round(found, 2)])
    if field.shape == "whole":
        return random.randint(int(field.low), int(high))
    if field.shape == "flag":
        return random.random() < 0.5
    if field.shape == "point":
        return [random.uniform(0, SIDES[Side.WIDTH]), random.uniform(0, SIDES[Side.HEIGHT])]
    if field.shape in ("choice", "script"):
        return random.choice(field.options)
    if field.shape == "kind":
        return random.choice([*THINGS, *BUILDS])
    if field.shape == "kinds":
        return random.sample(list(BUILDS), random.randrange(3))
    if field.shape == "doors":
        return []
    text = random.choice(TEXTS)
    return f"{text}{random.randrange(10**9)}" if field.key == "name" else text
