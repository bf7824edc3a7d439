"""Lists of moves as people and other programs write them: numbered, with arrows between, directions as words.

```
1. BR1  2. CL3        BR1 -> CL3        B+1 C-3        B right 1
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_COMMENT = re.compile(r"^\s*#.*$", re.MULTILINE)
_ARROW = re.compile(r"(?:(?<=\s)|^)(?:-+>|=+>|→|⇒|➔|>)(?=\s|$)")
_NUMBER = re.compile(r"(?:(?<=\s)|^)\(?\d{1,5}[.):](?=\s|[^\s\d.):])")

DIRECTIONS = {
    **dict.fromkeys(("L", "l", "left", "Left", "LEFT", "←", "<", "west", "W"), "L"),
    **dict.fromkeys(("R", "r", "right", "Right", "RIGHT", "→", ">", "east", "E"), "R"),
    **dict.fromkeys(("U", "u", "up", "Up", "UP", "↑", "^", "north", "N"), "U"),
    **dict.fromkeys(("D", "d", "down", "Down", "DOWN", "↓", "v", "south", "S"), "D"),
}
"""Words and signs for directions, each with its letter."""


def words_of(text: str) -> list[str]:
    """The words of a list of moves, which stand between blanks, commas and semicolons, without comments,
    numbers of moves and arrows from one move to the next.
    """
    bare = _COMMENT.sub(" ", text)
    bare = bare.replace(",", " ").replace(";", " ")
    return _NUMBER.sub(" ", _ARROW.sub(" ", bare)).split()


def joined_words(words: list[str], names_piece: Callable[[str], bool], counts: bool) -> list[str]:
    """The words, with a piece and the direction behind it as one; `counts`: and the number of cells
    behind that.
    """
    found: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if rest and names_piece(word) and (rest[0] in DIRECTIONS or _goes(rest[0], counts)):
            word += rest.pop(0)
            if counts and rest and rest[0].isdecimal() and not word[-1].isdecimal():
                word += rest.pop(0)
        found.append(word)
    return found


def _goes(word: str, counts: bool) -> bool:
    """Whether a word is a direction with the number of cells behind it: ``R1``, ``+1``."""
    return counts and (word[:1] in DIRECTIONS or word[:1] in "+-\u2212") and word[1:].isdecimal()


def direction_of(text: str) -> tuple[str, str]:
    """The letter of the direction with which a text begins, and what follows it; "" if it begins with
    none.
    """
    for length in (5, 4, 2, 1):
        letter = DIRECTIONS.get(text[:length]) if len(text) >= length else None
        if letter is not None:
            return letter, text[length:]
    return "", text
