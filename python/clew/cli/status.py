"""Exit statuses, and which one wins where several hold."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SOLVED = 0
UNSOLVABLE = 1
WRONG = 2
LIMIT = 3
INTERRUPTED = 130

BAD_USAGE = "bad usage, or a file that cannot be read or written"
BAD_BOARD = "bad usage or a bad board"

OF_BOARDS = {
    SOLVED: "every board solved",
    UNSOLVABLE: "one is proved unsolvable",
    WRONG: BAD_BOARD,
    LIMIT: "a limit was reached",
}
"""What they say where boards are solved."""

_RISING = (SOLVED, UNSOLVABLE, LIMIT, WRONG, INTERRUPTED)


def worst(one: int, other: int) -> int:
    """The status that stands for both: 130 over 2 over 3 over 1 over 0."""
    return max(one, other, key=_RISING.index)


def in_words(statuses: Mapping[int, str], several: bool) -> str:
    """The exit statuses of a command and what each says; of several boards, also which one wins."""
    told = ", ".join(f"{number} {words}" for number, words in sorted(statuses.items()))
    winning = ", ".join(str(number) for number in reversed(_RISING[1:]) if number in statuses)
    return f"{told}. Of several boards, the first of {winning} that holds." if several else f"{told}."
