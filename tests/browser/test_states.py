"""Every page in every state: no barrier that axe finds, no jump, nothing wide or tiny."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.measuring import WATCH_SHIFTS, barriers, shifts, small_targets, too_wide
from tests.browser.states import AS_MEMBER, STATES, State, show, sign_up

PATIENCE_MS = 180_000
"""The map of a large board may have to wait for its turn."""

VISITS = [
    ("phone", (390, 844), "light", "en-GB"),
    ("phone", (390, 844), "dark", "fr-FR"),
    ("sideways", (844, 390), "light", "fr-FR"),
    ("low", (1280, 640), "dark", "en-GB"),
    ("desk", (1440, 900), "light", "en-GB"),
    ("desk", (1440, 900), "dark", "fr-FR"),
]
TOUCHED = ("phone", "sideways")
SHARES = 12
"""A visit of all states takes minutes, so its shares take turns (`tests/rotation.py`)."""


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize(
    ("kind", "size", "theme", "language"), VISITS, ids=["-".join((v[0], v[2], v[3][:2])) for v in VISITS]
)
@pytest.mark.usefixtures("arranged")
def test_no_state_has_a_barrier(
    browser: Any, base_url: str, kind: str, size: tuple[int, int], theme: str, language: str, share: int
) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=theme,
        locale=language,
        base_url=base_url,
        is_mobile=kind in TOUCHED,
        has_touch=kind in TOUCHED,
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(WATCH_SHIFTS)
    try:
        first, end = (len(STATES) * number // SHARES for number in (share, share + 1))
        found = [told for state in STATES[first:end] for told in looked_at(context, state)]
        if share == SHARES - 1:
            page = context.new_page()
            sign_up(page, f"{kind}-{theme}-{language[:2]}")
            page.close()
            found += [told for state in AS_MEMBER for told in looked_at(context, state)]
    finally:
        context.close()
    assert not found, "\n".join(found)


def looked_at(context: Any, state: State) -> list[str]:
    """What is wrong with a state."""
    page = context.new_page()
    thrown: list[str] = []
    page.on("pageerror", lambda error: thrown.append(f"error: {error}"))
    show(state, page)
    told = thrown + shifts(page, state.jumps) + small_targets(page) + too_wide(page) + barriers(page)
    page.unroute_all(behavior="ignoreErrors")
    page.close()
    return [f"{state.name}: {one}" for one in told]
