"""Reads the games of a file, for the heat of a map: one per line, as moves or as JSON with `moves`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from clew.errors import ClewError

if TYPE_CHECKING:
    from os import PathLike


def read_games(path: str | PathLike[str]) -> list[list[str] | str]:
    """The moves of each game of a file. Raises `ClewError` for a line that is not a game, `OSError`."""
    with open(path, encoding="utf-8") as stream:
        lines = stream.read().splitlines()
    games = [_game(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not games:
        raise ClewError(f"{path} contains no game; expected the moves of one game per line")
    return games


def _game(path: str | PathLike[str], number: int, line: str) -> list[str] | str:
    if not line.lstrip().startswith("{"):
        return line.strip()
    try:
        moves = json.loads(line).get("moves")
    except ValueError as error:
        raise ClewError(f"{path}, line {number}: this is not JSON: {error}") from error
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise ClewError(f"{path}, line {number}: expected `moves`, a list of names of moves")
    return moves
