"""Exit statuses, and which one takes precedence if several apply."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

SOLVED = 0
UNSOLVABLE = 1
WRONG = 2
LIMIT = 3
INTERRUPTED = 130

BAD_USAGE = "bad usage, or a file that cannot be read or written"
BAD_BOARD = "bad usage or a bad board"

OF_BOARDS = {
    SOLVED: "every board is solved",
    UNSOLVABLE: "a board is proved unsolvable",
    WRONG: BAD_BOARD,
    LIMIT: "a limit was reached",
}
"""The exit statuses of commands that solve boards."""

_RISING = (SOLVED, UNSOLVABLE, LIMIT, WRONG, INTERRUPTED)


def worst(one: int, other: int) -> int:
    """Return the status that takes precedence: 130 over 2 over 3 over 1 over 0."""
    return max(one, other, key=_RISING.index)


def precedence(statuses: Collection[int]) -> str:
    """Return a sentence that says which of a command's statuses takes precedence if several apply."""
    first, *rest = [str(number) for number in reversed(_RISING[1:]) if number in statuses]
    pairs = [f"{one} over {other}" for one, other in zip([first, *rest], rest, strict=False)]
    pairs[0] = pairs[0].replace(" over ", " takes precedence over ", 1)
    return f"If several apply, {', '.join(pairs)}."
