"""The page on which levels are made: built by mouse, touch and keyboard, checked and tried."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from clew.boards.entries import toml_values
from clew_world import read, shipped
from tests.browser.making import (
    Finger,
    begun,
    checked,
    choose,
    click,
    downloaded,
    drag,
    kept,
    open_shipped,
    pixel,
    tab,
    win,
)
from tests.browser.measuring import barriers, small_targets, too_wide
from tests.browser.test_pages import is_policy


def test_a_link_on_the_page_of_worlds_leads_there(page: Any) -> None:
    page.goto("/world")
    page.get_by_role("link", name="Make a level").click()
    checked(page)
    assert page.title().startswith("New level")
    page.get_by_text("The level has no goal").wait_for()


@pytest.mark.many
def test_a_level_is_built_by_mouse_checked_tried_and_kept(page: Any) -> None:
    begun(page)
    choose(page, "Platform")
    drag(page, (6, 4), (10, 3.5))
    choose(page, "Ladder")
    drag(page, (7, 1), (7, 4))
    choose(page, "Item")
    click(page, 9, 4.1)
    page.get_by_role("heading", name="Gem").wait_for()
    tab(page, "Level")
    page.get_by_label("Goal: Gem").fill("1")
    page.get_by_label("Title").fill("By mouse")
    checked(page)
    page.get_by_text("Everything can be reached").wait_for()
    page.get_by_text("1 thing is proved reachable.").wait_for()
    made = downloaded(page)
    assert made["title"] == "By mouse"
    assert made["platform"] == [{"x": 6, "y": 4, "width": 4, "height": 0.5, "one_way": True}]
    assert made["ladder"] == [{"x": 7, "y": 1, "height": 3, "width": 0.8}]
    assert made["item"] == [{"kind": "gem", "x": 9, "y": 4}]
    assert made["goal"] == {"collect": {"gem": 1}}
    page.get_by_role("button", name="Try it").click()
    page.get_by_text("Gem: 0 of 1").wait_for()
    win(page, "Gem: 9 m along, 4 m up")
    page.get_by_role("button", name="Back to the editor").click()
    checked(page)
    assert downloaded(page) == made
    page.get_by_text("Kept in this browser").wait_for()
    page.reload()
    checked(page)
    assert page.get_by_label("Title").input_value() == "By mouse"
    assert downloaded(page) == made


def test_parts_are_moved_stretched_duplicated_and_deleted_and_that_is_undone(page: Any) -> None:
    begun(page)
    choose(page, "Wall")
    click(page, 12, 1)
    page.get_by_label("Height (m)").wait_for()
    states = [kept(page)["wall"]]
    drag(page, (12.25, 2), (15.25, 2))
    states.append(kept(page)["wall"])
    assert (states[1][0]["x"], states[1][0]["y"]) == (15, 1)
    drag(page, (15.25, 4), (15.25, 6))
    states.append(kept(page)["wall"])
    assert states[2][0]["height"] == 5
    page.get_by_label("Width (m)").fill("2")
    states.append(kept(page)["wall"])
    assert states[3][0]["width"] == 2
    page.get_by_role("button", name="Duplicate").click()
    states.append(kept(page)["wall"])
    assert [wall["x"] for wall in states[4]] == [15, 17]
    page.get_by_role("button", name="Delete").click()
    assert kept(page)["wall"] == states[3]
    page.locator(".make-tray").focus()
    for state in reversed(states):
        page.keyboard.press("Control+z")
        assert kept(page)["wall"] == state
    page.keyboard.press("Control+z")
    assert "wall" not in kept(page)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    for state in states:
        page.keyboard.press("Control+Shift+Z")
        assert kept(page)["wall"] == state
    assert downloaded(page)["wall"] == states[-1]


@pytest.mark.many
def test_a_level_is_built_by_keyboard_alone(page: Any) -> None:
    begun(page)
    parts = page.get_by_role("toolbar", name="Parts")
    parts.get_by_role("button", name="Ground").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # a platform in the middle, at 12, 6
    expect(page.locator(".make-tray")).to_be_focused()
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowRight")
    parts.get_by_role("button", name="Ladder").press("Enter")
    for _ in range(10):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    parts.get_by_role("button", name="Flag").press("Enter")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    made = downloaded(page)
    assert made["platform"] == [{"x": 12, "y": 4, "width": 3.5, "height": 0.3, "one_way": True}]
    assert made["ladder"] == [{"x": 12.5, "y": 1, "height": 3}]
    assert made["goal"] == {"reach": [14.5, 4]}
    checked(page)
    page.get_by_text("Everything can be reached").wait_for()
    tray = page.locator(".make-tray")
    tray.focus()
    page.keyboard.press("Escape")
    tray.evaluate("node => node.blur()")
    tray.focus()
    for name in ("Ground", "Player", "Platform", "Ladder", "Flag"):
        page.keyboard.press("Tab")
        page.get_by_role("heading", name=name, exact=True).wait_for()
    page.keyboard.press("Shift+Tab")
    page.get_by_role("heading", name="Ladder", exact=True).wait_for()
    page.keyboard.press("Control+d")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Name")).to_be_focused()
    tray.focus()
    assert len(downloaded(page)["ladder"]) == 2
    tray.focus()
    page.keyboard.press("Delete")
    assert len(downloaded(page)["ladder"]) == 1
    tray.focus()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(tray).not_to_be_focused()
    page.get_by_role("button", name="Try it").press("Enter")
    expect(page.get_by_role("button", name="Back to the editor")).to_be_focused()
    win(page, "Flag: 15 m along, 4 m up")
    page.get_by_role("button", name="Back to the editor").press("Enter")
    checked(page)


def test_what_scripts_may_add_is_edited_checked_and_undone(page: Any) -> None:
    begun(page)
    tab(page, "Level")
    page.get_by_label("Another kind").select_option(label="Fox")
    page.get_by_role("button", name="Add", exact=True).click()
    fox = page.get_by_role("group", name="Fox")
    most = fox.get_by_label("How many at most")
    expect(most).to_be_focused()
    added = {"fox": {"most": 2, "script": "wander"}}
    assert kept(page)["spawn"] == added
    most.fill("900")
    page.get_by_role("button", name="Error: Fox, How many at most").wait_for()
    expect(most).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("button", name="Try it")).to_be_disabled()
    most.fill("3")
    fox.get_by_text("More properties").click()
    fox.get_by_label("Speed (m/s)").fill("99")
    finding = page.get_by_role("button", name="Error: Fox, Speed")
    finding.wait_for()
    tab(page, "Part")
    finding.click()
    expect(fox.get_by_label("Speed (m/s)")).to_be_focused()
    fox.get_by_label("Speed (m/s)").fill("4")
    fox.get_by_label("Behaviour").select_option(label="Chase what it eats")
    checked(page)
    changed = {"fox": {"most": 3, "script": "chase", "speed": 4}}
    assert downloaded(page)["spawn"] == changed
    page.get_by_role("button", name="Delete “Fox”").click()
    assert "spawn" not in kept(page)
    page.get_by_role("button", name="Undo").click()
    assert kept(page)["spawn"] == changed
    expect(fox.get_by_label("Speed (m/s)")).to_have_value("4")
    for _ in range(5):  # the script, the speed, both numbers at once, the speed before that
        if kept(page)["spawn"] == added:
            break
        page.get_by_role("button", name="Undo").click()
    assert kept(page)["spawn"] == added
    page.get_by_role("button", name="Undo").click()
    assert "spawn" not in kept(page)


def test_who_takes_whom_is_edited_and_the_check_names_what_is_missing(page: Any) -> None:
    begun(page)
    choose(page, "Animal")
    click(page, 8, 1)
    page.get_by_label("Kind").select_option(label="Fox")
    choose(page, "Item")
    click(page, 12, 1)
    tab(page, "Level")
    diet = page.get_by_role("group", name="Fox takes")
    expect(diet.get_by_label("Chicken")).to_be_checked()
    diet.get_by_label("Gem").check()
    diet.get_by_label("Player").check()
    diet.get_by_label("Chicken").uncheck()
    assert kept(page)["eats"]["fox"] == ["gem", "player"]
    page.get_by_role("button", name="Undo").click()
    expect(diet.get_by_label("Chicken")).to_be_checked()
    page.get_by_role("button", name="Redo").click()
    expect(diet.get_by_label("Chicken")).not_to_be_checked()
    page.get_by_label("Goal: Gem").fill("1")
    page.get_by_label("Taken by the player: Gem").uncheck()
    page.get_by_text("The goal asks for gem, but the player does not take any").first.wait_for()
    page.get_by_label("Taken by the player: Gem").check()
    page.get_by_text("Everything can be reached").wait_for()
    page.get_by_role("button", name="Try it").click()
    page.get_by_text("Gem: 0 of 1").wait_for()


def test_both_are_edited_by_keyboard_alone(page: Any) -> None:
    begun(page)
    page.get_by_role("toolbar", name="Parts").get_by_role("button", name="Animal").press("Enter")
    page.get_by_role("tab", name="Level").press("Enter")
    monkey = page.get_by_role("group", name="Monkey takes")
    monkey.get_by_label("Player").press("Space")
    assert kept(page)["eats"]["monkey"] == ["banana", "player"]
    page.get_by_label("Another kind").focus()
    page.keyboard.type("Owl")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    owl = page.get_by_role("group", name="Owl", exact=True)
    expect(owl.get_by_label("How many at most")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("7")
    assert kept(page)["spawn"]["owl"]["most"] == 7
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Another kind")).to_be_focused()
    assert "spawn" not in kept(page)


@pytest.fixture
def phone(visit: Any) -> Any:
    return visit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)


def test_a_level_is_built_by_touch_on_a_phone(phone: Any) -> None:
    begun(phone)
    finger = Finger(phone)

    def at(x: float, y: float) -> tuple[float, float]:
        phone.locator(".make-tray").scroll_into_view_if_needed()
        return pixel(phone, x, y)

    def tap(x: float, y: float) -> None:
        phone.touchscreen.tap(*at(x, y))

    phone.get_by_role("button", name="Platform", exact=True).tap()
    finger.drag((at(6, 4), at(12, 3)))
    phone.get_by_role("button", name="Ladder", exact=True).tap()
    tap(7, 1)
    phone.get_by_role("button", name="Item", exact=True).tap()
    tap(10, 4.1)
    made = downloaded(phone)
    assert made["platform"] == [{"x": 6, "y": 4, "width": 6, "height": 1, "one_way": True}]
    assert made["ladder"] == [{"x": 7, "y": 1, "height": 3}]
    assert made["item"] == [{"kind": "gem", "x": 10, "y": 4}]
    phone.get_by_text("1 thing is proved reachable.").wait_for()
    finger.drag((at(10, 4.2), at(8, 4.2)))  # the selected gem follows
    assert downloaded(phone)["item"][0]["x"] == 8
    tap(2, 10)
    phone.get_by_role("heading", name="Nothing is selected").wait_for()
    finger.drag((at(8, 4.2), at(10, 4.2)))  # one that is not selected stays
    assert downloaded(phone)["item"][0]["x"] == 8
    middle = at(12, 6)
    x, y = middle
    finger.drag(((x - 20, y), (x - 90, y)), ((x + 20, y), (x + 90, y)))  # nothing moves under two fingers
    assert downloaded(phone) == {**made, "item": [{"kind": "gem", "x": 8, "y": 4}]}
    phone.get_by_role("button", name="Show everything").tap()
    tap(8, 4.2)
    phone.get_by_role("heading", name="Gem").wait_for()
    assert not too_wide(phone) and not small_targets(phone)


def test_what_scripts_may_add_and_who_takes_whom_by_touch(phone: Any) -> None:
    begun(phone)
    phone.get_by_role("tab", name="Level").tap()
    phone.get_by_label("Another kind").select_option(label="Chicken")
    phone.get_by_role("button", name="Add", exact=True).tap()
    chicken = phone.get_by_role("group", name="Chicken", exact=True)
    chicken.get_by_text("More properties").tap()
    chicken.get_by_label("Behaviour").select_option(label="Flee along its platform")
    phone.get_by_role("group", name="Chicken takes").get_by_label("Player").tap()
    made = kept(phone)
    assert made["spawn"] == {"chicken": {"most": 2, "script": "flee"}}
    assert made["eats"]["chicken"] == ["player"]
    checked(phone)
    assert not too_wide(phone) and not small_targets(phone)
    phone.get_by_role("button", name="Delete “Chicken”").tap()
    assert "spawn" not in kept(phone)


@pytest.mark.many
def test_every_shipped_level_is_opened_and_written_as_it_was(page: Any) -> None:
    begun(page)
    for name in shipped():
        level = read(name)
        open_shipped(page, level.title)
        assert downloaded(page) == toml_values(level.text)


def test_a_shipped_level_is_changed_by_one_part_and_nothing_else(page: Any) -> None:
    begun(page)
    open_shipped(page, "Gatehouse")
    before = toml_values(read("gatehouse").text)
    page.locator(".make-tray").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowUp")
    after = downloaded(page)
    assert {key for key in before if before[key] != after[key]} == {"ground"}


def test_a_large_level_is_zoomed_and_scrolled(page: Any) -> None:
    begun(page)
    open_shipped(page, "The long way")
    tray = page.locator(".make-tray")
    box = tray.bounding_box()
    picture = "() => document.querySelector('.make-tray canvas').toDataURL()"
    shown = page.evaluate(picture)
    for name in ("Zoom in", "Zoom in", "Show everything"):
        page.get_by_role("button", name=name).click()
        page.wait_for_function(f"before => ({picture})() !== before", arg=shown)
        shown = page.evaluate(picture)
    page.mouse.move(box["x"] + 100, box["y"] + 100)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -400)
    page.keyboard.up("Control")
    page.wait_for_function(f"before => ({picture})() !== before", arg=shown)
    shown = page.evaluate(picture)
    page.mouse.wheel(80, 0)
    page.wait_for_function(f"before => ({picture})() !== before", arg=shown)


@pytest.mark.many
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_the_editor_has_no_barrier_on_a_phone(theme: str, language: str, visit: Any) -> None:
    page = visit(viewport={"width": 360, "height": 740}, color_scheme=theme, locale=language)
    policy: list[str] = []
    page.on("console", lambda message: policy.append(message.text) if is_policy(message.text) else None)
    begun(page)
    page.locator(".make-tray").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.locator(".form-of h2").wait_for()
    assert barriers(page) == [] and not too_wide(page)
    page.locator("#tab-level").click()
    page.locator("select.kind").select_option("fox")
    page.locator(".add .button").click()
    page.locator("[role='group'] summary").click()
    page.locator(".most input").fill("900")
    page.locator(".findings[data-checking='false']").wait_for()
    page.locator(".most [aria-invalid='true']").wait_for()
    assert barriers(page) == [] and not too_wide(page)
    page.locator(".most input").fill("3")
    checked(page)
    assert barriers(page) == [] and not too_wide(page)
    page.locator(".actions .button").first.click()
    page.locator(".drafts").wait_for()
    assert barriers(page) == [] and not too_wide(page)
    page.locator(".actions .primary").click()
    page.locator(".try .tray").wait_for()
    assert barriers(page) == [] and not too_wide(page)
    assert policy == []
