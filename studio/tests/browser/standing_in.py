"""What is done to a page before anybody looks: answers in place of the server's, and buttons pressed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

Page = Any
PASSWORD = "a long enough pass phrase 7"
EMPTY_LIST = {"items": [], "count": 0, "limit": 20, "offset": 0}
PROBLEM = {
    "type": "urn:clew:problem:error",
    "code": "error",
    "status": 500,
    "title": "Something went wrong on the server",
    "detail": "The error has been logged. What you did before it is saved.",
}
CODES = [f"abcd-efgh-jkmn-{number}pqr" for number in range(2, 12)]
STEP = "**/api/v1/account/second-step"
ON = {"on": True, "since": "2026-11-25T01:00:00Z", "recovery_codes": 9}


def never(pattern: str) -> Callable[[Page], object]:
    """No answer comes: the page waits."""
    return lambda page: page.route(pattern, lambda route: None)


def fails(pattern: str) -> Callable[[Page], object]:
    body = json.dumps(PROBLEM)
    return lambda page: page.route(
        pattern, lambda route: route.fulfill(status=500, content_type="application/problem+json", body=body)
    )


def offline(pattern: str) -> Callable[[Page], object]:
    return lambda page: page.route(pattern, lambda route: route.abort())


def empty(pattern: str) -> Callable[[Page], object]:
    return lambda page: page.route(pattern, lambda route: route.fulfill(json=EMPTY_LIST))


def press(*names: str) -> Callable[[Page], object]:
    """Presses buttons by their order on the page, so that it works in every language: CSS selectors."""

    def act(page: Page) -> None:
        for name in names:
            page.locator(name).locator("visible=true").first.click()
            page.wait_for_timeout(250)

    return act


def answers(pattern: str, answer: Any, status: int = 200, method: str = "GET") -> Callable[[Page], object]:
    """The site answers requests of a method so."""

    def fulfil(route: Any) -> None:
        if route.request.method == method:
            route.fulfill(status=status, json=answer)
        else:
            route.fallback()

    return lambda page: page.route(pattern, fulfil)


def asked_for_a_code(page: Page) -> None:
    """Signs in to an account with a second step, up to that."""
    page.locator(".page form input").first.fill("ada")
    page.locator(".page form input[type=password]").fill(PASSWORD)
    press(".page form .primary")(page)
    page.locator("input[autocomplete=one-time-code]").wait_for()


def offered_a_key(page: Page) -> None:
    """Asks for a second step, up to the first code."""
    press("section .state button")(page)
    page.locator("section form input").fill(PASSWORD)
    press("section form button")(page)
    page.locator("section form img").wait_for()


def has_codes(page: Page) -> None:
    """Turns the second step on, and sees the recovery codes."""
    offered_a_key(page)
    page.locator("section form input").fill("123456")
    press("section form button")(page)
    page.locator("section ol li").first.wait_for()
