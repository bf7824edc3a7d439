"""The families by name, and the two text formats of a puzzle: keys (TOML, JSON) and compact forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from clew.errors import BoardError
from clew.puzzles import limits
from clew.puzzles.families import NAMES, declared, part
from clew.puzzles.fields import closest, kind, known_keys, shown, value_of
from clew.puzzles.spec import ONLY_ARGUMENTS, looks_like_spec

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clew.puzzles.base import EnginePuzzle

    class Family(Protocol):
        """A family, as far as reading its compact forms needs it."""

        _KEYS: Mapping[str, Mapping[str, Any]]

        def _keys_of_options(self, options: Sequence[str]) -> dict[str, Any]: ...
        def _keys_of_body(self, body: str) -> dict[str, Any]: ...


class _Families(Mapping[str, "type[EnginePuzzle]"]):
    """The classes of the families by name, each imported when it is asked for."""

    def __getitem__(self, name: str) -> type[EnginePuzzle]:
        found: type[EnginePuzzle] = getattr(part(name, "puzzle"), declared(name).puzzle)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


FAMILIES = _Families()


def family_class(name: Any) -> type[EnginePuzzle]:
    """The class of a family. Raises `BoardError`, listing the known names, otherwise."""
    if not isinstance(name, str):
        raise BoardError(f'is {kind(name)}; it must be a string: family = "blocks"', key="family")
    if ":" in name and looks_like_spec(name):
        raise BoardError(ONLY_ARGUMENTS, key="family")
    if name not in NAMES:
        raise BoardError(
            f'there is no family "{shown(name)}"{closest(name, NAMES)} Families: {", ".join(NAMES)}',
            key="family",
        )
    return FAMILIES[name]


def from_dict(values: dict[str, Any], family: str | None = None) -> EnginePuzzle:
    """The puzzle with these keys, as in a TOML file. `family` applies if the keys name none.

    A key whose value is None (null in JSON) is ignored.

    `family` may have options like a compact form (``"pebbles[grid 4x4]"``); a key overrides an option. Raises
    `BoardError`.
    """
    if not isinstance(values, dict):
        raise BoardError(
            f'is {kind(values)}; a board is a table of keys such as {{"family": "blocks", "board": "..."}}'
        )
    if "family" in values:
        name, options = values["family"], list[str]()
    elif family is not None:
        name, options = split_family(family)
    else:
        raise BoardError(
            f'is missing; add family = "blocks", for example. Families: {", ".join(NAMES)}', key="family"
        )
    keys = {key: value for key, value in values.items() if key != "family" and value is not None}
    cls = family_class(name)
    known_keys(keys, cls._all_keys(), cls.family)
    return made(cls, {**keys_of_options(cls, options), **keys})


def made(cls: type[EnginePuzzle], keys: dict[str, Any]) -> EnginePuzzle:
    """The puzzle of a family with these keys. Raises `BoardError`, also for a key that is missing."""
    for key, example in cls._REQUIRED.items():
        if key not in keys:
            raise BoardError(f"is missing; add {key} = {example}", key=key)
    return cls(**keys)


def is_compact(text: str) -> bool:
    """Whether the text starts with a known `family:` or `family[`."""
    head = text[:40].lstrip()
    return any(head.startswith((f"{name}:", f"{name}[")) for name in NAMES)


def parse_compact(text: str) -> EnginePuzzle:
    """The puzzle of a compact form, ``family:body`` or ``family[option,...]:body``. Raises `BoardError`."""
    if "(" in text and looks_like_spec(text.strip()):
        raise BoardError(ONLY_ARGUMENTS)
    return made(*compact_keys(text))


def compact_keys(text: str) -> tuple[type[EnginePuzzle], dict[str, Any]]:
    """The family of a compact form, and the keys that it sets. Raises `BoardError`."""
    cls: list[type[EnginePuzzle]] = []

    def family(name: str) -> type[EnginePuzzle]:
        cls.append(family_class(name))
        return cls[0]

    keys = keys_of(family, text)
    return cls[0], keys


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
