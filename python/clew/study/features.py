"""Features of players' styles: sums over each player's levels, and features from any subset of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clew.study.additive import fit_additive
from clew.study.times import Solutions

if TYPE_CHECKING:
    from clew.study.traces import Floats, Ints, Traces

FEATURES = (
    "thinking_share",
    "pause_after_error",
    "residual_time",
    "residual_moves",
    "persistence",
    "exploration",
)
"""The features of a style. `acting_share` is left out, because it is 1 - thinking_share."""

_SUMS = (
    "pause_ms", "timed_ms", "pauses_after", "pauses_after_error", "unsolved", "unsolved_ratio", "attempts",
    "fresh",
)  # fmt: skip


class Pairs:
    """Sums for each pair of a player and a level: `player`, `level` are names, `sums` (n,) arrays by name.

    `log_time`, `log_moves` until the first solution and `better` (share of better moves) are NaN if there is
    none.
    """

    def __init__(self, traces: Traces) -> None:
        numbers: dict[tuple[str, str], int] = {}
        for attempt in traces.played:
            numbers.setdefault((attempt.player, attempt.level), len(numbers))
        self.player = np.array([pair[0] for pair in numbers], dtype=object)
        self.level = np.array([pair[1] for pair in numbers], dtype=object)
        self.sums = {name: np.zeros(len(numbers)) for name in _SUMS}
        good, all_ = np.zeros(len(numbers)), np.zeros(len(numbers))
        moves, attempts = traces.moves(), traces.attempts()
        for row, attempt in enumerate(traces.played):
            pair = numbers[attempt.player, attempt.level]
            played = attempt.rows[moves["effective"][attempt.rows]]
            quality, pause = moves["quality"][played], moves["pause"][played]
            timed = np.isfinite(moves["log_rt_z"][played])
            rt = moves["rt_ms"][played]
            self._add(pair, "pause_ms", rt[timed & pause].sum())
            self._add(pair, "timed_ms", rt[timed].sum())
            self._add(pair, "pauses_after", pause[1:].sum())
            self._add(pair, "pauses_after_error", (pause[1:] & (quality[:-1] == -1)).sum())
            self._add(pair, "attempts", 1)
            self._add(pair, "fresh", attempts["unique_states"][row] / (len(played) + 1))
            least = attempts["min_moves"][row]
            if not attempts["solved"][row] and least > 0:
                self._add(pair, "unsolved", 1)
                self._add(pair, "unsolved_ratio", len(played) / least)
            good[pair] += (quality == 1).sum()
            all_[pair] += np.isfinite(quality).sum()
        self.better = np.divide(good, all_, out=np.full(len(good), np.nan), where=all_ > 0)
        self.log_time, self.log_moves = (np.full(len(numbers), np.nan) for _ in range(2))
        found = Solutions(attempts)
        with np.errstate(divide="ignore"):
            for k, pair_of in enumerate(zip(found.player, found.level, strict=True)):
                self.log_time[numbers[pair_of]] = np.log(found.time_ms[k])
                self.log_moves[numbers[pair_of]] = np.log(found.moves[k])

    def _add(self, pair: int, name: str, value: float) -> None:
        self.sums[name][pair] += value

    def features(self, players: list[str], part: Ints | None = None) -> dict[str, Floats]:
        """Each feature of these players, (players,), from the pairs in `part` (numbers; None for all)."""
        chosen = np.arange(len(self.player)) if part is None else part
        at = {name: k for k, name in enumerate(players)}
        who = np.array([at[name] for name in self.player[chosen]], dtype=np.int64)

        def total(name: str) -> Floats:
            found: Floats = np.bincount(who, self.sums[name][chosen], minlength=len(players)).astype(float)
            return found

        performance = self._effect(players, chosen, self.better)
        return {
            "thinking_share": _ratio(total("pause_ms"), total("timed_ms")),
            "pause_after_error": _ratio(total("pauses_after_error"), total("pauses_after")),
            "residual_time": _residual(self._effect(players, chosen, self.log_time), performance),
            "residual_moves": _residual(self._effect(players, chosen, self.log_moves), performance),
            "persistence": _ratio(total("unsolved_ratio"), total("unsolved")),
            "exploration": _ratio(total("fresh"), total("attempts")),
        }

    def _effect(self, players: list[str], chosen: Ints, values: Floats) -> Floats:
        """The additive effect of each player on a value, that of the level taken out."""
        known = chosen[np.isfinite(values[chosen])]
        effects = np.full(len(players), np.nan)
        if not len(known):
            return effects
        fit = fit_additive(self.player[known].tolist(), self.level[known].tolist(), values[known])
        by_name = dict(zip(fit.rows, fit.row_effect.tolist(), strict=True))
        return np.array([by_name.get(name, np.nan) for name in players])


def _ratio(part: Floats, whole: Floats) -> Floats:
    share: Floats = np.divide(part, whole, out=np.full(len(whole), np.nan), where=whole > 0)
    return share


def _residual(effect: Floats, performance: Floats) -> Floats:
    """What a straight line through the players leaves of an effect, when performance is known."""
    known = np.isfinite(effect) & np.isfinite(performance)
    left = np.full(len(effect), np.nan)
    if known.sum() < 3:
        return left
    x, y = performance[known] - performance[known].mean(), effect[known] - effect[known].mean()
    slope = (x * y).sum() / (x**2).sum() if (x**2).sum() > 0 else 0.0
    left[known] = y - slope * x
    return left
