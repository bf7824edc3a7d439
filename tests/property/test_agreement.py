"""Random boards, thousands with `CLEW_TESTS=many`: the package against the plain reference, move by move."""

from itertools import islice
from random import Random
from typing import Any

import pytest

import clew
from tests.amount import times
from tests.property.random_boards import GENERATORS, Sample, sample
from tests.property.under_test import flaw, puzzle_of
from tests.property.wide_boards import WIDE
from tests.reference.search import Map, TooLarge, lines

BOARDS, CHUNK = times(20, 10_000), 20
SHARE, PIECE = times(10, 1_000), 10
ALGORITHMS = ["bfs", "bidirectional", "astar", "ida_star"]

families = pytest.mark.parametrize("family", GENERATORS)
all_chunks = pytest.mark.parametrize("chunk", range(BOARDS // CHUNK))
some_chunks = pytest.mark.parametrize("chunk", range(SHARE // PIECE))


def expect_optimum(case: Sample, solution: Any, start: Any = None, length: Any = ...) -> None:
    """A proved answer: status, length and moves as the reference has them."""
    length = case.map.length if length is ... else length
    what = f"{solution.algorithm} on {case.board}"
    assert solution.status == ("unsolvable" if length is None else "solved"), what
    assert solution.length == length, what
    if length is None:
        assert solution.moves is None, what
    else:
        assert solution.optimal and solution.lower_bound == length, what
        assert flaw(case.rules, solution.moves, length, start) is None, what


@families
@all_chunks
def test_length_moves_and_count(family: str, chunk: int) -> None:
    for case in sample(family, 100 + chunk, CHUNK):
        puzzle = puzzle_of(case.board)
        expect_optimum(case, clew.solve(puzzle))
        assert clew.solutions(puzzle).count == case.map.count(), case.board


@pytest.mark.parametrize("family", WIDE)
@pytest.mark.parametrize("chunk", range(times(1, 3)))
def test_wide_boards(family: str, chunk: int) -> None:
    for case in sample(family, 500 + chunk, times(3, 20), most_states=500, generators=WIDE):
        puzzle = puzzle_of(case.board)
        for algorithm in ["auto", *ALGORITHMS[:3]]:
            expect_optimum(case, clew.solve(puzzle, algorithm=algorithm))
        assert clew.solutions(puzzle).count == case.map.count(), case.board


@families
@some_chunks
def test_algorithms_and_threads_agree(family: str, chunk: int) -> None:
    for case in sample(family, 1000 + chunk, PIECE):
        puzzle = puzzle_of(case.board)
        for algorithm in ALGORITHMS:
            limits = clew.Limits(seconds=0.2) if algorithm == "ida_star" else None
            solution = clew.solve(puzzle, algorithm=algorithm, limits=limits)
            if solution.status == "limit":
                assert algorithm == "ida_star" and solution.limit == "seconds", case.board
                bound = solution.lower_bound or 0
                assert case.map.length is None or bound <= case.map.length, case.board
            else:
                expect_optimum(case, solution)
        alone = clew.solve(puzzle, threads=1)
        for threads in (2, 4):
            together = clew.solve(puzzle, threads=threads)
            assert together.moves == alone.moves, f"{threads} threads on {case.board}"


@families
@some_chunks
def test_every_optimal_solution_is_listed_once(family: str, chunk: int) -> None:
    for case in sample(family, 2000 + chunk, PIECE):
        if case.map.count() > 500:
            continue
        solutions = clew.solutions(puzzle_of(case.board))
        listed = [tuple(moves) for moves in solutions]
        assert len(set(listed)) == len(listed) == case.map.count(), case.board
        for moves in listed:
            assert flaw(case.rules, list(moves), case.map.length) is None, case.board
        again = [tuple(moves) for moves in solutions]
        assert again == listed, f"another order, the second time, on {case.board}"


@families
def test_a_large_number_of_solutions_is_listed_lazily(family: str) -> None:
    for case in sample(family, 2500, times(10, 100)):
        if case.map.count() < 20:
            continue
        first = [tuple(moves) for moves in islice(clew.solutions(puzzle_of(case.board)), 20)]
        assert len(set(first)) == 20, case.board
        for moves in first:
            assert flaw(case.rules, list(moves), case.map.length) is None, case.board


@families
@pytest.mark.parametrize("extra", [1, 2])
def test_longer_solutions_repeat_no_state(family: str, extra: int) -> None:
    for case in sample(family, 2600 + extra, times(8, 60), most_states=150, whole=True):
        if case.map.length is None or case.map.length > 6 or has_interchangeable_pieces(case):
            continue
        expected = lines(case.rules, case.map.length + extra)
        solutions = clew.solutions(puzzle_of(case.board), length=case.map.length + extra)
        assert solutions.count == len(expected), case.board
        assert {tuple(moves) for moves in solutions} == expected, case.board


def has_interchangeable_pieces(case: Sample) -> bool:
    """Then the page does not say which states count as repeated: labelled or merged ones."""
    try:
        labelled = Map(case.rules, merged=False, most_states=len(case.map.states))
    except TooLarge:
        return True
    return len(labelled.states) != len(case.map.states)


def whole_maps(family: str, seed: int, number: int) -> Any:
    """Boards with complete maps, and the package's puzzle of each."""
    for case in sample(family, seed, number, most_states=300, whole=True):
        yield case, puzzle_of(case.board)


@families
def test_distance_and_hint_from_any_position(family: str) -> None:
    rng = Random(f"positions {family}")
    for case, puzzle in whole_maps(family, 3000, times(10, 60)):
        keys = list(case.map.states)
        for here in rng.sample(keys, min(4, len(keys))):
            state = case.map.states[here]
            text, distance = puzzle.position(case.rules.text(state)), case.map.distance.get(here)
            what = f"{case.board} from {text}"
            assert clew.distance(puzzle, text) == distance, what
            expect_optimum(case, clew.solve(puzzle.at(text)), state, distance)
            hint = clew.hint(puzzle, text)
            expected = {edge.name: case.map.distance.get(edge.after) for edge in case.map.edges[here]}
            assert hint.distance == distance, what
            assert [move for move, _ in hint.moves] == puzzle.moves(text), what
            if distance == 0:
                assert hint.best == hint.line == [], what
                continue
            assert dict(hint.moves) == expected, what
            best = {edge.name for edge in case.map.best(here)} if distance is not None else set()
            assert set(hint.best) == best and len(hint.best) == len(best), what
            if best:
                assert hint.line[0] == hint.best[0], what
                assert flaw(case.rules, hint.line, distance, state) is None, what
                assert all(hint.level(level) for level in (1, 2, 3)) and hint.best[0].name in hint.level(3), (
                    what
                )


@families
def test_rules_heuristics_and_identities_on_whole_maps(family: str) -> None:
    for case, puzzle in whole_maps(family, 4000, times(10, 60)):
        canonical: dict[str, Any] = {}
        for here, state in case.map.states.items():
            text = puzzle.position(case.rules.text(state))
            what = f"{case.board} at {text}"
            legal = dict(case.rules.moves(state))
            names = puzzle.moves(text)
            assert sorted(names) == sorted(legal), what
            for name in names:
                after = puzzle.apply(text, name)
                assert after == puzzle.position(case.rules.text(legal[str(name)])), f"{name} on {what}"
                assert puzzle.cost(text, name) == case.rules.cost(str(name)), f"{name} on {what}"
            assert puzzle.is_goal(text) == case.rules.is_goal(state), what
            bound, distance = puzzle.heuristic(text), case.map.distance.get(here)
            if bound is None:
                assert distance is None, f"wrongly proved unsolvable: {what}"
            elif distance is not None:
                assert bound <= distance, f"bound {bound} above the distance {distance}: {what}"
            assert canonical.setdefault(puzzle.canonical(text), here) == here, what
        assert len(canonical) == len(case.map.states), f"one state counted as two on {case.board}"


@families
def test_labelled_states_are_one_where_the_page_says_so(family: str) -> None:
    for case in sample(family, 4500, times(10, 40), most_states=100):
        puzzle = puzzle_of(case.board)
        kinds: dict[Any, str] = {}
        for state in Map(case.rules, past_goals=False, merged=False).states.values():
            one = puzzle.canonical(puzzle.position(case.rules.text(state)))
            assert kinds.setdefault(case.rules.identity(state), one) == one, case.board
        assert len(set(kinds.values())) == len(kinds), case.board


@families
def test_predecessors_are_the_inverse_of_moves(family: str) -> None:
    for case, puzzle in whole_maps(family, 5000, times(10, 40)):
        texts = {here: puzzle.position(case.rules.text(state)) for here, state in case.map.states.items()}
        back = {here: puzzle.predecessors(text) for here, text in texts.items()}
        if None in back.values():
            assert set(back.values()) == {None}, case.board
            continue
        before = {
            here: {puzzle.canonical(text) for text in texts_before} for here, texts_before in back.items()
        }
        for here, edges in case.map.edges.items():
            for edge in edges:
                found = puzzle.canonical(texts[here]) in before[edge.after]
                assert found, f"{edge.name} at {texts[here]} on {case.board} has no way back"
        for here, texts_before in back.items():
            for text in texts_before:
                forward = {
                    case.rules.identity(after) for _, after in case.rules.moves(case.rules.read(str(text)))
                }
                assert here in forward, f"no move of {text} leads to {texts[here]} on {case.board}"
