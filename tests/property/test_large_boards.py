"""Boards beyond the sizes that the engine has its tables for, against the plain reference."""

from random import Random
from typing import Any

import clew
from tests.property.random_boards import Board, random_blocks, random_pebbles
from tests.property.under_test import flaw, puzzle_of
from tests.reference import rules_of
from tests.reference.rules import rows_of
from tests.reference.search import Map, TooLarge


def walled(rng: Random) -> Board | None:
    """A small board of blocks inside a large one of walls; None if its goal is an edge."""
    board = random_blocks(rng)
    if not isinstance(board.get("goal"), str | list):
        return None
    rows, goal = rows_of(board["board"]), rows_of(board["goal"])
    rows = [row.replace("x", "#") for row in rows]  # one board has one sign for walls
    height, width = rng.randint(17, 64), rng.randint(len(rows[0]) + 1, 64)
    top, left = rng.randint(0, height - len(rows)), rng.randint(0, width - len(rows[0]))

    def set_in(grid: list[str], sign: str) -> list[str]:
        inside = [sign * left + row + sign * (width - left - len(row)) for row in grid]
        below = height - top - len(grid)
        return [sign * width] * top + inside + [sign * width] * below

    return board | {"board": set_in(rows, "#"), "goal": set_in(goal, ".")}


def lengthened(rng: Random) -> Board | None:
    """A small board of pebbles with a long tail of cells on which nothing lies that is wanted there."""
    board = random_pebbles(rng)
    rules: Any = rules_of(board)
    small = len(rules.neighbours)
    cells = rng.choice([129, 200, 512])
    edges = [[cell, other] for cell in range(small) for other in rules.neighbours[cell] if cell < other]
    tokens = [f"t{number}" for number in range(cells - small)]
    edges += [[cell, cell + 1] for cell in range(small, cells - 1)]
    board = {key: value for key, value in board.items() if key not in ("layout", "metric", "coordinates")}
    plates, pebbles = [[*tokens_, *tokens] for tokens_ in (rules.plates, rules.start)]
    return board | {"edges": edges, "plates": " ".join(plates), "pebbles": " ".join(pebbles)}


def test_large_boards_have_the_answers_of_the_reference() -> None:
    for make, wanted in ((walled, 25), (lengthened, 25)):
        rng = Random(make.__name__)
        while wanted:
            board = make(rng)
            if board is None:
                continue
            rules = rules_of(board)
            try:
                known = Map(rules, past_goals=False, most_states=400)
            except TooLarge:
                continue
            wanted -= 1
            puzzle = puzzle_of(board)
            solution = clew.solve(puzzle)
            assert solution.length == known.length, board
            assert clew.solutions(puzzle).count == known.count(), board
            assert sorted(puzzle.moves(puzzle.initial())) == sorted(
                name for name, _ in rules.moves(rules.start)
            )
            if solution.moves is not None:
                assert flaw(rules, solution.moves, known.length) is None, board


def test_lines_are_pushed_on_large_grids() -> None:
    for columns in (5, 32):
        rows = 512 // columns
        numbers = [str(number) for number in range(1, rows * columns)]
        plates = ",".join([*numbers, "-"])
        puzzle = clew.load(f"pebbles[grid {rows}x{columns},slides]:{plates}/{plates}")
        rng = Random(columns)
        state = puzzle.initial()
        for _ in range(2):
            state = puzzle.apply(state, rng.choice(puzzle.moves(state)))
        solution = clew.solve(puzzle.at(state))
        assert solution.optimal and solution.length is not None and solution.length <= 2
        assert (puzzle.heuristic(state) or 0) <= solution.length
