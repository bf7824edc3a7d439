"""Cards of Lunar Lockout: grids of 5 by 5, a letter for each robot, an empty line between cards.

`.`, `o`, `0`, `_` and `-` are free. Robot X, or R where there is no X, has to stop in the middle; a slide
off the board is not allowed (`edges = "open"`). A line above a card is its title.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.boards.format import COMMENTS, SURE, Format, Found, Likeness
from clew.errors import BoardError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from clew.boards.source import Source

SIDE = 5
FREE = ".o0_-"


class Lockout(Format):
    """Cards of Lunar Lockout."""

    name = "lockout"
    about = "cards of Lunar Lockout, grids of 5 by 5"
    example = "Card 1\n.....\n..G..\n.B..X\n.....\n..P.Y\n"
    family = "ricochet"
    endings = (".txt",)

    def recognise(self, source: Source) -> Likeness:
        found = list(_cards(source.beginning()))
        wrong = next((card for card in found if isinstance(card.keys, BoardError)), None)
        if not found:
            return Likeness(0)
        if wrong is None:
            return SURE
        good = sum(not isinstance(card.keys, BoardError) for card in found)
        return Likeness(0.5 * good / len(found), f"line {wrong.line}: {wrong.keys}")

    def boards(self, source: Source) -> Iterator[Found]:
        return _cards(list(enumerate(source.text().split("\n"), 1)))

    def written(self, puzzle: Any, extra: Mapping[str, Any]) -> str:
        rows = puzzle._begins().split("/")
        title = f"{puzzle.title}\n" if puzzle.title and "\n" not in puzzle.title else ""
        if (puzzle.rows, puzzle.columns) != (SIDE, SIDE):
            raise self.refuse(puzzle, "other boards than 5 by 5")
        return title + "\n".join(rows) + "\n\n"


FORMAT = Lockout()


def _cards(lines: list[tuple[int, str]]) -> Iterator[Found]:
    """The cards of a text. A group of lines that is none is an error."""
    group: list[tuple[int, str]] = []
    for number, text in [*lines, (0, "")]:
        row = text.strip()
        if row:
            group.append((number, row))
            continue
        group = [(at, line) for at, line in group if not line.startswith(COMMENTS)]
        title = group[0][1] if len(group) > SIDE else ""
        rows = group[1:] if title else group
        while rows:
            yield _card(title, rows[:SIDE])
            title, rows = "", rows[SIDE:]
        group = []


def _card(title: str, rows: list[tuple[int, str]]) -> Found:
    begin = rows[0][0]
    grid = ["".join(row.split()) for _, row in rows]
    text = "".join(grid)
    if len(grid) != SIDE or {len(row) for row in grid} != {SIDE}:
        return Found(BoardError(f"is no card of {SIDE} rows of {SIDE} cells"), begin)
    for sign in FREE:
        text = text.replace(sign, ".")
    robots = text.replace(".", "")
    if not robots.isalpha() or len(set(robots)) < len(robots):
        return Found(BoardError("has other signs than a letter for each robot"), begin)
    target = next((name for name in "XR" if name in robots), None)
    if target is None:
        return Found(BoardError("has no robot X or R, which has to stop in the middle"), begin)
    middle = SIDE * SIDE // 2
    goal = "." * middle + target + "." * middle
    keys: dict[str, Any] = {
        "board": [text[at : at + SIDE] for at in range(0, len(text), SIDE)],
        "goal": [goal[at : at + SIDE] for at in range(0, len(goal), SIDE)],
        "edges": "open",
    }
    if title:
        keys["title"] = title
    return Found(keys, begin, (f"{target} has to stop in the middle",))
