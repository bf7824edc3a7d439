"""Are printed pages of the right size, and what is on them too?"""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest

import clew
from tests.draw.subjects import BOARDS, ROOT, solved

MM = 72 / 25.4


def pages(data: bytes) -> list[tuple[float, float, str]]:
    """Width and height in millimetres and the content of each page, once the table of objects is right."""
    offsets = re.findall(rb"^(\d{10}) 00000 n $", data, re.M)
    for number, offset in enumerate(offsets, 1):
        assert data[int(offset) :].startswith(b"%d 0 obj" % number)
    found = []
    for box, content in re.findall(rb"/MediaBox\[0 0 ([^\]]*)\]/Contents (\d+) 0 R", data):
        width, height = (float(part) / MM for part in box.split())
        stream = re.search(rb"\n%s 0 obj\n<<[^>]*>>stream\n(.*?)\nendstream" % content, data, re.S)
        assert stream is not None
        found.append((width, height, zlib.decompress(stream[1]).decode()))
    assert b"/Count %d" % len(found) in data
    return found


def drawn(thing: object, folder: Path, **options: object) -> list[tuple[float, float, str]]:
    clew.draw(thing, folder / "pages.pdf", **options)  # type: ignore[call-overload]
    return pages((folder / "pages.pdf").read_bytes())


@pytest.mark.parametrize(("paper", "size"), [("A4", (210.0, 297.0)), ("Letter", (215.9, 279.4))])
@pytest.mark.parametrize("name", BOARDS)
def test_sheets_have_the_size_of_the_paper(
    name: str, paper: str, size: tuple[float, float], tmp_path: Path
) -> None:
    found = drawn(clew.load(BOARDS[name]), tmp_path, paper=paper)
    assert len(found) >= 3  # what to do, the board, the pieces
    for width, height, _ in found:
        assert sorted((width, height)) == pytest.approx(sorted(size), abs=0.01)


def test_a_board_is_printed_at_its_true_size(tmp_path: Path) -> None:
    """A tray of 6 cells of 20 mm and two rims: its outline goes from one side to the other of 129 mm."""
    content = drawn(clew.load(BOARDS["blocks-axis"]), tmp_path, cell=20)[1][2]
    scale = re.search(r"^q (\S+) 0 0 (\S+) 0 0 cm$", content, re.M)
    assert scale is not None and float(scale[1]) == pytest.approx(0.2)
    tray = content[scale.end() : content.index("B Q", scale.end())]
    xs = [float(x) for x in re.findall(r"^(\S+) \S+ [ml]$", tray, re.M)]
    assert (max(xs) - min(xs)) * 0.2 == pytest.approx(129, abs=0.1)
    assert content.startswith(f"1 J 1 j {MM:.5f}")


def test_a_larger_cell_makes_a_larger_board_and_more_pages(tmp_path: Path) -> None:
    puzzle = clew.load(ROOT / "boards" / "ricochet" / "robots.toml")
    small, usual = drawn(puzzle, tmp_path, cell=10), drawn(puzzle, tmp_path)
    assert len(small) < len(usual)
    assert any(" re W n" in content for _, _, content in usual), "parts of a large board are cut to the page"


def test_a_strip_shows_every_board(tmp_path: Path) -> None:
    solution = solved("blocks-free-goal")
    found = drawn(solution, tmp_path)
    # The runner stands on every board: its colour comes once for each.
    runners = sum(content.count("0.941 0.408 0.29 rg") for _, _, content in found)
    assert runners == len(solution) + 1
    assert len(found) > 1
    assert all(width < height for width, height, _ in found)


def test_a_game_is_printed_as_sheets_of_its_board(tmp_path: Path) -> None:
    assert len(drawn(clew.Game(clew.load(BOARDS["coroutine"])), tmp_path)) == 3


def test_pages_are_the_same_bytes_every_time_and_need_no_font(tmp_path: Path) -> None:
    puzzle = clew.Pebbles(["漢", "é", "-"], ["é", "-", "漢"], "grid 1x3", title="漢 & é")
    drawn(puzzle, tmp_path)
    first = (tmp_path / "pages.pdf").read_bytes()
    drawn(puzzle, tmp_path)
    assert first == (tmp_path / "pages.pdf").read_bytes()
    assert b"/Font" not in first
    title = re.search(rb"/Title<FEFF([0-9A-F]*)>", first)
    assert title is not None
    assert bytes.fromhex(title[1].decode()).decode("utf-16-be") == "漢 & é"


def test_a_set_is_a_book_with_answers_at_the_back(tmp_path: Path) -> None:
    boards = [clew.load(BOARDS[name]) for name in sorted(BOARDS)[:5]]
    things = [clew.solve(board) for board in boards]
    book = drawn(things, tmp_path)
    assert len(book) == 3, "four boards, one board, answers"
    assert {(round(width), round(height)) for width, height, _ in book} == {(210, 297)}
    unanswered = drawn(boards, tmp_path)
    assert [content.count("\n") for _, _, content in unanswered[:1]] == pytest.approx(
        [content.count("\n") for _, _, content in book[:1]], rel=0.2
    )
    assert len(unanswered) == 2, "without moves there are no answers"
    with pytest.raises(clew.ClewError, match=r"ends in \.pdf"):
        clew.draw(boards, tmp_path / "boards.svg")
    with pytest.raises(clew.ClewError, match="no boards"):
        clew.draw([], tmp_path / "none.pdf")
