"""What a user gets wrong is told in words, or arrives as the exception that it is."""

from __future__ import annotations

import os
import signal
import threading
import traceback
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import clew
from tests.custom.puzzles import Graph, Walk


class Fails(Walk):
    """Raises at the state 4, in the rule named."""

    def __init__(self, rule: str) -> None:
        super().__init__(9)
        original: Callable[..., Any] = getattr(self, rule)

        def failing(*given: Any) -> Any:
            if given[:1] == (4,):
                raise LookupError("no four here")  # this line is in the traceback
            return original(*given)

        setattr(self, rule, failing)


CALLS: dict[str, Callable[[Any], Any]] = {
    "solve": clew.solve,
    "explore": clew.explore,
    "hint": clew.hint,
    "solutions": lambda puzzle: clew.solutions(puzzle).count,
    "improve": lambda puzzle: list(clew.improve(puzzle)),
    "solve by A*": lambda puzzle: clew.solve(puzzle, "astar"),
    "solve by IDA*": lambda puzzle: clew.solve(puzzle, "ida_star"),
}


@pytest.mark.parametrize(
    "rule", ["moves", "apply", "is_goal", "heuristic", "cost", "canonical", "successors"]
)
@pytest.mark.parametrize("call", CALLS)
def test_an_exception_arrives_with_its_own_traceback(rule: str, call: str) -> None:
    if rule == "heuristic" and call in ("solve", "explore", "hint", "solutions"):
        pytest.importorskip("numpy")
    with pytest.raises(LookupError, match="no four here") as caught:
        CALLS[call](Fails(rule))
        if rule in ("heuristic",):
            raise LookupError("no four here")  # a search that needs no bound of that state is right as well
    if rule != "heuristic":
        frames = traceback.extract_tb(caught.value.__traceback__)
        assert frames[-1].filename == __file__
        assert frames[-1].name == "failing"
        assert "no four here" in (frames[-1].line or "")


@pytest.mark.parametrize("call", CALLS)
def test_an_exception_of_the_engines_own_kind_arrives_too(call: str) -> None:
    """`ValueError` is what the engine raises where it refuses an argument."""

    class Lost(Walk):
        def moves(self, state: int) -> list[str]:
            raise ValueError("no four here")

    with pytest.raises(ValueError, match="no four here"):
        CALLS[call](Lost())


def test_after_an_exception_the_puzzle_can_be_used_again() -> None:
    class Once(Walk):
        broken = True

        def moves(self, state: int) -> Any:
            if self.broken:
                raise RuntimeError("not yet")
            return super().moves(state)

    puzzle = Once()
    with pytest.raises(RuntimeError):
        clew.solve(puzzle)
    puzzle.broken = False
    assert clew.solve(puzzle).length == 5


def wrong(**rules: Any) -> clew.Puzzle:
    """A walk with other rules."""
    made: clew.Puzzle = type("Wrong", (Walk,), rules)()
    return made


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (wrong(initial=lambda self: [1, 2]), "list, which cannot be hashed"),
        (wrong(initial=lambda self: None), "initial.. returned None"),
        (wrong(initial=property(lambda self: 9)), "initial is a property; it must be a method"),
        (wrong(moves=5), "moves is of type int; it must be a method"),
        (wrong(apply=lambda self, state, move: None), "returns None; it must return the new state"),
        (wrong(apply=lambda self, state, move: {state}), "set, which cannot be hashed"),
        (wrong(moves=lambda self, state: None), "must be a list or another iterable"),
        (wrong(successors=lambda self, state: [3]), "must yield .move, state."),
        (wrong(cost=lambda self, state, move: -1), "a cost is a whole number"),
        (wrong(cost=lambda self, state, move: 0.5), "a cost is a whole number"),
        (wrong(heuristic=lambda self, state: "far"), "must be a number, or None"),
        (wrong(heuristic=lambda self, state: float("nan")), "must be a number, or None"),
        (Walk, "is a class; pass an instance of it"),
        (object(), "is not a puzzle"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_slip_is_told_in_words(puzzle: Any, words: str) -> None:
    with pytest.raises(clew.ClewError, match=words):
        clew.solve(puzzle)


def test_bounds_may_be_floats_and_infinite() -> None:
    puzzle = wrong(heuristic=lambda self, state: state / 2 if state < 9 else 4.5)
    assert clew.solve(puzzle).length == 5
    nowhere = {"is_goal": lambda self, state: False}
    assert clew.solve(wrong(heuristic=lambda self, state: float("inf"), **nowhere)).status == "unsolvable"
    assert clew.solve(wrong(heuristic=lambda self, state: None, **nowhere)).status == "unsolvable"


def _interrupt(after: float) -> threading.Timer:
    timer = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def test_ctrl_c_ends_a_rule_that_never_returns() -> None:
    class Stuck(Walk):
        def moves(self, state: int) -> Any:
            timers.append(_interrupt(0.1))
            while True:
                pass

    timers: list[threading.Timer] = []
    with pytest.raises(KeyboardInterrupt):
        clew.solve(Stuck())
    for timer in timers:
        timer.join()


def test_ctrl_c_in_a_search_gives_what_is_known() -> None:
    class Endless(Walk):
        asked = 0

        def moves(self, state: int) -> list[int]:
            self.asked += 1
            if self.asked == 1000:
                os.kill(os.getpid(), signal.SIGINT)
            return [1, 2]

    solution = clew.solve(Endless(1))
    assert (solution.status, solution.limit) == ("limit", "interrupted")
    assert (solution.lower_bound or 0) > 1


def test_cancel_from_another_thread() -> None:
    class Endless(Walk):
        def moves(self, state: int) -> list[int]:
            return [1, 2]

    limits = clew.Limits()
    timer = threading.Timer(0.2, limits.cancel)
    timer.start()
    assert clew.solve(Endless(1), limits=limits).limit == "interrupted"
    timer.join()


def test_wrong_ways_back_are_found_out_by_the_search_that_takes_them() -> None:
    rules = {"goals": lambda self: [0], "predecessors": lambda self, state: [state + 5]}
    with pytest.raises(clew.PuzzleError, match="from which no move leads there"):
        clew.solve(wrong(**rules))
    missing = {"goals": lambda self: [0], "predecessors": lambda self, state: []}
    with pytest.raises(clew.PuzzleError, match=r"predecessors: of . leave out"):
        clew.solve(wrong(**missing))


def test_a_map_of_ones_own_puzzle_is_no_file() -> None:
    with pytest.raises(clew.ClewError, match="your own puzzle"):
        clew.explore(Walk()).save("/nowhere/map.npz")


class Changing(Graph):
    """`predecessors` leaves out others each time that it is asked."""

    def __init__(self, size: int = 30) -> None:
        self.chance = Random(1)
        arcs = {state: [self.chance.randrange(size) for _ in range(3)] for state in range(size)}
        super().__init__(arcs, 0, {size - 1})

    def predecessors(self, state: int) -> list[int]:
        return [before for before in self.arcs if state in self.arcs[before] and self.chance.random() < 0.7]


def test_rules_that_contradict_themselves_print_no_panic(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(clew.PuzzleError, match="the rules contradict themselves, so no solution"):
        clew.hint(Changing())
    assert capfd.readouterr().err == ""
