"""Two-way additive models by least squares: value = mean + effect of its row + effect of its column."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clew.statespace.threads import OneThread
from clew_lab.study.ranks import correlation

if TYPE_CHECKING:
    from clew_lab.study.traces import Floats, Ints


class Additive(NamedTuple):
    """Effects of rows and columns (each with mean 0), their standard errors, the residuals (n,) and more."""

    rows: list[str]
    columns: list[str]
    mean: float
    row_effect: Floats
    row_se: Floats
    column_effect: Floats
    column_se: Floats
    residual: Floats
    sigma: float
    n: int
    connected: bool


def fit_additive(row_names: list[str], column_names: list[str], values: Floats) -> Additive:
    """Least squares over the cells that have values; several values in one cell each count.

    The effects have mean 0 over rows and over columns. The standard errors are those of the usual linear
    model, sigma^2 times the diagonal of the inverse normal matrix under these two constraints; they and sigma
    are NaN if no degree of freedom is left.
    """
    rows, at_row = _numbered(row_names)
    columns, at_column = _numbered(column_names)
    r, c, n = len(rows), len(columns), len(values)
    normal = _normal_matrix(at_row, at_column, r, c)
    right = np.concatenate(
        [[values.sum()], np.bincount(at_row, values, r), np.bincount(at_column, values, c)]
    )
    # Two directions change no fitted value: mean up, all rows (or all columns) down. Only the constraints
    # depend on them, so the solution of the sum of both satisfies the constraints and fits as well.
    rules = np.zeros((2, 1 + r + c))
    rules[0, 1 : 1 + r], rules[1, 1 + r :] = 1, 1
    with OneThread("a study"):
        size, axes = np.linalg.eigh(normal + rules.T @ rules)
        sound = size > 1e-10 * size.max()
        inverse = (axes[:, sound] / size[sound]) @ axes[:, sound].T
        spread = inverse @ normal @ inverse
        effect = inverse @ right
    residual = values - effect[0] - effect[1 + at_row] - effect[1 + r + at_column]
    rank = int(sound.sum()) - 2
    free = n - rank
    sigma = float(np.sqrt((residual**2).sum() / free)) if free > 0 else float("nan")
    error = sigma * np.sqrt(np.maximum(np.diag(spread), 0))
    return Additive(
        rows, columns, float(effect[0]), effect[1 : 1 + r], error[1 : 1 + r], effect[1 + r :], error[1 + r :],
        residual, sigma, n, rank == r + c - 1,
    )  # fmt: skip


def _normal_matrix(at_row: Ints, at_column: Ints, r: int, c: int) -> Floats:
    """X'X of the design matrix with a column of ones, one per row and one per column: it contains only
    counts.
    """
    cells = np.zeros((r, c))
    np.add.at(cells, (at_row, at_column), 1)
    rows, columns = cells.sum(axis=1), cells.sum(axis=0)
    head = np.concatenate([[cells.sum()], rows, columns])[None]
    upper = np.hstack([rows[:, None], np.diag(rows), cells])
    lower = np.hstack([columns[:, None], cells.T, np.diag(columns)])
    return np.vstack([head, upper, lower])


def _numbered(names: list[str]) -> tuple[list[str], Ints]:
    different, at = np.unique(np.array(names, dtype=str), return_inverse=True)
    return [str(name) for name in different], at


def split_half(
    rows: list[str], columns: list[str], values: Floats, halves: int, seed: int, *, over: str
) -> float:
    """The reliability of the effects of columns (`over="rows"`) or of rows (`over="columns"`).

    The names of the other side are split into two random halves, the model is fitted to each, and the effects
    are correlated; the mean over `halves` splits is stepped up to full length (Spearman-Brown). NaN if
    nothing can be correlated.
    """
    if over == "columns":
        rows, columns = columns, rows
    names, at = _numbered(rows)
    generator = np.random.default_rng(seed)
    found = []
    for _ in range(halves):
        side = np.zeros(len(names), dtype=bool)
        side[generator.permutation(len(names))[: len(names) // 2]] = True
        parts = [np.flatnonzero(side[at] == half) for half in (True, False)]
        if min(map(len, parts)) == 0:
            continue
        one, other = (_column_effects(rows, columns, values, part) for part in parts)
        both = [name for name in one if name in other]
        rho = correlation(np.array([one[k] for k in both]), np.array([other[k] for k in both]))
        if np.isfinite(rho):
            found.append(rho)
    return stepped_up(float(np.mean(found))) if found else float("nan")


def stepped_up(rho: float) -> float:
    """The reliability of the whole from the correlation of its halves (Spearman 1910, Brown 1910)."""
    return 2 * rho / (1 + rho) if rho > -1 else float("nan")


def _column_effects(rows: list[str], columns: list[str], values: Floats, part: Ints) -> dict[str, float]:
    fit = fit_additive([rows[i] for i in part], [columns[i] for i in part], values[part])
    return dict(zip(fit.columns, fit.column_effect.tolist(), strict=True))
