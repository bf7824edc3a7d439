"""Checks of many boards, lock files, reports, and what the command line says about how it read a file."""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from clew import load
from tests.cli.program import Inside, program

STUCK = "blocks:AAB/ooB/ooB"


def test_remarks_are_printed_and_in_json(clew: Inside, tmp_path: Path) -> None:
    path = tmp_path / "card.txt"
    path.write_text("AA....\n..BB..\nXX...C\n.....C\n......\n......\n")
    result = clew("solve", "--json", "--family", "blocks", str(path))
    (answer,) = result.json
    assert answer["length"] == 2 and "X is read as the piece" in answer["remarks"][0]
    assert "card.txt, line 1: X is read as the piece to bring out" in result.err


def test_moves_of_a_file_with_a_mark(clew: Inside, tmp_path: Path) -> None:
    board, moves = "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo", tmp_path / "moves.txt"
    for data in (b"\xef\xbb\xbfBR1\r\nCL3\r\n", "BR1\nCL3\n".encode("utf-16"), b'["BR1", "CL3"]'):
        moves.write_bytes(data)
        (answer,) = clew("review", "--json", board, str(moves)).json
        assert [move["move"] for move in answer["moves"]] == ["BR1", "CL3"]
    for data, word in ((b"PK\x03\x04\0", "a workbook"), (b"", "is empty")):
        moves.write_bytes(data)
        result = clew("review", board, str(moves))
        assert result.status == 2 and word in result.err


@pytest.fixture
def levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of three boards, in the current folder."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "levels"
    folder.mkdir()
    (folder / "a.toml").write_text('family = "blocks"\npar = 1\nboard = "AAo/ooo/ooo"\n')
    (folder / "b.txt").write_text("null:2\nnull:3\n")
    return folder


def test_check_fails_on_a_board_that_cannot_be_solved(clew: Inside) -> None:
    result = clew("check", "null:2", STUCK)
    assert (result.status, "cannot be solved" in result.err) == (1, True)
    assert clew("check", "--read-only", STUCK).status == 0
    (answer,) = clew("check", "--json", STUCK).json
    assert answer["status"] == "unsolvable"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "board,par\nblocks:AAo/ooo/ooo,99\n"),
        ("a.csv", "board;Par\nblocks:AAo/ooo/ooo;99\n"),
        ("a.jsonl", '{"puzzle": "blocks:AAo/ooo/ooo", "par": "99"}\n'),
        ("a.json", '{"family": "blocks", "board": "AAo/ooo/ooo", "par": 99}\n'),
        ("a.toml", 'family = "blocks"\nboard = "AAo/ooo/ooo"\npar = 99\n'),
    ],
)
def test_check_compares_the_par_of_every_format(clew: Inside, tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    result = clew("check", str(tmp_path / name))
    assert result.status == 2
    assert "`par` is 99, but the proved optimum is 1; write par = 1" in result.err


def test_a_lock_file_is_written_once_and_then_compared(clew: Inside, levels: Path) -> None:
    first = clew("check", "levels", "--lock", "levels.lock")
    assert first.status == 0 and "wrote levels.lock: the fewest moves of 3 boards" in first.out
    text = Path("levels.lock").read_text()
    assert tomllib.loads(text) == {
        "levels/a.toml": {"puzzle": "blocks:AAo/ooo/ooo", "par": 1},
        "levels/b.txt#1": {"puzzle": "null:2", "par": 2},
        "levels/b.txt#2": {"puzzle": "null:3", "par": 3},
    }
    again = clew("check", str(levels), "--lock", str(levels.parent / "levels.lock"))
    assert (again.status, again.err) == (0, "")
    assert Path("levels.lock").read_text() == text


def test_a_lock_file_shows_changed_new_and_missing_boards(clew: Inside, levels: Path) -> None:
    clew("check", "levels", "--lock", "levels.lock")
    before = Path("levels.lock").read_text()
    (levels / "b.txt").write_text("null:2\nnull[highest=9]:3\nnull:1\n")
    (levels / "a.toml").unlink()
    result = clew("check", "levels", "--lock", "levels.lock")
    assert result.status == 2
    for words in (
        "line 2: is not the board of the lock file: it has changed",
        "line 3: is not in the lock file: it is new",
        "levels/a.toml is missing among the boards",
        "add --update",
    ):
        assert words in result.err
    assert "line 1" not in result.err
    Path("levels.lock").write_text(before.replace("par = 2", "par = 7"))
    assert "has the par 7 in the lock file, but the proved optimum is 2" in (
        clew("check", "levels", "--lock", "levels.lock").err
    )
    assert clew("check", "levels", "--lock", "levels.lock", "--update").status == 0
    assert clew("check", "levels", "--lock", "levels.lock").status == 0


def test_no_lock_file_is_written_while_a_board_has_a_fault(clew: Inside, levels: Path) -> None:
    (levels / "c.txt").write_text(f"{STUCK}\n")
    result = clew("check", "levels", "--lock", "levels.lock")
    assert result.status == 1 and "levels.lock is not written" in result.err
    assert not Path("levels.lock").exists()
    Path("levels.lock").write_text("nothing")
    result = clew("check", "levels", "--lock", "levels.lock")
    assert result.status == 2 and "is not a lock file" in result.err


def test_a_report_has_a_case_for_every_board(clew: Inside, levels: Path) -> None:
    (levels / "a.toml").write_text(
        'family = "null"\nstart = 2\npar = 1\ntitle = "<\\u0001 & \\"quotes\\"\\u2028>"\n'
    )
    (levels / "c.txt").write_text(f"null:1\n{STUCK}\nnull:x\n")
    assert clew("check", "levels", "--junit", "report.xml").status == 2
    suite = by_the_schemas(ElementTree.parse("report.xml").getroot())
    counts = {"tests": "6", "failures": "2", "errors": "1", "skipped": "0"}
    assert {name: suite.get(name) for name in counts} == counts
    found = [(case.get("classname"), [child.tag for child in case]) for case in suite.iter("testcase")]
    assert found == [
        ("levels/a.toml", ["failure"]),
        ("levels/b.txt", []),
        ("levels/b.txt", []),
        ("levels/c.txt", []),
        ("levels/c.txt", ["failure"]),
        ("levels/c.txt", ["error"]),
    ]
    cases = list(suite.iter("testcase"))
    assert cases[0].get("name") == '<\ufffd & "quotes"\u2028>'
    assert "proved optimum is 2" in (cases[0][0].get("message") or "")
    assert len({(case.get("classname"), case.get("name")) for case in cases}) == len(cases)


def by_the_schemas(root: ElementTree.Element) -> ElementTree.Element:
    """The suite of a report that keeps to what the schemas of Ant (windyroad's JUnit.xsd) and of Jenkins
    (xunit's junit-10.xsd) have in common.
    """
    assert (root.tag, root.attrib) == ("testsuites", {})
    (suite,) = root
    needed = {"name", "package", "id", "tests", "failures", "errors", "time", "timestamp", "hostname"}
    assert suite.tag == "testsuite" and suite.attrib.keys() == needed | {"skipped"}
    assert suite.get("id") == "0" and all(suite.get(name, "").strip() for name in needed)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.get("timestamp", ""))
    cases = suite.findall("testcase")
    tags = [child.tag for child in suite]
    assert tags == ["properties", *["testcase"] * len(cases), "system-out", "system-err"]
    for element in (suite, *cases):
        assert re.fullmatch(r"\d+\.\d{1,3}", element.get("time", ""))
    for case in cases:
        assert case.attrib.keys() == {"classname", "name", "time"} and all(case.attrib.values())
        assert [child.tag for child in case] in ([], ["failure"], ["error"])
        assert all(child.attrib.keys() == {"type", "message"} and child.get("type") for child in case)
    for name, tag in (("failures", "failure"), ("errors", "error")):
        assert int(suite.get(name, "")) == len(suite.findall(f"testcase/{tag}"))
    assert int(suite.get("tests", "")) == len(cases)
    return suite


def test_convert_keeps_what_the_compact_form_cannot_hold(clew: Inside, tmp_path: Path) -> None:
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    first.write_text('family = "null"\nstart = 2\n')
    second.write_text('family = "null"\nstart = 2\ntitle = "a, \\"b\\"\\nc"\npar = 2\n')
    table = clew("convert", "--to", "csv", str(first), str(second)).out
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [row["par"] for row in rows] == ["", "2"]
    (tmp_path / "set.csv").write_text(table)
    lines = clew("convert", "--to", "jsonl", str(tmp_path / "set.csv")).out.splitlines()
    assert json.loads(lines[1]) == {"family": "null", "start": 2, "title": 'a, "b"\nc', "par": 2}
    assert json.loads(lines[0]) == {"family": "null", "start": 2}


def test_a_single_board_on_standard_input_is_rated() -> None:
    (answer,) = program("rate", "--json", "--measures", "min_moves", "-", stdin="null:2\n").json
    assert answer["min_moves"] == 2


def test_sweeps_and_arenas_say_which_reading_was_taken(clew: Inside, tmp_path: Path) -> None:
    path = tmp_path / "set.txt"
    path.write_text("blocks:AA.x/...x\nblocks:AA.x/...x\n")
    told = f"clew: {path}, line 1: `x` is read as a wall; if it is a piece, give it another letter\n"
    assert clew("arena", "--prompts", "--boards", str(path)).err == told
    assert clew("sweep", "solve", str(path), "-o", str(tmp_path / "out"), "--workers", "1").err == told


def test_the_files_of_a_set_sort_in_its_order(clew: Inside, tmp_path: Path) -> None:
    (tmp_path / "set.txt").write_text("".join(f"null:{start}\n" for start in range(1, 13)))
    (tmp_path / "set.json").write_text('["null:20", "null:21"]')
    (tmp_path / "set-0001.toml").write_text('family = "null"\nstart = 30\n')
    sources = [str(tmp_path / name) for name in ("set.txt", "set.json", "set-0001.toml")]
    assert clew("convert", *sources, "-o", f"{tmp_path / 'out'}/").status == 0
    read = [load(path) for path in sorted((tmp_path / "out").iterdir())]
    starts = [puzzle.to_dict()["start"] for puzzle in read]
    assert [start for start in starts if start < 30] == [*range(1, 13), 20, 21] and 30 in starts
