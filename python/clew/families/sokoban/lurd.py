"""The usual notation of Sokoban's solutions, LURD: a letter for each step of the player, in upper case for a
push.

``rrUUl`` may be written ``2r2Ul``. Where pushes count, each push is the last of the steps that lead to it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from clew.families.sokoban.board import spelled_out
from clew.puzzles.cells import LETTERS, cell_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.families.sokoban.board import Level
    from clew.puzzles.position import Code, Position

    class Board(Protocol):
        """The attributes of `clew.Sokoban`, as far as its notation needs them."""

        @property
        def columns(self) -> int: ...
        @property
        def walls(self) -> frozenset[int]: ...
        @property
        def _level(self) -> Level: ...


WAYS = (2, 1, 3, 0)
"""The directions of the engine, up, right, down and left, as numbers of `DIRECTIONS`."""

MOST = 200_000
"""The most steps of a list of moves."""

_LURD = re.compile(r"(?:[0-9]{0,4}[udlrUDLR()])+")
_NAMED = re.compile(r"(?:[a-z]{1,2}[0-9]{1,2}[LRUD])+")
_PUSH = re.compile(r"[a-z]{1,2}[0-9]{1,2}[LRUD]")
_TO_PUSH = re.compile(r"[udlr]*[UDLR]|[udlr]+$")


def split(words: Sequence[str], by_steps: bool) -> list[str]:
    """The moves in words: each letter of LURD, or the steps up to each push, where pushes count.

    Steps behind the last push are no moves there.
    """
    found: list[str] = []
    walk = ""
    for word in words:
        if not by_steps and _NAMED.fullmatch(word):
            found += _PUSH.findall(word)
        elif not _LURD.fullmatch(word):
            found.append(word)
        elif by_steps:
            found += spelled_out(word, MOST) or [word]
        else:
            *pushes, walk = _chunks(walk + (spelled_out(word, MOST) or ""))
            found += pushes
    return found


def _chunks(steps: str) -> list[str]:
    """The steps up to each push, and those behind the last one, perhaps none."""
    found = _TO_PUSH.findall(steps)
    return found if found and found[-1][-1].islower() else [*found, ""]


def pushes_of(puzzle: Board, here: Position, steps: str) -> str | None:
    """The name of the push that these steps end with; None if they are not legal here."""
    player, *boxes = here._numbers
    for number, step in enumerate(steps, 1):
        way = LETTERS.find(step.upper())
        if way < 0:
            return None
        there = puzzle._level.beside(player, way)
        if there in boxes:
            last = number == len(steps)
            return cell_name(there, puzzle.columns) + LETTERS[way] if last else None
        if there in puzzle.walls:
            return None
        player = there
    return None


def steps_of(puzzle: Board, here: Position, code: Code) -> str:
    """The steps of the shortest walk to a push, and the push."""
    player, *boxes = here._numbers
    way = WAYS[code[0]]
    behind = puzzle._level.beside(code[1], way ^ 1)
    return walk(puzzle, player, behind, boxes) + LETTERS[way]


def walk(puzzle: Board, start: int, end: int, boxes: Sequence[int]) -> str:
    """The shortest walk from cell to cell around walls and boxes, the first in the order L R U D.

    It is searched from its end, so that each cell knows the step towards it.
    """
    closed = {*puzzle.walls, *boxes}
    onward: dict[int, str] = {end: ""}
    ring = [end]
    while ring and start not in onward:
        found = []
        for cell in ring:
            for way, letter in enumerate(LETTERS):
                before = puzzle._level.beside(cell, way ^ 1)
                if before not in closed and before not in onward:
                    onward[before] = letter.lower()
                    found.append(before)
        ring = found
    steps, cell = "", start
    while cell != end:
        steps += onward[cell]
        cell = puzzle._level.beside(cell, LETTERS.index(onward[cell].upper()))
    return steps
