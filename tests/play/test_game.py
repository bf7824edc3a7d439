"""A game in progress: checked moves, undo, redo, saving; it never changes when a call raises."""

from __future__ import annotations

import json
import random

import pytest

import clew
from tests.search.boards import COINS, GAR, KNOWN


class Clock:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("board", KNOWN)
def test_a_whole_game_is_played_undone_redone_and_saved(board: str) -> None:
    game = clew.Game(clew.load(board))
    solution = clew.solve(game.puzzle)
    start = game.state
    for move, after in zip(solution, solution.positions[1:], strict=True):
        assert move in game.legal_moves
        assert game.play(move) == after == game.state
    assert game.is_solved
    assert (game.moves, game.length) == (solution.moves, KNOWN[board][0])
    for _ in game.moves[:]:
        game.undo()
    assert (game.state, game.moves, game.can_undo) == (start, [], False)
    for after in solution.positions[1:]:
        assert game.redo() == after
    copy = clew.Game.load(game.save())
    assert (copy.state, copy.moves, copy.is_solved) == (game.state, game.moves, True)
    assert str(copy.puzzle) == str(game.puzzle)


@pytest.mark.parametrize("board", KNOWN)
def test_random_play_agrees_with_a_replay_of_its_moves(board: str) -> None:
    chance = random.Random(board)
    game = clew.Game(clew.load(board))
    for _ in range(200):
        action = chance.choice(
            ["play", "play", "play", "undo", "redo", "restart" if chance.random() < 0.05 else "play"]
        )
        if action == "play" and game.legal_moves:
            game.play(chance.choice(game.legal_moves))
        elif action == "undo" and game.can_undo:
            game.undo()
        elif action == "redo" and game.can_redo:
            game.redo()
        elif action == "restart":
            game.restart()
        assert clew.verify(game.puzzle, game.moves).state == game.state
    saved = clew.Game.load(game.save())
    assert (saved.state, saved.moves, saved.can_redo) == (game.state, game.moves, game.can_redo)
    while game.can_redo:
        assert game.redo() == saved.redo()


def told(game: clew.Game) -> list[tuple[str, float | None]]:
    return [(str(move), time) for move, time in game.history]


def test_an_illegal_move_changes_nothing() -> None:
    game = clew.Game(clew.load(GAR))
    game.play("CL3")
    game.undo()
    before = game.save()
    with pytest.raises(clew.IllegalMove) as caught:
        game.play("AR4")
    assert "piece A" in caught.value.reason
    assert caught.value.legal == game.legal_moves
    assert game.save() == before
    assert game.can_redo, "what was taken back is still there"


def test_there_is_nothing_before_the_start_nor_after_the_last_move() -> None:
    game = clew.Game(clew.load(GAR))
    for call, words in ((game.undo, "no move to undo"), (game.redo, "no move to redo")):
        with pytest.raises(clew.ClewError, match=words):
            call()
    assert (game.moves, game.state) == ([], game.puzzle.initial())


def test_a_new_move_forgets_what_was_taken_back() -> None:
    game = clew.Game(clew.load(GAR))
    game.play("CL3")
    game.play("HU1")
    game.undo()
    game.play("BR1")
    assert (*game.moves, game.can_redo) == ("CL3", "BR1", False)


def test_restart_keeps_the_moves_for_redo() -> None:
    game = clew.Game(clew.load(GAR))
    game.play("CL3")
    game.play("HU1")
    assert game.restart() == game.puzzle.initial()
    game.redo()
    assert game.moves == ["CL3"]


def test_history_has_the_time_of_each_move() -> None:
    clock = Clock()
    game = clew.Game(clew.load(GAR), clock)
    clock.now += 1.5
    game.play("CL3")
    clock.now += 2
    game.play("HU1")
    assert told(game) == [("CL3", 1.5), ("HU1", 3.5)]
    later = Clock()
    later.now = 5000.0
    again = clew.Game.load(game.save(), later)
    later.now += 1
    again.play("BR1")
    assert told(again) == [("CL3", 1.5), ("HU1", 3.5), ("BR1", 4.5)], "the clock goes on at the last move"
    assert told(clew.Game.load(game.save(times=False))) == [("CL3", None), ("HU1", None)]


def test_a_game_from_a_position_with_the_other_coin_to_move_is_saved_whole() -> None:
    puzzle = clew.load(COINS)
    game = clew.Game(puzzle.at(puzzle.apply(puzzle.initial(), "0S")))
    game.play("1-")
    copy = clew.Game.load(game.save())
    assert (copy.state, *copy.moves) == (game.state, "1-")


def test_moves_may_be_spelt_in_other_ways() -> None:
    game = clew.Game(clew.load(COINS))
    game.play("0, S")
    game.play("1, -")
    assert game.moves == ["0S", "1-"]


GOOD = json.loads(clew.Game(clew.load("null[highest=5]:3")).save()) | {
    "moves": ["up", "down"],
    "cursor": 1,
    "times": [1, 2.5],
}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "chess game"}, "Game.save writes"),
        ({"version": 2}, "reads saved games of version 1"),
        ({"puzzle": 7}, "puzzle"),
        ({"puzzle": "null:x"}, "counter"),
        ({"start": None}, "start"),
        ({"start": "99"}, "highest"),
        ({"moves": "up"}, "moves"),
        ({"moves": ["up", 3]}, "moves"),
        ({"moves": ["up", "up", "up"], "times": None}, "move 3"),
        ({"cursor": 3}, "from 0 to 2"),
        ({"cursor": True}, "cursor"),
        ({"times": [1]}, "2 numbers"),
        ({"times": [1, -2]}, "times"),
        ({"times": [1, "2"]}, "times"),
    ],
)
def test_a_saved_game_that_was_tampered_with_is_refused(change: dict[str, object], words: str) -> None:
    clew.Game.load(json.dumps(GOOD))
    with pytest.raises(clew.ClewError, match=words) as caught:
        clew.Game.load(json.dumps(GOOD | change))
    assert isinstance(caught.value, clew.BoardError | clew.IllegalMove)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "3", '"x"', "[" * 100_000, '{"times": NaN}'])
def test_what_is_no_saved_game_is_refused(text: str) -> None:
    with pytest.raises(clew.BoardError, match="not a saved game"):
        clew.Game.load(text)
