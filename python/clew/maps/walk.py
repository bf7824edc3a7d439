"""A map as a page walks in it: one block of bytes that a browser unpacks into arrays.

```text
zlib of   length of the header (uint32, little-endian) | header (JSON, padded to 4) | arrays in turn
```

The header gives the type and the length of each array. Arrays of two- or four-byte numbers are written by
significance (first all low bytes), because neighbouring values share their high bytes.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from clew.maps.boards import boards_of
from clew.maps.gates import gates_of
from clew.maps.layout import layout
from clew.maps.shape import smoothest
from clew.measures.optimal_subgraph import optimal_subgraph
from clew.pictures.colours import PIECES, ROOMS, STEPS
from clew.statespace.arrays import NO_GOAL
from clew.statespace.graph import graph_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from clew.measures.optimal_subgraph import OptimalSubgraph
    from clew.statespace.graph import Graph
    from clew.statespace.space import StateSpace

    Arrays = dict[str, NDArray[Any]]
    Json = dict[str, Any]

VERSION = 3
FINEST = 16_383
"""Steps along the longest side of the map: less than a tenth of a pixel on a large screen."""

LEVEL = 6
"""The compression level: higher ones take twice the time for one per cent."""

PHASES = ("layout", "layout in space", "moves", "boards")


def walk(
    space: StateSpace, *, seed: int = 0, heat: Any = None, on_phase: Callable[[str], object] | None = None
) -> bytes:
    """The bytes of a map with its boards, for the page.

    `heat`: how often people made each move, (edges,), or None. `on_phase` is called with each of `PHASES`
    when it begins. Raises `ClewError` for a map without edges.
    """
    tell = on_phase or (lambda phase: None)
    graph = graph_of(space)
    tell(PHASES[0])
    flat = layout(graph, "stress", seed, 2)
    tell(PHASES[1])
    deep = layout(graph, "stress", seed, 3)
    tell(PHASES[2])
    names, numbers = np.unique(space.labels, return_inverse=True)
    tell(PHASES[3])
    boards = boards_of(space)
    found = optimal_subgraph(graph) if int(graph.distance[graph.start]) != NO_GOAL else None
    header = {**_told(space), "moves": names.tolist(), "board": boards.header, "colours": _colours()}
    arrays: Arrays = {
        **_places("flat", flat, header),
        **_places("deep", deep, header),
        **_rows(graph),
        "move": small(numbers),
        "distance": small(graph.distance),
        "depth": small(space.depth),
        "items": boards.items,
        **boards.texts,
    }
    if found is not None:
        header["thread"] = smoothest(found, flat)
        header["gates"] = gates_of(space, found, header["thread"])
        arrays.update(_network(found))
    if heat is not None:
        arrays["heat"] = _shares(np.asarray(heat, np.float64))
    return packed(header, arrays)


def packed(header: Json, arrays: Arrays) -> bytes:
    """A header and arrays as bytes."""
    kinds = {name: [array.dtype.name, int(array.size)] for name, array in arrays.items()}
    head = json.dumps({"version": VERSION, **header, "arrays": kinds}, separators=(",", ":")).encode()
    head += b" " * (-len(head) % 4)
    parts = [len(head).to_bytes(4, "little"), head]
    for array in arrays.values():
        flat = np.ascontiguousarray(array).reshape(-1)
        parts.append(flat.view(np.uint8).reshape(-1, flat.dtype.itemsize).T.tobytes())
    return zlib.compress(b"".join(parts), LEVEL)


def unpacked(data: bytes) -> tuple[Json, Arrays]:
    """The header and the arrays of `packed`."""
    raw = zlib.decompress(data)
    length = int.from_bytes(raw[:4], "little")
    header = json.loads(raw[4 : 4 + length])
    at, arrays = 4 + length, {}
    for name, (kind, count) in header["arrays"].items():
        size = np.dtype(kind).itemsize
        planes = np.frombuffer(raw, np.uint8, count * size, at).reshape(size, count)
        arrays[name] = np.ascontiguousarray(planes.T).view(kind).reshape(-1)
        at += count * size
    return header, arrays


def small(values: Any) -> NDArray[Any]:
    """Whole numbers of 0 or more, each in as few bytes as it needs."""
    most = int(values.max(initial=0))
    return np.asarray(values).astype(np.uint8 if most < 256 else np.uint16 if most < 65_536 else np.uint32)


def _told(space: StateSpace) -> Json:
    known = space.distance[space.distance != NO_GOAL]
    puzzle = space.puzzle
    return {
        "title": puzzle.title or f"{puzzle.family.capitalize()} puzzle",
        "family": puzzle.family,
        "metric": puzzle.metric,
        "states": space.n,
        "edges": space.undirected_edges,
        "goals": int(space.is_goal.sum()),
        "start": space.start,
        "farthest": int(known.max()) if len(known) else None,
        "radius": space.radius,
        "complete": space.complete,
        "part": space.part,
        "all_solutions": space.all_solutions,
        "gates": [],
        "thread": [],
    }


def _colours() -> Json:
    """The ramp from the goal outward in both themes, and the colours of pieces."""
    ramp = {theme: [ROOMS[theme][f"way{step}"] for step in range(STEPS)] for theme in ("light", "dark")}
    return {"ramp": ramp, "pieces": list(PIECES.values())}


def _places(name: str, places: NDArray[np.float64], header: Json) -> Arrays:
    """Places as whole numbers, one array per axis; the header gets the unit and the lowest place."""
    low = places.min(axis=0)
    unit = float((places.max(axis=0) - low).max()) / FINEST or 1.0
    header[name] = {"unit": unit, "low": low.tolist()}
    steps = np.rint((places - low) / unit).astype(np.uint16)
    return {
        f"{name}_{axis}": steps[:, number] for number, axis in zip(range(steps.shape[1]), "xyz", strict=False)
    }


def _rows(graph: Graph) -> Arrays:
    """The moves of each state: how many, and the number of the state after each, less that of the state."""
    degree = graph.degree.astype(np.int64)
    heads = np.repeat(np.arange(graph.n, dtype=np.int64), degree)
    apart = graph.indices.astype(np.int64) - heads
    wide = np.uint16 if graph.n <= 65_536 else np.uint32
    rows: Arrays = {"degree": small(degree), "after": (apart % (np.iinfo(wide).max + 1)).astype(wide)}
    if graph.cost is not None:
        rows["cost"] = small(graph.cost)
    return rows


def _network(found: OptimalSubgraph) -> Arrays:
    """All shortest solutions: the ends of their moves, and the share that makes each."""
    return {
        "from": small(found.states[found.source]),
        "to": small(found.states[found.target]),
        "share": _shares(found.passed),
    }


def _shares(values: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Shares of the largest value, of 255; whatever is not 0 has at least 1."""
    most = float(values.max(initial=0)) or 1.0
    return np.ceil(np.clip(values / most, 0, 1) * 255).astype(np.uint8)
