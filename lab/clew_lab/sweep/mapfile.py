"""`map.json`, which says what a huge map has: its waves, their layers, and every file with its checksum.

It has a checksum of itself, and the versions of all on which the files depend.
"""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple
from zlib import crc32

from clew.errors import ClewError

FORMAT = "clew distributed map 2"

VERSIONS = {"states": 2, "hash": 1}
"""Of the words by which a state is stored, and of the hash that chooses its partition: a map is continued and
read only with the same. Raise one when a change to the engine changes what it stands for.
"""

WAVES = ("depth", "distance")

Step = tuple[int, int]
"""A level and a round within it: moves that cost nothing lead from one round to the next."""


class File(NamedTuple):
    """A complete file: its path within the folder of the map, the number of its states, its size in bytes,
    and its checksum (CRC-32): that of all its bytes for Parquet, of its table, which has those of the runs,
    for runs.
    """

    path: str
    states: int
    size: int
    checksum: int


Leveled = tuple[int, File]
"""A file and the level of its states."""


def layer_path(wave: str, step: Step, partition: int) -> str:
    """The file of one partition of a layer, within the folder."""
    return f"{wave}/{step[0]:05d}-{step[1]}/part-{partition:04d}.parquet"


class Layer(NamedTuple):
    """A complete layer: its step, the number of its goals, and the file of each partition that has states."""

    step: Step
    goals: int
    files: dict[int, File]

    @property
    def states(self) -> int:
        """The number of its states."""
        return sum(file.states for file in self.files.values())


class Wave:
    """One search through the space: its layers in order, `reach`, the farthest level to which a move has led,
    `waiting`, the runs for later layers with their levels, and totals over the expanded states.
    """

    def __init__(self, name: str, kept: dict[str, Any]) -> None:
        self.steps: list[Layer] = []
        for level, number, goals, files in kept.get("steps", []):
            step = level, number
            named = {k: File(layer_path(name, step, k), *rest) for k, *rest in files}
            self.steps.append(Layer(step, goals, named))
        self.waiting: list[Leveled] = [(level, File(*rest)) for level, *rest in kept.get("waiting", [])]
        self.reach: int = kept.get("reach", 0)
        self.edges: int = kept.get("edges", 0)
        self.halves: int = kept.get("halves", 0)
        self.spills: int = kept.get("spills", 0)

    def to_dict(self) -> dict[str, Any]:
        """What `map.json` keeps."""
        figures = {name: getattr(self, name) for name in ("reach", "edges", "halves", "spills")}
        steps = [
            [*layer.step, layer.goals, [[k, *file[1:]] for k, file in layer.files.items()]]
            for layer in self.steps
        ]
        return {**figures, "waiting": [[level, *file] for level, file in self.waiting], "steps": steps}

    def add(self, told: dict[str, Any]) -> None:
        """Adds the tasks' results for a layer and for the moves that led there."""
        if told.get("cost", -1) >= 0:
            self.reach = max(self.reach, self.steps[-1].step[0] + told["cost"])
        self.steps.append(Layer(told["step"], told["goals"], dict(told["files"])))
        self.edges += told.get("edges", 0)
        self.halves += told.get("halves", 0)
        self.spills += told.get("spills", 0)

    @property
    def done(self) -> bool:
        """Whether the search in this direction is complete."""
        return bool(self.steps) and not self.steps[-1].files and self.steps[-1].step[0] >= self.reach

    @property
    def states(self) -> int:
        """States found so far in this direction."""
        return sum(layer.states for layer in self.steps)

    @property
    def filled(self) -> list[Step]:
        """The steps that have states."""
        return [layer.step for layer in self.steps if layer.files]

    @property
    def levels(self) -> list[int]:
        """The states of each level."""
        found: list[int] = []
        for layer in self.steps:
            level, _ = layer.step
            found += [0] * (level + 1 - len(found))
            found[level] += layer.states
        while found and not found[-1]:
            found.pop()
        return found


def read(folder: str) -> dict[str, Any]:
    """What `map.json` in this folder says. Raises `ClewError` if there is none, if it is damaged, and if this
    version of Clew stores states in another way.
    """
    path = os.path.join(folder, "map.json")
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError as error:
        raise ClewError(
            f"{folder}: there is no distributed map ({error}); give the folder that -o named"
        ) from error
    except UnicodeDecodeError:
        raise damaged(path) from None
    try:
        kept: dict[str, Any] = json.loads(text)
        made = kept.get("format")
    except (ValueError, AttributeError):
        raise damaged(path) from None
    if made != FORMAT:
        raise _foreign(path, f"its format is {made!r}", FORMAT)
    if text != _text({key: value for key, value in kept.items() if key != "checksum"}):
        raise damaged(path)
    for name, ours in VERSIONS.items():
        if kept[name] != ours:
            raise _foreign(path, f"its version of the {name} is {kept[name]}", ours)
    return kept


def write(folder: str, kept: dict[str, Any]) -> None:
    """Writes `map.json` so that it survives a power failure."""
    path = os.path.join(folder, "map.json")
    with open(f"{path}.new", "w", encoding="utf-8") as file:
        file.write(_text({"format": FORMAT, **VERSIONS, **kept}))
        file.flush()
        os.fsync(file.fileno())
    os.replace(f"{path}.new", path)
    _sync(folder)


def _text(kept: dict[str, Any]) -> str:
    body = json.dumps(kept)
    return json.dumps({"checksum": crc32(body.encode()), **kept})


def settle(folder: str, paths: list[str]) -> None:
    """Makes the names of these new files in the folder survive a power failure; that of their outermost
    folder does when `map.json` is written.
    """
    within = set()
    for path in paths:
        while path := os.path.dirname(path):
            within.add(path)
    for each in within:
        _sync(os.path.join(folder, each))


def _sync(folder: str) -> None:
    if not hasattr(os, "O_DIRECTORY"):  # Windows opens no folders
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def present(folder: str, file: File) -> str:
    """The path of a file that the map lists. Raises `ClewError` unless it is there, with its size."""
    path = os.path.join(folder, file.path)
    try:
        size = os.stat(path).st_size
    except FileNotFoundError:
        raise ClewError(
            f"{path} is missing: it is a part of the map. Restore it from a copy, or make the map again in "
            "another folder"
        ) from None
    if size != file.size:
        raise damaged(path)
    return path


def damaged(path: str) -> ClewError:
    """The error for a file whose content is not what was written."""
    return ClewError(
        f"{path} is damaged: its content is not what was written. Restore it from a copy, or make the map "
        "again in another folder"
    )


def _foreign(path: str, what: str, ours: object) -> ClewError:
    return ClewError(
        f"{path}: {what}, and this version of Clew uses {ours!r}: use the version that made the map, or make "
        "it again in another folder"
    )
