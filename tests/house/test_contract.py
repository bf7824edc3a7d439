"""No name, signature, option, key or address that programs rely on changes unnoticed (docs/versions.md)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache

import pytest

from tests.house.pages import ROOT
from tools.contract import FOLDER, PARTS
from tools.contract.compare import changes, report


@cache
def computed() -> dict[str, str]:
    """The files of the contract, from a process in which no test has changed anything."""
    program = (
        "import json; from tools.contract import PARTS, text; "
        "print(json.dumps({name: text(name) for name in PARTS}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "100"},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", PARTS)
def test_the_public_contract_is_the_recorded_one(name: str) -> None:
    found = changes(name, (FOLDER / name).read_text(encoding="utf-8"), computed()[name])
    assert not found, report(found)


def test_a_change_is_reported_by_its_line_with_the_way_to_accept_it() -> None:
    found = changes("commands.txt", "clew a\nclew a --fast\n", "clew a\nclew a --quick\n")
    assert found == ["commands.txt: removed  clew a --fast", "commands.txt: added    clew a --quick"]
    assert "make contract" in report(found) and "BREAKING" in report(found)


def test_a_new_order_of_the_same_lines_is_a_change_too() -> None:
    assert changes("x", "a\nb\n", "b\na\n") == ["x: the same lines, in another order"]
    assert changes("x", "a\n", "a\n") == []
