"""After a win: where moves were lost, step by step; from the worst move the game is played again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.measuring import barriers
from tests.browser.playing import settled

LONGER = "BR1 EU1 CL1 CR1 CL3 FU1 DL2 GD3 HD2 AR3"
BOARD = "/play/blocks-gar-1"


def lose_two(page: Any) -> None:
    """A win in two moves more than the fewest."""
    page.goto(f"{BOARD}?moves={LONGER.replace(' ', '+')}")
    page.get_by_text("Solved, 2 over par").wait_for()


def test_a_win_is_looked_back_on_and_retried_from_the_worst_move(page: Any) -> None:
    lose_two(page)
    page.get_by_role("button", name="Review my moves").click()
    page.get_by_text("2 moves more than the fewest, 8.").wait_for()
    assert page.locator(".look .sentence").inner_text() == "CL1 lost 1 move."
    knots = page.locator(".thread circle[class*='loss-']")
    assert knots.evaluate_all(
        "all => all.map(one => Number(/loss-(\\d)/.exec(one.className.baseVal)[1]))"
    ) == [0, 0, 1, 1, 0, 0, 0, 0, 0]
    page.get_by_text("Best here: CL3, FU1").wait_for()
    page.locator(".look ol button", has_text="BR1").click()
    assert page.locator(".look .sentence").inner_text() == "BR1: one of 4 best moves."
    page.locator(".look ol button", has_text="CL1").click()
    page.get_by_role("button", name="Show: 6 moves were enough from here").click()
    page.get_by_text("6 moves were enough from move 3.").wait_for()
    page.get_by_role("button", name="Back to my game").click()
    page.get_by_role("button", name="All shortest solutions").click()
    page.get_by_text("61 shortest solutions; the first of them:").wait_for()
    assert not barriers(page)
    page.locator(".look ol button", has_text="CL1").first.click()
    page.get_by_role("button", name="Retry from here").click()
    settled(page, 2)
    assert page.locator(".look").count() == 0


def test_the_next_board_fits_the_level_and_the_rating_has_its_uncertainty(page: Any) -> None:
    lose_two(page)
    page.get_by_text("Your rating: ").wait_for()
    assert "±" in page.get_by_text("Your rating: ").inner_text()
    following = page.get_by_role("link", name="Next board")
    following.wait_for()
    following.click()
    page.wait_for_url("**/play/*")
    page.locator(".board > svg").wait_for()
    assert "blocks-gar-1" not in page.url


def test_any_game_of_ones_history_is_looked_back_on(page: Any) -> None:
    lose_two(page)
    page.get_by_role("button", name="Review my moves").wait_for()
    page.goto("/stats")
    page.get_by_role("link", name="Review").first.click()
    page.get_by_text("2 moves more than the fewest, 8.").wait_for()
    assert page.url.split("/")[-2] == "games"
    assert page.title().startswith("Looking back on Garage at noon")
    assert not barriers(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_reads_in_french_on_a_phone(theme: str, visit: Any) -> None:
    page = visit(viewport={"width": 390, "height": 844}, locale="fr-FR", color_scheme=theme)
    page.goto(f"{BOARD}?moves={LONGER.replace(' ', '+')}")
    page.get_by_role("button", name="Analyser mes coups").click()
    page.get_by_text("2 coups de plus que le minimum, 8.").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not page.locator("header .logo").is_visible(), "two headers lie on each other"
    board = page.locator(".look .picture svg").bounding_box()
    page.mouse.wheel(0, board["y"] - 20)
    page.wait_for_function("top => scrollY >= top", arg=board["y"] - 21)
    board, bar = page.locator(".look .picture svg").bounding_box(), page.locator(".over").bounding_box()
    assert bar["y"] + bar["height"] <= board["y"] + 1, "the bar lies on what is looked back on"
    assert not barriers(page)
