"""Memory stays near its limit: every family and kind of work, on boards that need more than they may take.

All of them with `CLEW_TESTS=many`, and by `make peaks`.
"""

from __future__ import annotations

import pytest

from bench.peaks import LIMITS, MB, cases, peak
from tests.amount import MANY

SMALL, LARGE, _ = LIMITS
"""The third is for `make peaks`, which measures all cases at once."""
EVERY_RUN = [
    ("fifteen/bidirectional", LARGE),
    ("panguru/heat", SMALL),
    ("panguru-28/count", SMALL),
    ("alike/census", SMALL),
    ("straight/explore", LARGE),
    ("straight-12/solve", SMALL),
    ("straight-12/improve", SMALL),
    ("straight-12/hint", LARGE),
    ("free/bfs", SMALL),
    ("ricochet/count", SMALL),
    ("anywhere/explore", SMALL),
    ("coroutine/explore", SMALL),
    ("puzzlescript/astar", SMALL),
    ("python/bfs", SMALL),
    ("compiled/explore", SMALL),
]
MORE = [
    ("fifteen/bfs", SMALL),
    ("fifteen/twice", SMALL),
    ("panguru/explore", SMALL),
    ("panguru/census", LARGE),
    ("matrices/ranks", SMALL),
    ("alike/explore", SMALL),
    ("straight/census", SMALL),
    ("straight-12/bfs", SMALL),
    ("straight-12/astar", SMALL),
    ("straight-12/distance", SMALL),
    ("straight-12/states", SMALL),
    ("free/explore", SMALL),
    ("ricochet/bidirectional", SMALL),
    ("robots/bfs", LARGE),
    ("puzzlescript/explore", SMALL),
    ("puzzlescript/improve", SMALL),
    ("tolls/count", SMALL),
    ("compiled/bfs", SMALL),
]
CASES = [*EVERY_RUN, *MORE]
"""What needs more memory than it may take."""
OTHERS = [(case, limit) for case in cases() for limit in (SMALL, LARGE) if (case, limit) not in CASES]


@pytest.mark.alone
@pytest.mark.parametrize(
    ("case", "limit"),
    [*CASES, *OTHERS] if MANY else EVERY_RUN,
)
def test_no_more_is_held_than_the_limit_and_a_tenth(case: str, limit: int) -> None:
    found = peak(case, limit)
    assert found.within(limit), f"{found.bytes / MB:.0f} MB held under a limit of {limit / MB:.0f} MB"
    assert (case, limit) not in CASES or "memory" in found.ended, f"it did not need so much: {found}"


def test_every_kind_of_work_and_every_family_is_measured() -> None:
    measured = {part for case, _ in CASES for part in case.split("/")}
    boards = {case.split("/")[0] for case in cases()}
    assert {case for case, _ in CASES} <= set(cases())
    assert boards <= measured
