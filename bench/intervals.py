"""How often the arena's 95 % intervals hold the mean of all boards, by the number of boards.

``python -m bench.intervals`` draws boards from populations like those of an arena, and prints for each how
many of the intervals hold and how wide they are. Takes about a minute.
"""

from __future__ import annotations

import numpy as np

from clew_lab.arena.results import mean

SIZES = (3, 5, 10, 30)
TIMES = 4000


def _populations() -> dict[str, tuple[np.ndarray, float, float]]:
    """By name the values of a population, and their bounds."""
    draw = np.random.default_rng(0)
    ratio = {
        "ratio, skewed": np.minimum(10, 1 + draw.lognormal(-0.5, 1, 5000)),
        "ratio, exponential": np.minimum(10, 1 + draw.exponential(0.7, 5000)),
        "ratio, alike": np.clip(draw.normal(1.5, 0.2, 5000), 1, 10),
        "ratio, half optimal": np.where(
            draw.random(5000) < 0.5, 1, np.minimum(10, 1 + draw.exponential(2, 5000))
        ),
        "ratio, rarely bad": np.where(draw.random(5000) < 0.9, 1.0, 4.0),
        "ratio, optimal": np.ones(5000),
    }
    regret = {
        "regret, bell": 2 * draw.beta(4, 6, 5000),
        "regret, skewed": 2 * draw.beta(1, 5, 5000),
        "regret, some optimal": np.where(draw.random(5000) < 0.3, 0.0, 2 * draw.beta(3, 3, 5000)),
    }
    solved = {
        f"solved, {share:.0%}": (np.arange(1000) < 1000 * share) * 1.0
        for share in (0.05, 0.2, 0.5, 0.8, 0.95)
    }
    return {
        **{name: (values, 1.0, 10.0) for name, values in ratio.items()},
        **{name: (values, 0.0, 2.0) for name, values in regret.items()},
        **{name: (values, 0.0, 1.0) for name, values in solved.items()},
    }


SCORES = _populations()


def held(name: str, boards: int, times: int, seed: int = 0) -> tuple[float, float]:
    """The share of intervals from so many boards that hold the mean of all, and their mean width."""
    values, least, most = SCORES[name]
    draw, truth = np.random.default_rng(seed), values.mean()
    found = [mean(draw.choice(values, boards), least, most) for _ in range(times)]
    ends = np.array([(share.low, share.high) for share in found], dtype=np.float64)
    inside = (ends[:, 0] <= truth + 1e-9) & (truth - 1e-9 <= ends[:, 1])
    return float(inside.mean()), float(np.diff(ends).mean())


def main() -> None:
    """Print the table."""
    print("| scores | " + " | ".join(f"{boards} boards" for boards in SIZES) + " |")
    print("|---" * (1 + len(SIZES)) + "|")
    for name in SCORES:
        cells = [held(name, boards, TIMES) for boards in SIZES]
        print(f"| {name} | " + " | ".join(f"{share:.1%}, width {wide:.2f}" for share, wide in cells) + " |")


if __name__ == "__main__":
    main()
