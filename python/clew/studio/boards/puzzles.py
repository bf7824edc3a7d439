"""From what a request or a row says to a puzzle, kept ready between requests."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from clew.errors import BoardError
from clew.puzzles.base import ABOUT
from clew.puzzles.registry import from_dict, is_compact, parse_compact
from clew.puzzles.symmetry import signature
from clew.studio import text_limits
from clew.studio.scenes import FAMILIES, scenery_of

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle
    from clew.studio.scenes.base import Scenery

KEPT = 256
"""Puzzles with their engines that are kept ready: the ones that were used last."""


def puzzle_of(keys: dict[str, Any]) -> EnginePuzzle:
    """The puzzle with these keys of a TOML file. Raises `BoardError`."""
    own = {key: value for key, value in keys.items() if key not in ABOUT}
    return _read(json.dumps(own, sort_keys=True))


def read_puzzle(board: str | dict[str, Any]) -> EnginePuzzle:
    """The puzzle of a compact form or of the keys of a TOML file. Raises `BoardError`."""
    if isinstance(board, str):
        if not is_compact(board):
            raise BoardError(
                "is not a board: give its id, a compact form, or the keys of a TOML file", key="board"
            )
        return puzzle_of(playable(parse_compact(board)).to_dict())
    return playable(from_dict(board))


def playable(puzzle: EnginePuzzle) -> EnginePuzzle:
    """The puzzle, if people play its family, and its texts can be kept. Raises `BoardError`."""
    if puzzle.family not in FAMILIES:
        raise BoardError(f"is of no family that is played here: {', '.join(FAMILIES)}", key="family")
    text_limits.check_about(puzzle)
    return puzzle


def likeness(puzzle: EnginePuzzle) -> str:
    """A hash that puzzles share which are the same but for turning, reflecting or renaming."""
    return hashlib.sha256(f"{puzzle.family} {signature(puzzle)}".encode()).hexdigest()


def scenery(puzzle: EnginePuzzle) -> Scenery:
    """How a puzzle is drawn; kept with it."""
    return _scenery(json.dumps(puzzle.own_keys(), sort_keys=True), puzzle.family)


@lru_cache(KEPT)
def _read(text: str) -> EnginePuzzle:
    return playable(from_dict(json.loads(text)))


@lru_cache(KEPT)
def _scenery(own_keys: str, family: str) -> Scenery:
    return scenery_of(_read(json.dumps({**json.loads(own_keys), "family": family}, sort_keys=True)))
