"""Maps as graphs of other libraries."""

from __future__ import annotations

from clew.space.needs import needed, numpy_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clew.space.space import StateSpace


def to_scipy(space: StateSpace) -> Any:
    """See `StateSpace.to_scipy`."""
    np = numpy_for("a sparse matrix")
    sparse = needed("scipy.sparse", "a sparse matrix")
    indptr, indices = space._rows()
    costs = np.ones(space.edges, np.uint16) if space.costs is None else space.costs
    # scipy counts with signs; the same bytes are read with one where no number is that large.
    columns = indices.view(np.int32) if space.n <= 2**31 else indices.astype(np.int64)
    return sparse.csr_array((costs, columns, indptr.view(np.int64)), shape=(space.n, space.n))


def ends(space: StateSpace) -> tuple[Any, Any]:
    """The states where each edge begins and ends, (edges,) each."""
    np = numpy_for("a graph")
    indptr, indices = space._rows()
    return np.repeat(np.arange(space.n), np.diff(indptr.astype(np.int64))), indices


def attributes(space: StateSpace) -> dict[str, list[Any]]:
    """What is told of each state: start, goal, distance (None: no way), depth."""
    from clew.space.space import NO_WAY

    return {
        "start": [i == space.start for i in range(space.n)],
        "goal": space.is_goal.tolist(),
        "distance": [None if far == NO_WAY else far for far in space.distance.tolist()],
        "depth": space.depth.tolist(),
    }


def edge_attributes(space: StateSpace, labels: bool) -> dict[str, list[Any]]:
    """What is told of each edge: cost and, where wanted, the name of the move."""
    costs = [1] * space.edges if space.costs is None else space.costs.tolist()
    return {"cost": costs, "move": space.labels.tolist()} if labels else {"cost": costs}


def to_networkx(space: StateSpace, labels: bool) -> Any:
    """See `StateSpace.to_networkx`."""
    networkx = needed("networkx", "a networkx graph", "pip install networkx")
    graph = networkx.DiGraph(puzzle=str(space.puzzle))
    told = attributes(space)
    graph.add_nodes_from(
        (i, dict(zip(told, values, strict=True))) for i, values in enumerate(zip(*told.values(), strict=True))
    )
    begins, into = (part.tolist() for part in ends(space))
    more = edge_attributes(space, labels)
    rows = zip(*more.values(), strict=True)
    graph.add_edges_from(
        (a, b, dict(zip(more, values, strict=True))) for a, b, values in zip(begins, into, rows, strict=True)
    )
    return graph


def to_igraph(space: StateSpace, labels: bool) -> Any:
    """See `StateSpace.to_igraph`."""
    np = numpy_for("a graph")
    igraph = needed("igraph", "an igraph graph", "pip install igraph")
    return igraph.Graph(
        n=space.n,
        edges=np.column_stack(ends(space)),
        directed=True,
        graph_attrs={"puzzle": str(space.puzzle)},
        vertex_attrs=attributes(space),
        edge_attrs=edge_attributes(space, labels),
    )
