"""`make demo`: numbers are shown exactly as long as they can be read, and exactly to who asks beyond that."""

from __future__ import annotations

import pytest

import clew
from tools.demo import Row, figures, shown_count


@pytest.mark.parametrize(
    ("count", "shown"),
    [
        (None, "-"),
        (61, "61"),
        (4_112_640_000, "4,112,640,000"),
        (10**15 - 1, "999,999,999,999,999"),
        (10**15, "1.00e15"),
        (95 * 10**45, "9.50e46"),
        (10**400, "1.00e400"),
    ],
)
def test_counts(count: int | None, shown: str) -> None:
    assert shown_count(count) == shown


def test_a_rounded_count_is_told_exactly_to_who_points_at_it() -> None:
    solution = clew.solve(clew.load("null:3"))
    exact, rounded = (
        figures(Row(solution, "null/three", 3, 3, ways, 0.001, 0.001, None)) for ways in (61, 10**15)
    )
    assert [fact.exactly for fact in exact if fact.exactly] == []
    assert [fact for fact in rounded if fact.exactly] == [
        ("1.00e15 optimal solutions", "exactly 1,000,000,000,000,000")
    ]
