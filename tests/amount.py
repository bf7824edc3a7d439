"""How many cases a test takes: few on every commit, all of them with `CLEW_TESTS=many` (`make test-many`).

Every test runs on every commit. What grows is the number of cases: recordings, seeds, boards drawn by chance.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

MANY = os.environ.get("CLEW_TESTS") == "many"

Case = TypeVar("Case")


def few(cases: Sequence[Case], most: int) -> list[Case]:
    """Evenly spread cases, the first and the last among them; all of them with `CLEW_TESTS=many`."""
    if MANY or len(cases) <= most:
        return list(cases)
    if most == 1:
        return [cases[0]]
    return [cases[step * (len(cases) - 1) // (most - 1)] for step in range(most)]


def times(usual: int, many: int) -> int:
    """How often something random is tried: `usual`, or `many` with `CLEW_TESTS=many`."""
    return many if MANY else usual


def header() -> str | None:
    """Says that this run takes more than the usual cases."""
    return "many cases: the nightly size of every test" if MANY else None
