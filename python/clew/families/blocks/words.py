"""Moves as people write them: other paths to the same place, and why a move is not legal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clew.families.blocks.pieces import lies
from clew.puzzles.cells import DIRECTIONS, LETTERS
from clew.puzzles.fields import shown
from clew.puzzles.notations import direction_of, joined_words, words_of

if TYPE_CHECKING:
    from clew.families.blocks.board import Board
    from clew.puzzles.position import Position

_UNSPACED = re.compile(r"(?<=\d)(?:-+>|=+>|→|⇒|➔)(?=\w)")
"""An arrow from one move to the next without blanks around it."""

_SIDES = ("to its left", "to its right", "above it", "below it")


def read_path(text: str) -> tuple[str, list[tuple[int, int]]] | None:
    """``"AR1D1"`` as the piece and its (direction, cells); None if the text is not a move."""
    path: list[tuple[int, int]] = []
    at = 1
    while at < len(text):
        direction = LETTERS.find(text[at])
        end = at + 1
        while end < len(text) and "0" <= text[end] <= "9":
            end += 1
        if direction < 0 or not 0 < end - at - 1 <= 3:
            return None
        path.append((direction, int(text[at + 1 : end])))
        at = end
    return (text[0], path) if path and all(cells for _, cells in path) else None


def split_moves(puzzle: Board, text: str) -> list[str]:
    """The moves of a list: ``B R 1`` and ``B right 1`` are one, ``BR1->CL3`` and ``BR1→CL3`` are two."""
    words = words_of(_UNSPACED.sub(" ", text))
    return joined_words(words, lambda word: word.rstrip(":") in puzzle.pieces, counts=True)


def plain_move(puzzle: Board, text: str) -> str | None:
    """The usual name of a move that is written otherwise: ``B+1`` (right or down), ``B:right1``, ``B→1``."""
    piece, rest = text[:1], text[1:].lstrip(": ")
    if piece not in puzzle.pieces:
        return None
    if rest[:1] in tuple("+-\u2212") and puzzle.movement == "axis":
        along = lies(puzzle.pieces[piece], puzzle.columns)
        letter = ("R" if along else "D") if rest[0] == "+" else ("L" if along else "U")
        rest = rest[1:]
    else:
        letter, rest = direction_of(rest)
    digits = rest.strip()
    return f"{piece}{letter}{int(digits)}" if letter and digits.isdecimal() and len(digits) < 4 else None


def _walk(
    puzzle: Board, here: Position, letter: str, path: list[tuple[int, int]]
) -> tuple[int, int, int | None]:
    """Moves a piece along a path: its last anchor, the cells covered in the last leg, the leg where it got
    stuck.
    """
    cells = str(here).replace("/", "")
    anchor = cells.index(letter)
    lifted = cells.replace(letter, "o")
    gone = 0
    for leg, (direction, count) in enumerate(path):
        for gone in range(count):
            following = puzzle._slid(lifted, letter, anchor, direction)
            if following is None:
                return anchor, gone, leg
            anchor = following
    return anchor, gone, None


def shortest_spelling(puzzle: Board, here: Position, text: str) -> str | None:
    """The usual name of the piece move that the text describes with a different free path."""
    move = read_path(text)
    if move is None or move[0] not in puzzle.pieces:
        return None
    letter, path = move
    if puzzle.movement == "axis" and any(_across(puzzle, letter, direction) for direction, _ in path):
        return None
    anchor, _, stuck = _walk(puzzle, here, letter, path)
    start = str(here).replace("/", "").index(letter)
    if stuck is not None:
        return None
    same = [move for move in puzzle.moves(here) if move.code[:2] == (start, anchor)]
    return same[0].name if same else None


def _across(puzzle: Board, letter: str, direction: int) -> bool:
    return lies(puzzle.pieces[letter], puzzle.columns) != (direction < 2)


def why_not(puzzle: Board, here: Position, text: str) -> str:
    """Why the text does not name a legal move here."""
    move = read_path(text) if text else None
    if move is None:
        return "a move is a piece, a direction L R U D and a number of cells, such as AR3"
    letter, path = move
    if letter not in puzzle.pieces:
        return f"there is no piece {shown(letter)}; the pieces are {' '.join(puzzle.pieces)}"
    if len(path) > 1 and puzzle.metric != "piece":
        return f'one move goes along one line under metric = "{puzzle.metric}"'
    for direction, _ in path:
        if puzzle.movement == "axis" and _across(puzzle, letter, direction):
            own = "left and right" if direction > 1 else "up and down"
            return f"piece {letter} moves only {own}"
    _, gone, stuck = _walk(puzzle, here, letter, path)
    if stuck is not None:
        after = " then" if stuck else ""
        room = f"{gone or 'no'} free cell{'s' * (gone > 1)}"
        return f"piece {letter}{after} has {room} {_SIDES[path[stuck][0]]}"
    if puzzle.metric == "step":
        return f'one move is one cell under metric = "step": {letter}{LETTERS[path[0][0]]}1'
    return (
        f"the path ends where piece {letter} already is; going {DIRECTIONS[path[0][0]]} and "
        "back is not a move"
    )
