"""What a visitor waits for: the first pages on a slow phone, and what a move and a win cost.

`python -m bench.pages` starts a site of its own and opens it in Chromium (CLEW_CHROMIUM names another) as a
phone does on a slow line: 150 ms to the server and back, 1.6 Mbit/s, a quarter of this machine's speed.
Each page is opened in a fresh browser profile; the figures are medians, with a star where a goal is missed.
The client must have been built. `--lighthouse` prints the scores of Lighthouse instead, which npx fetches; it
slows the browser down by itself, and its performance depends on how busy the machine is.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.browser.conftest import CHROMIUM, serving
from tests.browser.playing import by_click, settled, solution_of

RUNS = 5
LIGHTHOUSE = "lighthouse@12"
LATENCY_MS, BYTES_A_SECOND, SLOWER = 150, 1_600_000 // 8, 4
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "is_mobile": True,
    "has_touch": True,
    "locale": "en-GB",
}
PAGES = {
    "home": "/",
    "gallery": "/?sort=new",
    "play": "/play/blocks-gar-1",
    "map": "/map/blocks-gar-1",
    "maker": "/maker?family=blocks",
}
WON = "coroutine-bailey-3"
HINTED = "blocks-gar-1"
QUIET_MS = 2500
"""So long after the page has loaded it is asked for its figures."""

OBSERVE = """
    window.seen = {lcp: 0, fcp: 0, blocking: 0, shift: 0, answer: 0};
    const watch = (type, take, more = {}) =>
        new PerformanceObserver((list) => list.getEntries().forEach(take))
            .observe({type, buffered: true, ...more});
    watch('largest-contentful-paint', (entry) => (window.seen.lcp = entry.startTime));
    watch('longtask', (entry) => (window.seen.blocking += Math.max(0, entry.duration - 50)));
    watch('layout-shift', (entry) => (window.seen.shift += entry.hadRecentInput ? 0 : entry.value));
    watch(
        'event',
        (entry) => entry.interactionId && (window.seen.answer = Math.max(window.seen.answer, entry.duration)),
        {durationThreshold: 16},
    );
"""


class Opened(NamedTuple):
    """A page after it has been opened: seconds, seconds, shift, bytes, requests."""

    largest_paint: float
    blocking: float
    shift: float
    bytes: float
    requests: float


SHIFT = 0.01
_FIRST = Opened(largest_paint=2.0, blocking=0.2, shift=SHIFT, bytes=200_000, requests=15)
GOALS = {
    "home": _FIRST,
    "play": _FIRST,
    "map": Opened(2.0, 0.3, SHIFT, float("inf"), float("inf")),
    **dict.fromkeys(("gallery", "maker"), Opened(2.5, 0.3, SHIFT, float("inf"), float("inf"))),
}
"""At most so much."""
MOST_ANSWER_MS = 200
"""From a press to the next picture, however late what the server says about it comes."""


class Traffic:
    """Counts what a page asks for, as it travels: compressed, with headers."""

    def __init__(self, devtools: CDPSession) -> None:
        self.bytes, self.requests = 0.0, 0
        devtools.on("Network.requestWillBeSent", self._sent)
        devtools.on("Network.loadingFinished", self._came)

    def _sent(self, event: dict[str, Any]) -> None:
        self.requests += event["request"]["url"].startswith("http")

    def _came(self, event: dict[str, Any]) -> None:
        self.bytes += event["encodedDataLength"]


def slow_phone(browser: Browser, site: str, slower: int = SLOWER) -> tuple[Page, Traffic]:
    """A page of a new visitor, on a slow line."""
    page = browser.new_context(**PHONE, base_url=site).new_page()
    page.add_init_script(OBSERVE)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY_MS,
            "downloadThroughput": BYTES_A_SECOND,
            "uploadThroughput": BYTES_A_SECOND,
        },
    )
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return page, Traffic(devtools)


def opened(browser: Browser, site: str, address: str) -> Opened:
    page, traffic = slow_phone(browser, site)
    page.goto(address, wait_until="networkidle", timeout=60_000)
    page.wait_for_timeout(QUIET_MS)
    seen = page.evaluate("window.seen")
    page.context.close()
    return Opened(seen["lcp"] / 1000, seen["blocking"] / 1000, seen["shift"], traffic.bytes, traffic.requests)


def played(browser: Browser, site: str) -> tuple[float, dict[str, float]]:
    """The most requests of one move, and by how much the page jumps at a hint, a switch and a win."""
    page, traffic = slow_phone(browser, site, slower=1)
    page.goto(f"/play/{WON}", wait_until="networkidle", timeout=60_000)
    jumps: dict[str, float] = {}
    hint(page)
    jumps["a hint"] = jumped(page)
    switch(page)
    jumps["a switch"] = jumped(page)
    switch(page)  # the distance would be asked for with each move
    jumped(page)
    moves = solution_of(WON)
    asked = []
    for count, move in enumerate(moves, 1):
        before = traffic.requests
        if move.endswith("-"):
            page.locator(".notice .buttons").click()
        else:
            by_click(page, move)
        if count < len(moves):
            settled(page, count)
        page.wait_for_timeout(400)
        asked.append(traffic.requests - before)
    page.locator(".over a").first.wait_for()
    jumps["the moves and the win"] = jumped(page)
    page.context.close()
    return max(asked[:-1]), jumps


def hint(page: Page) -> None:
    """Asks for a hint, and again: the first time it says what it costs."""
    for _ in range(2):
        page.locator(".controls .hint").click()
        page.wait_for_timeout(400)
    page.locator(".board .pulse").first.wait_for()


def switch(page: Page) -> None:
    """Turns the distance to the goal on or off."""
    page.locator(".controls .more").click()
    page.locator("#more [role=switch]").first.click()
    page.keyboard.press("Escape")


def jumped(page: Page) -> float:
    """By how much the page has jumped since it was last asked."""
    page.wait_for_timeout(QUIET_MS)
    return float(page.evaluate("() => { const was = seen.shift; seen.shift = 0; return was; }"))


PRESS = """
    async () => {
        const words = () => document.querySelector('.notice strong')?.textContent;
        const [before, began] = [words(), performance.now()];
        document.querySelector('.controls .hint').click();
        await new Promise((done) => {
            const seen = new MutationObserver(() => words() !== before && done());
            seen.observe(document.body, {childList: true, subtree: true, characterData: true});
        });
        return performance.now() - began;
    }
"""


def hinted(browser: Browser, site: str, runs: int) -> tuple[float, float]:
    """Seconds from a press on *Hint* until its words are there: on a phone, with the engine in the page; and
    milliseconds from the slowest of a game's presses until the page has changed.
    """
    found, answers = [], []
    for _ in range(runs):
        page, _ = slow_phone(browser, site)
        page.goto(f"/play/{HINTED}", wait_until="networkidle", timeout=60_000)
        page.locator(".controls .hint").click()
        page.wait_for_function("() => performance.getEntriesByName('clew:engine').length > 0")
        page.evaluate(PRESS)  # begins the game, for which the server is asked
        for count, move in enumerate(solution_of(HINTED)[:3], 1):
            by_click(page, move)
            settled(page, count)
            found.append(page.evaluate(PRESS) / 1000)
        answers.append(page.evaluate("seen.answer"))
        page.context.close()
    return float(median(found)), float(median(answers))


def share(seconds: float = 0.1) -> float:
    """The share of a processor core that a busy thread gets at the moment: what else runs takes the rest."""
    wall, used = time.perf_counter(), time.process_time()
    while time.process_time() - used < seconds:
        pass
    return seconds / (time.perf_counter() - wall)


def measure(browser: Browser, site: str, runs: int) -> None:
    shares = [share()]
    print(f"{'page':6} {'LCP s':>8} {'blocked ms':>11} {'CLS':>8} {'kB':>7} {'requests':>9}")
    print(shown("goal", GOALS["home"]))
    for name, address in PAGES.items():
        rows = [opened(browser, site, address) for _ in range(runs)]
        found = Opened(*(median(column) for column in zip(*rows, strict=True)))
        print(shown(name, found, GOALS.get(name)), flush=True)
        shares.append(share())
    print(f"meanwhile a busy thread got {100 * median(shares):.0f} % of a core")
    hint_s, answer_ms = hinted(browser, site, runs)
    print(f"a hint: {1000 * hint_s:.0f} ms (goal 50)")
    print(f"the slowest press of a game: {answer_ms:.0f} ms (goal {MOST_ANSWER_MS})")
    asked, jumps = played(browser, site)
    print(f"a move: {asked:.0f} requests at most (goal 1)")
    for what, shift in jumps.items():
        print(f"{what}: the page jumps by {shift:.4f} (goal: less than {SHIFT})")


def lighthouse(site: str, runs: int) -> None:
    """Prints the medians of Lighthouse's scores, on its slow phone."""
    kinds = ("performance", "accessibility", "best-practices")
    command = ["npx", "--yes", LIGHTHOUSE, "--quiet", "--output=json", f"--only-categories={','.join(kinds)}"]
    command.append("--chrome-flags=--headless=new --no-sandbox")
    print(f"{'page':8}" + "".join(f"{kind:>16}" for kind in kinds))
    for name, address in PAGES.items():
        rows = []
        for _ in range(runs):
            done = subprocess.run(
                [*command, site + address],
                env={**os.environ, "CHROME_PATH": CHROMIUM},
                capture_output=True,
                text=True,
                check=True,
            )
            found = json.loads(done.stdout)["categories"]
            rows.append([100 * found[kind]["score"] for kind in kinds])
        scores = [median(column) for column in zip(*rows, strict=True)]
        print(f"{name:8}" + "".join(f"{score:16.0f}" for score in scores), flush=True)


def shown(name: str, found: Opened, goal: Opened | None = None) -> str:
    """A line of the table; a star stands where a goal is missed."""
    cells = (
        (found.largest_paint, "7.2f"),
        (found.blocking * 1000, "10.0f"),
        (found.shift, "7.3f"),
        (found.bytes / 1000, "6.0f"),
        (found.requests, "8.0f"),
    )
    missed = [goal is not None and value > most for value, most in zip(found, goal or found, strict=True)]
    return f"{name:6} " + " ".join(
        f"{value:{form}}{'*' if late else ' '}" for (value, form), late in zip(cells, missed, strict=True)
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--lighthouse", action="store_true", help="the scores of Lighthouse")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as site, sync_playwright() as driver:
        if options.lighthouse:
            lighthouse(site, options.runs)
            return 0
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        measure(browser, site, options.runs)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
