"""Pieces of one board can be told apart by their colours, in `clew play` and in what commands print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import clew
from clew.cli.terminal import Terminal
from clew.pictures.apart import INITIALS, PALETTE, apart, distance, rgb, touching
from clew.tui.canvas import Canvas
from clew.tui.signs import UNICODE
from clew.tui.view import Scene, view_of

ROOT = Path(__file__).resolve().parents[2]
BLOCKS = sorted((ROOT / "boards" / "blocks").glob("*.toml"))
CLEAR = 180
"""A distance of colours that is seen at once; black and white are 765 apart."""


def grounds(path: Path) -> dict[str, str]:
    """The colour behind each letter on the board in `clew play`."""
    shown = view_of(clew.load(path), UNICODE)
    state = shown.puzzle.initial()
    canvas = Canvas(*shown.size(0))
    shown.paint(canvas, 0, Scene(state))
    letters = set(str(state)) - set("ox/")
    found: dict[str, str] = {}
    for y in range(canvas.height):
        for style, text in canvas.runs(y):
            for letter in letters & set(text):
                if style.bold:
                    found[letter] = style.ground
    return found


def near(one: str, other: str) -> float:
    values = [[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in (one, other)]
    squares = zip((2, 4, 3), *values, strict=True)
    return float(sum(weight * (a - b) ** 2 for weight, a, b in squares) ** 0.5)


@pytest.mark.parametrize("path", BLOCKS, ids=lambda path: path.stem)
def test_each_piece_of_a_played_board_has_a_colour_of_its_own(path: Path) -> None:
    colours = grounds(path)
    rows = str(clew.load(path).initial()).split("/")
    assert set(colours) == set("".join(rows)) - set("ox")
    assert len(set(colours.values())) == len(colours)
    for letter, others in touching(rows).items():
        for other in others & colours.keys() if letter in colours else ():
            assert near(colours[letter], colours[other]) >= CLEAR, (letter, other)


def test_each_piece_of_a_printed_board_has_a_colour_of_its_own() -> None:
    terminal = Terminal()
    terminal.colour = True
    puzzle = clew.load(ROOT / "boards" / "blocks" / "gar-1.toml")
    text = terminal.board(puzzle.draw(puzzle.initial()))
    colours = {letter: colour for colour, letter in re.findall("38;5;([0-9]+)m([A-Z])", text)}
    assert len(colours) == len(set(colours.values())) == 8
    pairs = [("A", "F"), ("A", "H"), ("F", "H")]
    assert all(distance(int(colours[a]), int(colours[b])) >= CLEAR for a, b in pairs)


def test_initials_of_colours_keep_theirs_where_tokens_are_initials() -> None:
    terminal = Terminal()
    terminal.colour = True
    red, green = (f"38;5;{INITIALS[letter]}m{letter}" for letter in "RG")
    shown = terminal.board("R.G\n.A.")
    assert red in shown and green in shown
    assert red not in terminal.board("RABDEF")


def test_colours_repeat_only_when_all_are_given() -> None:
    tokens = [chr(0x41 + number) for number in range(len(PALETTE) + 1)]
    found = apart(tokens, {}, {})
    assert set(found.values()) == set(PALETTE)
    beside = apart(tokens, {tokens[-1]: tokens[:-1]}, {})
    assert len(beside) == len(tokens)


def test_letters_are_read_on_each_colour() -> None:
    """The dark letters of the game on any colour of a piece have the contrast of large text, and more."""

    def light(colour: tuple[int, int, int]) -> float:
        parts = [value / 255 for value in colour]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for colour in PALETTE:
        assert (light(rgb(colour)) + 0.05) / (light((0x0B, 0x12, 0x18)) + 0.05) >= 4.5, colour
