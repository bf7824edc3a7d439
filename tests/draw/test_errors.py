"""Do errors say what is wrong and what would be right?"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import clew
from clew.optional import install
from tests.draw.subjects import BOARDS, solved

PUZZLE = clew.load(BOARDS["blocks-axis"])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"theme": "drak"},
            "theme is 'drak'; did you mean `dark`? It must be one of auto, light, dark, print",
        ),
        ({"marks": "colours"}, "marks is 'colours'"),
        ({"paper": "A5"}, "paper is 'A5'"),
        ({"width": 3}, "width is 3; it must be from 16 to 16000 pixels"),
        ({"seconds": -1.0}, "seconds is -1.0"),
        ({"cell": 1000.0}, "cell is 1000.0; two cells can be from 2 to 200 mm apart"),
        ({"step": 1}, "there is no step 1: there are 0 moves"),
    ],
)
def test_wrong_options_are_named(options: dict[str, object], words: str) -> None:
    with pytest.raises(clew.ClewError) as caught:
        clew.draw(PUZZLE, **options)  # type: ignore[call-overload]
    assert words in str(caught.value)


def test_other_things_have_no_picture() -> None:
    with pytest.raises(clew.ClewError, match=r"of type int: clew\.draw takes a puzzle"):
        clew.draw(5)


@pytest.mark.parametrize(("name", "words"), [("board.jpg", "ends in .jpg"), ("board", "has no ending")])
def test_a_path_says_the_format(name: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(clew.ClewError, match=f"{words}; it must end in .svg, .png, .gif, .pdf"):
        clew.draw(PUZZLE, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_film_needs_moves(tmp_path: Path) -> None:
    with pytest.raises(clew.ClewError, match="an animation needs moves"):
        clew.draw(PUZZLE, tmp_path / "board.gif")


@pytest.mark.parametrize(
    ("module", "name"), [("resvg_py", "film.gif"), ("PIL.Image", "film.gif"), ("resvg_py", "board.png")]
)
def test_a_missing_extra_is_named(
    module: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(clew.ClewError, match=re.escape(install("draw"))):
        clew.draw(solved("coroutine-own"), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_svg_and_pdf_need_no_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("PIL", "PIL.Image", "resvg_py"):
        monkeypatch.setitem(sys.modules, module, None)
    for name in ("board.svg", "board.pdf"):
        clew.draw(solved("coroutine-own"), tmp_path / name)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_line_of_moves_is_checked() -> None:
    with pytest.raises(clew.IllegalMove, match="AR3"):
        clew.Line(PUZZLE, "BR1 AR3")
    line = clew.Line(PUZZLE, "BR1 EU1")
    assert [*map(str, line.moves or [])] == ["BR1", "EU1"] and line.status == "unfinished"
    assert "2 moves" in clew.draw(line)
