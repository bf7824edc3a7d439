"""A board is drawn from nothing, solved while one watches, stepped through, pinned, kept, published."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest

from clew import clew_check
from tests.browser.measuring import barriers
from tests.browser.playing import middle

# The 22-move board of the Mondrian2 article, which is among the example boards too.
MONDRIAN = [
    "...Y....",
    "...#....",
    "...#..##",
    ".#.#....",
    ".#......",
    ".#....#.",
    ".#....#.",
    "#YRGBR#.",
]
GOAL = [
    "...Y....",
    "........",
    ".R...R..",
    "........",
    "...B..G.",
    "........",
    "........",
    ".Y......",
]
OPTIMUM = 22


def tool(page: Any, name: str) -> None:
    page.locator(f'[data-tool="{name}"]').click()


def cell_point(page: Any, side: str, row: int, column: int) -> tuple[float, float]:
    """Where a cell of an 8 x 8 board is on the page: cells of 76 in a rim of 20."""
    box = page.locator(f'svg[data-side="{side}"]').bounding_box()
    assert box
    whole = 8 * 76 + 40
    return (
        box["x"] + box["width"] * (20 + 76 * (column + 0.5)) / whole,
        box["y"] + box["height"] * (20 + 76 * (row + 0.5)) / whole,
    )


def draw(page: Any, side: str, rows: list[str]) -> None:
    for letter in sorted(set("".join(rows)) - {"."}):
        tool(page, "wall" if letter == "#" else f"token {letter}")
        for row, text in enumerate(rows):
            for column, here in enumerate(text):
                if here == letter:
                    page.mouse.click(*cell_point(page, side, row, column))


def sign_up(page: Any) -> str:
    name = f"maker-{uuid4().hex[:8]}"
    page.goto("/account")
    page.get_by_role("button", name="Create an account").first.click()
    page.get_by_label("Name, as others see it").fill(name)
    page.get_by_label("E-mail").fill(f"{name}@example.org")
    page.get_by_label("Password").fill("a long enough pass phrase 7")
    page.locator("form").get_by_role("button", name="Create an account").click()
    page.get_by_role("heading", name="Account", exact=True).wait_for()
    return name


@pytest.mark.many
def test_the_22_move_board_is_drawn_solved_stepped_through_published_and_played(page: Any) -> None:
    sign_up(page)
    page.goto("/maker?family=ricochet")
    page.locator('svg[data-side="start"]').wait_for()
    draw(page, "start", MONDRIAN)
    draw(page, "goal", GOAL)
    page.get_by_placeholder("Untitled board").fill("Drawn from nothing")

    panel = page.locator(".panel")
    panel.get_by_role("button", name="Solve", exact=True).click()
    panel.get_by_text("best found").wait_for()
    page.wait_for_function(
        "() => /^\\d+$/.test(document.querySelector('.panel dl .first dd')?.textContent ?? '')"
    )
    panel.get_by_role("button", name=re.compile("^Stop")).click()
    panel.get_by_role("button", name="Solve again").wait_for()
    panel.get_by_text("You stopped the search.").wait_for()

    panel.get_by_role("button", name="Solve again").click()
    panel.get_by_text("Proved optimal").wait_for(timeout=60_000)
    assert panel.locator("dl .first dd").first.inner_text() == str(OPTIMUM)

    panel.locator(".solutions button").first.click()
    for _ in range(3):
        page.get_by_role("button", name="Step forward").click()
    page.get_by_role("heading", name="Move 3").wait_for()
    page.get_by_role("button", name="Go to the end").click()
    assert page.locator(".player .count").inner_text().replace(" ", "") == f"{OPTIMUM}/{OPTIMUM}"

    page.get_by_role("button", name="Publish").click()
    told = page.locator(".note").get_by_role("link")
    told.wait_for()
    assert told.get_attribute("href") == "/play/ricochet-mondrian-22"
    page.get_by_role("button", name="Play it").click()
    page.get_by_role("heading", name="Drawn from nothing").wait_for()
    page.locator(".below").get_by_text("The same board as").wait_for()
    page.locator(".board [data-piece]").first.wait_for()


def test_a_proved_answer_comes_with_its_proof(page: Any) -> None:
    page.goto("/maker/blocks-gar-1")
    panel = page.locator(".panel")
    panel.get_by_role("button", name="Solve", exact=True).click()
    panel.get_by_text("Proved optimal").wait_for()
    with page.expect_download() as download:
        panel.get_by_role("button", name="Proof (file)").click()
    assert download.value.suggested_filename == "board.proof"
    with open(download.value.path(), "rb") as file:
        assert clew_check.check(file)[0] == "the fewest moves are 8"


@pytest.mark.many
def test_pinned_moves_and_waypoints_say_what_they_cost(page: Any) -> None:
    page.goto("/maker/ricochet-noughts-and-crosses")
    panel = page.locator(".panel")
    panel.get_by_role("button", name="Solve", exact=True).click()
    panel.get_by_text("Proved optimal").wait_for()
    panel.locator(".solutions button").first.click()
    page.get_by_role("button", name="Step forward").click()
    page.get_by_role("button", name="Step forward").click()
    page.get_by_role("button", name="Must pass through here").click()
    page.get_by_role("button", name="Pin the first 2 moves").click()
    panel.get_by_role("button", name="Solve again").click()
    panel.get_by_text("The pins cost 0 more").wait_for()


def test_a_block_is_drawn_by_one_stroke_and_by_keyboard(page: Any) -> None:
    page.goto("/maker?family=blocks")
    board = page.locator('svg[data-side="start"]')
    board.wait_for()
    tool(page, "new")
    left, top = middle(board)
    box = board.bounding_box()
    assert box
    step = box["width"] * 100 / 648
    page.mouse.move(left + step * 0.5, top - step * 1.5)
    page.mouse.down()
    page.mouse.move(left + step * 0.5, top - step * 0.5, steps=4)
    page.mouse.move(left + step * 0.5, top + step * 0.5, steps=4)
    page.mouse.up()
    page.get_by_text("Solvable", exact=True).wait_for()
    page.get_by_text("In 2 moves").or_(page.get_by_text("In 1 move")).first.wait_for()

    tool(page, "wall")
    board.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+z")
    page.get_by_role("button", name="Redo").click()
    assert page.evaluate("() => document.querySelectorAll('svg[data-side=\"start\"] path').length") > 0


def test_a_tap_takes_a_piece_up_and_the_next_puts_it_down(visit: Any) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto("/maker?family=pebbles")
    page.get_by_text("Already solved").wait_for()
    box = page.locator('svg[data-side="start"]').bounding_box()
    assert box
    for across, down in ((0.5, 0.12), (0.885, 0.87)):  # the pebble on top, then the hole
        page.touchscreen.tap(box["x"] + across * box["width"], box["y"] + down * box["height"])
    page.get_by_text("Solvable", exact=True).wait_for()


def test_a_level_of_a_game_is_solved_beside_its_board(page: Any) -> None:
    page.goto("/maker")
    page.get_by_label("Kind of board").select_option(label="PuzzleScript")
    page.get_by_text("In 5 moves").wait_for()
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator(".tag").get_by_text("Proved optimal").wait_for()


def test_a_fault_is_told_in_the_words_of_the_drawing(page: Any) -> None:
    page.goto("/maker?family=sokoban")
    tool(page, "box")
    page.mouse.click(*middle(page.locator('svg[data-side="start"]')))
    page.get_by_text("There are 2 boxes, but 1 goal; every box needs a goal.").wait_for()


def test_an_unfinished_board_says_what_is_missing(page: Any) -> None:
    page.goto("/maker?family=pebbles")
    page.locator('svg[data-side="start"]').wait_for()
    page.get_by_text("Already solved").wait_for()
    tool(page, "token W")
    page.mouse.click(*middle(page.locator('svg[data-side="start"]')))
    page.get_by_text("Not a valid board yet").wait_for()


def test_a_board_is_kept_over_a_reload_imported_and_exported(page: Any) -> None:
    page.goto("/maker")
    page.get_by_role("button", name="Import").click()
    page.get_by_label("Levels in any usual notation").fill("blocks:ooBo/AABo/oooo/oooo")
    page.locator("form").get_by_role("button", name="Import").click()
    page.wait_for_url(re.compile(r"/maker/.+"))
    page.get_by_text("Solvable", exact=True).wait_for()
    page.reload()
    page.get_by_text("In 2 moves").wait_for()
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Compact form, one line").click()
    assert "blocks:ooBo/AABo/oooo/oooo" in download.value.path().read_text()


def test_an_import_says_in_view_what_is_wrong_and_which_reading_was_taken(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/maker")
    page.get_by_role("button", name="Import").click()
    field = page.get_by_label("Levels in any usual notation")
    field.fill('family = "blocks"\nboard = ?\n')
    send = page.locator("form").get_by_role("button", name="Import")
    send.click()
    told = page.locator("form").get_by_text("Line 2: this is not valid TOML")
    told.wait_for()
    assert told.evaluate("told => told.getBoundingClientRect().bottom < innerHeight")
    selected = "field => field.value.slice(field.selectionStart, field.selectionEnd)"
    assert field.evaluate(selected) == "board = ?", "the line is shown, and what was typed is kept"
    field.fill("#####\n#@$.#\n#####\n")
    send.click()
    page.locator("form").get_by_text("is read as xsb").wait_for()
    page.locator("form").get_by_text("1 board imported.").wait_for()


def test_the_heat_map_shows_where_solutions_pass(page: Any) -> None:
    page.goto("/maker/blocks-gar-1")
    page.get_by_role("button", name="Show where solutions pass").click()
    page.locator(".heat select").wait_for()
    assert page.locator('svg[data-side="start"] .heat').count() > 0


@pytest.mark.parametrize("width", [390, 1000])
def test_on_narrow_screens_tabs_lead_to_every_part(page: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/maker/pebbles-theta")
    page.locator('svg[data-side="start"]').wait_for()
    if width < 900:
        page.get_by_role("tab", name="Goal").click()
        page.locator('svg[data-side="goal"]').wait_for()
        page.get_by_role("tab", name="Solve", exact=True).click()
    page.locator(".panel").get_by_role("button", name="Solve", exact=True).click()
    page.locator(".panel").get_by_text("Proved optimal").wait_for()


def test_one_like_this_is_another_board_of_the_kind(page: Any) -> None:
    page.goto("/maker/blocks-gar-1")
    page.get_by_text("Solvable", exact=True).wait_for()
    page.get_by_role("button", name="Make a similar board").click()
    page.wait_for_url(lambda url: "/maker/" in url and "gar-1" not in url, timeout=90_000)
    page.get_by_text("Solvable", exact=True).wait_for()
    assert page.get_by_label("Kind of board").input_value() == "blocks"


def test_a_check_that_a_busy_server_did_not_finish_is_asked_for_again(page: Any) -> None:
    asked: list[str] = []

    def busy(route: Any) -> None:
        asked.append(route.request.url)
        answer = route.fetch().json()
        if len(asked) == 1:
            answer |= {"solvable": None, "par": None, "count": None, "known": False, "page": None}
        route.fulfill(json=answer)

    page.route("**/validate", busy)
    page.goto("/maker/blocks-gar-1")
    page.get_by_text("Not known yet").wait_for()
    page.get_by_text("Solvable", exact=True).wait_for()
    assert len(asked) == 2


def short_of_time(page: Any, board: str) -> list[str]:
    """The server does not find the fewest moves in its time, and sends the page this board. Its requests."""
    asked: list[str] = []

    def answer(route: Any) -> None:
        asked.append(route.request.url)
        engine = page.request.get(f"/api/v1/boards/{board}/page").json()
        unknown = {"solvable": None, "par": None, "count": None, "known": False, "page": engine}
        route.fulfill(json=route.fetch().json() | unknown)

    page.route("**/validate", answer, times=1)
    return asked


def workers(page: Any, count: int) -> None:
    """Waits until so many engines run in the page."""
    for _ in range(400):
        if len(page.workers) == count:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{len(page.workers)} workers, not {count}")


def test_what_the_server_does_not_find_in_time_the_page_does(page: Any) -> None:
    asked = short_of_time(page, "blocks-gar-1")
    page.goto("/maker/blocks-gar-1")
    page.get_by_text("In 8 moves").wait_for()  # and how hard it is, if other boards have been forecast by now
    assert len(asked) == 1
    workers(page, 0)


def test_a_search_of_the_page_ends_when_the_board_changes(page: Any) -> None:
    short_of_time(page, "ricochet-mondrian-22")
    page.goto("/maker/blocks-gar-1")
    workers(page, 1)
    page.get_by_text("Not known yet").wait_for()
    page.get_by_label("Kind of board").select_option("pebbles")
    workers(page, 0)


def test_a_drawing_is_sent_as_a_link_without_an_account_and_nothing_is_stored(
    page: Any, context: Any, base_url: str, visit: Any
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/maker/blocks-gar-1")
    page.get_by_label("Title").fill("Écluse")
    page.get_by_role("button", name="Export").click()
    page.get_by_role("button", name="Copy a link to this drawing").click()
    page.locator(".sheet").get_by_text("Link copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{base_url}/maker#board=")
    opened = visit()
    opened.goto(link)
    opened.wait_for_function("() => document.querySelector('.name input')?.value === 'Écluse'")
    opened.reload()  # it is this tab's own now
    opened.wait_for_function("() => document.querySelector('.name input')?.value === 'Écluse'")
    assert opened.url == f"{base_url}/maker"
    assert opened.evaluate("fetch('/api/v1/boards?mine=true').then(a => a.json())")["count"] == 0
    opened.goto(link[:-12])
    opened.get_by_role("alert").get_by_text("copy it again").wait_for()


def test_a_board_without_a_title_is_not_published_and_twice_is_once(page: Any) -> None:
    sign_up(page)
    page.goto("/maker?family=sokoban")
    publish = page.get_by_role("button", name="Publish", exact=True)
    page.locator(".actions .primary:enabled").wait_for()
    publish.click()
    page.get_by_text("Give the board a title").wait_for()
    field = page.get_by_label("Title")
    assert field.evaluate("field => field === document.activeElement")
    field.fill("One box more")
    assert not page.get_by_text("Give the board a title").count()
    publish.click()
    page.get_by_role("button", name="Play it").wait_for()
    (board,) = page.request.get("/api/v1/boards?mine=true").json()["items"]
    assert (board["title"], board["status"]) == ("One box more", "published")
    again = page.evaluate(
        """async key => (await fetch(`/api/v1/boards/${key}/publish`, {method: 'POST', headers: {
            'Content-Type': 'application/json',
            'X-CSRFToken': document.cookie.match(/csrftoken=([^;]+)/)[1],
        }})).status""",
        board["id"],
    )
    assert again == 200
    assert page.request.get("/api/v1/boards?mine=true").json()["count"] == 1
    assert not barriers(page)
