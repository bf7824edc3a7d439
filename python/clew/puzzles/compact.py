"""Parses compact forms, ``family:body`` or ``family[option,...]:body``, into the keys of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from clew.errors import BoardError
from clew.puzzles import limits
from clew.puzzles.fields import shown, value_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    class Family(Protocol):
        """A family, as far as reading its compact forms needs it."""

        _KEYS: Mapping[str, Mapping[str, Any]]

        def _keys_of_options(self, options: Sequence[str]) -> dict[str, Any]: ...
        def _keys_of_body(self, body: str) -> dict[str, Any]: ...


def keys_of(family: Callable[[str], Family], text: str) -> dict[str, Any]:
    """The keys that a compact form sets; `family` returns the family of a name. Raises `BoardError`."""
    if len(text) > limits.BOARD_BYTES:
        raise BoardError(
            f"the compact form is {len(text):,} characters long; at most {limits.BOARD_BYTES:,} are allowed"
        )
    head, body = _head_and_body(text)
    name, options = split_family(head)
    known = family(name)
    from_options, from_body = keys_of_options(known, options), known._keys_of_body(trimmed(known, body))
    for key in from_options.keys() & from_body.keys():
        raise BoardError("is given twice, by an option and by the text after `>`; give it only once", key=key)
    return {**from_options, **from_body}


def trimmed(family: Family, body: str) -> str:
    """A body without the blanks at its ends, except those of a grid, which may be free cells."""
    return body.strip("\r\n") if "board" in family._KEYS else body.strip()


def keys_of_options(family: Family, options: Sequence[str]) -> dict[str, Any]:
    """The keys that options set: those of the family, and ``key=value`` for each of its keys that is a word,
    a number, or true or false.
    """
    keys: dict[str, Any] = {}
    own: list[str] = []
    for option in options:
        key, equals, text = (part.strip() for part in option.partition("="))
        schema = family._KEYS.get(key, {})
        if not equals or not ("enum" in schema or schema.get("type") == "boolean"):
            own.append(option)
        elif key in keys:
            raise BoardError(
                f'"{shown(option)}" conflicts with an earlier option; give only one', key="options"
            )
        else:
            keys[key] = value_of(schema, text)
    others = family._keys_of_options(own)
    for key in keys.keys() & others.keys():
        raise BoardError("is given twice by options; give it only once", key=key)
    return {**others, **keys}


def split_family(text: str) -> tuple[str, list[str]]:
    """Splits ``"family[option,...]"`` into the name and the options."""
    name, bracket, rest = text.strip().partition("[")
    if not bracket:
        return name, []
    if not rest.endswith("]"):
        raise BoardError(f'"{shown(text)}": the options are missing their closing `]`', key="family")
    return name.strip(), [option.strip() for option in rest[:-1].split(",") if option.strip()]


def _head_and_body(text: str) -> tuple[str, str]:
    end = text.find("]:") + 1 if "[" in text.partition(":")[0] else text.find(":")
    if end <= 0:
        missing = "the options are missing their closing `]:`" if "[" in text else "the family is missing"
        raise BoardError(
            f'"{shown(text)}": {missing}; a compact form is family:body, such as blocks:AAo/ooo/ooo'
        )
    return text[:end], text[end + 1 :]
