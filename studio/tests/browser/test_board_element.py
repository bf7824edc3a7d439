"""`<clew-board>` in pages of other people, from a plain server and from the disk."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import clew
import clew_studio
from clew_studio.pages.content import content
from clew_studio.pages.element import inline
from tests.browser.measuring import WCAG, barriers
from tests.browser.test_export import BOARDS, GAME, load

MOST_BYTES = dict.fromkeys(BOARDS, 270_000) | {"puzzlescript": 470_000}
"""What one board may cost a reader, compressed: the script and the engine of a family.

That of games is built for speed.
"""

BLOG = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; connect-src 'self'; img-src 'self';
  style-src 'unsafe-inline'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:">
<title>A blog</title>
<link rel="icon" href="icon.svg">
<style>
  * { letter-spacing: 4px; box-sizing: content-box; }
  body { font: 30px/3 serif; color: navy; background: #dfe; text-align: right; direction: rtl; }
  button, svg, h2, p { border: 5px solid red !important; background: lime !important; display: none; }
</style>
<script defer src="clew-board.js"></script>
</head>
<body>
<h1>A blog</h1>
<clew-board id="garage" src="garage.json"></clew-board>
<clew-board id="pair" src="pair.json" lang="fr" theme="dark"></clew-board>
</body>
</html>
"""

LISTEN = """
window.heard = [];
for (const name of ["ready", "change", "hint", "solved", "error"])
  document.addEventListener(`clew-${name}`, ({target, detail}) => heard.push([target.id, name, detail]));
"""


KNOWN = """() => garage.solved || garage.shadowRoot.querySelector('[aria-label$="can move"]') !== null"""
"""Whether the engine has said what can be done in the position."""


class Quiet(SimpleHTTPRequestHandler):
    """A plain server of files that prints nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def base_url() -> None:
    """No studio: that is the point."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a blog with two boards."""
    folder = tmp_path_factory.mktemp("blog")
    clew_studio.export([load(BOARDS["blocks"]), load(BOARDS["coroutine"])], folder)
    clew_studio.export(load(BOARDS["blocks"]), folder / "garage.json")
    clew_studio.export(load(BOARDS["coroutine"]), folder / "pair.json")
    (folder / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "blog.html").write_text(BLOG)
    with served(folder) as address:
        yield address


@pytest.fixture
def blog(page: Any, site: str) -> Any:
    """The blog, with both boards ready; `heard` lists their events."""
    page.add_init_script(LISTEN)
    page.goto(f"{site}/blog.html")
    for name in ("garage", "pair"):
        page.locator(f"#{name}").scroll_into_view_if_needed()
        page.wait_for_function(
            "name => heard.some(([id, what]) => id === name && what === 'ready')", arg=name
        )
    return page


def heard(page: Any, board: str, name: str) -> list[Any]:
    return list(
        page.evaluate(
            "wanted => heard.filter(one => wanted.every((word, at) => one[at] === word)).map(one => one[2])",
            [board, name],
        )
    )


def hinted(page: Any) -> str:
    """The move of the third level, from the words of the event."""
    page.evaluate("async () => { const board = garage; for (let i = 0; i < 3; i++) await board.hint(); }")
    return str(heard(page, "garage", "hint")[-1]["text"]).rstrip(".").split()[-1]


def make(page: Any, move: str) -> None:
    """Makes a move with the keyboard."""
    piece = page.locator(f'#garage [data-piece="{move[0]}"]')
    before = page.evaluate("garage.moves.length")
    piece.press("Enter")
    page.locator(f'#garage [data-stop="{move}"]').press("Enter")
    page.wait_for_function("before => garage.moves.length > before", arg=before)
    page.wait_for_function(KNOWN)


def test_two_boards_keep_to_themselves(blog: Any) -> None:
    button = "id => getComputedStyle(document.getElementById(id).shadowRoot.querySelector('.bar button'))"
    for name in ("garage", "pair"):
        look = blog.evaluate(
            f"id => (s => [s.display, s.borderTopWidth, s.letterSpacing, s.direction])(({button})(id))", name
        )
        assert look[:2] == ["flex", "1px"]
        assert look[2] != "4px"
        assert look[3] == "ltr"
    boxes = "[garage, pair].map(board => board.shadowRoot.querySelector('.clew'))"
    themes = blog.evaluate(f"{boxes}.map(box => [box.lang, box.dataset.theme])")
    assert themes == [["en", "light"], ["fr", "dark"]]
    assert blog.locator("#garage").get_by_text("Bring block A to the gate.").count() == 1
    assert blog.locator("#pair").get_by_text("des deux pièces sur la cible.").count() == 1
    outside = "[document.documentElement.lang, document.documentElement.dataset.theme ?? null]"
    assert blog.evaluate(outside) == ["en", None]
    assert blog.evaluate("localStorage.length") == 0


def test_no_request_leaves_the_site(page: Any, site: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.add_init_script(LISTEN)
    page.goto(f"{site}/blog.html")
    page.wait_for_function("() => heard.length > 0")
    assert all(url.removeprefix("blob:").startswith(f"{site}/") for url in asked)
    assert f"{site}/clew-board-blocks.js" in asked
    assert f"{site}/clew-board-ricochet.js" not in asked


def test_hints_lead_to_the_goal_and_the_page_hears_of_it(blog: Any) -> None:
    puzzle = load(BOARDS["blocks"])
    for _ in range(puzzle.par or 0):
        make(blog, hinted(blog))
    blog.wait_for_function("() => garage.solved")
    (solved,) = heard(blog, "garage", "solved")
    assert (solved["length"], solved["par"], solved["helped"]) == (puzzle.par, puzzle.par, True)
    assert clew.verify(puzzle, solved["moves"]).solved
    assert heard(blog, "pair", "change") == []


def test_moves_can_be_undone_from_the_page(blog: Any) -> None:
    make(blog, "BR1")
    blog.evaluate("garage.undo()")
    blog.evaluate("garage.redo()")
    blog.evaluate("garage.restart()")
    changes = [(one["by"], one["move"], one["moves"]) for one in heard(blog, "garage", "change")]
    assert changes == [
        ("move", "BR1", ["BR1"]),
        ("undo", "BR1", []),
        ("redo", "BR1", ["BR1"]),
        ("restart", None, []),
    ]
    assert blog.evaluate("[garage.moves, garage.length, garage.solved]") == [[], 0, False]


def test_attributes_and_boards_can_change(blog: Any) -> None:
    blog.evaluate("garage.setAttribute('theme', 'dark'); garage.lang = 'fr'")
    blog.locator("#garage").get_by_text("Amenez le bloc A à la sortie.").wait_for()
    assert blog.evaluate("garage.shadowRoot.querySelector('.clew').dataset.theme") == "dark"
    blog.evaluate("async () => { garage.data = await (await fetch('pair.json')).json(); }")
    blog.locator("#garage").get_by_text("des deux pièces sur la cible.").wait_for()


def test_what_is_wrong_is_said(blog: Any) -> None:
    blog.evaluate("garage.src = ''; garage.setAttribute('src', 'nowhere.json')")
    blog.locator("#garage").get_by_role("alert").get_by_text("nowhere.json: 404").wait_for()
    blog.evaluate("garage.data = {format: 99, boards: [{}]}")
    blog.locator("#garage").get_by_role("alert").get_by_text("this script reads 2").wait_for()
    assert len(heard(blog, "garage", "error")) == 2


def test_the_example_plays_from_the_disk(page: Any, tmp_path: Path) -> None:
    clew_studio.export([load(BOARDS["blocks"]), load(BOARDS["pebbles"])], tmp_path)
    page.context.set_offline(True)
    page.goto((tmp_path / "example.html").as_uri())
    page.locator('clew-board [aria-label$="can move"]').first.wait_for()
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("Move piece").first.wait_for()
    page.get_by_role("button", name="2: ").click()
    page.locator('clew-board [aria-label$="can move"]').first.wait_for()


@pytest.mark.parametrize("width", [390, 1440])
def test_everybody_can_use_it(page: Any, tmp_path: Path, width: int) -> None:
    clew_studio.export(load(BOARDS["blocks"]), tmp_path)
    page.set_viewport_size({"width": width, "height": 850})
    page.goto((tmp_path / "example.html").as_uri())
    page.locator('clew-board [aria-label$="can move"]').first.wait_for()
    assert [fault for fault in barriers(page, WCAG) if not fault.startswith("landmark")] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_keys_go_to_the_board_that_was_touched_last(page: Any, tmp_path: Path) -> None:
    boards = inline(content([load(GAME)]))
    clew_studio.export(load(GAME), tmp_path)
    (tmp_path / "two.html").write_text(
        f'<!doctype html><script defer src="clew-board.js"></script><input>{boards}{boards}'
    )
    page.goto((tmp_path / "two.html").as_uri())
    shown = page.locator("clew-board")
    for number in (0, 1):
        shown.nth(number).scroll_into_view_if_needed()
        shown.nth(number).get_by_role("button", name="Right").wait_for()
    made = "[...document.querySelectorAll('clew-board')].map((board) => board.moves.length)"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(made) == [0, 0]
    shown.nth(1).get_by_role("heading").first.click()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"() => {made}[1] === 1")
    page.locator("input").focus()
    page.keyboard.press("ArrowRight")
    shown.nth(0).get_by_role("heading").first.click()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"() => {made}[0] === 1")
    page.keyboard.press("u")
    page.wait_for_function(f"() => {made}[0] === 0")
    assert page.evaluate(made) == [0, 1]


@pytest.mark.parametrize("family", [*BOARDS, "puzzlescript"])
def test_a_board_costs_little_to_load(tmp_path: Path, family: str) -> None:
    clew_studio.export(load(BOARDS.get(family, GAME)), tmp_path)
    sizes = [len(gzip.compress(script.read_bytes())) for script in tmp_path.glob("*.js")]
    assert len(sizes) == 2
    assert sum(sizes) <= MOST_BYTES[family]
