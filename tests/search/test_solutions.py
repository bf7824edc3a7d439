"""All optimal solutions: exact counts, lazy and in a fixed order."""

from __future__ import annotations

from itertools import islice

import pytest

import clew
from tests.search.boards import COUNTER, GAR, KNOWN, STUCK


@pytest.mark.parametrize("board", KNOWN)
def test_as_many_as_counted_all_different_all_legal(board: str) -> None:
    puzzle = clew.load(board)
    found = clew.solutions(puzzle)
    length, count = KNOWN[board]
    lines = list(found)
    assert (found.status, found.length, found.count) == ("solved", length, count)
    assert len({tuple(line) for line in lines}) == len(lines) == count
    for line in lines:
        verdict = clew.verify(puzzle, line)
        assert (verdict.solved, verdict.length, verdict.goal_after) == (True, length, len(line))
    assert found.solution.moves in lines


def test_the_order_is_fixed() -> None:
    first, second = clew.solutions(clew.load(GAR), threads=1), clew.solutions(clew.load(GAR), threads=4)
    assert list(first) == list(first) == list(second)


def test_listing_is_lazy() -> None:
    puzzle = clew.load("blocks[free,piece]:BAAC/BAAC/DEEF/DGHF/IooJ>..../..../..../.AA./.AA.")
    assert [len(line) for line in islice(clew.solutions(puzzle), 3)] == [81, 81, 81]


def test_nothing_to_do_is_one_solution_and_unsolvable_none() -> None:
    assert (clew.solutions(clew.load("null:0")).count, list(clew.solutions(clew.load("null:0")))) == (1, [[]])
    assert (clew.solutions(clew.load(STUCK)).count, list(clew.solutions(clew.load(STUCK)))) == (0, [])


def test_longer_lines_repeat_no_state() -> None:
    assert clew.solutions(clew.load(COUNTER), length=6).count == 0, "going up comes back through the start"
    puzzle = clew.load(GAR)
    found = clew.solutions(puzzle, length=9)
    lines = list(found)
    assert len(lines) == found.count
    for line in lines[:200]:
        assert clew.verify(puzzle, line).goal_after == 9


def test_after_counts_from_there() -> None:
    puzzle = clew.load(GAR)
    first = next(iter(clew.solutions(puzzle)))[0]
    rest = clew.solutions(puzzle, after=[first])
    assert rest.count == len([line for line in clew.solutions(puzzle) if line[0] == first])


def test_a_wrong_length_is_refused() -> None:
    with pytest.raises(clew.ClewError, match="length=-1"):
        clew.solutions(clew.load(GAR), length=-1)


PANGURU = "pebbles:WCBRBOGYGPCORPY/GOCPCYRYBRGPBO-"
DEEP = "pebbles:WCBRBOGYGPCORPY/-ORPYCBCYRBPGOG"
"""25 moves: layers of hundreds of thousands of states, in many parts."""


def test_counted_without_being_listed_is_as_many_as_listed() -> None:
    for threads in (1, 2):
        found = clew.solutions(PANGURU, threads=threads)
        assert found.count == len(list(found)) == len({tuple(line) for line in found})


def test_many_parts_and_threads_make_one_number() -> None:
    assert [clew.solutions(DEEP, threads=threads).count for threads in (1, 3)] == [2_279_023, 2_279_023]


def test_the_first_of_a_list_comes_without_the_others() -> None:
    found = clew.solutions(DEEP, memory="3MB")
    assert found.status == "solved"
    assert next(iter(found)) == list(clew.solve(DEEP)) == found.solution.moves
    assert found.count is None
    assert found.limit == found.solution.limit == "memory"
