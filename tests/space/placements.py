"""Every position of a board's pieces, and how many moves each needs, by plain search over the reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import combinations, permutations, product
from typing import Any

import clew
from clew.puzzles.base import EnginePuzzle
from tests.reference import rules_of


def every_state(puzzle: EnginePuzzle) -> Iterator[str]:
    """All placements as text; some of them more than once, if pieces are alike."""
    if isinstance(puzzle, clew.Pebbles):
        yield from ("".join(tokens) for tokens in set(permutations(puzzle.pebbles)))
    elif isinstance(puzzle, clew.Coroutine):
        from clew.puzzles.cells import cell_name

        names = [cell_name(cell, puzzle.columns) for cell in range(puzzle.rows * puzzle.columns)]
        yield from (f"{one},{two},{turn}" for one, two in permutations(names, 2) for turn in "01")
    elif isinstance(puzzle, clew.Ricochet):
        free = [cell for cell in range(puzzle.rows * puzzle.columns) if cell not in puzzle.blocks]
        letters = [letter for letter, _ in puzzle.tiles]
        blank = ["#" if cell in puzzle.blocks else "." for cell in range(puzzle.rows * puzzle.columns)]
        for cells in permutations(free, len(letters)):
            grid = blank.copy()
            for letter, cell in zip(letters, cells, strict=True):
                grid[cell] = letter
            yield _rows(grid, puzzle.columns)
    else:
        assert isinstance(puzzle, clew.Blocks)
        yield from _blocks(puzzle)


def _rows(grid: list[str], columns: int) -> str:
    return "/".join("".join(grid[k : k + columns]) for k in range(0, len(grid), columns))


def _blocks(puzzle: clew.Blocks) -> Iterator[str]:
    """Every piece everywhere, without what the board's own reader refuses (another line, another order)."""
    size = puzzle.rows * puzzle.columns
    places = []
    for cells in puzzle.pieces.values():
        shape = [divmod(cell, puzzle.columns) for cell in cells]
        top, left = min(row for row, _ in shape), min(column for _, column in shape)
        there = []
        for down, right in product(range(puzzle.rows), range(puzzle.columns)):
            moved = [(row - top + down, column - left + right) for row, column in shape]
            if all(row < puzzle.rows and column < puzzle.columns for row, column in moved):
                there.append({row * puzzle.columns + column for row, column in moved})
        places.append([covered for covered in there if not covered & puzzle.walls])
    for choice in product(*places):
        if all(not one & two for one, two in combinations(choice, 2)):
            grid = ["x" if cell in puzzle.walls else "o" for cell in range(size)]
            for letter, covered in zip(puzzle.pieces, choice, strict=True):
                for cell in covered:
                    grid[cell] = letter
            text = _rows(grid, puzzle.columns)
            try:
                yield str(puzzle.position(text))
            except clew.BoardError:
                continue


def plain_census(puzzle: EnginePuzzle) -> tuple[list[int], int, set[Hashable]]:
    """Counts by fewest moves, the number of all positions, and those that need the most."""
    board: dict[str, Any] = puzzle.to_dict()
    rules = rules_of(board)
    states: dict[Hashable, Any] = {}
    for text in every_state(puzzle):
        state = rules.read(text)
        states.setdefault(rules.identity(state), state)
    cost: dict[Hashable, float] = {key: 0 if rules.is_goal(s) else float("inf") for key, s in states.items()}
    edges = {
        key: [(rules.cost(name), rules.identity(after)) for name, after in rules.moves(state)]
        for key, state in states.items()
    }
    changed = True
    while changed:  # Bellman and Ford: no edge is ever walked backwards
        changed = False
        for key, moves in edges.items():
            best = min((price + cost[after] for price, after in moves), default=float("inf"))
            if best < cost[key]:
                cost[key], changed = best, True
    found = Counter(value for value in cost.values() if value != float("inf"))
    most = int(max(found, default=-1))
    hardest = {key for key, value in cost.items() if value == most}
    return [found[moves] for moves in range(most + 1)], len(states), hardest
