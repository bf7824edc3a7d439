"""The second step as people meet it: turned on with an app, asked for, lost, and turned off again."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.measuring import barriers
from tests.browser.test_maker import sign_up
from tests.studio.authenticator import PERIOD, code_at, wrong_code

PASSWORD = "a long enough pass phrase 7"
APP_CODE = "Code that the app shows now"
ANY_CODE = "Code from your app, or a recovery code"


class App:
    """An authenticator app, which waits for a code that it has not shown before."""

    def __init__(self, page: Any, key: str) -> None:
        self._page = page
        self.key = key
        self._last = -1.0

    def next_code(self) -> str:
        """The code of a half minute after the last one; the site takes one that is a little early."""
        while time.time() // PERIOD + 1 <= self._last:
            self._page.wait_for_timeout(250)
        self._last = max(self._last + 1, time.time() // PERIOD)
        return code_at(self.key, self._last * PERIOD)


def turn_on(page: Any) -> tuple[App, list[str]]:
    """Turns it on, on the page of the account, with nothing but the keyboard. Returns the recovery codes."""
    page.get_by_role("button", name="Turn it on").focus()
    page.keyboard.press("Enter")
    expect(page.locator("section form").get_by_label("Current password")).to_be_focused()
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("img", name="The key as a QR code").wait_for()
    assert not barriers(page)
    app = App(page, re.sub(r"\s", "", page.locator("section code").inner_text()))
    expect(page.get_by_label(APP_CODE)).to_be_focused()
    page.keyboard.type(wrong_code(app.key))
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text("Wrong code").wait_for()
    page.get_by_label(APP_CODE).focus()
    page.keyboard.type(app.next_code())
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Recovery codes for").wait_for()
    assert not barriers(page)
    codes = page.locator("section ol li").all_inner_texts()
    assert len(set(codes)) == 10
    return app, codes


def sign_in(page: Any, name: str) -> None:
    """Up to the second step."""
    page.goto("/account")
    page.get_by_role("heading", name="Sign in", exact=True).wait_for()
    page.get_by_label("Name or e-mail").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_label(ANY_CODE).wait_for()
    expect(page.get_by_label(ANY_CODE)).to_be_focused()


def sign_out(page: Any) -> None:
    page.get_by_role("button", name="Sign out").first.click()
    page.wait_for_url("**/")


@pytest.mark.many
def test_it_is_turned_on_asked_for_renewed_and_turned_off(page: Any) -> None:
    name = sign_up(page)
    app, codes = turn_on(page)
    page.get_by_role("button", name="I have kept them").click()
    page.get_by_text("10 recovery codes left").wait_for()
    assert not page.locator("section ol").count(), "they are shown once"
    sign_out(page)

    sign_in(page, name)
    assert not barriers(page)
    page.keyboard.type(wrong_code(app.key))
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text("Wrong code").wait_for()
    page.get_by_label(ANY_CODE).fill(app.next_code())
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Account", exact=True).wait_for()
    sign_out(page)

    sign_in(page, name)
    page.keyboard.type(codes[0])
    page.keyboard.press("Enter")
    page.get_by_text("9 recovery codes left").wait_for()

    page.get_by_role("button", name="New recovery codes").click()
    fill_and_send(page, codes[1], "New recovery codes")
    page.get_by_role("heading", name="Recovery codes for").wait_for()
    renewed = page.locator("section ol li").all_inner_texts()
    assert not set(renewed) & set(codes)
    page.get_by_role("button", name="I have kept them").click()

    page.get_by_role("button", name="Turn it off").click()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Turn it off").click()
    fill_and_send(page, renewed[0], "Turn it off")
    page.get_by_role("button", name="Turn it on").wait_for()


def fill_and_send(page: Any, code: str, button: str) -> None:
    form = page.locator("section form")
    form.get_by_label("Current password").fill(PASSWORD)
    form.get_by_label(ANY_CODE).fill(code)
    form.get_by_role("button", name=button).click()


def test_paper_has_the_codes_and_nothing_that_is_pressed(page: Any) -> None:
    sign_up(page)
    _, codes = turn_on(page)
    page.emulate_media(media="print")
    assert page.get_by_text(codes[9]).is_visible()
    assert not page.get_by_role("button").locator("visible=true").count()
    page.emulate_media(media="screen")
