"""Parts of a level's TOML: tables, sizes and counts."""

from __future__ import annotations

from typing import Any

from clew.errors import BoardError
from clew.puzzles.fields import integer, kind, real, sequence, string


def size_of(values: dict[str, Any], largest: float) -> tuple[float, float]:
    """Width and height of a world. Raises `BoardError`, as all of these do."""
    size = sequence(values.get("size"), "size", "[24.0, 12.0]")
    if len(size) != 2:
        raise BoardError("must be width and height in metres: size = [24.0, 12.0]", key="size")
    width, height = (real(side, "size", 2.0, largest) for side in size)
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
        found[eater] = [string(meal, "eats") for meal in sequence(meals, "eats", '["chicken"]')]
    return found


def counts_of(value: Any, key: str, low: int) -> dict[str, int]:
    """A number for each kind, at least `low`."""
    if not isinstance(value, dict):
        raise BoardError(f"must be a table of numbers: {key} = {{ banana = 3 }}", key=key)
    return {what: integer(count, key, low, 1_000_000) for what, count in value.items()}
