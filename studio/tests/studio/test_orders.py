"""Orders and conditions of experiments: squares are balanced, and so are groups."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from clew_studio.experiments.orders import assigned, latin_square, ordered

SIZES = st.integers(1, 24)


@given(SIZES)
def test_each_number_is_once_in_each_row_and_column(size: int) -> None:
    square = latin_square(size)
    for line in (*square, *map(list, zip(*square, strict=True))):
        assert sorted(line) == list(range(size))


@given(SIZES.filter(lambda size: size % 2 == 0))
def test_with_an_even_size_each_follows_each_other_once(size: int) -> None:
    pairs = Counter(pair for row in latin_square(size) for pair in pairwise(row))
    assert set(pairs.values()) == {1}
    assert len(pairs) == size * (size - 1)


@given(st.integers(1, 9), st.integers(0, 40), st.text(max_size=5))
def test_every_order_has_all_levels(size: int, row: int, seed: str) -> None:
    things = [f"level {number}" for number in range(size)]
    assert ordered(things, "fixed", row, seed) == things
    for order in ("random", "latin"):
        found = ordered(things, order, row, seed)
        assert sorted(found) == sorted(things)
        assert found == ordered(things, order, row, seed)
    assert ordered(things, "latin", row, seed) == ordered(things, "latin", row + size, seed)


@given(st.integers(1, 8), st.integers(0, 60), st.text(max_size=5))
def test_conditions_differ_by_one_participant_at_most(conditions: int, participants: int, seed: str) -> None:
    counts = [0] * conditions
    for number in range(participants):
        counts[assigned(counts, f"{seed} {number}")] += 1
    assert max(counts) - min(counts) <= 1


def test_ties_are_not_always_broken_in_the_same_way() -> None:
    assert {assigned([0, 0, 1], f"seed {number}") for number in range(40)} == {0, 1}
