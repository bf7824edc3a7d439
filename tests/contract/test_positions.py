"""Positions and moves are objects that go on behaving as the texts they once were."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import clew

GAR = "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo"


def test_a_position_is_its_text_to_old_code() -> None:
    puzzle = clew.load(GAR)
    start = puzzle.initial()
    text = "BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo"
    assert (str(start), f"{start}", hash(start)) == (text, text, hash(text))
    keys: tuple[dict[Any, str], ...] = ({text: "here"}, {start: "here"})
    assert start == text and all(found[start] == found[text] == "here" for found in keys)
    assert repr(start) == f"<Position {text}>" and "<svg" in (start._repr_svg_() or "")
    assert puzzle.moves(text) == puzzle.moves(start) == start.moves()
    assert puzzle.position("\n".join(text.split("/"))) == start


def test_a_move_is_its_name_to_old_code() -> None:
    start = clew.load(GAR).initial()
    move = start.moves()[0]
    assert (str(move), f"{move:>4}", hash(move), repr(move)) == ("BR1", " BR1", hash("BR1"), "<Move BR1>")
    assert move == "BR1" and "BR1" in start.moves() and sorted(start.moves())[0] == "BR1"
    assert " ".join(map(str, clew.solve(GAR))) == str(clew.solve(GAR))


def test_playing_by_move_and_by_name_comes_to_the_same() -> None:
    start = clew.load(GAR).initial()
    for move in start.moves():
        assert start.play(move) == start.play(str(move)) == start.puzzle.apply(str(start), str(move))
    with pytest.raises(clew.IllegalMove, match="piece A has no free cell"):
        start.play("AR1")
    stale = start.play("BR1").moves()[0]
    assert stale == "BL1"
    with pytest.raises(clew.IllegalMove):
        start.play(stale)


def test_a_game_can_be_played_by_its_positions() -> None:
    position, made = clew.load(GAR).initial(), 0
    while not position.is_goal:
        ways = [position.play(move) for move in position.moves()]
        position = min(ways, key=lambda way: way.distance() or 0)
        made += 1
    assert made == 8


def test_pieces_keep_their_letters() -> None:
    puzzle = clew.load("blocks[free,exit=A-right]:oCoo/oCAA/oEoo/oEoo")
    down = puzzle.initial().play("CL1").play("CD2").play("EU2")
    assert str(down) == "oEoo/oEAA/Cooo/Cooo"
    assert puzzle.canonical(down) != down
    assert pickle.loads(pickle.dumps(down)) == down == copy.deepcopy(down)


def test_positions_are_equal_where_the_puzzle_and_the_position_are() -> None:
    puzzle, again = clew.load(GAR), clew.load(GAR)
    there = puzzle.initial().play("CL3")
    assert there == again.initial().play("CL3")
    assert puzzle.at(there).initial() == there, "wherever the puzzle starts"
    other = clew.load(GAR.replace("blocks:", "blocks[step]:"))
    assert other.position(str(there)) != there, "other moves are legal there"


def test_a_position_of_another_board_is_read_as_its_text() -> None:
    puzzle, other = clew.load(GAR), clew.load("blocks:AAo/ooo/ooo")
    steps = clew.load(GAR.replace("blocks:", "blocks[step]:"))
    assert puzzle.moves(steps.initial()) == puzzle.moves(puzzle.initial())
    with pytest.raises(clew.BoardError):
        puzzle.moves(other.initial())


@pytest.mark.parametrize(
    ("board", "move", "places"),
    [
        (GAR, "CL3", [(28, 25)]),
        ("pebbles[grid 2x3,slides]:ABCDE-/ABC-DE", "5-3", [(4, 3), (5, 4)]),
        ("ricochet:R../...>..R/...", "a1R", [(0, 2)]),
    ],
)
def test_a_move_says_what_it_displaces(board: str, move: str, places: list[tuple[int, int]]) -> None:
    start = clew.load(board).initial()
    (found,) = [legal for legal in start.moves() if legal == move]
    assert found.displaces() == places
