"""`clew draw`, `clew solve --gif`, and the page of `make demo`."""

from __future__ import annotations

import io
import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import clew
from clew.cli.main import main
from clew.pictures.page import Fact, Figure, page_of
from clew.puzzles.families import NAMES
from tests.draw.subjects import BOARDS, GAR, solved


@pytest.fixture
def solution_line() -> str:
    return json.dumps(solved("blocks-axis").to_dict())


def test_a_set_becomes_a_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "set.txt").write_text("null:3\nnull:1\nnull:2\n")
    book = tmp_path / "book.pdf"
    assert main(["draw", str(tmp_path / "set.txt"), "--easiest-first", "-o", str(book)]) == 0
    assert "bytes" in capsys.readouterr().out
    assert book.read_bytes().count(b"/Type/Page/") == 2
    assert main(["draw", str(tmp_path / "set.txt")]) == 2
    assert "make a book with -o FILE.pdf" in capsys.readouterr().err


@pytest.mark.parametrize("ending", ["svg", "png", "gif", "pdf"])
def test_a_solution_is_drawn_in_each_format(
    ending: str, solution_line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "solution.json", tmp_path / f"picture.{ending}"
    source.write_text(solution_line + "\n", encoding="utf-8")
    assert main(["draw", str(source), "-o", str(target)]) == 0
    heads = {"svg": b"<svg", "png": b"\x89PNG", "gif": b"GIF89a", "pdf": b"%PDF-1.4"}
    assert target.read_bytes().startswith(heads[ending])
    assert f"{target.stat().st_size:,} bytes" in capsys.readouterr().out


def test_a_board_goes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", GAR]) == 0
    assert capsys.readouterr().out == clew.draw(clew.load(GAR))


@pytest.mark.parametrize("place", ["argument", "stdin"])
def test_a_line_of_solve_is_read_from_anywhere(
    place: str, solution_line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(solution_line.encode())))
    source = "-" if place == "stdin" else solution_line
    assert main(["draw", source, "--step", "2"]) == 0
    assert capsys.readouterr().out == clew.draw(solved("blocks-axis"), step=2)


def test_the_title_of_a_board_reaches_its_picture(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    title = clew.load("boards/blocks/gar-1.toml").title
    assert title is not None
    assert main(["solve", "--json", "boards/blocks/gar-1.toml"]) == 0
    line = capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line.encode())))
    assert main(["draw", "-"]) == 0
    assert f"<title>{title}" in capsys.readouterr().out


def test_a_title_must_be_text(solution_line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", json.dumps({**json.loads(solution_line), "title": ["a"]})]) == 2
    assert "`title`" in capsys.readouterr().err


def test_a_board_on_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{GAR}\nnull:3\n".encode())))
    assert main(["draw", "-", "--number", "2"]) == 0
    assert capsys.readouterr().out == clew.draw(clew.load("null:3"))


def test_moves_played_before_are_where_the_line_begins(capsys: pytest.CaptureFixture[str]) -> None:
    whole = solved("blocks-axis")
    told = whole.to_dict()
    rest = {**told, "moves": told["moves"][2:], "after": told["moves"][:2]}
    assert main(["draw", json.dumps(rest), "--step", "0"]) == 0
    assert whole.boards[2] in capsys.readouterr().out


def test_moves_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", GAR, "--moves", "BR1 EU1"]) == 0
    assert "2 moves: BR1 EU1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["draw", GAR, "-o", "board.jpeg"], "it must end in .svg, .png, .gif, .pdf"),
        (["draw", GAR, "--theme", "pink"], "--theme: invalid choice: 'pink' (choose from "),
        (["draw", GAR, "--moves", "AR9"], "AR9"),
        (["draw", GAR, "--number", "2"], "has only 1"),
        (["draw", '{"puzzle":"null:3","moves":null,"status":"unsolvable"}'], "the board is unsolvable"),
        (["draw", '{"puzzle":"null:3","moves":[3]}'], "expected a list of moves"),
        (["draw", '{"puzzle":"null:3","moves":["up"]}'], "up"),
        (["draw", "boards"], "--number N"),
        (["solve", GAR, "--gif", "film.png"], "write the name of a .gif file"),
    ],
)
def test_what_is_wrong_is_said(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    assert main(arguments) == 2
    assert words in capsys.readouterr().err


def test_solve_writes_a_film_of_each_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards = tmp_path / "set.txt"
    boards.write_text(f"{BOARDS['coroutine-own']}\n{BOARDS['pebbles-grid']}\nnull:0\n", encoding="utf-8")
    film = tmp_path / "film.gif"
    assert main(["solve", str(boards), "--gif", str(film), "--json"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 3
    assert {path.name for path in tmp_path.glob("*.gif")} == {"film.gif", "film-2.gif"}
    assert "film-3.gif is not written: there are no moves to show" in err


class Tags(HTMLParser):
    """Holds that what is opened is closed, in order."""

    VOID = ("meta", "input", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.articles = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.articles += tag == "article"
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
        self.open.pop()


def test_the_page_shows_every_board_under_its_family() -> None:
    figures = [
        Figure(solved(name), [Fact(f"about <{name}>", f"<{name}> & all")], [f"{name}.svg"]) for name in BOARDS
    ]
    in_order = list(dict.fromkeys(solved(name).puzzle.family for name in BOARDS))
    page = page_of("Boards & more", figures)
    tags = Tags()
    tags.feed(page)
    assert not tags.open and tags.articles == len(BOARDS)
    assert re.findall(r'<h2 id="(\w+)"', page) == in_order
    assert sorted(in_order) == sorted(NAMES)
    assert "Boards &amp; more" in page and "about &lt;null&gt;" in page
    assert 'title="&lt;null&gt; &amp; all"' in page
    assert "<script" not in page and "prefers-color-scheme:dark" in page
    for name in BOARDS:
        assert f'href="{name}.svg"' in page
