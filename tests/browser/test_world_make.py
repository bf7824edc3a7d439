"""The page on which levels are made: built by mouse, touch and keyboard, checked, tried, kept and opened."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from clew.boards.entries import toml_values
from clew.world import parse, read, shipped
from tests.browser.measuring import barriers, small_targets, too_wide
from tests.browser.test_pages import is_policy
from tests.browser.test_world import WALK_MS

MARGIN = 14
"""Pixels around a level of which all is shown."""
BLANK = (24.0, 12.0)
"""The size of a new level."""


def begun(page: Any) -> None:
    """A new level, open and checked."""
    page.goto("/world/make?new")
    checked(page)


def checked(page: Any) -> None:
    """The server has checked the level as it is now, and all of it is on the canvas."""
    page.locator(".make-tray").wait_for()
    page.wait_for_function("() => document.querySelector('.make-tray canvas').width > 300")
    page.locator(".findings[data-checking='false']").wait_for()


def pixel(page: Any, x: float, y: float, size: tuple[float, float] = BLANK) -> tuple[float, float]:
    """Where a point of a level is on the page, while all of the level is shown."""
    box = page.locator(".make-tray canvas").bounding_box()
    width, height = size
    zoom = min((box["width"] - 2 * MARGIN) / width, (box["height"] - 2 * MARGIN) / height)
    return (
        box["x"] + box["width"] / 2 + (x - width / 2) * zoom,
        box["y"] + box["height"] / 2 + (height / 2 - y) * zoom,
    )


def choose(page: Any, part: str) -> None:
    page.get_by_role("toolbar", name="Parts").get_by_role("button", name=part, exact=True).click()


def click(page: Any, x: float, y: float) -> None:
    page.mouse.click(*pixel(page, x, y))


def drag(page: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*pixel(page, *start))
    page.mouse.down()
    page.mouse.move(*pixel(page, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    page.mouse.move(*pixel(page, *end))
    page.mouse.up()


def downloaded(page: Any) -> dict[str, Any]:
    """The level, as the file that one gets of it."""
    with page.expect_download() as started:
        page.get_by_role("button", name="Download").click()
    path = started.value.path()
    return tomllib.loads(Path(path).read_text(encoding="utf-8"))


def tab(page: Any, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def win(page: Any, gem: str) -> None:
    """Wins a trial by going to the only gem."""
    page.get_by_text("The world in words").click()
    page.get_by_role("button", name=gem).click()
    page.get_by_text("Well done: you found everything").first.wait_for(timeout=WALK_MS)


def test_a_link_on_the_page_of_worlds_leads_there(page: Any) -> None:
    page.goto("/world")
    page.get_by_role("link", name="Make a level").click()
    checked(page)
    assert page.title().startswith("New level")
    page.get_by_text("The level has no goal").wait_for()


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
    states = [downloaded(page)["wall"]]
    drag(page, (12.25, 2), (15.25, 2))
    states.append(downloaded(page)["wall"])
    assert (states[1][0]["x"], states[1][0]["y"]) == (15, 1)
    drag(page, (15.25, 4), (15.25, 6))
    states.append(downloaded(page)["wall"])
    assert states[2][0]["height"] == 5
    page.get_by_label("Width (m)").fill("2")
    states.append(downloaded(page)["wall"])
    assert states[3][0]["width"] == 2
    page.get_by_role("button", name="Duplicate").click()
    states.append(downloaded(page)["wall"])
    assert [wall["x"] for wall in states[4]] == [15, 17]
    page.get_by_role("button", name="Delete").click()
    assert downloaded(page)["wall"] == states[3]
    page.locator(".make-tray").focus()
    for state in reversed(states):
        page.keyboard.press("Control+z")
        assert downloaded(page)["wall"] == state
    page.keyboard.press("Control+z")
    assert "wall" not in downloaded(page)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    for state in states:
        page.keyboard.press("Control+Shift+Z")
        assert downloaded(page)["wall"] == state


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
    parts.get_by_role("button", name="Flag to reach").press("Enter")
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
    for name in ("Ground", "Player", "Platform", "Ladder", "Flag to reach"):
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


class Finger:
    """Touches that move, which the driver's own touchscreen cannot do."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)

    def _send(self, what: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": touches})

    def drag(self, *lines: tuple[tuple[float, float], tuple[float, float]]) -> None:
        """Each line is that of a finger, from its beginning to its end, where it rests: otherwise it flings,
        and the browser takes the next tap for the end of that.
        """
        self._send("touchStart", *(start for start, _ in lines))
        for step in range(1, 9):
            part = step / 8
            moved = [((1 - part) * a[0] + part * b[0], (1 - part) * a[1] + part * b[1]) for a, b in lines]
            self._send("touchMove", *moved)
        self._page.wait_for_timeout(150)
        self._send("touchMove", *moved)
        self._send("touchEnd")


@pytest.fixture
def phone(browser: Any, base_url: str) -> Any:
    context = browser.new_context(
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        base_url=base_url,
        locale="en-GB",
    )
    yield context.new_page()
    context.close()


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


def open_shipped(page: Any, title: str) -> None:
    page.get_by_role("button", name="My levels").click()
    page.get_by_label("Begin with a level that comes with Clew").select_option(label=title)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_label("Title")).to_have_value(title)
    checked(page)


@pytest.mark.slow
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


def paste(page: Any, text: str) -> None:
    page.get_by_role("button", name="My levels").click()
    page.get_by_label("Or paste the text of a level").fill(text)
    page.get_by_role("button", name="Open this text").click()


LAWN = """
title = "Lawn"
size = [20.0, 10.0]
ground = [{ x = 0.0, y = 1.0, width = 20.0, height = 1.0 }]
player = { x = 2.0, y = 1.0 }
"""


def test_findings_are_in_a_list_that_leads_to_the_parts(page: Any) -> None:
    begun(page)
    far = 'item = [{ kind = "gem", x = 5, y = 8 }]\n'
    wide = 'platform = [{ name = "wide", x = 3, y = 3, width = 5000 }]\n'
    own = 'animal = [{ kind = "fox", name = "Rex", x = 4, y = 1, script = "rex.lua" }]\n'
    paste(page, LAWN + far + wide)
    page.get_by_role("button", name="Error: wide").click()
    page.get_by_role("heading", name="Wide").wait_for()
    width = page.get_by_label("Width (m)")
    expect(width).to_have_attribute("aria-invalid", "true")
    page.get_by_text("is 5000; it must be from 0.05 to 1000").first.wait_for()
    expect(page.get_by_role("button", name="Try it")).to_be_disabled()
    width.fill("5")
    page.get_by_role("button", name="Cannot be reached: gem 3").click()
    page.get_by_role("heading", name="Gem").wait_for()
    page.get_by_label("y (m)").fill("1")
    page.get_by_text("1 thing is proved reachable.").wait_for()
    expect(page.get_by_role("button", name="Try it")).to_be_enabled()
    paste(page, LAWN + own)
    page.get_by_role("button", name="Error: Rex").click()
    page.get_by_label("Behaviour").select_option("patrol")
    page.get_by_text("The level has no goal").wait_for()
    assert downloaded(page)["animal"][0]["script"] == "patrol"


def test_text_that_is_no_level_is_refused_with_its_line_and_what_is_open_stays(page: Any) -> None:
    begun(page)
    page.get_by_label("Title").fill("Stays")
    paste(page, "title = 'a'\nsize = [3 3]")
    page.get_by_text("line 2").wait_for()
    assert downloaded(page)["title"] == "Stays"
    path = {"name": "lawn.toml", "mimeType": "text/plain", "buffer": LAWN.encode()}
    page.get_by_label("Open a file").set_input_files(path)
    expect(page.get_by_label("Title")).to_have_value("Lawn")
    assert parse(LAWN).title == downloaded(page)["title"]


def test_two_pages_do_not_overwrite_each_other(page: Any) -> None:
    begun(page)
    page.get_by_label("Title").fill("One")
    page.wait_for_url("**/world/make/*")
    other = page.context.new_page()
    other.goto(page.url)
    checked(other)
    other.get_by_label("Title").fill("Two")
    page.get_by_text("This level was changed on another page").wait_for()
    page.get_by_label("Title").fill("Three")
    other.reload()
    checked(other)
    assert other.get_by_label("Title").input_value() == "Two"
    page.get_by_role("button", name="Keep mine as a copy").click()
    page.get_by_text("Kept in this browser").wait_for()
    assert page.url != other.url
    page.get_by_role("button", name="My levels").click()
    for title in ("Two", "Three"):
        page.locator(".drafts").get_by_role("button", name=title).first.wait_for()
    page.locator(".drafts").get_by_role("button", name="Two").first.click()
    expect(page.get_by_label("Title")).to_have_value("Two")
    other.get_by_label("Title").fill("Four")
    page.get_by_role("button", name="The other version").click()
    expect(page.get_by_label("Title")).to_have_value("Four")


def sign_up(page: Any) -> str:
    name = f"maker-{uuid4().hex[:8]}"
    page.goto("/account")
    page.evaluate(
        """async name => {
            await fetch('/api/v1/session');
            const token = document.cookie.match(/csrftoken=([^;]+)/)[1];
            const headers = {'X-CSRFToken': token, 'Content-Type': 'application/json'};
            const body = {name, email: `${name}@example.org`, password: 'correct horse battery'};
            const sent = {method: 'POST', headers, body: JSON.stringify(body)};
            const answer = await fetch('/api/v1/account', sent);
            if (!answer.ok) throw new Error(await answer.text());
        }""",
        name,
    )
    return name


def test_the_drafts_of_an_account_are_on_its_other_devices_too(
    page: Any, browser: Any, base_url: str
) -> None:
    sign_up(page)
    begun(page)
    page.get_by_label("Title").fill("Everywhere")
    page.locator(".state", has_text="Saved").wait_for()
    cookies = page.context.cookies()
    second = browser.new_context(base_url=base_url, locale="en-GB")
    try:
        second.add_cookies(cookies)
        phone = second.new_page()
        begun(phone)
        phone.get_by_role("button", name="My levels").click()
        phone.locator(".drafts").get_by_role("button", name="Everywhere").first.click()
        expect(phone.get_by_label("Title")).to_have_value("Everywhere")
        phone.get_by_label("Title").fill("From the phone")
        phone.locator(".state", has_text="Saved").wait_for()
        page.get_by_label("Title").fill("From the desk")
        page.get_by_text("This level was changed on another device").wait_for()
        page.get_by_role("button", name="The other version").click()
        expect(page.get_by_label("Title")).to_have_value("From the phone")
        page.get_by_label("Title").fill("Agreed")
        page.locator(".state", has_text="Saved").wait_for()
    finally:
        second.close()


def test_a_draft_is_deleted_after_a_question(page: Any) -> None:
    begun(page)
    page.get_by_label("Title").fill("Doomed")
    page.get_by_text("Kept in this browser").wait_for()
    page.get_by_role("button", name="My levels").click()
    page.get_by_role("button", name="New level").click()
    page.get_by_role("button", name="My levels").click()
    page.get_by_role("button", name="Delete “Doomed”").click()
    page.locator(".sure").get_by_role("button", name="Delete").click()
    page.get_by_text("There are none yet.").wait_for()


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


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_the_editor_has_no_barrier_on_a_phone(browser: Any, base_url: str, theme: str, language: str) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, color_scheme=theme, base_url=base_url, locale=language
    )
    policy: list[str] = []
    try:
        page = context.new_page()
        page.on("console", lambda message: policy.append(message.text) if is_policy(message.text) else None)
        begun(page)
        page.locator(".make-tray").focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.locator(".form-of h2").wait_for()
        assert barriers(page) == [] and not too_wide(page)
        page.locator("#tab-level").click()
        assert barriers(page) == [] and not too_wide(page)
        page.locator(".actions .button").first.click()
        page.locator(".drafts").wait_for()
        assert barriers(page) == [] and not too_wide(page)
        page.locator(".actions .primary").click()
        page.locator(".try .tray").wait_for()
        assert barriers(page) == [] and not too_wide(page)
    finally:
        context.close()
    assert policy == []
