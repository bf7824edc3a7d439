"""The site without its server: boards that were seen are played, and the games arrive afterwards."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser.keeping import BOARD, HAS_BOARD, all_sent, offline, seen, until
from tests.browser.playing import BOARDS, solution_of
from tests.browser.test_export import make

PUBLIC = re.compile(
    r"/offline|/static/studio/.+|/engine/(worker\.js|\w+\.wasm)|/api/v1/boards/[\w-]+/page|/api/v1/endless/\w+"
    r"|/map/[\w-]+/data|/rules/answers"
)
"""What a browser may keep: it is the same for everybody."""

KEPT = """async name => (await (await caches.open(name)).keys()).map(({url}) => url)"""


def play(page: Any, board: str = BOARD) -> list[str]:
    moves = solution_of(board)
    for move in moves:
        page.locator('[data-piece][aria-label$="can move"]').first.wait_for()
        make(page, move)
    page.get_by_text("Your game is saved and will be sent.").wait_for()
    return moves


def arrived(page: Any, board: str = BOARD) -> dict[str, Any]:
    """The game, once the line is back and the server has it."""
    page.context.set_offline(False)
    page.goto("/")
    all_sent(page)
    (game,) = page.request.get(f"/api/v1/games?board={board}").json()["items"]
    return dict(game)


def test_a_board_that_was_seen_is_played_and_the_game_arrives(phone: Any) -> None:
    seen(phone)
    offline(phone)
    moves = play(phone)
    phone.reload()
    phone.get_by_role("heading", name="You are offline").wait_for()
    game = arrived(phone)
    assert (game["status"], game["moves"]) == ("won", moves)
    assert game["score"]["ranked"] and game["score"]["time_ms"] > 0


def test_a_game_without_the_server_goes_on_after_a_reload(phone: Any) -> None:
    seen(phone)
    offline(phone)
    moves = solution_of(BOARD)
    for move in moves[:2]:
        phone.locator('[data-piece][aria-label$="can move"]').first.wait_for()
        make(phone, move)
    phone.get_by_text("2 moves are saved on this device and will be sent.").wait_for()
    phone.reload()
    for move in moves[2:]:
        phone.locator('[data-piece][aria-label$="can move"]').first.wait_for()
        make(phone, move)
    phone.get_by_text("Your game is saved and will be sent.").wait_for()
    game = arrived(phone)
    assert (game["status"], game["moves"]) == ("won", moves)


def test_the_game_is_sent_as_soon_as_the_line_is_back(phone: Any) -> None:
    seen(phone)
    offline(phone)
    play(phone)
    phone.context.set_offline(False)
    all_sent(phone)
    assert phone.request.get(f"/api/v1/games?board={BOARD}").json()["count"] == 1


def test_hints_without_the_server_are_help(phone: Any) -> None:
    seen(phone)
    offline(phone)
    phone.get_by_role("button", name="Hint").click()
    phone.get_by_text("Move piece").first.wait_for()
    phone.reload()  # help is not forgotten by it
    play(phone)
    game = arrived(phone)
    assert game["status"] == "won" and game["hints"] == 1
    assert game["aided"] and not game["score"]["ranked"]


@pytest.mark.parametrize("looked", ["Undo", "Restart"])
def test_a_win_stays_kept_whatever_is_looked_at_after_it(phone: Any, looked: str) -> None:
    seen(phone)
    offline(phone)
    moves = play(phone)
    count = phone.locator("[data-step]").count()
    phone.get_by_role("button", name=looked).click()
    phone.wait_for_function(f"() => document.querySelectorAll('[data-step]').length < {count}")
    assert phone.get_by_text("Your game is saved and will be sent.").is_visible()
    game = arrived(phone)
    assert (game["status"], game["moves"]) == ("won", moves)


def test_a_solution_that_was_seen_is_help_after_two_reloads(phone: Any) -> None:
    seen(phone)
    offline(phone)
    phone.get_by_role("switch", name="Show distance to the goal").wait_for()
    phone.get_by_role("button", name="Show solution").click()
    phone.get_by_role("button", name="Go to the end").wait_for()
    for _ in range(2):
        phone.reload()
        phone.get_by_role("heading", name="You are offline").wait_for()
    play(phone)
    game = arrived(phone)
    assert game["status"] == "won" and game["aided"] and not game["score"]["ranked"]


def test_maps_lessons_and_the_maker_open_without_the_server(phone: Any) -> None:
    phone.goto(f"/map/{BOARD}")
    phone.get_by_role("heading", name="Garage at noon").wait_for()
    until(
        phone,
        "async board => Boolean(await (await caches.open('clew-maps')).match(`/map/${board}/data`))",
        BOARD,
    )
    phone.goto("/rules/blocks")
    phone.get_by_role("button", name="Pause").wait_for()
    phone.context.set_offline(True)
    phone.goto(f"/map/{BOARD}")
    phone.get_by_text("this is the map as you saw it last").wait_for()
    phone.get_by_text("8 moves to a goal").first.wait_for()
    phone.goto("/map/blocks-way-up")
    phone.get_by_text("this one was not").wait_for()
    phone.goto("/rules/blocks")
    phone.get_by_role("button", name="Pause").wait_for()
    phone.locator('.lesson [data-piece="A"]').wait_for()
    phone.goto("/maker?family=sokoban")
    phone.get_by_text("Not checked: you are offline").wait_for()
    phone.locator('[data-tool="wall"]').click()
    phone.locator('svg[data-side="start"]').click(position={"x": 90, "y": 90})
    assert phone.get_by_role("button", name="Undo").is_enabled()
    phone.context.set_offline(False)
    phone.get_by_text("Not checked: you are offline").wait_for(state="detached")


def test_boards_are_listed_after_endless_ones_were_kept(phone: Any) -> None:
    seen(phone)
    phone.goto("/endless/blocks")
    phone.get_by_role("button", name="A little harder").wait_for()
    offline(phone, "/")
    phone.get_by_role("link", name="Garage at noon").wait_for()


def test_where_the_browser_has_no_room_the_site_still_works(phone: Any) -> None:
    """The engine comes through the service worker, which cannot keep it then."""
    seen(phone)
    phone.evaluate(
        """async () => {
            await caches.delete('clew-engines');
            await caches.delete('clew-boards');
        }"""
    )
    session = phone.context.new_cdp_session(phone)
    origin = phone.evaluate("location.origin")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    found = phone.evaluate(f"async () => (await fetch('/api/v1/boards/{BOARD}/page')).status")
    assert found == 200
    engine = phone.request.get(f"/api/v1/boards/{BOARD}/page").json()["engine"]
    assert phone.evaluate("async address => (await fetch(address)).status", engine) == 200


def test_every_family_is_played_without_the_server(phone: Any) -> None:
    for board in BOARDS.values():
        seen(phone, board)
    offline(phone, "/")
    for board in BOARDS.values():
        phone.goto("/")
        phone.locator(f'a[href="/play/{board}"]').click()
        phone.locator('[data-piece][aria-label$="can move"]').first.wait_for()
        phone.get_by_role("button", name="Hint").click()
        phone.locator(".notice strong").wait_for()


def test_the_puzzle_of_the_day_and_the_levels_of_a_pack_are_kept(phone: Any) -> None:
    day = phone.request.get("/api/v1/daily").json()["board"]["id"]
    phone.goto("/")
    until(phone, HAS_BOARD, day)
    pack = phone.request.get("/api/v1/packs/first-steps").json()
    levels = [level["board"]["id"] for level in pack["levels"] if level["unlocked"]]
    assert levels
    phone.goto("/packs/first-steps")
    for board in levels:
        until(phone, HAS_BOARD, board)


def test_nothing_that_is_somebodys_is_kept(phone: Any) -> None:
    seen(phone)
    phone.goto("/stats")
    phone.get_by_role("heading").first.wait_for()
    phone.goto("/")
    for name in phone.evaluate("() => caches.keys()"):
        for url in phone.evaluate(KEPT, name):
            assert PUBLIC.fullmatch(urlsplit(url).path), url
    shell = phone.evaluate("async () => (await (await caches.match('/offline')).text())")
    assert "csrf" not in shell and 'id="answers"' not in shell


def test_a_new_build_forgets_the_files_of_the_old_one(phone: Any) -> None:
    kept = "async () => (await caches.keys()).filter(name => name.startsWith('clew-files-'))"
    until(phone, f"async () => (await ({kept})()).length === 1")
    assert phone.evaluate(kept) != ["clew-files-of-an-old-build"]


def test_a_game_waits_for_who_played_it(phone: Any) -> None:
    seen(phone)
    offline(phone)
    play(phone)
    owner = "somebody-else"
    phone.evaluate(
        """owner => {
            const key = Object.keys(localStorage).find(key => key.startsWith('clew.played.'));
            const game = JSON.parse(localStorage.getItem(key));
            localStorage.setItem(key, JSON.stringify({...game, player: owner}));
        }""",
        owner,
    )
    phone.context.set_offline(False)
    phone.goto("/")
    phone.locator("main h1").first.wait_for()
    phone.wait_for_load_state("networkidle")
    assert phone.request.get("/api/v1/games").json()["count"] == 0
    kept = phone.evaluate("Object.keys(localStorage).filter(key => key.startsWith('clew.played.')).length")
    assert kept == 1


def test_a_first_visit_installs_nothing(page: Any) -> None:
    page.goto("/")
    page.wait_for_function("() => localStorage.getItem('clew.seen') !== null")
    assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0


@pytest.mark.parametrize("board", [*BOARDS.values(), "puzzlescript-store-1"])
def test_a_board_for_the_engine_in_a_page(page: Any, board: str) -> None:
    reply = page.request.get(f"/api/v1/boards/{board}/page")
    found = reply.json()
    family = board.split("-", 1)[0]
    assert "public" in reply.headers["cache-control"]
    assert (found["id"], found["made"]["family"], found["scene"]["family"]) == (board, family, family)
    for part, kind in (("engine", "application/wasm"), ("worker", "text/javascript")):
        file = page.request.get(found[part])
        assert file.ok and file.headers["content-type"].startswith(kind)
        assert "immutable" in file.headers["cache-control"]
        assert "script-src 'self' 'wasm-unsafe-eval'" in file.headers["content-security-policy"]


def test_the_service_worker_names_the_files_of_its_build(page: Any) -> None:
    reply = page.request.get("/offline.js")
    assert reply.headers["cache-control"] == "no-cache"
    found = re.match(r"const BUILD = (\{.*?\});\n", reply.text())
    assert found
    files = json.loads(found[1])["files"]
    assert any(name.endswith(".css") for name in files)
    assert all(page.request.get(name).ok for name in files)
