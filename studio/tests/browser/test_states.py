"""Every page in every state: no barrier that axe finds, no jump, nothing wide or tiny."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.amount import MANY
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
SHARES = 6 if MANY else 1


def seen_in(visit: int, share: int, states: Sequence[State]) -> list[State]:
    """What a visit looks at: every state in one kind of visit, with `CLEW_TESTS=many` in all of them."""
    return list(states[share::SHARES] if MANY else states[visit :: len(VISITS)])


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("visit", range(len(VISITS)), ids=["-".join((v[0], v[2], v[3][:2])) for v in VISITS])
@pytest.mark.usefixtures("arranged")
def test_no_state_has_a_barrier(browser: Any, base_url: str, visit: int, share: int) -> None:
    kind, size, theme, language = VISITS[visit]
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
        found = [told for state in seen_in(visit, share, STATES) for told in looked_at(context, state)]
        page = context.new_page()
        sign_up(page, f"{kind}-{theme}-{language[:2]}-{share}")
        page.close()
        found += [told for state in seen_in(visit, share, AS_MEMBER) for told in looked_at(context, state)]
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
