"""Maps as graphs of other libraries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.optional import needed, numpy_for
from clew.statespace.arrays import NO_GOAL

if TYPE_CHECKING:
    from clew.statespace.space import StateSpace


def to_scipy(space: StateSpace) -> Any:
    """See `StateSpace.to_scipy`."""
    np = numpy_for("a sparse matrix")
    sparse = needed("scipy.sparse", "a sparse matrix")
    indptr, indices = space._rows()
    costs = np.ones(space.edges, np.uint16) if space.costs is None else space.costs
    kept = _cheapest(space, costs)
    if len(kept) < space.edges:
        counts = np.bincount(ends(space)[0][kept], minlength=space.n)
        indptr = np.concatenate([[0], np.cumsum(counts)]).astype(indptr.dtype)
        costs, indices = costs[kept], indices[kept]
    return sparse.csr_array((costs, indices, indptr), shape=(space.n, space.n))


def _cheapest(space: StateSpace, costs: Any) -> Any:
    """The numbers of the edges, in order; of those from one state to the same other, the first of the
    cheapest alone.
    """
    np = numpy_for("a graph")
    begins, into = ends(space)
    order = np.lexsort((costs, into, begins))
    begins, into = begins[order], into[order]
    first = np.ones(len(order), np.bool_)
    first[1:] = (begins[1:] != begins[:-1]) | (into[1:] != into[:-1])
    return np.sort(order[first])


def ends(space: StateSpace) -> tuple[Any, Any]:
    """The source and the target state of each edge, (edges,) each."""
    np = numpy_for("a graph")
    indptr, indices = space._rows()
    return np.repeat(np.arange(space.n), np.diff(indptr)), indices


def attributes(space: StateSpace, labels: bool = False) -> dict[str, list[Any]]:
    """The attributes of each state: start, goal, distance (None: no goal can be reached), depth and, if
    `labels`, its text.
    """
    told: dict[str, list[Any]] = {
        "start": [i == space.start for i in range(space.n)],
        "goal": space.is_goal.tolist(),
        "distance": [None if far == NO_GOAL else far for far in space.distance.tolist()],
        "depth": space.depth.tolist(),
    }
    return {**told, "state": [space.puzzle._text(state) for state in space]} if labels else told


def edge_attributes(space: StateSpace, labels: bool) -> dict[str, list[Any]]:
    """The attributes of each edge: its cost and, if `labels`, the name of the move."""
    costs = [1] * space.edges if space.costs is None else space.costs.tolist()
    return {"cost": costs, "move": space.labels.tolist()} if labels else {"cost": costs}


def to_pandas(space: StateSpace, states: bool) -> Any:
    """See `StateSpace.to_pandas`."""
    np = numpy_for("a data frame")
    pandas = needed("pandas", "a data frame", None)

    far = space.distance.astype(np.int64)
    columns = {
        "distance": pandas.arrays.IntegerArray(far, far == NO_GOAL),
        "depth": space.depth,
        "is_goal": space.is_goal,
    }
    if space.indptr is not None:
        columns["moves"] = np.diff(space.indptr)
    if states:
        columns["state"] = [space.puzzle._text(state) for state in space]
    return pandas.DataFrame(columns)


def to_networkx(space: StateSpace, labels: bool) -> Any:
    """See `StateSpace.to_networkx`."""
    networkx = needed("networkx", "a networkx graph", None)
    begins, into = (part.tolist() for part in ends(space))
    alone = len(set(zip(begins, into, strict=True))) == space.edges
    graph = (networkx.DiGraph if alone else networkx.MultiDiGraph)(puzzle=str(space.puzzle))
    told = attributes(space, labels)
    graph.add_nodes_from(
        (i, dict(zip(told, values, strict=True))) for i, values in enumerate(zip(*told.values(), strict=True))
    )
    more = edge_attributes(space, labels)
    rows = zip(*more.values(), strict=True)
    graph.add_edges_from(
        (a, b, dict(zip(more, values, strict=True))) for a, b, values in zip(begins, into, rows, strict=True)
    )
    return graph


def to_igraph(space: StateSpace, labels: bool) -> Any:
    """See `StateSpace.to_igraph`."""
    np = numpy_for("a graph")
    igraph = needed("igraph", "an igraph graph")
    return igraph.Graph(
        n=space.n,
        edges=np.column_stack(ends(space)),
        directed=True,
        graph_attrs={"puzzle": str(space.puzzle)},
        vertex_attrs=attributes(space, labels),
        edge_attrs=edge_attributes(space, labels),
    )
