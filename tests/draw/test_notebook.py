"""What a notebook shows, with nothing imported but `clew`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html import unescape
from typing import Any

import pytest

import clew
from clew.pictures.renderer import renderer_of
from tests.draw.subjects import BOARDS, solved

SOLVED = [name for name in BOARDS if solved(name).steps]


def steps_of(html: str) -> dict[str, Any]:
    found = re.search(r'data-steps="([^"]*)"', html)
    assert found is not None
    data: dict[str, Any] = json.loads(unescape(found[1]))
    return data


def test_a_notebook_needs_no_import_but_clew() -> None:
    code = (
        "import sys, clew; s = clew.solve(clew.load('null:2'));"
        "assert not any(name.startswith('clew.pictures') for name in sys.modules);"
        "print(s._repr_svg_()[:4], s._repr_html_()[:7], s.puzzle._repr_svg_()[:4])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "<svg <style> <svg\n", done.stderr


def test_a_function_stays_a_function_when_its_room_is_imported() -> None:
    code = "import clew.pictures.draw, clew; print(callable(clew.draw))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "True\n", done.stderr


@pytest.mark.parametrize("name", SOLVED)
def test_every_step_shows_the_items_of_its_board(name: str) -> None:
    solution = solved(name)
    html = solution._repr_html_()
    assert html is not None
    data = steps_of(html)
    renderer = renderer_of(solution.puzzle)
    assert len(data["at"]) == len(data["words"]) == len(solution.positions)
    for state, places in zip(solution.positions, data["at"], strict=True):
        shown = sorted(tuple(place) for place in places if place is not None)
        wanted = sorted((round(item.x, 2), round(item.y, 2)) for item in renderer.items(state))
        assert shown == wanted
    assert len(re.findall("<g data-k=", html)) == len(data["at"][0])


def test_a_piece_keeps_its_group_while_it_moves() -> None:
    solution = solved("blocks-axis")
    data = steps_of(solution._repr_html_() or "")
    assert all(None not in places for places in data["at"]), "blocks never change their look, nor vanish"
    moved = [
        sum(one != other for one, other in zip(before, after, strict=True))
        for before, after in zip(data["at"], data["at"][1:], strict=False)
    ]
    assert moved == [1] * len(solution)


def test_the_slider_needs_no_server_and_says_each_move() -> None:
    solution = solved("coroutine")
    html = solution._repr_html_() or ""
    assert f'max="{len(solution.steps)}"' in html and "<script" not in html
    assert "src=" not in html and "@import" not in html
    words = steps_of(html)["words"]
    assert words[0] == "Start, 19 turns, the fewest"
    assert words[1] == f"1 of 19: {solution[0]}"
    assert words[-1].endswith("solved")


def test_boards_games_and_hints_have_pictures() -> None:
    puzzle = clew.load(BOARDS["blocks-axis"])
    game = clew.Game(puzzle)
    before = game._repr_svg_()
    assert before is not None and puzzle._repr_html_() is None and game._repr_html_() is None
    game.play("BR1")
    assert game._repr_svg_() != before
    hint = clew.hint(puzzle)
    html = hint._repr_html_() or ""
    assert hint.level(3) in html
    for move, distance in hint.moves:
        name = f"<strong>{move}</strong>" if move in hint.best else move
        assert f"<td>{name}</td><td>{distance}</td>" in html


def test_what_has_no_line_is_shown_as_its_board() -> None:
    solution = solved("blocks-ring-and-walls")
    assert solution.status == "unsolvable"
    assert solution._repr_html_() is None
    assert "Proved" in (solution._repr_svg_() or "")
