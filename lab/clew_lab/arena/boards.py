"""The boards of an arena: their names, puzzles and maps."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from clew.boards.entries import with_warnings
from clew.boards.load import read_boards
from clew.errors import BoardError, ClewError
from clew_lab.study import levels

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from os import PathLike

    from clew.puzzles.base import EnginePuzzle

    Boards = str | PathLike[str] | Iterable[str | PathLike[str]] | Mapping[str, EnginePuzzle]

SHIPPED = os.path.join(os.path.dirname(__file__), "standard.csv")
"""200 boards: four families, five numbers of moves, ten boards each."""


def boards_of(given: Boards | None = None, family: str | None = None) -> dict[str, levels.Level]:
    """The boards by name, from files, folders, sets or compact forms; the 200 shipped ones for None.

    A board's name is the column `id` of its set, its title, or its compact form. Raises `BoardError` for a
    board that cannot be read, `ClewError` if there is none.
    """
    if given is None:
        given = SHIPPED
    found: dict[str, levels.Level] = {}
    for name, puzzle in _named(given, family):
        if puzzle.family == "custom":
            raise ClewError(f"{name} is a puzzle of your own: an arena plays boards of the families")
        free = _unused(name, found)
        found[free] = levels.Level(free, puzzle)
    if not found:
        raise ClewError("there is no board to play")
    return found


def _named(given: Boards, family: str | None) -> Iterable[tuple[str, EnginePuzzle]]:
    if isinstance(given, dict):
        yield from given.items()
        return
    for source in [given] if isinstance(given, str | os.PathLike) else given:
        for entry in with_warnings(read_boards(os.fspath(source), family=family)):
            if entry.puzzle is None:
                raise entry.error or BoardError("cannot be read", file=entry.source)
            name = entry.input.get("id") or entry.puzzle.title or str(entry.puzzle)
            yield str(name), entry.puzzle


def _unused(name: str, found: Mapping[str, levels.Level]) -> str:
    """The name, with a number appended if another board has it."""
    number, free = 1, name
    while free in found:
        number += 1
        free = f"{name} ({number})"
    return free
