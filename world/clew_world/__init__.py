"""Small platform worlds: physics, a player who walks to where you touch, animals scripted in Lua.

>>> from clew_world import World
>>> with World.load("meadow") as world:
...     world.touch(10.0, 1.0)
...     world.step(300)
...     world.player.answer
'arrived'

`WorldEnv`, a world as a Gymnasium environment, also needs clew's extra `gym`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew.errors import WorldError
    from clew_world.camera import Camera
    from clew_world.environment import WorldEnv
    from clew_world.level import Level, parse, read, shipped
    from clew_world.stream import describe, snapshot
    from clew_world.world import World

_HOMES = {
    "clew.errors": ("WorldError",),
    "clew_world.camera": ("Camera",),
    "clew_world.environment": ("WorldEnv",),
    "clew_world.level": ("Level", "parse", "read", "shipped"),
    "clew_world.stream": ("describe", "snapshot"),
    "clew_world.world": ("World",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Camera",
    "Level",
    "World",
    "WorldEnv",
    "WorldError",
    "describe",
    "parse",
    "read",
    "shipped",
    "snapshot",
]


def __getattr__(name: str) -> object:
    # On first use, so that the script process, which imports this package, loads none of it.
    if name not in _HOME:
        raise AttributeError(f"module 'clew_world' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
