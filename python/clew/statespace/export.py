"""Maps for other programs: GraphML, GEXF, GML, DOT, JSON, and a CSV list of edges."""

from __future__ import annotations

import json
from csv import writer
from typing import TYPE_CHECKING, Any

from clew.statespace.convert import attributes, edge_attributes, ends

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.statespace.space import StateSpace

    Values = dict[str, Any]

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


def _nodes(space: StateSpace) -> Iterator[tuple[int, Values]]:
    """The number of each state and what is told of it; what has no value is left out."""
    told = {**attributes(space), "state": map(str, space)}
    for i, values in enumerate(zip(*told.values(), strict=True)):
        yield i, {name: value for name, value in zip(told, values, strict=True) if value is not None}


def _edges(space: StateSpace, labels: bool) -> Iterator[tuple[int, int, Values]]:
    """The source and the target of each edge and what is told of it."""
    told = edge_attributes(space, labels)
    begins, into = ends(space)
    for a, b, values in zip(begins.tolist(), into.tolist(), zip(*told.values(), strict=True), strict=True):
        yield a, b, dict(zip(told, values, strict=True))


def gexf(space: StateSpace, target: str, labels: bool) -> None:
    """Writes GEXF 1.3 (gexf.net), as Gephi has it, with what `graphml` writes."""
    edge_types = {name: _EDGE_TYPES[name] for name in edge_attributes(space, labels)}
    kinds = {"int": "integer"}
    with open(target, "w", encoding="utf-8") as file:
        file.write(
            '<?xml version="1.0" encoding="UTF-8"?>\n<gexf xmlns="http://gexf.net/1.3" version="1.3">\n'
        )
        file.write('<graph defaultedgetype="directed">\n')
        for kind, types in (("node", _TYPES), ("edge", edge_types)):
            rows = "".join(
                f'<attribute id="{name}" title="{name}" type="{kinds.get(of, of)}"/>'
                for name, of in types.items()
            )
            file.write(f'<attributes class="{kind}">{rows}</attributes>\n')
        file.write("<nodes>\n")
        for i, told in _nodes(space):
            file.write(f'<node id="{i}" label="{_escaped(told["state"])}">{_attvalues(told)}</node>\n')
        file.write("</nodes>\n<edges>\n")
        for number, (a, b, told) in enumerate(_edges(space, labels)):
            file.write(f'<edge id="{number}" source="{a}" target="{b}">{_attvalues(told)}</edge>\n')
        file.write("</edges>\n</graph>\n</gexf>\n")


def _attvalues(told: Values) -> str:
    rows = "".join(f'<attvalue for="{name}" value="{_written(value)}"/>' for name, value in told.items())
    return f"<attvalues>{rows}</attvalues>"


def gml(space: StateSpace, target: str, labels: bool) -> None:
    """Writes GML, the graph modelling language, with what `graphml` writes; true is 1."""
    with open(target, "w", encoding="ascii") as file:
        file.write("graph [\n directed 1\n multigraph 1\n")
        for i, told in _nodes(space):
            file.write(f' node [ id {i} label "{i}"{_in_gml(told)} ]\n')
        for number, (a, b, told) in enumerate(_edges(space, labels)):
            file.write(f" edge [ source {a} target {b} key {number}{_in_gml(told)} ]\n")
        file.write("]\n")


def _in_gml(told: Values) -> str:
    def written(value: Any) -> str:
        if isinstance(value, str):
            plain = value.replace("&", "&amp;").replace('"', "&quot;")
            return '"' + plain.encode("ascii", "xmlcharrefreplace").decode() + '"'
        return str(int(value))

    return "".join(f" {name} {written(value)}" for name, value in told.items())


def dot(space: StateSpace, target: str, labels: bool) -> None:
    """Writes DOT, as Graphviz has it, with what `graphml` writes; moves are the labels of edges."""
    with open(target, "w", encoding="utf-8") as file:
        file.write("digraph map {\n")
        for i, told in _nodes(space):
            file.write(f" {i} [{_in_dot(told)}];\n")
        for a, b, told in _edges(space, labels):
            named = {"label" if name == "move" else name: value for name, value in told.items()}
            file.write(f" {a} -> {b} [{_in_dot(named)}];\n")
        file.write("}\n")


def _in_dot(told: Values) -> str:
    def written(value: Any) -> str:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'

    return ", ".join(f"{name}={written(value)}" for name, value in told.items())


def node_link(space: StateSpace, target: str, labels: bool) -> None:
    """Writes JSON with nodes and edges, as `networkx.node_link_graph` reads it, with what `graphml` tells."""
    with open(target, "w", encoding="utf-8") as file:
        head = {"puzzle": str(space.puzzle)}
        file.write(f'{{"directed": true, "multigraph": true, "graph": {json.dumps(head)},\n"nodes": [')
        comma = "\n"
        for i, told in _nodes(space):
            file.write(comma + json.dumps({"id": i, **told}))
            comma = ",\n"
        file.write('],\n"edges": [')
        comma = "\n"
        for a, b, told in _edges(space, labels):
            file.write(comma + json.dumps({"source": a, "target": b, **told}))
            comma = ",\n"
        file.write("]}\n")


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
