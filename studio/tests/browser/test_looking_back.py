"""Reviews by the engine in the page: they say what those of the server say, and count as help like them."""

from __future__ import annotations

import re
from typing import Any

import pytest

import clew
from tests.browser.keeping import BOARD, all_sent, offline, seen
from tests.browser.measuring import barriers
from tests.browser.playing import by_click, puzzle_of, settled, solution_of
from tests.browser.test_lost_line import begun, games, go_on, line_is_back
from tests.browser.test_offline import arrived, play
from tests.browser.test_review import LONGER
from tests.browser.test_thinking import Asked

GAMES = {
    "blocks": ("blocks-gar-1", LONGER),
    "ricochet": ("ricochet-lunar-lockout", "c1R b1R e1D e3L a3D e4L"),
    "pebbles": (
        "pebbles-triangle-of-four",
        "7-4 4-7 8-4 5-8 0-5 3-0 6-3 1-6 4-1 2-4 7-2 4-7 5-4 9-5",
    ),
    "coroutine": ("coroutine-bailey-1", "0S 1- 0S 1W 0N 1NE 0N 1S 0S"),
    "puzzlescript": ("puzzlescript-store-1", "right right left left down right right down up"),
}
"""Wins with detours, games that were lost, and two with a dead end."""


def send(page: Any, path: str, **body: Any) -> Any:
    """Sends the API something as the page's player."""
    token = next(one["value"] for one in page.context.cookies() if one["name"] == "csrftoken")
    headers = {"X-CSRFToken": token, "Referer": page.url}
    reply = page.request.post(f"/api/v1{path}", headers=headers, data=body)
    assert reply.ok, reply.text()
    return reply.json() if reply.status != 204 else None


def patient(page: Any) -> Asked:
    """A page that waits for its engine as long as it takes: machines of tests may be slow. Its requests."""
    page.add_init_script(
        """const later = setTimeout;
        window.setTimeout = (done, ms, ...more) => ms === 2000 ? 0 : later(done, ms, ...more);"""
    )
    return Asked(page)


def ended(page: Any, board: str, moves: list[str]) -> str:
    """A game with these moves, given up if they do not win: its id."""
    page.goto("/stats")
    game = send(page, "/games", board=board, resume=False, moves=moves)
    if game["status"] == "playing":
        send(page, f"/games/{game['id']}/surrender")
    return str(game["id"])


def told(page: Any, key: str, moves: list[str]) -> tuple[list[list[str]], dict[int, list[str]]]:
    """What the page of a game says about all of it and about each move, and the solution that it shows from
    before a move that lost, by the index of that move.
    """
    page.goto(f"/games/{key}")
    knots = page.locator(".look ol button")
    knots.last.wait_for()
    assert knots.count() == len(moves)
    curve = page.locator(".look svg path").evaluate_all("all => all.map(one => one.getAttribute('d'))")
    said, ways = [[page.locator(".look .result").inner_text(), *curve]], {}
    for number in range(len(moves)):
        knots.nth(number).click()
        said.append([part.inner_text() for part in page.locator(".look .words > p").all()])
        show = page.get_by_role("button", name="enough from here")
        if show.count():
            show.click()
            back = page.get_by_role("button", name="Back to my game")
            back.wait_for()
            sentence, way = page.locator(".look .words > p").all()[:2]
            said.append([sentence.inner_text()])
            ways[number] = way.inner_text().split()
            back.click()
            back.wait_for(state="detached")
    return said, ways


@pytest.mark.many
@pytest.mark.parametrize("name", GAMES)
def test_the_page_says_what_the_server_says(page: Any, name: str) -> None:
    board, moves = GAMES[name][0], GAMES[name][1].split()
    key = ended(page, board, moves)
    asked = patient(page)
    of_page, ways = told(page, key, moves)
    assert asked.about("/review", "/replay") == []
    page.route("**/api/v1/boards/*/page", lambda route: route.abort())
    of_server, others = told(page, key, moves)
    assert asked.about("/review") == ["/review"]
    assert of_page == of_server
    # Moves that do not get in each other's way may come in another order.
    assert {number: len(way) for number, way in ways.items()} == {n: len(way) for n, way in others.items()}
    for number, way in ways.items():
        assert clew.review(puzzle_of(board), moves[:number] + way).solved


@pytest.mark.many
def test_a_win_after_a_review_of_the_page_is_not_ranked_but_the_one_before_it_is(page: Any) -> None:
    key = ended(page, BOARD, LONGER.split())
    asked = patient(page)
    page.goto(f"/games/{key}")
    page.get_by_text("2 moves more than the fewest, 8.").wait_for()
    assert asked.about("/review") == []
    page.goto(f"/play/{BOARD}")
    for count, move in enumerate(solution_of(BOARD), 1):
        by_click(page, move)
        settled(page, count)
    later, first = games(page)
    assert later["aided"] and not later["score"]["ranked"]
    assert first["score"]["ranked"] and not first["aided"]


def test_a_page_that_gets_no_engine_asks_the_server(page: Any) -> None:
    key = ended(page, BOARD, LONGER.split())
    asked = Asked(page)
    page.route(re.compile(r"/engine/\w+\.wasm"), lambda route: route.abort())
    page.goto(f"/games/{key}")
    page.get_by_text("2 moves more than the fewest, 8.").wait_for()
    assert asked.about("/review") == ["/review"]


@pytest.mark.many
def test_a_review_that_the_server_has_not_heard_of_holds_the_next_game(phone: Any) -> None:
    moves = solution_of(BOARD)
    begun(phone, moves[:2])
    go_on(phone, moves[2:], 2)
    phone.get_by_text("Solved at par").wait_for()
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Review my moves").click()
    phone.get_by_text("Every move was a best one.").wait_for()
    assert not barriers(phone)
    phone.context.set_offline(False)
    phone.goto(f"/play/{BOARD}")
    go_on(phone, moves, 0)
    phone.get_by_text("Solved at par").wait_for()
    later, first = games(phone)
    assert later["aided"] and not later["score"]["ranked"]
    assert first["score"]["ranked"]


@pytest.mark.many
def test_a_game_won_without_the_line_is_replayed_and_looked_back_on_without_it(phone: Any) -> None:
    moves = LONGER.split()
    key = begun(phone, moves[:2])
    phone.context.set_offline(True)
    go_on(phone, moves[2:], 2)
    phone.get_by_text("Your game is saved and will be sent.").wait_for()
    phone.get_by_role("button", name="Replay").click()
    phone.get_by_role("button", name="Go to the end").click()
    phone.get_by_role("button", name="Close").click()
    phone.get_by_role("button", name="Review my moves").click()
    phone.get_by_text("2 moves more than the fewest, 8.").wait_for()
    phone.get_by_role("button", name="Show: 6 moves were enough from here").wait_for()
    assert phone.get_by_role("button", name="Retry from here").count() == 0
    line_is_back(phone)
    phone.get_by_role("button", name="Retry from here").wait_for()
    (game,) = games(phone)
    assert (game["id"], game["status"], game["moves"]) == (key, "won", moves)
    assert game["score"]["ranked"] and not game["aided"]
    phone.goto(f"/play/{BOARD}")
    go_on(phone, solution_of(BOARD), 0)
    phone.get_by_text("Solved at par").wait_for()
    assert [one["aided"] for one in games(phone)] == [True, False]


@pytest.mark.parametrize("when", ["begun", "new"])
def test_a_game_is_given_up_without_the_line(phone: Any, when: str) -> None:
    moves = solution_of(BOARD)
    if when == "begun":
        begun(phone, moves[:2])
    else:
        seen(phone)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Solution", exact=True).click()
    phone.get_by_role("button", name="Show it").click()
    phone.get_by_role("button", name="Go to the end").click()
    line_is_back(phone)
    all_sent(phone)
    (game,) = games(phone)
    assert game["status"] == "surrendered"
    assert game["moves"] == (moves[:2] if when == "begun" else [])


@pytest.mark.many
def test_a_win_on_the_page_without_the_server_is_looked_back_on_there(phone: Any) -> None:
    seen(phone)
    offline(phone)
    play(phone)
    phone.get_by_role("button", name="Review my moves").click()
    phone.get_by_text("Every move was a best one.").wait_for()
    assert not barriers(phone)
    game = arrived(phone)
    assert game["score"]["ranked"] and not game["aided"]
    phone.goto(f"/play/{BOARD}")
    go_on(phone, solution_of(BOARD), 0)
    phone.get_by_text("Solved at par").wait_for()
    assert [one["aided"] for one in games(phone)] == [True, False]
