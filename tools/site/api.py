"""Pages of the Python API, from the docstrings: each public name of Clew's packages.

A name that is added to `clew.__all__` has its place by itself; `tools.site.check` looks that none is missing.
"""

from __future__ import annotations

import inspect
from importlib import import_module
from operator import attrgetter
from typing import Any

import clew

FOLDER = "reference/api"
ROOMS = {
    "puzzles": "Boards and puzzles",
    "search": "Searches",
    "play": "Games in progress",
    "space": "Maps and censuses",
    "makers": "New boards",
    "sweep": "Many boards, many machines",
    "study": "Studies of players' logs",
    "gym": "Environments for learning agents",
    "arena": "Agents on boards",
    "testing": "Checks of your own puzzles",
    "world": "Platform worlds",
    "pages": "Boards as pages",
    "pictures": "Pictures",
    "errors": "Errors",
}
"""The titles of the rooms' pages; other rooms go by their own name."""

MODULES = {
    "results": "clew.results",
    "testing": "clew.testing",
    **{room: f"clew_lab.{room}" for room in ("arena", "gym", "study", "sweep")},
    "pages": "clew_studio",
    "world": "clew_world",
}
"""Rooms that are modules, whose names are used with the module."""


def public() -> list[str]:
    """The public names of `clew`, and of the modules of `MODULES`."""
    own = [f"clew.{name}" for name in clew.__all__ if not name.startswith("_") and name not in MODULES]
    return [
        *own,
        *(f"{module}.{name}" for module in MODULES.values() for name in import_module(module).__all__),
    ]


def value(name: str) -> Any:
    """What a public name stands for."""
    package, _, rest = name.partition(".")
    return attrgetter(rest)(import_module(package))


def room_of(name: str) -> str:
    """The room in which a public name lives: `clew.search.hint` is in `search`."""
    package, room = str(value(name).__module__).split(".")[:2]
    return "world" if package == "clew_world" else "puzzles" if room == "puzzle" else room


def pages() -> dict[str, str]:
    """The names and the contents of the pages."""
    rooms: dict[str, list[str]] = {room: [] for room in ROOMS}
    for name in public():
        rooms.setdefault(room_of(name), []).append(name)
    return {f"{FOLDER}/{room}.rst": _page(room, names) for room, names in rooms.items() if names}


def _page(room: str, names: list[str]) -> str:
    title = ROOMS.get(room, room.capitalize())
    functions = [name for name in names if inspect.isroutine(value(name))]
    classes = [name for name in names if name not in functions]
    # Where a hint names a class of its own room, which other rooms may have too: `Level`.
    module = f".. py:currentmodule:: {MODULES.get(room, 'clew')}"
    parts = [title, "=" * len(title), "", module, ""]
    for name in functions:
        parts += [_heading(name), f".. autofunction:: {name}", ""]
    for name in classes:
        parts += [_heading(name), f".. autoclass:: {name}", ""]
    return "\n".join(parts)


def _heading(name: str) -> str:
    shown = name.removeprefix("clew.")
    return f"{shown}\n{'-' * len(shown)}\n"
