"""Pebbles under `metric = "slides"`: published figures, notation, and what is no grid."""

from __future__ import annotations

import pytest

import clew


def tiles(rows: int, columns: int) -> str:
    """A board of sliding tiles, the hole last."""
    numbers = ",".join(str(number) for number in range(1, rows * columns))
    return f"pebbles[grid {rows}x{columns},slides]:{numbers},-/{numbers},-"


@pytest.mark.parametrize(
    ("rows", "columns", "radius"),
    [(3, 3, 24), (2, 5, 36)],
)
def test_the_hardest_position_needs_as_many_slides_as_published(rows: int, columns: int, radius: int) -> None:
    census = clew.census(tiles(rows, columns))
    assert len(census.counts) - 1 == radius
    assert sum(census.counts) * 2 == census.total


def test_both_censuses_count_the_same() -> None:
    ranks = clew.census(tiles(2, 4), method="ranks")
    hashed = clew.census(tiles(2, 4), method="hash")
    assert ranks.counts == hashed.counts


def test_a_line_is_one_move_and_undone_by_one() -> None:
    puzzle = clew.load("pebbles[grid 1x5,slides]:ABCD-/-ABCD")
    game = clew.Game(puzzle)
    assert puzzle.moves(puzzle.initial()) == ["1-0", "2-0", "3-0", "4-0"]
    assert game.play("4-0") == "ABCD-"
    assert puzzle.apply("ABCD-", "0-4") == "-ABCD"
    assert str(clew.solve(puzzle)) == "4-0"


def test_the_path_of_the_hole_reads_back() -> None:
    puzzle = clew.load("pebbles[grid 3x3,slides]:12345678-/-12345678")
    solution = clew.solve(puzzle)
    assert solution.path is not None
    assert clew.verify(puzzle, solution.path).length == solution.length == 16
    assert clew.verify(puzzle, str(solution)).length == 16


def test_every_pebble_of_a_line_keeps_its_origin() -> None:
    solution = clew.solve("pebbles[grid 1x5,slides]:AAAA-/-AAAA")
    assert [solution.origin(cell, 1) for cell in range(5)] == [1, 2, 3, 4, None]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("2-3", "cell 2 is not in line with cell 3"),
        ("7-1", "the line from cell 7 to cell 1 is broken: cell 4 is empty"),
        ("2-0", "cell 0 is not empty"),
    ],
)
def test_an_illegal_line_says_why(move: str, reason: str) -> None:
    puzzle = clew.load("pebbles[grid 3x3,slides]:ABCDEF---/A-B--CDEF")
    with pytest.raises(clew.IllegalMove, match=reason):
        puzzle.apply(puzzle.initial(), move)


@pytest.mark.parametrize("layout", ["panguru", "triangle 4", "edges 0-1 1-2"])
def test_only_a_grid_has_lines(layout: str) -> None:
    with pytest.raises(clew.BoardError, match="only a grid has lines"):
        clew.load(f"pebbles[{layout},slides]:-/-")
