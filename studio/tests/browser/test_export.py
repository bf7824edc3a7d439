"""A board as one file: it plays from the disk, with the engine in the page, and asks nothing of anybody."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import clew
import clew_studio
from clew.cli.main import main
from clew.puzzles.base import EnginePuzzle
from tests.browser.measuring import WCAG, barriers

ROOT = Path(__file__).resolve().parents[3]
MOST_BYTES = 600_000
MOST_OF_A_GAME = 650_000
"""The engine of PuzzleScript games is built for speed (docs/fast.md)."""

BOARDS = {
    "blocks": "blocks/gar-1",
    "coroutine": "coroutine/bailey-1",
    "pebbles": "pebbles/triangle-of-four",
    "ricochet": "ricochet/thin-walls",
}

GAME = "puzzlescript/store-1"
"""A board that is played by keys."""
STORE = ROOT / "examples/games/store.txt"
"""A game with two levels."""


def load(name: str) -> EnginePuzzle:
    return clew.load(ROOT / f"boards/{name}.toml")


@pytest.fixture(scope="session")
def base_url() -> None:
    """No server: that is the point."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The garage as a file."""
    path = tmp_path_factory.mktemp("export") / "garage.html"
    clew_studio.export(load(BOARDS["blocks"]), path)
    return path


@pytest.fixture
def playing(page: Any, file: Path) -> Any:
    """The page of that file, once its moves are known."""
    return opened(page, file)


def opened(page: Any, path: Path) -> Any:
    page.goto(path.as_uri())
    page.locator("[data-piece]").first.wait_for()
    page.locator('[aria-label$="can move"], [aria-label*="peut"]').first.wait_for()
    return page


def hinted(page: Any) -> str:
    """The move that the third level of a hint names."""
    for level in (1, 2, 3):
        page.get_by_role("button", name="Hint").click()
        page.locator(f".bar i.full >> nth={level - 1}").wait_for(state="attached")
    found = re.search(r"(\S+)\.$", page.locator(".notice strong").inner_text())
    assert found
    return found[1]


def make(page: Any, move: str) -> None:
    """Makes a move with the keyboard: picks up each piece until one can be put down where the move says."""
    made = page.locator("[data-step]").count()
    stop = page.locator(f'[data-stop="{move}"]')
    for piece in page.locator('[data-piece][aria-label$="can move"]').all():
        piece.press("Enter")
        if stop.count():
            stop.press("Enter")
            break
        piece.press("Escape")
    else:
        page.get_by_role("button", name="Pass").click()
    page.locator("[data-step]").nth(made).wait_for()


def test_the_file_is_small_and_asks_for_nothing(page: Any, file: Path) -> None:
    asked: list[str] = []
    page.context.set_offline(True)
    page.on("request", lambda request: asked.append(request.url))
    opened(page, file)
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("Move piece").first.wait_for()
    assert [url for url in asked if not url.startswith("blob:")] == [file.as_uri()]
    assert file.stat().st_size <= MOST_BYTES


@pytest.mark.many
@pytest.mark.parametrize("family", BOARDS)
def test_hints_lead_to_the_end_in_the_fewest_moves(page: Any, tmp_path: Path, family: str) -> None:
    puzzle = load(BOARDS[family])
    clew_studio.export(puzzle, tmp_path / "board.html")
    opened(page, tmp_path / "board.html")
    for _ in range(puzzle.par or 0):
        make(page, hinted(page))
    page.get_by_text("Solved at par").first.wait_for()
    moves = page.locator("[data-step]").all_inner_texts()
    assert clew.verify(puzzle, moves).solved


SLOW_RULES = """
    const Plain = Worker;
    const held = [];
    let [isFirst, isHeld] = [true, true];
    globalThis.release = () => {
        isHeld = false;
        held.splice(0).forEach(send => send());
    };
    globalThis.Worker = class extends Plain {
        slow = isFirst;
        constructor(...given) {
            super(...given);
            isFirst = false;
        }
        postMessage(...given) {
            if (this.slow && isHeld) held.push(() => super.postMessage(...given));
            else super.postMessage(...given);
        }
    };
"""
"""The worker that says what is legal, the first of a page, hears nothing before `release`."""


@pytest.mark.parametrize("button", ["Hint", "Show solution"])
def test_help_may_be_asked_for_before_the_moves_are_known(page: Any, file: Path, button: str) -> None:
    page.add_init_script(SLOW_RULES)
    page.goto(file.as_uri())
    page.get_by_role("button", name=button).click()
    assert page.locator('[aria-label$="can move"]').count() == 0
    page.evaluate("() => release()")
    if button == "Hint":
        page.get_by_text("Move piece").first.wait_for()
        assert page.locator(".bar i.full").count() == 1
    else:
        page.get_by_role("button", name="Go to the end").wait_for()


def test_a_drag_undo_redo_and_restart(playing: Any) -> None:
    piece = playing.locator('[data-piece="B"]')
    box = piece.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    playing.mouse.move(*middle)
    playing.mouse.down()
    playing.mouse.move(middle[0] + box["width"], middle[1], steps=5)
    playing.mouse.up()
    playing.locator("[data-step]").get_by_text(re.compile("BR")).wait_for()
    playing.get_by_role("button", name="Undo").click()
    steps(playing, 0)
    playing.get_by_role("button", name="Redo").click()
    steps(playing, 1)
    playing.get_by_role("button", name="Restart").click()
    steps(playing, 0)


def test_the_distance_and_a_solution_are_shown(playing: Any) -> None:
    playing.get_by_role("switch", name="Show distance to the goal").click()
    playing.get_by_text("8 to go").wait_for()
    playing.get_by_role("button", name="Show solution").click()
    playing.get_by_role("button", name="Go to the end").click()
    playing.get_by_text("8 / 8").wait_for()
    moves = playing.locator("[data-step]").all_inner_texts()
    assert clew.verify(load(BOARDS["blocks"]), moves).solved
    playing.get_by_role("button", name="Keep playing").click()
    steps(playing, 0)


def test_french_and_dark(playing: Any) -> None:
    playing.get_by_role("button", name="Français").click()
    playing.get_by_text("Amenez le bloc A à la sortie.").wait_for()
    playing.get_by_role("button", name="Indice").click()
    playing.get_by_text("Déplacez la pièce").first.wait_for()
    playing.get_by_role("button", name="Thème sombre").click()
    playing.locator('html[data-theme="dark"]').wait_for()
    assert barriers(playing, WCAG) == []


@pytest.mark.parametrize("width", [390, 1440])
def test_everybody_can_use_it(playing: Any, width: int) -> None:
    playing.set_viewport_size({"width": width, "height": 850})
    assert barriers(playing, WCAG) == []
    assert playing.evaluate("document.documentElement.scrollWidth") <= width


def test_several_boards_in_one_file(page: Any, tmp_path: Path) -> None:
    path = tmp_path / "pack.html"
    clew_studio.export([load(BOARDS["coroutine"]), load(BOARDS["blocks"])], path, title="Two boards")
    opened(page, path)
    page.get_by_role("heading", name="Two boards").wait_for()
    page.get_by_role("button", name="2: Garage at noon").click()
    page.locator('[data-piece="B"]').wait_for()


@pytest.fixture
def game(page: Any, tmp_path: Path) -> Any:
    """A level in PuzzleScript, offline, once its moves are known."""
    clew_studio.export(load(GAME), tmp_path / "game.html")
    page.context.set_offline(True)
    return opened_game(page, tmp_path / "game.html")


def opened_game(page: Any, path: Path) -> Any:
    page.goto(path.as_uri())
    page.locator(".pad").wait_for()
    assert path.stat().st_size <= MOST_OF_A_GAME
    return page


def sprites(page: Any) -> str:
    return str(page.locator("svg .swiped").inner_html())


def steps(page: Any, count: int) -> None:
    page.wait_for_function("count => document.querySelectorAll('[data-step]').length === count", arg=count)


def test_hints_lead_to_the_end_of_a_game(game: Any) -> None:
    puzzle = load(GAME)
    words = []
    for made in range(puzzle.par or 0):
        for level in (1, 2, 3):
            game.get_by_role("button", name="Hint").click()
            game.locator(f".bar i.full >> nth={level - 1}").wait_for(state="attached")
            words.append(game.locator(".notice strong").inner_text())
        game.locator(".pad .lit").click()
        steps(game, made + 1)
    game.get_by_text("Solved at par").first.wait_for()
    assert words[0] == "Press an arrow key."
    moves = game.locator("[data-step]").all_inner_texts()
    assert words[2::3] == [f"Press the {move} key." for move in moves]
    assert clew.verify(puzzle, moves).solved


def test_a_game_says_what_its_rules_say(page: Any, tmp_path: Path) -> None:
    rule = "[ > Player | Crate ] -> [ > Player | > Crate ]"
    speaking = f"[ left Player | Wall ] -> cancel message Not there.\n{rule} message Heave ho!"
    text = STORE.read_text(encoding="utf-8").replace(rule, speaking)
    clew_studio.export(clew.PuzzleScript(text), tmp_path / "game.html")
    opened_game(page, tmp_path / "game.html")
    said = page.get_by_role("dialog", name="Message of the game")
    # Once the page knows what is legal, it knows what a key asks for that is not.
    page.get_by_role("button", name="Down", exact=True).click()
    steps(page, 1)
    page.keyboard.press("ArrowLeft")
    said.get_by_text("Not there.").wait_for()
    page.get_by_role("button", name="Keep playing").click()
    said.wait_for(state="detached")
    page.keyboard.press("ArrowRight")
    said.get_by_text("Heave ho!").wait_for()
    steps(page, 2)
    page.keyboard.press("u")
    said.wait_for(state="detached")
    steps(page, 2)


def test_a_game_hears_keys_and_swipes(game: Any) -> None:
    start = sprites(game)
    solution = clew.solve(load(GAME)).moves
    assert solution
    game.keyboard.press(f"Arrow{str(solution[0]).capitalize()}")
    steps(game, 1)
    moved = sprites(game)
    assert moved != start
    game.keyboard.press("u")
    steps(game, 0)
    assert sprites(game) == start
    box = game.locator("svg .swiped").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    across, down = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}[str(solution[0])]
    game.mouse.move(x, y)
    game.mouse.down()
    game.mouse.move(x + 80 * across, y + 80 * down, steps=4)
    game.mouse.up()
    steps(game, 1)
    assert sprites(game) == moved
    game.keyboard.press("Shift+R")
    steps(game, 0)
    game.get_by_role("button", name="Show solution").click()
    game.get_by_role("button", name="Go to the end").click()
    game.get_by_text(f"{len(solution)} / {len(solution)}").wait_for()


def test_keys_that_come_faster_than_the_engine_are_all_made(game: Any) -> None:
    solution = clew.solve(load(GAME)).moves
    assert solution
    game.evaluate(
        """keys => keys.forEach(key => document.body.dispatchEvent(
            new KeyboardEvent("keydown", {key, bubbles: true, composed: true})))""",
        [f"Arrow{str(move).capitalize()}" for move in solution],
    )
    game.get_by_text("Solved at par").first.wait_for()
    assert game.locator("[data-step]").all_inner_texts() == solution


def test_all_levels_of_a_game_in_one_file(page: Any, tmp_path: Path) -> None:
    path = tmp_path / "store.html"
    assert main(["export", str(STORE), "-o", str(path), "--title", "Two stores"]) == 0
    levels = [clew.load(f"{STORE}#{number}") for number in (1, 2)]
    opened_game(page, path)
    page.get_by_role("button", name="Français").click()
    for number, level in enumerate(levels, 1):
        page.get_by_role("button", name=re.compile(f"^{number}: ")).click()
        solution = clew.solve(level).moves
        assert solution
        for made, move in enumerate(solution, 1):
            page.keyboard.press(f"Arrow{str(move).capitalize()}")
            steps(page, made)
        page.get_by_text("Résolu", exact=False).first.wait_for()
    assert barriers(page, WCAG) == []


def test_a_game_of_chance_can_be_played_and_says_why_it_has_no_hints(page: Any, tmp_path: Path) -> None:
    rule = "[ > Player | Crate ]"
    chance = STORE.read_text().replace(rule, f"random [ Wall ] -> [ Wall ]\n{rule}", 1)
    (tmp_path / "chance.txt").write_text(chance)
    clew_studio.export(clew.load(f"{tmp_path / 'chance.txt'}#1"), tmp_path / "chance.html")
    opened_game(page, tmp_path / "chance.html")
    page.keyboard.press("ArrowRight")
    steps(page, 1)
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("leaves something to chance").first.wait_for()


@pytest.mark.parametrize("width", [390, 1440])
def test_everybody_can_play_a_game(game: Any, width: int) -> None:
    game.set_viewport_size({"width": width, "height": 850})
    assert barriers(game, WCAG) == []
    assert game.evaluate("document.documentElement.scrollWidth") <= width


@pytest.fixture(scope="module")
def hundred(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hundred boards in one file."""
    path = tmp_path_factory.mktemp("hundred") / "hundred.html"
    text = load(BOARDS["blocks"]).to_toml()
    boards = [clew.parse(text.replace("Garage at noon", f"Garage {number}")) for number in range(1, 100)]
    clew_studio.export([*boards, load(BOARDS["pebbles"])], path, title="A hundred")
    return path


def test_many_boards_are_a_list_in_which_one_is_found(page: Any, hundred: Path) -> None:
    opened(page, hundred)
    boards = page.get_by_role("navigation", name="Boards")
    assert boards.get_by_role("listitem").count() == 100
    boards.get_by_role("searchbox").fill("42")
    boards.get_by_role("button", name="Garage 42").click()
    page.get_by_role("heading", name="Garage 42").wait_for()
    assert boards.get_by_role("listitem").count() == 1
    title = load(BOARDS["pebbles"]).title or ""
    boards.get_by_role("searchbox").fill(title.upper())
    boards.get_by_role("button", name=f"100 {title}").click()
    page.locator('[data-piece][aria-label$="can move"]').first.wait_for()
    assert barriers(page, WCAG) == []


def test_moves_and_solved_boards_are_there_after_a_reload(page: Any, hundred: Path) -> None:
    opened(page, hundred)
    page.get_by_role("searchbox").fill("7")
    page.get_by_role("button", name=re.compile("^7 Garage 7")).click()
    page.get_by_role("heading", name="Garage 7").wait_for()
    page.get_by_role("searchbox").fill("")
    for move in clew.solve(load(BOARDS["blocks"])).moves or ():
        page.locator('[data-piece][aria-label$="can move"]').first.wait_for()
        make(page, str(move))
    page.get_by_text("Solved at par").first.wait_for()
    page.get_by_role("button", name="Next board").click()
    page.get_by_role("heading", name="Garage 8").wait_for()
    page.locator('[data-piece][aria-label$="can move"]').first.wait_for()
    make(page, "BR1")
    page.reload()
    page.get_by_role("heading", name="Garage 8").wait_for()
    page.locator("[data-step]").get_by_text("BR1").wait_for()
    page.get_by_text("1 of 100 solved").wait_for()
    assert page.get_by_role("button", name=re.compile("7 Garage 7 .*solved")).count() == 1
    assert page.get_by_role("button", name=re.compile("8 Garage 8 .*begun")).count() == 1


def test_a_list_of_boards_opens_above_the_board_on_a_phone(page: Any, hundred: Path) -> None:
    page.set_viewport_size({"width": 390, "height": 850})
    opened(page, hundred)
    page.get_by_role("button", name="1. Garage 1").click()
    assert barriers(page, WCAG) == []
    page.get_by_role("button", name=re.compile("^3 Garage 3")).click()
    page.get_by_role("heading", name="Garage 3").wait_for()
    assert not page.get_by_role("searchbox").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
