"""What notebooks show of puzzles, solutions, games and hints: drawn by a room that none of them knows.

Drawing stands above the puzzles, so they do not import it. It registers itself here, and is looked for by
its name the first time that a notebook asks for a picture.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Renderer(Protocol):
        """Draws anything that has a picture; None where there is none."""

        def svg(self, thing: object) -> str | None: ...
        def html(self, thing: object) -> str | None: ...


HOME = "clew.pictures.notebook"
"""The module whose `register()` sets the renderer, if nobody has set one before."""

_renderer: Renderer | None = None


def register_renderer(renderer: Renderer | None) -> None:
    """Sets what draws for notebooks; None for Clew's own."""
    global _renderer
    _renderer = renderer


def renderer() -> Renderer:
    """What draws for notebooks."""
    if _renderer is None:
        from importlib import import_module

        import_module(HOME).register()
    assert _renderer is not None
    return _renderer


class Pictured:
    """Gives a class the pictures that notebooks look for."""

    def _repr_svg_(self) -> str | None:
        return renderer().svg(self)

    def _repr_html_(self) -> str | None:
        return renderer().html(self)
