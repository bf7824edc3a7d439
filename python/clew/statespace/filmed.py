"""The part of a state space that makes pictures and animations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    import numpy as np
    from numpy.typing import NDArray

    from clew.pictures.svg import Svg
    from clew.search.limits import Limits


class Filmed:
    """What can be shown as a picture and as an animation."""

    def layout(self, method: str = "stress", *, dim: int = 2, seed: int = 0) -> NDArray[np.float64]:
        """The position of each state, (n, dim) float64; reproducible with the same seed, on any number of
        threads.

        `method`: "stress", distances in the picture like those in the map, one unit per move, in 2 or 3
        dimensions (`dim`), with the start on the left of the goals; the others have 2 dimensions, from -1 to
        1: "pivot-mds", a first approximation of distances (Brandes and Pich 2006, 64 pivots); "layers",
        rings by distance to the goal, goals in the middle; "igraph", igraph's choice of force-directed
        layouts, for small maps. Raises `ClewError` for another method or a map without edges.
        """
        from clew.maps.layout import layout_of

        return layout_of(self, method, seed, dim)

    def stress(self, layout: NDArray[Any]) -> float:
        """How far a layout distorts distances: the mean of (distance in the layout / moves - 1)² over
        200,000 pairs of states, the same for every layout of this map. 0 is perfect.

        `layout`: (n, d), in moves, as `layout` with "stress" returns it. Raises `ClewError` for another
        shape or a map without edges.
        """
        from clew.maps.layout import stress_of

        return stress_of(self, layout)

    def draw(
        self,
        path: str | PathLike[str] | None = None,
        *,
        color: str | NDArray[Any] = "distance",
        highlight: object = None,
        layout: str | None = None,
        theme: str = "light",
        edges: bool | None = None,
        width: int | None = None,
        seed: int = 0,
        heat: object = None,
    ) -> Svg | None:
        """Draws the map, and writes the picture to `path` (`.svg`, `.pdf`; `.png` needs the extra `draw`) or
        returns the SVG. An `.html` file is a page to walk in the map; it needs only a browser.

        The start, goals, states on shortest solutions and a path have symbols of their own. `color`:
        "distance" to a goal, "depth" (moves from the start), "branching" (legal moves), or one number per
        state, (n,). `highlight`: "path" (a shortest solution), moves, a solution, a game, a `Line`, or
        numbers of states. `layout`: as in `layout`; None chooses. `theme`: "light", "dark", "print" or
        "auto". `edges`: draw moves as lines; None: if there are few. `width`: in pixels. Maps of more than
        30,000 states are drawn as a cloud. `heat`: players' paths as bands: games (their moves, `clew.Game`
        and so on), or how often each move was made, (edges,), as `clew_lab.study.Traces.heat` counts it.

        Raises `ClewError` for what cannot be drawn, `IllegalMove` for a highlighted move that is not legal,
        `OSError` if the file cannot be written.
        """
        from clew.maps.picture import draw

        return draw(
            self, path, color=color, highlight=highlight, layout=layout, theme=theme, edges=edges,
            width=width, seed=seed, heat=heat,
        )  # fmt: skip

    def _repr_svg_(self) -> str | None:
        from clew.maps.picture import notebook

        return notebook(self)

    def film(
        self,
        path: str | PathLike[str],
        *,
        highlight: object = None,
        theme: str = "light",
        width: int = 720,
        length: float | None = None,
        seed: int = 0,
        limits: Limits | None = None,
        on_progress: Callable[[int, int], object] | None = None,
    ) -> None:
        """Writes an animation of the map in three dimensions: it turns, grows from the start, and a path
        runs through it, with the board beside it. Needs the extra `draw`; `.webm` and `.mp4` also need the
        program ffmpeg, `.gif` does not.

        `highlight`: the path, as in `draw`; None takes a shortest solution, if there is one. `length`: in
        seconds; None: it depends on the number of moves. `limits`: seconds, and `cancel`. `on_progress` is
        called after each frame with the number of frames made and that of all.

        Raises `ClewError` for what cannot be drawn and if the extra or the program is missing, `LimitReached`
        at the limit on seconds, `OSError` if the file cannot be written. Then there is no file.
        """
        from clew.maps.film import film

        film(
            self, path, highlight=highlight, theme=theme, width=width, length=length, seed=seed,
            limits=limits, on_progress=on_progress,
        )  # fmt: skip
