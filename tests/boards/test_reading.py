"""Files as people have them: what is read is what was written, or a message says what would be right."""

from __future__ import annotations

import io
import json
import string
from pathlib import Path
from typing import Any

import pytest

from clew.boards.entries import Entry
from clew.boards.load import load, parse, read_boards
from clew.errors import BoardError, ReadingWarning
from clew.families.blocks.puzzle import Blocks
from clew.puzzles.registry import parse_compact
from clew_lab.arena.boards import boards_of

ONE = "blocks:AAo/ooo/ooo"
STEP = "blocks[step]:AAo/ooo/ooo"


def read(folder: Path, name: str, data: str | bytes, family: str | None = None) -> list[Entry]:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return list(read_boards(path, family=family))


def texts(entries: list[Entry]) -> list[str]:
    return [str(entry.puzzle or entry.error) for entry in entries]


TABLES = {
    "semicolons": "id;board\r\n1;blocks:AAo/ooo/ooo\r\n",
    "tabs": "id\tboard\n1\tblocks:AAo/ooo/ooo\n",
    "bars": "id|board\n1|blocks:AAo/ooo/ooo\n",
    "a line sep=": "sep=;\r\nid;board\r\n1;blocks:AAo/ooo/ooo\r\n",
    "a mark and a line sep=": "\ufeffsep=;\r\nid;board\r\n1;blocks:AAo/ooo/ooo\r\n",
    "a header in capitals": "ID,Board\n1,blocks:AAo/ooo/ooo\n",
    "a header with blanks": "id, board \xa0\n1,blocks:AAo/ooo/ooo\n",
    "a header with what cannot be seen": "id,\u200bboard\n1,blocks:AAo/ooo/ooo\n",
    "quotes everywhere": '"id","board"\n"1","blocks:AAo/ooo/ooo"\n',
    "commas at the ends": "id,board,,\n1,blocks:AAo/ooo/ooo,,\n",
    "more commas than columns": "id,board\n1,blocks:AAo/ooo/ooo,,\n",
    "empty rows": "id,board\n,\n\n1,blocks:AAo/ooo/ooo\n,\n",
    "a family beside": "id,board,family\n1,AAo/ooo/ooo,blocks\n",
    "a grid in a cell": 'id,family,board\n1,blocks,"AAo\nooo\nooo"\n',
    "old Mac": "id,board\r1,blocks:AAo/ooo/ooo\r",
    "a column puzzle": "id,puzzle\n1,blocks:AAo/ooo/ooo\n",
}


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.CSV"])
@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_tables(tmp_path: Path, name: str, kind: str, encoding: str) -> None:
    text = TABLES[kind]
    if encoding == "cp1252" and any(ord(sign) > 255 for sign in text):
        text = text.replace("\u200b", "").replace("\ufeff", "")
    entries = read(tmp_path, name, text.encode(encoding))
    assert texts(entries) == [ONE]
    (own,) = (value for key, value in entries[0].input.items() if key.lower() == "id")
    assert own == "1"


def test_a_title_in_latin_1_is_itself(tmp_path: Path) -> None:
    (entry,) = read(tmp_path, "a.csv", "board;title\nblocks:AAo/ooo;Été à Zoé\n".encode("cp1252"))
    assert entry.puzzle is not None and entry.puzzle.title == "Été à Zoé"


COLUMNS = [
    ("board,metric\nblocks:AAo/ooo/ooo,step\n", STEP),
    ("board,Metric\nblocks:AAo/ooo/ooo,step\n", STEP),
    ("board,metric\nblocks[step]:AAo/ooo/ooo,step\n", STEP),
    ("board,metric\nblocks:AAo/ooo/ooo,\n", ONE),
    ('board,goal\nblocks[free]:AAo/ooo/ooo,"{""piece"": ""A"", ""exit"": ""down""}"\n',
     "blocks[free,exit=A-down]:AAo/ooo/ooo"),
    ('board;goal\nblocks[free]:AAo/ooo/ooo;{ piece = "A", exit = "down" }\n',
     "blocks[free,exit=A-down]:AAo/ooo/ooo"),
    ("board,goal\nblocks:AAo/ooo/ooo,.AA/.../...\n", "blocks:AAo/ooo/ooo>oAA/ooo/ooo"),
    ("family,board,goal,anywhere\nricochet,R.G/...,RG,TRUE\n", "ricochet[anywhere]:R.G/...>RG"),
    ("board;walls\nricochet:R.G/...>..R/...;a1 down, b1 right\n",
     "ricochet[wall=a1D,wall=b1R]:R.G/...>..R/..."),
    ("plates,pebbles,layout,metric\nAB-,-AB,grid 1x3,slides\n", "pebbles[grid 1x3,slides]:AB-/-AB"),
    ('plates,pebbles,edges\nAB-,-AB,"[[0, 1], [1, 2]]"\n', "pebbles[edges 0-1 1-2]:AB-/-AB"),
    ("family,start,highest\nnull,3,9\n", "null[highest=9]:3"),
    ("family,start,highest\nnull,3.0,9\n", "null[highest=9]:3"),
    ('family,squares,first,target\ncoroutine,"N S,S/E,W",1,a2\n', "coroutine:N+S,S/E,W@a1,b2,1>a2"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "puzzle"), COLUMNS)
def test_a_column_that_is_a_key_counts(tmp_path: Path, table: str, puzzle: str) -> None:
    assert texts(read(tmp_path, "a.csv", table)) == [str(parse_compact(puzzle))]


OBJECTS: list[tuple[Any, str]] = [
    (ONE, ONE),
    ({"board": STEP}, STEP),
    ({"family": "blocks", "board": ONE, "metric": "step"}, STEP),
    ({"puzzle": STEP}, STEP),
    (
        {"puzzle": STEP, "board": "AAo/ooo/ooo", "family": "blocks", "metric": "step", "status": "solved"},
        STEP,
    ),
    ({"family": "ricochet", "board": "R../...>..R/..."}, "ricochet:R../...>..R/..."),
    ({"family": "pebbles[grid 1x3]", "plates": "AB-", "pebbles": "-AB"}, "pebbles[grid 1x3]:AB-/-AB"),
    ({"format": "clew game", "version": 1, "puzzle": "null:3", "start": "2"}, "null[highest=3]:2"),
]


@pytest.mark.parametrize(("value", "puzzle"), OBJECTS)
def test_objects_in_lines_and_documents(tmp_path: Path, value: Any, puzzle: str) -> None:
    line = json.dumps(value)
    assert texts(read(tmp_path, "a.jsonl", f"{line}\n{line}\n")) == [puzzle] * 2
    assert texts(read(tmp_path, "a.json", json.dumps([value, value], indent=2))) == [puzzle] * 2
    assert texts(read(tmp_path, "b.json", json.dumps([value, value]))) == [puzzle] * 2
    indented = json.dumps(value, indent=2)
    assert texts(read(tmp_path, "c.json", indented)) == [puzzle]
    for text, count in ((line, 1), (f"[\n{line},\n{line}\n]\n", 2), (indented, 1)):
        found = list(read_boards("-", stdin=io.BytesIO(f"\ufeff{text}".encode())))
        assert texts(found) == [puzzle] * count


def test_options_of_the_own_family_and_keys_agree(tmp_path: Path) -> None:
    board = {"family": "blocks[step]", "board": "AAo/ooo"}
    step, slide = (json.dumps({**board, "metric": metric}) for metric in ("step", "slide"))
    same, other = read(tmp_path, "a.jsonl", f"{step}\n{slide}\n")
    assert str(same.puzzle) == "blocks[step]:AAo/ooo"
    assert "metric" in str(other.error)
    assert "give it only once" in str(other.error)


def test_a_board_of_a_document_has_a_number(tmp_path: Path) -> None:
    first, second = read(tmp_path, "a.json", json.dumps([ONE, {"family": "blocks", "board": "AB"}]))
    assert first.source.endswith("a.json#1")
    assert "a.json#2" in str(second.error)
    assert texts(list(read_boards(f"{tmp_path / 'a.json'}#1"))) == [ONE]


def test_par_is_a_number_everywhere(tmp_path: Path) -> None:
    for name, text in (
        ("a.csv", f"board,par\n{ONE},6\n"),
        ("a.jsonl", '{"family": "blocks", "board": "AAo", "par": "6"}\n'),
        ("b.jsonl", '{"family": "blocks", "board": "AAo", "par": 6}\n'),
        ("a.toml", 'family = "blocks"\nboard = "AAo"\npar = 6\n'),
    ):
        (entry,) = read(tmp_path, name, text)
        assert entry.puzzle is not None and entry.puzzle.par == 6, name
        assert "par" not in entry.input


GRID = "AA....\n......\n......\n......\n......\n......\n"
GRIDS = [
    (GRID, ["AAoooo/" + "/".join(["oooooo"] * 5)]),
    (f"{GRID}\n{GRID}", ["AAoooo/" + "/".join(["oooooo"] * 5)] * 2),
    ("AA..\n....\n....\n....\n", ["AAoo/oooo/oooo/oooo"]),
    ("AA..\n....\n  \nBBAA\n....\n", ["AAoo/oooo", "BBAA/oooo"]),
    ("# two boards\nAA..\n....\n\n# the next\nBBAA\n....\n", ["AAoo/oooo", "BBAA/oooo"]),
    ("#######\n#AA...#\n#######\n", ["xxxxxxx/xAAooox/xxxxxxx"]),
    ("      \n AA   \n      \n", ["oooooo/oAAooo/oooooo"]),
    ("AAo/ooo\nAAoo/oooo\n", ["AAo/ooo", "AAoo/oooo"]),
    ("AA" + "." * 34 + "\nBBAA" + "." * 32 + "\n", ["AAoooo/" + "/".join(["oooooo"] * 5),
                                                       "BBAAoo/" + "/".join(["oooooo"] * 5)]),
    ("\n".join(["AA" + "." * 23, *["." * 25] * 24]), ["AA" + "o" * 23 + ("/" + "o" * 25) * 24]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "boards"), GRIDS)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_grids_in_a_text_file(tmp_path: Path, text: str, boards: list[str], ends: str) -> None:
    data = text.replace("\n", ends).encode()
    entries = read(tmp_path, "a.txt", data, "blocks")
    assert texts(entries) == [f"blocks:{board}" for board in boards]
    assert texts(list(read_boards("-", family="blocks", stdin=io.BytesIO(data)))) == texts(entries)


def test_a_long_list_of_boards_without_separators_stays_a_list(tmp_path: Path) -> None:
    line = "AA" + "." * 34 + "\n"
    assert len(read(tmp_path, "a.txt", line * 101, "blocks")) == 101


def test_a_mistake_in_a_grid_has_its_line(tmp_path: Path) -> None:
    (entry,) = read(tmp_path, "a.txt", "# a board\nAA..\n...\n....\n", "blocks")
    assert entry.error is not None and entry.error.line == 3
    (entry,) = read(tmp_path, "a.txt", "AA..\n....\n")
    assert str(entry.puzzle) == "blocks:AAoo/oooo" and "is read as grid" in entry.remarks[0]
    (entry,) = read(tmp_path, "a.txt", "??..\n..\n")
    assert "grids of letters): the board in line 1: " in str(entry.error)
    assert "such as --family blocks" in str(entry.error)


REFUSED_GRIDS = [
    ("AA.B\n    \n...B\n", 2, "holds only blanks"),
    ("AAo\nooo\n   \n", 3, "holds only blanks"),
    ("AA B\nCC D\n \nEE F\n", 3, "holds only blanks"),
    ("# AA..\n......\n......\n", 1, "may be a comment or a row"),
    ("# AA  \n  BB #\n#    #\n", 1, "may be a comment or a row"),
    ("#.....##\nAA....\n......\n", 1, "may be a comment or a row"),
    ("AA..\n....\n# next\nBB..\n", 3, "has 6 cells"),
    ("######\n#AA.?#\n######\n", 2, "has no meaning here"),
]


@pytest.mark.parametrize(("text", "line", "words"), REFUSED_GRIDS)
def test_a_line_that_may_be_a_row_or_not_is_refused(tmp_path: Path, text: str, line: int, words: str) -> None:
    (entry,) = read(tmp_path, "a.txt", text, "blocks")
    assert words in str(entry.error) and entry.error is not None and entry.error.line == line


READ_GRIDS = [
    ("######\n# AA #\n#    #\n######\n", "xxxxxx/xoAAox/xoooox/xxxxxx", "blanks are read"),
    ("# the walls\n#####\n#AA.#\n#####\n", "xxxxx/xAAox/xxxxx", ""),
    ("# easy\nAA....\n......\n", "AAoooo/oooooo", "line 1, which begins with `#`, is read as a comment"),
    ("#AA.\n....\n", "xAAo/oooo", "line 1, which begins with `#`, is read as a row"),
    (
        "# A hard set\n \n# by me\n   \n   \n\n# easy\nAA....\n......\n   \n   \n",
        "AAoooo/oooooo",
        "a comment",
    ),
    ("# A hard set\n\nAA  \n", "AAoo/", "blanks are read as free cells: 1 row of 4 cells"),
]


@pytest.mark.parametrize(("text", "board", "words"), READ_GRIDS)
def test_which_lines_are_comments_is_said(tmp_path: Path, text: str, board: str, words: str) -> None:
    (entry,) = read(tmp_path, "a.txt", text, "blocks")
    assert str(entry.puzzle) == f"blocks:{board}"
    assert any(words in remark for remark in entry.remarks) if words else entry.remarks == ()


def test_a_row_of_blanks_at_the_end_of_a_board_is_not_lost() -> None:
    for board in ("   /AAo/ooo", "AAo\nooo\n   "):
        with pytest.raises(BoardError, match="a row of blanks as long as the others"):
            Blocks(board)
    with pytest.raises(BoardError, match="blanks in rows of different lengths"):
        Blocks("AA /    ")


def test_two_readings_are_warnings(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('family = "blocks"\nboard = "AA.x/...x"\n')
    with pytest.warns(ReadingWarning, match=r"a\.toml: `x` is read as a wall"):
        load(tmp_path / "a.toml")
    with pytest.warns(ReadingWarning, match="`x` is read as a wall"):
        parse("blocks:AA.x/...x")
    (tmp_path / "a.txt").write_text("blocks:AA.x/...x\nblocks:BB.x/AA.x\n")
    with pytest.warns(ReadingWarning) as warned:
        boards_of(tmp_path / "a.txt")
    assert [str(warning.message).partition(": ")[0] for warning in warned] == [
        f"{tmp_path / 'a.txt'}, line 1"
    ]


def test_a_grid_has_its_goal_after_an_arrow(tmp_path: Path) -> None:
    assert texts(read(tmp_path, "a.txt", "R..\n...\n>\n..R\n...\n", "ricochet")) == [
        "ricochet:R../...>..R/..."
    ]


ALL_LETTERS = "/".join([letter * 2 + ".o" for letter in string.ascii_letters if letter not in "ox"])


@pytest.mark.parametrize("board", ["rr.o../...o../......", "AAo/o../...", "AA./#x./...", ALL_LETTERS])
def test_two_signs_of_one_meaning_are_refused(board: str) -> None:
    with pytest.raises(BoardError, match=r"both mean .* give it another letter.*, otherwise write"):
        Blocks(board, goal={"piece": board[0], "exit": "right"})


def test_which_of_two_readings_was_taken_is_said() -> None:
    card = "AA..../..BB../XX...C/.....C/....../......"
    assert Blocks(card).exit == ("X", "right")
    assert "X is read as the piece to bring out; name another with exit=A-right" in Blocks(card)._readings[0]
    assert str(Blocks(card)).startswith("blocks[exit=X-right]:")
    assert Blocks("XX./...").exit == ("X", "right")
    first = "BB..../XX..../AA...C/.....C/....../......"
    assert Blocks(first).exit == ("A", "right") and "A is read" in Blocks(first)._readings[0]
    chosen = Blocks(card, goal={"piece": "A", "exit": "right"})
    assert chosen._readings == () and parse_compact(str(chosen)) == chosen
    for both in ("AA../XX.C/...C", "AA..../....../AA.XX./....../....../......".replace("AA....", "B.....")):
        with pytest.raises(BoardError):
            Blocks(both)
    assert Blocks("AAo/ooo")._readings == ()
    assert "`x` is read as a wall" in Blocks("AA.x/...x")._readings[0]


def test_from_pieces_brings_out_the_first_piece() -> None:
    pieces = [(2, 1, 3, 1), *((2, 2, row, column) for row in (1, 5) for column in range(3, 26, 2))]
    puzzle = Blocks.from_pieces(pieces, rows=8, columns=30)
    assert puzzle.exit == ("A", "right") and puzzle._readings == ()


BLANKS: list[Any] = [
    "\n      \n AA   \n      \n",
    "      \n AA   \n      ",
    ["      ", " AA   ", "      "],
    "\n      \n AA\n      \n    ",
    "      / AA   /      ",
]


@pytest.mark.parametrize("board", BLANKS)
def test_rows_of_blanks_are_free_cells(board: Any) -> None:
    puzzle = Blocks(board)
    assert (puzzle.rows, puzzle.columns) == (3, 6)
    assert "blanks are read as free cells: 3 rows of 6 cells" in puzzle._readings[0]


@pytest.mark.parametrize("board", ["\n    AAo\n    ooo\n    ", " AAo / ooo ", "AAo\nooo  \n"])
def test_blanks_beside_signs_for_free_cells_are_only_layout(board: str) -> None:
    assert str(Blocks(board)) == "blocks:AAo/ooo" and Blocks(board)._readings == ()


def test_options_may_name_the_key() -> None:
    assert str(parse("blocks[metric=step]:AAo/ooo/ooo")) == STEP
    assert str(parse("ricochet[edges=open,anywhere=true]:R./..>R")) == "ricochet[open,anywhere]:R./..>R"
    with pytest.raises(BoardError, match="is given twice"):
        parse("blocks[metric=step,piece]:AAo/ooo/ooo")


def test_the_form_of_a_link_is_read() -> None:
    from urllib.parse import quote

    assert str(parse(quote(STEP, safe=""))) == STEP
    assert texts(list(read_boards(quote(STEP, safe="")))) == [STEP]


@pytest.mark.parametrize(
    ("family", "words"),
    [("ricochet", "`family` is ricochet, but the compact form begins with blocks"), ("blocks[step]", "step")],
)
def test_a_family_that_differs_from_the_compact_form_is_refused(
    tmp_path: Path, family: str, words: str
) -> None:
    (entry,) = read(tmp_path, "a.json", json.dumps({"family": family, "puzzle": ONE}))
    assert words in str(entry.error)
    (entry,) = read(tmp_path, "a.csv", f"family,puzzle\n{family},{ONE}\n")
    assert words in str(entry.error) and entry.error is not None and entry.error.line == 2


def test_a_name_of_two_things_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("null:1\nnull:2\n")
    assert texts(list(read_boards("a.txt#2"))) == ["null:2"]
    Path("a.txt#2").write_text("null:3\n")
    assert texts(list(read_boards("a.txt#1"))) == ["null:1"]
    (entry,) = read_boards("a.txt#2")
    assert "also board 2 of a.txt; rename the file" in str(entry.error)
    Path("a.txt").unlink()
    assert texts(list(read_boards("a.txt#2"))) == ["null:3"]
    Path("null:4").write_text("null:5\n")
    (entry,) = read_boards("null:4")
    assert str(entry.puzzle) == "null:4" and "write ./null:4 to read it" in entry.remarks[0]
    assert texts(list(read_boards("./null:4"))) == ["null:5"]


def test_a_folder_has_files_of_every_kind(tmp_path: Path) -> None:
    for name, text in (
        ("a.TOML", 'family = "null"\nstart = 1\n'),
        ("b.json", '{"family": "null", "start": 2}'),
        ("c.tsv", "board\tid\nnull:3\t1\n"),
        ("d.TXT", "null:4\n"),
    ):
        (tmp_path / name).write_text(text)
    assert texts(list(read_boards(tmp_path))) == ["null:1", "null:2", "null:3", "null:4"]


@pytest.mark.parametrize(
    "text",
    [
        '{"family": "blocks", "board": "AAo/ooo", "par": 1, "par": 2}\n',
        '[{"family": "blocks", "board": "AAo", "goal": {"piece": "A", "exit": "left", "exit": "right"}}]\n',
    ],
)
def test_a_key_that_an_object_has_twice_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "set.json").write_text(text)
    (entry,) = read_boards(tmp_path / "set.json")
    assert "is given twice" in str(entry.error) and "set.json" in str(entry.error)


def test_a_cell_says_one_thing(tmp_path: Path) -> None:
    goal = '"{""piece"": ""A"", ""exit"": ""left"", ""exit"": ""right""}"'
    for columns, cells in (("par", "1.000"), ("goal", goal)):
        (entry,) = read(tmp_path, "a.csv", f"board,{columns}\n{ONE},{cells}\n")
        assert entry.error is not None and entry.error.line == 2


def test_a_single_row_stays_a_row() -> None:
    assert str(parse_compact("blocks:AA..")) == "blocks:AAoo/"
    assert str(Blocks("AA  ")) == "blocks:AAoo/"
    assert str(parse_compact("ricochet[anywhere]:HOOH/....>HOOH")) == "ricochet[anywhere]:HOOH/....>HOOH/"
