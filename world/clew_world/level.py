"""Levels: worlds as TOML files. `docs/world.md` describes the format."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from clew.boards.entries import toml_values
from clew.boards.text import decoded
from clew.errors import BoardError
from clew.puzzles.fields import closest, known_keys, listed
from clew.puzzles.toml import locate
from clew_world.crates import refuse_overlaps
from clew_world.elements import (
    LOOKS,
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
from clew_world.kinds import BUILDS, DEFAULT_EATS
from clew_world.lifts import Lift, lift
from clew_world.parts import (
    LARGEST,
    LEAST_SIDE,
    MOST,
    PARTS,
    SETTINGS,
    STOCK,
    Properties,
    Side,
    checked,
    point_of,
    spawned,
)
from clew_world.pictures import OwnPicture, pictures_of
from clew_world.slopes import Slope, slope
from clew_world.tables import counts_of, eats_of, placed, size_of, tables_of

KEYS = (
    "title", "author", "notes", "size", "gravity", "seed", "theme", "collide", "zoom",
    "ground", "slope", "platform", "wall", "door", "switch", "crate", "lift", "ladder", "item",
    "player", "animal", "pictures", "spawn", "eats", "points", "goal",
)  # fmt: skip
"""The keys of a level."""

T = TypeVar("T")


class Level:
    """A level that has been read and checked. `text` is its TOML, `folder` is where its scripts are."""

    def __init__(self, values: dict[str, Any], text: str, folder: Path | None = None) -> None:
        self.text = text
        self.folder = folder
        known_keys(values, KEYS, "a level")
        self.width, self.height = size_of(values, LEAST_SIDE, LARGEST)
        settings = {one.key: checked(one, values.get(one.key, one.usual), {}) for one in SETTINGS}
        self.title: str = settings["title"]
        self.author: str = settings["author"]
        self.notes: str = settings["notes"]
        self.gravity: float = settings["gravity"]
        self.seed: int = settings["seed"]
        self.theme: str = settings["theme"]
        self.collide: bool = settings["collide"]
        self.zoom: float = settings["zoom"]
        self.places: dict[int, tuple[str, int]] = {}
        """Where each element is in the TOML: the key of its list, and its index."""
        self._at = ("", 0)
        self._names: set[str] = set()
        self.solids: list[Solid] = []
        for key in ("ground", "platform", "wall"):
            self.solids += self._each(values, key, self._solid)
        self.slopes = self._each(values, "slope", self._slope)
        self.ladders = self._each(values, "ladder", self._ladder)
        self.items = self._each(values, "item", self._item)
        self.doors = self._each(values, "door", self._door)
        self.switches = self._each(values, "switch", self._switch)
        self.crates = self._each(values, "crate", self._crate)
        refuse_overlaps(self.crates, [*self.solids, *self.doors], self.slopes, self.width)
        self.lifts = self._each(values, "lift", self._lift)
        player = values.get("player")
        if not isinstance(player, dict):
            raise BoardError("is missing; a level has one: [player] with x and y", key="player")
        self.characters = self._each({"player": [player]}, "player", self._character)
        self.characters += self._each(values, "animal", self._character)
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

    def _each(self, values: dict[str, Any], key: str, make: Callable[[Properties], T]) -> list[T]:
        """The parts of a list. An error says which of them it is about."""
        part = PARTS[key]
        found = []
        for index, table in enumerate(tables_of(values, key)):
            self._at = key, index
            with placed(key, index):
                found.append(make(self._properties(key, table)))
        if len(found) > part.most:
            words = {"switch": "switches"}.get(key, f"{key}s")
            raise BoardError(f"there are more than {part.most} {words}", key=key)
        return found

    def _properties(self, key: str, table: dict[str, Any]) -> Properties:
        return Properties(PARTS[key], table, self.width, self.height)

    def _named(self, given: Properties, word: str) -> tuple[int, str]:
        number = len(self.places) + 1
        if number > MOST:
            raise BoardError(f"there are more than {MOST} elements", key=given.part.key)
        name: str | None = given.value("name")
        if name is None:
            name = word if word == "player" else f"{word} {number}"
        if name in self._names:
            raise BoardError(f'"{name}" is the name of two elements; rename one', key="name")
        self._names.add(name)
        self.places[number] = self._at
        return number, name

    def _solid(self, given: Properties) -> Solid:
        key = given.part.key
        number, name = self._named(given, key)
        one_way = key == "platform" and bool(given.value("one_way"))
        return Solid(number, key, name, given.box(), one_way)

    def _ladder(self, given: Properties) -> Ladder:
        return Ladder(*self._named(given, "ladder"), given.box())

    def _item(self, given: Properties) -> Item:
        what = given.text("kind")
        number, name = self._named(given, what)
        return Item(number, what, name, *given.place())

    def _door(self, given: Properties) -> Door:
        return Door(*self._named(given, "door"), given.box())

    def _switch(self, given: Properties) -> Switch:
        number, name = self._named(given, "switch")
        opens = given.texts("opens")
        doors = [door.name for door in self.doors]
        for door in opens:
            if door not in doors:
                near = closest(door, doors)
                raise BoardError(f'"{door}" is not the name of a door{near}', key="opens")
        return Switch(number, name, *given.place(), opens, given.texts("by"))

    def _crate(self, given: Properties) -> Crate:
        number, name = self._named(given, "crate")
        size = given.number("width"), given.number("height")
        return Crate(number, name, *given.place(), *size, given.number("mass"))

    def _lift(self, given: Properties) -> Lift:
        return lift(*self._named(given, "lift"), given, self._world, self.gravity)

    def _slope(self, given: Properties) -> Slope:
        return slope(*self._named(given, "slope"), given, self._world)

    @property
    def _world(self) -> Rect:
        return Rect(0.0, 0.0, self.width, self.height)

    def _character(self, given: Properties) -> Character:
        what = given.text("kind")
        usual = BUILDS.get(what, BUILDS["monkey"])
        number, name = self._named(given, what)
        look = given.text("look", what if what in LOOKS else "monkey")
        build = Build(
            given.number("width", usual.width),
            given.number("height", usual.height),
            given.number("speed", usual.speed),
            given.number("jump", usual.jump),
        )
        script: str | None = given.value("script")
        if script is not None and given.part.single:
            raise BoardError("the player follows touches; only an [[animal]] can have a script", key="script")
        return Character(number, what, name, look, *given.place(), build, script)

    def _reserve(self, value: Any) -> list[Item | Character]:
        """The elements that scripts may add in the course of a game: `[spawn]`."""
        if not isinstance(value, dict):
            raise BoardError("must be a table of numbers: spawn = { banana = 5 }", key="spawn")
        found: list[Item | Character] = []
        for index, (what, given) in enumerate(value.items()):
            self._at = "spawn", index
            with placed("spawn", index):
                found += self._added(what, spawned(what, given, self.width, self.height))
        for element in found:
            element.alive = False
        return found

    def _added(self, what: str, given: Properties) -> list[Item | Character]:
        """The elements of a kind that scripts may add."""
        most, nowhere = int(given.number("most")), {"kind": what, "x": 0.0, "y": 0.0}
        if len(given.part.fields) > 1:
            animal = self._properties("animal", nowhere | given.others("most"))
            return [self._character(animal) for _ in range(most)]
        item = self._properties("item", nowhere)
        return [self._item(item) for _ in range(most)]

    def script(self, name: str) -> str:
        """The source of a script: a stock script, or a file next to the level. Raises `BoardError`."""
        if name in STOCK:
            return (files("clew_world") / "scripts" / f"{name}.lua").read_text(encoding="utf-8")
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
    folder = files("clew_world") / "levels"
    return sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml"))


def read(source: str | Path) -> Level:
    """The level in a TOML file, or the shipped level of that name. Raises `BoardError`, `OSError`."""
    if isinstance(source, str) and source in shipped():
        text = (files("clew_world") / "levels" / f"{source}.toml").read_text(encoding="utf-8")
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
        reach = point_of(reach, "reach", {Side.WIDTH: level.width, Side.HEIGHT: level.height})
    return {"collect": collect, "reach": reach}
