"""Functions of another room, looked up by name when they are called.

Two things need this. A family provides a part for every room (its picture, its terminal view, its maker), and
rooms know families only by name. And some classes offer as a method what a higher room does: `space.draw()`
makes a picture, which is the work of the room `maps`. The lower room never imports the higher one, so
dependencies still point downwards only, and a program loads only what it uses.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def late(place: str) -> Any:
    """The object with that dotted name below `clew`, such as ``late("maps.picture.draw")``."""
    from importlib import import_module

    module, _, name = place.rpartition(".")
    return getattr(import_module(f"clew.{module}"), name)
