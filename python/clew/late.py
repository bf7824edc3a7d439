"""Functions of another package, looked up by name when they are called.

Two things need this. A family provides a part for every package (its picture, its terminal view, its maker),
and packages know families only by name. And some classes offer as a method what a higher package does:
`space.draw()` makes a picture, which is the work of `clew.maps`. The lower package never imports the higher
one, so dependencies still point downwards only, and a program loads only what it uses.
"""

from __future__ import annotations

from typing import Any


def late(place: str) -> Any:
    """The object with that dotted name below `clew`, such as ``late("maps.picture.draw")``."""
    from importlib import import_module

    module, _, name = place.rpartition(".")
    return getattr(import_module(f"clew.{module}"), name)
