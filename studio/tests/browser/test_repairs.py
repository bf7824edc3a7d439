"""What visitors stumbled over, one by one: each test says what somebody saw, and fails if it comes back."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.measuring import WATCH_SHIFTS, still
from tests.browser.played import plays
from tests.browser.playing import by_click, middle, piece, settled, solution_of

GAR, COINS = "blocks-gar-1", "coroutine-bailey-3"
SIZES = [(1440, 900), (1280, 640), (844, 390), (390, 844), (320, 640)]


def opens(page: Any, board: str) -> None:
    page.goto(f"/play/{board}")
    page.locator(".board [data-piece]").first.wait_for()


def wins(page: Any, board: str) -> None:
    moves = solution_of(board)
    for count, move in enumerate(moves, 1):
        plays(page, move)
        if count < len(moves):
            settled(page, count)
    page.get_by_text("Solved at par").wait_for()


def said(page: Any) -> str:
    return str(page.locator("body > #app > [aria-live]").inner_text())


@pytest.fixture
def phone(visit: Any) -> Any:
    page = visit(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page.add_init_script(WATCH_SHIFTS)
    return page


def test_the_first_hint_says_what_it_costs_before_it_is_given(page: Any) -> None:
    opens(page, GAR)
    hint = page.get_by_role("button", name="Hint", exact=True)
    hint.click()
    page.locator(".notice").get_by_text("this game is not ranked").wait_for()
    assert page.locator(".board .pulse").count() == 0
    page.get_by_role("button", name="Keep playing").click()
    page.locator(".notice").get_by_text("this game is not ranked").wait_for(state="detached")
    hint.click()
    page.get_by_role("button", name="Show the hint").click()
    page.locator(".board .pulse").wait_for()
    page.evaluate("scrollTo(0, 0)")
    by_click(page, solution_of(GAR)[0])
    settled(page, 1)
    hint.click()
    page.locator(".board .pulse").wait_for()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("board", [GAR, COINS, "blocks-way-up"])
def test_the_whole_board_is_in_the_window_with_its_controls(
    page: Any, board: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    opens(page, board)
    places = [page.locator(".board svg").first.bounding_box(), page.locator(".controls").bounding_box()]
    for box in places:
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0] + 1, box
        assert box["y"] >= 0 and box["y"] + box["height"] <= size[1] + 1, box
    shown, bar = places
    beside = bar["x"] >= shown["x"] + shown["width"] or bar["y"] >= shown["y"] + shown["height"] - 1
    assert beside, (shown, bar)


@pytest.mark.parametrize("size", [(1280, 640), (844, 390)], ids=str)
def test_a_notice_beside_the_board_leaves_it_where_it_is(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    opens(page, GAR)
    before = page.locator(".board svg").first.bounding_box()
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Show the hint").wait_for()
    page.wait_for_timeout(300)
    assert page.locator(".board svg").first.bounding_box() == before
    assert page.get_by_role("button", name="Show the hint").bounding_box()["y"] < size[1] - 30


def test_a_long_notice_scrolls_in_a_low_window_and_leaves_the_controls_beside_the_board(page: Any) -> None:
    page.set_viewport_size({"width": 1280, "height": 640})
    opens(page, GAR)
    page.get_by_role("button", name="More", exact=True).click()
    page.locator("#more .keys").click()
    keys = page.get_by_text("Shift+R: restart")
    keys.wait_for(state="attached")
    whole, lowest = (page.locator(place).bounding_box() for place in (".play", ".play > .extras"))
    assert lowest["y"] + lowest["height"] <= whole["y"] + whole["height"], (whole, lowest)
    page.locator(".play > .notice").focus()
    keys.scroll_into_view_if_needed()
    controls = page.locator(".controls").bounding_box()
    assert keys.bounding_box()["y"] < controls["y"], "the last line can be read"


def test_wide_windows_have_larger_boards(page: Any) -> None:
    sides = []
    for width, height in ((1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        opens(page, GAR)
        sides.append(page.locator(".board svg").first.bounding_box()["width"])
    assert sides[1] > 1.2 * sides[0], sides


def test_small_cells_can_be_made_larger_on_a_phone(phone: Any) -> None:
    rows = ["o" * 16 for _ in range(16)]
    rows[3] = "AA" + "o" * 14
    phone.goto(f"/play?puzzle=blocks:{'/'.join(rows)}")
    one = phone.locator('.board [data-piece="A"] .body')
    one.wait_for()
    before = one.bounding_box()["height"]
    assert before < 28
    phone.get_by_role("button", name="Larger").tap()
    assert one.bounding_box()["height"] > 1.8 * before
    by_click(phone, "AR3")
    settled(phone, 1)


def test_nothing_jumps_on_a_phone_when_a_board_is_solved(phone: Any) -> None:
    opens(phone, GAR)
    top = phone.locator(".board svg").bounding_box()["y"]
    wins(phone, GAR)
    phone.locator(".over").wait_for()
    phone.wait_for_timeout(1200)
    assert phone.locator(".board svg").bounding_box()["y"] == pytest.approx(top, abs=0.5)
    assert sum(value for value, _ in phone.evaluate("window.shifts")) < 0.01


def test_a_switch_does_not_push_the_thread(page: Any) -> None:
    opens(page, GAR)
    before = page.locator(".thread svg").bounding_box()
    page.get_by_role("switch", name="Show distance to the goal").click()
    page.get_by_text("8 to go").wait_for()
    assert page.locator(".thread svg").bounding_box() == before


def test_the_first_move_of_the_list_is_shown_whole(page: Any) -> None:
    opens(page, GAR)
    by_click(page, solution_of(GAR)[0])
    settled(page, 1)
    pill, words = page.locator(".thread li span").first.bounding_box(), page.locator(".words").bounding_box()
    assert pill["x"] >= words["x"] and pill["x"] + pill["width"] <= words["x"] + words["width"]


def test_a_coin_in_the_hand_wears_one_ring(page: Any) -> None:
    opens(page, COINS)
    first = solution_of(COINS)[0]
    page.mouse.click(*middle(piece(page, first[0]).locator(".body")))
    page.locator(".board .lifted").wait_for()
    assert not page.locator(".board .turn").is_visible()
    assert page.locator(".board .lifted .focus").count() == 0
    page.keyboard.press("Escape")
    assert page.locator(".board .turn").is_visible()


@pytest.mark.parametrize("width", [1280, 1440, 1920])
def test_pages_begin_at_the_same_edge(page: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    edges = {}
    for address in ("/", "/packs", "/stats", "/leaderboards", "/rules", "/account", "/news", "/research"):
        page.goto(address)
        page.locator("main .page > *").first.wait_for()
        edges[address] = page.locator("main .page > *").first.bounding_box()["x"]
        edges["logo"] = page.locator("header .logo").bounding_box()["x"]
    assert max(edges.values()) - min(edges.values()) < 1, edges


@pytest.mark.many
def test_the_block_leaves_through_the_gate(page: Any) -> None:
    opens(page, GAR)
    wins(page, GAR)
    gone = piece(page, "A").locator(".body")
    expect(gone).to_have_css("opacity", "0")
    still(page)
    board, box = page.locator(".board svg").bounding_box(), gone.bounding_box()
    assert box["x"] > board["x"] + board["width"] * 0.9
    there = middle(gone)
    assert page.evaluate("([x, y]) => !document.elementFromPoint(x, y)?.closest('.board')", there), (
        "the block, gone and unseen, takes the clicks beside the board"
    )
    page.get_by_role("button", name="Again").click()
    settled(page, 0)
    expect(gone).to_have_css("opacity", "1")


@pytest.mark.many
def test_pieces_of_other_families_celebrate_one_after_another(page: Any) -> None:
    opens(page, COINS)
    page.evaluate(
        """() => {
            window.hops = [];
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, timing) {
                if (timing?.delay) window.hops.push(timing.delay);
                return animate.call(this, frames, timing);
            };
        }"""
    )
    wins(page, COINS)
    page.wait_for_function("() => window.hops.length === 2")
    delays = page.evaluate("window.hops")
    assert delays == sorted(set(delays))


def test_undo_redo_and_restart_are_said_to_screen_readers(page: Any) -> None:
    opens(page, GAR)
    by_click(page, solution_of(GAR)[0])
    settled(page, 1)
    page.get_by_role("button", name="Undo").click()
    settled(page, 0)
    assert re.search(r"Undone: .*\bB\b", said(page))
    page.get_by_role("button", name="Redo").click()
    settled(page, 1)
    assert re.search(r"Redone: .*\bB\b", said(page))
    page.get_by_role("button", name="Restart").click()
    settled(page, 0)
    assert "Back at the start" in said(page)
    page.reload()
    page.get_by_role("button", name="Redo").click()
    settled(page, 1)
    assert "Redone" in said(page)


def test_the_clock_stands_before_the_first_move(page: Any) -> None:
    opens(page, GAR)
    page.wait_for_timeout(1400)
    assert page.locator(".numbers dd").nth(2).inner_text() == "0:00"
    by_click(page, solution_of(GAR)[0])
    settled(page, 1)
    page.wait_for_function("() => document.querySelectorAll('.numbers dd')[2].textContent !== '0:00'")


def test_a_move_is_one_request(page: Any) -> None:
    opens(page, COINS)
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    # The leaderboard and the comments below the board may still come.
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    for count, move in enumerate(solution_of(COINS)[:4], 1):
        plays(page, move)
        settled(page, count)
    page.wait_for_timeout(300)
    paths = Counter(url.rpartition("/")[2] for url in asked)
    paths.pop("events", None)
    assert paths.total() == 4, asked


def test_a_stranger_can_play_in_the_first_screen(visit: Any) -> None:
    for width, height in ((1280, 800), (390, 844)):
        page = visit(viewport={"width": width, "height": height})
        page.goto("/")
        page.locator(".starter .body").first.wait_for()
        board = page.locator(".starter svg").first.bounding_box()
        assert board["y"] + board["height"] <= height
        assert page.locator(".starter").get_by_role("link", name="First steps").is_visible()
        assert page.locator(".starter").get_by_role("link", name="Rules").is_visible()
        move = solution_of(GAR)[0]
        page.mouse.click(*middle(page.locator(f'.starter [data-piece="{move[0]}"] .body')))
        page.mouse.click(*middle(page.locator(f'.starter [data-stop="{move}"] .target')))
        page.locator('.starter [aria-label="1 of 8 moves made"]').wait_for()
        opens(page, GAR)
        settled(page, 1)


@pytest.mark.parametrize("board", [GAR, COINS, "pebbles-theta", "ricochet-water"])
def test_every_board_links_its_rules(page: Any, board: str) -> None:
    opens(page, board)
    page.locator(".heading").get_by_role("link", name="Rules").click()
    page.wait_for_url(f"**/rules/{board.split('-')[0]}")


def test_the_same_board_counted_otherwise_is_a_link(page: Any) -> None:
    opens(page, GAR)
    page.get_by_role("link", name="The same board, counted in steps").click()
    page.get_by_role("heading", name="step by step").wait_for()


def test_printing_in_the_dark_theme_is_black_on_white(visit: Any) -> None:
    page = visit(color_scheme="dark")
    opens(page, GAR)
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.emulate_media(media="print")
    page.locator('html[data-theme="light"]').wait_for()
    assert not page.locator("header").is_visible()
    assert not page.locator(".controls").is_visible()
    assert page.locator(".board svg").first.is_visible()
    page.emulate_media(media="screen")
    page.locator('html[data-theme="dark"]').wait_for()


def test_titles_are_french_in_french(visit: Any) -> None:
    page = visit(locale="fr-FR")
    opens(page, GAR)
    page.get_by_role("heading", name="Le garage à midi").wait_for()
    page.goto("/packs/blocks")
    page.get_by_text("Le bac profond").first.wait_for()


def test_an_unknown_board_has_a_header_on_a_phone(phone: Any) -> None:
    phone.goto("/play/no-such-board")
    phone.get_by_role("heading", name="Page not found").wait_for()
    assert phone.locator("header .logo").is_visible()


def test_sound_is_off_until_it_is_switched_on(page: Any) -> None:
    page.add_init_script(
        """
        window.felt = {notes: 0, buzzes: 0};
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...when) {
            window.felt.notes += 1;
            return start.apply(this, when);
        };
        navigator.vibrate = () => Boolean(window.felt.buzzes += 1);
        """
    )
    opens(page, GAR)
    first, second = solution_of(GAR)[:2]
    by_click(page, first)
    settled(page, 1)
    assert page.evaluate("window.felt") == {"notes": 0, "buzzes": 0}
    page.locator(".links").get_by_role("button", name="More").click()
    page.get_by_role("switch", name="Sound and vibration").click()
    page.keyboard.press("Escape")
    by_click(page, second)
    settled(page, 2)
    assert page.evaluate("window.felt") == {"notes": 1, "buzzes": 1}
    page.reload()
    page.locator(".board [data-piece]").first.wait_for()
    page.locator(".links").get_by_role("button", name="More").click()
    assert page.get_by_role("switch", name="Sound and vibration").get_attribute("aria-checked") == "true"
