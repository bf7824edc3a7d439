"""Boards for planners: what is written reads back as a board of the same length, and strangers are refused.

`python -m bench.pddl` compares the answers of a planner.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import clew
from clew.boards.load import read_data
from clew.boards.recognition import format_named
from clew.errors import ClewError
from clew.formats.pddl import terms
from tests.cli.program import Inside

READ_BACK = [
    "pebbles[grid 3x3]:12345678-/1234-5678",
    "pebbles[grid 2x3,slides]:12345-/1234-5",
    "pebbles[edges 0-1 0-2 0-3]:-ABC/A-BC",
    "ricochet[wall=b1R]:R..B/..../.#../....>R.../..../..../...B",
    "ricochet[open]:...../..G../.B..X/...../.....>...../...../..X../...../.....",
]
WRITTEN = [
    *READ_BACK,
    "pebbles:WCBRBOGYGPCORPY/-PCBRYOGYGBCORP",
    "ricochet[anywhere]:####./#A.B#/#B.A#/#####>AB",
    "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo",
    "blocks[free,piece,exit=A-down]:BAAC/BAAC/DEEF/DGHF/IooJ",
    "coroutine[steps]:N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S",
    "sokoban:#######/#@-$-.#/#-----#/#######",
    "sokoban[pushes]:#######/#@-$-.#/#-----#/#######",
]


@pytest.mark.parametrize("board", WRITTEN)
def test_every_family_has_a_domain_and_a_problem(board: str) -> None:
    puzzle = clew.parse(board)
    found = format_named("pddl")[0].files(puzzle, {})
    assert list(found) == ["-domain", "-problem"]
    for name, text in found.items():
        (term,) = terms(text)
        assert term[0] == "define" and isinstance(term[1], list) and term[1][0] == name[1:]
    if board in READ_BACK:
        (entry,) = read_data("\n".join(found.values()).encode(), "a.pddl")
        assert entry.puzzle is not None, entry.error
        assert clew.solve(entry.puzzle).length == clew.solve(puzzle).length


@pytest.mark.parametrize(
    "board",
    [
        "null:3",
        "ricochet[rising=b1R]:R.B/...>..R/...",
        "sokoban[pushes-then-moves]:#####/#@$.#/#####",
        "sokoban:#####-###/#@$.#-#$#/#---#-#.#/#####-###",
    ],
)
def test_what_cannot_be_written_is_refused(board: str) -> None:
    with pytest.raises(ClewError, match="pddl cannot hold"):
        format_named("pddl")[0].files(clew.parse(board), {})


def test_a_domain_that_is_not_known_is_refused() -> None:
    text = "(define (problem p) (:domain gripper) (:init (at a b) (blank c)) (:goal (at a c)))"
    (entry,) = read_data(text.encode(), "a.pddl")
    assert "The closest: pddl" in str(entry.error) and 'the domain "gripper"' in str(entry.error)


def test_two_files_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = Inside(capsys)("convert", READ_BACK[0], "--to", "pddl", "-o", str(tmp_path / "b.pddl"))
    assert done.status == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b-domain.pddl", "b-problem.pddl"]
