"""`check_puzzle` passes what keeps the contract, and finds each fault with the smallest counterexample."""

from __future__ import annotations

from typing import Any

import pytest

import clew
from clew.testing import check_puzzle
from tests.custom.puzzles import Walk

FAMILIES = [
    "null[highest=9]:3",
    "blocks:AABo/ooBo/CCoo",
    "pebbles[triangle 3]:RRGGB-/GRRG-B",
    "ricochet[wall=b2R,wall=c3D]:R..#/..../.B../....>..../.R../..../...B",
    "coroutine:N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S",
    "coroutine[own,steps]:E+S,S/N+E,W@a1,b1>b2",
]


@pytest.mark.parametrize("board", FAMILIES)
def test_the_built_in_families_keep_the_contract(board: str) -> None:
    checked = check_puzzle(clew.load(board), states=60)
    assert checked.bounds is not None
    assert checked.states > 5


def test_what_a_check_says() -> None:
    checked = check_puzzle(Walk(9))
    assert (checked.states, checked.complete, checked.goals, checked.bounds) == (10, True, 1, None)
    assert "all 10 states" in repr(checked)
    assert not check_puzzle(Walk(900), states=50).complete


class Toggling(Walk):
    """Moves in another order every second time that 6 is asked."""

    turn = False

    def moves(self, state: int) -> Any:
        moves = super().moves(state)
        self.turn = self.turn != (state == 6)
        return moves[::-1] if state == 6 and self.turn else moves


class Later(Walk):
    """The moves of 7 change once 5 was seen."""

    seen = False

    def moves(self, state: int) -> Any:
        self.seen = self.seen or state == 5
        return super().moves(state)[: 1 if self.seen and state == 7 else 3]


class Illegal(Walk):
    """Steps below 0 from 1."""

    def moves(self, state: int) -> Any:
        return [-2, -1, 1] if state == 1 else super().moves(state)

    def valid(self, state: int) -> bool:
        return 0 <= state <= 9


class Refused(Walk):
    """Lists a move that its own `apply` cannot make."""

    def moves(self, state: int) -> Any:
        return [*super().moves(state), "jump"] if state == 7 else super().moves(state)


class Sum:
    """A state that can be changed, though it is hashed."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and other.value == self.value

    def __hash__(self) -> int:
        return 1

    def __repr__(self) -> str:
        return f"Sum({self.value})"


class Changing(clew.Puzzle):
    """`apply` adds to the state that it is given, for the move 2."""

    def initial(self) -> Sum:
        return Sum(0)

    def moves(self, state: Sum) -> list[int]:
        return [1, 2] if state.value < 5 else []

    def apply(self, state: Sum, move: int) -> Sum:
        if move == 2:
            state.value += 2
            return state
        return Sum(state.value + move)

    def is_goal(self, state: Sum) -> bool:
        return state.value >= 5


class Drifting(Walk):
    """`apply` counts its calls, and goes elsewhere from the tenth on."""

    calls = 0

    def apply(self, state: int, move: int) -> int:
        self.calls += 1
        return state + move if self.calls < 10 else state


class Hopeful(Walk):
    """Overestimates from 3 on."""

    def heuristic(self, state: int) -> int:
        return (state + 1) // 2 + (state in (3, 6, 7))


class Hopeless(Walk):
    def heuristic(self, state: int) -> int | None:
        return None if state == 5 else 0


class WrongBack(Walk):
    """Ways back that name 8 for 4, and no state leads so far."""

    def predecessors(self, state: int) -> list[int]:
        found = [state + step for step in (2, 1, -1) if 0 <= state + step <= self.start]
        return [*found, 8] if state == 4 else found


class MissingBack(Walk):
    """Ways back that leave out 7 for 5."""

    def predecessors(self, state: int) -> list[int]:
        found = [state + step for step in (2, 1, -1) if 0 <= state + step <= self.start]
        return [before for before in found if (state, before) != (5, 7)]


class NotItself(Walk):
    def canonical(self, state: int) -> int:
        return max(0, state - 1) if state == 7 else 0 if state == 6 else state


class NotTheSame(Walk):
    def canonical(self, state: int) -> int:
        return 2 if state == 7 else state


class OtherSuccessors(Walk):
    def successors(self, state: int) -> list[tuple[int, int]]:
        pairs = [(move, state + move) for move in self.moves(state)]
        return pairs[::-1] if state == 7 else pairs


class TwoOfAName(Walk):
    def moves(self, state: int) -> Any:
        return [*super().moves(state), "-1"] if state == 8 else super().moves(state)


@pytest.mark.parametrize(
    ("fault", "rule", "state", "path"),
    [
        (Toggling, "moves", 6, ["-2", "-1"]),
        (Later, "moves", 7, ["-2"]),
        (Illegal, "moves", 1, None),
        (Refused, "apply", 7, ["-2"]),
        (Changing, "apply", None, []),
        (Drifting, "apply", 7, ["-2"]),
        (Hopeful, "heuristic", 3, None),
        (Hopeless, "heuristic", 5, None),
        (WrongBack, "predecessors", 4, None),
        (MissingBack, "predecessors", 7, ["-2"]),
        (NotItself, "canonical", 7, ["-2"]),
        (NotTheSame, "canonical", 7, ["-2"]),
        (OtherSuccessors, "successors", 7, ["-2"]),
        (TwoOfAName, "moves", 8, ["-1"]),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_a_fault_is_found_where_it_shows_first(
    fault: type[clew.Puzzle], rule: str, state: Any, path: list[str] | None
) -> None:
    with pytest.raises(clew.PuzzleError) as caught:
        check_puzzle(fault())
    error = caught.value
    assert error.rule == rule, error
    if state is not None:
        assert error.state == state, error
    if path is not None:
        assert error.path == path, error
    assert fault.__name__ in str(error)
    assert len(str(error)) < 600


def test_an_exception_is_the_cause() -> None:
    class Breaks(Walk):
        def apply(self, state: int, move: int) -> int:
            return state + move + 0 // (state - 7)

    with pytest.raises(clew.PuzzleError, match="raises ZeroDivisionError") as caught:
        check_puzzle(Breaks())
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert caught.value.state == 7


def test_a_bound_is_held_in_puzzles_too_large_to_map() -> None:
    class Large(clew.Puzzle):
        """Many states, a short way to the goal."""

        def initial(self) -> tuple[int, int]:
            return 6, 0

        def moves(self, state: Any) -> list[str]:
            return ["down", "aside", "far"]

        def apply(self, state: Any, move: str) -> Any:
            left, aside = state
            return (left - 1, aside) if move == "down" else (left, 2 * aside + (move == "far") + 1)

        def is_goal(self, state: Any) -> bool:
            return bool(state == (0, 0))

        def heuristic(self, state: Any) -> int:
            return abs(state[0]) + 1 if state == (2, 0) else 0

    with pytest.raises(clew.PuzzleError, match="true distance is 2"):
        check_puzzle(Large(), states=100)
