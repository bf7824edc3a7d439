"""How a person plays: by mouse, by touch, by keyboard. Moves are named as the page names its stops."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import clew
from tests.browser.measuring import still

BOARDS = {
    "blocks": "blocks-gar-1",
    "pebbles": "pebbles-triangle-of-four",
    "ricochet": "ricochet-noughts-and-crosses",
    "coroutine": "coroutine-bailey-1",
}
"""A board of each family, by its id in the demo gallery."""
RARELY_WON = "ricochet-robots"
"""Won by few tests, so that a slow one is among the ten best who are shown beside the board."""


def puzzle_of(board: str) -> clew.Puzzle:
    family, name = board.split("-", 1)
    return clew.load(f"boards/{family}/{name}.toml")


def solution_of(board: str) -> list[str]:
    moves = clew.solve(puzzle_of(board)).moves
    assert moves
    return [*map(str, moves)]


def best_moves(board: str) -> list[str]:
    """The moves with which a shortest solution may begin."""
    return [*map(str, clew.hint(puzzle_of(board)).best)]


def piece_of(move: str) -> str:
    """The id of the piece that a move names: a letter, a coin, or the cell where it stands."""
    found = re.match(r"([A-Za-z])[LRUD]\d|(\d)[NESW]|(\d+)-\d|([a-z]\d+)[LRUD]", move)
    assert found, move
    return next(part for part in found.groups() if part)


def is_pass(move: str) -> bool:
    return bool(re.fullmatch(r"\d-", move))


def piece(page: Any, name: str) -> Any:
    return page.locator(f'.board [data-piece="{name}"]')


def stop(page: Any, move: str) -> Any:
    return page.locator(f'.board [data-stop="{move}"]')


def settled(page: Any, count: int) -> None:
    """Waits until the server has taken so many moves, as the thread says."""
    page.wait_for_function(
        """count => {
            const thread = document.querySelector('.thread svg[aria-label]');
            return thread && thread.getAttribute('aria-label').startsWith(`${count} `);
        }""",
        arg=count,
    )
    page.wait_for_timeout(40)


def middle(locator: Any) -> tuple[float, float]:
    """The middle of a thing, once it has come to rest: a piece that moved last may still slide."""
    still(locator.page)
    box = locator.bounding_box()
    for _ in range(40):
        locator.page.wait_for_timeout(25)
        before, box = box, locator.bounding_box()
        if box == before:
            break
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_click(page: Any, move: str) -> None:
    if is_pass(move):
        page.get_by_role("button", name="Pass").click()
        return
    page.mouse.click(*middle(piece(page, piece_of(move)).locator(".body")))
    page.mouse.click(*middle(stop(page, move).locator(".target")))


def by_drag(page: Any, move: str) -> None:
    if is_pass(move):
        by_click(page, move)
        return
    held = piece(page, piece_of(move)).locator(".body")
    page.mouse.move(*middle(held))
    page.mouse.down()
    start = middle(piece(page, piece_of(move)).locator(".body"))
    end = middle(stop(page, move).locator(".target"))
    page.mouse.move(start[0] + (end[0] - start[0]) / 3, start[1] + (end[1] - start[1]) / 3, steps=3)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def by_touch(page: Any, move: str) -> None:
    if is_pass(move):
        page.get_by_role("button", name="Pass").tap()
        return
    page.touchscreen.tap(*middle(piece(page, piece_of(move)).locator(".body")))
    page.touchscreen.tap(*middle(stop(page, move).locator(".target")))


def by_keyboard(page: Any, move: str) -> None:
    if is_pass(move):
        page.keyboard.press("p")
        return
    focus_piece(page, piece_of(move))
    page.keyboard.press("Enter")
    for _ in range(12):
        if focused(page, "data-stop") == move:
            break
        page.keyboard.press("Tab")
    assert focused(page, "data-stop") == move
    page.keyboard.press("Enter")


def focus_piece(page: Any, name: str) -> None:
    for _ in range(40):
        if focused(page, "data-piece") is not None:
            break
        page.keyboard.press("Tab")
    for _ in range(40):
        if focused(page, "data-piece") == name:
            return
        page.keyboard.press("PageDown")
    raise AssertionError(f"the keyboard does not reach piece {name}")


def focused(page: Any, attribute: str) -> str | None:
    found = page.evaluate("name => document.activeElement?.getAttribute(name) ?? null", attribute)
    return None if found is None else str(found)


def play_to_the_end(page: Any, board: str, hand: Callable[[Any, str], None]) -> None:
    page.goto(f"/play/{board}")
    page.locator(".board [data-piece]").first.wait_for()
    moves = solution_of(board)
    for count, move in enumerate(moves, 1):
        hand(page, move)
        if count < len(moves):
            settled(page, count)
    page.get_by_text("Solved at par").wait_for()
