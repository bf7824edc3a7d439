"""The gallery says how long each board takes most people, and where that comes from."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.measuring import barriers


@pytest.mark.parametrize(
    ("language", "full"),
    [
        ("en", re.compile(r"^Takes most people about \d+ (s|min|h)")),
        ("fr", re.compile(r"^Prend environ \d+\s(s|min|h) à la plupart des gens")),
    ],
)
def test_cards_show_the_time_that_a_board_takes(
    page: Any, base_url: str, language: str, full: re.Pattern[str]
) -> None:
    page.context.add_cookies([{"name": "language", "value": language, "url": base_url}])
    page.goto("/?sort=par")
    times = page.locator(".cards .time")
    times.first.wait_for()
    for time in times.all():
        assert re.fullmatch(r"≈\s\d+\s(s|min|h)", time.inner_text())
        told = time.get_attribute("aria-label")
        assert full.match(told) and time.get_attribute("title") == told
    assert not barriers(page)


def test_longer_boards_take_longer(page: Any) -> None:
    def first(order: str) -> str:
        page.goto(f"/?sort={order}&family=blocks")
        page.locator(".cards .time").first.wait_for()
        return str(page.locator(".cards .time").first.inner_text())

    assert first("par").endswith("s") and first("-par").endswith(("min", "h"))
