"""Moves as people and other programs write them are the same moves."""

from __future__ import annotations

import warnings

import pytest

import clew
from clew.errors import IllegalMove, ReadingWarning

GAR = "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo"
KLOTSKI = "blocks[free,piece,exit=A-down]:BAAC/BAAC/DEEF/DGHF/IooJ"
ROBOTS = "ricochet:R..B/..../.#../....>R.../..../..../...B"
EIGHT = "pebbles[grid 3x3]:12345678-/1234-5678"
ROOM = "sokoban:#######/#-----#/#-@$-.#/#-$--.#/#######"
PUSHES = "sokoban[pushes]:#######/#-----#/#-@$-.#/#-$--.#/#######"

SAME = [
    (GAR, "BR1 CL3 HU1", ["BR1", "CL3", "HU1"]),
    (GAR, "1. BR1 2. CL3 3. HU1", ["BR1", "CL3", "HU1"]),
    (GAR, "1.BR1\n2.CL3\n3.HU1\n", ["BR1", "CL3", "HU1"]),
    (GAR, "(1) BR1, (2) CL3; (3) HU1", ["BR1", "CL3", "HU1"]),
    (GAR, "BR1 -> CL3 → HU1", ["BR1", "CL3", "HU1"]),
    (GAR, "BR1->CL3->HU1", ["BR1", "CL3", "HU1"]),
    (GAR, "B+1 C-3 H-1", ["BR1", "CL3", "HU1"]),
    (GAR, "B→1 C←3 H↑1", ["BR1", "CL3", "HU1"]),
    (GAR, "B right 1, C left 3, H up 1", ["BR1", "CL3", "HU1"]),
    (GAR, "# mine\nB: R1\nC: L3\nH: U1\n", ["BR1", "CL3", "HU1"]),
    (KLOTSKI, "GD1R1", ["GD1R1"]),
    (KLOTSKI, "1. G down 1", ["GD1"]),
    (ROBOTS, "a1R d1D", ["a1R", "d1D"]),
    (ROBOTS, "RR BD", ["a1R", "d1D"]),
    (ROBOTS, "red right -> blue down", ["a1R", "d1D"]),
    (ROBOTS, "R→ B↓", ["a1R", "d1D"]),
    (ROBOTS, "1. a1 right 2. d1: down", ["a1R", "d1D"]),
    (EIGHT, "5-4 8-5", ["5-4", "8-5"]),
    (EIGHT, "4-5-8", ["5-4", "8-5"]),
    (EIGHT, "5->4, 8→5", ["5-4", "8-5"]),
    (EIGHT, "5 8", ["5-4", "8-5"]),
    (EIGHT, "blank:RD", ["5-4", "8-5"]),
    (EIGHT, "blank: right down", ["5-4", "8-5"]),
    (EIGHT, "tile:LU", ["5-4", "8-5"]),
    (EIGHT, "tile: ← ↑", ["5-4", "8-5"]),
    (ROOM, "rdrUlldR", ["r", "d", "r", "U", "l", "l", "d", "R"]),
    (ROOM, "rdrU2ldR", ["r", "d", "r", "U", "l", "l", "d", "R"]),
    (ROOM, "r d r u l l d r", ["r", "d", "r", "U", "l", "l", "d", "R"]),
    (ROOM, "right, down, right, up", ["r", "d", "r", "U"]),
    (PUSHES, "d3U c4R", ["d3U", "c4R"]),
    (PUSHES, "d3Uc4R", ["d3U", "c4R"]),
    (PUSHES, "1. d3 up 2. c4: right", ["d3U", "c4R"]),
    (PUSHES, "rdrUlldRll", ["d3U", "c4R"]),
    (PUSHES, "rdr U 2l dR", ["d3U", "c4R"]),
]


@pytest.mark.parametrize("number", range(len(SAME)))
def test_a_list_of_moves_is_read_as_it_was_meant(number: int) -> None:
    board, text, moves = SAME[number]
    verdict = clew.verify(board, text)
    assert verdict.legal, verdict.reason
    assert [*map(str, verdict.moves)] == moves


def test_directions_of_the_blank_or_of_tiles_are_told_apart_where_they_can() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", ReadingWarning)
        # From the corner the blank cannot go right, so tiles do.
        assert clew.verify("pebbles[grid 3x3]:12345678-/12345678-", "RDLU").moves[0] == "7-8"
    with pytest.warns(ReadingWarning, match="directions are read as those of tiles; write blank: before"):
        assert [*map(str, clew.verify(EIGHT, "LU").moves)] == ["5-4", "8-5"]


def test_letters_that_name_pebbles_are_not_directions() -> None:
    assert [*map(str, clew.verify("pebbles[grid 1x3]:RL-/R-L", "L").moves)] == ["2-1"]


def test_an_illegal_move_names_the_two_closest() -> None:
    with pytest.raises(IllegalMove, match="the closest are BR1 and BR2"):
        clew.load(GAR).apply(clew.load(GAR).initial(), "BR7")


def test_keys_of_a_game_may_stand_together() -> None:
    from clew.families.puzzlescript.sample import SAMPLE

    assert [*map(str, clew.verify(f"puzzlescript:{SAMPLE}", "rrR").moves)][:2] == ["right", "right"]
