"""Each family is played to its end by mouse, by touch, by keyboard; what happens around it."""

from __future__ import annotations

import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.playing import (
    BOARDS,
    RARELY_WON,
    by_click,
    by_drag,
    by_keyboard,
    by_touch,
    middle,
    piece,
    play_to_the_end,
    settled,
    solution_of,
)

boards = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)


@boards
def test_mouse_clicks_alone_play_a_board_to_the_end(page: Any, board: str) -> None:
    play_to_the_end(page, board, by_click)


@boards
def test_dragging_alone_plays_a_board_to_the_end(page: Any, board: str) -> None:
    play_to_the_end(page, board, by_drag)


@boards
def test_the_keyboard_alone_plays_a_board_to_the_end(page: Any, board: str) -> None:
    play_to_the_end(page, board, by_keyboard)


@boards
def test_touch_alone_plays_a_board_to_the_end(visit: Any, board: str) -> None:
    phone = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    play_to_the_end(phone, board, by_touch)


def test_after_a_win_the_leaderboard_shows_it_without_a_reload(page: Any) -> None:
    page.goto(f"/play/{RARELY_WON}")
    page.get_by_text("No ranked wins yet").or_(page.locator(".below table")).first.wait_for()
    play_to_the_end(page, RARELY_WON, by_click)
    page.locator(".below tr.me").wait_for()
    expect(page.get_by_role("link", name="Next board")).to_be_focused()


def test_undo_redo_and_restart_move_the_pieces_back_and_forth(page: Any) -> None:
    page.goto("/play/blocks-gar-1")
    first, second = solution_of("blocks-gar-1")[:2]
    where = middle(piece(page, first[0]).locator(".body"))
    by_click(page, first)
    settled(page, 1)
    by_click(page, second)
    settled(page, 2)
    page.get_by_role("button", name="Undo").click()
    settled(page, 1)
    page.get_by_role("button", name="Redo").click()
    settled(page, 2)
    page.get_by_role("button", name="Restart").click()
    settled(page, 0)
    page.wait_for_timeout(400)
    assert middle(piece(page, first[0]).locator(".body")) == pytest.approx(where, abs=1)


def test_a_reload_resumes_the_game(page: Any) -> None:
    page.goto("/play/coroutine-bailey-1")
    for count, move in enumerate(solution_of("coroutine-bailey-1")[:3], 1):
        by_click(page, move)
        settled(page, count)
    page.reload()
    settled(page, 3)
    assert page.locator(".thread li").count() == 3


def test_hints_tell_the_piece_then_the_way_then_the_move(page: Any) -> None:
    page.goto("/play/blocks-gar-1")
    hint = page.get_by_role("button", name="Hint", exact=True)
    hint.click()
    hint.click()
    page.get_by_text("Press again to see which way it goes.").wait_for()
    assert page.locator(".board .pulse").count() == 1
    hint.click()
    page.get_by_text("Press again to see the move.").wait_for()
    hint.click()
    told = page.locator(".notice strong").filter(has_text=re.compile(r"[A-Z][LRUD]\d"))
    move = re.search(r"[A-Z][LRUD]\d", told.inner_text())
    assert move and hint.is_disabled()
    by_click(page, move[0])
    settled(page, 1)


def test_a_hint_to_pass_points_nowhere(page: Any) -> None:
    """Its move has no way to be drawn along; the page failed on that."""
    page.goto("/play/coroutine-own-square")
    hint = page.get_by_role("button", name="Hint", exact=True)
    hint.click()
    for promise in ("which way it goes", "the move"):
        hint.click()
        page.get_by_text(f"Press again to see {promise}.").wait_for()
    hint.click()
    page.locator(".notice strong").filter(has_text="Pass with coin 0: 0-.").wait_for()
    assert hint.is_disabled()


def test_an_illegal_drag_is_refused_in_words_and_the_piece_goes_back(page: Any) -> None:
    page.goto("/play/blocks-gar-1")
    body = piece(page, "A").locator(".body")
    x, y = middle(body)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 200, y, steps=5)
    page.mouse.up()
    page.get_by_text("Piece A has no free cell to its left").first.wait_for()
    page.wait_for_timeout(400)
    assert middle(body) == pytest.approx((x, y), abs=8)
    settled(page, 0)


def test_the_solution_is_shown_step_by_step(page: Any) -> None:
    page.goto("/play/blocks-gar-1")
    page.get_by_role("button", name="Solution", exact=True).click()
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("button", name="Pause").wait_for()
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Go to the end").click()
    assert page.locator(".count").inner_text().replace(" ", "") == "8/8"
    page.get_by_role("button", name="Again").click()
    settled(page, 0)


def test_a_shared_link_opens_the_position(page: Any, context: Any, visit: Any) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/play/blocks-gar-1")
    moves = solution_of("blocks-gar-1")[:2]
    for count, move in enumerate(moves, 1):
        by_click(page, move)
        settled(page, count)
    page.locator(".links").get_by_role("button", name="Share").click()
    page.locator(".notice").get_by_text("Link copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    other = visit()
    other.goto(link)
    settled(other, 2)
    assert other.locator(".thread li").all_inner_texts() == moves


def test_a_board_is_shared_unsolved(page: Any, context: Any, visit: Any) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    play_to_the_end(page, "blocks-gar-1", by_click)
    page.locator(".links").get_by_role("button", name="Share").click()
    page.locator(".notice").get_by_text("Link copied").wait_for()
    other = visit()
    other.goto(page.evaluate("navigator.clipboard.readText()"))
    other.get_by_text("Bring block A to the gate").wait_for()
    settled(other, 0)


def test_the_meter_counts_down_to_the_goal(page: Any) -> None:
    page.goto("/play/blocks-gar-1")
    page.get_by_role("switch", name="Show distance to the goal").click()
    page.get_by_text("8 to go").wait_for()
    by_click(page, solution_of("blocks-gar-1")[0])
    page.get_by_text("7 to go").wait_for()


def test_each_move_is_said_to_screen_readers(page: Any) -> None:
    page.goto("/play/blocks-gar-1")
    move = solution_of("blocks-gar-1")[0]
    by_click(page, move)
    settled(page, 1)
    assert re.search(rf"\b{move[0]}\b", page.locator("body > #app > [aria-live]").inner_text())


def test_reduced_motion_plays_without_travel(visit: Any) -> None:
    page = visit(reduced_motion="reduce")
    page.goto("/play/blocks-gar-1")
    by_click(page, solution_of("blocks-gar-1")[0])
    settled(page, 1)
    travels = page.evaluate(
        """() => document.getAnimations().filter((animation) =>
            animation.effect?.getKeyframes().some((frame) => 'transform' in frame)).length"""
    )
    assert travels == 0


def test_a_goal_that_is_lost_is_said_and_undo_finds_it_again(page: Any) -> None:
    page.goto("/play?puzzle=ricochet:..%23./%23%23../..../..R.>..../...R/..../....")
    page.locator(".board [data-piece]").first.wait_for()
    by_click(page, "c4L")
    page.locator(".notice").get_by_text("The goal can no longer be reached").wait_for()
    page.get_by_role("button", name="Undo").click()
    settled(page, 0)
    page.locator(".notice").get_by_text("The goal can no longer be reached").wait_for(state="detached")


def test_a_played_game_is_saved_as_a_film(page: Any) -> None:
    page.goto("/play/blocks-gar-1")
    by_click(page, solution_of("blocks-gar-1")[0])
    settled(page, 1)
    page.locator(".links").get_by_role("button", name="More").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Animation of my moves (GIF)").click()
    assert download.value.path().read_bytes()[:6] == b"GIF89a"


class Elsewhere(BaseHTTPRequestHandler):
    """Another site, which shows a board of ours in a frame."""

    framed = ""

    def do_GET(self) -> None:
        body = f'<iframe src="{self.framed}" width="700" height="700" title="board"></iframe>'.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing is to be said about it."""


def test_a_board_in_a_frame_of_another_site_can_be_played(page: Any, base_url: str) -> None:
    Elsewhere.framed = f"{base_url}/embed/blocks-gar-1"
    # "localhost" and "127.0.0.1" are two sites to a browser, so it sends the frame no cookies.
    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        page.goto(f"http://localhost:{server.server_port}/")
        frame = page.frame_locator("iframe")
        for count, move in enumerate(solution_of("blocks-gar-1"), 1):
            frame.locator(f'[data-piece="{move[0]}"]').press("Enter")
            frame.locator(f'[data-stop="{move}"]').press("Enter")
            if count < 8:
                frame.locator(".thread li").nth(count - 1).wait_for()
        frame.get_by_text("Solved at par").wait_for()
        server.shutdown()
