"""Essential solutions: as many as there are traces, enumerated by the reference alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import clew
from tests.amount import times
from tests.property.random_boards import GENERATORS, sample
from tests.property.under_test import puzzle_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from tests.property.random_boards import Sample
    from tests.reference.search import Map

BOARDS = times(6, 90)
"""Boards of each family: together more than 500 with `CLEW_TESTS=many`."""
MOST = 600
"""Solutions of a board that are all enumerated."""

Line = tuple[str, ...]


def lines(whole: Map) -> Iterator[tuple[Line, list[Hashable]]]:
    """The optimal solutions, played with labelled pieces: the names of their moves, and the state after each,
    in which interchangeable pieces are not told apart.
    """

    def go_on(state: Any, names: Line, met: list[Hashable]) -> Iterator[tuple[Line, list[Hashable]]]:
        here = whole.key(state)
        if here in whole.goals:
            yield names, met
            return
        for name, after in whole.rules.moves(state):
            there = whole.key(after)
            if whole.distance.get(there, -1) + whole.rules.cost(name) == whole.distance[here]:
                yield from go_on(after, (*names, name), [*met, there])

    return go_on(whole.rules.start, (), [])


def traces(whole: Map) -> int:
    """The classes of optimal solutions under swaps of two neighbours: both orders are solutions, and have the
    same state behind them (Mazurkiewicz, 1977).
    """
    states = dict(lines(whole))
    assert len(states) == whole.count()
    first = {names: names for names in states}

    def head(names: Line) -> Line:
        while first[names] != names:
            names = first[names]
        return names

    for names, met in states.items():
        for at in range(len(names) - 1):
            other = (*names[:at], names[at + 1], names[at], *names[at + 2 :])
            if other in states and states[other][at + 1 :] == met[at + 1 :]:
                first[head(other)] = head(names)
    return sum(names == one for names, one in first.items())


def small(family: str, number: int) -> Iterator[Sample]:
    """Boards with at least one solution, and few enough to enumerate."""
    for case in sample(family, 5900, 20 * number):
        if case.map.length and case.map.count() <= MOST:
            yield case
            number -= 1
            if not number:
                return


@pytest.mark.parametrize("family", GENERATORS)
def test_as_many_as_there_are_traces(family: str) -> None:
    compared = 0
    for case in small(family, BOARDS):
        assert clew.solutions(puzzle_of(case.board)).essential == traces(case.map), case.board
        compared += 1
    assert compared == BOARDS
