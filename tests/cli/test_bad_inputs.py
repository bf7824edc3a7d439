"""Every bad input, as a user of the command line meets it: status 2 and a message with place and remedy."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.boards.bad import Bad, as_argument, as_bytes
from tests.boards.bad_inputs import BAD_INPUTS
from tests.cli.program import Inside, program


@pytest.mark.parametrize("bad", BAD_INPUTS, ids=lambda bad: bad.id)
def test_status_2_and_a_message(
    clew: Inside, bad: Bad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(as_bytes(bad))))
    result = clew("solve", "--json", "--", as_argument(bad, tmp_path))
    assert result.status == 2
    (line,) = result.err.splitlines()
    for word in bad.words:
        assert word in line
    answer = json.loads(result.out)
    assert (answer["status"], answer["moves"]) == ("error", None)
    assert answer["error"]["message"]
    assert set(answer["error"]) >= {"message", "file", "line"}


@pytest.mark.parametrize("bad", BAD_INPUTS[:: len(BAD_INPUTS) // 8], ids=lambda bad: bad.id)
def test_the_program_itself_refuses_it(bad: Bad, tmp_path: Path) -> None:
    stdin = as_bytes(bad) if bad.kind == "stdin" else None
    result = program("solve", "--", as_argument(bad, tmp_path), stdin=stdin)
    assert (result.status, result.out) == (2, "")
    assert all(word in result.err for word in bad.words)
    assert "Traceback" not in result.err


@pytest.mark.parametrize("name", ["-", "boards.txt", "boards.csv", "boards.jsonl"])
@pytest.mark.parametrize("command", ["solve", "check", "map", "rate"])
def test_a_source_without_a_board_is_an_error(
    clew: Inside, command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    (tmp_path / name).write_text("id,board\n" if name.endswith("csv") else "\n")
    source = name if name == "-" else str(tmp_path / name)
    result = clew(command, source)
    assert (result.status, result.out) == (2, "")
    told = "standard input" if name == "-" else source
    assert f"{told} contains no board; add at least one" in result.err
