"""Layouts: where the states of a map go on the plane."""

from __future__ import annotations

import random
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from clew._engine import layout as places_of
from clew._engine import stress
from clew.errors import ClewError
from clew.maps.turning import turned
from clew.optional import needed
from clew.puzzles.fields import closest
from clew.search.limits import Run
from clew.statespace.arrays import NO_GOAL, unsigned
from clew.statespace.background import LARGE, run_in_background
from clew.statespace.graph import both_ways, distances_from, graph_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clew.statespace.graph import Graph, Ints
    from clew.statespace.space import StateSpace

    Places = NDArray[np.float64]

METHODS = ("stress", "layers", "pivot-mds", "igraph")
PIVOTS = 64
ROUNDS = 12
"""Times that angles are set to those of neighbours."""

SPREAD = 200_000
EASED = 20_000
EASINGS = 20

CHUNK = 65_536
"""States placed at a time, which bounds the memory."""


def layout_of(space: StateSpace, method: str, seed: int, dim: int) -> Places:
    """The positions of the states of a map; see `StateSpace.layout`."""
    return layout(graph_of(space), method, seed, dim)


def stress_of(space: StateSpace, places: Any) -> float:
    """How far a layout distorts distances; see `StateSpace.stress`."""
    graph = graph_of(space)
    wanted = np.ascontiguousarray(places, dtype=np.float32)
    if wanted.ndim != 2 or len(wanted) != graph.n or wanted.shape[1] == 0:
        raise ClewError(f"a layout of this map has {graph.n} rows, not the shape {wanted.shape}")
    with Run(None) as run:
        found: float = run.call(stress, *unsigned((graph.indptr, graph.indices)), wanted)
    return found


def layout(graph: Graph, method: str = "stress", seed: int = 0, dim: int = 2) -> Places:
    """The position of each state, (n, dim); reproducible with the same seed.

    "stress": distances are those of the map as nearly as `dim` dimensions (2 or 3) allow, in moves, around
    (0, 0). The others lie on the plane, in the square from -1 to 1. "pivot-mds": a first approximation of
    distances. "layers": rings by distance to the goal, goals in the middle, equal area per state. "igraph":
    igraph's choice of force-directed layouts, for small maps (needs igraph). The direction of moves is
    ignored. Raises `ClewError` for another method.
    """
    if method not in METHODS:
        raise ClewError(f"there is no layout {method!r}{closest(method, METHODS)} Use {', '.join(METHODS)}")
    if dim not in (2, 3) or (dim == 3 and method != "stress"):
        raise ClewError(f"dim is {dim}; it must be 2, or 3 with the layout stress")
    if graph.n == 1:
        return np.zeros((1, dim))
    if method == "stress":
        return stressed(graph, seed, dim)

    def places() -> Places:
        if method == "layers":
            return layers(graph)
        return pivot_mds(graph, seed) if method == "pivot-mds" else forces(graph, seed)

    return run_in_background(places) if graph.edges >= LARGE else places()


def stressed(graph: Graph, seed: int = 0, dim: int = 2) -> Places:
    """The engine's layout of least stress, turned so that the goals are on the right of the start."""
    rows = unsigned((graph.indptr, graph.indices))
    with Run(None) as run:
        places = run.call(places_of, *rows, graph.start, dim, seed)
    return turned(graph, places.astype(np.float64))


def pivot_mds(graph: Graph, seed: int = 0) -> Places:
    """Pivot MDS (Brandes and Pich, Graph Drawing 2006): classical scaling from 64 columns of distances.

    The pivots are spread out: 64 walks from states drawn by `seed` give every state 64 coordinates, and the
    differences of coordinates bound distances from below; of a sample, each next pivot is the state farthest
    from those before by that bound (above 200,000 states those drawn are the pivots).
    """
    indptr, indices = both_ways(graph)
    count = min(PIVOTS, graph.n)
    draw = np.random.default_rng(seed)
    first = distances_from(indptr, indices, np.sort(draw.choice(graph.n, count, replace=False)))
    if graph.n > SPREAD:
        return fitted(_scaled(first))
    sample = draw.choice(graph.n, min(graph.n, 4096), replace=False)
    pivots = sample[_spread(first[sample].astype(np.int32), count)]
    distance = distances_from(indptr, indices, pivots)
    places = _scaled(distance)
    return fitted(_eased(places, distance, pivots) if graph.n <= EASED else places)


def _spread(coordinates: Ints, count: int) -> Ints:
    """Rows that are each as far as possible from those before, by the largest difference of coordinates."""
    chosen = [int(np.argmax(coordinates.max(axis=1)))]
    nearest = np.abs(coordinates - coordinates[chosen[0]]).max(axis=1)
    while len(chosen) < count:
        chosen.append(int(np.argmax(nearest)))
        nearest = np.minimum(nearest, np.abs(coordinates - coordinates[chosen[-1]]).max(axis=1))
    return np.array(chosen)


def _scaled(distance: NDArray[np.uint16], dimensions: int = 2) -> Places:
    """Classical scaling of the columns: the directions in which squared, centred distances vary most."""
    n, count = distance.shape
    chunks = [slice(at, at + CHUNK) for at in range(0, n, CHUNK)]
    sums = np.zeros(count)
    for chunk in chunks:
        sums += np.square(distance[chunk], dtype=np.float64).sum(axis=0)
    columns = sums / n

    def centred(chunk: slice) -> NDArray[np.float64]:
        squares = np.square(distance[chunk], dtype=np.float64)
        found: NDArray[np.float64] = squares - squares.mean(axis=1, keepdims=True) - columns + columns.mean()
        return -found / 2

    product = np.zeros((count, count))
    for chunk in chunks:
        part = centred(chunk)
        product += part.T @ part
    _, vectors = np.linalg.eigh(product)
    axes = vectors[:, : -dimensions - 1 : -1]
    # The sign of eigenvectors is arbitrary: fix it, so that a picture is the same everywhere.
    axes = axes * np.where(axes[np.abs(axes).argmax(axis=0), np.arange(axes.shape[1])] < 0, -1, 1)
    places: Places = np.concatenate([centred(chunk) @ axes for chunk in chunks])
    missing = dimensions - places.shape[1]
    return np.column_stack([places, np.zeros((n, missing))]) if missing else places


def _eased(places: Places, distance: NDArray[np.uint16], pivots: Ints) -> Places:
    """Stress majorization towards the pivots (Gansner, Koren and North, 2004), weights 1 / distance.

    Each state goes to the mean of the places where the pivots would have it: from each pivot in the direction
    in which it stands, as far as it is in moves. On 44 maps the rank correlation of distances rose from .90
    to .92 in the mean.
    """
    far = distance.astype(np.float64)
    weight = np.divide(1.0, far, out=np.zeros_like(far), where=far > 0)
    total = weight.sum(axis=1)
    for number in range(EASINGS + 1):
        x, y = (places[:, None, axis] - places[None, pivots, axis] for axis in (0, 1))
        apart = np.hypot(x, y)
        if number == 0:  # scaling has no unit: start with the best one
            unit = (weight * far * apart).sum() / max((weight * apart * apart).sum(), 1e-300)
            places = places * unit
            continue
        pull = weight * far / np.maximum(apart, 1e-9)
        places = (weight @ places[pivots] + np.column_stack([(pull * x).sum(1), (pull * y).sum(1)])) / total[
            :, None
        ]
    return places


def fitted(places: Places) -> Places:
    """The positions, translated and scaled uniformly into the square from -1 to 1."""
    low, high = places.min(axis=0), places.max(axis=0)
    reach = float((high - low).max()) / 2
    found: Places = (places - (low + high) / 2) / (reach or 1.0)
    return found


def layers(graph: Graph) -> Places:
    """Rings by distance to the goal: goals in the middle, each ring one move farther, equal area per state.

    Rings with few states are widened to be visible. Around a ring, states are ordered by the mean direction
    of their neighbours, so that connected states are close together; states from which no goal can be reached
    form the outermost ring.
    """
    indptr, indices = both_ways(graph)
    ring = _ring(graph)
    return _in_rings(ring, _angles(indptr, indices, ring))


def rings(graph: Graph) -> NDArray[np.float64]:
    """The outer radius of the ring of each distance from 0; the outermost ring of the picture ends at 1."""
    return _bounds(_ring(graph))[1 : 2 + int(graph.distance[graph.distance != NO_GOAL].max(initial=0))]


def _ring(graph: Graph) -> Ints:
    """The ring of each state: its distance, or one more than the farthest for those without a way."""
    distance = graph.distance.astype(np.int64)
    farthest = int(distance[distance != NO_GOAL].max(initial=-1))
    return np.where(distance == NO_GOAL, farthest + 1, distance)


HOLLOW = 0.15
"""The radius of the empty middle."""

NARROWEST = 0.3
"""Of the radius that rings of one width would have: no ring is narrower, however few its states."""


def _bounds(ring: Ints) -> NDArray[np.float64]:
    """Where rings begin and end, (rings + 1,): the same area a state, but no ring too narrow to be seen."""
    counts = np.bincount(ring)
    even = np.sqrt(HOLLOW**2 + (1 - HOLLOW**2) * np.cumsum(np.append(0, counts)) / len(ring))
    wide = np.maximum(np.diff(even), NARROWEST * (1 - HOLLOW) / len(counts))
    return np.append(HOLLOW, HOLLOW + (1 - HOLLOW) * np.cumsum(wide) / wide.sum())


def _angles(indptr: Ints, indices: Ints, ring: Ints) -> NDArray[np.float64]:
    """Directions in which neighbours stand near each other.

    They begin with those of a scaling from which the part along the distance to the goal, which the radius
    tells already, is taken out; then each state turns to the mean of its neighbours, a few times.
    """
    n = len(ring)
    count = min(PIVOTS, n)
    space = _scaled(distances_from(indptr, indices, np.linspace(0, n - 1, count).astype(np.int64)), 4)
    inward = np.column_stack([np.ones(n), ring])
    rest = space - inward @ np.linalg.lstsq(inward, space, rcond=None)[0]
    plane = rest @ np.linalg.eigh(rest.T @ rest)[1][:, :-3:-1]
    angle = np.arctan2(plane[:, 1], plane[:, 0])
    starts = indptr[:-1].astype(np.int64)
    for _ in range(ROUNDS):
        angle = _evenly(ring, angle)
        way = np.exp(1j * angle)
        mean = way + np.add.reduceat(way[indices], starts)
        angle = np.angle(mean)
    return _evenly(ring, angle)


def _evenly(ring: Ints, angle: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same order around each ring, with the same room for each state.

    A ring may be turned as a whole without changing the order: to where its states move least.
    """
    order = np.lexsort((angle, ring))
    counts = np.bincount(ring)
    first = np.cumsum(counts) - counts
    turn = np.empty(len(ring))
    turn[order] = (np.arange(len(ring)) - first[ring[order]]) / counts[ring[order]] * 2 * np.pi
    offset = np.angle(
        np.bincount(ring, np.cos(angle - turn), len(counts))
        + 1j * np.bincount(ring, np.sin(angle - turn), len(counts))
    )
    return turn + offset[ring]


def _in_rings(ring: Ints, angle: NDArray[np.float64]) -> Places:
    """Around its ring a state steps in and out by the golden ratio, so that neighbours do not overlap."""
    n = len(ring)
    order = np.lexsort((angle % (2 * np.pi), ring))
    counts = np.bincount(ring)
    first = np.cumsum(counts) - counts
    own = ring[order]
    spread = 0.12 + 0.76 * ((np.arange(n) - first[own]) * 0.6180339887498949 % 1.0)
    bounds = np.square(_bounds(ring))
    radius = np.empty(n)
    radius[order] = np.sqrt(bounds[own] + spread * (bounds[own + 1] - bounds[own]))
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


def forces(graph: Graph, seed: int = 0) -> Places:
    """igraph's own choice of a force layout."""
    igraph = needed("igraph", "this layout")
    indptr, indices = both_ways(graph)
    heads = np.repeat(np.arange(graph.n), np.diff(indptr))
    once = heads < indices
    made = igraph.Graph(graph.n, np.column_stack([heads[once], indices[once]]))
    igraph.set_random_number_generator(Random(seed))
    try:
        found = made.layout("auto", dim=2)
    finally:
        igraph.set_random_number_generator(random)
    return fitted(np.array(found.coords))
