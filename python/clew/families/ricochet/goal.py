"""The goal of a ricochet board: letters to be covered, in place or anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import BoardError
from clew.families.ricochet.signs import letters_of
from clew.puzzles import limits
from clew.puzzles.cells import cell_name
from clew.puzzles.fields import shown
from clew.puzzles.grids import check_size, read_grid

if TYPE_CHECKING:
    from clew.families.ricochet.board import Board
    from clew.puzzles.position import Position

FREE = ".#"


def read_goal(puzzle: Board, value: Any) -> tuple[str, ...]:
    """The rows of the goal with `.` for free, () where it names no letter.

    Under `anywhere` it is cut down to its letters: their place in the text does not matter.
    """
    if isinstance(value, str | list | tuple) and not "".join(str(row).strip() for row in value).strip("/"):
        return ()
    grid = read_grid(value, "goal", limits.SLIDE_SIDE)
    if not puzzle.anywhere:
        check_size(grid, puzzle.rows, puzzle.columns, "goal", "make it the same size, or set anywhere = true")
    _check_letters(puzzle, grid)
    if not "".join(grid).strip(FREE):
        return ()
    if not puzzle.anywhere:
        _check_blocks(puzzle, grid)
        return tuple(row.replace("#", ".") for row in grid)
    pattern = _trimmed([row.replace("#", ".") for row in grid])
    if not _placements(puzzle, pattern):
        raise BoardError(
            "the pattern fits nowhere on the board; make it smaller, or remove blocks", key="goal"
        )
    return pattern


def _check_letters(puzzle: Board, grid: list[str]) -> None:
    colours = [letter for letter, _ in puzzle.tiles]
    wanted: dict[str, int] = {}
    for row, letters in enumerate(grid, 1):
        for column, letter in enumerate(letters, 1):
            if letter in FREE:
                continue
            if letter not in colours:
                raise BoardError(
                    f'"{shown(letter)}" is not a tile on the board; the colours are '
                    f"{' '.join(sorted(set(colours)))}; write `.` for a free cell",
                    key="goal",
                    row=row,
                    column=column,
                )
            wanted[letter] = wanted.get(letter, 0) + 1
            if wanted[letter] > colours.count(letter):
                have = colours.count(letter)
                raise BoardError(
                    f"has more {letter} than the board, which has {have}; remove some",
                    key="goal",
                    row=row,
                    column=column,
                )


def _check_blocks(puzzle: Board, grid: list[str]) -> None:
    for cell, letter in enumerate("".join(grid)):
        name, row, column = (
            cell_name(cell, puzzle.columns),
            cell // puzzle.columns + 1,
            cell % puzzle.columns + 1,
        )
        if letter == "#" and cell not in puzzle.blocks:
            raise BoardError(
                f"has a block at {name} where the board has none; write `.`",
                key="goal",
                row=row,
                column=column,
            )
        if letter not in FREE and cell in puzzle.blocks:
            raise BoardError(
                f"puts a tile {letter} on {name}, which is a fixed block; move the goal",
                key="goal",
                row=row,
                column=column,
            )


def check_target(puzzle: Board) -> str:
    """The colour of the tile that must turn. Raises `BoardError` unless exactly one tile has a goal."""
    wanted = [letter for letter in "".join(puzzle.goal) if letter != "."]
    if len(wanted) != 1:
        raise BoardError(
            f"needs a goal of one letter, the tile that must turn; this goal has {len(wanted)}",
            key="must_turn",
        )
    alike = [letter for letter, _ in puzzle.tiles].count(wanted[0])
    if alike != 1:
        raise BoardError(
            f"needs one tile of the goal's colour; the board has {alike} {wanted[0]}, so give the others "
            "another letter",
            key="must_turn",
        )
    return wanted[0]


def _trimmed(grid: list[str]) -> tuple[str, ...]:
    """The smallest part of the grid that holds all letters."""
    used = [number for number, row in enumerate(grid) if row.strip(".")]
    rows = grid[used[0] : used[-1] + 1]
    left = min(len(row) - len(row.lstrip(".")) for row in rows)
    right = max(len(row.rstrip(".")) for row in rows)
    return tuple(row[left:right] for row in rows)


def _placements(puzzle: Board, pattern: tuple[str, ...]) -> list[list[tuple[str, int]]]:
    found = []
    for top in range(puzzle.rows - len(pattern) + 1):
        for left in range(puzzle.columns - len(pattern[0]) + 1):
            cells = [
                (letter, (top + row) * puzzle.columns + left + column)
                for row, letters in enumerate(pattern)
                for column, letter in enumerate(letters)
                if letter != "."
            ]
            if all(cell not in puzzle.blocks for _, cell in cells):
                found.append(cells)
    return found


def alternatives(puzzle: Board) -> list[list[tuple[str, int]]]:
    """The ways to reach the goal: letters and the cells that they must cover, all of one way at once."""
    return _placements(puzzle, puzzle.goal) if puzzle.goal else [[]]


def apparent_distance(puzzle: Board, state: Position) -> int:
    """The sum, over the letters of the goal, of the Manhattan distance to the nearest tile of its colour.

    Of several alternatives, the one that looks nearest counts. A target that must turn and has not yet adds
    1, so that only a solved position has 0.
    """
    cells, columns = letters_of(state), puzzle.columns
    places: dict[str, list[tuple[int, int]]] = {}
    for cell, letter in enumerate(cells):
        if letter not in FREE:
            places.setdefault(letter, []).append(divmod(cell, columns))
    nearest: dict[tuple[str, int], int] = {}
    for letter, cell in {part for way in alternatives(puzzle) for part in way}:
        row, column = divmod(cell, columns)
        nearest[letter, cell] = min(abs(row - r) + abs(column - c) for r, c in places[letter])
    nearest_way = min(sum(nearest[part] for part in way) for way in alternatives(puzzle))
    return nearest_way + (not puzzle.is_home(state))
