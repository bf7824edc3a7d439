"""Games that the server began, and that go on while it cannot be reached."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.keeping import BOARD, all_sent, seen
from tests.browser.playing import BOARDS, by_click, settled, solution_of
from tests.browser.test_export import make


def begun(page: Any, moves: list[str], board: str = BOARD) -> str:
    """A game that these moves have begun with the server: its id."""
    seen(page, board)
    for count, move in enumerate(moves, 1):
        by_click(page, move)
        settled(page, count)
    (game,) = games(page, board)
    assert game["moves"] == moves
    return str(game["id"])


def games(page: Any, board: str = BOARD) -> list[dict[str, Any]]:
    return list(page.request.get(f"/api/v1/games?board={board}").json()["items"])


def go_on(page: Any, moves: list[str], done: int) -> None:
    page.mouse.wheel(0, -10_000)  # by hand: a page that was loaded again goes back to where it was scrolled
    page.wait_for_function("() => scrollY === 0")
    for count, move in enumerate(moves, done + 1):
        by_click(page, move)
        settled(page, count)


def waiting(page: Any, count: int) -> None:
    """Waits until the page says how many moves the server does not have."""
    word = "move is" if count == 1 else "moves are"
    page.get_by_text(f"{count} {word} saved on this device and will be sent.").wait_for()


def line_is_back(phone: Any) -> None:
    """Waits until everything has been sent and the page knows it."""
    phone.context.set_offline(False)
    all_sent(phone)
    phone.get_by_text("You are offline").wait_for(state="detached")


def wins_from(phone: Any, moves: list[str], made: int) -> None:
    """Makes the moves after those that are made; the server has one game, won by all of them."""
    go_on(phone, moves[made:], made)
    phone.get_by_text("Solved at par").wait_for()
    (game,) = games(phone)
    assert (game["status"], game["moves"]) == ("won", moves)


def test_a_game_goes_on_when_the_line_goes_and_ends_when_it_is_back(phone: Any) -> None:
    moves = solution_of(BOARD)
    key = begun(phone, moves[:2])
    phone.context.set_offline(True)
    go_on(phone, moves[2:5], 2)
    waiting(phone, 3)
    phone.get_by_text("You are offline").wait_for()
    phone.get_by_role("button", name="Undo").click()
    settled(phone, 4)
    waiting(phone, 2)
    phone.get_by_role("button", name="Redo").click()
    settled(phone, 5)
    phone.context.set_offline(False)
    all_sent(phone)
    phone.get_by_text("You are offline").wait_for(state="detached")
    (game,) = games(phone)
    assert (game["id"], game["status"], game["moves"]) == (key, "playing", moves[:5])
    go_on(phone, moves[5:], 5)
    phone.get_by_text("Solved at par").wait_for()
    (game,) = games(phone)
    assert (game["id"], game["status"], game["moves"]) == (key, "won", moves)
    assert game["score"]["ranked"]


def test_a_win_without_the_line_is_the_win_of_the_game(phone: Any) -> None:
    moves = solution_of(BOARD)
    key = begun(phone, moves[:2])
    phone.context.set_offline(True)
    go_on(phone, moves[2:], 2)
    phone.get_by_text("Solved at par").wait_for()
    phone.get_by_text("Your game is saved and will be sent.").wait_for()
    phone.context.set_offline(False)
    all_sent(phone)
    phone.get_by_text("Your game is saved").wait_for(state="detached")
    phone.get_by_text("New badge").first.wait_for()
    (game,) = games(phone)
    assert (game["id"], game["status"], game["moves"]) == (key, "won", moves)
    assert game["score"]["ranked"] and not game["aided"]


def test_a_game_that_lost_its_line_survives_reloads(phone: Any) -> None:
    moves = solution_of(BOARD)
    key = begun(phone, moves[:2])
    phone.context.set_offline(True)
    go_on(phone, moves[2:4], 2)
    waiting(phone, 2)
    for _ in range(2):
        phone.reload()
        phone.get_by_role("heading", name="You are offline").wait_for()
        waiting(phone, 2)
    phone.locator('[data-piece][aria-label$="can move"]').first.wait_for()
    make(phone, moves[4])
    waiting(phone, 3)
    phone.context.set_offline(False)
    phone.get_by_role("button", name="Try again").click()
    settled(phone, 5)
    all_sent(phone)
    (game,) = games(phone)
    assert (game["id"], game["moves"]) == (key, moves[:5])
    go_on(phone, moves[5:], 5)
    phone.get_by_text("Solved at par").wait_for()
    assert [game["id"] for game in games(phone)] == [key]


def test_the_server_learns_of_a_hint_before_the_moves_that_waited(phone: Any) -> None:
    moves = solution_of(BOARD)
    key = begun(phone, moves[:2])
    hint = phone.get_by_role("button", name="Hint", exact=True)
    hint.click()
    phone.get_by_role("button", name="Show the hint").wait_for()
    phone.wait_for_function("() => performance.getEntriesByName('clew:engine').length > 0")
    phone.context.set_offline(True)
    go_on(phone, moves[2:3], 2)
    hint.click()
    phone.get_by_role("button", name="Show the hint").click()
    phone.get_by_text("Press again to see which way it goes.").wait_for()
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    go_on(phone, moves[3:], 3)
    phone.get_by_text("Solved at par").wait_for()
    phone.context.set_offline(False)
    all_sent(phone)
    (game,) = games(phone)
    assert (game["id"], game["status"], game["hints"]) == (key, "won", 1)
    assert game["aided"] and not game["score"]["ranked"]
    assert [part for part in asked if part in ("events", "moves")][-2:] == ["events", "moves"]


@pytest.mark.many
@pytest.mark.parametrize("how", ["continued", "deleted"])
def test_moves_are_kept_if_the_game_changed_elsewhere(phone: Any, how: str) -> None:
    moves = solution_of(BOARD)
    key = begun(phone, moves[:2])
    phone.context.set_offline(True)
    go_on(phone, moves[2:], 2)
    phone.get_by_text("Your game is saved and will be sent.").wait_for()
    token = next(one["value"] for one in phone.context.cookies() if one["name"] == "csrftoken")
    headers = {"X-CSRFToken": token, "Referer": phone.url}
    if how == "continued":
        reply = phone.request.post(f"/api/v1/games/{key}/undo", headers=headers, data={})
        assert reply.ok
        other = next(m for m in reply.json()["position"]["moves"] if m["move"] != moves[1])["move"]
        data = {"moves": [other]}
        assert phone.request.post(f"/api/v1/games/{key}/moves", headers=headers, data=data).ok
    else:
        assert phone.request.delete(f"/api/v1/games/{key}", headers=headers).ok
    phone.context.set_offline(False)
    phone.get_by_text("Your game was continued or ended elsewhere").wait_for()
    all_sent(phone)
    won, *others = sorted(games(phone), key=lambda game: str(game["status"]) != "won")
    assert won["moves"] == moves and won["id"] != key
    assert [game["id"] for game in others] == ([key] if how == "continued" else [])
    phone.get_by_role("link", name="Open the separate game").click()
    phone.wait_for_url(f"**/games/{won['id']}")


def test_a_first_move_without_the_line_begins_a_game(phone: Any) -> None:
    moves = solution_of(BOARD)
    seen(phone)
    phone.context.set_offline(True)
    go_on(phone, moves[:2], 0)
    waiting(phone, 2)
    line_is_back(phone)
    wins_from(phone, moves, 2)


def test_a_move_whose_answer_was_lost_is_made_once(phone: Any) -> None:
    moves = solution_of(BOARD)
    seen(phone)
    for count in (1, 2):  # the first begins the game

        def lose(route: Any) -> None:
            route.fetch()
            phone.context.set_offline(True)
            route.abort()

        path = "**/api/v1/games" if count == 1 else "**/api/v1/games/*/moves"
        phone.route(path, lose, times=1)
        go_on(phone, moves[count - 1 : count], count - 1)
        waiting(phone, 1)
        line_is_back(phone)
    wins_from(phone, moves, 2)


@pytest.mark.many
def test_every_family_goes_on_without_the_line(phone: Any) -> None:
    for board in BOARDS.values():
        moves = solution_of(board)
        seen(phone, board)
        go_on(phone, moves[:1], 0)
        phone.context.set_offline(True)
        go_on(phone, moves[1:-1], 1)
        by_click(phone, moves[-1])
        phone.get_by_text("Your game is saved and will be sent.").wait_for()
        phone.context.set_offline(False)
        all_sent(phone)
        (game,) = games(phone, board)
        assert (game["status"], game["moves"]) == ("won", moves)
