"""Names that have changed work until 1.0, and say the new one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import clew
from tests.search.boards import COUNTER

SPACE = clew.explore(COUNTER)

RENAMED: list[tuple[str, Callable[[], object], Callable[[], object]]] = [
    ("clew.rate", lambda: clew.difficulty(SPACE), lambda: clew.rate(SPACE)),
    (
        "space=",
        lambda: str(clew.predict_difficulty(level=SPACE)),
        lambda: str(clew.predict_difficulty(space=SPACE)),
    ),
    *(
        ("to_dict", lambda found=found: found.to_json(), lambda found=found: found.to_dict())
        for found in (
            clew.solve(COUNTER),
            clew.hint(COUNTER),
            clew.verify(COUNTER, "down"),
            clew.census(COUNTER),
        )
    ),
]


@pytest.mark.parametrize(("new", "old_call", "new_call"), RENAMED)
def test_an_old_name_works_and_says_the_new_one(
    new: str, old_call: Callable[[], object], new_call: Callable[[], object]
) -> None:
    with pytest.warns(DeprecationWarning, match=new):
        assert old_call() == new_call()
