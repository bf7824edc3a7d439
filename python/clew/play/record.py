"""The moves of a game as people keep them: a saved game, a line of JSON, or the moves themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.errors import ClewError
from clew.play.game import FORMAT, Game

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

    Record = tuple[list[str], list[float | None] | None]


def record_of(puzzle: EnginePuzzle, text: str) -> Record:
    """The moves in a text, and their times if it has any.

    The text is a game as `Game.save` writes it, an object with `moves`, such as a line of `clew solve
    --json`, a JSON list of moves, or moves separated by blanks. Raises `ClewError` if it is none of these or
    belongs to another board, `IllegalMove` if a move of a saved game is not legal.
    """
    text = text.removeprefix("\ufeff")
    if not text.lstrip().startswith(("{", '["')):
        return puzzle._split_moves(text), None
    import json

    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ClewError(f"the log is not JSON: {error}") from error
    found = {"moves": found} if isinstance(found, list) else found
    if found.get("format") == FORMAT:
        game = Game.load(text, puzzle=puzzle)
        return [str(move) for move, _ in game.history], [time for _, time in game.history]
    moves = found.get("moves")
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise ClewError(
            'the log has no moves: expected a saved game, an object with "moves": [...], or moves as text'
        )
    if found.get("puzzle", str(puzzle)) != str(puzzle):
        raise ClewError(f"the log is of another board, {found['puzzle']}")
    return moves, None
