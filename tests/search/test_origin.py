"""Where pieces began: followed move by move, here by an independent replay of the text of states."""

from __future__ import annotations

import pytest

import clew
from tests.search.boards import COINS, GAR, KNOWN, PANGURU, SLIDES


@pytest.mark.parametrize("board", [GAR, PANGURU, SLIDES])
def test_origins_are_a_permutation_that_keeps_tokens(board: str) -> None:
    puzzle = clew.load(board)
    solution = clew.solve(puzzle)
    start = str(solution.positions[0]).replace("/", "")
    for step, state in enumerate(solution.positions):
        signs = str(state).replace("/", "")
        origins = [solution.origin(cell, step) for cell in range(len(signs))]
        known = [origin for origin in origins if origin is not None]
        assert len(set(known)) == len(known)
        for cell, origin in enumerate(origins):
            if origin is None:
                assert signs[cell] in "o.#x-"
            else:
                assert isinstance(origin, int)
                assert start[origin] == signs[cell]


def test_the_parts_of_a_piece_have_their_own_origins() -> None:
    solution = clew.solve(clew.load(GAR))
    assert [solution.origin(cell) for cell in ("e3", "f3", "e1")] == ["b3", "c3", None]
    assert solution.origin("b3", 0) == "b3"


def test_interchangeable_tiles_are_told_apart() -> None:
    solution = clew.solve(clew.load("ricochet:R..R/....>.R../...."))
    assert str(solution) == "d1L"
    assert [solution.origin(cell) for cell in ("a1", "b1", "d1")] == ["a1", "d1", None]


def test_coins() -> None:
    solution = clew.solve(clew.load(COINS))
    assert {solution.origin(cell) for cell in range(9)} == {None, 0, 8}


def test_what_is_no_cell_or_no_step_is_refused() -> None:
    solution = clew.solve(clew.load(GAR))
    for cell in ("g1", "a7", "", "1a", 36, -1):
        with pytest.raises(clew.BoardError, match="a1 to f6"):
            solution.origin(cell)
    with pytest.raises(IndexError, match="8 moves"):
        solution.origin("a1", 9)
    with pytest.raises(clew.BoardError, match="no cells"):
        clew.solve(clew.load("null:3")).origin(0)


def test_every_family_is_covered() -> None:
    assert {clew.load(board).family for board in KNOWN} == {
        "blocks",
        "pebbles",
        "ricochet",
        "coroutine",
        "null",
    }
