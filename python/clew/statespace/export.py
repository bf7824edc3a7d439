"""Maps for other programs: GraphML, and a CSV list of edges."""

from __future__ import annotations

from csv import writer
from typing import TYPE_CHECKING, Any

from clew.statespace.convert import attributes, edge_attributes, ends

if TYPE_CHECKING:
    from clew.statespace.space import StateSpace

_TYPES = {"start": "boolean", "goal": "boolean", "distance": "int", "depth": "int", "state": "string"}
_EDGE_TYPES = {"cost": "int", "move": "string"}


def graphml(space: StateSpace, target: str, labels: bool) -> None:
    """Writes GraphML (graphml.graphdrawing.org): states with start, goal, distance (absent if no goal can be
    reached), depth and their text; directed edges with their cost and, with `labels`, the name of the move.
    """
    told = {**attributes(space), "state": iter(space)}
    edges = edge_attributes(space, labels)
    with open(target, "w", encoding="utf-8") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n')
        file.write('<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n')
        for kind, types in (("node", _TYPES), ("edge", {name: _EDGE_TYPES[name] for name in edges})):
            for name, of in types.items():
                file.write(f'<key id="{name}" for="{kind}" attr.name="{name}" attr.type="{of}"/>\n')
        file.write(f'<graph id="{_escaped(str(space.puzzle))}" edgedefault="directed">\n')
        for i, values in enumerate(zip(*told.values(), strict=True)):
            file.write(f'<node id="{i}">{_data(told, values)}</node>\n')
        begins, into = ends(space)
        rows = zip(begins.tolist(), into.tolist(), zip(*edges.values(), strict=True), strict=True)
        for a, b, values in rows:
            file.write(f'<edge source="{a}" target="{b}">{_data(edges, values)}</edge>\n')
        file.write("</graph>\n</graphml>\n")


def _data(names: Any, values: Any) -> str:
    return "".join(
        f'<data key="{name}">{_written(value)}</data>'
        for name, value in zip(names, values, strict=True)
        if value is not None
    )


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else _escaped(str(value))


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def csv(space: StateSpace, target: str, labels: bool) -> None:
    """Writes one line per edge: its source and target, its cost, with `labels` the name of the move, and for
    both states whether they are the start or a goal (0, 1) and their distance (empty: no goal can be
    reached). A state without moves has a line whose target is empty.
    """
    told = attributes(space)
    rows = [
        (int(start), int(goal), "" if far is None else far)
        for start, goal, far in zip(told["start"], told["goal"], told["distance"], strict=True)
    ]
    edges = edge_attributes(space, labels)
    states = [f"{end}_{name}" for end in ("source", "target") for name in ("start", "goal", "distance")]
    with open(target, "w", encoding="utf-8", newline="") as file:
        out = writer(file)
        out.writerow(["source", "target", *edges, *states])
        begins, into = ends(space)
        for a, b, values in zip(
            begins.tolist(), into.tolist(), zip(*edges.values(), strict=True), strict=True
        ):
            out.writerow([a, b, *values, *rows[a], *rows[b]])
        indptr, _ = space._rows()
        for i in (indptr[1:] == indptr[:-1]).nonzero()[0].tolist():
            out.writerow([i, "", *("" for _ in edges), *rows[i], "", "", ""])
