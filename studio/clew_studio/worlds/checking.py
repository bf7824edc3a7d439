"""Levels from visitors: read, checked and written in processes of their own (`clew_studio.worlds.checker`),
with limits of time and memory.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Literal, NotRequired, cast

from django.conf import settings
from django.utils.translation import gettext
from typing_extensions import TypedDict

from clew_studio.helpers import GONE, LATE, Allowance, Helpers, Unfinished
from clew_studio.shapes import Name, Text, Toml
from clew_studio.translation import translated

Json = dict[str, Any]

__all__ = ["Unfinished", "checked", "read", "toml_of", "tried", "why"]


class Finding(TypedDict):
    """One thing to tell whoever makes a level; `part`: the key of a list of the level and an index in it."""

    sort: Literal["error", "unreachable", "unsure", "hint"]
    message: Text
    part: tuple[Name, int] | None
    name: Name | None
    key: Name | None


class Check(TypedDict):
    """What is wrong with a level, and how much of it is proved to be reached."""

    found: list[Finding]
    reached: int
    playable: bool


class Tried(Check):
    """The same; of a level that can be played, also its TOML and its scenery."""

    text: NotRequired[Toml]
    scenery: NotRequired[str]


def read(text: str, is_gone: Callable[[], bool]) -> Json:
    """Return the keys of a level's TOML. Raises `BoardError`, and `Unfinished` if that takes too much."""
    return _asked({"do": "read", "text": text}, is_gone)


def toml_of(level: Json, is_gone: Callable[[], bool]) -> str:
    """Return a level as TOML, finished or not. Raises `BoardError` and `Unfinished`."""
    text: str = _asked({"do": "write", "level": level}, is_gone)["text"]
    return text


def checked(level: Json, is_gone: Callable[[], bool]) -> Check:
    """Return what is wrong with a level and what cannot be reached in it, in the reader's language. A level
    whose check takes too much time or memory has one finding that says so.
    """
    try:
        told = _helpers.do({"do": "check", "level": level}, is_gone)
    except Unfinished as error:
        return {"found": [_unfinished(error)], "reached": 0, "playable": False}
    return _in_words(json.loads(told))


def tried(level: Json, is_gone: Callable[[], bool]) -> Tried:
    """Return the same as `checked`; for a level that can be played, with its `text` and `scenery`. Raises
    `Unfinished`.
    """
    most = settings.CONFIG.bounds.level_scenery
    return _in_words(_asked({"do": "try", "level": level, "most": most}, is_gone))


def _asked(task: Json, is_gone: Callable[[], bool]) -> Json:
    told: Json = json.loads(_helpers.do(task, is_gone))
    return told


def _in_words(told: Json) -> Tried:
    for finding in told["found"]:
        finding["message"] = translated(finding["message"])
    return cast(Tried, told)


def _unfinished(error: Unfinished) -> Finding:
    return {"sort": "unsure", "message": why(error), "part": None, "name": None, "key": None}


def why(error: Unfinished) -> str:
    """Why a level was not checked to the end, for whoever waits."""
    if error.why == GONE:
        return ""
    if error.why == LATE:
        return gettext("The level is too large to be checked in the time for it.")
    return gettext("The level is too large to be checked in the memory for it.")


def _allowance() -> Allowance:
    bounds = settings.CONFIG.bounds
    return Allowance(bounds.level_seconds, bounds.level_memory, bounds.heavy)


_helpers = Helpers("clew_studio.worlds.checker", _allowance)
