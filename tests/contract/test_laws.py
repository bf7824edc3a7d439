"""What holds for every family, held on every board that the project ships."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

import clew
from clew.puzzles.families import NAMES, declared

FILES = sorted((Path(__file__).resolve().parents[2] / "boards").glob("*/*.toml"))
BOARDS: list[Path | str] = [*FILES, *(declared(name).sample[0] for name in NAMES)]
STATES = 40


def name(board: Path | str) -> str:
    return board.partition(":")[0] if isinstance(board, str) else f"{board.parent.name}/{board.stem}"


@pytest.fixture(params=BOARDS, ids=name)
def puzzle(request: pytest.FixtureRequest) -> Any:
    return clew.load(request.param)


@pytest.fixture
def states(puzzle: Any) -> list[str]:
    """States along random plays, the start first."""
    rng = Random(str(puzzle))
    found = [puzzle.initial()]
    while len(found) < STATES:
        moves = puzzle.moves(found[-1])
        found.append(puzzle.apply(found[-1], rng.choice(moves)) if moves else puzzle.initial())
    return found


def test_moves_are_the_same_whenever_asked(puzzle: Any, states: list[str]) -> None:
    first = [puzzle.moves(state) for state in states]
    again = [puzzle.moves(state) for state in reversed(states)][::-1]
    assert first == again
    assert all(len(set(moves)) == len(moves) for moves in first)


def test_apply_is_pure(puzzle: Any, states: list[str]) -> None:
    for state in states:
        moves = puzzle.moves(state)
        once = [puzzle.apply(state, move) for move in moves]
        assert [puzzle.apply(state, move) for move in moves] == once
        assert puzzle.moves(state) == moves
        assert state not in once or puzzle.family == "coroutine"
    assert puzzle.initial() == states[0]


def test_a_move_that_is_not_legal_says_what_is(puzzle: Any, states: list[str]) -> None:
    for text in ("", "nonsense", "?", "AR99", "99-98", "z9L", "7N"):
        with pytest.raises(clew.IllegalMove) as caught:
            puzzle.apply(states[0], text)
        assert str(caught.value)


def test_costs_and_bounds(puzzle: Any, states: list[str]) -> None:
    for state in states:
        assert all(puzzle.cost(state, move) >= 0 for move in puzzle.moves(state))
        bound = puzzle.heuristic(state)
        assert bound is None or bound >= 0
        if puzzle.is_goal(state):
            assert bound == 0


def test_canonical_states(puzzle: Any, states: list[str]) -> None:
    for state in states:
        one = puzzle.canonical(state)
        assert puzzle.canonical(one) == one
        assert puzzle.is_goal(one) == puzzle.is_goal(state)
        assert puzzle.heuristic(one) == puzzle.heuristic(state)
        after = {puzzle.canonical(puzzle.apply(state, move)) for move in puzzle.moves(state)}
        assert {puzzle.canonical(puzzle.apply(one, move)) for move in puzzle.moves(one)} == after


def test_predecessors_lead_back(puzzle: Any, states: list[str]) -> None:
    for state in states[:10]:
        for before in puzzle.predecessors(state) or []:
            after = {puzzle.canonical(puzzle.apply(before, move)) for move in puzzle.moves(before)}
            assert puzzle.canonical(state) in after
        for move in puzzle.moves(state):
            found = puzzle.predecessors(puzzle.apply(state, move))
            assert found is None or puzzle.canonical(state) in map(puzzle.canonical, found)


def test_states_are_texts_that_read_back(puzzle: Any, states: list[str]) -> None:
    for state in states:
        assert puzzle.position(state) == state
        assert puzzle.position("\n" + str(state).replace("/", "\n") + "\n") == state
        assert puzzle.canonical(puzzle._state_of(puzzle._numbers(state))) == puzzle.canonical(state)


def test_steps_are_the_moves(puzzle: Any, states: list[str]) -> None:
    for state in states:
        steps = puzzle.moves(state)
        assert [step.name for step in steps] == puzzle.moves(state)
        for step in steps:
            assert step.after == puzzle.apply(state, step.name)
            assert step.cost == puzzle.cost(state, step.name)
            assert puzzle._find(state, step.name) == step
            assert puzzle._follow(state, step.code).after == step.after
            assert all(puzzle._words(state, [step.code])[0])


def test_the_puzzle_from_another_state(puzzle: Any, states: list[str]) -> None:
    for state in states[::8]:
        there = puzzle.at(state)
        assert there.initial() == state
        assert there.moves(state) == puzzle.moves(state)
        assert there.is_goal(state) == puzzle.is_goal(state)
    assert str(puzzle.at(states[0])) == str(puzzle)


def test_the_compact_form_reads_back(puzzle: Any) -> None:
    again = clew.load(str(puzzle))
    assert str(again) == str(puzzle)
    assert again.initial() == puzzle.initial()
    assert again.moves(again.initial()) == puzzle.moves(puzzle.initial())


def test_toml_reads_back(puzzle: Any, tmp_path: Path) -> None:
    copy = tmp_path / "copy.toml"
    copy.write_text(puzzle.to_toml(), encoding="utf-8")
    again = clew.load(copy)
    assert again == puzzle and hash(again) == hash(puzzle)
    assert again.to_dict() == puzzle.to_dict()
    assert (again.title, again.par, again.notes) == (puzzle.title, puzzle.par, puzzle.notes)


def test_a_list_of_moves_splits_into_its_moves(puzzle: Any) -> None:
    state, played = puzzle.initial(), []
    rng = Random(7)
    for _ in range(12):
        moves = puzzle.moves(state)
        if not moves:
            break
        played.append(rng.choice(moves))
        state = puzzle.apply(state, played[-1])
    for mark in (" ", "\n", "; "):
        assert puzzle._split_moves(mark.join(map(str, played))) == played
