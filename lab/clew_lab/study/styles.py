"""`strategies`: styles of play, how reliable their features are, and whether players fall into groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clew.statespace.threads import OneThread
from clew_lab.study.additive import stepped_up
from clew_lab.study.alike import alike
from clew_lab.study.clusters import REFERENCES, Clusters, find_clusters
from clew_lab.study.features import FEATURES, Pairs
from clew_lab.study.ranks import correlation

if TYPE_CHECKING:
    from clew_lab.study.traces import Floats, Traces

RELIABLE = 0.3
"""Features with a lower split-half reliability are left out of clustering, because they would add noise."""


class Strategies:
    """`players`; `features` by name, (players,) each; their split-half `reliability`; `clusters`.

    `cluster` (players,): the style of each player from 1, NaN without clusters or if a feature is missing;
    `used`: the features used for clustering.
    """

    def __init__(
        self,
        players: list[str],
        features: dict[str, Floats],
        reliability: dict[str, float],
        used: list[str],
        clusters: Clusters,
        cluster: Floats,
    ) -> None:
        self.players = players
        self.features = features
        self.reliability = reliability
        self.used = used
        self.clusters = clusters
        self.cluster = cluster

    def __repr__(self) -> str:
        return f"<Strategies of {len(self.players)} players: {self.clusters.verdict}>"

    def to_dict(self) -> dict[str, Any]:
        """The result, with its reliability and stability, as plain values for JSON."""
        return {
            "reliability": {
                name: value if np.isfinite(value) else None for name, value in self.reliability.items()
            },
            "used": self.used,
            "clusters": self.clusters.to_dict(),
        }


def strategies(traces: Traces, *, seed: int = 0, halves: int = 50, resamples: int = 100) -> Strategies:
    """Computes features of each player's style, and the groups into which they divide the players, if any.

    `residual_time` and `residual_moves` are a player's effects on log time and log moves, adjusted for the
    difficulty of levels, beyond what the player's share of better moves predicts: style rather than
    performance. Reliability: each player's levels are split into random halves (`halves` times), and the
    features of both are correlated over players and stepped up (Spearman-Brown).

    Players are clustered by the features whose reliability is at least 0.3. Groups are credible only if they
    stand apart more than those of simulated players who play the same levels and differ by degree: in
    strength, speed and inclination to pause, fitted to this log as one population. See `Clusters`; "no
    clusters" is the usual answer. The same seed gives the same answer.
    """
    key = ("styles", seed, halves, resamples)
    with OneThread("a study"):  # many small fits
        found = traces.kept(key, lambda: _found(traces, seed, halves, resamples))
    assert isinstance(found, Strategies)
    return found


def _found(traces: Traces, seed: int, halves: int, resamples: int) -> Strategies:
    pairs = Pairs.of(traces)
    players = sorted(set(pairs.player.tolist()))
    features = pairs.features(players)
    reliability = _reliability(pairs, players, halves, seed)
    used = [
        name
        for name in FEATURES
        if reliability[name] >= RELIABLE and np.isfinite(features[name]).mean() > 0.8
    ]
    points = np.column_stack([features[name] for name in used]) if used else np.zeros((len(players), 0))
    whole = np.isfinite(points).all(axis=1)
    without_groups = alike(traces, players, used, REFERENCES, seed)
    clusters = find_clusters(points[whole], without_groups, seed=seed, resamples=resamples)
    cluster = np.full(len(players), np.nan)
    if clusters.k > 1:
        cluster[whole] = clusters.labels + 1
    return Strategies(players, features, reliability, used, clusters, cluster)


def _reliability(pairs: Pairs, players: list[str], halves: int, seed: int) -> dict[str, float]:
    generator = np.random.default_rng(seed)
    found: dict[str, list[float]] = {name: [] for name in FEATURES}
    for _ in range(halves):
        # Each player's levels in random order; every other one goes to the one half.
        order = np.lexsort([generator.random(len(pairs.player)), pairs.player.astype(str)])
        starts = np.r_[True, pairs.player[order][1:] != pairs.player[order][:-1]]
        first = np.maximum.accumulate(np.where(starts, np.arange(len(order)), 0))
        odd = (np.arange(len(order)) - first) % 2 == 1
        one, other = (pairs.features(players, np.sort(order[side])) for side in (odd, ~odd))
        for name in FEATURES:
            rho = correlation(one[name], other[name])
            if np.isfinite(rho):
                found[name].append(rho)
    return {
        name: stepped_up(float(np.mean(values))) if values else float("nan") for name, values in found.items()
    }
