"""Game ids of DriftingDroids, a line each: the four quarters of the board, the robots, the goal.

`0765+41+2E21BD0F+1C`: quarters 0, 7, 6 and 5 clockwise from the upper left (of 1A to 4D), 4 robots, robot 1
has the goal (red, green, blue, yellow, silver from 0), their places in hexadecimal, row by row, and that of
the goal. Goals for any robot are refused: a goal of Clew names a colour.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clew.boards.format import COMMENTS, SURE, Format, Found, Likeness
from clew.errors import BoardError
from clew.families.ricochet.formats._robots import COLOURS, DOWN, LEFT, RIGHT, UP, keys_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.boards.source import Source

SIDE = 16
QUARTERS = (
    "10E 41NW 12NE 63SE 05S 36SW",
    "30E 51SE 12SW 03S 64NW 26NE",
    "30E 52SE 04S 24NE 75SW 16NW",
    "30E 61SW 13NE 54NW 25SE 75SE 06S",
    "40E 61SE 12NW 05S 65NE 36SW",
    "40E 21NW 63SW 04S 45NE 16SE",
    "30E 11SW 62NE 24SE 05S 75NW",
    "40E 21SE 13SW 04S 64NW 56NE 37SE",
    "10E 31NW 63SE 14SW 06S 46NE",
    "50E 32NW 03S 53SW 24NE 45SE",
    "10E 41NE 13SW 05S 55NW 36SE",
    "20E 51SW 72SE 03S 34SE 65NW 16NE",
    "50E 13NW 64SE 05S 26NE 36SW",
    "20E 52SE 62NW 15SW 06S 47NE",
    "40E 02S 62SE 24NE 34SW 56NW",
    "40E 62NW 23NE 33SW 15SE 06S 57SE",
)
"""The walls of the published quarters 1A to 4D, seen as the upper left one: column, row, sides of the
cell.
"""

_ID = re.compile(r"^([0-9A-Fa-f]{4})\+([1-5])([0-9A-Fa-f])\+((?:[0-9A-Fa-f]{2})+)\+([0-9A-Fa-f]{2})$")
_TURNED = (UP, RIGHT, DOWN, LEFT)
"""The sides N, E, S and W, which a quarter turns with it."""


class Drifting(Format):
    """Game ids of DriftingDroids."""

    name = "drifting"
    about = "game ids of DriftingDroids"
    example = "0765+41+2E21BD0F+1C\n"
    family = "ricochet"

    def recognise(self, source: Source) -> Likeness:
        first = source.first()
        if _ID.match(first.split(" ")[0]):
            return SURE
        alike = first[:5].count("+") == 1 and first.count("+") == 3
        return Likeness(
            0.6 if alike else 0, "an id is four quarters, +, the robots, +, their places, +, the goal"
        )

    def boards(self, source: Source) -> Iterator[Found]:
        for number, text in source.lines():
            if isinstance(text, BoardError):
                yield Found(text, number)
            elif text.strip() and not text.lstrip().startswith(COMMENTS):
                word, _, title = text.strip().partition(" ")
                try:
                    found = _keys(word)
                    yield Found({**found, **({"title": title.strip()} if title.strip() else {})}, number)
                except BoardError as error:
                    yield Found(error, number)


FORMAT = Drifting()


def _keys(word: str) -> dict[str, Any]:
    found = _ID.match(word)
    if found is None:
        raise BoardError(f'"{word[:40]}" is no game id, such as 0765+41+2E21BD0F+1C')
    quarters, count, goal_robot, places, goal = found.groups()
    names = list(COLOURS.values())[: int(count)]
    if len(places) != 2 * len(names):
        raise BoardError(f"has {len(places) // 2} places for {len(names)} robots")
    if goal_robot.upper() == "F":
        raise BoardError(
            "has a goal for any robot, and a goal of Clew names a colour; write it for each robot"
        )
    if int(goal_robot, 16) >= len(names):
        raise BoardError(f"has {len(names)} robots, and a goal for robot {goal_robot}")
    robots = {name: divmod(int(places[at * 2 : at * 2 + 2], 16), SIDE) for at, name in enumerate(names)}
    goals = {names[int(goal_robot, 16)]: divmod(int(goal, 16), SIDE)}
    walls = [wall for turn, quarter in enumerate(quarters) for wall in _walls(int(quarter, 16), turn)]
    return keys_of(SIDE, SIDE, robots, goals, walls)


def _walls(quarter: int, turn: int) -> list[tuple[tuple[int, int], int]]:
    """The walls of a quarter in its place: 0 upper left, 1 upper right, 2 lower right, 3 lower left."""
    found = []
    for mark in [*QUARTERS[quarter].split(), "77NESW"]:
        column, row = int(mark[0]), int(mark[1])
        for _ in range(turn):
            column, row = SIDE - 1 - row, column
        found += [((row, column), _TURNED[("NESW".index(side) + turn) % 4]) for side in mark[2:]]
    return found
