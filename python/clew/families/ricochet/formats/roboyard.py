"""Boards of Roboyard: statements that end in `;`, such as `board:10,12;`, `mh0,6;`, `mv5,4;`,
`target_blue8,9;` and `robot_red1,7;`.

Places are column and row from 0. `mh` is a wall above that cell, `mv` one to its left. Several targets are
refused. A new `board:` begins the next board.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clew.boards.format import SURE, Format, Found, Likeness
from clew.errors import BoardError
from clew.families.ricochet.formats._robots import COLOURS, LEFT, RIGHT, UP, keys_of
from clew.puzzles.fields import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from clew.boards.source import Source

_PART = re.compile(r"^(board:|mh|mv|target_[a-z]+|robot_[a-z]+)\s*(\d{1,3})\s*,\s*(\d{1,3})$")


class Roboyard(Format):
    """Boards of Roboyard."""

    name = "roboyard"
    about = "boards of Roboyard"
    example = "board:4,4;\nmh1,2;\nmv2,0;\ntarget_red3,3;\nrobot_red0,0;\nrobot_blue3,0;\n"
    family = "ricochet"
    endings = (".txt",)

    def recognise(self, source: Source) -> Likeness:
        text = source.head()
        if "board:" not in text[:200] or ";" not in text:
            return Likeness(0)
        parts = [part.strip() for part in text.split(";") if part.strip()]
        good = sum(bool(_PART.match(part)) for part in parts)
        wrong = next((part for part in parts if not _PART.match(part)), "")
        if good > 2 and good >= 0.9 * len(parts):
            return SURE
        return Likeness(
            0.3 + 0.5 * good / len(parts) if good else 0, f'"{shown(wrong)}" is none of its statements'
        )

    def boards(self, source: Source) -> Iterator[Found]:
        parts: list[str] = []
        begin = 1
        for number, line in enumerate(source.text().split("\n"), 1):
            for part in filter(None, (part.strip() for part in line.split(";"))):
                if part.startswith("board:") and parts:
                    yield _found(begin, parts)
                    parts = []
                begin = begin if parts else number
                parts.append(part)
        if parts:
            yield _found(begin, parts)

    def written(self, puzzle: Any, extra: Mapping[str, Any]) -> str:
        names = {letter: name for name, letter in COLOURS.items()}
        tiles = [letter for letter, _ in puzzle.tiles]
        goal = [(letter, cell) for cell, letter in enumerate("".join(puzzle.goal)) if letter != "."]
        plain = (
            not (puzzle.anywhere or puzzle.diagonals or puzzle.blocks or puzzle.must_turn)
            and puzzle.edges == "stop"
        )
        if not plain or len(goal) != 1 or len(set(tiles)) < len(tiles) or not set(tiles) <= names.keys():
            raise self.refuse(puzzle, "boards with other pieces than the five robots, one goal and walls")
        wide = puzzle.columns
        parts = [f"board:{wide},{puzzle.rows}"]
        for cell, side in puzzle.walls:
            row, column = divmod(cell, wide)
            parts.append(f"mv{column + 1},{row}" if side == RIGHT else f"mh{column},{row + 1}")
        parts += [f"target_{names[letter]}{cell % wide},{cell // wide}" for letter, cell in goal]
        parts += [f"robot_{names[letter]}{cell % wide},{cell // wide}" for letter, cell in puzzle.tiles]
        return "".join(f"{part};\n" for part in parts)


FORMAT = Roboyard()


def _found(begin: int, parts: list[str]) -> Found:
    try:
        return Found(_keys(parts), begin)
    except BoardError as error:
        return Found(error, begin)


def _keys(parts: list[str]) -> dict[str, Any]:
    size: tuple[int, int] | None = None
    robots: dict[str, tuple[int, int]] = {}
    goals: dict[str, tuple[int, int]] = {}
    walls: list[tuple[tuple[int, int], int]] = []
    for part in parts:
        found = _PART.match(part)
        if found is None:
            raise BoardError(f'"{shown(part)}" is none of board:, mh, mv, target_COLOUR and robot_COLOUR')
        what, place = found[1], (int(found[3]), int(found[2]))
        if what == "board:":
            size = place
        elif what in ("mh", "mv"):
            walls.append((place, UP if what == "mh" else LEFT))
        else:
            kind, _, colour = what.partition("_")
            if colour not in COLOURS:
                raise BoardError(f'"{shown(part)}": the colours are {", ".join(COLOURS)}')
            (robots if kind == "robot" else goals)[COLOURS[colour]] = place
    if size is None or len(goals) != 1 or sum(part.startswith("target") for part in parts) != 1:
        raise BoardError("needs a size, board:COLUMNS,ROWS, and one target")
    return keys_of(*size, robots, goals, walls)
