"""The editor of levels as somebody uses it: where points are on its canvas, what a finger does, the file."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

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


def kept(page: Any) -> dict[str, Any]:
    """The level, as the page keeps it at every change: Chromium ignores the eleventh download in a second, so
    a test that looks often looks here.
    """
    level: dict[str, Any] = page.evaluate(
        """() => Object.entries(localStorage)
          .filter(([key]) => key.startsWith('clew.level.'))
          .map(([, text]) => JSON.parse(text))
          .sort((a, b) => b.changed - a.changed)[0].level"""
    )
    return level


def tab(page: Any, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def win(page: Any, gem: str) -> None:
    """Wins a trial by going to the only gem."""
    page.get_by_text("The world in words").click()
    page.get_by_role("button", name=gem).click()
    page.get_by_text("Well done: you found everything").first.wait_for(timeout=WALK_MS)


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


def open_shipped(page: Any, title: str) -> None:
    page.get_by_role("button", name="My levels").click()
    page.get_by_label("Begin with a level that comes with Clew").select_option(label=title)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_label("Title")).to_have_value(title)
    checked(page)
