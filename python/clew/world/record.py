"""Records: what came into a world from outside, tick by tick. Replayed, they give the same world again.

A save is the record so far; a replay is the record of a whole game. Both are JSON and hold everything that
they need: the level's text, the scripts, the inputs, and the digest at their end, which a replay is held
against. Inputs are ``[tick, what, ...]``:

| what | then | |
|---|---|---|
| `touch` | x, y | the player is to go there |
| `target` | number, x, y | a Python controller sends a character there |
| `say` | number, text | and lets it speak |
| `script` | name, source | a script was changed while the world ran |
| `off` | number, reason | a script was stopped: it overran its time or its memory |
| `skip` | | no script ran in this tick, because one overran |
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any

from clew.errors import WorldError
from clew.puzzles.fields import kind
from clew.world.elements import Character

VERSION = 1
BEFORE = -1
"""The tick of what happened while the scripts were loaded."""
_SHAPES: dict[str, tuple[type, ...]] = {
    "touch": (float, float),
    "target": (int, float, float),
    "say": (int, str),
    "script": (str, str),
    "off": (int, str),
    "skip": (),
}

Input = list[Any]


class Fingerprint:
    """Of all positions in all ticks: what is the same for the same world, and nothing else."""

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=16)

    def add(self, characters: Iterable[Character]) -> None:
        """A tick: where everybody is."""
        numbers: list[float] = []
        for character in characters:
            numbers += (character.number, character.x, character.y)
        self._hash.update(struct.pack(f"<{len(numbers)}d", *numbers))

    def hex(self) -> str:
        """32 hexadecimal digits."""
        return self._hash.hexdigest()


class Record:
    """What is needed to play a game again."""

    def __init__(self, level: str, scripts: dict[str, str]) -> None:
        self.level = level
        self.scripts = scripts
        self.inputs: dict[int, list[Input]] = {}
        self.ticks = 0
        self.digest = ""

    def add(self, tick: int, *entry: Any) -> None:
        self.inputs.setdefault(tick, []).append(list(entry))

    def to_dict(self) -> dict[str, Any]:
        inputs = [[tick, *entry] for tick in sorted(self.inputs) for entry in self.inputs[tick]]
        return {
            "clew_world": VERSION,
            "ticks": self.ticks,
            "digest": self.digest,
            "inputs": inputs,
            "scripts": self.scripts,
            "level": self.level,
        }

    def write(self, path: str | Path) -> None:
        Path(path).write_text(json.dumps(self.to_dict(), indent=1) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, path: str | Path) -> Record:
        """Raises `WorldError` where the file is no record, `OSError` where it cannot be read."""
        try:
            values = json.loads(Path(path).read_text(encoding="utf-8"))
        except ValueError as error:
            raise WorldError(f"{path}: this is no record of a world: {error}") from error
        try:
            return cls.from_dict(values)
        except WorldError as error:
            raise WorldError(f"{path}: {error}") from error

    @classmethod
    def from_dict(cls, values: Any) -> Record:
        if not isinstance(values, dict) or values.get("clew_world") != VERSION:
            raise WorldError(f'this is no record of a world; one begins with "clew_world": {VERSION}')
        level, scripts = values.get("level"), values.get("scripts")
        if not isinstance(level, str) or not isinstance(scripts, dict):
            raise WorldError("a record holds the text of its `level` and a table of `scripts`")
        record = cls(level, {str(name): str(source) for name, source in scripts.items()})
        ticks = values.get("ticks", 0)
        if not isinstance(ticks, int) or isinstance(ticks, bool) or ticks < 0:
            raise WorldError(f"`ticks` is {kind(ticks)}; it must be a whole number")
        record.ticks, record.digest = ticks, str(values.get("digest", ""))
        for tick, entry in parsed_inputs(values.get("inputs", [])):
            record.add(tick, *entry)
        return record


def parsed_inputs(values: Any) -> list[tuple[int, Input]]:
    """Checked inputs, as (tick, the rest). Raises `WorldError` for the first that is none."""
    if not isinstance(values, list):
        raise WorldError(f'`inputs` is {kind(values)}; it must be a list such as [[0, "touch", 3.5, 1.0]]')
    found = []
    for place, value in enumerate(values):
        tick, what, *rest = value if isinstance(value, list) and len(value) > 1 else (None, None)
        shape = _SHAPES.get(what) if isinstance(what, str) else None
        good = (
            isinstance(tick, int)
            and not isinstance(tick, bool)
            and tick >= BEFORE
            and shape is not None
            and len(rest) == len(shape)
        )
        if shape is None or not isinstance(tick, int) or not good or not all(map(_fits, rest, shape)):
            raise WorldError(
                f'input {place + 1} is {json.dumps(value)[:80]}; write for example [60, "touch", 3.5, 1.0]'
            )
        found.append(
            (tick, [what, *(float(v) if s is float else v for v, s in zip(rest, shape, strict=True))])
        )
    return found


def _fits(value: Any, shape: type) -> bool:
    if isinstance(value, bool):
        return False
    if shape is float:
        return isinstance(value, int | float) and abs(value) < 1e9  # which no NaN is
    return isinstance(value, shape)
