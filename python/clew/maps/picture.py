"""`space.draw`: the picture of a map, with its states as dots, or as a cloud if there are too many
for dots."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clew.errors import ClewError
from clew.maps.density import density
from clew.maps.heat import edges_of
from clew.maps.highlight import states_of
from clew.maps.layout import METHODS, layout, layout_of, rings
from clew.maps.legend import COLUMN, legend, map_title
from clew.maps.marks import crossed, diamonds, dots, goal_end, pill, start_ring, thread
from clew.maps.page import write
from clew.maps.scale import scale_of
from clew.maps.shape import LINES, page
from clew.maps.shape import WIDTH as PAGE
from clew.measures.optimal_subgraph import optimal_subgraph
from clew.pictures import pdf
from clew.pictures.colours import STEPS, THEMES
from clew.pictures.raster import png
from clew.pictures.shapes import Circle, Image, Paint, Path, Rect, at
from clew.pictures.svg import document
from clew.puzzles.fields import closest
from clew.replacement import write_whole
from clew.statespace.arrays import NO_GOAL
from clew.statespace.graph import graph_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from clew.maps.scale import Scale
    from clew.pictures.shapes import Shape
    from clew.pictures.svg import Svg
    from clew.statespace.graph import Graph, Ints
    from clew.statespace.space import StateSpace

FORMATS = ("svg", "png", "pdf", "html")
PAPER = 280.0
"""The width of a PDF, in millimetres: a sheet of A4 across, without its margins."""
DEFAULT_LAYOUT = "stress"
MAP = 880.0
MARGIN = 48.0
WIDTH = MARGIN + MAP + 40 + COLUMN + 32
HEIGHT = 2 * MARGIN + MAP
NEAR_EDGE = MARGIN + MAP - 70
"""From this x on, there is no room for a name to the right of a sign."""

DOTS = 30_000
"""Up to this many states, each has its own dot."""

PILLS = 90.0
"""Least room between the names of rings."""

EDGES = 16_000
"""Up to this many moves, counted once for both directions, all are drawn unless the caller says otherwise."""


class Scene(NamedTuple):
    """What a picture is made from. `places` (n, 2) in its units; `optimal`, `path`: numbers of states."""

    space: StateSpace
    graph: Graph
    method: str
    places: NDArray[np.float64]
    scale: Scale
    optimal: Ints
    path: list[int]
    path_words: str
    cloud: bool
    edges: bool
    theme: str

    @property
    def goals(self) -> Ints:
        """The goals that have a sign of their own: in a cloud only those where shortest solutions end."""
        if self.cloud:
            return self.optimal[self.graph.is_goal[self.optimal]]
        return np.flatnonzero(self.graph.is_goal)

    @property
    def dot(self) -> float:
        """The radius of a state's dot."""
        room = MAP * MAP * (0.75 if self.method == "layers" else 0.45)
        return float(
            np.clip((0.21 if self.method == "layers" else 0.29) * np.sqrt(room / self.graph.n), 1.3, 7.5)
        )


def draw(
    space: StateSpace,
    path: str | os.PathLike[str] | None = None,
    *,
    color: Any = "distance",
    highlight: Any = None,
    layout: str | None = None,
    theme: str = "light",
    edges: bool | None = None,
    width: int | None = None,
    seed: int = 0,
    heat: Any = None,
) -> Svg | None:
    """See `StateSpace.draw`."""
    _check(theme, layout, width)
    form = "svg" if path is None else _format(os.fspath(path))
    method = layout or DEFAULT_LAYOUT
    paths = None if heat is None else _paths(space, method, heat)
    if form == "html":
        write(space, path, seed, heat=paths)  # type: ignore[arg-type]
        return None
    if theme == "auto" and (
        form in ("png", "pdf") or space.n > DOTS or (method == "stress" and _is_dense(space))
    ):
        theme = "light"  # pixels and paper cannot ask the reader's system
    scale = scale_of(space, color)
    if method == "stress":
        states = ([], "") if highlight is None else states_of(space, highlight)
        places = layout_of(space, method, seed, 2)
        shapes, tall = page(space, graph_of(space), places, scale, states, theme, edges is not False, paths)
        wide = PAGE
    else:
        shapes = _shapes(_scene(space, scale, highlight, method, theme, edges, seed))
        wide, tall = WIDTH, HEIGHT
    title = map_title(space)
    if form == "pdf":
        assert path is not None
        write_whole(path, _pdf(shapes, wide, tall, theme, title))
        return None
    about = f"{space.n} states by {scale.title}" + ("" if space.part is None else f"; a part: {space.part}")
    text = document(shapes, wide, tall, theme=theme, title=title, description=about, pixels=width)
    if path is None:
        return text
    if form == "png":
        across = width or 2 * round(WIDTH)
        write_whole(path, png(text, across, round(across * tall / wide)))
    else:
        write_whole(path, text.encode())
    return None


def _pdf(shapes: Sequence[Shape | Image], wide: float, tall: float, theme: str, title: str) -> bytes:
    """A page as large as the picture."""
    scale = PAPER / wide
    return pdf.document([pdf.Page(PAPER, tall * scale, shapes, scale=scale)], theme, title)


def notebook(space: StateSpace) -> str | None:
    """The picture of a map as wide as the cell of a notebook: it is drawn wider than most screens are.

    None for a map without edges, and for one that would be drawn as a cloud.
    """
    if not 0 < space.n <= DOTS or space.indptr is None:
        return None
    picture = draw(space, theme="auto")
    assert picture is not None
    return re.sub(r' width="[^"]*" height="[^"]*"', ' width="100%"', picture, count=1)


def _paths(space: StateSpace, method: str, heat: Any) -> NDArray[np.float64]:
    """How often each move was made; see `edges_of`."""
    if method != "stress":
        raise ClewError(f"heat is drawn with the layout stress, not {method}")
    return edges_of(space, graph_of(space), heat)


def _is_dense(space: StateSpace) -> bool:
    """Whether moves are drawn as pixels, because there are too many for lines."""
    return space.undirected_edges > LINES


def _scene(
    space: StateSpace,
    scale: Scale,
    highlight: Any,
    method: str,
    theme: str,
    edges: bool | None,
    seed: int,
) -> Scene:
    graph = graph_of(space)
    states, words = ([], "") if highlight is None else states_of(space, highlight)
    places = MARGIN + (layout(graph, method, seed) + 1) / 2 * MAP
    solvable = int(graph.distance[graph.start]) != NO_GOAL
    found = optimal_subgraph(graph).states if solvable else np.zeros(0, np.int64)
    cloud = space.n > DOTS
    if edges is None:
        edges = method != "layers" and space.edges <= 2 * EDGES
    return Scene(space, graph, method, places, scale, found, states, words, cloud, edges, theme)


def _shapes(scene: Scene) -> list[Shape | Image]:
    paper: list[Shape | Image] = [Rect(0, 0, WIDTH, HEIGHT, 0, Paint(fill="paper"))]
    under = _cloud(scene) if scene.cloud else _dots(scene)
    told = legend(scene.space, scene.scale, _entries(scene), scene.method)
    return [*paper, *under, *_route(scene), at(WIDTH - COLUMN - 32, MARGIN, told)]


def _cloud(scene: Scene) -> list[Shape | Image]:
    plane = (scene.places - MARGIN) / MAP * 2 - 1
    png = density(plane, scene.scale.step, scene.scale.known, scene.theme)
    return [Image(MARGIN, MARGIN, MAP, MAP, png)]


def _dots(scene: Scene) -> list[Shape]:
    shapes: list[Shape] = _guides(scene) if scene.method == "layers" else []
    if scene.edges:
        shapes.append(_lines(scene))
    r, plain = scene.dot, ~scene.graph.is_goal
    for step in range(STEPS - 1, -1, -1):
        chosen = plain & scene.scale.known & (scene.scale.step == step)
        shapes += dots(scene.places[chosen], r, f"map{step}")
    return shapes + crossed(scene.places[plain & ~scene.scale.known], r)


def _guides(scene: Scene) -> list[Shape]:
    """A thin circle where each distance ends; the pills that name some of them come on top of the dots."""
    middle = MARGIN + MAP / 2
    return [
        Circle(middle, middle, r * MAP / 2, Paint(stroke="line", width=1.2))
        for r in rings(scene.graph).tolist()
    ]


def _pills(scene: Scene) -> list[Shape]:
    """Names of some rings, above the middle; below it where the start is above."""
    radius = rings(scene.graph) * MAP / 2
    middle, farthest = MARGIN + MAP / 2, len(radius) - 1
    if farthest < 1:
        return []
    x, y = scene.places[scene.graph.start].tolist()
    side = 1 if y < middle - 2 * abs(x - middle) else -1
    shapes = pill(
        f"{farthest} move{'s' * (farthest != 1)} away", middle, middle + side * (radius[-1] + 2), 15
    )
    outside = radius[-1] - 12
    for distance in range(farthest - 1, 0, -1):
        between = (radius[distance] + radius[distance - 1]) / 2
        if between <= outside - PILLS:
            shapes += pill(str(distance), middle, middle + side * between, 15)
            outside = between
    return shapes


def _lines(scene: Scene) -> Path:
    graph = scene.graph
    heads = np.repeat(np.arange(graph.n), graph.degree)
    ends = np.unique(np.sort(np.column_stack([heads, graph.indices.astype(np.int64)]), axis=1), axis=0)
    segments = [
        (letter, (x, y))
        for a, b in np.stack([scene.places[ends[:, 0]], scene.places[ends[:, 1]]], axis=1).tolist()
        for letter, (x, y) in (("M", a), ("L", b))
    ]
    width = float(np.clip(260 / np.sqrt(max(1, len(ends))) / 3, 0.45, 1.6))
    return Path(tuple(segments), Paint(stroke="strong", width=width, opacity=0.42))


def _route(scene: Scene) -> list[Shape]:
    """What stands out: goals, the states on shortest solutions, the path, and the start on top of all."""
    r = scene.dot
    shapes: list[Shape] = []
    ring = max(r + 2.4, 3.6) if len(scene.optimal) < 1500 else max(r + 1.2, 2.4)
    inside = "paper" if scene.cloud else None  # a cloud is as light as a ring in places
    for x, y in scene.places[scene.optimal].tolist():
        shapes.append(Circle(x, y, ring + 1.0, Paint(stroke="paper", width=1.2)))
        shapes.append(Circle(x, y, ring, Paint(fill=inside, stroke="ink", width=1.6)))
    shapes += diamonds(scene.places[scene.goals], max(r * 1.45, 3.2))
    if scene.method == "layers" and not scene.cloud:
        shapes += _pills(scene)
    if scene.path:
        shapes += thread(scene.places[scene.path].tolist())
    if scene.path and scene.graph.is_goal[scene.path[-1]]:
        x, y = scene.places[scene.path[-1]].tolist()
        shapes += goal_end(x, y, left=x > NEAR_EDGE)
    x, y = scene.places[scene.graph.start].tolist()
    return shapes + start_ring(x, y, left=x > NEAR_EDGE)


def _entries(scene: Scene) -> list[tuple[str, list[Shape], str]]:
    """The lines of the legend: what it is called, its sign, and a figure."""
    goals = int(np.count_nonzero(scene.graph.is_goal))
    entries: list[tuple[str, list[Shape], str]] = [("start", start_ring(0, 0, label=False), "")]
    if goals:
        where = "goal of a shortest solution" if scene.cloud else "a goal: solved"
        entries.append((where, diamonds(np.zeros((1, 2)), 7), f"{len(scene.goals):,}"))
    if len(scene.optimal):
        sign: list[Shape] = [Circle(0, 0, 6.5, Paint(stroke="ink", width=1.8))]
        count = f"{len(scene.optimal):,}" if scene.space.all_solutions else ""
        entries.append(("on a shortest solution", sign, count))
    lost = int(np.count_nonzero(~scene.scale.known))
    if lost:
        sign = dots(np.zeros((1, 2)), 5, "strong") if scene.cloud else crossed(np.zeros((1, 2)), 5)
        entries.append((scene.scale.none, sign, f"{lost:,}"))
    if scene.path:
        entries.append((scene.path_words, thread([[-12.0, 0.0], [12.0, 0.0]]), ""))
    return entries


def _check(theme: str, method: str | None, width: int | None) -> None:
    if theme not in THEMES:
        raise ClewError(f"theme is {theme!r}{closest(theme, THEMES)} It must be one of {', '.join(THEMES)}")
    if method is not None and method not in METHODS:
        raise ClewError(
            f"layout is {method!r}{closest(method, METHODS)} It must be one of {', '.join(METHODS)}"
        )
    if width is not None and not 64 <= width <= 16_000:
        raise ClewError(f"width is {width}; it must be from 64 to 16000 pixels")


def _format(path: str) -> str:
    form = os.path.splitext(path)[1].lower().lstrip(".")
    if form not in FORMATS:
        raise ClewError(f"{path}: the name of a picture must end in {', '.join('.' + f for f in FORMATS)}")
    return form
