"""The puzzle of the day: solved, it shows its tick, a streak, a calendar and a result to share."""

from __future__ import annotations

from typing import Any

import pytest

import clew
from tests.browser.measuring import WATCH_SHIFTS, barriers


def solve_the_daily(page: Any, told: str = "Solved at par") -> dict[str, Any]:
    """Solves today's puzzle by a link with its moves."""
    page.goto("/")
    found: dict[str, Any] = page.evaluate("fetch('/api/v1/daily').then(answer => answer.json())")
    moves = clew.solve(clew.parse(found["board"]["puzzle"])).moves
    assert moves
    page.goto(f"/play/{found['board']['id']}?moves={'+'.join(map(str, moves))}")
    page.get_by_text(told).wait_for()
    return found


def test_a_solved_daily_shows_a_tick_a_streak_and_a_text_to_share(page: Any, context: Any) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    daily = solve_the_daily(page)
    page.goto("/")
    par = daily["board"]["par"]
    assert par >= 3
    page.get_by_text(f"Solved in {par} moves, par {par}").wait_for()
    page.get_by_text(
        "Puzzle of the day: 1 day in a row. You can miss one day without breaking it."
    ).wait_for()
    page.get_by_text("Next puzzle in").wait_for()
    assert not barriers(page)
    page.get_by_role("button", name="Copy my result").click()
    page.get_by_text("Result copied.").first.wait_for()
    text = page.evaluate("navigator.clipboard.readText()")
    assert f"{par} moves, par {par}" in text and "◯" in text
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture of my result").click()
    assert saved.value.suggested_filename == f"clew-{daily['date']}.png"
    assert not any(str(move) in text for move in clew.solve(clew.parse(daily["board"]["puzzle"])).moves or [])


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (740, 360)])
def test_on_a_phone_the_win_shows_what_was_won_and_what_comes_next(size: tuple[int, int], visit: Any) -> None:
    width, height = size
    page = visit(viewport={"width": width, "height": height}, locale="fr-FR", is_mobile=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    daily = solve_the_daily(page, "Résolu dans le par")
    copy = page.get_by_role("button", name="Copier mon résultat")
    copy.wait_for()
    sheet = page.locator(".over").bounding_box()
    badge = page.locator(".badges li").first.bounding_box()
    for shown in (
        page.locator(".over .primary"),
        page.get_by_role("button", name="Analyser", exact=True),
        copy,
    ):
        box = shown.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= height
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert badge["y"] + badge["height"] <= sheet["y"]
    copy.click()
    page.get_by_text("Résultat copié.").first.wait_for()
    assert f"par {daily['board']['par']}" in page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("button", name="Analyser", exact=True).click()
    page.get_by_role("button", name="Analyser mes coups").wait_for()
    assert page.locator("#look-back").bounding_box()["y"] < height


def test_the_calendar_has_todays_tick_and_links_to_the_board(page: Any) -> None:
    daily = solve_the_daily(page)
    page.goto("/daily")
    day = page.locator("td a.done")
    day.wait_for()
    assert day.get_attribute("href") == f"/play/{daily['board']['id']}"
    assert "solved" in day.get_attribute("aria-label")
    assert page.get_by_role("button", name="Next month").is_disabled()
    assert not barriers(page)


def test_the_month_stands_still_when_todays_state_is_late(page: Any) -> None:
    page.add_init_script(WATCH_SHIFTS)
    page.route("**/api/v1/daily", lambda route: (page.wait_for_timeout(600), route.continue_()))
    page.goto("/daily")
    page.locator("table").wait_for()
    page.get_by_text("Next puzzle in").wait_for()
    page.wait_for_timeout(300)
    assert sum(value for value, _ in page.evaluate("window.shifts")) < 0.01


def test_the_calendar_reads_in_french_on_a_phone(visit: Any) -> None:
    page = visit(viewport={"width": 390, "height": 844}, locale="fr-FR", color_scheme="dark")
    page.goto("/daily")
    page.get_by_role("heading", name="Plateaux des jours passés").wait_for()
    page.locator("td a").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not barriers(page)
