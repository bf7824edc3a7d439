"""Turns what a request or a row says into a puzzle, and caches it between requests."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from clew.errors import BoardError
from clew.puzzles.base import ABOUT
from clew.puzzles.recent import Recent
from clew.puzzles.registry import from_dict, is_compact, parse_compact
from clew.puzzles.symmetry import signature
from clew.scenes import FAMILIES, board_view_of
from clew_studio import text_limits
from clew_studio.puzzles import elsewhere

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move, Position
    from clew.scenes.base import BoardView, Tell
    from clew_studio import shapes

KEPT_BYTES = 64 << 20
"""What the puzzles that are cached may take, with their engines and what draws them."""


def puzzle_of(keys: dict[str, Any]) -> EnginePuzzle:
    """The puzzle with these keys of a TOML file. Raises `BoardError`."""
    return known({key: value for key, value in keys.items() if key not in ABOUT}).puzzle


def read_puzzle(board: str | dict[str, Any]) -> EnginePuzzle:
    """The puzzle of a compact form or of the keys of a TOML file. Raises `BoardError`."""
    if isinstance(board, str):
        if not is_compact(board):
            raise BoardError(
                "is not a board: give its id, a compact form, or the keys of a TOML file", key="board"
            )
        elsewhere.check(board.partition(":")[0])
        return puzzle_of(playable(parse_compact(board)).to_dict())
    for key, value in board.items():
        if isinstance(value, str) and len(value) > text_limits.GAME:
            raise BoardError(f"has {len(value)} characters; at most {text_limits.GAME} are allowed", key=key)
    elsewhere.check(board.get("family"))
    return playable(from_dict(board))


def playable(puzzle: EnginePuzzle) -> EnginePuzzle:
    """Return the puzzle, if people can play its family and its texts are allowed. Raises `BoardError`."""
    if puzzle.family not in FAMILIES:
        raise BoardError(
            f"is {puzzle.family}, which cannot be played here; the families are {', '.join(FAMILIES)}",
            key="family",
        )
    text_limits.check_about(puzzle)
    return puzzle


def symmetry_class(puzzle: EnginePuzzle) -> str:
    """Return a hash shared by all puzzles that differ only by turning, reflecting or renaming."""
    return hashlib.sha256(f"{puzzle.family} {signature(puzzle)}".encode()).hexdigest()


def board_view(puzzle: EnginePuzzle) -> BoardView:
    """Return the view that draws a puzzle, from a cache."""
    return known({**puzzle._own_keys(), "family": puzzle.family}).view


def scene_of(puzzle: EnginePuzzle, tell: Tell = str) -> shapes.Scene:
    """What stays the same during a game of a puzzle."""
    return cast("shapes.Scene", board_view(puzzle).scene(tell))


def position_of(
    puzzle: EnginePuzzle, state: Position | str, tell: Tell = str, *, with_moves: bool = True
) -> shapes.Position:
    """What stands where in a state of a puzzle, with every legal move; `refused` is left open."""
    return cast("shapes.Position", board_view(puzzle).position(state, with_moves, tell))


def move_of(puzzle: EnginePuzzle, step: Move, tell: Tell = str) -> shapes.Move:
    """A legal move of a puzzle."""
    return cast("shapes.Move", board_view(puzzle).move(step, tell))


class Known:
    """A puzzle with what is made of it once. Raises `BoardError`."""

    def __init__(self, keys: dict[str, Any]) -> None:
        elsewhere.check(keys.get("family"))
        self.puzzle = playable(from_dict(keys))

    @cached_property
    def view(self) -> BoardView:
        """What draws it."""
        return board_view_of(self.puzzle)

    @cached_property
    def compact(self) -> str:
        """Its compact form."""
        return str(self.puzzle)


known = Recent(KEPT_BYTES, Known, lambda keys, known: len(str(keys)) + known.puzzle._held_bytes)
"""Returns the puzzle with these keys, which are the board's own; kept until all take too many bytes."""
