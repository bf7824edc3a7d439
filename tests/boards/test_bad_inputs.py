"""Every bad input is refused with a message that names the place and the remedy, and nothing else happens."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from clew.boards.entries import Entry
from clew.boards.load import read_boards
from clew.errors import BoardError
from tests.boards.bad import Bad, as_argument, as_bytes
from tests.boards.bad_inputs import BAD_INPUTS

GOOD = "blocks:AAo/ooo/ooo"


def entries_of(bad: Bad, folder: Path) -> list[Entry]:
    stdin = io.BytesIO(as_bytes(bad)) if bad.kind == "stdin" else None
    return list(read_boards(as_argument(bad, folder), stdin=stdin))


@pytest.mark.parametrize("bad", BAD_INPUTS, ids=lambda bad: bad.id)
def test_message_names_the_place_and_the_remedy(bad: Bad, tmp_path: Path) -> None:
    (entry,) = entries_of(bad, tmp_path)
    assert entry.puzzle is None, f"{bad.id} was taken for {entry.puzzle!r}"
    assert isinstance(entry.error, BoardError)
    message = str(entry.error)
    missing = [word for word in bad.words if word not in message]
    assert not missing, f"{message!r} lacks {missing}"
    assert len(message) < 500, "a message is one or two sentences"
    assert message.isprintable(), "a terminal must be able to show it on one line"


def test_there_are_enough_and_none_stands_there_twice() -> None:
    assert len(BAD_INPUTS) >= 90
    assert len({bad.id for bad in BAD_INPUTS}) == len(BAD_INPUTS)
    assert all(len(bad.words) >= 2 for bad in BAD_INPUTS)


@pytest.mark.parametrize("bad", [bad for bad in BAD_INPUTS if bad.kind == "txt"], ids=lambda bad: bad.id)
def test_a_set_goes_on_after_a_bad_line(bad: Bad) -> None:
    text = GOOD.encode() + b"\n" + as_bytes(bad).rstrip(b"\n") + b"\n" + GOOD.encode() + b"\n"
    found = list(read_boards("-", stdin=io.BytesIO(text)))
    assert [str(entry.puzzle) for entry in found if entry.error is None] == [GOOD, GOOD]
    assert len([entry for entry in found if entry.error is not None]) == 1
