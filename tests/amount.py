"""How many cases a test takes: few on every commit, all of them with `CLEW_TESTS=many` (`make test-many`).

What grows is the number of cases: recordings, seeds, boards drawn by chance, parameters. A test with more
than `MOST` parameters takes as many of them on a commit, always the same ones. `@pytest.mark.many` is for
tests that cannot be made small yet, most of them of the studio and its pages; they wait for `make test-many`
altogether.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import TypeVar

import pytest

MANY = os.environ.get("CLEW_TESTS") == "many"
MOST = 8

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


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselects what waits for `CLEW_TESTS=many`, unless a test is asked for by its name."""
    if MANY or any("::" in argument for argument in config.args):
        return
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("many") is None:
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = set()
    for name, found in cases.items():
        # By chance, not evenly: steps would meet the same family or algorithm each time.
        kept.update(found if len(found) <= MOST else random.Random(name).sample(found, MOST))
    left = [item for item in items if item not in kept]
    if left:
        items[:] = [item for item in items if item in kept]
        config.hook.pytest_deselected(items=left)


def header() -> str | None:
    """Says that this run takes more than the usual cases."""
    return "many cases: the nightly size of every test" if MANY else None
