"""Small platform worlds: physics, a player who walks to where you touch, animals scripted in Lua.

>>> from clew.world import World
>>> with World.load("meadow") as world:
...     world.touch(10.0, 1.0)
...     world.step(300)
...     world.player.answer
'arrived'

Needs the extra `world`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.world.camera import Camera
    from clew.world.level import Level, parse, read, shipped
    from clew.world.stream import describe, snapshot
    from clew.world.world import World

_HOMES = {
    "clew.world.camera": ("Camera",),
    "clew.world.level": ("Level", "parse", "read", "shipped"),
    "clew.world.stream": ("describe", "snapshot"),
    "clew.world.world": ("World",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = ["Camera", "Level", "World", "describe", "parse", "read", "shipped", "snapshot"]


def __getattr__(name: str) -> object:
    # On first use, so that the script process, which imports this package, loads none of it.
    if name not in _HOME:
        raise AttributeError(f"module 'clew.world' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
