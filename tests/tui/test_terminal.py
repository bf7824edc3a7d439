"""`clew play` in a pseudo-terminal: whole games by keys, typed moves and the mouse; what is kept."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

import pytest

from clew.tui.signs import UNICODE
from tests.tui.emulator import Emulator
from tests.tui.games import GAMES, Mouse

TWO = "blocks:AAoB/oooB/oooo"
"""Two moves: BD1 AR2."""

READY = "q leave"
KEYS = {"enter": "\r", "tab": "\t", "s-tab": "\x1b[Z"}
COLOUR = re.compile(rb"\x1b\[[0-9;]*(?:3[0-9]|4[0-9]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")


def set_of(tmp_path: Path, family: str) -> str:
    path = tmp_path / f"{family}.txt"
    path.write_text("".join(f"{game.board}\n" for game in GAMES[family]))
    return str(path)


def press(terminal: Emulator, mouse: Mouse) -> None:
    terminal.until(mouse.text)
    x, y = terminal.find(mouse.text, mouse.nth)
    x += mouse.at
    terminal.press(x, y).release(x + mouse.by[0], y + mouse.by[1]).until(mouse.then)


def finish(terminal: Emulator, family: str, number: int) -> None:
    """What the screen says at the end of a board, and on to the next."""
    terminal.until("no solution is shorter")
    if number + 1 < len(GAMES[family]):
        terminal.send("n").until(f"Board {number + 2} of")
    else:
        assert terminal.send("q").end() == 0


@pytest.mark.parametrize("family", GAMES)
def test_keys_alone_play_to_the_end(tmp_path: Path, family: str) -> None:
    with Emulator(tmp_path, set_of(tmp_path, family)) as terminal:
        for number, game in enumerate(GAMES[family]):
            terminal.until(READY).until("0 ")
            terminal.send(*(KEYS.get(key, key) for key in game.keys.split()))
            finish(terminal, family, number)


@pytest.mark.parametrize("family", GAMES)
def test_typed_moves_play_to_the_end(tmp_path: Path, family: str) -> None:
    with Emulator(tmp_path, set_of(tmp_path, family)) as terminal:
        for number, game in enumerate(GAMES[family]):
            terminal.until(READY).type(game.moves)
            finish(terminal, family, number)


@pytest.mark.parametrize("family", GAMES)
def test_the_mouse_alone_plays_to_the_end(tmp_path: Path, family: str) -> None:
    with Emulator(tmp_path, set_of(tmp_path, family)) as terminal:
        for number, game in enumerate(GAMES[family]):
            terminal.until(READY)
            for mouse in game.mouse:
                press(terminal, mouse)
            finish(terminal, family, number)


def test_a_screen_is_shown_all_at_once(tmp_path: Path) -> None:
    with Emulator(tmp_path, TWO) as terminal:
        terminal.until(READY).type("BD1").until("1 move ").send("q").end()
    pages = re.split(rb"\x1b\[\?2026h(.*?)\x1b\[\?2026l", terminal.written, flags=re.DOTALL)
    shown, between = b"".join(pages[1::2]), b"".join(pages[::2])
    assert b"0 moves" in shown and b"leave" in shown and b"1 move" not in between
    assert not re.search(rb"[A-Za-z]{4}", between), between


def test_undo_redo_restart_and_what_is_said_at_the_ends(tmp_path: Path) -> None:
    with Emulator(tmp_path, TWO) as terminal:
        terminal.until(READY).send("u").until("There is no move to undo")
        terminal.type("BD1").until("1 move ")
        terminal.send("u").until("0 moves").send("r").until("1 move ")
        terminal.send("r").until("There is no move to redo")
        terminal.send("\x7f").until("0 moves").send("r").until("1 move ")
        terminal.type("AR1").until("2 moves").send("b").until("0 moves").until("r plays your moves again")
        terminal.send("r", "r").until("2 moves")
        assert terminal.send("q").end() == 0


def test_an_illegal_move_says_why_and_stays_to_be_mended(tmp_path: Path) -> None:
    with Emulator(tmp_path, TWO) as terminal:
        terminal.until(READY).send("AR7\r").until(
            "AR7 is not legal here: piece A has 1 free cell to its right."
        )
        terminal.until("Move: AR7")  # a capital letter opens the line, and a refused move stays on it
        terminal.send("\x7f", "1", "\r").until("1 move ")
        terminal.send(":", "zz", "\x1b").until(READY)
        assert "Move:" not in terminal.text


def test_hints_in_three_levels_and_the_best_move(tmp_path: Path) -> None:
    with Emulator(tmp_path, TWO) as terminal:
        terminal.until(READY).send("h").until("Move piece B.").until("!B!")
        terminal.send("h").until("Move piece B down.").until("○")
        terminal.send("h").until("Move piece B down: BD1.")
        terminal.send("m").until("1 move ").send("m").until("Solved in 2 moves: no solution is shorter.")
        assert terminal.send("h").until("There is nothing left to do")


def test_the_distance_meter_is_off_until_asked_for(tmp_path: Path) -> None:
    with Emulator(tmp_path, TWO) as terminal:
        terminal.until(READY).until("par 2")
        assert "to go" not in terminal.text
        terminal.send("d").until("2 to go").type("AR1").until("2 to go").send("d")
        terminal.until(lambda text: "to go" not in text)


def test_a_solution_is_shown_step_by_step_and_leaves_the_game_alone(tmp_path: Path) -> None:
    with Emulator(tmp_path, TWO) as terminal:
        terminal.until(READY).send("s").until("Solution: 0 of 2").until("Next: BD1")
        terminal.send("right").until("Next: AR2").send("left").until("Next: BD1")
        terminal.send("right", "right", "right").until("Solution: 2 of 2").until("Solved. Esc")
        terminal.send("\x1b").until("0 moves").until(READY)


def test_a_look_back_names_what_was_lost_and_plays_on_from_there(tmp_path: Path) -> None:
    with Emulator(tmp_path, TWO) as terminal:
        terminal.until(READY).send("v").until("There is no move to look back on yet.")
        terminal.type("BD1").type("AR1").type("AL1").type("AR2").until("Solved in 4 moves")
        terminal.send("v").until("Your game: 2 of 4").until("AR1: 1 to go, 1 lost. Best: AR2.")
        terminal.send("right").until("AL1: 1 to go, 1 lost").send("left", "left").until("1. BD1: 1 to go")
        terminal.send("right", "\r").until("Your game continues after move 1.").until("1 move ")


def test_it_says_when_the_goal_can_no_longer_be_reached(tmp_path: Path) -> None:
    with Emulator(tmp_path, "ricochet:.R./..#/...>.../R../...") as terminal:
        terminal.until(READY)
        terminal.type("b1D").until("1 move ").send("u").until("0 moves")
    with Emulator(tmp_path, "ricochet[open]:R.G/...>.R./...") as terminal:
        terminal.until(READY).type("c1L").until("The goal can no longer be reached from here")
        terminal.send("d").until("dead end")
        terminal.send("u").until(lambda text: "no longer" not in text)


def test_all_keys_are_on_one_page(tmp_path: Path) -> None:
    with Emulator(tmp_path, TWO) as terminal:
        terminal.until(READY).send("?").until("type a move: AR3")
        for word in ("undo", "hint", "best move", "solution", "next and previous", "Ctrl-C"):
            assert word in terminal.text
        terminal.send("\x1b").until("0 moves").until("▸")


def test_a_killed_game_goes_on_after_its_last_move(tmp_path: Path) -> None:
    with Emulator(tmp_path, TWO) as terminal:
        terminal.until(READY).type("BD1").until("1 move ")
        terminal.process.send_signal(signal.SIGKILL)
        terminal.process.wait()
    with Emulator(tmp_path, TWO, "--resume") as terminal:
        terminal.until("Your game continues after 1 move.").send("u").until("0 moves").send("r").until(
            "1 move "
        )
        terminal.type("AR2").until("Solved in 2 moves")
        assert terminal.send("q").end() == 0
    with Emulator(tmp_path, TWO) as terminal:
        terminal.until("0 moves").until(READY)
        assert "goes on" not in terminal.text, "a solved board begins anew"


def test_new_forgets_the_game_that_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    with Emulator(tmp_path, TWO, "--save", str(path)) as terminal:
        terminal.until(READY).type("BD1").until("1 move ")
    assert json.loads(path.read_text())["moves"] == ["BD1"]
    with Emulator(tmp_path, TWO, "--save", str(path), "--new") as terminal:
        terminal.until("0 moves").until(READY)
    assert json.loads(path.read_text())["moves"] == []


@pytest.mark.parametrize("how", ["\x03", signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_a_signal_leave_a_clean_terminal(tmp_path: Path, how: str | signal.Signals) -> None:
    with Emulator(tmp_path, TWO) as terminal:
        terminal.until(READY).type("BD1").until("1 move ")
        if isinstance(how, str):
            terminal.send(how)
        else:
            terminal.process.send_signal(how)
        assert terminal.end() == 130
        for on, off in ((b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?1006h", b"\x1b[?1006l")):
            assert terminal.written.rfind(off) > terminal.written.rfind(on) >= 0
        assert b"Traceback" not in terminal.written
        assert terminal.written.rfind(b"\x1b[?25h") > terminal.written.rfind(b"\x1b[?25l"), "cursor shown"


def test_a_set_begins_with_its_first_unsolved_board(tmp_path: Path) -> None:
    boards = tmp_path / "set.txt"
    boards.write_text("null:1\nnull:2\n")
    with Emulator(tmp_path, str(boards)) as terminal:
        terminal.until("Board 1 of 2").send("down").until("n next board").send("n").until("Board 2 of 2")
        terminal.send("n").until("This is the last board.").send("p").until("Board 1 of 2")
        assert terminal.send("p").until("This is the first board.").send("q").end() == 0
    with Emulator(tmp_path, str(boards)) as terminal:
        terminal.until("Board 2 of 2")


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "vt100"}])
def test_no_colour_where_it_is_not_wanted_or_not_there(tmp_path: Path, environment: dict[str, str]) -> None:
    with Emulator(tmp_path, TWO, environment=environment) as terminal:
        terminal.until("▸A◂").type("BD1 AR2").until("Solved in 2 moves")
        assert not COLOUR.search(terminal.written)
    with Emulator(tmp_path, TWO, "--new") as terminal:
        terminal.until("▸A◂")
        assert COLOUR.search(terminal.written), "elsewhere there is colour"


def test_plain_signs_where_the_locale_has_no_others(tmp_path: Path) -> None:
    with Emulator(tmp_path, TWO, environment={"LC_ALL": "C"}) as terminal:
        terminal.until(">A<").send("h").until("!B!").until("#===#")
        assert terminal.written.isascii()


def test_a_small_terminal_is_told_how_large_it_must_be(tmp_path: Path) -> None:
    with Emulator(tmp_path, TWO, columns=30, rows=10) as terminal:
        terminal.until("This terminal has 30 x 10").until("40 x 14")
        terminal.resize(80, 24).until("▸A◂").until(READY)
        terminal.resize(120, 40).until(lambda text: "▸A◂" in text and terminal.find("▸A◂")[0] > 40)
        terminal.resize(40, 14).until("▸A◂").until(READY)


def test_a_board_larger_than_the_terminal_scrolls_with_the_cursor(tmp_path: Path) -> None:
    walls = ",".join(f"wall=a{row}D" for row in range(1, 16))
    rows = ["." * 16 for _ in range(15)] + ["R" + "." * 15]
    board = f"ricochet[{walls}]:{'/'.join(rows)}>{'/'.join(['.' * 16] * 15)}/{'.' * 15}R"
    with Emulator(tmp_path, board, columns=60) as terminal:
        terminal.until("R".join(UNICODE.wanted))
        assert "▸R◂" not in terminal.text, "it opens on its goal, at the other end of the row"
        terminal.send(*["up"] * 15).until(" 1 ").until("▸·◂")
        assert terminal.type("a16R").until("Solved in 1 move: no solution is shorter").send("q").end() == 0
