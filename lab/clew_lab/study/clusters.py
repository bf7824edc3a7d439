"""Whether players form groups: k-means, tested against players without groups, and by resampling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew_lab.study.traces import Floats, Ints

LARGEST = 5
"""The most groups to look for."""

FEWEST = 4
"""The mean number of points per group below which that many groups are not tried."""

CHANCE = 0.05
STABLE = 0.75
"""The mean Jaccard similarity under resampling at which a group counts as stable (Hennig 2007)."""

REFERENCES = 99
"""Sets of players without groups that groups are compared with."""

STARTS = 8
LONGEST = 50


class Clusters(NamedTuple):
    """`k` groups, 1 if there are no credible ones; `labels` (points,) from 0.

    Groups are credible if two conditions hold. The silhouette (Rousseeuw 1987) of the best number of groups
    is larger than in 95 % of 99 sets of players without groups, each with its own best number (`p` is the
    share of sets with at least that silhouette, including the points themselves). And each group is found
    again in points drawn with replacement, with a mean Jaccard similarity of at least .75 (`stability`, one
    value per group). `verdict` says it in words; `candidate` is the number of groups tested.
    """

    k: int
    candidate: int
    labels: Ints
    silhouette: float
    p: float
    stability: list[float]
    verdict: str

    def to_dict(self) -> dict[str, Any]:
        """The result as plain values, for JSON."""
        known = np.isfinite(self.silhouette)
        return {
            "k": self.k,
            "candidate": self.candidate,
            "silhouette": self.silhouette if known else None,
            "p": self.p if np.isfinite(self.p) else None,
            "stability": self.stability,
            "verdict": self.verdict,
        }


def find_clusters(
    points: Floats, alike: Iterable[Floats], *, seed: int = 0, resamples: int = 100
) -> Clusters:
    """Groups among points (n, features); features are scaled by their standard deviation.

    `alike`: the points of sets of players without groups, read only if there are enough points.
    """
    n = len(points)
    nothing = np.zeros(n, dtype=np.int64)
    scaled, most = _scaled(points)
    if most < 2:
        told = f"no clusters: too little data, {n} players with {points.shape[1]} reliable features"
        return Clusters(1, 1, nothing, float("nan"), float("nan"), [], told)
    generator = np.random.default_rng(seed)
    silhouette, labels = _best(scaled, most, generator)
    plain = [_best(*_scaled(others), generator)[0] for others in alike]
    if not plain:
        told = "no clusters: no level has a map, so there are no simulated players to compare these with"
        return Clusters(1, 1, nothing, silhouette, float("nan"), [], told)
    p = (1 + sum(value >= silhouette for value in plain)) / (1 + len(plain))
    candidate = int(labels.max()) + 1
    if p > CHANCE:
        told = (
            f"no clusters: {candidate} groups stand apart (silhouette {silhouette:.2f}) no more than in "
            f"players who differ by degree only (p = {p:.2f})"
        )
        return Clusters(1, candidate, nothing, silhouette, p, [], told)
    stability = _stability(scaled, labels, resamples, generator)
    shown = ", ".join(f"{value:.2f}" for value in stability)
    if min(stability) < STABLE:
        told = f"no clusters: of {candidate} groups one is not found again (stability {shown})"
        return Clusters(1, candidate, nothing, silhouette, p, stability, told)
    told = f"{candidate} clusters (silhouette {silhouette:.2f}, p = {p:.2f}, stability {shown})"
    return Clusters(candidate, candidate, labels, silhouette, p, stability, told)


def _scaled(points: Floats) -> tuple[Floats, int]:
    """The features that differ, in standard deviations, and the most groups to look for among the points; 1
    if they are too few or do not differ."""
    spread = points.std(axis=0) if len(points) else np.zeros(points.shape[1])
    differ = spread > 0
    if not differ.any():
        return points, 1
    return ((points - points.mean(axis=0)) / np.where(differ, spread, 1))[:, differ], min(
        LARGEST, len(points) // FEWEST
    )


def _best(points: Floats, most: int, generator: np.random.Generator) -> tuple[float, Ints]:
    """The grouping with the largest silhouette over numbers of groups from 2; -1 for none."""
    if most < 2:
        return -1.0, np.zeros(len(points), dtype=np.int64)
    apart = np.sqrt(((points[:, None] - points[None]) ** 2).sum(axis=2))
    found = [_k_means(points, k, generator) for k in range(2, most + 1)]
    return max(((_silhouette(apart, labels), labels) for labels in found), key=lambda pair: pair[0])


def _k_means(points: Floats, k: int, generator: np.random.Generator) -> Ints:
    """The best of several runs of Lloyd's algorithm, side by side, from centres far apart (k-means++)."""
    n = len(points)
    turns = np.arange(STARTS)
    centres = points[generator.integers(n, size=STARTS)][:, None]
    while centres.shape[1] < k:
        near = np.cumsum(_squares(points, centres).min(axis=2), axis=1)
        drawn = generator.random(STARTS)[:, None] * near[:, -1:]
        chosen = np.minimum((near <= drawn).sum(axis=1), n - 1)
        centres = np.concatenate([centres, points[chosen][:, None]], axis=1)
    labels = np.full((STARTS, n), -1)
    for _ in range(LONGEST):
        now = _squares(points, centres).argmin(axis=2)
        if np.array_equal(now, labels):
            break
        labels = now
        member = (labels[:, None, :] == np.arange(k)[None, :, None]).astype(np.float64)
        size = member.sum(axis=2, keepdims=True)
        centres = np.where(size > 0, member @ points / np.maximum(size, 1), centres)
    cost = _squares(points, centres)[turns[:, None], np.arange(n), labels].sum(axis=1)
    found: Ints = np.unique(labels[int(np.argmin(cost))], return_inverse=True)[1]
    return found


def _squares(points: Floats, centres: Floats) -> Floats:
    """Squared distances (starts, points, centres)."""
    found: Floats = ((points[None, :, None] - centres[:, None]) ** 2).sum(axis=3)
    return found


def _silhouette(apart: Floats, labels: Ints) -> float:
    """Mean over points of (nearest other group - own group) / the larger, by mean distance; 0 if alone."""
    groups = np.arange(labels.max() + 1)
    if len(groups) < 2:
        return -1.0
    member = labels[:, None] == groups
    size = member.sum(axis=0)
    total = apart @ member
    own = total[np.arange(len(labels)), labels] / np.maximum(size[labels] - 1, 1)
    other = np.where(member, np.inf, total / size).min(axis=1)
    largest = np.maximum(own, other)
    score = np.divide(other - own, largest, out=np.zeros(len(labels)), where=largest > 0)
    return float(np.where(size[labels] > 1, score, 0).mean())


def _stability(points: Floats, labels: Ints, resamples: int, generator: np.random.Generator) -> list[float]:
    """Of each group the mean of its best Jaccard similarity to a group of points drawn with replacement."""
    k = int(labels.max()) + 1
    found = np.full((resamples, k), np.nan)
    for turn in range(resamples):
        drawn = np.unique(generator.integers(len(points), size=len(points)))
        again = _k_means(points[drawn], k, generator)
        for group in range(k):
            here = labels[drawn] == group
            if here.any():
                found[turn, group] = max(
                    (here & (again == other)).sum() / (here | (again == other)).sum()
                    for other in range(again.max() + 1)
                )
    return [float(value) for value in np.nanmean(found, axis=0)]
