"""Correlations that return NaN, without a warning, if there is nothing to correlate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import rankdata

if TYPE_CHECKING:
    from clew_lab.study.traces import Floats


def correlation(x: Floats, y: Floats) -> float:
    """Pearson's correlation; NaN for fewer than three pairs or no spread."""
    known = np.isfinite(x) & np.isfinite(y)
    x, y = x[known], y[known]
    if len(x) < 3 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return float("nan")
    return float(np.corrcoef(x, y)[0, 1])


def spearman(x: Floats, y: Floats) -> float:
    """Spearman's rho, with mean ranks for ties; NaN as in `correlation`."""
    known = np.isfinite(x) & np.isfinite(y)
    if known.sum() < 3:
        return float("nan")
    return correlation(rankdata(x[known]), rankdata(y[known]))
