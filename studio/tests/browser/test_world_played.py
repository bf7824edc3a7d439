"""Every level that comes with Clew is won in its page by mouse, finger, keyboard or gamepad alone.

Games take their real time, so each hand plays one level; with `CLEW_TESTS=many`, every one.
"""

from __future__ import annotations

from typing import Any

import pytest

from clew_world import shipped
from tests.amount import MANY
from tests.browser.world_hands import HANDS, LISTEN, PAD

LEVELS = shipped()
GAMES = [
    (level, with_what)
    for number, with_what in enumerate(HANDS)
    for level in (LEVELS if MANY else LEVELS[number : number + 1])
]


@pytest.mark.parametrize(("level", "with_what"), GAMES)
def test_a_level_is_won_in_its_page(level: str, with_what: str, visit: Any) -> None:
    page = visit(
        viewport={"width": 1600, "height": 1000},
        has_touch=with_what == "finger",
    )
    page.add_init_script(LISTEN + (PAD if with_what == "gamepad" else ""))
    frame = HANDS[with_what](page).play(level)
    print(f"{level} by {with_what}: {frame['status']} after {frame['tick']} ticks")
    assert frame["status"] == "won"
    page.get_by_text("Well done: you found everything").first.wait_for()
