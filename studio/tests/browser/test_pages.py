"""Every page: no barrier that axe finds, no break of the content policy, no jump, nothing wide or tiny."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.browser.arranged import ASKING, TIMED
from tests.browser.measuring import WATCH_SHIFTS, barriers, shifts, small_targets, too_wide

NARROWEST = 320
"""Pixels: what WCAG 1.4.10 asks for."""

SHOWN = "() => / · Clew$/.test(document.title) && !document.querySelector('.loading')"
"""The page has what it waited for."""

LINKS = """async () => {
    document.querySelector('header .menu button')?.click();
    await new Promise((done) => setTimeout(done, 50));
    return [...document.querySelectorAll('a[href]')].filter((a) => a.origin === location.origin && !a.hash)
        .map((a) => a.pathname + a.search);
}"""
"""Where a page leads, its menu opened."""

PAGES = [
    "/",
    "/?search=",
    "/?family=ricochet&sort=par",
    "/play/blocks-gar-1",
    "/play/pebbles-panguru-example",
    "/play/ricochet-water",
    "/play/coroutine-bailey-1",
    "/embed/blocks-gar-1",
    "/rules",
    "/rules/pebbles",
    "/rules/ricochet",
    "/rules/coroutine",
    "/rules/puzzlescript",
    "/games",
    "/maker",
    "/maker/pebbles-panguru-example",
    "/maker/blocks-gar-1",
    "/maker/coroutine-bailey-1",
    "/map",
    "/map/blocks-gar-1",
    "/map/pebbles-panguru-25",
    "/news",
    "/packs",
    f"/experiment/{TIMED}",
    f"/experiment/{ASKING}",
    "/world",
    "/world/meadow",
    "/world/no-such-level",
    "/leaderboards",
    "/stats",
    "/research",
    "/experiments",
    "/account",
    "/account/reset/x/y",
    "/nowhere",
    "/play/no-such-board",
    "/map/no-such-board",
    "/maker/no-such-board",
    "/packs/no-such-pack",
    "/packs/first-steps",
]


@pytest.mark.many
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.usefixtures("arranged")
def test_no_page_has_a_barrier(theme: str, width: int, visit: Any) -> None:
    page = visit(viewport={"width": width, "height": 844}, color_scheme=theme)
    page.context.add_init_script(WATCH_SHIFTS)
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text) if is_policy(message.text) else None)
    for address in PAGES:
        page.goto(address)
        page.wait_for_function(SHOWN)
        page.wait_for_timeout(300)
        found += [f"{address} ({width}, {theme}): {barrier}" for barrier in barriers(page)]
        told = shifts(page) + small_targets(page) + too_wide(page)
        if width < 400:
            page.set_viewport_size({"width": NARROWEST, "height": 844})
            told += too_wide(page)
            page.set_viewport_size({"width": width, "height": 844})
        found += [f"{address} ({width}, {theme}): {one}" for one in told]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", [(1280, 800), (1000, 700), (390, 844)], ids=str)
def test_a_tall_board_covers_nothing(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("/play/blocks-way-up")
    page.locator(".board [data-piece]").first.wait_for()
    board = page.locator(".board > svg").bounding_box()
    for other in (".below", ".head h1", ".thread .words"):
        box = page.locator(other).first.bounding_box()
        beside = box["x"] >= board["x"] + board["width"] or box["x"] + box["width"] <= board["x"]
        over = box["y"] >= board["y"] + board["height"] or box["y"] + box["height"] <= board["y"]
        assert beside or over, f"the board {board} lies on {other} {box}"


def is_policy(text: str) -> bool:
    return "Content Security Policy" in text


def test_links_are_followed_without_loading_and_back_works(page: Any) -> None:
    page.goto("/")
    page.evaluate("window.stays = true")
    page.get_by_role("link", name="Packs").click()
    page.get_by_role("heading", name="Packs").wait_for()
    page.go_back()
    page.locator(".day .button").wait_for()
    assert page.evaluate("window.stays === true")


def test_back_returns_to_the_place_in_the_gallery(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/?sort=par")
    page.locator(".cards .line", has_text="par ").first.wait_for()
    page.evaluate("scrollTo(0, 900)")
    page.wait_for_function("() => history.state?.scrolled > 800")
    seen = page.locator(".cards a").evaluate_all(
        "links => links.findIndex(link => link.getBoundingClientRect().y > 100)"
    )
    page.locator(".cards a").nth(seen).click()
    page.locator(".board").first.wait_for()
    assert page.evaluate("scrollY") == 0
    page.go_back()
    page.wait_for_function("() => scrollY > 800")
    page.reload()
    page.wait_for_function("() => scrollY > 800")


def test_the_gallery_filters_by_family_and_searches(page: Any) -> None:
    page.goto("/")
    page.get_by_role("button", name="Coroutine", exact=True).click()
    page.wait_for_url("**family=coroutine**")
    page.wait_for_function(
        """() => {
            const lines = [...document.querySelectorAll('.cards .line')];
            return lines.length > 0 && lines.every((line) => /Coroutine/.test(line.textContent));
        }"""
    )
    page.goto("/?search=")
    page.locator(".cards li").first.wait_for()
    page.get_by_role("searchbox").fill("panguru")
    page.wait_for_function(
        """() => {
            const found = document.querySelectorAll('.cards li').length;
            return found > 0 && found < 6;
        }"""
    )
    assert "anguru" in page.locator(".cards .title").first.inner_text()
    page.get_by_role("searchbox").fill("no board is called like this")
    page.get_by_text("No boards found").wait_for()


def test_the_site_speaks_french(page: Any) -> None:
    page.goto("/play/blocks-gar-1")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Français").click()
    page.get_by_role("button", name="Indice").wait_for()
    assert page.locator("html").get_attribute("lang") == "fr"
    page.reload()
    page.get_by_role("button", name="Indice").wait_for()


def test_a_theme_that_was_chosen_is_kept(page: Any) -> None:
    page.goto("/")
    page.get_by_role("button", name="Dark theme").click()
    page.locator('html[data-theme="dark"]').wait_for()
    page.reload()
    page.get_by_role("button", name="Light theme").wait_for()


@pytest.mark.many
@pytest.mark.usefixtures("arranged")
def test_every_link_leads_somewhere(page: Any) -> None:
    """From the first page on each page is opened; of boards and maps three, the others are asked for."""
    waiting, seen, opened = ["/"], {"/"}, Counter[str]()
    broken = []
    while waiting:
        address = waiting.pop(0)
        kind, _, name = address.split("?")[0].strip("/").partition("/")
        if kind in ("api", "admin"):
            status = page.request.get(address).status
            broken += [f"{address}: {status}"] if status >= 400 else []
            continue
        opened[kind] += 1
        if kind in ("play", "map", "maker") and name and opened[kind] > 3:
            if page.request.get(f"/api/v1/boards/{name}").status != 200:
                broken.append(f"{address}: there is no such board")
            continue
        answer = page.goto(address)
        page.wait_for_function(SHOWN)
        if answer.status >= 400 or page.locator(".page.lost").count():
            broken.append(f"{address}: {answer.status}, {page.title()}")
        page.wait_for_timeout(200)
        links = page.evaluate(LINKS)
        new = [link for link in dict.fromkeys(links) if link not in seen]
        seen.update(new)
        waiting += new
    assert not broken, "\n".join(broken)
    assert opened.keys() >= {"", "play", "map", "maker", "packs", "rules", "news", "leaderboards", "research"}


@pytest.mark.parametrize("family", ["pebbles", "blocks", "ricochet", "coroutine"])
def test_the_first_lesson_of_each_family_can_be_played(page: Any, family: str) -> None:
    page.goto(f"/rules/{family}")
    lesson = page.locator(".lesson")
    lesson.locator("[data-piece]").first.wait_for()
    for _ in range(12):
        lesson.locator(".says p").wait_for()
        if lesson.get_by_text("Solved.").count():
            return
        told = lesson.locator(".says").inner_text()
        hinted = lesson.locator("[data-piece]:has(.pulse)")
        if lesson.get_by_role("button", name="Pass").count():
            lesson.get_by_role("button", name="Pass").click()
        else:
            hinted.press("Enter")
            lesson.locator("[data-stop]").first.wait_for()
            move = told.rsplit(":", 1)[-1].strip(" .")
            lesson.locator(f'[data-stop="{move}"]').press("Enter")
        page.wait_for_function("told => document.querySelector('.says')?.innerText !== told", arg=told)
        page.wait_for_timeout(100)
    raise AssertionError("the lesson does not end")
