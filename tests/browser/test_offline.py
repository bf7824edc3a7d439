"""The site without its server: boards that were seen are played, and the games arrive afterwards."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser.conftest import PATIENCE_MS
from tests.browser.playing import BOARDS, by_click, settled, solution_of
from tests.browser.test_export import make

BOARD = "blocks-gar-1"
PUBLIC = re.compile(r"/offline|/static/studio/.+|/engine/(worker\.js|\w+\.wasm)|/api/v1/boards/[\w-]+/page")
"""What a browser may keep: it is the same for everybody."""

KEPT = """async name => (await (await caches.open(name)).keys()).map(({url}) => url)"""
HAS_BOARD = """async board => {
    const boards = await caches.open('clew-boards');
    const [found] = (await boards.keys()).filter(({url}) => url.includes(`/${board}/page`));
    if (!found) return false;
    const {engine, worker} = await (await boards.match(found)).json();
    const engines = await caches.open('clew-engines');
    return Boolean(await engines.match(engine) && await engines.match(worker));
}"""


@pytest.fixture
def phone(browser: Any, base_url: str) -> Iterator[Any]:
    """A page of somebody who has come back, so that the service worker is at work."""
    context = browser.new_context(base_url=base_url, locale="en-GB", service_workers="allow")
    try:
        page = context.new_page()
        page.goto("/")
        page.evaluate("async () => { await caches.open('clew-files-of-an-old-build'); }")
        page.wait_for_function("() => localStorage.getItem('clew.seen') !== null")
        page.reload()
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        yield page
    finally:
        context.close()


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
    page.wait_for_function("() => !Object.keys(localStorage).some(key => key.startsWith('clew.played.'))")
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


def test_the_game_is_sent_as_soon_as_the_line_is_back(phone: Any) -> None:
    seen(phone)
    offline(phone)
    play(phone)
    phone.context.set_offline(False)
    phone.wait_for_function("() => !Object.keys(localStorage).some(key => key.startsWith('clew.played.'))")
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
    page.evaluate("scrollTo(0, 0)")
    for count, move in enumerate(moves, done + 1):
        by_click(page, move)
        settled(page, count)


def waiting(page: Any, count: int) -> None:
    """Waits until the page says how many moves the server does not have."""
    word = "move is" if count == 1 else "moves are"
    page.get_by_text(f"{count} {word} saved on this device and will be sent.").wait_for()


def all_sent(page: Any) -> None:
    page.wait_for_function("() => !Object.keys(localStorage).some(key => key.startsWith('clew.played.'))")


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
    phone.context.set_offline(False)
    all_sent(phone)
    phone.get_by_text("You are offline").wait_for(state="detached")
    go_on(phone, moves[2:], 2)
    phone.get_by_text("Solved at par").wait_for()
    (game,) = games(phone)
    assert (game["status"], game["moves"]) == ("won", moves)


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
        phone.context.set_offline(False)
        all_sent(phone)
        phone.get_by_text("You are offline").wait_for(state="detached")
    go_on(phone, moves[2:], 2)
    phone.get_by_text("Solved at par").wait_for()
    (game,) = games(phone)
    assert (game["status"], game["moves"]) == ("won", moves)


@pytest.mark.slow
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
