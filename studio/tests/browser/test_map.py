"""Maps to walk in: in the studio, and as a file that needs nothing else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import clew
from tests.browser.measuring import WCAG, barriers
from tests.browser.playing import by_click, settled, solution_of

ROOT = Path(__file__).resolve().parents[3]
BOARD = "blocks-gar-1"
GAR = ROOT / "boards/blocks/gar-1.toml"
MADE_MS = 120_000
"""A map is made by a process of low priority, the first time that somebody asks for it."""

DIRECTIONS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a file that `clew map -o map.html` writes."""
    path = tmp_path_factory.mktemp("maps") / "map.html"
    clew.explore(clew.load(GAR)).draw(path)
    return path.as_uri()


@pytest.fixture
def walking(page: Any, file: str) -> Any:
    """The page of that file, once its map is there."""
    page.goto(file)
    page.locator(".stage").wait_for()
    here(page)
    return page


def here(page: Any) -> int:
    return int(page.locator(".stage").get_attribute("data-here"))


def far(page: Any) -> str:
    return str(page.locator(".words strong").inner_text())


def pointed(page: Any) -> tuple[float, float, int]:
    """A point of the stage with a state under it, and that state; not the one whose board is shown."""
    box = page.locator(".stage").bounding_box()
    for share in (0.3, 0.35, 0.4, 0.25, 0.5, 0.45):
        for height in (0.4, 0.45, 0.5, 0.35):
            x, y = box["x"] + box["width"] * share, box["y"] + box["height"] * height
            page.mouse.move(x, y)
            drawn(page)
            state = page.locator(".stage").get_attribute("data-hover")
            if state is not None and int(state) != here(page):
                return x, y, int(state)
    raise AssertionError("no state was found under the pointer")


def drawn(page: Any) -> None:
    """Waits for two frames: what was done before them is on the page."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def zoomed(page: Any) -> bytes:
    """The picture of the stage, once it has come to rest."""
    page.wait_for_timeout(150)
    before, picture = b"", bytes(page.locator(".stage").screenshot())
    for _ in range(100):
        if picture == before:
            break
        page.wait_for_timeout(100)
        before, picture = picture, bytes(page.locator(".stage").screenshot())
    return picture


def test_the_file_works_from_the_disk_without_any_request(page: Any, file: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file)
    page.locator(".words").get_by_text("8 moves to a goal").wait_for()
    page.get_by_text("1,247 positions, 6,522 moves, 172 of the positions solved.").wait_for()
    assert asked == [file]


def test_hovering_shows_the_board_there_and_how_far_it_is(walking: Any) -> None:
    board = walking.locator(".here svg").inner_html()
    x, y, state = pointed(walking)
    space = clew.explore(clew.load(GAR))
    n = int(space.distance[state])
    assert far(walking) == ("Solved" if n == 0 else f"{n} move{'s' * (n != 1)} to a goal")
    assert walking.locator(".here svg").inner_html() != board
    walking.mouse.move(x - 900 if x > 900 else 2, y + 2000)
    walking.locator("h1").hover()
    walking.locator(".words strong", has_text="8 moves to a goal").wait_for()


def test_a_click_pins_and_two_pins_show_a_shortest_way(walking: Any) -> None:
    x, y, first = pointed(walking)
    walking.mouse.click(x, y)
    assert here(walking) == first
    walking.get_by_text("Pin A is set.").wait_for()
    walking.locator(".stage").press("Home")
    walking.get_by_role("button", name="Set a pin").click()
    shown = walking.get_by_text(re.compile(r"From A to B: \d+ moves?\.")).inner_text()
    space = clew.explore(clew.load(GAR))
    state = space.state(first)
    moves = [button.inner_text() for button in walking.locator(".way li").all()]
    assert len(moves) == int(re.findall(r"\d+", shown)[0])
    for move in moves:
        state = space.puzzle._find(state, move).after
    assert space.index(state) == space.start
    assert len(moves) == int(space.depth[first]), "moves of this puzzle can be undone"
    walking.get_by_role("button", name="Remove the pins").click()
    assert walking.locator(".way").count() == 0


def test_the_list_says_what_leads_where_and_goes_there(walking: Any) -> None:
    first = walking.locator(".list li button").first
    assert "7 moves to a goal" in first.inner_text() and "best" in first.inner_text()
    name = first.locator("strong").inner_text()
    first.click()
    assert far(walking) == "7 moves to a goal"
    puzzle = clew.load(GAR)
    space = clew.explore(puzzle)
    assert here(walking) == space.index(puzzle._find(puzzle.initial(), name).after)


def test_what_the_list_points_at_is_shown_on_the_map_and_on_the_board(walking: Any) -> None:
    first = walking.locator(".list li button").first
    told = first.locator("span").inner_text()
    for point in (first.hover, first.focus):
        walking.mouse.move(1, 1)
        point()
        walking.locator(".stage[data-hover]").wait_for()
        assert walking.locator(".words strong").inner_text() == told
    first.blur()
    walking.locator(".stage:not([data-hover])").wait_for()


def test_arrow_keys_go_to_neighbours(walking: Any) -> None:
    space = clew.explore(clew.load(GAR))
    stage = walking.locator(".stage")
    stage.focus()
    before, gone = here(walking), set()
    for key in DIRECTIONS:
        walking.keyboard.press(key)
        after = here(walking)
        assert after == before or after in space.row(before).tolist()
        gone.add(after)
        before = after
    assert len(gone) > 1
    walking.keyboard.press("Home")
    assert here(walking) == space.start
    walking.keyboard.press("End")
    assert far(walking) == "Solved"
    walking.keyboard.press("Enter")
    walking.get_by_text("Pin A is set.").wait_for()
    walking.keyboard.press("Escape")
    assert walking.get_by_text("Pin A is set.").count() == 0


def test_wheel_keys_and_buttons_zoom(walking: Any) -> None:
    whole = zoomed(walking)
    box = walking.locator(".stage").bounding_box()
    walking.mouse.move(box["x"] + 300, box["y"] + 300)
    walking.mouse.wheel(0, -400)
    near = zoomed(walking)
    assert near != whole
    walking.locator(".stage").press("0")
    walking.locator("h1").hover()
    walking.get_by_role("button", name="Zoom in").click()
    nearer = zoomed(walking)
    walking.locator(".stage").press("-")
    assert zoomed(walking) != nearer


def test_two_fingers_pinch(browser: Any, file: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(file)
    page.locator(".words").get_by_text("8 moves to a goal").wait_for()
    before = zoomed(page)
    box = page.locator(".stage").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = context.new_cdp_session(page)
    for kind, apart in (("touchStart", 30), ("touchMove", 60), ("touchMove", 110), ("touchEnd", 0)):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}] if apart else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert zoomed(page) != before
    assert page.get_by_text("Pin A is set.").count() == 0, "a pinch is not a press"
    context.close()


def test_switches_change_what_is_drawn_and_the_page_moves_no_nodes(walking: Any) -> None:
    pictures = [zoomed(walking)]
    for name in ("Moves", "Shortest solutions", "What if: bad moves"):
        walking.get_by_role("switch", name=name, exact=True).click()
        pictures.append(zoomed(walking))
    walking.get_by_role("button", name="piece that moves").click()
    walking.get_by_role("button", name="In space").click()
    pictures.append(zoomed(walking))
    assert len(set(pictures)) == len(pictures)
    walking.evaluate(
        """() => {
            window.changes = 0;
            new MutationObserver(found => window.changes += found.length)
                .observe(document.querySelector('.frame'), {subtree: true, childList: true});
        }"""
    )
    box = walking.locator(".stage").bounding_box()
    walking.mouse.move(box["x"] + 200, box["y"] + 200)
    walking.mouse.down()
    walking.mouse.move(box["x"] + 320, box["y"] + 260, steps=5)
    walking.mouse.up()
    assert walking.evaluate("window.changes") == 0


def test_play_from_here_in_a_file_shows_the_command(walking: Any) -> None:
    walking.get_by_role("button", name="Play from here").click()
    command = walking.locator("code").inner_text()
    assert command.startswith("clew play 'blocks:")
    (text,) = re.findall("'(.*)'", command)
    assert clew.solve(clew.parse(text)).length == 8


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_passes_axe(browser: Any, file: str, theme: str) -> None:
    context = browser.new_context(color_scheme=theme, locale="fr-FR", bypass_csp=True)
    page = context.new_page()
    page.goto(file)
    page.locator(".words").get_by_text("8 coups du but").wait_for()
    page.get_by_role("button", name="Poser une épingle").click()
    found = barriers(page, WCAG)
    context.close()
    assert not found, "\n".join(found)


def test_without_webgl_the_list_still_leads_through_the_map(page: Any, file: str) -> None:
    page.add_init_script(
        "const get = HTMLCanvasElement.prototype.getContext;"
        "HTMLCanvasElement.prototype.getContext = function (kind, ...more) {"
        "  return kind === 'webgl2' ? null : get.call(this, kind, ...more); };"
    )
    page.goto(file)
    page.get_by_text("WebGL 2 is off").wait_for()
    page.locator(".list li button").first.click()
    assert far(page) == "7 moves to a goal"


# ---------------------------------------------------------------- the studio


def test_the_map_shows_my_game(page: Any) -> None:
    page.goto(f"/play/{BOARD}")
    moves = solution_of(BOARD)[:3]
    for count, move in enumerate(moves, 1):
        by_click(page, move)
        settled(page, count)
    page.locator(".links").get_by_role("button", name="More").click()
    page.get_by_role("link", name="My path on the map").click()
    page.get_by_text("1,247 positions, 6,522 moves, 172 of the positions solved.").wait_for(timeout=MADE_MS)
    page.get_by_text("My game: move 3 of 3").wait_for()
    assert far(page) == "5 moves to a goal"
    page.get_by_role("slider").press("ArrowLeft")
    assert far(page) == "6 moves to a goal"
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_url("**/play/**")
    page.locator(".board [data-piece]").first.wait_for()


def test_the_map_of_a_large_board_has_all_shortest_solutions(page: Any) -> None:
    page.goto("/map/pebbles-panguru-example")
    page.get_by_text(re.compile(r"every shortest solution and everything within \d+ moves of one")).wait_for(
        timeout=MADE_MS
    )
    assert far(page) == "16 moves to a goal"
    page.get_by_text("The start", exact=True).wait_for()
    page.locator(".stage").press("End")
    assert far(page) == "Solved"
    page.get_by_role("button", name="Play from here").click()
    page.locator(".board [data-piece]").first.wait_for()


def test_other_pages_do_not_load_the_map(page: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    page.get_by_role("heading", name="Today").or_(page.get_by_role("heading").first).first.wait_for()
    page.goto(f"/play/{BOARD}")
    page.locator(".board [data-piece]").first.wait_for()
    assert not [address for address in asked if re.search(r"/Map-", address)]


def test_small_maps_are_listed_and_lead_to_the_map(page: Any) -> None:
    page.goto("/")
    page.get_by_role("link", name="Maps", exact=True).click()
    page.get_by_role("heading", name="Maps").wait_for()
    page.get_by_role("button", name="Blocks").click()
    page.wait_for_url("**family=blocks")
    smallest = page.get_by_role("link", name=re.compile("Blocks, .* positions")).first
    smallest.wait_for()
    (positions,) = re.findall(r"Blocks, ([\d,]+ positions)", smallest.inner_text().replace("\n", " "))
    smallest.click()
    page.get_by_text(re.compile(f"^{positions}, ")).wait_for(timeout=MADE_MS)
    page.get_by_role("link", name="All maps").click()
    page.get_by_role("heading", name="Maps").wait_for()


def test_players_paths_are_bands_that_can_be_hidden(page: Any, tmp_path: Path) -> None:
    space = clew.explore(clew.load(GAR))
    space.draw(tmp_path / "paths.html", heat=[solution_of("blocks-gar-1"), "CL3 HU1"])
    page.goto((tmp_path / "paths.html").as_uri())
    page.locator(".stage").wait_for()
    shown = zoomed(page)
    switch = page.get_by_role("switch", name=re.compile("Players. paths"))
    switch.click()
    assert zoomed(page) != shown
    switch.click()
    assert zoomed(page) == shown
    assert page.get_by_text("A move without a way back").count() == 0


def test_moves_without_a_way_back_are_explained(page: Any, tmp_path: Path) -> None:
    clew.explore(clew.load(ROOT / "boards/ricochet/lunar-lockout.toml")).draw(tmp_path / "slides.html")
    page.goto((tmp_path / "slides.html").as_uri())
    page.get_by_text("A move without a way back fades towards the position that it leads to.").wait_for()
    assert page.get_by_role("switch", name=re.compile("Players. paths")).count() == 0
