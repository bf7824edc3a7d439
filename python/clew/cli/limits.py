"""The options that limit a search, the same for every command that searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.cli import values
from clew.cli.parser import Option

if TYPE_CHECKING:
    from clew.cli.parser import Arguments
    from clew.search.limits import Limits

WITHOUT_MOVES = (
    Option(
        "--max-states",
        value="N",
        read=values.whole,
        help="stop after N stored states (expanded states, if the search stores none)",
    ),
    Option("--max-seconds", value="S", read=values.seconds, help="stop each board after S seconds"),
    Option(
        "--max-memory",
        value="SIZE",
        read=values.memory,
        help="use at most SIZE of memory, such as 200MB or 2GiB; default: three quarters of what is free",
    ),
    Option(
        "--threads",
        value="N",
        read=values.whole,
        default=0,
        help="use N threads; the default, 0, means one per core. The answer does not depend on it",
    ),
)
"""The limits of commands that look for no solution of limited length."""

OPTIONS = (
    Option("--max-moves", value="N", read=values.whole, help="look for no solution longer than N"),
    *WITHOUT_MOVES,
)


def limits_of(args: Arguments) -> Limits:
    """Return the limits that the options give."""
    from clew.search.limits import Limits

    return Limits(getattr(args, "max_moves", None), args.max_states, args.max_seconds, args.max_memory)
