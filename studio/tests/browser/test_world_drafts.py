"""Levels that are being made: what is found in them, how they are opened and kept, and two pages at once."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from clew_world import parse
from tests.browser.making import begun, checked, downloaded


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


@pytest.mark.parametrize("kind", ["toString", "__proto__"])
def test_a_kind_may_be_called_like_what_every_object_has(page: Any, kind: str) -> None:
    begun(page)
    paste(page, LAWN + f'item = [{{ kind = "{kind}", x = 5, y = 1 }}]\n')
    expect(page.get_by_label("Title")).to_have_value("Lawn")
    page.get_by_role("tab", name="Level").click()
    shown = kind[0].upper() + kind[1:]
    goal = page.get_by_label(f"Goal: {shown}")
    assert goal.input_value() == ""
    goal.fill("1")
    checked(page)
    page.get_by_role("button", name="Try it").click()
    page.get_by_text(f"{shown}: 0 of 1").wait_for()


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


@pytest.mark.many
def test_two_pages_do_not_overwrite_each_other(page: Any) -> None:
    begun(page)
    page.get_by_label("Title").fill("One")
    page.wait_for_url("**/world/make/*")
    other = page.context.new_page()
    other.goto(page.url)
    checked(other)
    other.get_by_label("Title").fill("Two")
    page.get_by_text("This level was changed on another page").wait_for()
    before = page.url
    page.get_by_label("Title").fill("Three")  # who goes on gets a copy
    page.get_by_text("Your version is a copy now").wait_for()
    assert page.url != before == other.url
    other.reload()
    checked(other)
    assert other.get_by_label("Title").input_value() == "Two"
    page.get_by_role("button", name="My levels").click()
    page.locator(".drafts").get_by_role("button", name="Three").first.wait_for()
    page.locator(".drafts").get_by_role("button", name="Two").first.click()
    expect(page.get_by_label("Title")).to_have_value("Two")
    other.get_by_label("Title").fill("Four")
    page.get_by_role("button", name="The other version").click()
    expect(page.get_by_label("Title")).to_have_value("Four")
    other.get_by_label("Title").fill("Five")
    page.get_by_role("button", name="Keep mine as a copy").click()
    page.get_by_text("Kept in this browser").wait_for()
    assert page.get_by_label("Title").input_value() == "Four"
    assert page.url != other.url


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


@pytest.mark.many
def test_the_drafts_of_an_account_are_on_its_other_devices_too(page: Any, visit: Any) -> None:
    sign_up(page)
    begun(page)
    page.get_by_label("Title").fill("Everywhere")
    page.locator(".state", has_text="Saved").wait_for()
    cookies = page.context.cookies()
    phone = visit()
    phone.context.add_cookies(cookies)
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


def test_what_a_guest_has_made_is_saved_once_the_guest_has_an_account(page: Any) -> None:
    begun(page)
    page.get_by_label("Title").fill("A guest's")
    page.get_by_text("Kept in this browser").wait_for()
    made = page.url
    sign_up(page)
    page.goto(made)
    page.locator(".state", has_text="Saved").wait_for()
    saved = page.evaluate("async () => (await (await fetch('/api/v1/worlds/drafts')).json()).items")
    assert [draft["title"] for draft in saved] == ["A guest's"]


def test_a_draft_that_is_not_there_is_said_to_be_missing(page: Any) -> None:
    page.goto("/world/make/no-such-draft")
    page.get_by_role("heading", name="Page not found").wait_for()


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
