"""`fit_choice`: how strongly players prefer better moves, near the goal and far from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clew.errors import ClewError
from clew_lab.study.times import plain

if TYPE_CHECKING:
    from clew_lab.study.table import Table
    from clew_lab.study.traces import Floats, Traces

ZONES = ("near", "far")
KINDS = ("better", "worse")
NEAR = 6
STEPS = 100
FLAT = 1e-9


class ChoiceFit:
    """The fit of `fit_choice`. A move's weight is exp(preference), relative to a move that keeps the
    distance, as in `preference["near", "better"]`.

    `preference`, `se` by zone ("near": at most `near_moves` from a goal, "far") and kind ("better", "worse"),
    in log odds for one move; NaN if the log cannot tell (a kind never available, always or never taken).
    `n`: moves by zone; `log_likelihood`, and `log_likelihood_random` for players who choose at random.
    """

    def __init__(self, near_moves: int) -> None:
        self.near_moves = near_moves
        self.preference: dict[tuple[str, str], float] = {}
        self.se: dict[tuple[str, str], float] = {}
        self.n: dict[str, int] = {}
        self.log_likelihood = 0.0
        self.log_likelihood_random = 0.0

    def __repr__(self) -> str:
        shown = ", ".join(
            f"{zone} {kind} {value:+.2f} ± {self.se[zone, kind]:.2f}"
            for (zone, kind), value in self.preference.items()
        )
        return f"<ChoiceFit of {sum(self.n.values()):,} moves: {shown}>"

    def to_dict(self) -> dict[str, Any]:
        """The result as plain values, for JSON."""
        return {
            "near_moves": self.near_moves,
            "log_likelihood": self.log_likelihood,
            "log_likelihood_random": self.log_likelihood_random,
            **{
                zone: {
                    "n": self.n[zone],
                    **{
                        kind: {
                            "estimate": plain(self.preference[zone, kind]),
                            "se": plain(self.se[zone, kind]),
                        }
                        for kind in KINDS
                    },
                }
                for zone in ZONES
            },
        }


def fit_choice(traces: Traces, near: int = NEAR) -> ChoiceFit:
    """Multinomial logit (McFadden 1974) of each effective move among all legal ones, by maximum likelihood.

    A legal move weighs 1 if it keeps the distance to the goal, exp(better) if it leads nearer and exp(worse)
    if it leads away; the two preferences are fitted by Newton's method, once for positions at most `near`
    moves from a goal and once for those farther. Standard errors are from the inverse of the information.
    Rows made by the program and undo by a button are left out. Raises `ClewError` if no move is left.
    """
    moves = traces.moves()
    plays = np.isin(moves["event"].astype(str), ("move", "win")) & moves["effective"] & ~moves["automatic"]
    plays &= np.isfinite(moves["quality"]) & np.isfinite(moves["n_legal"]) & np.isfinite(moves["d_before"])
    if not plays.any():
        raise ClewError("fit_choice needs effective moves at levels with maps, but this log has none")
    fit = ChoiceFit(near)
    for zone in ZONES:
        chosen = plays & ((moves["d_before"] <= near) == (zone == "near"))
        _fit_zone(fit, zone, moves, chosen)
    return fit


def _fit_zone(fit: ChoiceFit, zone: str, moves: Table, chosen: Any) -> None:
    counts = np.column_stack([moves[f"n_{kind}"][chosen] for kind in KINDS])
    total = moves["n_legal"][chosen]
    taken = np.column_stack([moves["quality"][chosen] == sign for sign in (1, -1)]).astype(float)
    fit.n[zone] = len(total)
    # A preference can be estimated only if that kind and others were available, sometimes taken and sometimes
    # not.
    choice = (counts > 0) & (counts < total[:, None])
    tells = np.array([choice[:, k].any() and 0 < taken[choice[:, k], k].mean() < 1 for k in range(2)])
    values = np.zeros(2)
    information = np.zeros((2, 2))
    for _ in range(STEPS):
        probability = _probability(counts, total, values)
        slope = (taken - probability).sum(axis=0)
        information = np.diag(probability.sum(axis=0)) - probability.T @ probability
        step = np.zeros(2)
        if tells.any():
            step[tells] = np.linalg.lstsq(information[np.ix_(tells, tells)], slope[tells], rcond=None)[0]
        values += np.clip(step, -1, 1)
        if np.abs(step).max() < FLAT:
            break
    errors = np.full(2, np.nan)
    if tells.any():
        errors[tells] = np.sqrt(np.diag(np.linalg.pinv(information[np.ix_(tells, tells)])))
    for k, kind in enumerate(KINDS):
        fit.preference[zone, kind] = float(values[k]) if tells[k] else float("nan")
        fit.se[zone, kind] = float(errors[k])
    fit.log_likelihood += _likelihood(counts, total, taken, values)
    fit.log_likelihood_random += _likelihood(counts, total, taken, np.zeros(2))


def _probability(counts: Floats, total: Floats, values: Floats) -> Floats:
    """Of a better and of a worse move, (moves, 2)."""
    weight = counts * np.exp(values)
    rest = total - counts.sum(axis=1)
    found: Floats = weight / (weight.sum(axis=1) + rest)[:, None]
    return found


def _likelihood(counts: Floats, total: Floats, taken: Floats, values: Floats) -> float:
    """Of the moves that were taken, each one of its kind as likely as the others."""
    weight = np.exp((taken * values).sum(axis=1))
    all_ = (counts * np.exp(values)).sum(axis=1) + total - counts.sum(axis=1)
    return float(np.log(weight / all_).sum())
