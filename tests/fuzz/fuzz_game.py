"""Fuzz target: a game, driven by any text.

The first byte chooses a board; each line after it is an action. Only `ClewError` may be raised, a refused
action must leave the game as it was, and a saved game must load as the same game.

    python tests/fuzz/fuzz_game.py -max_total_time=600
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from clew.errors import ClewError, IllegalMove
from clew.play.game import Game
from clew.puzzles.registry import parse_compact

BOARDS = (
    "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo",
    "blocks[free,piece,exit=A-down]:BAAC/BAAC/DEEF/DGHF/IooJ",
    "blocks[free,step,exit=B-right]:Ao/BB",
    "pebbles:WCBRBOGYGPCORPY/-PCBRYOGYGBCORP",
    "pebbles[grid 2x2]:1,2,10,-/10,2,-,1",
    "ricochet:R.#/G.B>.R./B..",
    "ricochet[open,wall=b1R]:R.#/G.B>.../...",
    "coroutine[steps]:N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S",
    "null[highest=5]:3",
)
ACTIONS = ("undo", "redo", "restart", "save")
PLAY_LEGAL, LOAD = "!", "load "
WORDS = (
    *ACTIONS,
    LOAD,
    PLAY_LEGAL,
    "\n",
    "BR1",
    "CL3",
    "AD1",
    "3-0",
    "0-3-5",
    "a1R",
    "0S",
    "1-",
    "down",
    "up",
)


def seeds() -> list[bytes]:
    """A short game on each board, and a saved one to be loaded."""
    games = [
        bytes([number]) + b"!0\n!1\nundo\nredo\n!2\nsave\nrestart\nBR1\n0-3" for number in range(len(BOARDS))
    ]
    saved = Game(parse_compact(BOARDS[0])).save()
    return [*games, b"\0" + f"{LOAD}{saved}\n!3\nsave".encode()]


def check(data: bytes) -> None:
    """Play the actions on the board that the first byte chooses."""
    if not data:
        return
    game = Game(parse_compact(BOARDS[data[0] % len(BOARDS)]))
    for action in data[1:].decode("utf-8", "replace").split("\n")[:40]:
        before = (game.state, game.moves)
        try:
            game = _act(game, action)
        except IllegalMove as error:
            assert error.reason and error.legal == game.legal_moves
            assert (game.state, game.moves) == before
        except ClewError:
            assert (game.state, game.moves) == before
    _check_replay(game)


def _act(game: Game, action: str) -> Game:
    if action in ("undo", "redo", "restart"):
        getattr(game, action)()
    elif action == "save":
        again = Game.load(game.save())
        assert (again.state, again.moves, again.can_redo) == (game.state, game.moves, game.can_redo)
        return again
    elif action.startswith(LOAD):
        return Game.load(action.removeprefix(LOAD))
    elif action.startswith(PLAY_LEGAL) and game.legal_moves:
        moves = game.legal_moves
        game.play(moves[len(action) % len(moves)])
    else:
        names = game.puzzle._split_moves(action)
        game.play(names[0] if len(names) == 1 else action)
    return game


def _check_replay(game: Game) -> None:
    while game.can_undo:
        game.undo()
    state = game.state
    while game.can_redo:
        game.redo()
    for move in game.moves:
        state = game.puzzle.apply(state, move)
    assert state == game.state


if __name__ == "__main__":
    from tests.fuzz.harness import run

    run(check, seeds(), WORDS)
