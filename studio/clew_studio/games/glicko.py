"""Glicko-2 (M. E. Glickman, "Example of the Glicko-2 system", 2013): ratings with their uncertainty.

Written here because the `glicko2` package uses the rating in step 5, where the paper has the deviation.
`studio/tests/studio/test_ratings.py` compares it with the paper's worked example.
"""

from __future__ import annotations

from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
CENTRE = 1500.0
TAU = 0.5
"""How much volatility may change in a period; the paper's middle value."""

ENOUGH = 1e-6


class Rating(NamedTuple):
    """A strength, how uncertain it is (a standard deviation), and how much it swings between periods."""

    value: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06


def updated(rating: Rating, results: list[tuple[Rating, float]]) -> Rating:
    """The rating after a period: each result is an opponent's rating before it, and 1 for a win or 0 for a
    loss.
    """
    mu, phi = (rating.value - CENTRE) / SCALE, rating.deviation / SCALE
    if not results:
        return rating._replace(deviation=SCALE * sqrt(phi**2 + rating.volatility**2))
    inverse, gained = 0.0, 0.0
    for other, score in results:
        weight = _weight(other.deviation / SCALE)
        expected = 1 / (1 + exp(-weight * (mu - (other.value - CENTRE) / SCALE)))
        inverse += weight**2 * expected * (1 - expected)
        gained += weight * (score - expected)
    variance = 1 / inverse
    volatility = _volatility(rating.volatility, phi, variance, variance * gained)
    before = sqrt(phi**2 + volatility**2)
    after = 1 / sqrt(1 / before**2 + inverse)
    return Rating(CENTRE + SCALE * (mu + after**2 * gained), SCALE * after, volatility)


def _weight(phi: float) -> float:
    """The paper's g: an opponent whose strength is uncertain counts for less."""
    return 1 / sqrt(1 + 3 * (phi / pi) ** 2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the root of f between two bounds, by the Illinois variant of regula falsi."""
    a = log(sigma**2)

    def f(x: float) -> float:
        sum_ = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - sum_) / (2 * sum_**2) - (x - a) / TAU**2

    one = a
    if delta**2 > phi**2 + variance:
        other = log(delta**2 - phi**2 - variance)
    else:
        other = a - TAU
        while f(other) < 0:
            other -= TAU
    f_one, f_other = f(one), f(other)
    while abs(other - one) > ENOUGH:
        middle = one + (one - other) * f_one / (f_other - f_one)
        f_middle = f(middle)
        if f_middle * f_other <= 0:
            one, f_one = other, f_other
        else:
            f_one /= 2
        other, f_other = middle, f_middle
    return exp(one / 2)
