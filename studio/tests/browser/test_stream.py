"""What comes next: chosen by kind and difficulty, remembered, or made on demand and played at once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.measuring import barriers
from tests.browser.playing import by_click, play_to_the_end


def offered(page: Any) -> str:
    """The words under the title of the board that is offered, once it is there."""
    page.locator(".one img").wait_for()
    page.wait_for_timeout(300)
    return str(page.locator(".one p").inner_text())


def test_the_kind_and_the_difficulty_of_the_next_board_are_chosen_and_remembered(page: Any) -> None:
    page.goto("/next")
    assert "easy" in offered(page)
    page.get_by_role("group", name="Kind").get_by_role("button", name="Coroutine").click()
    page.get_by_role("group", name="Difficulty").get_by_role("button", name="Hard", exact=True).click()
    page.locator(".one p", has_text="Coroutine").wait_for()
    page.locator(".one p", has_text="hard").wait_for()
    page.get_by_text("Your rating: 1,500 ± 700").wait_for()
    assert not barriers(page)
    first = page.get_by_role("link", name="Play", exact=True).last.get_attribute("href")
    page.get_by_role("button", name="A different one").click()
    page.wait_for_function(
        "old => ![...document.querySelectorAll('.one a')].some(a => a.href.endsWith(old))", arg=first
    )
    page.reload()
    page.locator(".one p", has_text="Coroutine").wait_for()
    assert page.get_by_role("button", name="Hard", exact=True).get_attribute("aria-pressed") == "true"
    play_to_the_end(page, "blocks-gar-1", by_click)
    following = page.get_by_role("link", name="Next board")
    following.wait_for()
    assert following.get_attribute("href").startswith("/play/coroutine-")


def test_a_range_of_difficulties_has_no_gap(page: Any) -> None:
    page.goto("/next")
    levels = page.get_by_role("group", name="Difficulty")
    levels.get_by_role("button", name="Easy").click()
    levels.get_by_role("button", name="Hard", exact=True).click()
    assert levels.get_by_role("button", pressed=True).all_inner_texts() == ["Easy", "Medium", "Hard"]
    levels.get_by_role("button", name="Medium").click()
    assert levels.get_by_role("button", pressed=True).all_inner_texts() == ["Medium"]
    levels.get_by_role("button", name="Medium").click()
    assert levels.get_by_role("button", pressed=True).all_inner_texts() == ["My level"]


@pytest.mark.many
def test_after_a_win_another_one_is_made_and_opens(page: Any) -> None:
    play_to_the_end(page, "blocks-gar-1", by_click)
    page.get_by_role("button", name="Another one").click()
    page.wait_for_function("() => !location.pathname.endsWith('blocks-gar-1')", timeout=60_000)
    page.get_by_role("heading", name="Made to order, 1").wait_for()
    page.locator(".board [data-piece]").first.wait_for()
    page.get_by_text("par", exact=True).first.wait_for()
    page.get_by_text("by Clew").wait_for()


def test_making_a_board_can_be_stopped(page: Any) -> None:
    page.goto("/next")
    page.get_by_role("group", name="Kind").get_by_role("button", name="Blocks").click()
    page.route("**/api/v1/jobs/*/events", lambda route: None)
    page.get_by_role("button", name="Make a new board").click()
    with page.expect_response(lambda answer: answer.request.method == "DELETE") as stopped:
        page.get_by_role("button", name="Stop").click()
    assert stopped.value.status == 202
    assert page.url.endswith("/next")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_reads_in_french_on_a_phone(theme: str, visit: Any) -> None:
    page = visit(viewport={"width": 390, "height": 844}, locale="fr-FR", color_scheme=theme)
    page.goto("/next")
    page.get_by_role("heading", name="Votre prochain plateau").wait_for()
    offered(page)
    page.get_by_role("button", name="Créer un nouveau plateau").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not barriers(page)
