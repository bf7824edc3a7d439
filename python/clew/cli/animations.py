"""The animated GIFs of `clew solve --gif`, one per board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.cli.boards import Numbered
from clew.cli.command import UsageError
from clew.pictures.draw import draw
from clew.pictures.raster import needed

if TYPE_CHECKING:
    from clew.cli.terminal import Terminal
    from clew.search.solution import Solution


class Animations:
    """Writes an animation of each board to `path`; then to `name-2.gif`, `name-3.gif`, ...

    A wrong ending or a missing extra is reported at once, not after a long search.
    """

    def __init__(self, path: str) -> None:
        self._names = Numbered(path)
        if self._names.ending.lower() != ".gif":
            raise UsageError(f"--gif {path}: write the name of a .gif file (clew draw makes other pictures)")
        for module in ("PIL.Image", "resvg_py"):
            needed(module, "an animated GIF")

    def write(self, solution: Solution, terminal: Terminal) -> None:
        """Write the animation of a solution; if there are no moves to show, say so."""
        path = self._names.next()
        if solution.steps:
            draw(solution, path)
        else:
            terminal.complain(f"{path} is not written: there are no moves to show")
