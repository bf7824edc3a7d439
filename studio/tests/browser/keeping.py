"""Boards that the service worker keeps, and a page that has lost the server."""

from __future__ import annotations

import time
from typing import Any

from tests.browser.conftest import PATIENCE_MS

BOARD = "blocks-gar-1"
HAS_BOARD = """async board => {
    const boards = await caches.open('clew-boards');
    const [found] = (await boards.keys()).filter(({url}) => url.includes(`/${board}/page`));
    if (!found) return false;
    const {engine, worker} = await (await boards.match(found)).json();
    const engines = await caches.open('clew-engines');
    return Boolean(await engines.match(engine) && await engines.match(worker));
}"""


def until(page: Any, asked: str, *arguments: Any) -> None:
    """Waits until an asynchronous function says yes; the browser driver takes its promise for a yes."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while not page.evaluate(asked, *arguments):
        assert time.monotonic() < end, asked
        page.wait_for_timeout(50)


def seen(page: Any, board: str = BOARD) -> None:
    """Opens a board, and waits until it is kept."""
    page.goto(f"/play/{board}")
    until(page, HAS_BOARD, board)


def offline(page: Any, address: str = f"/play/{BOARD}") -> None:
    page.context.set_offline(True)
    page.goto(address)
    page.get_by_role("heading", name="You are offline").wait_for()


def all_sent(page: Any) -> None:
    """Waits until the server has all games that were played without it."""
    page.wait_for_function("() => !Object.keys(localStorage).some(key => key.startsWith('clew.played.'))")
