"""A hidden Markov model with two normal states, fitted to many short sequences at once.

The sequences lie as rows of one matrix, padded at the end, and each step of the forward and backward passes
is taken for all of them together (Rabiner 1989, with the scaling of section V):

    attempt 1   -0.3  0.1  2.9  0.0
    attempt 2    0.2 -0.1   .    .      padded: weight 0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ROUNDS = 200
ENOUGH = 1e-7
LEAST_SPREAD = 0.05


def posterior_of_thinking(sequences: list[Floats]) -> list[Floats]:
    """For each sequence of scores the probability of the state with the larger mean, at each place."""
    lengths = np.array([len(sequence) for sequence in sequences], dtype=np.int64)
    if not lengths.sum():
        return [np.zeros(0) for _ in sequences]
    longest = int(lengths.max())
    values = np.zeros((len(sequences), longest))
    there = np.arange(longest) < lengths[:, None]
    values[there] = np.concatenate(sequences)
    gamma = _fitted(values, there)
    return [gamma[k, :length] for k, length in enumerate(lengths.tolist())]


def _fitted(values: Floats, there: NDArray[np.bool_]) -> Floats:
    seen = values[there]
    mean = np.array([np.quantile(seen, 0.4), np.quantile(seen, 0.95)])
    spread = np.full(2, max(float(seen.std()), LEAST_SPREAD))
    begin, move = np.array([0.5, 0.5]), np.array([[0.8, 0.2], [0.6, 0.4]])
    last = -np.inf
    gamma = np.zeros((*values.shape, 2))
    for _ in range(ROUNDS):
        gamma, pairs, likelihood = _passes(values, there, mean, spread, begin, move)
        weight = gamma.sum(axis=(0, 1))
        mean = (gamma * values[:, :, None]).sum(axis=(0, 1)) / weight
        apart = (values[:, :, None] - mean) ** 2
        spread = np.maximum(np.sqrt((gamma * apart).sum(axis=(0, 1)) / weight), LEAST_SPREAD)
        begin = gamma[there[:, 0], 0].mean(axis=0)
        if pairs.sum() > 0:
            move = (pairs + 1e-9) / (pairs + 1e-9).sum(axis=1, keepdims=True)
        if likelihood - last < ENOUGH * abs(likelihood):
            break
        last = likelihood
    return gamma[:, :, int(np.argmax(mean))]


def _passes(
    values: Floats, there: NDArray[np.bool_], mean: Floats, spread: Floats, begin: Floats, move: Floats
) -> tuple[Floats, Floats, float]:
    """Probabilities of the states at each place, expected numbers of changes, and the log likelihood."""
    density = np.exp(-0.5 * ((values[:, :, None] - mean) / spread) ** 2) / (spread * np.sqrt(2 * np.pi))
    density = np.where(there[:, :, None], density + 1e-300, 1.0)
    n, longest = values.shape
    forward, scale = np.zeros((n, longest, 2)), np.ones((n, longest))
    for t in range(longest):
        ahead = begin if t == 0 else forward[:, t - 1] @ move
        here = np.where(there[:, t, None], ahead * density[:, t], forward[:, t - 1] if t else begin)
        scale[:, t] = np.where(there[:, t], here.sum(axis=1), 1.0)
        forward[:, t] = here / here.sum(axis=1, keepdims=True)
    backward = np.ones((n, longest, 2))
    pairs = np.zeros((2, 2))
    for t in range(longest - 2, -1, -1):
        both = there[:, t + 1]
        reach = density[:, t + 1] * backward[:, t + 1] / scale[:, t + 1, None]
        backward[:, t] = np.where(both[:, None], reach @ move.T, 1.0)
        pairs += move * (forward[both, t].T @ reach[both])
    gamma = forward * backward
    gamma = np.where(there[:, :, None], gamma / gamma.sum(axis=2, keepdims=True), 0.0)
    return gamma, pairs, float(np.log(scale[there]).sum())
