"""The parts that levels are made of: their properties, with limits and defaults.

The reader of levels and an editor use the same descriptions, so what a form offers is what a level accepts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple
from warnings import warn

from clew.errors import BoardError
from clew.puzzles.fields import boolean, choice, integer, known_keys, real, sequence, string
from clew_world.elements import LOOKS, THEMES, Rect
from clew_world.kinds import BUILDS

STOCK = (
    "chase",
    "escape",
    "flee",
    "follow",
    "guard",
    "intercept",
    "patrol",
    "pounce",
    "sow",
    "wander",
)
"""The scripts that come with Clew."""

LEAST_SIDE = 2.0
"""The least width and height of a world, in metres."""
LARGEST = 1000.0
"""The largest width and height of a world, in metres."""
MOST = 2000
"""The most elements of a world."""
MOST_SWITCHES = 8
"""The most switches of a world: `check` tries every set of them that the player can press."""
MOST_CRATES = 100
"""The most crates of a level."""
MOST_LIFTS = 50
"""The most lifts of a level."""
MOST_SLOPES = 500
"""The most slopes of a level."""
MOST_SPAWNED = 200
"""The most elements of a kind that scripts may add."""


class Usual(Enum):
    """A default that is not a plain value."""

    NEEDED = "needed"
    """There is none: the key must be given."""
    NOTHING = "nothing"
    """The key may be missing, and nothing takes its place."""
    KIND = "kind"
    """It depends on the kind of character (`kinds.BUILDS`)."""


class Side(Enum):
    """A limit that depends on the size of the world."""

    WIDTH = "width"
    HEIGHT = "height"


class Field(NamedTuple):
    """A property of a part. `shape` says what its values are:

    | shape | values |
    |---|---|
    | `number`, `whole` | a number from `low` to `high`, in `unit` |
    | `flag` | true or false |
    | `text` | text of at most `high` characters |
    | `choice` | one of `options` |
    | `kind` | a kind of item or character, usually one of `options`; as long as text |
    | `script` | a script, usually one of `options`; as long as text |
    | `doors`, `kinds` | a list of names of doors, of kinds |
    | `point` | x and y, inside the world |

    `usual` is the default, and `like` names a property whose value is the default.
    """

    key: str
    shape: str = "number"
    usual: Any = Usual.NEEDED
    low: float = 0.0
    high: float | Side = LARGEST
    unit: str = ""
    options: tuple[str, ...] = ()
    like: str = ""
    signed: bool = False
    """Whether a number may be negative, down to minus `high`."""


class Part(NamedTuple):
    """A kind of part: a list of tables in a level, or one table if `single`.

    `anchor` is the point of its box that x and y give: `top left`, `bottom left`, or `foot`, the middle of
    the lower edge. `most` is how many a level can have, `sizes` are the properties that stretch it, and
    `fresh` has the values of a new one where they are not the defaults. A point among these is relative to
    its place.
    """

    key: str
    fields: tuple[Field, ...]
    anchor: str
    most: int = MOST
    sizes: tuple[str, ...] = ("width", "height")
    fresh: Mapping[str, Any] = {}
    single: bool = False

    @property
    def heading(self) -> str:
        """What a message calls its table."""
        return f"[{self.key}]" if self.single else f"[[{self.key}]]"


def metres(key: str, low: float, high: float | Side = LARGEST, usual: Any = Usual.NEEDED) -> Field:
    """A length or a place."""
    return Field(key, usual=usual, low=low, high=high, unit="m")


LONGEST_NAME = 100
"""The most characters of a name, and of a kind."""
NAME = Field("name", "text", Usual.NOTHING, high=LONGEST_NAME)
PLACE = (metres("x", 0.0, Side.WIDTH), metres("y", 0.0, Side.HEIGHT))
_BODY = (
    Field("look", "choice", Usual.KIND, options=LOOKS),
    metres("width", 0.2, 3.0, Usual.KIND),
    metres("height", 0.2, 3.0, Usual.KIND),
    Field("speed", usual=Usual.KIND, low=0.1, high=20.0, unit="m/s"),
    metres("jump", 0.0, 20.0, Usual.KIND),
    Field("script", "script", Usual.NOTHING, options=STOCK),
)
_MOST_ADDED = Field("most", "whole", low=1, high=MOST_SPAWNED)
SPAWN_ITEM = Part("spawn", (_MOST_ADDED,), "foot", sizes=(), fresh={"most": 5}, single=True)
SPAWN_ANIMAL = Part(
    "spawn", (_MOST_ADDED, *_BODY), "foot", sizes=(), fresh={"most": 2, "script": "wander"}, single=True
)
"""Entries of `[spawn]`: how many items and animals of a kind scripts may add. A number means `most` alone."""
NEVER_SPAWNED = ("player", "door", "switch", "crate", "lift", "slope")
"""The kinds that scripts cannot add."""
DIET = Field("eats", "kinds", ())
"""An entry of `[eats]`: the kinds that a kind of character takes by touch."""

SETTINGS = (
    Field("title", "text", "Untitled"),
    Field("author", "text", ""),
    Field("notes", "text", "", high=200_000),
    Field("gravity", usual=10.0, low=1.0, high=100.0, unit="m/s²"),
    Field("seed", "whole", 1, high=2**31 - 1),
    Field("theme", "choice", "dusk", options=THEMES),
    Field("collide", "flag", False),
    Field("zoom", usual=48.0, low=8.0, high=200.0, unit="px/m"),
)
"""The properties of a level as a whole; its `size` is apart from them, because others depend on it."""

_WIDTH, _HEIGHT = metres("width", 0.05), metres("height", 0.05)
PARTS = {
    part.key: part
    for part in (
        Part("ground", (NAME, *PLACE, _WIDTH, _HEIGHT), "top left", fresh={"width": 6.0, "height": 1.0}),
        Part(
            "platform",
            (NAME, *PLACE, _WIDTH, metres("height", 0.05, usual=0.3), Field("one_way", "flag", False)),
            "top left",
            fresh={"width": 3.0, "one_way": True},
        ),
        Part("wall", (NAME, *PLACE, _WIDTH, _HEIGHT), "bottom left", fresh={"width": 0.5, "height": 3.0}),
        Part(
            "slope",
            (
                NAME,
                *PLACE,
                metres("width", 0.05, Side.WIDTH),
                Field("rise", high=Side.HEIGHT, unit="m", signed=True),
                metres("height", 0.05, Side.HEIGHT, 0.3),
            ),
            "top left",
            MOST_SLOPES,
            ("width", "rise", "height"),
            {"width": 3.0, "rise": 1.5},
        ),
        Part(
            "ladder",
            (NAME, *PLACE, metres("height", 0.1), metres("width", 0.2, 10.0, 0.8)),
            "foot",
            fresh={"height": 3.0},
        ),
        Part(
            "item",
            (NAME, Field("kind", "kind", high=LONGEST_NAME), *PLACE),
            "foot",
            sizes=(),
            fresh={"kind": "gem"},
        ),
        Part(
            "door",
            (NAME, *PLACE, metres("width", 0.05, usual=0.4), metres("height", 0.1)),
            "bottom left",
            fresh={"height": 2.0},
        ),
        Part(
            "switch",
            (NAME, *PLACE, Field("opens", "doors"), Field("by", "kinds", ("player",))),
            "foot",
            MOST_SWITCHES,
            (),
            {"opens": []},
        ),
        Part(
            "crate",
            (
                NAME,
                *PLACE,
                metres("width", 0.3, 3.0, 0.8),
                metres("height", 0.3, 3.0, Usual.NOTHING)._replace(like="width"),
                Field("mass", usual=20.0, low=1.0, high=60.0, unit="kg"),
            ),
            "foot",
            MOST_CRATES,
        ),
        Part(
            "lift",
            (
                NAME,
                *PLACE,
                metres("width", 0.3, 20.0, 1.6),
                metres("height", 0.05, 2.0, 0.3),
                Field("to", "point", unit="m"),
                Field("seconds", usual=4.0, low=0.5, high=120.0, unit="s"),
                Field("wait", usual=3.0, low=0.5, high=60.0, unit="s"),
            ),
            "top left",
            MOST_LIFTS,
            fresh={"to": [0.0, 3.0]},
        ),
        Part(
            "player",
            (NAME, Field("kind", "kind", "player", high=LONGEST_NAME), *PLACE, *_BODY),
            "foot",
            1,
            (),
            single=True,
        ),
        Part(
            "animal",
            (NAME, Field("kind", "kind", high=LONGEST_NAME), *PLACE, *_BODY),
            "foot",
            sizes=(),
            fresh={"kind": "monkey", "script": "wander"},
        ),
    )
}
"""By their keys in a level."""


def box_at(anchor: str, x: float, y: float, width: float, height: float) -> Rect:
    """The box of a part with that anchor at (x, y); all in metres."""
    left = x - width / 2 if anchor == "foot" else x
    bottom = y - height if anchor == "top left" else y
    return Rect(left, bottom, left + width, bottom + height)


class Properties:
    """The values that a table gives to a part, each checked when it is read; defaults take the place of
    missing ones. `width` and `height` are those of the world.
    """

    def __init__(self, part: Part, table: Mapping[str, Any], width: float, height: float) -> None:
        fields = {field.key: field for field in part.fields}
        self.part = part
        if "body" in table and "look" in fields:
            words = "`body` has no effect, as all characters are upright boxes; leave it out"
            warn(words, DeprecationWarning, stacklevel=2)
            table = {key: value for key, value in table.items() if key != "body"}
        self._table = table
        self._sides = {Side.WIDTH: width, Side.HEIGHT: height}
        self._fields = fields
        known_keys(dict(table), tuple(fields), part.heading)

    def place(self) -> tuple[float, float]:
        """Its x and y. Raises `BoardError`, as all of these do."""
        self._given("x")
        self._given("y")
        return self.number("x"), self.number("y")

    def box(self) -> Rect:
        """The box of a part with a width and a height."""
        return box_at(self.part.anchor, *self.place(), self.number("width"), self.number("height"))

    def number(self, key: str, usual: float | None = None) -> float:
        """A number; `usual` is the default if that depends on something else."""
        found: float = self.value(key, usual)
        return found

    def text(self, key: str, usual: str | None = None) -> str:
        """Text, or one of the options."""
        found: str = self.value(key, usual)
        return found

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of names."""
        found: tuple[str, ...] = self.value(key)
        return found

    def others(self, *keys: str) -> dict[str, Any]:
        """What the table gives apart from those keys, as it gives it."""
        return {key: value for key, value in self._table.items() if key not in keys}

    def value(self, key: str, usual: Any = None) -> Any:
        """The value of a property; None for one that may be missing and is."""
        field = self._fields[key]
        if usual is None:
            usual = self.value(field.like) if field.like else field.usual
        if key not in self._table:
            if usual in (Usual.NOTHING, Usual.KIND):
                return None
            if usual is not Usual.NEEDED:
                return checked(field, usual, self._sides)
        return checked(field, self._table.get(key), self._sides)

    def problems(self) -> list[BoardError]:
        """What is wrong with its values, one error for each property."""
        found = []
        for key in self._fields:
            try:
                if key in ("x", "y"):
                    self._given(key)
                self.value(key)
            except BoardError as error:
                found.append(error)
        return found

    def _given(self, axis: str) -> None:
        key = self.part.key
        if axis not in self._table:
            raise BoardError(f"a {key} has no {axis}; say where it is: x = 3.0 and y = 1.0", key=key)


def spawned(kind: str, given: Any, width: float, height: float) -> Properties:
    """An entry of `[spawn]`: what a level says about a kind that scripts may add. Raises `BoardError`.

    Kinds of characters are animals, and so is everything that has properties of one.
    """
    if kind in NEVER_SPAWNED:
        raise BoardError(f"scripts cannot add a {kind}; they can add items and animals", key="spawn")
    table = given if isinstance(given, dict) else {"most": given}
    part = SPAWN_ANIMAL if kind in BUILDS or table.keys() - {"most"} else SPAWN_ITEM
    return Properties(part._replace(key=f"spawn.{kind}"), table, width, height)


def checked(field: Field, value: Any, sides: Mapping[Side, float]) -> Any:
    """The value of a property, as the level uses it. Raises `BoardError`."""
    key = field.key
    high = sides[field.high] if isinstance(field.high, Side) else field.high
    if field.shape == "number":
        return real(value, key, -high if field.signed else field.low, high)
    if field.shape == "whole":
        return integer(value, key, int(field.low), int(high))
    if field.shape == "flag":
        return boolean(value, key)
    if field.shape == "choice":
        return choice(value, key, field.options)
    if field.shape == "point":
        return point_of(value, key, sides)
    if field.shape == "doors":
        return _texts(value, key, '["the gate"]')
    if field.shape == "kinds":
        return _texts(value, key, '["player"]')
    text = string(value, key)
    if len(text) > high:
        raise BoardError(f"has {len(text):,} characters; at most {high:,.0f} are allowed", key=key)
    return text


def point_of(value: Any, key: str, sides: Mapping[Side, float]) -> tuple[float, float]:
    """A point of the world, in metres. Raises `BoardError`."""
    point: Sequence[Any] = sequence(value, key, "[20.0, 5.0]")
    if len(point) != 2:
        raise BoardError(f"must be a point: {key} = [20.0, 5.0]", key=key)
    return real(point[0], key, 0.0, sides[Side.WIDTH]), real(point[1], key, 0.0, sides[Side.HEIGHT])


def _texts(value: Any, key: str, example: str) -> tuple[str, ...]:
    return tuple(string(one, key) for one in sequence(value, key, example))
