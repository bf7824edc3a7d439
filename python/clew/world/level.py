"""Levels: worlds as TOML files. `docs/world.md` describes the format."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from clew.boards.entries import decoded, toml_values
from clew.errors import BoardError
from clew.puzzles.fields import (
    boolean,
    choice,
    closest,
    integer,
    known_keys,
    listed,
    real,
    sequence,
    string,
)
from clew.puzzles.toml import locate
from clew.world.crates import MOST_CRATES, refuse_overlaps
from clew.world.elements import (
    BODIES,
    LOOKS,
    THEMES,
    Build,
    Character,
    Crate,
    Door,
    Element,
    Item,
    Ladder,
    Rect,
    Solid,
    Switch,
)
from clew.world.kinds import BUILDS, DEFAULT_EATS
from clew.world.lifts import MOST_LIFTS, Lift, lift
from clew.world.pictures import OwnPicture, pictures_of
from clew.world.slopes import MOST_SLOPES, Slope, slope
from clew.world.tables import counts_of, eats_of, size_of, tables_of

CONTROLS = ("contact", "always", "mouse_joint", "kinematic")
"""`contact` is the one to use; `docs/world.md` shows what is wrong with the others."""

LARGEST = 1000.0
"""The largest width and height of a world, in metres."""
MOST = 2000
"""The most elements of a world."""
MOST_SPAWNED = 200
"""The most elements of a kind that scripts may add."""
MOST_SWITCHES = 8
"""The most switches of a world: `check` tries every set of them that the player can press."""

_KEYS = (
    "title", "author", "notes", "size", "gravity", "seed", "theme", "control", "collide", "zoom",
    "ground", "slope", "platform", "wall", "door", "switch", "crate", "lift", "ladder", "item",
    "player", "animal", "pictures", "spawn", "eats", "points", "goal",
)  # fmt: skip
_SPAWN_KEYS = ("look", "body", "width", "height", "speed", "jump", "script")
_BODY_KEYS = ("name", "kind", "x", "y", *_SPAWN_KEYS)


class Level:
    """A level that has been read and checked. `text` is its TOML, `folder` is where its scripts are."""

    def __init__(self, values: dict[str, Any], text: str, folder: Path | None = None) -> None:
        self.text = text
        self.folder = folder
        known_keys(values, _KEYS, "a level")
        self.title = string(values.get("title", "Untitled"), "title")
        self.author = string(values.get("author", ""), "author")
        self.notes = string(values.get("notes", ""), "notes")
        self.width, self.height = size_of(values, LARGEST)
        self.gravity = real(values.get("gravity", 10.0), "gravity", 1.0, 100.0)
        self.seed = integer(values.get("seed", 1), "seed", 0, 2**31 - 1)
        self.theme = choice(values.get("theme", "dusk"), "theme", THEMES)
        self.control = choice(values.get("control", "contact"), "control", CONTROLS)
        self.collide = boolean(values.get("collide", False), "collide")
        self.zoom = real(values.get("zoom", 48.0), "zoom", 8.0, 200.0)
        self._count = 0
        self._names: set[str] = set()
        self.solids: list[Solid] = []
        for key in ("ground", "platform", "wall"):
            self.solids += [self._solid(key, table) for table in tables_of(values, key)]
        self.slopes = [self._slope(table) for table in tables_of(values, "slope")]
        if len(self.slopes) > MOST_SLOPES:
            raise BoardError(f"there are more than {MOST_SLOPES} slopes", key="slope")
        self.ladders = [self._ladder(table) for table in tables_of(values, "ladder")]
        self.items = [self._item(table) for table in tables_of(values, "item")]
        self.doors = [self._door(table) for table in tables_of(values, "door")]
        self.switches = [self._switch(table) for table in tables_of(values, "switch")]
        if len(self.switches) > MOST_SWITCHES:
            raise BoardError(f"there are more than {MOST_SWITCHES} switches", key="switch")
        self.crates = [self._crate(table) for table in tables_of(values, "crate")]
        if len(self.crates) > MOST_CRATES:
            raise BoardError(f"there are more than {MOST_CRATES} crates", key="crate")
        refuse_overlaps(self.crates, [*self.solids, *self.doors], self.slopes, self.width)
        self.lifts = [self._lift(table) for table in tables_of(values, "lift")]
        if len(self.lifts) > MOST_LIFTS:
            raise BoardError(f"there are more than {MOST_LIFTS} lifts", key="lift")
        player = values.get("player")
        if not isinstance(player, dict):
            raise BoardError("is missing; a level has one: [player] with x and y", key="player")
        self.characters = [self._character(player, "player", "player")]
        self.characters += [self._character(table, "animal", None) for table in tables_of(values, "animal")]
        self.reserve = self._reserve(values.get("spawn", {}))
        self.pictures = pictures_of(values.get("pictures", {}))
        self.eats = eats_of(values.get("eats", DEFAULT_EATS))
        self.points = counts_of(values.get("points", {}), "points", -1000)
        self.goal = _goal(values.get("goal", {}), self)

    @property
    def player(self) -> Character:
        """The character that the person plays."""
        return self.characters[0]

    def cast(self) -> list[Character]:
        """The characters, and after them those that scripts may add."""
        return [*self.characters, *(one for one in self.reserve if isinstance(one, Character))]

    def all_items(self) -> list[Item]:
        """The items, and after them those that scripts may add."""
        return [*self.items, *(one for one in self.reserve if isinstance(one, Item))]

    def picture_of(self, kind: str, look: str = "") -> OwnPicture | None:
        """The level's own picture of a look or a kind, if it has one and its files are there to be read."""
        return (self.pictures.get(look) or self.pictures.get(kind)) if self.folder is not None else None

    def elements(self) -> list[Element]:
        """Everything in the level as it begins."""
        return [
            *self.solids,
            *self.slopes,
            *self.ladders,
            *self.items,
            *self.doors,
            *self.switches,
            *self.crates,
            *self.lifts,
            *self.characters,
        ]

    def _named(self, table: dict[str, Any], key: str, word: str) -> tuple[int, str]:
        self._count += 1
        if self._count > MOST:
            raise BoardError(f"there are more than {MOST} elements", key=key)
        name = (
            string(table["name"], "name")
            if "name" in table
            else word
            if word == "player"
            else f"{word} {self._count}"
        )
        if name in self._names:
            raise BoardError(f'"{name}" is the name of two elements; rename one', key="name")
        self._names.add(name)
        return self._count, name

    def _solid(self, key: str, table: dict[str, Any]) -> Solid:
        extra = ("one_way",) if key == "platform" else ()
        known_keys(table, ("name", "x", "y", "width", "height", *extra), f"[[{key}]]")
        number, name = self._named(table, key, key)
        thick = real(table.get("height", 0.3 if key == "platform" else None), "height", 0.05, LARGEST)
        left, y = self._place(table, key)
        width = real(table.get("width"), "width", 0.05, LARGEST)
        # Walls are given by their foot, platforms by their top.
        rect = (
            Rect(left, y, left + width, y + thick)
            if key == "wall"
            else Rect(left, y - thick, left + width, y)
        )
        one_way = boolean(table.get("one_way", False), "one_way")
        return Solid(number, key, name, rect, one_way)

    def _ladder(self, table: dict[str, Any]) -> Ladder:
        known_keys(table, ("name", "x", "y", "height", "width"), "[[ladder]]")
        number, name = self._named(table, "ladder", "ladder")
        x, y = self._place(table, "ladder")
        half = real(table.get("width", 0.8), "width", 0.2, 10.0) / 2
        tall = real(table.get("height"), "height", 0.1, LARGEST)
        return Ladder(number, name, Rect(x - half, y, x + half, y + tall))

    def _item(self, table: dict[str, Any]) -> Item:
        known_keys(table, ("name", "kind", "x", "y"), "[[item]]")
        what = string(table.get("kind"), "kind")
        number, name = self._named(table, "item", what)
        return Item(number, what, name, *self._place(table, "item"))

    def _door(self, table: dict[str, Any]) -> Door:
        known_keys(table, ("name", "x", "y", "width", "height"), "[[door]]")
        number, name = self._named(table, "door", "door")
        left, y = self._place(table, "door")
        width = real(table.get("width", 0.4), "width", 0.05, LARGEST)
        tall = real(table.get("height"), "height", 0.1, LARGEST)
        return Door(number, name, Rect(left, y, left + width, y + tall))

    def _switch(self, table: dict[str, Any]) -> Switch:
        known_keys(table, ("name", "x", "y", "opens", "by"), "[[switch]]")
        number, name = self._named(table, "switch", "switch")
        opens = tuple(string(door, "opens") for door in sequence(table.get("opens"), "opens", '["the gate"]'))
        for door in opens:
            if door not in (known.name for known in self.doors):
                near = closest(door, [known.name for known in self.doors])
                raise BoardError(f'"{door}" is not the name of a door{near}', key="opens")
        by = tuple(string(kind, "by") for kind in sequence(table.get("by", ["player"]), "by", '["player"]'))
        return Switch(number, name, *self._place(table, "switch"), opens, by)

    def _crate(self, table: dict[str, Any]) -> Crate:
        known_keys(table, ("name", "x", "y", "width", "height", "mass"), "[[crate]]")
        number, name = self._named(table, "crate", "crate")
        width = real(table.get("width", 0.8), "width", 0.3, 3.0)
        tall = real(table.get("height", width), "height", 0.3, 3.0)
        mass = real(table.get("mass", 20.0), "mass", 1.0, 60.0)
        return Crate(number, name, *self._place(table, "crate"), width, tall, mass)

    def _lift(self, table: dict[str, Any]) -> Lift:
        number, name = self._named(table, "lift", "lift")
        world = Rect(0.0, 0.0, self.width, self.height)
        return lift(number, name, self._place(table, "lift"), table, world, self.gravity)

    def _slope(self, table: dict[str, Any]) -> Slope:
        number, name = self._named(table, "slope", "slope")
        world = Rect(0.0, 0.0, self.width, self.height)
        return slope(number, name, self._place(table, "slope"), table, world)

    def _character(self, table: dict[str, Any], key: str, word: str | None) -> Character:
        known_keys(table, _BODY_KEYS, f"[{key}]" if key == "player" else f"[[{key}]]")
        what = string(table.get("kind", word), "kind")
        usual = BUILDS.get(what, BUILDS["monkey"])
        number, name = self._named(table, key, what)
        look = choice(table.get("look", what if what in LOOKS else "monkey"), "look", LOOKS)
        build = Build(
            choice(table.get("body", usual.body), "body", BODIES),
            real(table.get("width", usual.width), "width", 0.2, 3.0),
            real(table.get("height", usual.height), "height", 0.2, 3.0),
            real(table.get("speed", usual.speed), "speed", 0.1, 20.0),
            real(table.get("jump", usual.jump), "jump", 0.0, 20.0),
        )
        script = string(table["script"], "script") if "script" in table else None
        if script is not None and key == "player":
            raise BoardError("the player follows touches; only an [[animal]] can have a script", key="script")
        x, y = self._place(table, key)
        return Character(number, what, name, look, x, y, build, script)

    def _reserve(self, value: Any) -> list[Item | Character]:
        """The elements that scripts may add in the course of a game: `[spawn]`."""
        if not isinstance(value, dict):
            raise BoardError("must be a table of numbers: spawn = { banana = 5 }", key="spawn")
        found: list[Item | Character] = []
        for what, given in value.items():
            table = dict(given) if isinstance(given, dict) else {"most": given}
            most = integer(table.pop("most", None), "most", 1, MOST_SPAWNED)
            if what in ("player", "door", "switch", "crate", "lift", "slope"):
                raise BoardError(f"scripts cannot add a {what}; they can add items and animals", key="spawn")
            nowhere = {"kind": what, "x": 0.0, "y": 0.0}
            if table or what in BUILDS:
                known_keys(table, _SPAWN_KEYS, f"[spawn.{what}]")
                found += [self._character({**nowhere, **table}, "animal", None) for _ in range(most)]
            else:
                found += [self._item(dict(nowhere)) for _ in range(most)]
        for element in found:
            element.alive = False
        return found

    def _place(self, table: dict[str, Any], key: str) -> tuple[float, float]:
        for axis in ("x", "y"):
            if axis not in table:
                raise BoardError(f"a {key} has no {axis}; say where it is: x = 3.0 and y = 1.0", key=key)
        return real(table["x"], "x", 0.0, self.width), real(table["y"], "y", 0.0, self.height)

    def script(self, name: str) -> str:
        """The source of a script: a stock script, or a file next to the level. Raises `BoardError`."""
        if name in STOCK:
            return (files("clew.world") / "scripts" / f"{name}.lua").read_text(encoding="utf-8")
        path = (self.folder or Path()) / name
        if not name.endswith(".lua"):
            near = closest(name, STOCK)
            raise BoardError(
                f'"{name}" is not a stock script{near} Stock scripts are {listed(STOCK)}', key="script"
            )
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BoardError(f"{path} cannot be read: {error}", key="script") from error


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


BY_DIFFICULTY = (
    "meadow",
    "orchard",
    "hills",
    "harvest",
    "henhouse",
    "stockroom",
    "canyon",
    "gatehouse",
    "round-up",
    "tower",
    "long-way",
)
"""The levels that come with Clew, the easiest first."""


def file_of(script: str) -> str:
    """The name of a script in error messages."""
    return Path(script).name if script.endswith(".lua") else f"{script}.lua"


def shipped() -> list[str]:
    """The names of the levels that come with Clew."""
    folder = files("clew.world") / "levels"
    return sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml"))


def read(source: str | Path) -> Level:
    """The level in a TOML file, or the shipped level of that name. Raises `BoardError`, `OSError`."""
    if isinstance(source, str) and source in shipped():
        text = (files("clew.world") / "levels" / f"{source}.toml").read_text(encoding="utf-8")
        return parse(text, file=source)
    path = Path(source)
    if not path.suffix:
        raise BoardError(
            f'"{source}" is not a level that comes with Clew; those are {listed(shipped())}. Or '
            "give a .toml file"
        )
    try:
        text = decoded(path.read_bytes())
    except BoardError as error:
        error.file = str(source)
        raise
    return parse(text, file=str(source), folder=path.parent)


def parse(text: str, *, file: str | None = None, folder: Path | None = None) -> Level:
    """The level that a TOML text describes. Raises `BoardError` with the place."""
    try:
        return Level(toml_values(text), text, folder)
    except BoardError as error:
        locate(error, text)
        error.file = error.file or file
        raise


def _goal(value: Any, level: Level) -> dict[str, Any]:
    """``{"collect": {kind: how many}, "reach": (x, y) or None}``."""
    if not isinstance(value, dict):
        raise BoardError("must be a table: [goal] with collect, reach, or both", key="goal")
    known_keys(value, ("collect", "reach"), "[goal]")
    collect = counts_of(value.get("collect", {}), "collect", 1)
    for what, count in collect.items():
        there = sum(e.kind == what for e in [*level.items, *level.characters[1:], *level.reserve])
        if count > there:
            raise BoardError(f"asks for {count} {what}, but there are {there}", key="collect")
    reach = value.get("reach")
    if reach is not None:
        point = sequence(reach, "reach", "[20.0, 5.0]")
        if len(point) != 2:
            raise BoardError("must be a point: reach = [20.0, 5.0]", key="reach")
        reach = (real(point[0], "reach", 0.0, level.width), real(point[1], "reach", 0.0, level.height))
    return {"collect": collect, "reach": reach}
