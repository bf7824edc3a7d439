"""Runs on one puzzle share nothing: neither numbered states nor memory nor what went wrong."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

import clew
from clew._engine import Engine
from clew.errors import ClewError, PuzzleError
from clew.families.puzzlescript.program import program, rules_of
from clew.families.puzzlescript.puzzle import PuzzleScript
from clew.families.puzzlescript.reader import Level, read
from tests.search.test_hostile_games import game

SIDE = 70


def huge() -> PuzzleScript:
    """A level whose positions are too long for a word: each is kept once, and a search holds its number."""
    rows = ["." * SIDE for _ in range(SIDE)]
    rows[60] = "." * 60 + "P" + "." * 9
    rows[0] = "O" + "." * (SIDE - 1)
    rules = ("[ > Player | no Wall ] -> [ Crate | Player ]", "late [ Crate Target ] -> [ Ball Target ]")
    puzzle = PuzzleScript(game(*rules, level="\n".join(rows), win="some Ball"))
    assert puzzle._has_own_numbers
    return puzzle


class Counters(clew.Puzzle):
    """Two counters; the goal is far away."""

    def initial(self) -> tuple[int, int]:
        return (0, 0)

    def moves(self, state: tuple[int, int]) -> list[str]:
        return ["a", "b"]

    def apply(self, state: tuple[int, int], move: str) -> tuple[int, int]:
        a, b = state
        return (a + 1, b) if move == "a" else (a, b + 1)

    def is_goal(self, state: tuple[int, int]) -> bool:
        return state == (1000, 1000)


ASKED: dict[str, Callable[[Any], Any]] = {
    "solve": lambda puzzle: clew.solve(puzzle, memory="1MB"),
    "hint": lambda puzzle: clew.hint(puzzle, memory="1MB"),
    "solutions": lambda puzzle: clew.solutions(puzzle, memory="1MB"),
}


@pytest.mark.parametrize("made", [huge, Counters])
@pytest.mark.parametrize("question", ASKED)
def test_the_same_question_on_the_same_puzzle_ends_at_the_same_limit(
    made: Callable[[], clew.Puzzle], question: str
) -> None:
    puzzle, ask = made(), ASKED[question]
    answers = [ask(puzzle) for _ in range(2)]
    assert [(found.status, found.limit) for found in answers] == [("limit", "memory")] * 2
    assert len({found.states for found in answers}) == 1
    clew.solve(puzzle, states=300)
    assert ask(puzzle).states == answers[0].states


def test_a_map_of_long_positions_keeps_its_states_whatever_is_asked_after_it() -> None:
    level = "\n".join(["P.*.O" + "#" * 195, *["#" * 200] * 60])
    never = "late [ Ball | Wall ] -> [ Ball | ]"  # walls could change, so each cell of them takes bits
    puzzle = PuzzleScript(game("[ > Player | Crate ] -> [ > Player | > Crate ]", never, level=level))
    assert puzzle._has_own_numbers
    first = clew.explore(puzzle)
    states = [first.state(number) for number in range(first.n)]
    assert len(set(states)) == first.n > 1
    assert clew.explore(puzzle).n == first.n
    assert clew.solve(puzzle).length == 3
    assert [first.state(number) for number in range(first.n)] == states


def test_what_goes_wrong_in_one_run_is_no_matter_of_another() -> None:
    """The moves of one position never end; another thread asks for those of the start meanwhile."""
    slow = "[ Ball ] [ Target ] [ Target ] [ Target ] -> [ Ball ] [ Target ] [ Target ] [ Crate ]"
    level = "\n".join(["P*.." + "O" * 76, *["O" * 80] * 20])
    puzzle = PuzzleScript(game(slow, "[ > Player | Crate ] -> [ | Ball ]", level=level, win="some Wall"))
    start = puzzle.initial()
    broken = puzzle.apply(start, "right")
    engine, fine, faulty = puzzle._engine, puzzle._numbers(start), puzzle._numbers(broken)
    failed: list[bool] = []

    def fail() -> None:
        while not failed:
            with pytest.raises(PuzzleError, match=r"line \d+: with this rule"):
                engine.moves(faulty)
            failed.append(True)

    thread = threading.Thread(target=fail)
    thread.start()
    while thread.is_alive():
        assert len(engine.moves(fine)) == 2
    thread.join()
    assert failed


@pytest.fixture
def counting() -> Iterator[list[int]]:
    """How often another thread has run, which gets its turn only when this one gives up Python's lock."""
    counts, ended, before = [0], threading.Event(), sys.getswitchinterval()

    def count() -> None:
        while not ended.is_set():
            counts[0] += 1
            time.sleep(0.0005)

    thread = threading.Thread(target=count)
    sys.setswitchinterval(60)
    try:
        thread.start()
        yield counts
    finally:
        ended.set()
        thread.join()
        sys.setswitchinterval(before)


SLOW = "[ Target ] [ Target ] [ Target ] -> [ Target ] [ Target ] [ Crate ]"
LEVEL = "\n".join(["P" + "O" * 79, *["O" * 80] * 59])


def test_other_threads_go_on_while_the_moves_of_a_slow_game_are_made(counting: list[int]) -> None:
    puzzle = PuzzleScript(game(SLOW, level=LEVEL))
    engine, position = puzzle._engine, puzzle._numbers(puzzle.initial())
    assert goes_on(counting, lambda: engine.moves(position))


def test_other_threads_go_on_while_a_slow_game_begins(counting: list[int]) -> None:
    game_, _ = read(game(SLOW, level=LEVEL, prelude="run_rules_on_level_start"))
    level = next(found for found in game_.levels if isinstance(found, Level))
    numbers = program(game_, level, rules_of(game_))
    values = {"program": numbers, "seed": "", "draws": 0, "start": [], "refusal": ""}
    with pytest.raises(ValueError, match="the moves of one position"):
        Engine.make("puzzlescript", **values)
    assert goes_on(counting, lambda: Engine.make("puzzlescript", **values))


def goes_on(counts: list[int], call: Callable[[], object]) -> bool:
    """Whether the other thread ran during a call that ends in an error, in one of many tries."""
    for _ in range(100):
        before = counts[0]
        with suppress(ClewError, ValueError):
            call()
        if counts[0] > before:
            return True
    return False
