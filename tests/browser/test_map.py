"""The map of a board: my path on it, any position looked at, play from there."""

from __future__ import annotations

import re
from typing import Any

from tests.browser.playing import by_click, middle, settled, solution_of

BOARD = "blocks-gar-1"


def test_the_map_shows_the_path_that_i_played(page: Any) -> None:
    page.goto(f"/play/{BOARD}")
    moves = solution_of(BOARD)[:3]
    for count, move in enumerate(moves, 1):
        by_click(page, move)
        settled(page, count)
    page.locator(".links").get_by_role("button", name="More").click()
    page.get_by_role("link", name="My path on the map").click()
    page.get_by_text("1,247 positions, 172 of them solved.").wait_for()
    page.get_by_role("switch", name="My path (3 moves)").wait_for()
    assert page.locator(".map .knot").count() == 4
    page.locator("main ol").get_by_role("button", name=moves[1]).click()
    page.get_by_text(f"Position 2 on your path, after {moves[1]}.").wait_for()
    page.get_by_role("link", name="Play from here").click()
    page.locator(".board [data-piece]").first.wait_for()


def test_small_maps_are_listed_and_lead_to_the_map(page: Any) -> None:
    page.goto("/")
    page.get_by_role("link", name="Maps", exact=True).click()
    page.get_by_role("heading", name="Maps").wait_for()
    page.get_by_role("button", name="Blocks").click()
    page.wait_for_url("**family=blocks")
    smallest = page.get_by_role("link", name=re.compile("Blocks, .* positions")).first
    smallest.wait_for()
    (positions,) = re.findall(r"Blocks, ([\d,]+ positions)", smallest.inner_text().replace("\n", " "))
    smallest.click()
    page.get_by_text(re.compile(f"^{positions}, .* of them solved")).wait_for()
    page.get_by_role("link", name="All maps").click()
    page.get_by_role("heading", name="Maps").wait_for()


def test_the_map_of_a_large_board_begins_at_its_start(page: Any) -> None:
    page.goto("/map/pebbles-panguru-25")
    page.get_by_text("Each ring is one move further from the start.").wait_for()
    page.get_by_text("The start.", exact=True).wait_for()
    assert page.get_by_text("The goal cannot be reached").count() == 0


def test_a_click_on_the_map_shows_that_position(page: Any) -> None:
    page.goto(f"/map/{BOARD}")
    page.get_by_text("The start.").wait_for()
    before = page.locator(".point .far").inner_text()
    assert before.startswith("8")
    x, y = middle(page.locator(".map svg"))
    page.mouse.click(x, y + 90)
    page.wait_for_function("() => !document.querySelector('.point .far')?.innerText.startsWith('8')")


def test_the_map_shows_every_move_where_one_asks(page: Any) -> None:
    page.goto(f"/map/{BOARD}")
    switch = page.get_by_role("switch", name="All moves (6,522)")
    switch.click()
    assert switch.get_attribute("aria-checked") == "true"
