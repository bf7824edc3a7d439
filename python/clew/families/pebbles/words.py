"""Moves of pebbles as people write them: arrows, the number of a tile, directions."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING
from warnings import warn

from clew.errors import IllegalMove, ReadingWarning
from clew.puzzles.notations import DIRECTIONS, words_of

if TYPE_CHECKING:
    from clew.families.pebbles.puzzle import Pebbles
    from clew.puzzles.position import Position

_ARROW = re.compile(r"(?<=\d)(?:->|→|>)(?=\d)")
_LETTERS = re.compile(r"[LURDlurd←↑→↓]+")
SIGNS = {"L": "←", "U": "↑", "R": "→", "D": "↓"}
_OTHER = {"←": "→", "→": "←", "↑": "↓", "↓": "↑"}
READINGS = {"tile": "tiles", "blank": "the blank"}


def pairs_of(word: str) -> list[str]:
    """A move ``3-0``, also with an arrow; a path of the hole over three or more cells as its moves."""
    word = _ARROW.sub("-", word)
    cells = word.split("-")
    if len(cells) > 2 and all(cell.isascii() and cell.isdigit() for cell in cells):
        return [f"{there}-{here}" for here, there in pairwise(cells)]
    return [word]


def lurd(puzzle: Pebbles, text: str) -> list[str] | None:
    """The signs ``←↑→↓`` for where tiles go, of letters of directions; None for any other list of moves.

    Programs write the way of the tiles, or the way of the blank. The reading that is legal from the start is
    taken, that of the tiles if both are, and a `ReadingWarning` says which; ``blank:`` or ``tile:`` before
    the letters chooses one.
    """
    words = words_of(text)
    asked = next((name for name in READINGS if words and words[0].lower().startswith(f"{name}:")), None)
    if asked is not None:
        words[0] = words[0][len(asked) + 1 :]
    words = [word for word in words if word]
    if asked is None and set("LURDlurd") & set(puzzle.pebbles):
        return None  # letters name pebbles
    plain = all(_LETTERS.fullmatch(word) or (word in DIRECTIONS and len(word) > 2) for word in words)
    if not words or not plain or puzzle.layout is None or not puzzle.layout.startswith("grid"):
        return None
    signs = "".join(word if _LETTERS.fullmatch(word) else DIRECTIONS[word] for word in words)
    tiles = [SIGNS.get(DIRECTIONS[sign], sign) for sign in signs]
    ways = {"tile": tiles, "blank": [_OTHER[sign] for sign in tiles]}
    if asked is None:
        legal = [name for name, way in ways.items() if _is_legal(puzzle, way)]
        asked = legal[0] if legal else "tile"
        if len(legal) != 1:
            other = "blank" if asked == "tile" else "tile"
            told = (
                f"directions are read as those of {READINGS[asked]}; write {other}: before them for the other"
            )
            warn(told, ReadingWarning, stacklevel=2)
    return ways[asked]


def _is_legal(puzzle: Pebbles, signs: list[str]) -> bool:
    """Whether these moves of tiles can be played from the start."""
    here = puzzle.initial()
    try:
        for sign in signs:
            here = puzzle.apply(here, sign)
    except IllegalMove:
        return False
    return True


def plain_move(puzzle: Pebbles, here: Position, text: str) -> str | None:
    """The usual name of a move that is named by its direction, or by its tile; None if there is not
    just one.
    """
    moves = [move for move in puzzle.moves(here) if len(puzzle.line(move.code)) == 1]
    if text in _OTHER and puzzle.layout is not None:
        wide = int(puzzle.layout.rpartition("x")[2])
        step = {"←": -1, "→": 1, "↑": -wide, "↓": wide}[text]
        found = [move.name for move in moves if move.code[1] - move.code[0] == step]
    else:
        found = [move.name for move in moves if puzzle.tokens(here)[move.code[0]] == text]
    if len(found) == 1:
        return found[0]
    (pair,) = pairs_of(text)[:1]
    return pair if pair != text else None
