"""Games as text: a source is pasted, corrected, painted, played by keys and swipes, solved and published."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import clew
from tests.browser.measuring import barriers, small_targets, too_wide
from tests.browser.playing import settled
from tests.browser.test_maker import sign_up

STORE = (Path(__file__).resolve().parents[3] / "examples/games/store.txt").read_text(encoding="utf-8")
HARD = """
##########
#P.......#
#.*.*.*..#
#..*.*.*.#
#........#
#.OOOOOO.#
#........#
##########
"""
STUCK = "\n######\n#*P.O#\n######\n"


def solution(level: int) -> list[str]:
    moves = clew.solve(clew.PuzzleScript(STORE, level)).moves
    assert moves
    return [*map(str, moves)]


def paste(page: Any, text: str) -> None:
    """A source in place of the sample, checked by the server."""
    page.goto("/games")
    source(page).wait_for()
    page.locator("[data-level='3']").wait_for()
    source(page).fill(text)


def source(page: Any) -> Any:
    return page.get_by_role("textbox", name="Source of the game").or_(
        page.get_by_role("textbox", name="Source du jeu")
    )


def answer(page: Any, level: int) -> Any:
    return page.locator(f"[data-level='{level}'] .answer")


def says(page: Any, level: int, words: str) -> None:
    """Waits for the answer; on a busy machine a level may need a job for it."""
    told = answer(page, level).get_by_text(words)
    told.or_(answer(page, level).get_by_text("Not known yet")).wait_for()
    if not told.count():
        page.get_by_role("button", name="Solve all levels").click()
        told.wait_for(timeout=60_000)


def begin(page: Any, level: int) -> None:
    page.get_by_role("button", name=f"Play level {level}").click()
    page.wait_for_url(re.compile(r"/play/.+"))
    page.get_by_role("group", name="Keys of the game").wait_for()


def test_an_error_is_seen_at_its_line_and_corrected(page: Any) -> None:
    paste(page, STORE)
    says(page, 1, "5 moves, proved")
    broken = STORE.replace("Player, Wall, Crate", "Player, Wal, Crate")
    line = 1 + broken.split("\n").index("Player, Wal, Crate")
    source(page).fill(broken)
    told = page.get_by_role("button", name=re.compile(rf"^Line {line}, column 9\b"))
    told.first.wait_for()
    assert source(page).get_attribute("aria-invalid") == "true"
    assert page.locator(".gutter rect.error").count() >= 1
    told.first.click()
    selected = page.evaluate(
        "() => { const a = document.activeElement; return a.value.slice(a.selectionStart, a.selectionEnd); }"
    )
    assert selected == "Wal"
    assert page.locator(".colours span.error").get_by_text("Wal", exact=True).count() == 1
    # The levels stay in view, as they were; nothing can be done with them.
    page.get_by_text("The levels below are as they were before.").wait_for()
    says(page, 1, "5 moves, proved")
    assert page.locator("[inert] [role=application]").count() == 1
    page.keyboard.type("Wall")
    page.get_by_role("status").get_by_text("No errors.").wait_for()
    page.wait_for_function("() => !document.querySelector('main [inert]')")
    says(page, 1, "5 moves, proved")
    says(page, 2, "7 moves, proved")


def test_a_file_is_opened_in_every_usual_encoding_and_refused_in_others(page: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    paste(page, STORE)
    for number, encoding in enumerate(("utf-8-sig", "utf-16")):
        path.write_bytes(STORE.replace("title The store", f"title Été {number}").encode(encoding))
        page.get_by_label("Upload a file").set_input_files(path)
        page.get_by_role("heading", name=f"Été {number}").wait_for()
    path.write_bytes(STORE.replace("title The store", "title Automne à midi").encode("latin-1"))
    page.get_by_label("Upload a file").set_input_files(path)
    page.get_by_text("not a text in UTF-8").wait_for()
    assert page.get_by_role("heading", name="Été 1").is_visible(), "what was written stays"


def test_a_level_is_played_by_keys_with_a_hint(page: Any) -> None:
    paste(page, STORE + STUCK)
    says(page, 3, "Cannot be solved, proved")
    begin(page, 1)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the hint").click()
    page.get_by_text("Press an arrow key.").first.wait_for()
    page.get_by_role("button", name="Hint").click()
    page.get_by_text(re.compile(r"Press the \w+ key\.")).first.wait_for()
    page.get_by_role("button", name="Hint").click()
    page.locator(".pad .lit").wait_for()
    page.locator("h1").first.click()
    for key in ("Down", "Right", "Left", "Up", "Right"):
        page.keyboard.press(f"Arrow{key}")
    # Faster than the server answers, and none is lost.
    page.wait_for_function("() => document.querySelector('.thread svg[aria-label]')")
    settled(page, 5)


def test_a_level_is_played_by_swipes_and_buttons(page: Any) -> None:
    paste(page, STORE)
    says(page, 2, "7 moves, proved")
    begin(page, 2)
    ways = {"right": (1, 0), "left": (-1, 0), "up": (0, -1), "down": (0, 1)}
    box = page.locator("section.play .board svg").first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    moves = solution(2)
    for count, way in enumerate(moves[:-2], 1):
        across, down = ways[way]
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 90 * across, y + 90 * down, steps=4)
        page.mouse.up()
        settled(page, count)
    for way in moves[-2:]:
        page.get_by_role("button", name=way.capitalize(), exact=True).click()
    page.locator(".over").wait_for()


LISTEN = """
window.heard = []; for (const kind of ['Oscillator', 'BufferSource']) {
  const make = AudioContext.prototype[`create${kind}`];
  AudioContext.prototype[`create${kind}`] = function () { heard.push(kind); return make.call(this); };
}
"""
SPEAKING = STORE.replace("SOUNDS\n", "SOUNDS\nsfx3 100002\nPlayer cantmove horizontal 100003\n").replace(
    "\nRULES\n",
    "\nRULES\n[ > Player | Crate ] -> sfx3 message Heave ho!\n"
    "[ left Player | Wall ] -> cancel message Not there.\n",
)
"""A push is a noise, a wall on the right is heard, and one on the left is spoken of."""


def test_what_rules_say_is_read_over_the_board_until_a_key(page: Any) -> None:
    page.add_init_script(LISTEN)
    paste(page, SPEAKING)
    says(page, 1, "5 moves, proved")
    begin(page, 1)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_text("Sound and vibration").click()
    page.locator("h1").first.click()
    said = page.get_by_role("dialog", name="Message of the game")
    page.keyboard.press("ArrowLeft")
    said.get_by_text("Not there.").wait_for()
    page.keyboard.press("ArrowRight")
    said.wait_for(state="detached")
    settled(page, 0)  # the key was for the message
    assert page.evaluate("heard") == []
    for count, key in enumerate(("Down", "Right"), 1):
        page.keyboard.press(f"Arrow{key}")
        if key == "Down":
            settled(page, count)
    said.get_by_text("Heave ho!").wait_for()
    settled(page, 2)  # the move is made
    assert page.evaluate("heard") == ["BufferSource"]
    assert barriers(page) == []
    page.mouse.click(5, 5)
    said.wait_for(state="detached")
    page.get_by_role("button", name="Undo").first.click()
    settled(page, 1)
    assert not said.count(), "what was said is not said again on the way back"


def test_the_message_of_the_winning_move_is_read_before_the_next_board_has_the_focus(page: Any) -> None:
    paste(page, STORE.replace("\nWINCONDITIONS", "\nlate [ Crate Target ] -> message Home.\n\nWINCONDITIONS"))
    says(page, 1, "5 moves, proved")
    begin(page, 1)
    for count, key in enumerate(solution(1), 1):
        page.keyboard.press(f"Arrow{key.capitalize()}")
        if count < 5:
            settled(page, count)
    said = page.get_by_role("dialog", name="Message of the game")
    said.get_by_text("Home.").wait_for()
    page.locator(".over a").first.wait_for()
    said.evaluate("dialog => dialog.close()")  # as a browser may when Back is pressed
    said.wait_for(state="detached")
    page.wait_for_function("() => document.activeElement?.matches('.over a')")


def test_a_game_is_heard_once_its_player_switches_sound_on_and_says_goodbye(page: Any) -> None:
    page.add_init_script(LISTEN)
    sounds = "SOUNDS\n\nCrate move 100007\nendlevel 100003\nundo 100009"
    paste(page, STORE.replace("SOUNDS", sounds).rstrip() + "\n\nmessage The end.\n")
    says(page, 2, "7 moves, proved")
    begin(page, 2)
    first, *rest = (way.capitalize() for way in solution(2))
    page.get_by_role("button", name=first, exact=True).click()
    settled(page, 1)
    assert page.evaluate("heard") == []
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_text("Sound and vibration").click()
    page.get_by_role("button", name="Undo").first.click()
    settled(page, 0)
    page.wait_for_function("() => heard.join() === 'Oscillator'")
    for count, way in enumerate([first, *rest], 1):
        page.get_by_role("button", name=way, exact=True).click()
        if count < len(rest) + 1:
            settled(page, count)
    page.get_by_text("The end.").wait_for()
    page.wait_for_function("() => heard.at(-1) === 'Oscillator' && heard.includes('BufferSource')")


def test_a_level_is_painted_with_the_legend_of_its_game(page: Any) -> None:
    paste(page, STORE)
    says(page, 1, "5 moves, proved")
    page.get_by_role("button", name="wall", exact=True).click()
    canvas = page.get_by_role("application", name="Paint level 1")
    box = canvas.bounding_box()
    assert box
    canvas.click(position={"x": box["width"] * 2.5 / 6, "y": box["height"] * 1.5 / 5})
    assert "#P#.##" in source(page).input_value()
    canvas.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert "##*..#" in source(page).input_value()
    says(page, 1, "Cannot be solved, proved")
    page.get_by_role("button", name="Add a level").click()
    page.locator("[data-level='3']").wait_for()
    page.get_by_label("Columns").fill("9")
    page.get_by_label("Columns").press("Enter")
    page.locator("[data-level='3']").get_by_text(re.compile("^9 ")).wait_for()
    assert source(page).input_value().endswith("\n.........\n")


def test_strokes_and_deleted_levels_are_undone(page: Any) -> None:
    paste(page, STORE)
    says(page, 2, "7 moves, proved")
    page.get_by_role("button", name="wall", exact=True).click()
    canvas = page.get_by_role("application", name="Paint level 1")
    box = canvas.bounding_box()
    assert box
    across, down = box["width"] / 6, box["height"] / 5
    page.mouse.move(box["x"] + 2.5 * across, box["y"] + 1.5 * down)
    page.mouse.down()
    page.mouse.move(box["x"] + 2.5 * across, box["y"] + 2.5 * down, steps=5)
    page.mouse.up()
    assert "#P#.##\n#.#..#" in source(page).input_value()
    assert canvas.bounding_box() == box, "the level moved under the stroke"
    says(page, 1, "Cannot be solved, proved")
    assert canvas.bounding_box() == box
    page.get_by_role("button", name="Delete this level").click()
    page.locator("[data-level='2']").wait_for(state="detached")
    assert "#P#.##" not in source(page).input_value()
    page.get_by_role("button", name="Undo").first.click()
    page.locator("[data-level='2']").wait_for()
    source(page).focus()
    page.keyboard.press("Control+z")
    assert source(page).input_value() == STORE
    page.keyboard.press("Control+Shift+z")
    assert "#P#.##\n#.#..#" in source(page).input_value()


def test_the_game_of_a_board_is_opened_to_go_on_writing(page: Any) -> None:
    paste(page, STORE.replace("The store", "Opened store"))
    says(page, 2, "7 moves, proved")
    begin(page, 2)
    board = page.url.split("/play/")[1]
    page.evaluate("localStorage.clear()")
    page.goto(f"/games?board={board}")
    page.get_by_role("heading", name="Opened store").wait_for()
    page.get_by_role("application", name="Paint level 2").wait_for()


def test_all_levels_are_solved_published_played_and_mapped(page: Any) -> None:
    sign_up(page)
    paste(page, STORE.replace("The store", "Browser store") + STUCK)
    says(page, 3, "Cannot be solved, proved")
    page.get_by_role("button", name="Publish all levels").click()
    page.get_by_text("2 levels published").wait_for()
    page.get_by_text("Level 3: It has been proved unsolvable.").wait_for()
    page.get_by_role("link", name="Open the pack").click()
    page.get_by_role("heading", name="Browser store", exact=True).wait_for()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Share").click()
    page.get_by_role("strong").get_by_text("Link copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.get_by_role("link", name=re.compile("Browser store 1")).first.click()
    page.get_by_role("group", name="Keys of the game").wait_for()
    settled(page, 0)
    for key in solution(1):
        page.keyboard.press(f"Arrow{key.capitalize()}")
    page.get_by_text("Solved at par").wait_for()
    address = page.url.split("/play/")[1].split("?")[0]
    page.goto(f"/map/{address}")
    page.locator("canvas, svg.map, .map svg").first.wait_for()


def test_a_hard_level_ends_as_not_known_when_it_is_stopped(page: Any) -> None:
    paste(page, STORE.split("LEVELS")[0] + "LEVELS\n" + HARD)
    says(page, 1, "Not known yet")
    page.get_by_role("button", name="Solve all levels").click()
    says(page, 1, "Searching")
    page.get_by_role("button", name="Stop the search").click()
    page.get_by_role("button", name="Solve all levels").wait_for()


def test_a_guest_is_asked_to_sign_in_and_keeps_the_game(page: Any) -> None:
    paste(page, STORE.replace("The store", "Kept store"))
    says(page, 1, "5 moves, proved")
    page.get_by_role("button", name="Publish all levels").click()
    page.get_by_text("You need an account to publish").wait_for()
    page.reload()
    page.get_by_role("heading", name="Kept store").wait_for()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_page_has_no_barriers(visit: Any, locale: str, width: int) -> None:
    page = visit(viewport={"width": width, "height": 844}, locale=locale)
    paste(page, STORE + "\n###\n#P\n###\n")
    answer(page, 2).get_by_text("7 moves" if locale == "en-GB" else "7 coups").wait_for()
    assert barriers(page) == []
    assert too_wide(page) == []
    assert small_targets(page) == []
    if locale == "fr-FR":
        page.get_by_role("heading", name="Niveaux").wait_for()


@pytest.mark.parametrize(("width", "height"), [(360, 740), (320, 568)])
def test_on_a_phone_the_keys_cover_neither_the_board_nor_what_the_game_says(
    visit: Any, width: int, height: int
) -> None:
    page = visit(viewport={"width": width, "height": height}, is_mobile=True, has_touch=True)
    paste(page, STORE.replace("LEVELS", "LEVELS\n\nmessage Every target wants a crate."))
    says(page, 2, "7 moves, proved")
    begin(page, 1)
    page.locator("section.play .board svg").first.wait_for()

    def box(part: Any) -> Any:
        return part.first.bounding_box()

    pad = box(page.get_by_role("group", name="Keys of the game"))
    for part in (
        page.locator("section.play .board svg"),
        page.get_by_text("Every target wants a crate."),
        page.get_by_text("Wanted: a crate on every target."),
    ):
        assert box(part)["y"] + box(part)["height"] <= pad["y"] + 1
    assert pad["y"] + pad["height"] <= box(page.get_by_role("button", name="Hint"))["y"]
    page.get_by_role("button", name="Down").tap()
    settled(page, 1)


def test_an_example_is_opened_and_left_again(page: Any) -> None:
    paste(page, STORE + STUCK)
    says(page, 3, "Cannot be solved, proved")
    page.locator("[data-level='3'] .name").click()
    page.get_by_text("no turn ends with this condition met").wait_for()
    page.get_by_role("button", name="all Target on Crate").click()
    chosen = source(page).evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")
    assert chosen == "all Target on Crate"
    examples = page.get_by_role("combobox", name="Open an example")
    examples.locator("option").nth(20).wait_for(state="attached")
    examples.select_option(label="Thin ice")
    says(page, 1, "11 moves, proved")
    page.get_by_text("dead ends").wait_for()
    assert source(page).input_value().startswith("title Thin ice")
    assert not barriers(page) and not too_wide(page)
    page.get_by_role("button", name="Back to my game").click()
    assert source(page).input_value() == STORE + STUCK
