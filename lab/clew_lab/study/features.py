"""Features of players' styles: sums over each player's levels, and features from any subset of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clew_lab.study.additive import fit_additive
from clew_lab.study.times import Solutions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clew_lab.study.traces import Floats, Ints, Traces

    Names = NDArray[np.object_]
    Bools = NDArray[np.bool_]

FEATURES = (
    "thinking_share",
    "pause_after_error",
    "residual_time",
    "residual_moves",
    "persistence",
    "exploration",
)
"""The features of a style. `acting_share` is left out, because it is 1 - thinking_share."""


class Steps(NamedTuple):
    """Effective moves, attempt by attempt, (moves,) each: the number of the `pair` of player and level,
    whether it is the `first` of its attempt, its `quality` (1 better, 0, -1 worse, NaN unknown), whether it
    follows a `pause`, whether its time is known (`timed`), and that time, `rt_ms`."""

    pair: Ints
    first: Bools
    quality: Floats
    pause: Bools
    timed: Bools
    rt_ms: Floats


class Tries(NamedTuple):
    """Attempts, (attempts,) each: the number of the `pair`, the effective `moves`, the different `states`
    met, whether it was `solved`, and the fewest moves of the level, `least` (NaN if unknown)."""

    pair: Ints
    moves: Ints
    states: Ints
    solved: Bools
    least: Floats


class Pairs:
    """Sums for each pair of a player and a level: `player`, `level` are names, `sums` (n,) arrays by name.

    `log_time`, `log_moves` until the first solution and `better` (share of better moves) are NaN if there is
    none.
    """

    def __init__(
        self, player: Names, level: Names, steps: Steps, tries: Tries, log_time: Floats, log_moves: Floats
    ) -> None:
        self.player, self.level = player, level
        self.log_time, self.log_moves = log_time, log_moves
        n = len(player)

        def total(pair: Ints, values: Floats | Bools) -> Floats:
            return np.bincount(pair, values, minlength=n).astype(np.float64)

        rt = np.where(steps.timed, steps.rt_ms, 0.0)
        later = ~steps.first
        erred = np.append(False, steps.quality[:-1] == -1) & later if len(rt) else later
        lost = ~tries.solved & (tries.least > 0)
        self.sums = {
            "pause_ms": total(steps.pair, rt * steps.pause),
            "timed_ms": total(steps.pair, rt),
            "pauses_after": total(steps.pair, steps.pause & later),
            "pauses_after_error": total(steps.pair, steps.pause & erred),
            "attempts": total(tries.pair, np.ones(len(tries.pair))),
            "fresh": total(tries.pair, tries.states / (tries.moves + 1)),
            "unsolved": total(tries.pair, lost),
            "unsolved_ratio": total(
                tries.pair, np.where(lost, tries.moves / np.where(lost, tries.least, 1), 0)
            ),
        }
        self.better = _ratio(
            total(steps.pair, steps.quality == 1), total(steps.pair, np.isfinite(steps.quality))
        )

    @classmethod
    def of(cls, traces: Traces) -> Pairs:
        """The pairs of a log."""
        numbers: dict[tuple[str, str], int] = {}
        for attempt in traces.played:
            numbers.setdefault((attempt.player, attempt.level), len(numbers))
        player, level = (np.array([pair[k] for pair in numbers], dtype=object) for k in (0, 1))
        moves, attempts = traces.moves(), traces.attempts()
        effective = moves["effective"]
        played = [attempt.rows[effective[attempt.rows]] for attempt in traces.played]
        counts = np.array([len(rows) for rows in played], dtype=np.int64)
        pair = np.array([numbers[attempt.player, attempt.level] for attempt in traces.played], dtype=np.int64)
        rows = np.concatenate([*played, np.zeros(0, np.int64)])
        first = np.zeros(len(rows), np.bool_)
        first[(np.cumsum(counts) - counts)[counts > 0]] = True
        steps = Steps(
            np.repeat(pair, counts), first, moves["quality"][rows], moves["pause"][rows],
            np.isfinite(moves["log_rt_z"][rows]), moves["rt_ms"][rows],
        )  # fmt: skip
        tries = Tries(pair, counts, attempts["unique_states"], attempts["solved"], attempts["min_moves"])
        log_time, log_moves = (np.full(len(numbers), np.nan) for _ in range(2))
        found = Solutions(attempts)
        with np.errstate(divide="ignore"):
            for k, pair_of in enumerate(zip(found.player, found.level, strict=True)):
                log_time[numbers[pair_of]] = np.log(found.time_ms[k])
                log_moves[numbers[pair_of]] = np.log(found.moves[k])
        return cls(player, level, steps, tries, log_time, log_moves)

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
