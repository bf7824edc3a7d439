"""The text of a game is the same whoever reads its file, and a text that cannot be read is refused by all."""

from __future__ import annotations

from pathlib import Path

import pytest

from clew import BoardError, PuzzleScript, load, read_boards
from clew.boards.load import reader_of_file
from clew.families.puzzlescript.reader import read
from clew.families.puzzlescript.sample import SAMPLE_TEXT

TEXT = f"title Un été\n{SAMPLE_TEXT.split(chr(10), 1)[1]}"
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le")


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """The file of a game, and the board that names it."""
    board = tmp_path / "board.toml"
    board.write_text('family = "puzzlescript"\ngame = "game.txt"\n', encoding="utf-8")
    return tmp_path / "game.txt", board


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_game_is_the_same_in_every_encoding(files: tuple[Path, Path], encoding: str, end: str) -> None:
    game, board = files
    game.write_bytes(TEXT.replace("\n", end).encode(encoding))
    expected = PuzzleScript(TEXT)
    assert expected.title == "Un été"
    found = [PuzzleScript.load(game), PuzzleScript.levels(game)[0], load(board), load(f"{game}#1")]
    assert found == [expected] * 4
    assert reader_of_file(str(game)) == ("puzzlescript", TEXT)


def test_another_encoding_is_refused_with_its_line(files: tuple[Path, Path]) -> None:
    game, board = files
    game.write_bytes(
        TEXT.replace("\n", "\n\n", 1).replace("Un été", "Un").encode() + "( été )\n".encode("latin-1")
    )
    line = TEXT.count("\n") + 2
    wrong = f"game.txt, line {line}: byte 0xe9 is not UTF-8; save it as UTF-8"
    for reader in (PuzzleScript.load, PuzzleScript.levels, load, lambda path: reader_of_file(str(path))):
        with pytest.raises(BoardError) as raised:
            reader(game)
        assert str(raised.value).endswith(wrong)
    with pytest.raises(BoardError) as raised:
        load(board)
    assert raised.value.key == "game"
    assert f'"game.txt", line {line}: byte 0xe9 is not UTF-8' in str(raised.value)


def test_a_mark_before_a_source_is_no_sign_of_it() -> None:
    assert read(f"\ufeff{TEXT}")[1].remarks == read(TEXT)[1].remarks
    assert PuzzleScript(f"\ufeff{TEXT}") == PuzzleScript(TEXT)


def test_an_unreadable_line_of_a_set_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "set.txt"
    path.write_bytes(b"null:3\n\xe9\nnull:2\n")
    first, wrong, last = read_boards(path)
    assert (str(first.puzzle), str(last.puzzle)) == ("null:3", "null:2")
    assert wrong.error is not None and wrong.line == 2 and "is not UTF-8" in wrong.error.message
