"""Hitting times: the expected number of moves until a random walk reaches certain states.

The walk takes each legal move of a state with equal probability, including the one back. The expected number
h of moves until it reaches a target solves one sparse linear system: h = 0 at the targets, otherwise

    h(s) = 1 + mean of h(t) over the moves s -> t

Multiplied by the number of moves d(s), it reads d h - sum h(t) = d. If every move can be undone, the matrix
is symmetric and positive definite (a Laplacian with the targets grounded), and conjugate gradients solve it;
otherwise BiCGSTAB does, the counterpart for nonsymmetric matrices (GMRES must restart when its memory is
full, and then stagnates on these). Small systems are solved by sparse LU.

Such systems are slow because a walk gets lost: it mixes over a whole region long before it finds the way out,
so the error left after a few iterations is smooth, nearly constant over all states at the same distance from
the goal. So each iteration also solves exactly the small system with one unknown per distance:

    correction = residual / degree + Z (Z' A Z)^-1 Z' residual        Z: (states, distances), 0 or 1

With it, 110 to 230 iterations reach a residual of 1e-11 on maps of 23,000 to 181,000 states.

If the walk can reach a state from which no target can be reached, the expectation is infinite.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clew.optional import needed
from clew.statespace.arrays import NO_GOAL
from clew.statespace.background import no_pause
from clew.statespace.threads import OneThread

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from clew.statespace.graph import Bools, Graph, Ints

    Floats = NDArray[np.float64]

DIRECT = 300
"""The most unknowns for sparse LU; beyond, its fill-in grows too fast."""

STEPS = 5000
"""Iterations after which a solver counts as failed; it has never come near."""

GUIDED_TOLERANCE = 1e-3
"""The tolerance for guided walks, whose logarithm is wanted to a few digits."""

WHAT = "the expected length of a walk"

TOLERANCE = 1e-11
"""The tolerance of the residual, relative to the right-hand side."""


def expected_moves(
    graph: Graph, targets: Bools, value: Floats | None = None, pause: Callable[[], None] = no_pause
) -> float:
    """The expected moves of a random walk from the start to its first target; infinite if it may never
    arrive.

    `targets` (n,) bool. `value` (n,): added for the target that is reached; None adds nothing. `pause` is
    called after every iteration, and can end the work by raising. NaN if no solver converges. Needs scipy.
    """
    if targets[graph.start]:
        return 0.0 if value is None else float(value[graph.start])
    states = _wandered(graph, targets)
    if (graph.distance[states] == NO_GOAL).any():
        return float("inf")
    number = np.full(graph.n, -1, np.int64)
    number[states] = np.arange(len(states))
    sources, edges = graph.leaving(states)
    rows, after = number[sources], graph.indices[edges]
    columns = number[after]
    degree = np.bincount(rows, minlength=len(states)).astype(float)
    right = degree.copy()
    inside = columns >= 0
    if value is not None:
        np.add.at(right, rows[~inside], value[after[~inside]])
    level = graph.distance[states].astype(np.int64)
    moves = _matrix(np.ones(int(inside.sum())), rows[inside], columns[inside], len(states))
    solution = walked(moves, degree, right, level, pause, (moves - moves.T).nnz == 0)
    return float(solution[number[graph.start]])


def guided_moves(graph: Graph, pull: Floats, pause: Callable[[], None] = no_pause) -> float:
    """The expected moves to a goal of a walk that is pulled towards small values of `pull`, (n,).

    It takes a move s -> t with probability proportional to exp(pull(s) - pull(t)), and never one after which
    no goal can be reached. The start must be solvable. To a relative tolerance of `GUIDED_TOLERANCE`; NaN if
    the solver does not converge. Needs scipy.
    """
    inner = (graph.distance != NO_GOAL) & ~graph.is_goal
    if not inner[graph.start]:
        return 0.0
    states = np.flatnonzero(inner)
    number = np.full(graph.n, -1, np.int64)
    number[states] = np.arange(len(states))
    sources, edges = graph.leaving(states)
    after = graph.indices[edges]
    weight = np.exp(pull[sources] - pull[after])
    weight[graph.distance[after] == NO_GOAL] = 0.0
    rows, columns = number[sources], number[after]
    weight /= np.bincount(rows, weight, minlength=len(states))[rows]
    kept = (columns >= 0) & (weight > 0)
    moves = _matrix(weight[kept], rows[kept], columns[kept], len(states))
    level = graph.distance[states].astype(np.int64)
    every = np.ones(len(states))
    solution = walked(moves, every, every, level, pause, False, GUIDED_TOLERANCE)
    return float(solution[number[graph.start]])


def _wandered(graph: Graph, targets: Bools) -> Ints:
    """The states that the walk can visit before it reaches a target."""
    seen = np.zeros(graph.n, np.bool_)
    front = np.array([graph.start], dtype=np.int64)
    seen[front] = True
    while len(front):
        _, edges = graph.leaving(front)
        after = graph.indices[edges]
        fresh = np.zeros(graph.n, np.bool_)
        fresh[after] = True
        fresh &= ~seen & ~targets
        front = np.flatnonzero(fresh)
        seen[front] = True
    return np.flatnonzero(seen)


def _matrix(weight: Floats, rows: Ints, columns: Ints, n: int) -> Any:
    return needed("scipy.sparse", WHAT).csr_array((weight, (rows, columns)), shape=(n, n))


def walked(
    moves: Any,
    degree: Floats,
    right: Floats,
    level: Ints,
    pause: Callable[[], None],
    symmetric: bool,
    tolerance: float = TOLERANCE,
) -> Floats:
    """The solution of (diag(degree) - moves) h = right; NaN if no solver converges."""
    sparse = needed("scipy.sparse", WHAT)
    linalg = needed("scipy.sparse.linalg", WHAT)
    n = len(degree)
    matrix = sparse.csr_array(sparse.diags_array(degree) - moves)
    if n <= DIRECT:
        return np.atleast_1d(linalg.spsolve(matrix.tocsc(), right))
    solver = linalg.cg if symmetric else linalg.bicgstab
    # Our own operator saves each product some layers of scipy, which cost more than a small product.
    system = linalg.LinearOperator((n, n), matvec=matrix.__matmul__, dtype=np.float64)
    correction = linalg.LinearOperator((n, n), matvec=_correction(matrix, degree, level), dtype=np.float64)
    # These vectors are short: the threads of a linear algebra library would only wait for each other.
    with OneThread(WHAT):
        found, failed = solver(
            system, right, rtol=tolerance, maxiter=STEPS, M=correction, callback=lambda _: pause()
        )
    return np.full(n, np.nan) if failed else found


def _correction(matrix: Any, degree: Floats, level: Ints) -> Callable[[Floats], Floats]:
    """The correction for a residual: see the top of this file."""
    number = np.unique(level, return_inverse=True)[1]
    levels = int(number.max()) + 1
    rows = np.repeat(number, np.diff(matrix.indptr))
    sums = np.bincount(rows * levels + number[matrix.indices], matrix.data, minlength=levels * levels)
    coarse = np.linalg.inv(sums.reshape(levels, levels))

    def corrected(residual: Floats) -> Floats:
        sums = np.bincount(number, weights=residual, minlength=levels)
        return residual / degree + (coarse @ sums)[number]

    return corrected
