"""Pauses: where a player stops to think, and the runs of moves between pauses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clew.errors import ClewError
from clew_lab.study.hmm import posterior_of_thinking

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clew_lab.study.table import Table
    from clew_lab.study.traces import Floats, Ints, Traces

    Bools = NDArray[np.bool_]

METHODS = ("z", "hmm")
NORMAL = 1.4826
"""The standard deviation of a normal distribution in units of its median absolute deviation."""


def log_rt_z(players: Any, rt_ms: Floats, timed: Bools) -> Floats:
    """How far log(rt) is from the player's median, in robust standard deviations, (n,); NaN for untimed rows.

    NaN for a player whose times have no spread.
    """
    return robust_z(np.unique(np.asarray(players, dtype=str), return_inverse=True)[1], rt_ms, timed)


def robust_z(who: Ints, rt_ms: Floats, timed: Bools) -> Floats:
    """`log_rt_z` of players by number."""
    z = np.full(len(rt_ms), np.nan)
    usable = timed & (rt_ms > 0)
    for player in range(who.max() + 1 if len(who) else 0):
        rows = np.flatnonzero(usable & (who == player))
        if not len(rows):
            continue
        logs = np.log(rt_ms[rows])
        apart = logs - np.median(logs)
        spread = NORMAL * np.median(np.abs(apart))
        if spread > 0:
            z[rows] = apart / spread
    return z


def runs(traces: Traces, pause: Bools) -> Floats:
    """The number of each row's run within its attempt; each pause after the first row starts a new run."""
    found = np.full(len(pause), np.nan)
    for attempt in traces.played:
        begins = pause[attempt.rows].astype(np.int64)
        begins[:1] = 0
        found[attempt.rows] = np.cumsum(begins)
    return found


class Pauses:
    """`pause` (n,) bool and `run_id` (n,) of every row of the log; `thinking_share` by player.

    `thinking` (n,): with "hmm", the probability of thinking before the move; with "z", the robust z of log
    rt; NaN for untimed rows.
    """

    def __init__(self, method: str, thinking: Floats, pause: Bools, run_id: Floats, table: Table) -> None:
        self.method = method
        self.thinking = thinking
        self.pause = pause
        self.run_id = run_id
        self.thinking_share = share_of_time(table, pause)

    @property
    def count(self) -> int:
        """The total number of pauses."""
        return int(self.pause.sum())

    def __repr__(self) -> str:
        return f"<Pauses by {self.method}: {self.count:,} in {int(np.isfinite(self.thinking).sum()):,} moves>"


def pauses(traces: Traces, z: float = 2.0, method: str = "z") -> Pauses:
    """Finds where players stop to think before an effective move.

    `method` "z": log rt lies more than `z` robust standard deviations (1.4826 times the median absolute
    deviation) above the player's median. "hmm": a hidden Markov model with two states, acting and thinking,
    each with a normal distribution of the player's standardised log rt, fitted by expectation-maximisation
    (Baum and others 1970) to all attempts; a pause is a move before which thinking is more likely than not,
    and `z` is not used. Raises `ClewError` for another method.
    """
    if method not in METHODS:
        raise ClewError(f"there is no method {method!r}; the methods are {', '.join(METHODS)}")
    table = traces.moves(z)
    scores = table["log_rt_z"]
    if method == "z":
        return Pauses(method, scores, table["pause"], table["run_id"], table)
    lines = [attempt.rows[np.isfinite(scores[attempt.rows])] for attempt in traces.played]
    thinking = np.full(table.n, np.nan)
    for rows, found in zip(lines, posterior_of_thinking([scores[rows] for rows in lines]), strict=True):
        thinking[rows] = found
    pause = thinking > 0.5
    return Pauses(method, thinking, pause, runs(traces, pause), table)


def share_of_time(table: Table, pause: Bools) -> dict[str, float]:
    """For each player, the share of time in timed moves that is spent in pauses."""
    timed = np.isfinite(table["log_rt_z"])
    shares = {}
    for player in dict.fromkeys(table["player"][timed].tolist()):
        mine = timed & (table["player"] == player)
        shares[player] = float(table["rt_ms"][mine & pause].sum() / table["rt_ms"][mine].sum())
    return shares
