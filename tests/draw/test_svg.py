"""Are SVG pictures what they were, well formed, and complete in themselves?"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import clew
from clew.pictures.colours import THEMES
from clew.pictures.renderer import renderer_of
from tests.draw.golden import pictures
from tests.draw.subjects import BOARDS, GOLDEN, solved

SVG = "{http://www.w3.org/2000/svg}"


def test_pictures_are_as_they_were() -> None:
    made = dict(pictures())
    there = {path.name: path.read_text(encoding="utf-8") for path in GOLDEN.glob("*.svg")}
    changed = sorted(name for name in made.keys() | there.keys() if made.get(name) != there.get(name))
    assert not changed, f"{changed} changed: python -m tests.draw.golden, look at them, and keep them if good"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", BOARDS)
def test_every_board_is_well_formed_in_every_theme(name: str, theme: str) -> None:
    puzzle = clew.load(BOARDS[name])
    for marks in ("letters", "shapes"):
        text = clew.draw(puzzle, theme=theme, marks=marks)
        root = ElementTree.fromstring(text)
        assert root.tag == f"{SVG}svg"
        box = [float(part) for part in root.attrib["viewBox"].split()]
        assert box[:2] == [0, 0] and box[2] > 0 and box[3] > 0
        assert root.findtext(f"{SVG}title")
        assert puzzle.draw(puzzle.initial()).strip() in (root.findtext(f"{SVG}desc") or "")


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_comes_from_outside_and_nothing_runs(name: str) -> None:
    text = clew.draw(solved(name))
    assert "<script" not in text and "<image" not in text and "<text" not in text
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    names = set(re.findall(r'id="([^"]*)"', text))
    used = set(re.findall(r"url\(#([^)]*)\)", text)) | set(re.findall(r'href="#([^"]*)"', text))
    assert used == names, "a definition is missing, or not used"


def test_auto_asks_the_reader_and_other_themes_do_not() -> None:
    puzzle = clew.load(BOARDS["blocks-axis"])
    assert "prefers-color-scheme:dark" in clew.draw(puzzle)
    for theme in ("light", "dark", "print"):
        assert "prefers-color-scheme" not in clew.draw(puzzle, theme=theme)
    assert clew.draw(puzzle, theme="light") != clew.draw(puzzle, theme="dark")
    # The board is the same object in both: only the room around it turns.
    assert clew.draw(puzzle, theme="light", background=False) == clew.draw(
        puzzle, theme="dark", background=False
    )


def test_a_solution_shows_all_its_boards_and_a_step_shows_one() -> None:
    solution = solved("blocks-axis")
    strip = clew.draw(solution)
    assert (ElementTree.fromstring(strip).findtext(f"{SVG}desc") or "").endswith(str(solution))
    one = clew.draw(solution, step=3)
    assert f"Move 4 of 8: {solution[3]}" in one
    assert len(one) < len(strip)
    last = clew.draw(solution, step=8)
    assert solution.boards[-1] in (ElementTree.fromstring(last).findtext(f"{SVG}desc") or "")


def test_what_comes_again_is_written_once() -> None:
    solution = solved("blocks-free-goal")
    one = len(clew.draw(solution.puzzle, background=False))
    assert len(clew.draw(solution)) < 35 * one  # 82 boards


def test_width_is_in_pixels_and_keeps_the_shape() -> None:
    root = ElementTree.fromstring(clew.draw(clew.load(BOARDS["pebbles-grid"]), width=300))
    across, down = float(root.attrib["width"]), float(root.attrib["height"])
    box = [float(part) for part in root.attrib["viewBox"].split()]
    assert across == 300
    assert down / across == pytest.approx(box[3] / box[2], rel=1e-3)


@pytest.mark.parametrize("token", ["漢", "<", "&", '"', "é", "Ж", "Ω"])
def test_tokens_of_any_alphabet_are_drawn(token: str) -> None:
    puzzle = clew.Pebbles([token, token, "-"], ["-", token, token], "grid 1x3", title=f"A {token} & B")
    text = clew.draw(puzzle)
    root = ElementTree.fromstring(text)
    assert root.findtext(f"{SVG}title") == f"A {token} & B"
    if token == "漢":  # no outline of it comes along: the reader's own font writes it
        assert {element.text for element in root.iter(f"{SVG}text")} >= {token}


def test_an_unsolvable_board_is_drawn_with_what_is_known() -> None:
    solution = solved("ricochet-anywhere-open")
    assert solution.status == "unsolvable"
    assert "Proved: no moves solve this board." in clew.draw(solution)


def test_a_file_is_the_same_text(tmp_path: Path) -> None:
    puzzle = clew.load(BOARDS["null"])
    clew.draw(puzzle, tmp_path / "board.SVG")
    assert (tmp_path / "board.SVG").read_text(encoding="utf-8") == clew.draw(puzzle)


@pytest.mark.parametrize("name", BOARDS)
def test_items_stand_inside_the_picture_each_in_a_place_of_its_own(name: str) -> None:
    solution = solved(name)
    renderer = renderer_of(solution.puzzle)
    for state in solution.positions:
        items = renderer.items(state)
        assert len({item.place for item in items}) == len(items)
        assert all(0 <= item.x <= renderer.width and 0 <= item.y <= renderer.height for item in items)


@pytest.mark.parametrize("name", BOARDS)
def test_a_move_takes_its_piece_to_where_it_stands_afterwards(name: str) -> None:
    solution = solved(name)
    renderer = renderer_of(solution.puzzle)
    for state, step in zip(solution.positions, solution.steps, strict=False):
        way = renderer.way(state, step.code)
        if way is None:
            assert not step.displaces(), "nothing is carried"
            continue
        before = {item.place: (item.x, item.y) for item in renderer.items(state)}
        after = {item.place: (item.x, item.y) for item in renderer.items(step.after)}
        assert way.points[0] == pytest.approx(before[way.source])
        assert way.points[-1] == pytest.approx(after[way.target])
