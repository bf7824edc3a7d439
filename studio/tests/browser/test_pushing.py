"""A player who pushes boxes is led by clicks, by drags and by keys, by steps and by pushes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.playing import settled

CELL, MARGIN = 64, 14
"""Of the drawing, in the units of its picture."""


def place(page: Any, name: str) -> tuple[float, float]:
    """The middle of a cell on the screen."""
    x, y = (MARGIN + (at + 0.5) * CELL for at in (ord(name[0]) - ord("a"), int(name[1:]) - 1))
    found: list[float] = page.locator(".board svg").evaluate(
        "(svg, [x, y]) => { const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());"
        " return [at.x, at.y]; }",
        [x, y],
    )
    return found[0], found[1]


def click(page: Any, name: str) -> None:
    page.mouse.click(*place(page, name))


def drag(page: Any, begin: str, end: str) -> None:
    (x, y), (to_x, to_y) = place(page, begin), place(page, end)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    page.mouse.move(to_x, to_y)
    page.mouse.up()


def by_clicks(page: Any) -> None:
    click(page, "c2")
    settled(page, 1)
    click(page, "d2")
    settled(page, 2)
    click(page, "e2")


def by_drags(page: Any) -> None:
    drag(page, "b2", "c2")
    settled(page, 1)
    drag(page, "c2", "d2")
    settled(page, 2)
    drag(page, "b3", "c3")  # a swipe anywhere goes that way


def by_keys(page: Any) -> None:
    for _ in range(3):
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("play", [by_clicks, by_drags, by_keys])
def test_a_board_is_played_to_its_end(page: Any, play: Callable[[Any], None]) -> None:
    page.goto("/play/sokoban-first-push")
    page.locator(".board svg").wait_for()
    play(page)
    page.get_by_text("Solved").first.wait_for()


def test_a_level_is_won_by_touch_on_a_phone(visit: Any) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.goto("/play/sokoban-first-push")
    page.locator(".board svg").wait_for()
    for count, name in enumerate(("c2", "d2", "e2"), 1):
        page.touchscreen.tap(*place(page, name))
        if count < 3:
            settled(page, count)
    page.get_by_text("Solved").first.wait_for()


def test_a_click_far_away_walks_there(page: Any) -> None:
    page.goto("/play/sokoban-storeroom")
    page.locator(".board svg").wait_for()
    click(page, "g2")
    settled(page, 4)


def test_a_push_is_undone_with_the_walk_to_it(page: Any) -> None:
    page.goto("/play/sokoban-storeroom")
    page.locator(".board svg").wait_for()
    click(page, "g2")
    settled(page, 4)
    page.get_by_role("button", name="Undo").click()
    settled(page, 0)
    page.get_by_role("button", name="Redo").click()
    settled(page, 4)


def test_a_box_is_taken_to_a_place_where_pushes_count(page: Any) -> None:
    page.goto("/play/sokoban-three-rooms")
    page.locator(".board svg").wait_for()
    click(page, "c3")
    click(page, "f3")
    settled(page, 3)
    drag(page, "e7", "e6")
    settled(page, 4)
