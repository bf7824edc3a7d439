"""The pages of the documentation whose blocks need the built client."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.pages import NEED_CLIENT, faults, furnish


@pytest.mark.parametrize("page", NEED_CLIENT, ids=lambda page: page.stem)
def test_what_a_page_shows_is_what_happens(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    furnish(tmp_path)
    monkeypatch.chdir(tmp_path)
    found = faults(page, tmp_path)
    assert not found, "\n\n".join(found)
