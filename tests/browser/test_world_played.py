"""Every level that comes with Clew is won in its page by mouse, finger, keyboard or gamepad alone.

Games take their real time, so each commit plays one level in one way, in turn; `make test-worlds` plays all.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from clew_world import shipped
from tests import rotation
from tests.browser.world_hands import HANDS, LISTEN, PAD

ALL = [(level, with_what) for level in shipped() for with_what in HANDS]


def games() -> list[tuple[str, str]]:
    """Those that are played now."""
    return ALL if os.environ.get("CLEW_WORLDS") == "all" else [ALL[rotation.commits() % len(ALL)]]


@pytest.mark.parametrize(("level", "with_what"), games())
def test_a_level_is_won_in_its_page(browser: Any, base_url: str, level: str, with_what: str) -> None:
    context = browser.new_context(
        viewport={"width": 1600, "height": 1000},
        has_touch=with_what == "finger",
        base_url=base_url,
        locale="en-GB",
    )
    try:
        page = context.new_page()
        page.add_init_script(LISTEN + (PAD if with_what == "gamepad" else ""))
        frame = HANDS[with_what](page).play(level)
        print(f"{level} by {with_what}: {frame['status']} after {frame['tick']} ticks")
        assert frame["status"] == "won"
        page.get_by_text("Well done: you found everything").first.wait_for()
    finally:
        context.close()
