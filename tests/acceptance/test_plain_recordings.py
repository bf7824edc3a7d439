"""The plain interpreter plays the recordings of PuzzleScript's own test suite to the same end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acceptance.data import FOLDER, rows
from tests.amount import few
from tests.reference.puzzlescript.recording import played

RECORDED = rows("puzzlescript/recordings.json") if (FOLDER / "puzzlescript").is_dir() else []
LENGTH = 40_000
"""Keys times characters of the source: the plain interpreter is slow, so it is not asked for the longest."""
SHORT = few([row for row in RECORDED if len(row["inputs"]) * len(row["source"]) < LENGTH], 12)


def _name(row: Any) -> str:
    return f"{row['name']}"[:50]


@pytest.mark.parametrize("row", SHORT, ids=_name)
def test_a_recording_ends_in_its_level(row: dict[str, Any]) -> None:
    assert played(row) == row["expected"]
