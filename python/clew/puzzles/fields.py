"""Reads the values of a board's keys: each reader returns a checked value, or raises a `BoardError` that says
what would be right.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any, TypeVar

from clew.errors import BoardError
from clew.puzzles import limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Word = TypeVar("Word", bound=str)


def kind(value: object) -> str:
    """What a TOML or JSON value is, in words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, dict):
        return "a table"
    return f"a {type(value).__name__}"


def shown(text: str, most: int = 40) -> str:
    """A piece of the user's text for a message: control characters are escaped, long texts cut."""
    cut = text if len(text) <= most else text[:most] + "..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut)


def closest(word: str, options: Iterable[str]) -> str:
    """``"; did you mean `board`?"`` if one of the options is spelled much like the word, else ``"."``."""
    from difflib import get_close_matches

    known = list(options)
    folded = {option.lower(): option for option in known}
    near = get_close_matches(word[:40].lower(), folded, n=1, cutoff=0.6)
    return f"; did you mean `{folded[near[0]]}`?" if near else "."


def listed(options: Iterable[str]) -> str:
    """Options as a list for people: ``"a", "b" or "c"``."""
    quoted = [f'"{option}"' for option in options]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def choice(value: Any, key: str, options: Sequence[Word]) -> Word:
    """One of a few words."""
    for option in options:
        if option == value:
            return option
    if isinstance(value, str):
        raise BoardError(
            f'"{shown(value)}" is not a valid value{closest(value, options)} Use {listed(options)}', key=key
        )
    raise BoardError(f"is {kind(value)}; it must be {listed(options)}", key=key)


def string(value: Any, key: str) -> str:
    """Text without lone surrogates, so that it can be written to a file again."""
    if not isinstance(value, str):
        raise BoardError(f'is {kind(value)}; it must be a string: {key} = "..."', key=key)
    if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
        raise BoardError("contains half of a surrogate pair; write the whole character", key=key)
    return value


def integer(value: Any, key: str, low: int = 0, high: int = limits.NUMBER) -> int:
    """A whole number between two bounds, inclusive."""
    if isinstance(value, bool) or not isinstance(value, int):
        found = str(value) if isinstance(value, float) else kind(value)
        raise BoardError(f"is {found}; it must be a whole number such as {key} = {max(low, 1)}", key=key)
    if not low <= value <= high:
        digits = str(value) if abs(value) < 10**20 else "far out of range"
        raise BoardError(f"is {digits}; it must be from {low} to {high}", key=key)
    return value


def real(value: Any, key: str, low: float, high: float) -> float:
    """A finite number between two bounds, inclusive."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        found = "is missing" if value is None else f"is {kind(value)}"
        raise BoardError(f"{found}; it must be a number such as {key} = {max(low, 1.0)}", key=key)
    # Every comparison with NaN is false, so this refuses NaN too.
    if not low <= value <= high:
        raise BoardError(f"is {value}; it must be from {low:g} to {high:g}", key=key)
    return float(value)


def boolean(value: Any, key: str) -> bool:
    """`true` or `false`."""
    if not isinstance(value, bool):
        raise BoardError(f"is {kind(value)}; it must be true or false: {key} = true", key=key)
    return value


def sequence(value: Any, key: str, example: str) -> Sequence[Any]:
    """A list; `example` shows what would be right."""
    if not isinstance(value, list | tuple):
        raise BoardError(f"is {kind(value)}; it must be a list: {key} = {example}", key=key)
    return value


def known_keys(values: dict[str, Any], known: Sequence[str], family: str) -> None:
    """Raises `BoardError` for the first key that the family does not have."""
    for key in values:
        if key not in known:
            raise BoardError(
                f"is an unknown key{closest(key, known)} The keys of {family} are {', '.join(known)}",
                key=shown(key),
            )


def value_of(schema: Mapping[str, Any], text: str) -> Any:
    """What a text means for a key with this JSON Schema: a number, true or false, a list or a table.

    Tables and compact forms hold text only. What has no such meaning stays text, and the key's own reader
    says what would be right.
    """
    choices = schema.get("enum", ())
    kind_ = schema.get("type") or ("integer" if any(isinstance(value, int) for value in choices) else None)
    text = text.strip() if choices or kind_ in ("integer", "boolean", "array") else text
    if kind_ == "integer":
        return int(text.partition(".")[0]) if _is_whole(text) else text
    if kind_ == "boolean":
        return {"true": True, "1": True, "false": False, "0": False}.get(text.lower(), text)
    if text.lstrip()[:1] in ("[", "{") and (kind_ == "array" or "anyOf" in schema):
        try:
            return loads(text)
        except (ValueError, RecursionError):
            pass
        try:
            return tomllib.loads(f"value = {text}")["value"]
        except (ValueError, RecursionError):
            return text
    if kind_ == "array":
        return [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]
    return text


def loads(text: str) -> Any:
    """What a JSON text says. Raises `ValueError`, and `BoardError` for a key that an object has twice."""
    import json

    return json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BoardError("is given twice; delete one of them", key=shown(twice))
    return found


def _is_whole(text: str) -> bool:
    """Whether a text is a whole number, also as spreadsheets may write it: ``8.0``. In ``8.000`` the point
    may separate thousands.
    """
    digits, _, rest = text.partition(".")
    known = not rest.strip("0") and len(rest) != 3
    return digits.removeprefix("-").isdigit() and text.isascii() and len(digits) < 20 and known
