"""The graded boards that come with Clew, two hundred for each of five families, and the board of a day.

`tools/graded.py` makes them, and says from which seeds.
"""

from __future__ import annotations

import json
from functools import cache
from math import gcd
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import date

FOLDER = Path(__file__).with_name("graded")


class Graded(NamedTuple):
    """A board, its fewest moves, how many of its solutions are essentially different, and the seconds that a
    typical person is forecast to take.
    """

    puzzle: str
    par: int
    essential: int
    forecast: int

    @property
    def family(self) -> str:
        """The family of the board."""
        return self.puzzle.partition(":")[0].partition("[")[0]


@cache
def graded() -> dict[str, list[Graded]]:
    """The boards of each family, the easiest first."""
    return {
        path.stem: [Graded(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
        for path in sorted(FOLDER.glob("*.jsonl"))
    }


def daily(day: date) -> Graded:
    """The board of a day: easy on Mondays, hardest on Sundays, and of another family each day.

    The boards of a family, by forecast, are dealt to the seven weekdays; a weekday goes through its boards in
    an order that mixes them, and repeats one after 140 weeks at the earliest.

    >>> from datetime import date
    >>> from clew.boards.graded import daily
    >>> daily(date(2027, 1, 4)).par
    9
    """
    week, weekday = divmod(day.toordinal() - 1, 7)  # the first day of year 1 was a Monday
    families = list(graded())
    turn, phase = divmod(week, len(families))
    boards = graded()[families[(2 * phase + weekday) % len(families)]]
    begin, end = (len(boards) * part // 7 for part in (weekday, weekday + 1))
    number = end - begin
    stride = next(step for step in range(number * 3 // 8, number) if gcd(step, number) == 1)
    return boards[begin + turn * stride % number]
