"""The families by name, and the two text formats of a puzzle: keys (TOML, JSON) and compact forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import BoardError
from clew.late import late
from clew.puzzles.compact import keys_of, keys_of_options, split_family
from clew.puzzles.families import NAMES, declared
from clew.puzzles.fields import closest, kind, known_keys, shown
from clew.puzzles.spec import ONLY_ARGUMENTS, looks_like_spec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.puzzles.base import EnginePuzzle


class _Families:
    """A mapping from the names of families to their classes, each imported on demand."""

    def __getitem__(self, name: str) -> type[EnginePuzzle]:
        found: type[EnginePuzzle] = late(f"families.{name}.puzzle.{declared(name).puzzle}")
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __len__(self) -> int:
        return len(NAMES)

    def keys(self) -> list[str]:
        """The names of the families."""
        return list(NAMES)


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
    if "family" not in values and family is None:
        raise BoardError(
            f'is missing; add family = "blocks", for example. Families: {", ".join(NAMES)}', key="family"
        )
    name, options = split_family(family) if family is not None else ("", [])
    keys = {key: value for key, value in values.items() if key != "family" and value is not None}
    if "family" in values and values["family"] != name:
        name, options = values["family"], []
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
