"""A family made from the template is played in Chromium: the copy of `tests/house/template.py`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import serving
from tests.house import template


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of the copy, with a data folder of its own."""
    copy = template.with_client()
    with serving(tmp_path_factory.mktemp("tower"), copy, template.environment()) as address:
        yield address


def test_it_is_played_to_its_end(site: str, page: Page) -> None:
    page.goto(f"{site}/play?puzzle=tower:2")
    for left in (1, 0):
        page.get_by_role("button", name="the counter down").click()
        expect(page.get_by_role("button", name="the counter down")).to_have_count(left)
    expect(page.get_by_text("Solved").first).to_be_visible()


def test_it_is_listed_taught_drawn_and_mapped(site: str, page: Page) -> None:
    page.goto(f"{site}/rules/tower")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(f"{site}/maker?family=tower")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    answer = page.request.get(f"{site}/api/v1/boards?family=tower")
    assert answer.ok, answer.text()
    token = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}.get("csrftoken", "")
    mapped = page.request.post(
        f"{site}/api/v1/position", data=json.dumps({"board": "tower:5"}), headers={"X-CSRFToken": token}
    )
    assert mapped.ok, mapped.text()
    told: dict[str, Any] = mapped.json()
    assert [move["move"] for move in told["position"]["moves"]] == ["down"]
    assert Path(template.COPY).is_dir()
