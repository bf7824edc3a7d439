"""Guests become members and keep what they did; two people do not see each other's things."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.browser.playing import by_click, play_to_the_end, settled, solution_of
from tests.browser.test_maker import sign_up


def test_what_is_wrong_stands_beside_its_field(page: Any) -> None:
    page.set_viewport_size({"width": 360, "height": 500})
    page.goto("/account")
    page.get_by_role("button", name="Create an account").first.click()
    name, password = page.get_by_label("Name, as others see it"), page.get_by_label("Password")
    name.fill("two words")
    page.get_by_label("E-mail").fill("somebody@example.org")
    password.fill("1234567890")
    page.locator("form").get_by_role("button").click()
    expect(name).to_have_accessible_description(re.compile("no spaces"))
    expect(password).to_have_accessible_description(re.compile("too common"))
    expect(name).to_be_focused()
    expect(name).to_be_in_viewport()
    assert (name.input_value(), password.input_value()) == ("two words", "1234567890")


def test_a_comment_that_is_too_long_is_kept(page: Any) -> None:
    sign_up(page)
    page.goto("/play/blocks-gar-1")
    comment = page.get_by_label("Write a comment about this board")
    comment.fill("x" * 1001)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(comment).to_have_accessible_description(re.compile("1000"))
    expect(comment).to_have_value("x" * 1001)


@pytest.mark.many
def test_a_guest_who_signs_up_keeps_games_and_scores(page: Any) -> None:
    play_to_the_end(page, "blocks-gar-1", by_click)
    page.goto("/play/coroutine-bailey-1")
    by_click(page, solution_of("coroutine-bailey-1")[0])
    settled(page, 1)
    name = sign_up(page)
    page.goto("/stats")
    page.get_by_role("cell", name="solved").first.wait_for()
    assert page.locator("tbody tr").count() == 2
    page.goto("/leaderboards")
    page.locator("tr.me").get_by_text(name).wait_for()
    page.goto("/play/coroutine-bailey-1")
    settled(page, 1)


def test_signing_out_and_in_again(page: Any) -> None:
    name = sign_up(page)
    page.get_by_role("button", name="Sign out").first.click()
    page.wait_for_url("**/")  # only then has the server answered
    page.goto("/account")
    page.get_by_role("heading", name="Sign in").wait_for()
    page.get_by_label("Name or e-mail").fill(name)
    page.get_by_label("Password").fill("not this one")
    page.locator("form").get_by_role("button", name="Sign in").click()
    page.get_by_role("alert").wait_for()
    page.get_by_label("Password").fill("a long enough pass phrase 7")
    page.locator("form").get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Account", exact=True).wait_for()


def test_an_account_is_deleted_with_its_data(page: Any) -> None:
    sign_up(page)
    page.get_by_text("Delete my account").first.click()
    page.locator("details").get_by_label("Current password").fill("a long enough pass phrase 7")
    page.locator("details").get_by_role("button", name="Delete my account").click()
    page.wait_for_url("**/")
    page.goto("/account")
    page.get_by_role("heading", name="Sign in").wait_for()


def test_a_comment_waits_and_a_report_is_thanked(page: Any) -> None:
    page.goto("/play/blocks-gar-1")
    page.get_by_role("link", name="Sign in to comment").wait_for()
    sign_up(page)
    page.goto("/play/blocks-gar-1")
    page.get_by_label("Write a comment about this board").fill("A fine start.")
    page.get_by_role("button", name="Send", exact=True).click()
    page.get_by_text("once a moderator has approved it.").or_(page.locator(".said")).first.wait_for()
    page.get_by_text("Report a problem").click()
    page.get_by_role("button", name="Send the report").click()
    page.get_by_text("An editor will look at it.").wait_for()


def test_who_signs_up_to_publish_comes_back_to_the_board(page: Any) -> None:
    page.goto("/maker?family=blocks")
    page.get_by_role("textbox", name="Title").fill("One step out")
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("link", name="Create an account").click()
    page.get_by_label("Name, as others see it").fill(name := f"player-{uuid4().hex[:12]}")
    page.get_by_label("E-mail").fill(f"{name}@example.org")
    page.get_by_label("Password").fill("a long enough pass phrase 7")
    page.locator("form").get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("textbox", name="Title")).to_have_value("One step out")
    page.get_by_role("button", name="Publish").click()
    page.get_by_text("It is now in the gallery").wait_for()


@pytest.mark.parametrize("next", ["https://example.org/", "//example.org/", "/\\example.org/"])
def test_signing_in_leads_to_no_other_site(page: Any, base_url: str, next: str) -> None:
    name = sign_up(page)
    page.get_by_role("button", name="Sign out").first.click()
    page.wait_for_url("**/")
    page.goto(f"/account?{urlencode({'next': next})}")
    page.get_by_label("Name or e-mail").fill(name)
    page.get_by_label("Password").fill("a long enough pass phrase 7")
    page.locator("form").get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Account", exact=True).wait_for()
    assert page.url.startswith(base_url)
