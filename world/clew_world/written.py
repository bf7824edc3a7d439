"""Writes the keys of a level as TOML, in the layout of the levels that come with Clew."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any

from clew.boards.toml_limits import check_intricacy
from clew.errors import BoardError
from clew.puzzles.fields import kind
from clew.puzzles.toml import inline, key_text
from clew_world.level import KEYS

DEEPEST = 8
"""The most tables and lists inside one another."""
_LARGEST = 1 << 63
"""Whole numbers of TOML have 64 bits."""
_TABLES = ("pictures", "spawn", "eats", "goal", "points")
"""The keys that are written as tables of their own, after all others."""


def written(values: dict[str, Any]) -> str:
    """The TOML of a level; `toml_values` reads the same values again. Raises `BoardError` for values that a
    file of a level cannot contain, and for more of them than it may have.

    What the level says is not checked, so an unfinished one can be written too. Comments are not among the
    values, so they are lost.
    """
    for value in values.values():
        _check(value, DEEPEST)
    order = {key: place for place, key in enumerate(KEYS)}
    keys = sorted(values, key=lambda key: order.get(key, -1))
    tables = [key for key in keys if key in _TABLES and isinstance(values[key], dict)]
    lines = [f"{key_text(key)} = {_laid_out(values[key])}" for key in keys if key not in tables]
    for key in tables:
        lines += ["", f"[{key}]", *(f"{key_text(one)} = {inline(item)}" for one, item in values[key].items())]
    text = "".join(f"{line}\n" for line in lines)
    check_intricacy(text)
    return text


def _laid_out(value: Any) -> str:
    """A value, with each table of a list on a line of its own."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + "".join(f"  {inline(item)},\n" for item in value) + "]"
    return inline(value)


def _check(value: Any, depth: int) -> None:
    if not depth:
        raise BoardError(f"a level has at most {DEEPEST} tables and lists inside one another")
    for part in _parts(value):
        _check(part, depth - 1)


def _parts(value: Any) -> Iterator[Any]:
    """What a list or a table contains. Raises `BoardError` for what TOML does not have."""
    if isinstance(value, list | tuple):
        yield from value
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_text(key)
            yield item
    elif isinstance(value, str):
        _check_text(value)
    elif isinstance(value, float):
        if not isfinite(value):
            raise BoardError("contains a number that is not finite")
    elif not isinstance(value, int):
        raise BoardError(f"a level cannot contain {kind(value)}")
    elif not -_LARGEST <= value < _LARGEST:
        raise BoardError("contains a whole number with too many digits; TOML has room for 18")


def _check_text(text: str) -> None:
    if any("\ud800" <= c <= "\udfff" for c in text):
        raise BoardError("contains half of a surrogate pair; write the whole character")
