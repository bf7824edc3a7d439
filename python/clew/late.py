"""What another room does, found by its name when it is called.

Two things need it. A family gives every room its part (its picture, its view in the terminal, its maker),
and the rooms know families only by name. And some classes offer as a method what a room above them does:
`space.draw()` is a picture, which the room of maps paints. The lower room never imports the upper one, so
rooms still depend downwards only, and a program loads only what it uses.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def late(place: str) -> Any:
    """What stands at a dotted place below `clew`, such as ``late("maps.picture.draw")``."""
    from importlib import import_module

    module, _, name = place.rpartition(".")
    return getattr(import_module(f"clew.{module}"), name)
