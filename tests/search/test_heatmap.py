"""`clew.heatmap`: exact, held against every optimal solution listed one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import clew
from clew.puzzles.base import EnginePuzzle
from clew.puzzles.cells import cell_name
from clew.puzzles.position import Move
from tests.amount import times
from tests.property.random_boards import sample
from tests.property.under_test import puzzle_of
from tests.search.boards import COINS, GAR, KNOWN, LONG, PANGURU, STUCK

MOST_SOLUTIONS = 3000
FAMILIES = ("pebbles", "blocks", "ricochet", "coroutine")


def first_alike(puzzle: clew.Blocks, letter: str) -> str:
    """The first piece that may change places with this one without changing the puzzle."""
    start = str(puzzle.initial())
    canonical = puzzle.canonical(start)
    for other in puzzle.pieces:
        swapped = start.translate(str.maketrans(letter + other, other + letter))
        try:
            if puzzle.canonical(puzzle.position(swapped)) == canonical:
                return other
        except clew.BoardError:  # pieces of another shape cannot change places
            continue
    raise AssertionError(f"{letter} is not even like itself")


def test_its_repr_tells_what_it_counts() -> None:
    assert repr(clew.heatmap(GAR)) == "<Heatmap solved, 61 solutions of length 8, 11 spots>"
    assert "limit (seconds)" in repr(clew.heatmap(GAR, seconds=0))
    assert repr(clew.heatmap("blocks:AAo/ooo/ooo>ooo/ooo/oAA")) == "<Heatmap unsolvable, 0 spots>"


def landing(puzzle: EnginePuzzle, before: object, step: Move) -> tuple[str, str]:
    """What came to stand where, seen from the text of the positions."""
    if isinstance(puzzle, clew.Null):
        return "counter", str(step.after)
    if isinstance(puzzle, clew.Coroutine):
        return str(step.code[0]), cell_name(step.code[2], puzzle.columns)
    if isinstance(puzzle, clew.Pebbles):
        return pushed(puzzle, before, step)
    old, new = (str(state).partition("@")[0].replace("/", "") for state in (before, step.after))
    moved = {a for a, b in zip(old, new, strict=True) if a != b and a.isalpha()}
    if isinstance(puzzle, clew.Blocks):
        (letter,) = moved & set(puzzle.pieces)
        return first_alike(puzzle, letter), cell_name(new.index(letter), puzzle.columns)
    assert isinstance(puzzle, clew.Ricochet)
    (letter,) = moved
    (cell,) = (c for c in range(len(new)) if new[c] == letter and old[c] != letter)
    return letter, cell_name(cell, puzzle.columns)


def pushed(puzzle: clew.Pebbles, before: object, step: Move) -> tuple[str, str]:
    """The pebble that a player pushes, and where it comes to stand: on the cell next to its own towards the
    hole. Under the metric "moves" that cell is the hole.
    """
    old, new = puzzle.tokens(before), puzzle.tokens(step.after)
    (left,) = (cell for cell, token in enumerate(new) if token == "-" != old[cell])
    (hole,) = (cell for cell, token in enumerate(old) if token == "-" != new[cell])
    if puzzle.metric == "moves":
        return old[left], str(hole)
    columns = int(puzzle.layout.partition("x")[2]) if puzzle.layout else 0
    step_by = 1 if left // columns == hole // columns else columns
    return old[left], str(left + (step_by if hole > left else -step_by))


def listed(puzzle: EnginePuzzle) -> tuple[dict[tuple[str, str], tuple[int, int]], int]:
    """Solutions and visits of each landing, by playing every optimal solution; and all moves made."""
    shares: Counter[tuple[str, str]] = Counter()
    visits: Counter[tuple[str, str]] = Counter()
    for line in clew.solutions(puzzle):
        state, seen = puzzle.initial(), []
        for name in line:
            step = puzzle._find(state, name)
            seen.append(landing(puzzle, state, step))
            state = step.after
        visits.update(seen)
        shares.update(set(seen))
    return {spot: (shares[spot], visits[spot]) for spot in visits}, visits.total()


def assert_exact(puzzle: EnginePuzzle) -> None:
    known, moves = listed(puzzle)
    heat = clew.heatmap(puzzle)
    found = {(spot.kind, spot.place): (spot.solutions, spot.visits) for spot in heat}
    assert found == known, str(puzzle)
    assert len(heat) == len(known), f"{puzzle}: a landing is told twice"
    assert sum(spot.visits for spot in heat) == moves
    if getattr(puzzle, "metric", "") != "steps" and heat.length is not None and heat.count is not None:
        assert moves == heat.length * heat.count, "each solution makes as many landings as moves"


@pytest.mark.parametrize("board", KNOWN)
def test_known_boards_are_exact(board: str) -> None:
    assert_exact(clew.load(board))


@pytest.mark.parametrize("family", FAMILIES)
def test_random_boards_are_exact(family: str) -> None:
    held = 0
    for case in sample(family, seed=31, number=times(10, 60)):
        puzzle: EnginePuzzle = puzzle_of(case.board)
        count = clew.solutions(puzzle).count
        if count is not None and 0 < count <= MOST_SOLUTIONS:
            assert_exact(puzzle)
            held += 1
    assert held >= times(3, 20)


def test_shares_are_whole_where_there_is_one_way() -> None:
    heat = clew.heatmap(clew.load("null[highest=9]:4"))
    assert [heat.share("counter", str(place)) for place in range(4)] == [1, 1, 1, 1]
    assert heat.share("counter", "4") == 0, "where it begins it has not come to stand"
    one_move = clew.load("pebbles[grid 1x3]:R-G/-RG")
    (spot,) = clew.heatmap(one_move)
    assert (spot.kind, spot.place, spot.solutions, spot.visits) == ("R", "0", 1, 1)


def test_what_a_goal_wants_is_in_every_solution() -> None:
    puzzle = clew.load(GAR)
    heat = clew.heatmap(puzzle)
    assert (heat.length, heat.count) == (8, 61)
    assert heat.share("A", "e3") == 1
    assert all(0 < Fraction(spot.solutions, 61) <= 1 <= spot.visits for spot in heat)


def test_after_moves_only_what_is_left_counts() -> None:
    puzzle = clew.load(GAR)
    played = clew.heatmap(puzzle, after="BR1 EU1")
    fresh = clew.heatmap(puzzle.at(puzzle.apply(puzzle.apply(puzzle.initial(), "BR1"), "EU1")))
    assert played.length == 6
    assert [repr(spot) for spot in played] == [repr(spot) for spot in fresh]


def test_threads_change_nothing() -> None:
    puzzle = clew.load(PANGURU)
    one, many = clew.heatmap(puzzle, threads=1), clew.heatmap(puzzle, threads=4)
    assert [repr(spot) for spot in one] == [repr(spot) for spot in many]


@pytest.mark.parametrize(
    ("board", "limits", "status"),
    [
        (STUCK, None, "unsolvable"),
        ("null:0", None, "solved"),
        (LONG, clew.Limits(seconds=0.2), "limit"),
    ],
)
def test_where_there_is_no_solution_to_share_it_is_empty(
    board: str, limits: clew.Limits | None, status: str
) -> None:
    heat = clew.heatmap(clew.load(board), limits=limits)
    assert (list(heat), heat.status) == ([], status)
    assert heat.share("A", "a1") == 0


def test_steps_metric_counts_passes_as_landings() -> None:
    assert_exact(clew.load(COINS.replace("coroutine:", "coroutine[steps]:")))
