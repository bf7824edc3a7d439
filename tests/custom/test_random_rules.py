"""Random compiled rules give what the same rules give in Python, with loops of 1 to 64 turns."""

from __future__ import annotations

import pytest

from tests.amount import few, times
from tests.custom.agreement import drawn_puzzles, family_boards
from tests.custom.own_families import FAMILIES

CLASSES, TABLES = 20, times(2, 10)


@pytest.mark.parametrize("number", few(range(CLASSES), 1))
def test_compiled_rules_agree_with_python_and_the_reference(number: int) -> None:
    drawn_puzzles(seed=number, first=number * TABLES, number=TABLES)


@pytest.mark.parametrize("family", FAMILIES)
def test_built_in_families_agree_with_the_same_rules_compiled_and_in_python(family: str) -> None:
    family_boards(family, seed=1, number=times(2, 20))
