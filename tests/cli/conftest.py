"""`clew`: the command line inside the test."""

from __future__ import annotations

import pytest

from tests.cli.program import Inside


@pytest.fixture
def clew(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inside:
    monkeypatch.setenv("COLUMNS", "80")
    return Inside(capsys)
