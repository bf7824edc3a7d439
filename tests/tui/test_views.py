"""Every example board in signs: the mouse hits what it points at, nothing is hidden, plain is plain."""

from __future__ import annotations

from pathlib import Path

import pytest

import clew
from clew.tui.canvas import Canvas, text_width
from clew.tui.signs import ASCII, HEAVY, LIGHT, UNICODE, Signs, box
from clew.tui.view import Scene, View, view_of
from tests.families import of_families
from tools import screens

ROOT = Path(__file__).resolve().parents[2]
BOARDS = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "boards").rglob("*.toml"))
ROWS = ["." * 16] * 15
MORE = [
    "pebbles[triangle 15]:" + "A" * 119 + "-/-" + "A" * 119,
    "pebbles[grid 2x2]:字,B,CC,-/-,字,B,CC",
    "pebbles[edges 0-1 1-2 2-3 3-4 4-0 0-2]:ABCD-/-ABCD",
    "blocks[free,exit=A-down]:Ao/Ao/oo",
    "blocks[exit=A-left]:oAA/xoo/ooo",
    "ricochet[open]:" + "/".join([*ROWS, "R" + "." * 15]) + ">" + "/".join([*ROWS, ".R" + "." * 14]),
    "coroutine[own]:N+NE+E+SE+S+SW+W+NW,,/,,/,,",
    "null[highest=65535]:65535",
]  # fmt: skip


def view(board: str, signs: Signs = UNICODE) -> View:
    return view_of(clew.load(board if ":" in board else ROOT / board), signs)


def painted(shown: View, scale: int, scene: Scene, ascii: bool = False) -> Canvas:
    canvas = Canvas(*shown.size(scale), ascii=ascii)
    shown.paint(canvas, scale, scene)
    return canvas


@pytest.mark.parametrize("board", [*BOARDS, *MORE])
def test_each_place_is_hit_where_it_is_drawn(board: str) -> None:
    shown = view(board)
    for scale in range(shown.scales):
        width, height = shown.size(scale)
        for place in shown.places():
            x, y = shown.point(place, scale)
            assert 0 <= x < width and 0 <= y < height
            assert shown.place_at(scale, int(x), int(y)) == place
        for x, y in ((-1, 0), (0, -1), (width, 0), (0, height)):
            assert shown.place_at(scale, x, y) is None


@pytest.mark.parametrize("board", [*BOARDS, *MORE])
def test_each_move_can_be_chosen_by_pointing(board: str) -> None:
    """Every legal move is what a drag gives, from some grip of it to some place; a forced one by a click."""
    shown = view(board)
    state = shown.puzzle.initial()
    steps = shown.puzzle.moves(state)
    for step in steps:
        grips = shown.grips(state, step) or frozenset(shown.places())
        held = steps if shown.forced else [s for s in steps if grips & shown.grips(state, s)]
        assert step in held
        found = {
            other.name
            for start in grips
            for end in shown.places()
            if (other := shown.dragged(state, held, start, end)) is not None
        }
        assert step.name in found


@pytest.mark.parametrize("board", [*BOARDS, *MORE])
def test_every_piece_is_told_by_a_letter_at_every_size(board: str) -> None:
    shown = view(board)
    start = shown.puzzle.initial()
    state = str(start)
    letters = {
        "blocks": set(state) - set("ox/"),
        "ricochet": set(state) - set(".#/"),
        "coroutine": {"(0)", "(1)"},
        **{name: signs(state) for name, signs in of_families("signs").items()},
        "pebbles": set(state.split(",") if "," in state else state) - {"-"},
    }[shown.puzzle.family]
    for scale in range(shown.scales):
        text = "\n".join(painted(shown, scale, Scene(start)).lines())
        for letter in letters:
            assert letter in text


@pytest.mark.parametrize("board", [*BOARDS, *MORE])
def test_plain_signs_are_plain(board: str) -> None:
    shown = view(board, ASCII)
    state = shown.puzzle.initial()
    scene = Scene(state, cursor=min(shown.places()), held=shown.puzzle.moves(state)[:1])
    for scale in range(shown.scales):
        assert "\n".join(painted(shown, scale, scene, ascii=True).lines()).isascii()


def test_what_can_be_chosen_is_seen_without_colour() -> None:
    """Cursor, piece taken up, landing places, home, hole and hint are signs of their own, in both sets."""
    for signs in (UNICODE, ASCII):
        pairs = [signs.cursor, signs.held, signs.hinted, signs.loose, signs.home, signs.wanted]
        assert len(set(pairs)) == len(pairs)
        assert len({signs.empty, signs.landing, signs.wall}) == 3


def test_lines_join_by_weight() -> None:
    assert box(UNICODE, LIGHT, LIGHT, LIGHT, LIGHT) == "┼"
    assert box(UNICODE, HEAVY, LIGHT, HEAVY, 0) == "┠"
    assert box(UNICODE, 0, HEAVY, LIGHT, HEAVY) == "┯"
    assert box(UNICODE, 0, LIGHT, 0, 0) == "╶"
    assert (box(ASCII, 0, LIGHT, 0, LIGHT), box(ASCII, HEAVY, 0, HEAVY, 0)) == ("-", "#")


def test_wide_signs_take_two_columns() -> None:
    canvas = Canvas(6, 1)
    assert canvas.put(0, 0, "字e\u0301!") == 4 == text_width("字e\u0301!")
    assert canvas.lines() == ["字e!"]
    assert "".join(text for _, text in canvas.runs(0)) == "字e!  "
    plain = Canvas(4, 1, ascii=True)
    plain.put(0, 0, "字é")
    assert plain.lines() == ["???"]


@pytest.mark.parametrize("name", screens.SCRIPTS)
def test_the_screens_in_the_docs_are_up_to_date(name: str) -> None:
    kept = (screens.TARGET / f"play-{name}.txt").read_text(encoding="utf-8")
    assert kept == screens.text_of(name), "python -m tools.screens writes them; look at what has changed"
