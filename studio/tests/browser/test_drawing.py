"""What people stumbled over while drawing boards: each test fails if it comes back."""

from __future__ import annotations

from typing import Any

from tests.browser.test_maker import cell_point, tool

GAR_CELL, GAR_RIM, GAR_SIDE = 100, 24, 648


def gar_point(page: Any, row: int, column: int) -> tuple[float, float]:
    """Where a cell of a blocks board of 6 by 6 is on the page."""
    box = page.locator('svg[data-side="start"]').bounding_box()
    assert box
    scale = box["width"] / GAR_SIDE
    return (
        box["x"] + scale * (GAR_RIM + GAR_CELL * (column + 0.5)),
        box["y"] + scale * (GAR_RIM + GAR_CELL * (row + 0.5)),
    )


def compact(page: Any) -> str:
    """The drawing as a line of text."""
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Compact form, one line").click()
    return str(download.value.path().read_text())


def test_an_unfinished_drawing_says_what_comes_next_and_cannot_be_published(page: Any) -> None:
    page.goto("/maker?family=ricochet")
    publish = page.get_by_role("button", name="Publish", exact=True)
    page.get_by_text("Choose a piece from the palette and put it on the start.").wait_for()
    assert publish.is_disabled()
    tool(page, "token R")
    page.mouse.click(*cell_point(page, "start", 0, 0))
    page.get_by_text("Now draw the goal: where do the pieces belong?").wait_for()
    assert publish.is_disabled()
    page.mouse.click(*cell_point(page, "goal", 0, 7))
    page.get_by_text("In 1 move").wait_for()
    assert publish.is_enabled()


def test_select_moves_a_piece(page: Any) -> None:
    page.goto("/maker/blocks-gar-1")
    page.get_by_text("In 8 moves").wait_for()
    assert "BBoooG" in compact(page)
    tool(page, "select")
    page.mouse.move(*gar_point(page, 0, 0))
    page.mouse.down()
    page.mouse.move(*gar_point(page, 0, 1), steps=3)
    page.mouse.move(*gar_point(page, 0, 2), steps=3)
    with page.expect_response("**/api/v1/validate"):  # what is exported has been checked
        page.mouse.up()
    page.wait_for_timeout(100)
    assert "ooBBoG" in compact(page)


def test_a_board_with_a_gate_has_no_tray_for_the_goal(page: Any) -> None:
    page.goto("/maker/blocks-gar-1")
    page.locator('svg[data-side="start"]').wait_for()
    page.get_by_text("Solvable", exact=True).wait_for()
    assert page.locator('svg[data-side="goal"]').count() == 0
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("tab", name="Solve", exact=True).wait_for()
    assert page.get_by_role("tab", name="Goal").count() == 0


def test_an_instant_solve_draws_no_chart_and_heat_hides_no_letter(page: Any) -> None:
    page.goto("/maker/blocks-gar-1")
    panel = page.locator(".panel")
    panel.get_by_role("button", name="Solve", exact=True).click()
    panel.get_by_text("Proved optimal").wait_for()
    assert panel.locator("path.best").count() == 0
    page.get_by_role("button", name="Show where solutions pass").click()
    spots = page.locator('svg[data-side="start"] rect.heat')
    spots.first.wait_for()
    assert set(spots.evaluate_all("all => all.map(one => getComputedStyle(one).fill)")) == {"none"}
