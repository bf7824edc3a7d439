"""What is typed or pressed again while an answer is on its way: nothing is lost, nothing happens twice."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.browser.playing import by_click, settled
from tests.browser.test_games import STORE, paste, says, source

LATE = """
    const plain = fetch;
    globalThis.fetch = async (asked, ...more) => {
        if (String(asked).endsWith('PATH')) await new Promise(done => setTimeout(done, 700));
        return plain(asked, ...more);
    };
"""
"""Requests of one address leave late."""


def late(page: Any, path: str) -> list[Any]:
    """Makes the requests of that address late. What they will have asked."""
    page.add_init_script(LATE.replace("PATH", path))
    asked: list[Any] = []
    page.on(
        "request",
        lambda one: (
            asked.append(json.loads(one.post_data)) if one.url.endswith(path) and one.post_data else None
        ),
    )
    return asked


def test_letters_typed_into_the_search_are_not_lost(page: Any) -> None:
    page.goto("/")
    page.get_by_role("link", name="Search").click()
    field = page.get_by_placeholder("Search")
    page.wait_for_function("() => document.activeElement?.type === 'search'")
    page.keyboard.type("pan")
    page.wait_for_url(re.compile("search=pan$"))
    page.wait_for_load_state("networkidle")
    page.keyboard.type("guru")
    page.wait_for_url(re.compile("search=panguru$"))
    page.wait_for_load_state("networkidle")
    assert field.input_value() == "panguru"
    assert page.evaluate("document.activeElement?.type") == "search"
    chosen = page.get_by_label("Sort")
    chosen.focus()
    chosen.select_option("title")
    page.wait_for_url(re.compile("sort=title"))
    page.wait_for_load_state("networkidle")
    assert chosen.evaluate("one => one === document.activeElement"), "the page has begun anew"


def test_a_retry_from_a_game_whose_solution_is_shown_can_be_played(page: Any) -> None:
    page.goto("/play/blocks-gar-1")
    by_click(page, "BR1")
    settled(page, 1)
    page.get_by_role("button", name="Solution", exact=True).click()
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("button", name="Go to the end").wait_for()
    page.get_by_role("button", name="Review my moves").click()
    page.get_by_role("button", name="Retry from here").click()
    page.locator(".look").wait_for(state="detached")
    assert page.get_by_role("button", name="Go to the end").count() == 0
    by_click(page, "CL3")
    page.locator("[data-step]", has_text="CL3").wait_for()


def test_a_level_grows_by_as_many_rows_as_are_asked_for(page: Any) -> None:
    paste(page, STORE)
    says(page, 1, "5 moves, proved")
    page.evaluate("() => {" + LATE.replace("PATH", "/sources") + "}")
    before, rows = source(page).input_value(), page.get_by_label("Rows")
    height = int(rows.input_value())
    rows.focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    assert rows.input_value() == str(height - 1)
    old, new = before.split("\n\n"), source(page).input_value().split("\n\n")
    assert len(old) == len(new), "the level has run into the next one"
    (changed,) = [(one, other) for one, other in zip(old, new, strict=True) if one != other]
    assert changed[0].strip().startswith(changed[1].strip() + "\n"), "it lacks its last row"


def test_keys_of_a_lesson_that_come_before_the_answer_are_moves_too(page: Any) -> None:
    asked = late(page, "/position")
    page.goto("/rules/puzzlescript")
    lesson = page.locator(".lesson")
    lesson.locator(".says p").wait_for()
    lesson.locator("svg").first.focus()
    count = len(asked)
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "() => document.querySelector('.lesson .thread svg').getAttribute('aria-label').startsWith('2 ')"
    )
    lesson.locator(".says p").wait_for()
    first, second = asked[count:]
    assert first["state"] != second["state"], "both were made from the same position"


def test_a_draft_that_is_saved_twice_is_one(page: Any) -> None:
    asked = late(page, "/boards")
    page.goto("/maker?family=blocks")
    page.get_by_placeholder("Untitled board").fill("Pressed twice")
    save = page.get_by_role("button", name="Save draft")
    save.dblclick()
    page.get_by_text("Draft saved").wait_for()
    assert len(asked) == 1
