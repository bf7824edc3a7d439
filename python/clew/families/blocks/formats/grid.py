"""Grids as people draw them: a row a line, an empty line between boards, perhaps a title above each.

`.`, `o`, `0`, `_` and blanks are free, `#` and `@` walls, letters pieces. A frame of `#` or `@` around the
board is left out if it has one gap: the gap is the exit. Pieces that are not straight, or a single cell,
move freely.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clew.boards.format import SURE, Format, Found, Likeness, reason
from clew.errors import BoardError
from clew.families.blocks.formats._grids import FREE, movement, plain
from clew.families.blocks.goal import red_car
from clew.families.blocks.pieces import read_pieces
from clew.puzzles import limits
from clew.puzzles.fields import shown
from clew.puzzles.registry import from_dict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from clew.boards.source import Source

    Rows = list[tuple[int, str]]

FRAME = "#@"
WIDEST = 2 * limits.GRID_SIDE + 4
"""The longest row: a blank may follow each cell, and a frame stand around them."""

_TITLE = re.compile(
    r"^\s*(?:[;'\"]|//|# |\[|(?:level|puzzle|card|board|no\.?|nr\.?|title)\b[\s:.#]*\d*)", re.IGNORECASE
)


class Grid(Format):
    """Grids of several lines."""

    name = "grid"
    about = "block boards drawn as grids of letters"
    example = "Card 1\nAA...O\nP..Q.O\nPXXQ.O\nP..Q..\nB...CC\nB.RRR.\n"
    family = "blocks"
    endings = (".txt",)

    def recognise(self, source: Source) -> Likeness:
        found = list(_grids(source.beginning()))
        if not found or (source.family is not None and not any(_needs_this(rows) for _, rows in found)):
            return Likeness(0)
        for title, rows in found[:20]:
            if len(rows) < 2 or not 1 < len(rows[0][1].strip()) <= WIDEST:
                return Likeness(0, f"line {rows[0][0]} is no row of a grid")
            try:
                from_dict({"family": "blocks", **_keys(title, rows).given()})
            except BoardError as error:
                alike = len({len(text) for _, text in rows}) == 1
                return Likeness(0.6 if alike else 0.2, f"the board in line {rows[0][0]}: {reason(error)}")
        return SURE

    def boards(self, source: Source) -> Iterator[Found]:
        lines: Rows = []
        for number, text in source.lines():
            if isinstance(text, BoardError):
                yield Found(text, number)
            else:
                lines.append((number, text))
        for title, rows in _grids(lines):
            try:
                yield _keys(title, rows)
            except BoardError as error:
                yield Found(error, rows[0][0])

    def written(self, puzzle: Any, extra: Mapping[str, Any]) -> str:
        if puzzle.metric != "slide" or puzzle.exit is None:
            raise self.refuse(puzzle, "other metrics than slide, and goals that are grids")
        rows = puzzle._begins().replace("o", ".").replace("x", "#").split("/")
        title = f"; {puzzle.title}\n" if puzzle.title and "\n" not in puzzle.title else ""
        if puzzle.exit != red_car(puzzle.pieces, puzzle.rows, puzzle.columns)[0]:
            rows = _framed(puzzle, rows)
        return f"{title}" + "\n".join(rows) + "\n\n"


FORMAT = Grid()


def _needs_this(rows: Rows) -> bool:
    """Whether a grid has signs that only this format reads, so that a family alone does not say what it
    is.
    """
    text = [row for _, row in rows]
    return bool(set("".join(text)) & set("0_@-*") or _gap(text)[1])


def _grids(lines: Rows) -> Iterator[tuple[str, Rows]]:
    """The grids of a text, each with its title: rows up to an empty line, or to a line that is a title."""
    title = ""
    rows: Rows = []
    wide = max((len(text.rstrip()) for _, text in lines), default=0)
    for number, text in [*lines, (0, "")]:
        row = text.rstrip("\r\n").expandtabs(1)
        if row.strip() and _TITLE.match(row) and not rows_like(row, rows):
            if rows:
                yield title, rows
            title, rows = row.strip().lstrip(";/#'\" ").strip(), []
        elif row.strip() or (rows and len(row) == wide and set(row) == {" "} and _blank_is_free(rows)):
            rows.append((number, row))
        elif rows:
            yield title, rows
            title, rows = "", []


def rows_like(row: str, rows: Rows) -> bool:
    """Whether a line that may be a title is as long as the rows above it, and has no blank."""
    return bool(rows) and len(row.rstrip()) == len(rows[0][1].rstrip()) and " " not in row.strip()


def _blank_is_free(rows: Rows) -> bool:
    return not any(sign in row for _, row in rows for sign in FREE if sign != " ")


def _squared(rows: Rows) -> list[str]:
    """The rows without what is around and between the cells: layout, blanks between all letters, ends."""
    texts = [text.rstrip() for _, text in rows]
    begin = min(len(text) - len(text.lstrip()) for text in texts)
    stripped = [text[begin:] for text in texts]
    # `A A . .`: each cell is followed by a blank.
    if all(len(text) > 2 and not text[1::2].strip() and " " not in text[::2] for text in stripped):
        return [text[::2] for text in stripped]
    wide = max(map(len, stripped))
    if any(len(set(text)) == 1 and text[0] in FRAME and len(text) == wide for text in stripped):
        return [text.ljust(wide) for text in stripped]  # in a frame, a blank is a gap
    if all(" " not in text.strip() for text in texts):
        return [text.strip() for text in texts]
    wide = max(map(len, texts))  # blanks are cells, also at the beginning of each row
    return [text.ljust(wide) for text in texts]


def _keys(title: str, rows: Rows) -> Found:
    """The keys of one grid. Raises `BoardError`, with the line."""
    grid = _squared(rows)
    wide = max(map(len, grid))
    odd = next((at for at, row in enumerate(grid) if len(row) != wide), None)
    if odd is not None:
        raise BoardError(f"has {len(grid[odd])} cells, but others have {wide}", line=rows[odd][0])
    bad = next(
        (
            (at, sign)
            for at, row in enumerate(grid)
            for sign in row
            if not sign.isalpha() and sign not in FREE + FRAME
        ),
        None,
    )
    if bad is not None:
        raise BoardError(f"{shown(bad[1])!r} is neither a piece, nor free, nor a wall", line=rows[bad[0]][0])
    remarks: list[str] = []
    edge, place = _gap(grid)
    if edge:
        grid = [row[1:-1] for row in grid[1:-1]]
        remarks.append(f"the frame around the board is left out, and its gap is the exit: {edge}")
    if any(" " in row for row in grid):
        remarks.append("blanks are read as free cells")
    grid, told = plain(grid)
    keys: dict[str, Any] = {"board": grid, **movement(grid)}
    if edge:
        keys["goal"] = _goal(grid, keys.get("movement", "axis"), edge, place)
    if title:
        keys["title"] = title
    return Found(keys, rows[0][0], (*remarks, *told))


def _gap(grid: list[str]) -> tuple[str, list[int]]:
    """The edge and the cells along it of the only gap of a frame; "" if there is no frame, or another number
    of gaps.
    """
    if len(grid) < 4 or len({len(row) for row in grid}) != 1 or len(grid[0]) < 4:
        return "", []
    sides = {
        "up": grid[0],
        "down": grid[-1],
        "left": "".join(row[0] for row in grid),
        "right": "".join(row[-1] for row in grid),
    }
    corners = {grid[0][0], grid[0][-1], grid[-1][0], grid[-1][-1]}
    if len(corners) != 1 or not corners <= set(FRAME):
        return "", []
    (sign,) = corners
    gaps = {edge: [at - 1 for at, cell in enumerate(side) if cell != sign] for edge, side in sides.items()}
    open_ = {edge: cells for edge, cells in gaps.items() if cells}
    if len(open_) != 1:
        return "", []
    ((edge, cells),) = open_.items()
    free = all(sides[edge][at + 1] in FREE + ">" for at in cells)
    return (edge, cells) if free and cells == list(range(cells[0], cells[-1] + 1)) else ("", [])


def _goal(grid: list[str], how: str, edge: str, gap: list[int]) -> Any:
    """The goal of a board with a gap in its frame: the piece that fits it and is in line with it, or the only
    piece of its shape that does. Raises `BoardError` where several could be meant.
    """
    pieces, across = read_pieces(grid, how), edge in ("left", "right")
    wide = len(grid[0])

    def along(cells: list[int]) -> list[int]:
        return sorted({cell // wide if across else cell % wide for cell in cells})

    def depth(cells: list[int]) -> int:
        return len({cell % wide if across else cell // wide for cell in cells})

    if how == "axis":
        fits = [name for name, cells in pieces.items() if along(cells) == gap and depth(cells) > 1]
        usual = red_car(pieces, len(grid), wide)[0]
        if usual is not None and usual[0] in fits:
            fits = [usual[0]]
        if len(fits) != 1:
            raise BoardError(
                f"has an exit {edge}, but {len(fits)} pieces lie in line with it; name the goal", key="goal"
            )
        return {"piece": fits[0], "exit": edge}
    shapes = [(len(along(cells)), depth(cells), len(cells)) for cells in pieces.values()]
    fits = [
        name
        for name, shape in zip(pieces, shapes, strict=True)
        if shape[0] == len(gap) and shapes.count(shape) == 1 and shape[2] == shape[0] * shape[1]
    ]
    size = max((len(pieces[name]) for name in fits), default=0)
    fits = [name for name in fits if len(pieces[name]) == size]
    if len(fits) != 1:
        raise BoardError(
            f"has an exit {edge}, and {len(fits)} pieces could be meant to leave there", key="goal"
        )
    deep = depth(pieces[fits[0]])
    lines = range(deep) if edge in ("left", "up") else range((wide if across else len(grid)) - deep, 10**3)
    inside = [
        "".join(
            fits[0] if ((r in gap and c in lines) if across else (c in gap and r in lines)) else "."
            for c in range(wide)
        )
        for r in range(len(grid))
    ]
    return inside


def _framed(puzzle: Any, rows: list[str]) -> list[str]:
    """The rows in a frame with a gap for the piece that leaves."""
    letter, edge = puzzle.exit
    wide = puzzle.columns
    side = ["#"] * (puzzle.rows + 2)
    left, right, top, bottom = [*side], [*side], ["#"] * (wide + 2), ["#"] * (wide + 2)
    for cell in puzzle.pieces[letter]:
        row, column = divmod(cell, wide)
        line, at = {
            "left": (left, row + 1),
            "right": (right, row + 1),
            "up": (top, column + 1),
            "down": (bottom, column + 1),
        }[edge]
        line[at] = "."
    inner = [f"{left[at]}{row}{right[at]}" for at, row in enumerate(rows, 1)]
    return ["".join(top), *inner, "".join(bottom)]
