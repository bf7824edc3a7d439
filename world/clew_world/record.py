"""Records: the inputs of a world, tick by tick. A replay produces the same world again.

A save is the record so far; a replay is the record of a whole game. Both are JSON and contain everything they
need: the level's text, the scripts, the inputs, and the final digest, with which a replay is compared. Inputs
are ``[tick, what, ...]``:

| what | then | |
|---|---|---|
| `touch` | x, y | the player goes there |
| `steer` | dx, dy | keys or a gamepad steer the player: from -1 to 1, to the right and up |
| `target` | number, x, y | a Python controller sends a character there |
| `say` | number, text | and makes it speak |
| `script` | name, source | a script was changed while the world ran |
| `off` | number, reason | a script was stopped: it exceeded its time or its memory |
| `skip` | | no script ran in this tick, because one exceeded its limits |
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeGuard

from clew.errors import WorldError
from clew.puzzles.fields import kind
from clew_world.elements import Character, Crate

VERSION = 1
BEFORE = -1
"""The tick for what happened while the scripts were loaded: only `off` entries."""
FARTHEST = 1e9
"""The largest coordinate of an input, in metres."""
MOST_TICKS = 24 * 3600 * 60
"""One day. Longer games cannot be saved, and longer records cannot be replayed."""
LONGEST_TEXT = 1_000_000
"""The most characters of a script, of a level, or of what is said."""
LARGEST_FILE = 64 * 2**20
"""The most bytes of a record's file."""
_SHAPES: dict[str, tuple[type, ...]] = {
    "touch": (float, float),
    "steer": (float, float),
    "target": (int, float, float),
    "say": (int, str),
    "script": (str, str),
    "off": (int, str),
    "skip": (),
}

Input = list[Any]


class Fingerprint:
    """A hash of all positions in all ticks: equal for equal worlds."""

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=16)

    def add(self, bodies: Iterable[Character | Crate]) -> None:
        """Adds one tick: the positions of all characters and crates."""
        numbers: list[float] = []
        for body in bodies:
            numbers += (body.number, body.x, body.y)
        self._hash.update(struct.pack(f"<{len(numbers)}d", *numbers))

    def hex(self) -> str:
        """32 hexadecimal digits."""
        return self._hash.hexdigest()


class Record:
    """Everything needed to replay a game."""

    def __init__(self, level: str, scripts: dict[str, str]) -> None:
        self.level = level
        self.scripts = scripts
        self.inputs: dict[int, list[Input]] = {}
        self.ticks = 0
        self.digest = ""

    def add(self, tick: int, *entry: Any) -> None:
        """Appends an input that came in at this tick."""
        self.inputs.setdefault(tick, []).append(list(entry))

    def to_dict(self) -> dict[str, Any]:
        """The record as plain values, for JSON; `of` reads it back."""
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
        """Writes the record. Raises `WorldError` if `read` would refuse it."""
        text = json.dumps(self.to_dict(), indent=1) + "\n"
        if self.ticks > MOST_TICKS or len(text) > LARGEST_FILE:
            raise WorldError(
                f"{path}: a record has at most {MOST_TICKS} ticks and {LARGEST_FILE >> 20} MB; "
                f"this game has {self.ticks} ticks and would take {len(text) >> 20} MB"
            )
        Path(path).write_text(text, encoding="utf-8")

    @classmethod
    def of(cls, source: str | Path | dict[str, Any]) -> Record:
        """The record in a file, or in the output of `to_dict`. Raises `WorldError`."""
        return cls.from_dict(source) if isinstance(source, dict) else cls.read(source)

    @classmethod
    def read(cls, path: str | Path) -> Record:
        """Reads a record. Raises `WorldError` if the file is not a record, `OSError` if it cannot be read."""
        with Path(path).open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise WorldError(f"{path}: a record takes at most {LARGEST_FILE >> 20} MB")
        try:
            values = json.loads(data.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise WorldError(f"{path}: this is not a record of a world: {error}") from error
        try:
            return cls.from_dict(values)
        except WorldError as error:
            raise WorldError(f"{path}: {error}") from error

    @classmethod
    def from_dict(cls, values: Any) -> Record:
        """The record with these values. Raises `WorldError` for anything that `to_dict` does not produce."""
        if not isinstance(values, dict) or values.get("clew_world") != VERSION:
            raise WorldError(f'this is not a record of a world; a record starts with "clew_world": {VERSION}')
        level, scripts = values.get("level"), values.get("scripts")
        if not _is_text(level) or not isinstance(scripts, dict):
            raise WorldError("a record contains the text of its `level` and a table of `scripts`")
        for name, source in scripts.items():
            if not (_is_text(name) and _is_text(source)):
                raise WorldError(
                    f"the script {ascii(name)[:80]} is not text of at most {LONGEST_TEXT} characters"
                )
        record = cls(level, dict(scripts))
        ticks, digest = values.get("ticks", 0), values.get("digest", "")
        if not _is_whole(ticks) or not 0 <= ticks <= MOST_TICKS:
            given = ticks if _is_whole(ticks) else kind(ticks)
            raise WorldError(f"`ticks` is {given}; it must be a whole number from 0 to {MOST_TICKS}")
        if not _is_text(digest):
            raise WorldError(f"`digest` is {kind(digest)}; it must be text")
        record.ticks, record.digest = ticks, digest
        for tick, entry in parsed_inputs(values.get("inputs", [])):
            record.add(tick, *entry)
        return record


def is_place(*coordinates: float) -> bool:
    """Whether an input may have these coordinates; NaN is refused."""
    return all(abs(coordinate) < FARTHEST for coordinate in coordinates)


def parsed_inputs(values: Any) -> list[tuple[int, Input]]:
    """Checked inputs, as (tick, the rest). Raises `WorldError` for the first that is not one."""
    if not isinstance(values, list):
        raise WorldError(f'`inputs` is {kind(values)}; it must be a list such as [[0, "touch", 3.5, 1.0]]')
    return [_parsed(value, place) for place, value in enumerate(values, 1)]


def _parsed(value: Any, place: int) -> tuple[int, Input]:
    tick, what, *rest = value if isinstance(value, list) and len(value) > 1 else (None, None)
    shape = _SHAPES.get(what) if isinstance(what, str) else None
    if (
        not _is_whole(tick)
        or not (0 <= tick <= MOST_TICKS or (tick == BEFORE and what == "off"))
        or shape is None
        or len(rest) != len(shape)
        or not all(map(_fits, rest, shape))
    ):
        raise WorldError(f'input {place} is {_shown(value)}; write for example [60, "touch", 3.5, 1.0]')
    return tick, [what, *(float(v) if s is float else v for v, s in zip(rest, shape, strict=True))]


def _shown(value: Any) -> str:
    """The start of a value, however large or deep it is."""
    try:
        return json.dumps(value)[:80]
    except (ValueError, RecursionError):
        return kind(value)


def _fits(value: Any, shape: type) -> bool:
    if shape is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and is_place(value)
    if shape is int:
        return _is_whole(value) and 0 <= value < 2**31
    return _is_text(value)


def _is_whole(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_text(value: Any) -> TypeGuard[str]:
    """Whether this is text that can be shown, sent and written: without lone surrogates, and not too long."""
    return isinstance(value, str) and len(value) <= LONGEST_TEXT and is_sendable(value)


def is_sendable(text: str) -> bool:
    """Whether the text can be encoded; lone surrogates cannot."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
