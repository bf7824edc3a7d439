"""What is no state of a puzzle is a `BoardError` in everything that takes a state."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import clew
from tests.families import of_families

BOARDS = {
    "wall": "blocks:AAoxBB/oooooo/CCoooo",
    "alike": "blocks:AACCoxBB",
    "pebbles": "pebbles[grid 2x2]:AB--/--AB",
    "ricochet": "ricochet:A../.#./..B>..A/.../B..",
    "coroutine": "coroutine:E,S,W/N,E,S/E,N,W",
    **{name: no_states()[0] for name, no_states in of_families("no_states").items()},
}
NO_STATES: dict[str, tuple[object, ...]] = {
    "wall": (
        "BBoxAA/oooooo/CCoooo",
        "AAoxBB/oooooo/oooooo",
        "AAoxBB/CCoooo/oooooo",
        "AAooBB/oooooo/CCoooo",
        "BBooxA/oooooo/CCoooo",
        "AAoxBB",
    ),
    "alike": ("AAoBBxCC",),
    "pebbles": ("AAB-", "ABAB", "A,B,C,D", "----", "AB-", ["A", 1]),
    "ricochet": ("A../.#./...", "A../.../..B", "Z../.#./..B", "AB./.#./..B"),
    "coroutine": ("a1,a1,0", "a1,z9,0", "a1,b1,7", "a1"),
    **{name: no_states()[1] for name, no_states in of_families("no_states").items()},
}
NONE_OF_ANY: tuple[object, ...] = ("", "rubbish", "\x00", 5, 1.5, b"AB", object())

TAKE_A_STATE: dict[str, Callable[[Any, Any], object]] = {
    "distance": lambda puzzle, state: clew.distance(puzzle, state),
    "hint": lambda puzzle, state: clew.hint(puzzle, state),
    "solve": lambda puzzle, state: clew.solve(puzzle, via=[state]),
    "state": lambda puzzle, state: puzzle.position(state),
    "at": lambda puzzle, state: puzzle.at(state),
    "moves": lambda puzzle, state: puzzle.moves(state),
    "successors": lambda puzzle, state: puzzle.successors(state),
    "apply": lambda puzzle, state: puzzle.apply(state, "x"),
    "cost": lambda puzzle, state: puzzle.cost(state, "x"),
    "is_goal": lambda puzzle, state: puzzle.is_goal(state),
    "heuristic": lambda puzzle, state: puzzle.heuristic(state),
    "canonical": lambda puzzle, state: puzzle.canonical(state),
    "predecessors": lambda puzzle, state: puzzle.predecessors(state),
    "board": lambda puzzle, state: puzzle.draw(state),
    "apparent_distance": lambda puzzle, state: puzzle._apparent_distance(state),
    "Line": lambda puzzle, state: clew.Line(puzzle, "", start=state),
    "index": lambda puzzle, state: clew.explore(puzzle).index(state),
}


@pytest.mark.parametrize("call", TAKE_A_STATE)
@pytest.mark.parametrize("board", BOARDS)
def test_what_is_no_state_is_refused(board: str, call: str) -> None:
    puzzle = clew.load(BOARDS[board])
    for state in (*NO_STATES[board], *NONE_OF_ANY):
        with pytest.raises(clew.BoardError):
            TAKE_A_STATE[call](puzzle, state)


@pytest.mark.parametrize("board", BOARDS)
def test_a_saved_game_cannot_begin_there(board: str) -> None:
    saved = clew.Game(clew.load(BOARDS[board])).save()
    start = clew.load(BOARDS[board]).initial()
    for state in NO_STATES[board]:
        if isinstance(state, str):
            with pytest.raises(clew.BoardError):
                clew.Game.load(saved.replace(f'"start": "{start}"', f'"start": "{state}"'))


def test_a_state_may_be_written_as_boards_are() -> None:
    puzzle = clew.load("blocks:AAo/ooo")
    assert puzzle.moves("AA.\n...") == puzzle.moves("AAo/ooo") == ["AR1"]
    assert clew.load("pebbles[grid 2x2]:AB--/--AB").is_goal("A B - -")


def drawn(draw: random.Random, columns: int, walls: list[int], letters: str) -> str | None:
    """One row of pieces of two cells between those walls; None where they found no room."""
    row = ["x" if cell in walls else "o" for cell in range(columns)]
    for letter in letters:
        free = [cell for cell in range(columns - 1) if row[cell] == row[cell + 1] == "o"]
        if not free:
            return None
        cell = draw.choice(free)
        row[cell] = row[cell + 1] = letter
    return "".join(row)


def test_every_row_that_is_read_is_one_that_the_engine_takes() -> None:
    draw = random.Random(1)
    read = refused = 0
    for _ in range(800):
        columns = draw.randint(5, 11)
        walls = draw.sample(range(columns), draw.randint(0, 2))
        board = drawn(draw, columns, walls, "ABCD"[: draw.randint(1, 4)])
        if board is None:
            continue
        state = drawn(
            draw,
            columns,
            walls,
            "".join(draw.sample(sorted(set(board) - {"o", "x"}), k=len(set(board) - {"o", "x"}))),
        )
        if state is None:
            continue
        puzzle = clew.Blocks([board])
        try:
            position = puzzle._numbers(puzzle.position(state))
        except clew.BoardError:
            refused += 1
            continue
        puzzle._engine.canonical(position)
        read += 1
    assert read > 50 and refused > 50


class Bounded(clew.Puzzle):
    """Counts down from 5 to 0."""

    def initial(self) -> int:
        return 5

    def moves(self, state: int) -> list[str]:
        return ["down"] if state else []

    def apply(self, state: int, move: str) -> int:
        return state - 1

    def is_goal(self, state: int) -> bool:
        return state == 0

    def valid(self, state: Any) -> bool:
        return isinstance(state, int) and 0 <= state <= 5


@pytest.mark.parametrize("state", [-1, 6, "up", (1, 2), [1]])
def test_your_own_puzzle_says_what_a_state_is(state: object) -> None:
    assert clew.distance(Bounded(), 3) == 3
    for call in (clew.distance, clew.hint, lambda puzzle, state: clew.solve(puzzle, via=[state])):
        with pytest.raises(clew.BoardError):
            call(Bounded(), state)


@clew.compiled
class Steps(clew.Puzzle):
    """A counter from 7 to 0, as compiled rules."""

    words = 1
    most = 1

    def initial(self) -> int:
        return 7

    @staticmethod
    def expand(state: int, out: Any) -> int:
        if state == 0:
            return 0
        out[0] = state - 1
        return 1

    @staticmethod
    def is_goal(state: int) -> bool:
        return state == 0


@pytest.mark.parametrize("state", [-1, 1 << 63, (1, 2), 1.5])
def test_a_compiled_puzzle_takes_its_words_alone(state: object) -> None:
    puzzle = Steps()
    assert clew.distance(puzzle, 4) == 4
    with pytest.raises(clew.BoardError, match="must be a whole number"):
        clew.distance(puzzle, state)
