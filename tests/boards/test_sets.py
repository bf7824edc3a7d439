"""Sets of boards: each format is streamed in order, keeps what is not the board's, and survives bad lines."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from clew.boards.entries import Entry
from clew.boards.load import load, read_boards
from clew.errors import BoardError

ONE = "blocks:AAo/ooo"
TWO = "ricochet:R../...>..R/..."
THREE = "pebbles[grid 1x3]:AB-/-AB"


def texts(entries: Iterator[Entry]) -> list[str]:
    return [str(entry.puzzle or entry.error) for entry in entries]


def from_stdin(text: str, family: str | None = None) -> list[Entry]:
    return list(read_boards("-", family=family, stdin=io.BytesIO(text.encode())))


class Endless(io.RawIOBase):
    """A stream that gives one line at a time and never ends."""

    def __init__(self, line: bytes) -> None:
        self.line = line
        self.given = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        self.given += 1
        return self.line


@pytest.mark.parametrize(
    "line", [ONE.encode() + b"\n", b'{"family": "blocks", "board": "AAo/ooo"}\n'], ids=["compact", "json"]
)
def test_standard_input_is_streamed(line: bytes) -> None:
    stream = Endless(line)
    found = list(islice(read_boards("-", stdin=stream), 3))  # type: ignore[arg-type]
    assert [str(entry.puzzle) for entry in found] == [ONE] * 3
    assert stream.given <= 4, "a line must be answered before many more are read"


def test_text_stdin_is_read_too() -> None:
    assert texts(read_boards("-", stdin=io.StringIO(f"{ONE}\n{TWO}\n"))) == [ONE, TWO]


def test_a_compact_set_has_comments_and_blank_lines(tmp_path: Path) -> None:
    path = tmp_path / "set.txt"
    path.write_text(f"# first\n\n  {ONE}  \n  # second\n{TWO}\n", encoding="utf-8")
    entries = list(read_boards(path))
    assert texts(iter(entries)) == [ONE, TWO]
    assert [entry.line for entry in entries] == [3, 5]
    assert {entry.source for entry in entries} == {str(path)}


def test_a_byte_order_mark_and_windows_lines_are_no_trouble(tmp_path: Path) -> None:
    for name, text in (
        ("a.txt", f"{ONE}\r\n{TWO}\r\n"),
        ("a.csv", f'board\r\n"{ONE}"\r\n"{TWO}"\r\n'),
        ("a.toml", 'family = "blocks"\r\nboard = """\r\nAAo\r\nooo\r\n"""\r\n'),
    ):
        path = tmp_path / name
        path.write_bytes(b"\xef\xbb\xbf" + text.encode())
        assert texts(read_boards(path))[0] == ONE, name


def test_other_columns_are_carried(tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text(f'id,board,note\nx1,"{THREE}","a, b"\n', encoding="utf-8")
    (entry,) = read_boards(path)
    assert str(entry.puzzle) == THREE
    assert entry.input == {"id": "x1", "note": "a, b"}
    assert entry.line == 2


def test_other_keys_are_carried() -> None:
    line = '{"family": "blocks", "board": "AAo/ooo", "id": 7, "optimal": [1], "title": "T"}\n'
    (entry,) = from_stdin(line)
    assert str(entry.puzzle) == ONE
    assert entry.input == {"id": 7, "optimal": [1]}
    assert entry.puzzle is not None and entry.puzzle.title == "T"


@pytest.mark.parametrize("name", ["pars", "par.", "goals", "Metric "])
def test_a_name_that_is_nearly_a_key_is_refused(name: str) -> None:
    (entry,) = from_stdin(json.dumps({"board": ONE, name: 3}))
    assert "did you mean" in str(entry.error)


def test_half_of_a_surrogate_pair_is_refused_in_keys_that_are_carried() -> None:
    (entry,) = from_stdin(json.dumps({"board": ONE, "id": "\ud800"}))
    assert "half of a surrogate pair" in str(entry.error)


@pytest.mark.parametrize("puzzle", [THREE, "ricochet[open]:R../...>.../.R."])
def test_the_number_of_edges_in_an_answer_is_not_a_key(puzzle: str, tmp_path: Path) -> None:
    (tmp_path / "mapped.jsonl").write_text(json.dumps({"puzzle": puzzle, "edges": 7}), encoding="utf-8")
    (tmp_path / "rated.csv").write_text(f"board,edges\n{puzzle},7\n", encoding="utf-8")
    entries = list(read_boards(tmp_path))
    assert [str(entry.puzzle) for entry in entries] == [puzzle, puzzle]
    assert [entry.input["edges"] for entry in entries] == [7, "7"]


def test_a_bad_board_carries_its_columns_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text(f"id,board\n1,blocks:AB\n2,{ONE}\n3,too,many\n4,{ONE}\n", encoding="utf-8")
    entries = list(read_boards(path))
    assert [entry.error is None for entry in entries] == [False, True, False, True]
    assert entries[0].input == {"id": "1"}
    assert [entry.line for entry in entries] == [2, 3, 4, 5]
    assert entries[0].error is not None and entries[0].error.file == str(path)


def test_csv_family_comes_from_prefix_column_or_argument(tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text(f"family,board\nblocks,AAo/ooo\nblocks,{ONE}\n,AAo/ooo\n", encoding="utf-8")
    assert texts(read_boards(path, family="blocks[step]")) == [ONE, ONE, "blocks[step]:AAo/ooo"]


def test_a_board_that_names_its_family_takes_no_options_from_the_argument(tmp_path: Path) -> None:
    told = '{"family": "blocks", "board": "AAo/ooo"}\n{"board": "AAo/ooo"}\n'
    (tmp_path / "a.jsonl").write_text(told, encoding="utf-8")
    (tmp_path / "b.toml").write_text('family = "blocks"\nboard = "AAo/ooo"\n', encoding="utf-8")
    assert texts(read_boards(tmp_path, family="blocks[step]")) == [ONE, "blocks[step]:AAo/ooo", ONE]


def test_csv_plates_and_pebbles(tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text("plates,pebbles,optimal\nA B -,- A B,2\n", encoding="utf-8")
    (entry,) = read_boards(path, family="pebbles[grid 1x3]")
    assert str(entry.puzzle) == THREE
    assert entry.input == {"optimal": "2"}
    path.write_text("plates,pebbles,layout\nAB-,-AB,grid 1x3\n", encoding="utf-8")
    assert texts(read_boards(path)) == [THREE]


def test_a_bad_line_of_a_csv_keeps_the_line_numbers(tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_bytes(b"board\n\xff\nblocks:AAo/ooo\nblocks:AB\n")
    entries = list(read_boards(path))
    assert [(entry.line, entry.error is None) for entry in entries] == [(2, False), (3, True), (4, False)]


def test_standard_input_tells_the_format_by_itself() -> None:
    assert texts(iter(from_stdin(f"# a set\n\n{ONE}\n{TWO}\n"))) == [ONE, TWO]
    assert texts(iter(from_stdin('# a board\ntitle = "T"\nfamily = "blocks"\nboard = "AAo/ooo"\n'))) == [ONE]
    assert texts(iter(from_stdin('\n{"family": "blocks", "board": "AAo/ooo"}\n'))) == [ONE]
    assert texts(iter(from_stdin("AAo/ooo\nAAoo/\n", "blocks"))) == [ONE, "blocks:AAoo/"]
    (nothing,) = from_stdin("")
    assert nothing.error is not None and "contains no board" in str(nothing.error)


def test_a_family_with_options_holds_for_json_lines_too() -> None:
    (entry,) = from_stdin('{"plates": "AB-", "pebbles": "-AB"}\n', "pebbles[grid 1x3]")
    assert str(entry.puzzle) == THREE


def test_a_folder_is_read_in_order_of_name(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text(f"{TWO}\n{THREE}\n", encoding="utf-8")
    (tmp_path / "a.toml").write_text('family = "blocks"\nboard = "AAo/ooo"\n', encoding="utf-8")
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "z.txt").write_text("null:3\n", encoding="utf-8")
    (tmp_path / "README.md").write_text("no board", encoding="utf-8")
    (tmp_path / ".hidden.txt").write_text("null:9\n", encoding="utf-8")
    assert texts(read_boards(tmp_path)) == [ONE, TWO, THREE, "null:3"]


def test_a_folder_in_the_place_of_a_file_is_an_error_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "a.toml").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "b.txt").write_text(f"{ONE}\n", encoding="utf-8")
    entries = list(read_boards(tmp_path))
    assert [entry.error is None for entry in entries] == [False, True]
    assert "cannot be read" in str(entries[0].error)


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    (entry,) = read_boards(tmp_path)
    assert "contains no boards" in str(entry.error)


def test_a_known_family_wins_over_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("null:3").write_text("null:9\n", encoding="utf-8")
    Path("other:3").write_text("null:9\n", encoding="utf-8")
    assert texts(read_boards("null:3")) == ["null:3"]
    assert texts(read_boards("other:3")) == ["null:9"]


def test_load_gives_one_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "set.txt"
    path.write_text(f"{ONE}\n", encoding="utf-8")
    assert str(load(path)) == ONE
    path.write_text(f"{ONE}\n{TWO}\n", encoding="utf-8")
    with pytest.raises(BoardError, match="several boards"):
        load(path)
    path.write_text("# none\n", encoding="utf-8")
    with pytest.raises(BoardError, match="contains no board"):
        load(str(path))
    with pytest.raises(BoardError, match=r"did you mean `set\.txt`"):
        load(str(tmp_path / "sett.txt"))
