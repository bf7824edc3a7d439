"""Profiles seen by others, and boards changed by others: fork, change, publish, made from."""

from __future__ import annotations

from typing import Any

from tests.browser.states import PASSWORD
from tests.browser.test_pages import barriers

BEST = "BR1+CL3+EU1+FU1+DL2+GD3+HD2+AR3"


def member(page: Any, name: str) -> None:
    """Signs up, in the page's own session."""
    page.goto("/")
    status = page.evaluate(
        """async ([name, password]) => {
            await fetch('/api/v1/session');
            const token = document.cookie.match(/csrftoken=([^;]+)/)[1];
            const answer = await fetch('/api/v1/account', {
                method: 'POST',
                headers: {'Content-Type': 'application/json', 'X-CSRFToken': token},
                body: JSON.stringify({name, email: `${name}@example.org`, password}),
            });
            return answer.status;
        }""",
        [name, PASSWORD],
    )
    assert status == 201


def test_a_profile_is_seen_by_another_until_it_is_hidden(page: Any, browser: Any, base_url: str) -> None:
    member(page, "daedalus")
    page.goto(f"/play/blocks-gar-1?moves={BEST}")
    page.get_by_text("Solved at par").wait_for()
    page.locator(".below").scroll_into_view_if_needed()
    page.locator(".below tr.me a").click()
    page.get_by_role("heading", name="daedalus").wait_for()
    page.get_by_text("Latest boards solved without help").wait_for()
    assert not barriers(page)
    address = page.url
    other = browser.new_context(base_url=base_url, locale="fr-FR")
    try:
        seen = other.new_page()
        seen.goto(address)
        seen.get_by_text("Derniers plateaux résolus sans aide").wait_for()
        assert seen.get_by_role("switch").count() == 0
        assert not barriers(seen)
        page.get_by_role("switch", name="Others may see this page").click()
        page.wait_for_function("!document.querySelector('[role=switch][aria-checked=true]')")
        seen.reload()
        seen.get_by_text("Ce joueur garde ses parties pour lui.").wait_for()
    finally:
        other.close()


def test_a_board_is_copied_changed_and_published_with_its_origin(page: Any) -> None:
    member(page, "icarus")
    page.goto("/play/blocks-way-up")
    page.get_by_role("link", name="Change this board").click()
    page.get_by_text("Made from").wait_for()
    title = page.locator(".note a").inner_text()
    assert not barriers(page)
    page.locator(".maker .head input").first.fill("My way")
    page.get_by_role("button", name="Publish").click()
    page.locator(".note a[href^='/play/']").last.wait_for()
    page.wait_for_timeout(500)
    mine = page.evaluate("fetch('/api/v1/boards?mine=true').then(answer => answer.json())")["items"][0]
    assert mine["made_from"]["title"] == title and mine["title"] == "My way"
    page.goto(f"/play/{mine['id']}")
    page.get_by_text("Made from").wait_for()
