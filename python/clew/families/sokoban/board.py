"""A Sokoban board: its signs (XSB), how it is read, and what is wrong with one that cannot be played.

| sign | meaning | also read |
|---|---|---|
| `#` | wall | |
| `-` | floor | blank, `_` |
| `.` | goal | `o` |
| `@` `+` | the player, on floor and on a goal | `p` `P` |
| `$` `*` | a box, on floor and on a goal | `b` `B` |

Rows are separated by newlines, `/` or `|`. A number repeats what follows it: `5#` is `#####`, and `2(#-)` is
`#-#-`. Rows may have different lengths; what is around the walls does not count.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from clew.errors import BoardError
from clew.puzzles.cells import DELTAS, cell_name
from clew.puzzles.fields import kind
from clew.puzzles.grids import bad_letter, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SIDE = 64
"""Rows and columns of a board."""

WORDS = 16
"""The most words of 64 bits in which the engine keeps the cells of the player and of the boxes."""

WALL, FLOOR, GOAL, PLAYER, PLAYER_ON_GOAL, BOX, BOX_ON_GOAL = "#-.@+$*"
SIGNS = "#-.@+$*"
_ALSO = str.maketrans(" \xa0_opPbB", "---.@+$*")
MEANING = "`#` is a wall, `-` floor, `.` a goal, `@` the player, `$` a box; on a goal they are `+` and `*`"

_SPLIT = re.compile(r"\r\n|[\n\r/|]")
_GROUP = re.compile(r"([0-9]{0,4})\(([^()\n/|]*)\)")
_RUN = re.compile(r"([0-9]{1,4})([^0-9()])", re.DOTALL)
_LONGEST = 4096
"""Signs of a row, before what is around the walls is left out."""


class Level(NamedTuple):
    """A board as sets of cells, which are numbered row by row from 0."""

    rows: int
    columns: int
    walls: frozenset[int]
    goals: frozenset[int]
    boxes: tuple[int, ...]
    player: int

    def text(self, player: int, boxes: Iterable[int]) -> str:
        """The board on one line with the player and the boxes on these cells."""
        signs = [FLOOR] * (self.rows * self.columns)
        for cell in self.walls:
            signs[cell] = WALL
        for cell in self.goals:
            signs[cell] = GOAL
        for cell in boxes:
            signs[cell] = BOX_ON_GOAL if cell in self.goals else BOX
        signs[player] = PLAYER_ON_GOAL if player in self.goals else PLAYER
        return joined("".join(signs), self.columns)

    def beside(self, cell: int, way: int) -> int:
        """The next cell in a direction; the board has one, since walls are around the player."""
        down, across = DELTAS[way]
        return cell + down * self.columns + across

    def inside(self) -> set[int]:
        """The cells that the player could reach if there were no boxes."""
        return reached(self.player, self.walls, self.rows, self.columns)


def reached(start: int, closed: frozenset[int] | set[int], rows: int, columns: int) -> set[int]:
    """The cells that can be walked to from a cell."""
    found, open_ = {start}, [start]
    while open_:
        row, column = divmod(open_.pop(), columns)
        for down, across in DELTAS:
            if 0 <= row + down < rows and 0 <= column + across < columns:
                cell = (row + down) * columns + column + across
                if cell not in closed and cell not in found:
                    found.add(cell)
                    open_.append(cell)
    return found


def read_level(value: Any, key: str = "board") -> Level:
    """The board that is written as a text or as a list of rows. Raises `BoardError`, which says where the
    fault is.
    """
    grid = _Grid(value, key)
    rows, columns = len(grid.rows), len(grid.rows[0])
    players = grid.all("@+")
    if not players:
        raise BoardError("has no player; write `@` where it stands, or `+` on a goal", key=key)
    if len(players) > 1:
        names = " and ".join(cell_name(cell, columns) for cell in players[:2])
        raise grid.fault(
            players[1], f"has {len(players)} players, on {names}; leave one, and write `-` for the others"
        )
    boxes = tuple(grid.all("$*"))
    if not boxes:
        raise BoardError("has no box; write `$` for each, or `*` on a goal", key=key)
    goals = frozenset(grid.all(".+*"))
    if len(goals) < len(boxes):
        raise BoardError(
            f"has {len(boxes)} box{'es' * (len(boxes) > 1)}, but {len(goals)} goal{'s' * (len(goals) != 1)}; "
            "every box needs a goal, which is `.`, or `*` below a box",
            key=key,
        )
    level = Level(rows, columns, frozenset(grid.all(WALL)), goals, boxes, players[0])
    inside = level.inside()
    most = WORDS * (64 // max(1, (len(inside) - 1).bit_length())) - 1
    if len(inside.intersection(boxes)) > most:
        raise BoardError(f"has more boxes than the {most} that are supported on {len(inside)} cells", key=key)
    for cell in sorted(inside):
        if cell // columns in (0, rows - 1) or cell % columns in (0, columns - 1):
            raise grid.fault(
                cell,
                f"is open at {cell_name(cell, columns)}: the player can walk off the board there; close it "
                "with walls `#`",
            )
    return level


class _Grid:
    """The rows of a board in its usual signs, without what is around them, and where they are in the text."""

    def __init__(self, value: Any, key: str) -> None:
        self.key = key
        found = [_plain(row, number, key) for number, row in enumerate(_rows(value, key), 1)]
        used = [number for number, row in enumerate(found) if row.strip(FLOOR)]
        if not used:
            raise BoardError("is empty; give rows of cells such as `#@$.#`", key=key)
        self.top = used[0]
        found = found[self.top : used[-1] + 1]
        self.left = min(len(row) - len(row.lstrip(FLOOR)) for row in found if row.strip(FLOOR))
        columns = max(len(row.rstrip(FLOOR)) for row in found) - self.left
        self.rows = [row[self.left :].ljust(columns, FLOOR)[:columns] for row in found]
        for sides, count in (("rows", len(found)), ("columns", columns)):
            if count > SIDE:
                raise BoardError(f"has {count} {sides}; at most {SIDE} are allowed", key=key)

    def all(self, signs: str) -> list[int]:
        """The cells with one of these signs."""
        return [cell for cell, sign in enumerate("".join(self.rows)) if sign in signs]

    def fault(self, cell: int, words: str) -> BoardError:
        """The error for a cell, with its place in the text."""
        row, column = divmod(cell, len(self.rows[0]))
        return BoardError(words, key=self.key, row=self.top + row + 1, column=self.left + column + 1)


def _rows(value: Any, key: str) -> Sequence[str]:
    if isinstance(value, str):
        return _SPLIT.split(value)
    if not isinstance(value, list | tuple):
        raise BoardError(
            f'is {kind(value)}; it must be a grid: rows separated by newlines or `/`, such as "###/#@$.#"',
            key=key,
        )
    for number, row in enumerate(value, 1):
        if not isinstance(row, str):
            raise BoardError(
                f'is {kind(row)}; every row must be a string such as "#@$.#"', key=key, row=number
            )
        if _SPLIT.search(row):
            raise BoardError(
                "contains a separator; in a list, each row is a string of its own", key=key, row=number
            )
    return value


def _plain(row: str, number: int, key: str) -> str:
    """A row in its usual signs, with runs written out."""
    spelled = spelled_out(row.rstrip())
    if spelled is None:
        raise BoardError(f"has too many cells; at most {SIDE} columns are allowed", key=key, row=number)
    row = spelled.expandtabs(8).translate(_ALSO)
    for column, sign in enumerate(row, 1):
        if sign not in SIGNS:
            raise bad_letter(key, number, column, sign, MEANING)
    return row


def spelled_out(text: str, most: int = _LONGEST) -> str | None:
    """A text without numbers and brackets; None if it would have more than so many signs."""
    while len(text) <= most and (group := _GROUP.search(text)) is not None:
        text = text[: group.start()] + group[2] * int(group[1] or 1) + text[group.end() :]
    if len(text) + sum(int(run[1]) for run in _RUN.finditer(text)) > 2 * most:
        return None
    text = _RUN.sub(lambda run: run[2] * int(run[1]), text)
    return text if len(text) <= most else None
