"""The levels of a study: their boards by name, and their maps, each computed once."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile, ZipFile

from clew.boards.entries import with_warnings
from clew.boards.load import load, read_boards
from clew.errors import BoardError, ClewError
from clew.puzzles.registry import FAMILIES
from clew.search.limits import Limits
from clew.statespace.explore import explore_many
from clew.statespace.space import StateSpace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from os import PathLike

    from clew.puzzles.base import EnginePuzzle

    Levels = Mapping[str, "Level"]
    Given = str | PathLike[str] | Mapping[str, Any]

STATES = 20_000_000
"""The most states of a level that gets a map, unless limits say otherwise."""


class Level:
    """A board with its name. `space` is its complete map; None if it has none (yet, or because of its size).

    `pieces` turns the names that a log has for pieces into letters of the board. `key` is a hash of the
    board's content: equal boards have equal keys, whatever they are called.
    """

    def __init__(self, name: str, puzzle: EnginePuzzle, pieces: Mapping[str, str] | None = None) -> None:
        self.name = name
        self.puzzle = puzzle
        self.pieces = dict(pieces or {})
        self.key = hashlib.sha256(str(puzzle).encode()).hexdigest()
        self.space: StateSpace | None = None

    def __repr__(self) -> str:
        return f"<Level {self.name}: {self.puzzle}>"


def read_levels(given: Given) -> dict[str, Level]:
    """Levels by name, from a folder (or its .zip), a set file, or a dictionary of puzzles (or compact forms).

    In a folder, the name of a level is that of its file without the ending: TOML files, and JSON files of
    cars with position, length, orientation, id and player on 6 by 6 cells (their `id` is the name). In a set
    file it is the column `id`, `name` or `level`. Raises `BoardError` for a level that cannot be read,
    `ClewError` if there is none, `OSError` if the files cannot be read.
    """
    if isinstance(given, Mapping):
        return {str(name): _level(str(name), value) for name, value in given.items()}
    path = os.fspath(given)
    if path.lower().endswith(".zip"):
        return _of_zip(path)
    found: dict[str, Level] = {}
    if os.path.isdir(path):
        for folder, _, names in sorted(os.walk(path)):
            for name in sorted(names):
                level = _of_file(os.path.join(folder, name))
                if level is not None:
                    found[level.name] = level
    else:
        found = {level.name: level for level in _of_set(path)}
    if not found:
        raise ClewError(
            f"{path} contains no level: expected .toml boards or .json lists of cars, one per file"
        )
    return found


def _of_zip(path: str) -> dict[str, Level]:
    """A zipped folder, such as the studio's export of boards."""
    with TemporaryDirectory() as folder:
        try:
            with ZipFile(path) as archive:
                archive.extractall(folder)
        except BadZipFile as error:
            raise ClewError(f"{path} is not a zip file: {error}") from error
        return read_levels(folder)


def _level(name: str, value: Any) -> Level:
    if isinstance(value, Level):
        return value
    return Level(name, load(value) if isinstance(value, (str, os.PathLike)) else value)


def _of_file(path: str) -> Level | None:
    stem, ending = os.path.splitext(os.path.basename(path))
    if ending.lower() == ".toml":
        return Level(stem, load(path))
    if ending.lower() != ".json":
        return None
    try:
        with open(path, encoding="utf-8") as file:
            keys = json.load(file)
        return level_of_cars(keys, stem)
    except (ValueError, KeyError, TypeError) as error:
        raise BoardError(f"is not a list of cars: {error!r}", file=path) from error


def _of_set(path: str) -> Iterable[Level]:
    for entry in with_warnings(read_boards(path)):
        if entry.puzzle is None:
            raise entry.error or BoardError("cannot be read", file=path)
        told = [entry.input[key] for key in ("level", "id", "name") if key in entry.input]
        yield Level(str(told[0] if told else entry.puzzle.title or entry.line), entry.puzzle)


def level_of_cars(keys: Mapping[str, Any], name: str = "", side: int = 6) -> Level:
    """A level from a list of cars: `position` is the top left cell from 0, row by row.

    The car to bring out (`player`) is piece A, the others are B, C, ... in order of their ids.
    """
    cars = sorted(keys["cars"], key=lambda car: (not car["player"], str(car["id"])))
    pieces, names = [], {}
    for number, car in enumerate(cars):
        row, column = divmod(int(car["position"]), side)
        pieces.append(
            (int(car["length"]), 1 if car["orientation"] == "horizontal" else 2, row + 1, column + 1)
        )
        names[str(car["id"])] = number
    blocks: Any = FAMILIES["blocks"]
    puzzle = blocks.from_pieces(pieces, rows=side, columns=side)
    letters = list(puzzle.pieces)
    return Level(str(keys.get("id", name)), puzzle, {car: letters[number] for car, number in names.items()})


class Maps:
    """Maps of boards by the hash of their content, in memory and, if a folder is given, in files."""

    def __init__(self, folder: str | PathLike[str] | None = None) -> None:
        self.folder = None if folder is None else os.fspath(folder)
        self._held: dict[str, StateSpace] = {}

    def fill(
        self,
        levels: Iterable[Level],
        limits: Limits | None = None,
        on_progress: Callable[[int, int], object] | None = None,
    ) -> None:
        """Gives each level its map, reading or computing those not in memory. Calls `on_progress(done, of)`.

        A level that needs more than the limits allow gets none.
        """
        wanted = list(levels)
        lacking = {level.key: level.puzzle for level in wanted if not self._find(level.key)}
        bound = Limits(states=STATES) if limits is None else limits
        for done, (key, space) in enumerate(
            zip(lacking, explore_many(lacking.values(), limits=bound), strict=True), 1
        ):
            if space.complete:
                self._keep(key, space)
            if on_progress is not None:
                on_progress(done, len(lacking))
        for level in wanted:
            level.space = self._held.get(level.key)

    def _file(self, key: str) -> str | None:
        return None if self.folder is None else os.path.join(self.folder, f"{key}.npz")

    def _find(self, key: str) -> bool:
        path = self._file(key)
        if key not in self._held and path is not None and os.path.exists(path):
            self._held[key] = StateSpace.load(path)
        return key in self._held

    def _keep(self, key: str, space: StateSpace) -> None:
        self._held[key] = space
        path = self._file(key)
        if path is not None:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            space.save(path)


MAPS = Maps()
"""The maps that were made in this process."""
