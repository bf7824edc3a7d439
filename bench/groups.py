"""How often `clew_lab.study.strategies` finds groups among players: where there are some, and where none.

``python -m bench.groups [LOGS]`` simulates that many logs of each kind and prints a table. Players without
groups differ in strength, speed and pauses by degree; their false groups should be about 5 %. Takes some
seconds a log.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

import clew
from clew_lab.study import replay, simulate_players, strategies

BOARDS = (
    "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo",
    "blocks:oooB/AAoB/oooo/CCoo",
    "blocks:oooBoo/oooBoo/AAoBoo/CCCooo/ooDooo/ooDooo",
    "blocks:oooB/AAoB/ooCC/oooo",
)
PLAYERS = 24


def levels() -> dict[str, Any]:
    """Twelve levels: four boards, three times each."""
    boards = [clew.load(board) for board in BOARDS]
    return {f"level{k}-{turn}": board for turn in range(3) for k, board in enumerate(boards)}


def kinds(generator: np.random.Generator) -> dict[str, tuple[int, dict[str, Any]]]:
    """For each kind of players the true number of groups, and the arguments of `simulate_players`."""
    n, half = PLAYERS, PLAYERS // 2

    def spread(middle: float, by: float) -> list[float]:
        found: list[float] = np.clip(generator.normal(middle, by, n), 0, None).tolist()
        return found

    return {
        "alike, strong": (1, {"beta": 3.0, "beta_far": 2.0, "slip": 0.02}),
        "alike, very strong": (1, {"beta": 5.0, "beta_far": 4.0, "slip": 0.0}),
        "alike, middling": (1, {"beta": 1.5, "beta_far": 0.5, "slip": 0.05}),
        "strengths by degree, strong": (
            1, {"beta": spread(3, 0.8), "beta_far": spread(2, 0.6), "slip": 0.02}
        ),
        "strengths and pauses by degree": (
            1, {"beta": spread(2, 0.5), "beta_far": spread(0.8, 0.3),
                "pause_rate": np.clip(spread(0.1, 0.04), 0.01, 0.4).tolist()},
        ),
        "two groups: doers and thinkers": (
            2, {"pause_rate": [0.02] * half + [0.25] * half, "slip": [0.02] * half + [0.5] * half,
                "skill_sd": 0.05, "noise": 0.2},
        ),
        "two groups: pauses alone": (2, {"pause_rate": [0.02] * half + [0.25] * half}),
        "two groups: strong and random": (
            2, {"beta": [3.0] * half + [0.7] * half, "beta_far": [2.0] * half + [0.1] * half}
        ),
    }  # fmt: skip


def found(seed: int, arguments: dict[str, Any]) -> tuple[int, str]:
    """The groups in one log, and what is said of them."""
    made = simulate_players(levels(), PLAYERS, seed=seed, **arguments)
    clusters = strategies(replay(made.log, levels()), halves=20).clusters
    return clusters.k, clusters.verdict


def main(logs: int) -> None:
    """Print the table."""
    for kind in kinds(np.random.default_rng(0)):
        groups = []
        for seed in range(logs):
            truth, arguments = kinds(np.random.default_rng(seed))[kind]
            groups.append(found(seed, arguments)[0])
        several = np.array(groups) > 1
        print(
            f"{kind:32} truly {truth}: groups in {several.sum()} of {logs} logs, "
            f"{np.mean(np.array(groups) == truth):.0%} with the true number",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
