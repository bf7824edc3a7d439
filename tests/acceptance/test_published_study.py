"""The log of a published study: every figure that is known of it comes out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from clew_lab.study import read_log, replay
from clew_lab.study.summary import summary
from tests.acceptance.data import FOLDER

STUDY = FOLDER / "study"
NEAR = 0.0005


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    return summary(replay(read_log(STUDY / "moves.csv"), STUDY / "levels", on_illegal="error"))


def test_the_figures_of_the_study(found: dict[str, Any]) -> None:
    expected = json.loads((STUDY / "expected.json").read_text(encoding="utf-8"))
    for name, value in expected.items():
        if isinstance(value, float):
            assert found[name] == pytest.approx(value, abs=NEAR), name
        elif name == "share_of_effective_moves":
            assert found[name] == pytest.approx(value, abs=NEAR)
        else:
            assert found[name] == value, name
    assert sum(found["share_of_effective_moves"].values()) == pytest.approx(1)


def test_nothing_is_flagged_but_drags_to_where_the_piece_stands(found: dict[str, Any]) -> None:
    assert set(found["flags"]) == {"zero_length"}
    assert found["rows_outside_attempts"] == 0
