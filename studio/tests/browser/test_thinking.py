"""Hints and distances that the page finds by itself; the server hears of them before the game goes on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.playing import BOARDS, best_moves, by_click, settled, solution_of

BOARD = "blocks-gar-1"


class Asked:
    """What a page asks the server for, in order."""

    def __init__(self, page: Any) -> None:
        self.all: list[str] = []
        page.on("request", lambda request: self.all.append(f"{request.method} {request.url}"))

    def about(self, *parts: str) -> list[str]:
        """Requests to addresses that end so, by those ends."""
        return [part for one in self.all for part in parts if one.endswith(part)]


def hint(page: Any) -> Any:
    return page.get_by_role("button", name="Hint", exact=True)


def ready(page: Any) -> None:
    """Waits until the engine is in the page."""
    page.wait_for_function("() => performance.getEntriesByName('clew:engine').length > 0")


def opened(page: Any, board: str = BOARD) -> Asked:
    """A game whose page has the engine, after the warning that hints cost the rank."""
    asked = Asked(page)
    page.goto(f"/play/{board}")
    hint(page).click()
    page.get_by_role("button", name="Show the hint").wait_for()
    ready(page)
    return asked


def finished(page: Any, moves: list[str], done: int = 0) -> dict[str, Any]:
    for count, move in enumerate(moves[done:], done + 1):
        by_click(page, move)
        settled(page, count)
    (game,) = page.request.get(f"/api/v1/games?board={BOARD}").json()["items"]
    return dict(game)


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_a_hint_comes_from_the_page(page: Any, board: str) -> None:
    asked = opened(page, board)
    for promise in ("which way it goes", "the move"):
        hint(page).click()
        page.get_by_text(f"Press again to see {promise}.").wait_for()
    hint(page).click()
    page.wait_for_function("() => document.querySelector('.controls .hint').disabled")
    words = page.locator(".notice strong").inner_text()
    assert asked.about("/hint") == []
    (game,) = page.request.get(f"/api/v1/games?board={board}").json()["items"]
    assert words.rstrip(".").split()[-1] in best_moves(board)
    assert game["status"] == "playing"


@pytest.mark.many
def test_a_win_after_hints_of_the_page_is_not_ranked(page: Any) -> None:
    asked = opened(page)
    for promise in ("which way it goes", "the move"):
        hint(page).click()
        page.get_by_text(f"Press again to see {promise}.").wait_for()
    game = finished(page, solution_of(BOARD))
    assert (game["status"], game["hints"], game["aided"]) == ("won", 2, True)
    assert not game["score"]["ranked"]
    assert asked.about("/hint") == []
    assert asked.about("/events", "/moves")[0] == "/events", "before the first move"


@pytest.mark.many
def test_a_win_after_distances_of_the_page_is_not_ranked(page: Any) -> None:
    asked = Asked(page)
    page.goto(f"/play/{BOARD}")
    page.get_by_role("switch", name="Distance").click()
    page.get_by_text("8 to go").wait_for()
    ready(page)
    before = len(asked.about("/meter"))
    game = finished(page, solution_of(BOARD))
    assert len(asked.about("/meter")) == before
    assert (game["hints"], game["aided"], game["score"]["ranked"]) == (0, True, False)


def test_a_hint_that_the_server_has_not_heard_of_holds_the_game(page: Any) -> None:
    opened(page)
    hint(page).click()  # begins the game
    page.get_by_text("Press again to see which way it goes.").wait_for()
    page.context.set_offline(True)
    hint(page).click()
    page.get_by_text("Press again to see the move.").wait_for()
    moves = solution_of(BOARD)
    by_click(page, moves[0])
    page.get_by_text("The server is not responding").wait_for()
    page.context.set_offline(False)
    page.reload()
    settled(page, 0)
    game = finished(page, moves)
    assert (game["hints"], game["score"]["ranked"]) == (2, False)


def test_a_win_without_help_is_ranked(page: Any) -> None:
    page.goto(f"/play/{BOARD}")
    game = finished(page, solution_of(BOARD))
    assert game["score"]["ranked"] and not game["aided"]
