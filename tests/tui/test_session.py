"""The game without a terminal: what keys and the mouse choose, hints, what is kept on disk."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import clew
from clew.boards.load import read_boards
from clew.errors import ClewError
from clew.puzzles.base import EnginePuzzle
from clew.tui.levels import Levels
from clew.tui.page import LEAST, Page
from clew.tui.session import Session
from clew.tui.signs import UNICODE
from clew.tui.store import Save, default_path
from clew.tui.view import DOWN, LEFT, RIGHT, UP
from tests.search.boards import LONG

TWO = "blocks:AAoB/oooB/oooo"


def session(board: str, save: Save | None = None) -> Session:
    return Session(Levels(read_boards(board)), UNICODE, lambda puzzle: save)


def settled(game: Session) -> Session:
    game.adviser.wait()
    game.tick()
    return game


def test_a_slide_grows_and_shrinks_before_it_is_played() -> None:
    game = session("blocks:AAooo/ooooo")
    game.enter()
    for turn, aim in ((RIGHT, "AR1"), (RIGHT, "AR2"), (UP, "AR2"), (LEFT, "AR1"), (LEFT, None), (LEFT, None)):
        game.arrow(turn)
        assert (game.selection.aim.name if game.selection.aim else None) == aim
    game.arrow(RIGHT)
    game.enter()
    assert game.game.moves == ["AR1"]
    assert game.selection.cursor == 1, "the cursor goes with the piece"


def test_a_path_is_steered_round_corners() -> None:
    game = session("blocks[free,piece]:Aox/ooo/xoo>ooo/ooo/ooA")
    game.enter()
    for turn in (DOWN, RIGHT, DOWN, RIGHT):
        game.arrow(turn)
    game.enter()
    assert game.game.is_solved
    assert game.game.moves == ["AR1D1R1D1"]


def test_escape_puts_down_and_enter_on_nothing_says_so() -> None:
    game = session(TWO)
    game.enter()
    assert game.selection.held
    game.escape()
    assert not game.selection.held
    game.arrow(DOWN)
    game.enter()
    assert game.remark == "There is nothing to move on a2."


def test_a_drag_stops_where_the_piece_must() -> None:
    game = session("blocks:AAoox/ooooo")
    game.press(1)
    game.release(4)
    assert game.game.moves == ["AR2"]
    game.press(2)
    game.release(None)
    assert not game.selection.held, "let go outside"
    assert game.game.moves == ["AR2"]


def test_clicks_take_up_put_down_and_change_pieces() -> None:
    game = session("ricochet:R.G/...>..R/...")
    for place, held in ((0, 0), (2, 2), (2, None)):
        game.press(place)
        game.release(place)
        assert game.selection.taken == held
    game.press(0)
    game.release(0)
    game.arrow(LEFT)
    assert game.remark == "It cannot go that way."


def test_several_typed_moves_stop_at_the_first_that_is_wrong() -> None:
    game = session(TWO)
    game.type("BD1 AR2 AR1")
    game.enter()
    assert game.game.moves == ["BD1", "AR2"]
    assert game.typing == "AR1"
    assert "AR1 is not legal here" in game.remark


def test_an_answer_that_comes_late_is_used_only_where_it_was_asked() -> None:
    game = session(TWO)
    game.ask_move()
    game.type("BD1")
    game.enter()
    settled(game)
    assert game.game.moves == ["BD1"], "the wish was for the position before"
    game.ask_move()
    assert settled(game).game.moves == ["BD1", "AR2"]


def test_a_search_that_is_too_long_does_not_hold_the_game_up() -> None:
    game = session(LONG)
    game.ask_hint()
    assert "Looking for the best move" in game.remark
    assert "Looking" in "\n".join(Page(game).draw(80, 24).lines())
    move = game.game.legal_moves[0]
    game.type(str(move))
    game.enter()
    assert game.game.moves == [move]
    game.close()


def test_what_is_done_to_the_game_closes_the_solution_and_the_page_of_keys() -> None:
    game = session(TWO)
    game.type("BD1")
    game.enter()
    for act in (game.undo, game.redo, lambda: game.type("A"), lambda: game.press(0)):
        game.ask_solution()
        settled(game)
        assert game.walk is not None
        game.arrow(RIGHT)
        assert game.walk.at == 1
        act()
        Page(game).draw(80, 24)
        game.escape()
        game.help()
        game.arrow(RIGHT)
        assert not game.helping
        assert game.walk is None


def test_par_is_found_where_the_board_does_not_say_it() -> None:
    game = settled(session("null:2"))
    assert game.par == 2
    game.arrow(DOWN)
    settled(game)
    assert game.puzzle.par is None


def test_more_moves_than_needed_are_told_kindly() -> None:
    game = session("null[highest=3]:1")
    for turn in (UP, DOWN, DOWN):
        game.arrow(turn)
    settled(game)
    assert "Solved in 3 moves; 1 move would be enough." in "\n".join(Page(game).draw(80, 24).lines())


def test_every_size_of_terminal_is_drawn_in_full() -> None:
    for board in (
        "boards/ricochet/robots.toml",
        "boards/pebbles/panguru-25.toml",
        "boards/coroutine/five-by-five.toml",
    ):
        game = session(board)
        page = Page(game)
        for width, height in (LEAST, (80, 24), (100, 30), (200, 60), (39, 24), (80, 13), (1, 1), (0, 0)):
            canvas = page.draw(width, height)
            assert (canvas.width, canvas.height) == (width, height)
            assert [len("".join(text for _, text in canvas.runs(y))) for y in range(height)] == [
                width
            ] * height
        game.close()


def test_saving_is_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deep" / "game.json"
    game = session(TWO, Save(str(path)))
    game.type("BD1")
    game.enter()
    kept = path.read_text()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    game.type("AR2")
    game.enter()
    assert "Not saved: No space left on device" in game.remark
    assert game.game.moves == ["BD1", "AR2"], "the game goes on"
    assert path.read_text() == kept
    assert os.listdir(path.parent) == ["game.json"], "nothing half written is left"


def test_a_kept_game_has_its_undone_moves_too(tmp_path: Path) -> None:
    save = Save(str(tmp_path / "game.json"))
    game = session(TWO, save)
    game.type("BD1 AR1")
    game.enter()
    game.undo()
    again = session(TWO, save)
    assert (*again.game.moves, again.game.can_redo) == ("BD1", True)
    assert again.remark == "Your game continues after 1 move."


def test_games_are_kept_by_board(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    one, other = (default_path(clew.load(board)) for board in (TWO, "blocks[step]:AAoB/oooB/oooo"))
    assert one != other
    assert one == default_path(clew.load("blocks:AA.B/...B/...."))
    assert one.startswith(str(tmp_path / "clew" / "play"))
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_path(clew.load(TWO)).startswith(str(tmp_path / ".local" / "share"))


def test_a_broken_save_is_not_taken_for_a_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    puzzle: EnginePuzzle = clew.load(TWO)
    good = json.loads(clew.Game(puzzle).save())
    path.write_text(json.dumps({**good, "moves": ["AR9"]}))
    with pytest.raises(ClewError, match="--new"):
        Save(str(path)).read(puzzle)
    Save(str(path)).check(puzzle)  # a broken game of ours may be begun anew
    path.write_text("notes")
    with pytest.raises(ClewError, match="not a saved game"):
        Save(str(path)).check(puzzle)


def test_bad_boards_of_a_set_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "set.txt"
    path.write_text("null:1\nnull:x\nnull:2\n")
    levels = Levels(read_boards(str(path)))
    assert levels.count == 2
    assert levels.error is not None
    with pytest.raises(ClewError, match="there is no board 3: the set has only 2"):
        levels[2]


@pytest.mark.parametrize("row", [0, 7, 15])
def test_a_board_larger_than_the_terminal_opens_on_its_goal(row: int) -> None:
    rows = ["." * 16 for _ in range(16)]
    goal = [*rows]
    goal[row] = "." * 15 + "R"
    rows[15 - row] = "R" + "." * 15
    game = session("ricochet:" + "/".join(rows) + ">" + "/".join(goal))
    page = Page(game)
    sign = "R".join(UNICODE.wanted)

    def shown() -> str:
        return "\n".join(page.draw(80, 24).lines())

    assert sign in shown()
    cursor = UNICODE.cursor[0]
    game.tab()
    assert cursor in shown(), "with the first key the cursor is in sight"
    game.arrow(DOWN)
    assert cursor in shown()
