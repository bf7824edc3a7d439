"""Endless play: the page makes one board after another, at the level asked for, also without the network."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.keeping import seen

FAMILIES = ("blocks", "coroutine", "pebbles", "ricochet", "sokoban")


def board(page: Any, number: int) -> tuple[int, int, int, str]:
    """The moves that the level allows, the par of the board, and what the board looks like."""
    page.get_by_role("heading", name=f"Board {number}", exact=True).wait_for()
    least, most = map(int, re.findall(r"(\d+) to (\d+)", page.locator(".choice p").inner_text())[0])
    par = int(page.locator("dl div", has=page.get_by_text("par", exact=True)).locator("dd").inner_text())
    return least, most, par, page.locator(".play .board svg").first.inner_html()


@pytest.mark.parametrize("family", FAMILIES)
def test_boards_are_of_their_level_and_never_the_same(page: Any, family: str) -> None:
    page.goto(f"/endless/{family}")
    boards = [board(page, 1)]
    for number, name in enumerate(
        ("Another one", "A little harder", "Another one", "Easier", "Another one"), 2
    ):
        page.get_by_role("button", name=name).click()
        boards.append(board(page, number))
    assert all(least <= par <= most for least, most, par, _ in boards), [one[:3] for one in boards]
    assert len({picture for *_, picture in boards}) == len(boards)
    assert boards[2][:2] > boards[1][:2] == boards[0][:2] == boards[5][:2]


def test_without_the_network_there_are_ever_more(phone: Any) -> None:
    seen(phone)
    phone.goto("/endless/blocks")
    board(phone, 1)
    phone.context.set_offline(True)
    phone.reload()
    board(phone, 1)
    phone.get_by_role("button", name="A little harder").click()
    board(phone, 2)
