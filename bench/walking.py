"""Pages to walk in a map: how large the file is, how soon it opens, answers the pointer and draws.

The page itself measures how soon it answers the pointer (`performance.measure`).
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import clew
from bench.measure import percentile
from bench.table import Table, time_of
from clew.maps import page as pages
from clew.maps.walk import walk

BOARDS = ("blocks/gar-1", "blocks/rush-51", "blocks/huarong-dao-slides")
WIDTH, HEIGHT = 1440, 900
POINTS = 60
DRAG = """async count => {
    const stage = document.querySelector('.stage'), box = stage.getBoundingClientRect();
    const send = (kind, x) => stage.dispatchEvent(new PointerEvent(kind, {
        pointerId: 1, pointerType: 'touch', clientX: box.x + x, clientY: box.y + 300, bubbles: true }));
    stage.setPointerCapture = () => {};
    const next = () => new Promise(requestAnimationFrame), times = [];
    send('pointerdown', 100);
    for (let n = 0, before = await next(); n < count; n++) {
        send('pointermove', 110 + 3 * n);
        const now = await next();
        times.push(now - before);
        before = now;
    }
    send('pointercancel', 0);
    return times;
}"""
"""Drags the map a little for every frame; the milliseconds between frames."""


def walking(quick: bool) -> list[Table]:
    """A row for each board; no table if there is no browser, or if the page is not built."""
    chromium = os.environ.get("CLEW_CHROMIUM") or shutil.which("chromium")
    if chromium is None or not (pages.BUILT / "map.js").is_file():
        return []
    from playwright.sync_api import sync_playwright

    rows: list[list[str]] = []
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for board in BOARDS[: 1 if quick else None]:
            rows.append(_row(browser, board, Path(folder) / "map.html"))
        browser.close()
    heads = ("board", "states", "data", "file", "written in", "opens in", "hover", "hover p99", "frame")
    note = (
        f"`clew map -o map.html` in Chromium, {WIDTH} x {HEIGHT}. *data*: what the studio sends: places, "
        "moves and all boards. *hover*: from the pointer to the frame with the board there. *frame*: between "
        "two frames while the map is moved, 16.7 ms at best; without a graphics card, on the processor."
    )
    return [Table("Walking in maps", heads, rows, note)]


def _row(browser: Any, board: str, path: Path) -> list[str]:
    space = clew.explore(clew.load(f"boards/{board}.toml"))
    began = perf_counter()
    space.draw(path)
    written = perf_counter() - began
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    began = perf_counter()
    page.goto(path.as_uri())
    page.locator(".stage").wait_for()
    opened = perf_counter() - began
    box = page.locator(".stage").bounding_box()
    hovers = [_hover(page, box, number) for number in range(POINTS)]
    frames = [seconds / 1e3 for seconds in page.evaluate(DRAG, POINTS)]
    page.close()
    sizes = [f"{size / 1e3:.0f} kB" for size in (len(walk(space)), path.stat().st_size)]
    times = [written, opened, median(hovers), percentile(hovers, 0.99), median(frames)]
    return [board, f"{space.n:,}", *sizes, *map(time_of, times)]


def _hover(page: Any, box: dict[str, float], number: int) -> float:
    """Seconds from the pointer at a place to the frame that shows the board there."""
    x = box["x"] + box["width"] * (0.2 + 0.6 * (number * 0.618 % 1))
    y = box["y"] + box["height"] * (0.2 + 0.6 * (number * 0.383 % 1))
    page.mouse.move(x, y)
    page.wait_for_timeout(60)
    found: float = page.evaluate(
        "name => performance.getEntriesByName(name).at(-1)?.duration ?? 0", "clew-map-hover"
    )
    return found / 1e3
