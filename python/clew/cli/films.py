"""The animated GIFs of `clew solve --gif`, one per board."""

from __future__ import annotations

from clew.cli.files import Numbered
from clew.cli.parser import UsageError
from clew.pictures.draw import draw
from clew.pictures.raster import needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.terminal import Terminal
    from clew.search.solution import Solution


class Films:
    """Writes films to `path`; from the second board on, `name-2.gif`, `name-3.gif` and so on.

    What would fail only after a long search is found out before it: a wrong ending, a missing extra.
    """

    def __init__(self, path: str) -> None:
        self._names = Numbered(path)
        if self._names.ending.lower() != ".gif":
            raise UsageError(f"--gif {path}: write the name of a .gif file (clew draw makes other pictures)")
        for module in ("PIL.Image", "resvg_py"):
            needed(module, "an animated GIF")

    def write(self, solution: Solution, terminal: Terminal) -> None:
        """The film of a solution; a word where there are no moves to show."""
        path = self._names.next()
        if solution.steps:
            draw(solution, path)
        else:
            terminal.complain(f"{path} is not written: there are no moves to show")
