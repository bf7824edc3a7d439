"""Profiles seen by others, and boards changed by others: fork, change, publish, made from."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.keeping import until
from tests.browser.measuring import barriers
from tests.browser.playing import RARELY_WON, by_click, play_to_the_end
from tests.browser.standing_in import PASSWORD

IS_PUBLISHED = """async () => {
    const {items} = await (await fetch('/api/v1/boards?mine=true')).json();
    return items[0]?.status === 'published';
}"""
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


def test_a_profile_is_seen_by_another_until_it_is_hidden(page: Any, visit: Any) -> None:
    member(page, "daedalus")
    page.goto(f"/play/blocks-gar-1?moves={BEST}")
    page.get_by_text("Solved at par").wait_for()
    page.locator(".below").scroll_into_view_if_needed()
    page.locator(".below tr.me a").click()
    page.get_by_role("heading", name="daedalus").wait_for()
    page.get_by_text("Latest boards solved without help").wait_for()
    assert not barriers(page)
    address = page.url
    seen = visit(locale="fr-FR")
    seen.goto(address)
    seen.get_by_text("Derniers plateaux résolus sans aide").wait_for()
    assert seen.get_by_role("switch").count() == 0
    assert not barriers(seen)
    page.get_by_role("switch", name="Others may see this page").click()
    page.wait_for_function("!document.querySelector('[role=switch][aria-checked=true]')")
    seen.reload()
    seen.get_by_text("Le profil de ce joueur est privé.").wait_for()


def test_a_board_is_copied_changed_and_published_with_its_origin(page: Any) -> None:
    member(page, "icarus")
    page.goto("/play/blocks-way-up")
    page.get_by_role("link", name="Change this board").click()
    page.get_by_text("Made from").wait_for()
    title = page.locator(".note a").inner_text()
    assert not barriers(page)
    page.locator(".maker .head input").first.fill("My way")
    page.get_by_text("In 10 moves").wait_for()
    page.locator('[data-tool="wall"]').click()
    box = page.locator('svg[data-side="start"]').bounding_box()
    page.mouse.click(box["x"] + box["width"] * 74 / 548, box["y"] + box["height"] * 374 / 648)
    page.get_by_role("button", name="Publish").click()
    until(page, IS_PUBLISHED)
    mine = page.evaluate("fetch('/api/v1/boards?mine=true').then(answer => answer.json())")["items"][0]
    assert mine["made_from"]["title"] == title and mine["title"] == "My way"
    assert mine["status"] == "published" and "xoooF" in mine["puzzle"]
    page.goto(f"/play/{mine['id']}")
    page.get_by_text("Made from").wait_for()


@pytest.mark.many
def test_a_guest_is_asked_for_a_name_at_the_first_win_and_never_again(page: Any) -> None:
    play_to_the_end(page, RARELY_WON, by_click)
    asked = page.get_by_role("group", name="Your name on leaderboards")
    asked.get_by_text("You play as Guest").wait_for()
    assert not barriers(page)
    asked.get_by_role("button", name="Choose a name").click()
    asked.get_by_role("textbox").fill("two words")
    asked.get_by_role("button", name="Save").click()
    asked.get_by_role("alert").get_by_text("no spaces").wait_for()
    asked.get_by_role("textbox").fill("Perdix")
    asked.get_by_role("button", name="Save").click()
    asked.get_by_text("On leaderboards you are now Perdix.").wait_for()
    page.locator("tr.me", has_text="Perdix").wait_for()
    play_to_the_end(page, "coroutine-bailey-3", by_click)
    page.get_by_role("link", name="Next board").wait_for()
    assert asked.count() == 0


@pytest.mark.many
def test_the_question_for_a_name_can_be_dismissed(page: Any) -> None:
    play_to_the_end(page, "coroutine-bailey-3", by_click)
    asked = page.get_by_role("group", name="Your name on leaderboards")
    asked.get_by_role("button", name="Close").click()
    asked.wait_for(state="detached")
    page.get_by_role("button", name="Again").click()
    page.reload()
    page.locator(".board [data-piece]").first.wait_for()
    assert asked.count() == 0
