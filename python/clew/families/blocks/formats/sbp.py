"""Sliding-block puzzles as matrices of numbers, as in courses on search: a line `columns,rows,` and then the
rows.

0 is free, 1 a wall, 2 the brick to bring out, 3 and more other bricks, -1 the goal that brick 2 must cover,
where no other brick may go. Bricks move in all directions, one cell a move (`metric = "step"`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clew.boards.format import COMMENTS, NOTHING, SURE, Format, Found, Likeness, reason
from clew.errors import BoardError
from clew.families.blocks.pieces import NAMES
from clew.puzzles.registry import from_dict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from clew.boards.source import Source

    Rows = list[tuple[int, list[int]]]


class Sbp(Format):
    """Matrices of numbers."""

    name = "sbp"
    about = "sliding-block puzzles as matrices of numbers"
    example = "5,5,\n1,-1,-1,1,1,\n1,0,0,0,1,\n1,3,3,3,1,\n1,2,2,0,1,\n1,1,1,1,1,\n"
    family = "blocks"

    def recognise(self, source: Source) -> Likeness:
        lines = [text for _, text in source.head_lines() if not text.lstrip().startswith(COMMENTS)]
        rows = [_numbers(text) for text in lines[:3]]
        if len(rows) < 3 or rows[0] is None or len(rows[0]) != 2:
            return Likeness(0)
        if rows[1] is None or len(rows[1]) != rows[0][0]:
            return Likeness(0.2, "the second line has not as many numbers as the first one says")
        try:
            found = next(self._boards(iter(source.beginning())), NOTHING)
            from_dict({"family": "blocks", **found.given()})
        except BoardError as error:
            return Likeness(0.7, reason(error))
        return SURE

    def boards(self, source: Source) -> Iterator[Found]:
        return self._boards((number, str(text)) for number, text in source.lines())

    def _boards(self, lines: Iterator[tuple[int, str]]) -> Iterator[Found]:
        size: list[int] | None = None
        rows: Rows = []
        begin = 0
        for number, text in lines:
            if not text.strip() or text.lstrip().startswith(COMMENTS):
                continue
            numbers = _numbers(text)
            if numbers is None:
                yield Found(BoardError("is no line of numbers with commas between them"), number)
            elif size is None:
                size, rows, begin = numbers, [], number
                if len(size) != 2:
                    yield Found(BoardError("has to be the size of a board, columns and rows: 5,4,"), number)
                    size = None
            else:
                rows.append((number, numbers))
            if size is not None and len(rows) == size[1]:
                try:
                    yield Found(_keys(size[0], rows), begin, _SAID)
                except BoardError as error:
                    yield Found(error, error.line or begin)
                size = None
        if size is not None:
            yield Found(BoardError(f"has {len(rows)} rows, and not {size[1]}, as its first line says"), begin)

    def written(self, puzzle: Any, extra: Mapping[str, Any]) -> str:
        if puzzle.goal is None or puzzle.movement != "free" or puzzle.metric != "step":
            raise self.refuse(
                puzzle, "other boards than those that move freely by steps to a goal that is a grid"
            )
        goal = "".join(puzzle.goal)
        wanted = sorted(set(goal) - {"."})
        order = [*wanted, *(name for name in puzzle.pieces if name not in wanted)]
        signs = {"o": 0, "x": 1, **{name: number for number, name in enumerate(order, 2)}}
        numbers = [signs[sign] for sign in puzzle._begins().replace("/", "")]
        if len(wanted) != 1 or any(wish != "." and have for wish, have in zip(goal, numbers, strict=True)):
            raise self.refuse(puzzle, "goals of several pieces, or on cells that are taken")
        numbers = [-1 if wish != "." else number for wish, number in zip(goal, numbers, strict=True)]
        wide = puzzle.columns
        rows = [numbers[at : at + wide] for at in range(0, len(numbers), wide)]
        lines = [[wide, puzzle.rows], *rows]
        return "".join("".join(f"{number}," for number in line) + "\n" for line in lines)


_WHOLE = re.compile(r"-?[0-9]{1,4}")
_SAID = ("bricks go one cell a move, in all directions",)
FORMAT = Sbp()


def _numbers(text: str) -> list[int] | None:
    words = [word.strip() for word in text.strip().rstrip(",").split(",")]
    if not all(_WHOLE.fullmatch(word) for word in words):
        return None
    return [int(word) for word in words]


def _keys(wide: int, rows: Rows) -> dict[str, Any]:
    odd = next((number for number, row in rows if len(row) != wide), None)
    if odd is not None:
        raise BoardError(f"has not {wide} numbers, as the first line of the board says", line=odd)
    cells = [number for _, row in rows for number in row]
    others = sorted(set(cells) - {-1, 0, 1, 2})
    if 2 not in cells or -1 not in cells:
        raise BoardError(f"has no {'brick 2' if 2 not in cells else 'goal, -1'}")
    if others and (others[0] < -1 or len(others) >= len(NAMES)):
        raise BoardError(f"has a brick {others[0]}; bricks are 2 and more, and at most {len(NAMES)}")
    letters = {0: ".", -1: ".", 1: "#", 2: "A", **dict(zip(others, NAMES[1:], strict=False))}
    _check_alone(cells, wide, others)
    grid = "".join(letters[number] for number in cells)
    goal = "".join("A" if number == -1 else "." for number in cells)

    def split(text: str) -> list[str]:
        return [text[at : at + wide] for at in range(0, len(text), wide)]

    return {"board": split(grid), "goal": split(goal), "movement": "free", "metric": "step"}


def _check_alone(cells: list[int], wide: int, others: list[int]) -> None:
    """Raises `BoardError` where a brick other than 2 could go onto the goal, which Clew cannot forbid."""
    high = len(cells) // wide
    goal = [divmod(cell, wide) for cell, number in enumerate(cells) if number == -1]
    for brick in others:
        places = [divmod(cell, wide) for cell, number in enumerate(cells) if number == brick]
        for row, column in goal:
            for top, left in places:
                moved = [(r - top + row, c - left + column) for r, c in places]
                if all(0 <= r < high and 0 <= c < wide and cells[r * wide + c] != 1 for r, c in moved):
                    raise BoardError(
                        f"brick {brick} has room on the goal, where only brick 2 may go; Clew has no such "
                        "cells"
                    )
