"""An experiment with a time limit as a participant sees it, and news as everybody does."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.arranged import ASKING, BOARDS, CONSENT, OVER, TIMED, joined
from tests.browser.playing import by_click, settled, solution_of

pytestmark = pytest.mark.usefixtures("arranged")


def test_a_participant_agrees_begins_and_sees_the_time_run(page: Any) -> None:
    page.goto(f"/experiment/{ASKING}")
    page.get_by_text(CONSENT.splitlines()[0]).wait_for()
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("10:00 for all boards together.").wait_for()
    page.locator("ol a").first.click()
    left = page.locator("dl > div", has_text="time left").locator("dd")
    left.wait_for()
    first = left.inner_text()
    assert re.fullmatch(r"10:00|9:[0-5]\d", first), first
    page.wait_for_function(
        """first => [...document.querySelectorAll('dl > div')].some((one) =>
            one.textContent.includes('time left') && !one.textContent.includes(first))""",
        arg=first,
    )
    page.goto(f"/experiment/{ASKING}")
    page.locator("p.time").wait_for()
    assert page.locator(".time strong").inner_text().startswith("9:")


def test_the_page_follows_the_clock_of_the_server(page: Any) -> None:
    """The server says five minutes and a bit: that is counted down, and told to those who do not see it."""

    def nearly(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(json={**answer.json(), "time_left_ms": 309_500})

    page.route("**/api/v1/games", nearly)
    joined(page, TIMED)
    page.goto(f"/play/{BOARDS[0]}?pack={TIMED}")
    page.get_by_text("5:0").first.wait_for()
    page.locator(".unseen[role=status]", has_text="5:00 left").wait_for(state="attached")


def test_when_the_time_is_over_the_board_rests_and_the_page_says_why(page: Any) -> None:
    joined(page, OVER)
    page.goto(f"/play/{BOARDS[0]}?pack={OVER}")
    page.get_by_text("Time is up").first.wait_for()
    page.get_by_text("All your moves are saved.").wait_for()
    assert page.locator('.board [data-piece][tabindex="0"]').count() == 0
    assert page.get_by_role("button", name="Undo").count() == 0
    page.get_by_role("link", name="Back to the pack").click()
    page.get_by_role("heading", name="How people plan").wait_for()
    page.locator(".notice").get_by_text("Time is up").wait_for()
    assert page.locator("ol a").count() == 0
    page.goto("/stats")
    page.get_by_role("cell", name="out of time").wait_for()


def test_without_its_link_an_experiment_is_not_found(page: Any) -> None:
    page.goto(f"/play/{BOARDS[0]}?pack={TIMED}")
    page.locator(".lost, .trouble").first.wait_for()
    assert page.locator(".board").count() == 0


def test_outside_the_experiment_the_board_is_as_always(page: Any) -> None:
    joined(page, TIMED)
    page.goto(f"/play/{BOARDS[0]}?pack={TIMED}")
    by_click(page, solution_of(BOARDS[0])[0])
    settled(page, 1)
    page.goto(f"/play/{BOARDS[0]}")
    page.locator(".board [data-piece]").first.wait_for()
    settled(page, 0)
    assert page.get_by_text("time left").count() == 0


def test_a_game_of_an_experiment_is_not_looked_back_on(page: Any) -> None:
    joined(page, TIMED)
    page.goto(f"/play/{BOARDS[1]}?pack={TIMED}")
    by_click(page, solution_of(BOARDS[1])[0])
    settled(page, 1)
    page.get_by_role("button", name="Solution", exact=True).click()
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("button", name="Go to the end").wait_for()
    assert page.locator(".look").count() == 0


def test_the_latest_news_stands_beside_the_boards(page: Any) -> None:
    page.goto("/")
    page.get_by_text("A fifth pack is being made").wait_for()
    page.get_by_role("link", name="All news").click()
    page.get_by_role("heading", name="Maps of small boards").wait_for()
    page.get_by_text("The smallest has sixteen.").wait_for()
