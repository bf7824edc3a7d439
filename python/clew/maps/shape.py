"""The picture of a map by its shape: distances on the page are those of the puzzle, moves are thin lines, all
shortest solutions a network, one of them the thread; the boards at its start, its gates and its end stand
below, so that the picture can be read without knowing the numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clew.maps.density import lines
from clew.maps.gates import gates_of
from clew.maps.heat import bands
from clew.maps.legend import bar, no_goal
from clew.maps.marks import crossed, dots, named, thread
from clew.maps.oneway import one_way, wedges
from clew.measures.optimal_subgraph import optimal_subgraph
from clew.pictures import glyphs
from clew.pictures.colours import STEPS
from clew.pictures.drawable import counted
from clew.pictures.renderer import renderer_of
from clew.pictures.shapes import Circle, Image, Label, Paint, Path, Rect, at
from clew.statespace.arrays import NO_GOAL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clew.maps.scale import Scale
    from clew.measures.optimal_subgraph import OptimalSubgraph
    from clew.pictures.shapes import Shape
    from clew.statespace.graph import Bools, Graph, Ints
    from clew.statespace.space import StateSpace

    Places = NDArray[np.float64]

WIDTH = 1600.0
SIDE = 56.0
HEAD = 118.0
FOOT = 84.0
BOARD = 172.0
STRIP = BOARD + 92
"""The height of the row of boards with their names."""

RAMP = 320.0
"""The width of the scale of colours."""

FLATTEST, TALLEST = 420.0, 1000.0
"""The height of the map itself."""

LINES = 50_000
"""Up to this many pairs of states with a move between them, each is a line; above that their density is
drawn.
"""

CROSSED = 2_000
"""Up to this many states from which no goal can be reached, each has a cross."""


class Shaped(NamedTuple):
    """What the picture is made from. `places` (n, 2) in its units; `ends` (m, 2): pairs of states with a move
    between them, of which those with a move in one direction only (`one_way`) run that way; `found`: None if
    there is no solution; `heat`: how often people made each move, or None.
    """

    space: StateSpace
    graph: Graph
    scale: Scale
    places: Places
    ends: Ints
    one_way: Bools
    heat: Places | None
    found: OptimalSubgraph | None
    path: list[int]
    path_words: str
    gates: list[list[int]]
    theme: str
    bottom: float


def page(
    space: StateSpace,
    graph: Graph,
    places: Places,
    scale: Scale,
    path: tuple[list[int], str],
    theme: str,
    edges: bool,
    heat: Places | None = None,
) -> tuple[list[Shape | Image], float]:
    """The shapes of the picture, `WIDTH` wide, and its height. `path`: states, and what they are in words."""
    put, bottom = _placed(places)
    found = None
    if int(graph.distance[graph.start]) != NO_GOAL:
        found = optimal_subgraph(graph)
    states, words = path
    if not states and found is not None:
        states, words = smoothest(found, put), "one shortest solution"
    ends, single = one_way(graph, pairs(graph) if edges else np.zeros((0, 2), np.int64))
    known = [] if found is None else gates_of(space, found, states)
    shaped = Shaped(space, graph, scale, put, ends, single, heat, found, states, words, known, theme, bottom)
    boards = _boards(shaped)
    paper: list[Shape | Image] = [
        Rect(0, 0, WIDTH, bottom + (STRIP if boards else 0) + FOOT, 0, Paint("paper"))
    ]
    under: list[Shape | Image] = [_density(shaped)] if len(ends) > LINES else [*_lines(shaped)]
    paths = [] if heat is None else bands(graph, put, heat)
    over = [*_goals(shaped), *paths, *_network(shaped), *boards, *_thread(shaped)]
    height = bottom + (STRIP if boards else 0) + FOOT
    return [*paper, *under, *_heading(shaped), *over, *_foot(shaped, height - FOOT)], height


def _placed(places: Places) -> tuple[Places, float]:
    """The places on the page, and where the map ends."""
    low, high = places.min(axis=0), places.max(axis=0)
    wide, tall = np.maximum(high - low, 1e-9)
    room = WIDTH - 2 * SIDE - 120
    scale = min(room / wide, TALLEST / tall)
    height = max(tall * scale, min(FLATTEST, room))
    middle = np.array([WIDTH / 2, HEAD + height / 2])
    return middle + (places - (low + high) / 2) * scale, HEAD + height + 30


def pairs(graph: Graph) -> Ints:
    """Pairs of different states with a move between them, (m, 2), each once."""
    heads = np.repeat(np.arange(graph.n, dtype=np.int64), graph.degree)
    tails = graph.indices.astype(np.int64)
    keys = np.unique(np.minimum(heads, tails) * graph.n + np.maximum(heads, tails))
    ends = np.column_stack([keys // graph.n, keys % graph.n])
    apart: Ints = ends[ends[:, 0] != ends[:, 1]]
    return apart


def smoothest(found: OptimalSubgraph, places: Places) -> list[int]:
    """The optimal solution whose moves are shortest on the page, by the sum of their squares."""
    put = places[found.states]
    cost = np.square(put[found.source] - put[found.target]).sum(axis=1)
    count = len(found.states)
    best, after = np.full(count, np.inf), np.full(count, -1, np.int64)
    ending = np.bincount(found.source, minlength=count) == 0
    best[ending] = 0.0
    for move in range(len(found.source) - 1, -1, -1):
        a, b = found.source[move], found.target[move]
        if cost[move] + best[b] < best[a]:
            best[a], after[a] = cost[move] + best[b], b
    path, here = [int(found.states[0])], 0
    while after[here] >= 0:
        here = int(after[here])
        path.append(int(found.states[here]))
    return path


def _lines(shaped: Shaped) -> list[Shape]:
    """A path for each colour, the farthest first; moves among states without a way to a goal are grey."""
    width = float(np.clip(90 / np.sqrt(max(1, len(shaped.ends))), 0.75, 1.8))
    crowd = 2 * len(shaped.ends) / shaped.graph.n
    opacity = float(np.clip(1.6 / np.sqrt(max(1.0, crowd)), 0.42, 0.75))
    step = shaped.scale.step[shaped.ends].mean(axis=1).astype(np.int64)
    known = shaped.scale.known[shaped.ends].all(axis=1)
    shapes: list[Shape] = []
    for colour in (None, *range(STEPS - 1, -1, -1)):
        own = ~known if colour is None else known & (step == colour)
        ink = "strong" if colour is None else f"way{colour}"
        single = shaped.ends[own & shaped.one_way]
        if len(single):
            shapes.append(wedges(shaped.places, single, ink, width, opacity))
        ends = shaped.ends[own & ~shaped.one_way]
        if len(ends):
            shapes.append(_segments(shaped.places, ends, Paint(stroke=ink, width=width, opacity=opacity)))
    lost = np.flatnonzero(~shaped.scale.known)
    return shapes + (crossed(shaped.places[lost], 3.0) if len(lost) <= CROSSED else [])


def _segments(places: Places, ends: Ints, paint: Paint) -> Path:
    lines = np.stack([places[ends[:, 0]], places[ends[:, 1]]], axis=1).tolist()
    segments = [(letter, (x, y)) for a, b in lines for letter, (x, y) in (("M", a), ("L", b))]
    return Path(tuple(segments), paint)


def _density(shaped: Shaped) -> Image:
    png = lines(
        shaped.places,
        shaped.ends,
        shaped.scale.step,
        shaped.scale.known,
        (WIDTH, shaped.bottom),
        shaped.theme,
    )
    return Image(0, 0, WIDTH, shaped.bottom, png)


def _goals(shaped: Shaped) -> list[Shape]:
    """A dot for each goal: the shape of a goal beyond the first is part of the puzzle too."""
    goals = np.flatnonzero(shaped.graph.is_goal)
    r = float(np.clip(60 / np.sqrt(max(1, len(goals))), 1.2, 4.5))
    return dots(shaped.places[goals], r, "way0") if len(goals) <= LINES else []


def _network(shaped: Shaped) -> list[Shape]:
    """All shortest solutions: the more of them make a move, the stronger its line."""
    found = shaped.found
    if found is None or not len(found.source):
        return []
    share = np.sqrt(found.passed)
    ends = np.column_stack([found.states[found.source], found.states[found.target]])
    shapes: list[Shape] = []
    for low, width in ((0.0, 1.1), (0.25, 1.8), (0.6, 2.6)):
        own = (share > low) & (share <= {0.0: 0.25, 0.25: 0.6, 0.6: 2.0}[low])
        if own.any():
            shapes.append(
                _segments(shaped.places, ends[own], Paint(stroke="accent", width=width, opacity=0.75))
            )
    return shapes


def _thread(shaped: Shaped) -> list[Shape]:
    """The path with a knot a move, numbered gates, and its ends by name."""
    shapes = thread(shaped.places[shaped.path].tolist()) if len(shaped.path) > 1 else []
    for number, (gate, *others) in enumerate(shaped.gates, 1):
        for other in others:
            x, y = shaped.places[other].tolist()
            shapes.append(Circle(x, y, 6, Paint(fill="paper", stroke="accent", width=2)))
        x, y = shaped.places[gate].tolist()
        shapes += _numbered(str(number), x, y)
    start_x, start_y = shaped.places[shaped.graph.start].tolist()
    shapes += [
        *named("start", start_x, start_y, left=start_x > 90),
        Circle(start_x, start_y, 9, Paint(fill="paper", stroke="accent", width=4)),
    ]
    if shaped.path and shaped.graph.is_goal[shaped.path[-1]] and len(shaped.path) > 1:
        x, y = shaped.places[shaped.path[-1]].tolist()
        shapes += [
            *named("goal", x, y, left=x > WIDTH - 160),
            Circle(x, y, 9, Paint(fill="accent", stroke="paper", width=3)),
        ]
    return shapes


def _numbered(text: str, x: float, y: float) -> list[Shape]:
    return [
        Circle(x, y, 13, Paint(fill="accent", stroke="paper", width=2.5)),
        Label(text, x, y, 17, "paper"),
    ]


def _boards(shaped: Shaped) -> list[Shape]:
    """The boards at the start, the gates and the end of the path in a row, each below its place if there is
    room, with a thin line to it.
    """
    if not shaped.path:
        shown = [(shaped.graph.start, "start")]
    else:
        shown = [
            (shaped.path[0], "start"),
            *((gate[0], str(number)) for number, gate in enumerate(shaped.gates, 1)),
        ]
        if len(shaped.path) > 1:
            shown.append((shaped.path[-1], "goal" if shaped.graph.is_goal[shaped.path[-1]] else "end"))
    renderer = renderer_of(shaped.space.puzzle, "light" if shaped.theme == "auto" else shaped.theme)
    scale = BOARD / max(renderer.width, renderer.height)
    wide, high = renderer.width * scale, renderer.height * scale
    xs = _spaced([float(shaped.places[state][0]) for state, _ in shown], BOARD + 36)
    top = shaped.bottom + 34
    shapes: list[Shape] = []
    for (state, name), x in zip(shown, xs, strict=True):
        px, py = shaped.places[state].tolist()
        way = Path(
            (("M", (px, py)), ("L", (x, top - 12))), Paint(stroke="strong", width=1, opacity=0.7, dash=(1, 5))
        )
        drawn = at(x - wide / 2, top + (BOARD - high) / 2, renderer.picture(shaped.space.state(state)), scale)
        far = int(shaped.graph.distance[state])
        words = (
            ("no way" if shaped.space.complete else "leaves this part")
            if far == NO_GOAL
            else "solved"
            if far == 0
            else f"{_most(shaped.space, state)}{counted(far, shaped.space.puzzle.metric)} left"
        )
        label = name if name in ("start", "goal", "end") else f"gate {name}"
        shapes += [
            way,
            drawn,
            Label(f"{label} · {words}", x, top + BOARD + 24, 16, "ink2", narrow=BOARD + 30),
        ]
    return shapes


def _most(space: StateSpace, state: int) -> str:
    """What to say before the distance of a state: on a part it is exact only on shortest solutions."""
    exact = int(space.depth[state]) + int(space.distance[state]) == int(space.distance[space.start])
    return "" if space.complete or exact else "at most "


def _spaced(wanted: list[float], apart: float) -> list[float]:
    """Places on a line, in the order of the wanted ones and near them, at least that far apart, on the
    page.
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    low, high = SIDE + apart / 2, WIDTH - SIDE - apart / 2
    xs = [min(max(wanted[index], low), high) for index in order]
    for place in range(1, len(xs)):
        xs[place] = max(xs[place], xs[place - 1] + apart)
    xs[-1] = min(xs[-1], high)
    for place in range(len(xs) - 2, -1, -1):
        xs[place] = min(xs[place], xs[place + 1] - apart)
    return [xs[order.index(index)] for index in range(len(wanted))]


def _heading(shaped: Shaped) -> list[Shape]:
    space = shaped.space
    title = space.puzzle.title or f"{space.puzzle.family.capitalize()} puzzle"
    if not space.complete:
        title = f"Part of the map of {space.puzzle.title or 'a ' + space.puzzle.family + ' puzzle'}"
    far = int(space.distance[space.start])
    moves = space.undirected_edges
    told = [] if space.part is None else [space.part]
    told += [f"{space.n:,} state{'s' * (space.n != 1)}", f"{moves:,} move{'s' * (moves != 1)}"]
    if far == NO_GOAL:
        told.append("no goal can be reached" if space.complete else no_goal(space))
    else:
        told.append(f"shortest solution {counted(far, space.puzzle.metric)}")
    if shaped.found is not None and space.all_solutions:
        told.append(f"{len(shaped.found.states):,} states lie on one")
    return [
        Label(title, SIDE, 46, 30, "ink", "start", narrow=WIDTH - 2 * SIDE),
        Label(" · ".join(told), SIDE, 84, 18, "ink2", "start", narrow=WIDTH - 2 * SIDE),
    ]


def _foot(shaped: Shaped, y: float) -> list[Shape]:
    """The colours, and the signs that are in this picture."""
    scale, end = shaped.scale, SIDE + RAMP
    shapes: list[Shape] = [
        *bar(scale, "way", SIDE, y + 12, RAMP, 10),
        Label(scale.low, SIDE, y + 40, 15, "ink2", "start"),
        Label(scale.high, end, y + 40, 15, "ink2", "end"),
    ]
    x = end + 74
    for words, sign in _signs(shaped):
        wide = 34 + glyphs.advance(words) / glyphs.EM * 16
        if x > end + 74 and x + wide > WIDTH - SIDE:
            x, y = end + 74, y + 28
        shapes += [at(x, y + 17, sign), Label(words, x + 34, y + 17, 16, "ink2", "start")]
        x += wide + 48
    return shapes


def _signs(shaped: Shaped) -> list[tuple[str, list[Shape]]]:
    def stroke(width: float) -> list[Shape]:
        return [Path((("M", (-14.0, 0.0)), ("L", (18.0, 0.0))), Paint(stroke="accent", width=width))]

    signs: list[tuple[str, list[Shape]]] = []
    if len(shaped.path) > 1:
        signs.append((shaped.path_words, stroke(3.6)))
    if shaped.found is not None and len(shaped.found.source) >= len(shaped.path):
        which = "all shortest solutions" if shaped.space.all_solutions else "shortest solutions, some of them"
        signs.append((which, stroke(1.4)))
    if shaped.heat is not None:
        band: Shape = Path(
            (("M", (-14.0, 0.0)), ("L", (18.0, 0.0))), Paint(stroke="ink", width=6, opacity=0.55)
        )
        signs.append(("moves that people made", [band]))
    if shaped.one_way.any() and len(shaped.ends) <= LINES:
        wedge = wedges(np.array([[-14.0, 0.0], [18.0, 0.0]]), np.array([[0, 1]]), "ink2", 1.8, 1)
        signs.append(("no way back: from wide to pointed", [wedge]))
    if shaped.gates and len(shaped.gates[0]) == 1:
        signs.append(("gate: every shortest solution passes it", _numbered("1", 4, 0)))
    elif shaped.gates:
        other = Circle(22, 0, 6, Paint(fill="paper", stroke="accent", width=2))
        words = "gate: every shortest solution passes one of these two"
        signs.append((words, [*_numbered("1", -2, 0), other]))
    if not shaped.scale.known.all():
        signs.append((shaped.scale.none, crossed(np.zeros((1, 2)), 5)))
    return signs
