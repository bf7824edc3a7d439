"""Can everybody tell the pieces apart, and read what stands on them?"""

from __future__ import annotations

from itertools import combinations

import pytest

from clew.pictures.colours import PAPER, PIECES, ROOMS, SHAPES, SLATE, Board, marks_of
from tests.draw.vision import SIGHTS, ciede2000, contrast, distance

LEAST = {"normal": 23.0, "protanopia": 13.0, "deuteranopia": 13.0, "tritanopia": 12.0}
"""CIEDE2000 of the two nearest colours. About 10 is told apart side by side; every piece has a letter too."""


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [  # pairs 1, 9, 17 and 25 of the table in Sharma, Wu and Dalal
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0009), 7.1792),
        ((50.0, 2.5000, 0.0000), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ],
)
def test_the_measure_is_the_published_one(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("sight", SIGHTS)
def test_pieces_are_told_apart(sight: str) -> None:
    apart = {
        (one, other): distance(PIECES[one], PIECES[other], sight) for one, other in combinations(PIECES, 2)
    }
    nearest = min(apart, key=lambda pair: apart[pair])
    assert apart[nearest] >= LEAST[sight], f"{' and '.join(nearest)} under {sight}: {apart[nearest]:.1f}"


@pytest.mark.parametrize("letter", PIECES)
def test_a_piece_is_seen_on_its_board_and_its_letter_on_the_piece(letter: str) -> None:
    assert contrast(PIECES[letter], SLATE.cell) >= 3
    assert contrast(SLATE.letter, PIECES[letter]) >= 4.5
    # On paper a pale piece is seen by its outline.
    assert PAPER.edge is not None
    assert contrast(PAPER.edge, PAPER.cell) >= 4.5
    assert contrast(PAPER.letter, PIECES[letter]) >= 4.5


@pytest.mark.parametrize("board", [SLATE, PAPER], ids=["slate", "paper"])
def test_what_stands_on_a_board_is_seen(board: Board) -> None:
    assert contrast(board.attention, board.cell) >= 4.5
    assert contrast(board.goal_letter, board.cell) >= 4.5
    for block in (board.runner, board.lying, board.standing):
        assert contrast(board.letter, block) >= 4.5
        assert contrast(board.edge or block, board.cell) >= 3
    for coin in board.coins:
        assert contrast(coin, board.square) >= 4.5
        assert contrast("#FFFFFF", coin) >= 4.5
    assert contrast(board.ring, board.square) >= 4.5
    if board.edge is None:
        assert contrast(board.stone, board.cell) >= 3


@pytest.mark.parametrize("theme", ROOMS)
def test_words_are_read_in_every_room(theme: str) -> None:
    room = ROOMS[theme]
    for role in ("ink", "ink2", "accent"):
        assert contrast(room[role], room["paper"]) >= 4.5, role
    assert contrast(room["strong"], room["paper"]) >= 3


def test_initials_keep_their_colour_and_every_token_has_a_mark_of_its_own() -> None:
    tokens = list("RBXQZ")
    marks = marks_of(tokens)
    assert marks["R"].colour == PIECES["R"] and marks["B"].colour == PIECES["B"]
    assert len({mark.colour for mark in marks.values()}) == len(tokens)
    assert [mark.text for mark in marks.values()] == [mark.text for mark in marks_of(tokens[::-1]).values()]


def test_beyond_eight_tokens_colours_come_again_and_shapes_do_not() -> None:
    marks = marks_of([str(number) for number in range(1, 16)])
    assert [marks[str(n)].colour for n in (1, 2, 8, 9)] == [PIECES[letter] for letter in "ROWR"]
    shapes = [mark.shape for mark in marks.values() if mark.shape is not None]
    assert sorted(shapes) == sorted(SHAPES.values())
