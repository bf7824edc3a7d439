"""One puzzle three times: compiled, in plain Python, and judged by the searches of `tests/reference/`."""

from __future__ import annotations

from random import Random
from typing import Any

import clew
from clew.custom.compiled import has_numba
from tests.custom.own_families import FAMILIES, classes
from tests.custom.random_rules import Drawn, Judged, compiled_class, draw, plain_class, table
from tests.property.random_boards import sample
from tests.property.under_test import puzzle_of
from tests.reference.search import Map

LIMITS = clew.Limits(states=100_000)


def drawn_puzzles(seed: int, first: int, number: int) -> None:
    """Holds `number` puzzles of one set of rules, both drawn from the seed; `first` is the number of the
    first of them among all, which chooses the turns of their loops."""
    assert has_numba()
    chance = Random(f"rules {seed}")
    rules = draw(chance, seed, turns_of(first // number, chance))
    compiled, plain = compiled_class(rules), plain_class(rules)
    for puzzle in range(first, first + number):
        numbers = table(chance, turns_of(puzzle, chance))
        hold(compiled(numbers), plain(numbers), Map(Judged(rules, numbers)), rules)


def family_boards(family: str, seed: int, number: int) -> None:
    """Holds so many random boards of a built-in family against the same rules compiled and in Python."""
    assert has_numba()
    compiled, plain = classes(family)
    board_of: Any = FAMILIES[family][1]
    for case in sample(family, seed, 100 * number, most_states=300):
        given = board_of(case.rules)
        if given is None:
            continue
        number -= 1
        length, count = case.map.length, case.map.count()
        for puzzle in (puzzle_of(case.board), compiled(*given), plain(*given)):
            what = f"{type(puzzle).__name__} of {case.board}"
            found = clew.solve(puzzle, limits=LIMITS)
            assert found.status == ("unsolvable" if length is None else "solved"), what
            assert found.length == length, what
            assert clew.solutions(puzzle, limits=LIMITS).count == count, what
        if not number:
            return
    raise AssertionError(f"too few boards of {family} fit the rules of own_families.py")


def turns_of(puzzle: int, chance: Random) -> list[int]:
    """Turns for each rule: any 64 puzzles one behind the other give every rule every number from 1 to 64."""
    shift = (0, 13, 26, 39, 52)
    return [1 + (puzzle * 5 + by) % 64 for by in shift]


def hold(compiled: Any, plain: Any, judge: Map, rules: Drawn | None = None) -> None:
    """The three agree on length, number of optimal solutions, and every state, move, cost and distance."""
    what = f"{rules.source}\n{compiled.table()} from {compiled.initial()}" if rules else repr(compiled)
    found = clew.solve(compiled, limits=LIMITS)
    assert found.status == ("unsolvable" if judge.length is None else "solved"), what
    assert found.length == judge.length, what
    count = clew.solutions(compiled, limits=LIMITS).count
    assert count == judge.count(), what
    if found.moves is not None:
        assert clew.verify(plain, found.moves).solved, what
    again = clew.solve(plain, limits=LIMITS)
    assert (again.status, again.length) == (found.status, found.length), what
    assert clew.solutions(plain, limits=LIMITS).count == count, what
    hold_maps(clew.explore(compiled), judge, what)


def hold_maps(space: Any, judge: Map, what: str) -> None:
    """The map of the compiled rules is the judge's, state by state; so is the bound on each."""
    assert space.n == len(judge.edges), what
    number = {space.state(at): at for at in range(space.n)}
    engine = space.puzzle._engine
    for state, edges in judge.edges.items():
        at = number[state]
        assert space.row(at).tolist() == [number[edge.after] for edge in edges], what
        begin, end = map(int, space.indptr[at : at + 2])
        if space.costs is not None:
            assert space.costs[begin:end].tolist() == [edge.cost for edge in edges], what
        assert bool(space.is_goal[at]) == (state in judge.goals), what
        assert int(space.distance[at]) == judge.distance.get(state, 65535), what
        assert engine.heuristic(space.puzzle._numbers(state)) == space.puzzle.own.heuristic(state), what
