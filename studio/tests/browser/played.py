"""What is played on a page before anybody looks, in every language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.browser.playing import by_click, settled, solution_of

Page = Any
AWAY, WON_AWAY, ELSEWHERE = "blocks-rush-49", "ricochet-noughts-and-crosses", "blocks-rush-51"
"""Boards of games that lose the server; no other state begins one on them."""


def wins(page: Page, board: str = "coroutine-bailey-3") -> None:
    moves = solution_of(board)
    for count, move in enumerate(moves, 1):
        plays(page, move)
        if count < len(moves):
            settled(page, count)
    page.locator(".over").wait_for()
    page.wait_for_timeout(900)


def plays(page: Page, move: str) -> None:
    if move.endswith("-"):
        page.locator(".notice .buttons").click()
    else:
        by_click(page, move)


def plays_some(board: str, count: int) -> Callable[[Page], object]:
    def act(page: Page) -> None:
        for number, move in enumerate(solution_of(board)[:count], 1):
            plays(page, move)
            settled(page, number)

    return act


def moves_on(board: str, count: int | None = None) -> Callable[[Page], object]:
    """Plays so many moves, or to the end, while the server gets none but the first."""

    def act(page: Page) -> None:
        moves = solution_of(board)
        for number, move in enumerate(moves[:count], 1):
            plays(page, move)
            if number < len(moves):
                settled(page, number)
        page.locator("p.away").wait_for()
        page.wait_for_timeout(900)

    return act


def played_apart(page: Page) -> None:
    """Moves of a game that is deleted before the server has them."""
    moves_on(ELSEWHERE, 3)(page)
    page.evaluate(
        """async board => {
            const { items } = await (await fetch(`/api/v1/games?board=${board}`)).json();
            const token = document.cookie.match(/csrftoken=([^;]+)/)[1];
            const headers = { 'X-CSRFToken': token };
            await fetch(`/api/v1/games/${items[0].id}`, { method: 'DELETE', headers });
            dispatchEvent(new Event('online'));
        }""",
        ELSEWHERE,
    )
    page.locator(".apart").wait_for()
