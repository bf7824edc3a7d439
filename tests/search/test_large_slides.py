"""Ricochet boards of up to 64 by 64 cells: each ends in an answer, or at a limit that it names."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import clew
from tests.property.under_test import flaw, puzzle_of
from tests.reference import rules_of
from tests.reference.rules import cell_name

Cell = tuple[int, int]
Board = dict[str, Any]

LETTERS = "RGBYPOCW"
STATES = 20_000


def field(side: int, rng: Random) -> set[Cell]:
    """Blocks strewn over an open field."""
    return {(rng.randrange(side), rng.randrange(side)) for _ in range(side * side // 40)}


def rooms(side: int, rng: Random) -> set[Cell]:
    """Rooms of eight by eight, with a door in each of their walls."""
    blocks = {(r, c) for r in range(side) for c in range(side) if r % 8 == 7 or c % 8 == 7}
    for r in range(0, side, 8):
        for c in range(0, side, 8):
            blocks -= {(r + rng.randrange(7), c + 7), (r + 7, c + rng.randrange(7))}
    return blocks


def maze(side: int, rng: Random) -> set[Cell]:
    """Ways one cell wide, dug from a corner."""
    free, ways = {(0, 0)}, [(0, 0)]
    while ways:
        r, c = ways[-1]
        near = [(r + 2 * down, c + 2 * right) for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        new = [cell for cell in near if cell not in free and min(cell) >= 0 and max(cell) < side]
        if not new:
            ways.pop()
            continue
        there = rng.choice(new)
        free |= {there, ((r + there[0]) // 2, (c + there[1]) // 2)}
        ways.append(there)
    return {(r, c) for r in range(side) for c in range(side)} - free


def made(landscape: Any, side: int, number: int) -> Board:
    """A board: one tile has a goal, or all have, where a walk of twelve slides led them."""
    rng = Random(f"{landscape.__name__} {side} {number}")
    blocks = landscape(side, rng)
    free = sorted({(r, c) for r in range(side) for c in range(side)} - blocks)
    tiles = dict(zip(rng.sample(free, 2 + number % 7), LETTERS, strict=False))
    walls = {f"{cell_name(*rng.choice(free))} {rng.choice(['left', 'down'])}" for _ in range(side // 2)}

    def grid(letters: dict[Cell, str], blocks: set[Cell]) -> list[str]:
        signs = letters | dict.fromkeys(blocks, "#")
        return ["".join(signs.get((r, c), ".") for c in range(side)) for r in range(side)]

    board = {"family": "ricochet", "board": grid(tiles, blocks), "walls": sorted(walls), "goal": []}
    rules: Any = rules_of(board)
    state = rules.start
    for _ in range(12):
        state = rng.choice(rules.moves(state))[1]
    wanted = dict(zip(state, rules.colours, strict=True))
    if number % 2:
        wanted = {cell: letter for cell, letter in wanted.items() if letter == "R"}
    return board | {"goal": grid(wanted, set())}


@pytest.mark.parametrize("landscape", [field, rooms, maze])
@pytest.mark.parametrize("side", [17, 23, 40, 64])
def test_large_boards_end_in_an_answer_or_at_a_named_limit(landscape: Any, side: int) -> None:
    solved = 0
    for number in range(6):
        board = made(landscape, side, number)
        puzzle = puzzle_of(board)
        solution = clew.solve(puzzle, states=STATES)
        plain = clew.solve(puzzle, states=STATES, algorithm="bfs")
        assert solution.status in ("solved", "limit"), board
        if solution.status == "limit":
            assert solution.limit == "states", board
            continue
        solved += 1
        length, moves = solution.length, solution.moves
        assert length is not None and moves is not None, board
        assert solution.optimal and length <= 12, board
        assert flaw(rules_of(board), moves, length) is None, board
        if plain.status == "solved":
            assert (plain.length, plain.moves) == (length, moves), board
        else:
            assert plain.lower_bound is not None and plain.lower_bound <= length, board
    assert solved, "some of them are easy"


def test_more_than_64_cells_in_a_row_are_too_many() -> None:
    with pytest.raises(clew.BoardError, match="64"):
        clew.Ricochet(["R" + "." * 64, "." * 65], ["." * 65, "R" + "." * 64])


def test_a_molecule_may_be_made_anywhere_on_a_large_board() -> None:
    rows = ["." * 40] * 38
    puzzle = clew.Ricochet(["A" + "." * 38 + "B", *rows, "." * 40], ["AB"], anywhere=True)
    solution = clew.solve(puzzle)
    assert (solution.length, solution.optimal) == (1, True)
