"""How long a text from a visitor may be, and which characters it may contain: defined here only.

The schemas of requests (`clew_studio.api.schemas`) and the columns of the tables take their limits from
here; boards from files or as keys are checked when they are read. Imports nothing of Django.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from clew.errors import BoardError

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

TITLE = 120
AUTHOR = 120
SOURCE = 300
LICENCE = 120
NOTES = 2_000
TAG = 30
COMMENT = 1_000
REPORT = 1_000
NAME = 40
EMAIL = 254
PASSWORD = 200
CODE = 40
"""A code of the second step as people write it, with spaces or dashes."""

SEARCH = 100
KEY = 48
"""Names of boards, games, packs; links of participants."""

PIECE = 20
MOVE = 200
STATE = 4_000
BOARD = 20_000
IMPORT = 200_000
GAME = 100_000
"""The source of a game, and any other text among the keys of a board."""
WORLD = 200_000
"""A level of a world, as TOML or as JSON."""

VERSION = 20
PARTICIPANT = 100
"""What a recruiting site calls a participant, and any other value that a participant's link carries."""
PROSE = 20_000
"""Instructions and texts to agree to."""
QUESTION = 1_000
OPTION = 200
REPLY = 4_000
"""What a participant writes as an answer."""

TOKEN = 100

ABOUT = {"title": TITLE, "author": AUTHOR, "source": SOURCE, "licence": LICENCE, "notes": NOTES}
"""The texts of a board."""

OF_LINES = ("notes",)
"""The texts that may have several lines."""

_UNWANTED = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff"
)
_IN_LINES = re.compile(f"[{_UNWANTED}]")
_IN_A_LINE = re.compile(f"[{_UNWANTED}\t\n\r]")


def unwanted(text: str, *, lines: bool = False) -> str | None:
    """Return what is wrong with the characters of a text; None if nothing is. `lines`: it may have several
    lines.

    Refused are control characters including NUL, characters that change the direction of text, and halves of
    surrogate pairs.
    """
    found = (_IN_LINES if lines else _IN_A_LINE).search(text)
    if found is None:
        return None
    return f"contains the control character U+{ord(found[0]):04X} at position {found.start() + 1}; remove it"


_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
    "\U00016fe4\U0001d159\U000e0000-\U000e0fff]"
)
"""Letters and marks that show nothing alone; format characters are not among them."""


def is_invisible(sign: str) -> bool:
    """Return whether a character shows nothing alone. A space does not count."""
    return bool(_INVISIBLE.match(sign)) or unicodedata.category(sign) == "Cf"


def stripped(text: str) -> str:
    """Return a text without spaces at its ends; nothing if no character of it can be seen."""
    if all(sign.isspace() or is_invisible(sign) for sign in text):
        return ""
    return text.strip()


def seen(value: object) -> object:
    """Return what a field was given; a text as `stripped` leaves it."""
    return stripped(value) if isinstance(value, str) else value


def line(text: str) -> str:
    """Return one line of plain text as it is. Raises `ValueError`."""
    wrong = unwanted(text)
    if wrong is not None:
        raise ValueError(wrong)
    return text


def lines(text: str) -> str:
    """Return plain text of any number of lines as it is. Raises `ValueError`."""
    wrong = unwanted(text, lines=True)
    if wrong is not None:
        raise ValueError(wrong)
    return text


def check_about(puzzle: EnginePuzzle) -> None:
    """Check the texts of a board against the limits. Raises `BoardError`."""
    for key in ABOUT:
        check(key, getattr(puzzle, key))


def check(key: str, text: str | None) -> None:
    """Check one of the texts of a board. Raises `BoardError`."""
    if text is None:
        return
    if len(text) > ABOUT[key]:
        raise BoardError(f"has {len(text)} characters; at most {ABOUT[key]} are allowed", key=key)
    wrong = unwanted(text, lines=key in OF_LINES)
    if wrong is not None:
        raise BoardError(wrong, key=key)
