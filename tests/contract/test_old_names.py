"""Names that have changed work until 1.0, and say the new one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import clew
from tests.search.boards import COUNTER

SPACE = clew.explore(COUNTER)

OLD: Any = clew

RENAMED: list[tuple[str, Callable[[], object], Callable[[], object]]] = [
    ("clew.rate", lambda: OLD.difficulty(SPACE), lambda: clew.rate(SPACE)),
    (
        "space=",
        lambda: str(OLD.predict_difficulty(level=SPACE)),
        lambda: str(clew.predict_difficulty(space=SPACE)),
    ),
]


@pytest.mark.parametrize(("new", "old_call", "new_call"), RENAMED)
def test_an_old_name_works_and_says_the_new_one(
    new: str, old_call: Callable[[], object], new_call: Callable[[], object]
) -> None:
    with pytest.warns(DeprecationWarning, match=new):
        assert old_call() == new_call()


def test_answers_say_that_to_json_is_now_to_dict() -> None:
    answers: list[Any] = [
        clew.solve(COUNTER),
        clew.hint(COUNTER),
        clew.verify(COUNTER, []),
        clew.census(COUNTER),
    ]
    for answer in answers:
        with pytest.warns(DeprecationWarning, match="to_json is now to_dict"):
            assert answer.to_json() == answer.to_dict()
