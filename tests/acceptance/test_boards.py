"""The boards that the project ships: each is solved in its `par`, with as many solutions as its notes say."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.puzzles.families import declared
from tests.acceptance.data import REPOSITORY
from tests.property.under_test import flaw
from tests.reference import FAMILIES, rules_of

BOARDS = sorted((REPOSITORY / "boards").glob("*/*.toml"))
STATED = re.compile(r"([\d,]+) optimal solution")


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def keys(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", BOARDS, ids=name)
def test_par_is_the_fewest_moves(path: Path) -> None:
    board = keys(path)
    assert board["family"] == path.parent.name
    assert board["title"]
    solution = clew.solve(clew.load(path))
    assert (solution.status, solution.optimal, solution.length) == ("solved", True, board["par"])
    if board["family"] in FAMILIES:
        assert flaw(rules_of(board), solution.moves or [], board["par"]) is None


COUNTED = [path for path in BOARDS if STATED.search(keys(path).get("notes", ""))]


@pytest.mark.parametrize("path", COUNTED, ids=name)
def test_notes_state_the_number_of_solutions(path: Path) -> None:
    stated = STATED.search(keys(path)["notes"])
    assert stated
    assert clew.solutions(clew.load(path)).count == int(stated[1].replace(",", ""))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_boards(family: str) -> None:
    found = [path for path in BOARDS if path.parent.name == family]
    assert len(found) >= (8 if declared(family).played else 1)
