"""What notebooks show for puzzles, solutions, games and hints, drawn by a package that they do not import.

Drawing is in a higher layer than the puzzles, so they do not import it. It registers itself here, and is
imported by name the first time a notebook asks for a picture.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:

    class Renderer(Protocol):
        """Draws anything that has a picture; returns None if there is none."""

        def svg(self, thing: object) -> str | None: ...
        def html(self, thing: object) -> str | None: ...


HOME = "clew.pictures.notebook"
"""The module whose `register()` sets the renderer, if none has been set."""

_renderer: Renderer | None = None


def register_renderer(renderer: Renderer | None) -> None:
    """Sets the renderer for notebooks; None for Clew's own."""
    global _renderer
    _renderer = renderer


def renderer() -> Renderer:
    """The renderer for notebooks."""
    if _renderer is None:
        import_module(HOME).register()
    assert _renderer is not None
    return _renderer


class Pictured:
    """Gives a class the methods with which notebooks show pictures."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return renderer().svg(self)

    def _repr_html_(self) -> str | None:
        return renderer().html(self)
