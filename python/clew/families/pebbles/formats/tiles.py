"""Sliding tiles as numbers: a permutation a line, or a square of rows, with 0 (or `_`, `-`, `.`, `x`, `b`)
as the blank. Blanks, commas, tabs, bars and brackets separate; a number and a colon or one number too many
before a line is its name, as in Korf's list.

The goal has the blank first, as in Korf's list, or last; where only one of them can be reached, that one is
taken, otherwise the blank is last. Without a sign for the blank, tiles count from 1 and the highest is the
blank. A line `goal` with its numbers is the goal of what follows. A move takes one tile.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clew.boards.format import COMMENTS, SURE, Format, Found, Likeness, reason
from clew.errors import BoardError
from clew.puzzles.registry import from_dict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from clew.boards.source import Source

    Rows = list[tuple[int, list[str]]]

BLANKS = {"_", "-", ".", "x", "X", "b", "B", "*", "0", "00"}
LARGEST = 512
_BETWEEN = re.compile(r"[\s,;|\[\](){}]+")
_ROWS = re.compile(r"(?<=\])\s*,\s*(?=\[)")
"""Between the rows of a list of lists on one line."""

_NAME = re.compile(r"^\s*[#(]?\s*\w[\w .-]*\s*[:)]\s+(?=\S)")


class Tiles(Format):
    """Permutations of numbers."""

    name = "tiles"
    about = "sliding tiles as numbers, a permutation a line or rows of a square"
    example = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15\n\n8 6 7\n2 5 4\n3 0 1\n"
    family = "pebbles"
    options = {  # noqa: RUF012 - never written
        "first": "the goal has the blank first: 0 1 2 ...",
        "last": "the goal has the blank last: 1 2 ... 0",
    }

    def recognise(self, source: Source) -> Likeness:
        first = source.first()
        if not any(sign.isdigit() for sign in first):
            return Likeness(0)
        text = source.head_lines()
        found = list(self._boards(source, source.beginning()))
        good, against = 0, ""
        for board in found[:100]:
            try:
                from_dict({"family": "pebbles", **board.given()})
                good += 1
            except BoardError as error:
                against = against or f"line {board.line}: {reason(error)}"
        if not found or not text or not good:
            return Likeness(0.4 if against and _numbers_only(text) else 0, against)
        return SURE if good == len(found[:100]) else Likeness(0.3 + 0.6 * good / len(found[:100]), against)

    def boards(self, source: Source) -> Iterator[Found]:
        lines = []
        for number, text in source.lines():
            if isinstance(text, BoardError):
                yield Found(text, number)
            else:
                lines.append((number, text))
        yield from self._boards(source, lines)

    def _boards(self, source: Source, lines: list[tuple[int, str]]) -> Iterator[Found]:
        goal: list[str] | None = None
        group: Rows = []
        named = False
        for number, line in [*lines, (0, "")]:
            for text in _ROWS.split(line):
                body = text.strip()
                title = _NAME.match(body)
                words = [word for word in _BETWEEN.split(body[title.end() :] if title else body) if word]
                told = words[1:] if words and words[0].lower() == "goal" else None
                if title is not None and title[0].strip().lower() == "goal:":
                    told = words
                if not words or told is not None:
                    for rows in _split(group):
                        yield self._board(source, rows, goal, named)
                    group, named = [], False
                    goal = told if told is not None else goal
                elif not body.startswith(COMMENTS):
                    named = named or title is not None
                    group.append((number, words))

    def _board(self, source: Source, rows: Rows, goal: list[str] | None, named: bool) -> Found:
        try:
            keys, remarks = _keys(rows, goal, named, self.option(source, ("first", "last")))
        except BoardError as error:
            return Found(error, rows[0][0])
        return Found(keys, rows[0][0], remarks)

    def written(self, puzzle: Any, extra: Mapping[str, Any]) -> str:
        layout, cells = puzzle.layout or "", puzzle.cells
        high, _, wide = layout.removeprefix("grid ").partition("x")
        wanted = {"-", *map(str, range(1, cells))}
        if not layout.startswith("grid") or puzzle.metric != "moves" or set(puzzle.pebbles) != wanted:
            raise self.refuse(
                puzzle, "boards that are no grid with tiles from 1 on, one blank, and single moves"
            )
        start, plates = (
            [sign.replace("-", "0") for sign in signs] for signs in (puzzle.pebbles, puzzle.plates)
        )
        goal = f"goal {' '.join(plates)}\n"
        if high == wide:
            return f"{goal}{' '.join(start)}\n"
        side = int(wide)
        return goal + "".join(" ".join(start[at : at + side]) + "\n" for at in range(0, cells, side)) + "\n"


FORMAT = Tiles()


def _numbers_only(lines: list[tuple[int, str]]) -> bool:
    """Whether the first lines are nothing but numbers and blanks, and enough of them for a board."""
    words = [word for _, text in lines[:20] for word in _BETWEEN.split(text) if word]
    return len(words) > 3 and all(word.isdigit() or word in BLANKS for word in words)


def _split(group: Rows) -> list[Rows]:
    """The boards of lines without an empty one between them: each line, all of them, or squares of them."""
    alone = [_is_board(words) for _, words in group]
    whole = [word for _, words in group for word in words]
    wide = len(group[0][1]) if group else 0
    if not group or all(alone):
        return [[row] for row in group]
    if _tiles(whole) is not None:
        return [group]
    squares = [group[at : at + wide] for at in range(0, len(group), wide)]
    if not alone[0] and all(len(words) == wide for _, words in group) and len(group) % wide == 0:
        return squares
    return [[row] for row in group] if alone[0] else [group]


def _is_board(words: list[str]) -> bool:
    """Whether a line is a whole board, perhaps with a number before it."""
    return _tiles(words) is not None or _tiles(words[1:]) is not None


def _tiles(words: Sequence[str]) -> list[int] | None:
    """The numbers of a board, 0 for the blank; None if they are no permutation."""
    numbers: list[int] = []
    signs = [word for word in words if not word.isdecimal()]
    if not 4 <= len(words) <= LARGEST or len(signs) > 1 or any(word not in BLANKS for word in signs):
        return None
    for word in words:
        numbers.append(int(word) if word.isdecimal() and len(word) < 5 else -1)
    if sorted(numbers) == [*range(len(words))] and -1 not in numbers:
        return numbers
    if sorted(numbers) == [-1, *range(1, len(words))]:
        return [max(number, 0) for number in numbers]
    if sorted(numbers) == [*range(1, len(words) + 1)]:
        return [number % len(words) for number in numbers]
    return None


def _keys(
    rows: Rows, goal: list[str] | None, named: bool, asked: str | None
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The keys of a board and what to say of it. Raises `BoardError`."""
    words = [word for _, row in rows for word in row]
    remarks: list[str] = []
    tiles = _tiles(words)
    if tiles is None and len(rows) == 1 and _tiles(words[1:]) is not None:
        tiles, words, named = _tiles(words[1:]), words[1:], True
    if tiles is None:
        raise BoardError(f"has {len(words)} words that are no board: write each number from 0 or 1 on once")
    if "0" not in words and not any(word in BLANKS for word in words):
        remarks.append(f"tiles count from 1, and {len(tiles)} is the blank")
    cells = len(tiles)
    side = round(cells**0.5)
    high, wide = (len(rows), len(rows[0][1])) if len(rows) > 1 else (side, side)
    if high * wide != cells:
        raise BoardError(f"has {cells} numbers in a line, which is no square; write them as rows")
    if goal is None:
        plates, told = _goal(tiles, high, wide, named, asked)
        remarks.append(told)
    else:
        found = _tiles(goal)
        if found is None or len(found) != cells:
            raise BoardError(f"has a goal of {len(goal)} words that is no permutation of its {cells} tiles")
        plates = found
    keys = {"layout": f"grid {high}x{wide}", "plates": _words(plates), "pebbles": _words(tiles)}
    return keys, tuple(remark for remark in remarks if remark)


def _words(tiles: list[int]) -> list[str]:
    return [str(tile) if tile else "-" for tile in tiles]


def _goal(tiles: list[int], high: int, wide: int, named: bool, asked: str | None) -> tuple[list[int], str]:
    """The goal, and what to say of it."""
    goals = {"first": [*range(len(tiles))], "last": [*range(1, len(tiles)), 0]}
    if asked is not None:
        return goals[asked], ""
    reached = [name for name, goal in goals.items() if _reached(tiles, goal, wide)]
    if len(reached) == 1:
        return goals[reached[0]], f"the goal has the blank {reached[0]}; the other cannot be reached"
    taken, other = ("first", "last") if named else ("last", "first")
    return goals[taken], f"the goal has the blank {taken}; say --format 'tiles[{other}]' if it is {other}"


def _reached(tiles: list[int], goal: list[int], wide: int) -> bool:
    """Whether moves lead from one to the other: the parity of the permutation is that of the blank's way."""
    place = {tile: cell for cell, tile in enumerate(goal)}
    left, odd = [place[tile] for tile in tiles], 0
    for start in range(len(left)):
        while left[start] != start:
            other = left[start]
            left[start], left[other] = left[other], left[start]
            odd ^= 1
    here, there = divmod(tiles.index(0), wide), divmod(goal.index(0), wide)
    return odd == (abs(here[0] - there[0]) + abs(here[1] - there[1])) % 2
