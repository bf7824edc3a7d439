"""The formats of other programs: recognised by their content, read right, and the same when written back."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pandas
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import clew
from clew.boards.entries import Entry
from clew.boards.load import read_data
from clew.boards.recognition import format_named, formats
from clew.errors import BoardError, ClewError
from clew.puzzles.registry import parse_compact
from tests.amount import times
from tests.boards.files_by_hand import FILES

OTHERS = [form for form in formats() if not form.own and not form.binary]


def texts(entries: list[Entry]) -> list[str]:
    return [str(entry.puzzle or entry.error) for entry in entries]


def read(text: str, form: str | None = None) -> list[Entry]:
    return list(read_data(text.encode(), "text", format=form))


def wanted(boards: list[str]) -> list[str]:
    return [str(parse_compact(board)) for board in boards]


def test_each_format_has_three_files() -> None:
    counted = [name for name, _, _ in FILES]
    assert {form.name: counted.count(form.name) >= 3 for form in OTHERS} == {
        form.name: True for form in OTHERS
    }


@pytest.mark.parametrize("number", range(len(FILES)))
def test_a_file_is_read_as_it_was_meant(number: int) -> None:
    name, text, boards = FILES[number]
    entries = read(text)
    assert texts(entries) == wanted(boards)
    assert any(f"is read as {name}, " in remark for remark in entries[0].remarks), entries[0].remarks
    for other in (
        text.replace("\n", "\r\n"),
        f"\ufeff{text}",
        text.replace("\n", "   \n"),
        text.rstrip("\n"),
        text + "\n\n",
    ):
        assert texts(read(other)) == wanted(boards), other
    assert texts(read(text, name)) == wanted(boards)


@pytest.mark.parametrize("form", OTHERS, ids=lambda form: form.name)
def test_the_example_of_a_format_is_in_it(form) -> None:  # type: ignore[no-untyped-def]
    entries = read(form.example)
    assert entries and all(entry.puzzle is not None for entry in entries), texts(entries)
    assert any(f"is read as {form.name}, " in remark for remark in entries[0].remarks)


def written(name: str, boards: list[str]) -> str:
    stream = io.StringIO(newline="")
    writer = format_named(name)[0].writer(stream)
    for board in boards:
        writer.write(parse_compact(board), {})
    writer.close()
    return stream.getvalue()


@pytest.mark.parametrize("number", range(len(FILES)))
def test_what_is_written_reads_back_the_same(number: int) -> None:
    name, _, boards = FILES[number]
    form = format_named(name)[0]
    if not form.writes:
        return
    for some in [boards] if form.several else [[board] for board in boards]:
        try:
            text = written(name, some)
        except ClewError as error:
            assert "cannot hold" in str(error)
            continue
        again = read(text, name)
        assert len(again) == len(some)
        assert all(
            form.same(parse_compact(board), entry.puzzle) for board, entry in zip(some, again, strict=True)
        )


@pytest.mark.parametrize("form", [form for form in OTHERS if form.writes], ids=lambda form: form.name)
def test_what_a_format_cannot_hold_is_refused(form) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ClewError, match=f"{form.name} cannot hold"):
        written(form.name, ["null:3"])


def changed(text: str, chance: random.Random) -> str:
    """The text with a few signs lost, doubled, exchanged or added."""
    signs = list(text)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(signs))
        signs[at : at + chance.randint(0, 3)] = chance.choice(
            [[], signs[at : at + 1] * 2, list("x0"), ["\n"], ["é"]]
        )
    return "".join(signs)


@settings(max_examples=times(60, 2000), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, len(FILES) - 1), st.integers(0, 2**32), st.booleans())
def test_damaged_files_break_nothing(number: int, seed: int, forced: bool) -> None:
    """Each answer is a board that reads back the same, or an error in words."""
    name, text, _ = FILES[number]
    for entry in read(changed(text, random.Random(seed)), name if forced else None):
        if entry.error is not None:
            assert isinstance(entry.error, BoardError)
            assert all(line.isprintable() for line in str(entry.error).split("\n"))
        else:
            assert entry.puzzle is not None and parse_compact(str(entry.puzzle)) == entry.puzzle


@pytest.mark.parametrize(
    ("text", "closest"),
    [
        ("####\n#@$?#\n####\n", [("xsb", "line 2: `?` is no sign"), ("grid", "line 1 has 4 cells")]),
        (
            "AAo\nooo\noo1\n",
            [("grid", "'1' is neither a piece"), ("compact", "no line begins with a family")],
        ),
        ('{"pieces": [1, 2]}\n', [("unblock", "no object has x, y"), ("compact", "no line begins")]),
        ("6 6\n1 1 2\n", [("tiles", "write each number"), ("grid", "line 1 has 2 cells")]),
    ],
)
def test_a_text_in_no_format_names_the_two_closest(text: str, closest: list[tuple[str, str]]) -> None:
    (entry,) = read(text)
    told = str(entry.error).partition("The closest: ")[2]
    parts = told.split("; ", 2)[:2]
    for part, (name, against) in zip(parts, closest, strict=True):
        assert part.startswith(f"{name} (") and against in part, told


def test_a_format_can_be_forced_and_must_exist() -> None:
    text = "car,orientation,col,row,length\nX,H,1,3,2\nP,V,4,1,3\n"
    (one,) = read(text)
    assert any("count from 1; say --format 'cars[0]'" in remark for remark in one.remarks)
    (zero,) = read(text, "cars[0]")
    assert texts([one]) == ["blocks[exit=X-right]:oooPoo/oooPoo/XXoPoo/oooooo/oooooo/oooooo"]
    assert texts([zero]) == ["blocks[exit=X-right]:oooooo/ooooPo/ooooPo/oXXoPo/oooooo/oooooo"]
    (unknown,) = read(text, "car")
    assert 'there is no format "car"; did you mean `cars`?' in str(unknown.error)
    (option,) = read(text, "cars[2]")
    assert '"2" is not an option of the format cars' in str(option.error)


def test_a_parquet_file_is_a_table(tmp_path: Path) -> None:
    path = tmp_path / "set.parquet"
    with path.open("wb") as file:
        writer = format_named("parquet")[0].writer(file)
        writer.write(parse_compact("blocks[step]:AAo/ooo/ooo"), {"id": 7})
        writer.write(parse_compact("null:3"), {"id": None, "tags": ["a"]})
        writer.close()
    one, two = clew.read_boards(path)
    assert texts([one, two]) == ["blocks[step]:AAo/ooo/ooo", "null:3"]
    assert one.input["id"] == "7" and two.input["tags"] == '["a"]' and (one.line, two.line) == (2, 3)
    path.write_bytes(path.read_bytes()[:60])
    (broken,) = clew.read_boards(path)
    assert "is no whole Parquet file" in str(broken.error)


def test_a_workbook_is_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What pandas reads from a workbook: numbers with points, empty cells, columns without names."""
    frame = pandas.DataFrame(
        {"Board": ["blocks:AAo/ooo/ooo", None, "null:3"], "par": [1.0, None, 3.0], "Unnamed: 2": None}
    )
    monkeypatch.setattr(pandas, "read_excel", lambda _: frame)
    (tmp_path / "set.xlsx").write_bytes(b"PK\x03\x04 a workbook")
    one, two = clew.read_boards(tmp_path / "set.xlsx")
    assert texts([one, two]) == ["blocks:AAo/ooo/ooo", "null:3"]
    assert one.puzzle is not None and one.puzzle.par == 1 and two.line == 4


def test_options_of_the_family_apply_to_a_format_of_it() -> None:
    level = b"#######\n#@ $ .#\n#######\n"
    [entry] = read_data(level, "one.xsb", family="sokoban[pushes]")
    assert str(entry.puzzle) == "sokoban[pushes]:#######/#@-$-.#/#######"
