"""The arena's confidence intervals: when there are any, and that they hold."""

from __future__ import annotations

import numpy as np
import pytest

import clew
from bench.intervals import SCORES, held
from clew_lab import arena
from clew_lab.arena.results import mean
from tests.search.boards import GAR


def test_intervals() -> None:
    assert tuple(mean(np.zeros(0), 0, 1)) == (None, None, None)
    value, low, high = mean(np.arange(100.0), 0, 99)
    assert value == 49.5 and low is not None and high is not None
    assert low == pytest.approx(49.5 - 1.96 * 2.9, abs=1.5) and high == pytest.approx(
        49.5 + 1.96 * 2.9, abs=1.5
    )
    shuffled = np.random.default_rng(2).permutation(np.arange(100.0))
    assert mean(shuffled, 0, 99) == mean(np.arange(100.0), 0, 99)


@pytest.mark.parametrize("boards", [1, 2])
def test_fewer_than_three_boards_have_no_interval(boards: int) -> None:
    assert tuple(mean(np.ones(boards), 0, 1)) == (1.0, None, None)
    found = arena.run(["optimal"], {f"gar{k}": clew.load(GAR) for k in range(boards)})
    assert str(found).splitlines()[1].split() == ["optimal", "100%", "1.00", "0.00", "0", "-", "0", "0"]


def test_boards_that_are_all_alike_leave_room_for_others() -> None:
    """Three solved boards of three do not show that all boards are solved."""
    share = mean(np.ones(3), 0, 1)
    assert share.low is not None and 0.2 < share.low < 0.5 and share.high == 1


@pytest.mark.parametrize("boards", [3, 5, 10])
@pytest.mark.parametrize("scores", sorted(SCORES))
def test_intervals_hold(scores: str, boards: int) -> None:
    """The mean of all boards lies in 95 % of the intervals from a few of them, less 3 at the most."""
    assert held(scores, boards, 300)[0] >= 0.92
