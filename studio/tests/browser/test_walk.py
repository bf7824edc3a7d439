"""A newcomer's way: the first board, a win, what it lost, another try, the next board, an account."""

from __future__ import annotations

from typing import Any

import pytest

import clew
from tests.browser.playing import by_click, settled
from tests.browser.test_maker import sign_up
from tests.browser.test_review import LONGER

PATIENCE = 60_000
"""Milliseconds: a search may wait for its turn."""


def plays(page: Any, moves: list[str], made: int = 0) -> None:
    """Makes these moves by mouse, after so many others; the last one may end the game."""
    for count, move in enumerate(moves, made + 1):
        by_click(page, move)
        if count < made + len(moves):
            settled(page, count)


@pytest.mark.many
def test_from_the_first_visit_to_an_account_that_keeps_it_all(page: Any) -> None:
    page.goto("/")
    page.get_by_role("heading", name="Puzzles to solve in the fewest moves").wait_for()
    page.locator(".starter [data-piece]").first.wait_for()
    page.get_by_role("link", name="Open this board").click()
    page.wait_for_url("**/play/blocks-gar-1")
    page.get_by_role("heading", name="Garage at noon").wait_for()
    plays(page, LONGER.split())
    page.get_by_text("Solved, 2 over par").wait_for()

    page.get_by_role("button", name="Review my moves").click()
    page.locator(".look .sentence", has_text="CL1 lost 1 move.").wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Retry from here").click()
    settled(page, 2)
    rest = clew.solve(clew.load("boards/blocks/gar-1.toml"), after=["BR1", "EU1"]).moves
    assert rest is not None and len(rest) == 6
    plays(page, [*map(str, rest)], made=2)
    page.get_by_text("Solved at par").wait_for()

    following = page.get_by_role("link", name="Next board")
    following.click()
    page.wait_for_function("() => !location.pathname.endsWith('blocks-gar-1')")
    page.locator(".board > svg").first.wait_for()
    board = page.evaluate("fetch(`/api/v1/boards/${location.pathname.split('/')[2]}`).then(a => a.json())")
    assert not board["won"]
    assert board["difficulty"] in ("easy", "medium")

    name = sign_up(page)
    page.goto("/stats")
    page.locator("tbody tr", has_text="Garage at noon").first.wait_for()
    page.goto("/leaderboards")
    page.locator("tr.me").get_by_text(name).wait_for()
    page.goto("/")
    page.locator(".cards li, .day").first.wait_for()
    assert page.locator(".starter").count() == 0
    page.get_by_role("link", name="Your next board").wait_for()


def test_the_first_screen_has_a_board_and_no_board_is_offered_twice(visit: Any) -> None:
    for width, height in ((1440, 900), (390, 844)):
        page = visit(viewport={"width": width, "height": height})
        page.goto("/")
        box = page.locator(".starter .table > svg").first.bounding_box()
        assert box and box["y"] + box["height"] <= height
        page.locator(".cards li").first.wait_for()
        links = page.eval_on_selector_all(
            ".starter a, .day a, .cards a", "found => found.map(link => link.pathname)"
        )
        boards = [link for link in links if link.startswith("/play/")]
        # One less on days whose board is the one that a newcomer is offered.
        assert len(boards) == len(set(boards)) >= 13
