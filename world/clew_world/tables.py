"""Parts of a level's TOML: tables, sizes and counts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from clew.errors import BoardError
from clew.puzzles.fields import integer, kind, real, sequence
from clew_world.parts import DIET, checked


class PartError(BoardError):
    """An error in one part of a level. `part` is the key of its list in the TOML, and its index."""

    def __init__(self, message: str, *, key: str | None, part: tuple[str, int]) -> None:
        super().__init__(message, key=key)
        self.part = part


@contextmanager
def placed(key: str, index: int) -> Iterator[None]:
    """Makes any `BoardError` in this context a `PartError` about that part."""
    try:
        yield
    except BoardError as error:
        raise PartError(error.message, key=error.key, part=(key, index)) from error


def size_of(values: dict[str, Any], least: float, largest: float) -> tuple[float, float]:
    """Width and height of a world. Raises `BoardError`, as all of these do."""
    if "size" not in values:
        raise BoardError("is missing; give width and height in metres: size = [24.0, 12.0]", key="size")
    size = sequence(values["size"], "size", "[24.0, 12.0]")
    if len(size) != 2:
        raise BoardError("must be width and height in metres: size = [24.0, 12.0]", key="size")
    width, height = (real(side, "size", least, largest) for side in size)
    return width, height


def tables_of(values: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """The tables of a list, none if it is missing."""
    tables = sequence(values.get(key, []), key, "[{ x = 1.0, y = 1.0 }]")
    for table in tables:
        if not isinstance(table, dict):
            raise BoardError(f"contains {kind(table)}; each {key} is a table: [[{key}]]", key=key)
    return list(tables)


def eats_of(value: Any) -> dict[str, list[str]]:
    """Who takes what by touch."""
    if not isinstance(value, dict):
        raise BoardError('must be a table: eats = { fox = ["chicken"] }', key="eats")
    found = {}
    for eater, meals in value.items():
        found[eater] = list(checked(DIET, meals, {}))
    return found


def counts_of(value: Any, key: str, low: int) -> dict[str, int]:
    """A number for each kind, at least `low`."""
    if not isinstance(value, dict):
        raise BoardError(f"must be a table of numbers: {key} = {{ banana = 3 }}", key=key)
    return {what: integer(count, key, low, 1_000_000) for what, count in value.items()}
