"""Graphs that pebbles move on: the named layouts, lists of edges, lists of neighbours.

```
panguru, triangle 5     grid 3x3
        0               0 1 2
       1 2              3 4 5
      3 4 5             6 7 8
     6 7 8 9
  10 11 12 13 14
```
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from clew.errors import BoardError
from clew.puzzles import limits
from clew.puzzles.fields import kind, sequence, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    Edge = tuple[int, int]

DEFAULT = "panguru"
"""The layout of a board that names none."""

NAMED = '"panguru", "grid 4x4" or "triangle 5"'


class Layout:
    """A graph: `name` as written in a board (None for edges), `cells`, and the pairs of `edges` in order.

    `rows` holds the number of cells in each row for drawing; None for a graph that was given by its edges.
    """

    def __init__(self, name: str | None, cells: int, edges: Iterable[Edge], rows: list[int] | None) -> None:
        self.name = name
        self.cells = cells
        self.edges = sorted({(min(edge), max(edge)) for edge in edges})
        self.rows = rows

    def neighbours(self) -> list[list[int]]:
        """The cells next to each cell, in order."""
        near: list[list[int]] = [[] for _ in range(self.cells)]
        for one, other in self.edges:
            near[one].append(other)
            near[other].append(one)
        return [sorted(cells) for cells in near]

    def option(self) -> str | None:
        """The option of the compact form; None for the default."""
        if self.name is not None:
            return None if self.name == DEFAULT else self.name
        words = [f"{one}-{other}" for one, other in self.edges]
        return " ".join(["edges", *words, *([] if self.last_is_joined() else [str(self.cells - 1)])])

    def last_is_joined(self) -> bool:
        """Whether the edges alone tell the number of cells."""
        return any(other == self.cells - 1 for _, other in self.edges)


def _triangle(side: int) -> list[Edge]:
    """All pairs on a common line of a triangle, in its three directions."""
    number = {(row, place): row * (row + 1) // 2 + place for row in range(side) for place in range(row + 1)}
    lines: dict[tuple[str, int], list[int]] = {}
    for (row, place), cell in number.items():
        for line in (("row", row), ("left", place), ("right", row - place)):
            lines.setdefault(line, []).append(cell)
    return [pair for line in lines.values() for pair in combinations(line, 2)]


def named_layout(text: Any) -> Layout:
    """The layout of ``"panguru"``, ``"grid ROWSxCOLUMNS"`` or ``"triangle N"``."""
    if not isinstance(text, str):
        raise BoardError(f"is {kind(text)}; it must be {NAMED}", key="layout")
    words = text.split()
    if words == ["panguru"]:
        return Layout("panguru", 15, [*_triangle(5), (0, 4), (4, 12), (0, 12)], [1, 2, 3, 4, 5])
    if len(words) == 2 and words[0] == "triangle":
        side = _size(words[1], text)
        _check_cells(side * (side + 1) // 2)
        return Layout(f"triangle {side}", side * (side + 1) // 2, _triangle(side), list(range(1, side + 1)))
    if len(words) == 2 and words[0] == "grid" and words[1].count("x") == 1:
        high, wide = words[1].split("x")
        rows, columns = _size(high, text), _size(wide, text)
        _check_cells(rows * columns)
        across = [(r * columns + c, r * columns + c + 1) for r in range(rows) for c in range(columns - 1)]
        down = [(r * columns + c, (r + 1) * columns + c) for r in range(rows - 1) for c in range(columns)]
        return Layout(f"grid {rows}x{columns}", rows * columns, across + down, [columns] * rows)
    raise BoardError(
        f'"{shown(text)}" is not a layout; it must be {NAMED}, or give edges instead', key="layout"
    )


def line_between(start: int, end: int, columns: int) -> list[int]:
    """The cells of a grid after `start` up to `end`, where both lie in one row or column; else none."""
    if start // columns == end // columns:
        step = 1
    elif start % columns == end % columns:
        step = columns
    else:
        return []
    step = step if start < end else -step
    return list(range(start + step, end + step, step))


def _size(digits: str, text: str) -> int:
    if not (digits.isascii() and digits.isdigit()) or not 0 < len(digits.lstrip("0")) < 9:
        raise BoardError(f'"{shown(text)}": sizes are whole numbers from 1; it must be {NAMED}', key="layout")
    return int(digits)


def _check_cells(cells: int, key: str = "layout") -> None:
    if cells < 2:
        raise BoardError(f"has {cells} cell{'s' * (cells != 1)}; a graph has 2 or more", key=key)
    if cells > limits.PEBBLE_CELLS:
        raise BoardError(f"has {cells} cells; at most {limits.PEBBLE_CELLS} are allowed", key=key)


def edge_layout(value: Any, cells: int | None) -> Layout:
    """The graph of ``[[0, 1], ...]``; `cells` where it is known, else up to the highest named."""
    edges = []
    for number, edge in enumerate(sequence(value, "edges", "[[0, 1], [1, 2]]"), 1):
        if not isinstance(edge, list | tuple) or len(edge) != 2:
            what = f"has {len(edge)} numbers" if isinstance(edge, list | tuple) else f"is {kind(edge)}"
            raise BoardError(
                f"edge {number} {what}; an edge is a pair of cells, such as [0, 1]", key="edges", row=number
            )
        one, other = (_cell(cell, f"edge {number}", "edges", number, cells) for cell in edge)
        if one == other:
            raise BoardError(
                f"edge {number} joins cell {one} to itself; name two cells", key="edges", row=number
            )
        edges.append((one, other))
    if cells is None:
        cells = max((max(edge) for edge in edges), default=-1) + 1
        _check_cells(cells, "edges")
    return Layout(None, cells, edges, None)


def neighbour_layout(value: Any) -> Layout:
    """The graph of neighbour lists, one per cell; every pair must be named from both sides."""
    lists = sequence(value, "allowed_moves", "[[1], [0, 2], [1]]")
    _check_cells(len(lists), "allowed_moves")
    near = []
    for cell, others in enumerate(lists):
        if not isinstance(others, list | tuple):
            raise BoardError(
                f"cell {cell} has {kind(others)}; it must be a list of cells",
                key="allowed_moves",
                row=cell + 1,
            )
        near.append([_cell(other, f"cell {cell}", "allowed_moves", cell + 1, len(lists)) for other in others])
    for cell, cells in enumerate(near):
        for other in cells:
            if other == cell:
                raise BoardError(
                    f"cell {cell} is its own neighbour; remove it", key="allowed_moves", row=cell + 1
                )
            if cell not in near[other]:
                raise BoardError(
                    f"cell {cell} lists {other}, but {other} does not list {cell}; add {cell} to its list",
                    key="allowed_moves",
                    row=other + 1,
                )
    return Layout(
        None, len(near), [(cell, other) for cell, cells in enumerate(near) for other in cells], None
    )


def _cell(value: Any, where: str, key: str, row: int, cells: int | None) -> int:
    last = (limits.PEBBLE_CELLS if cells is None else cells) - 1
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= last:
        plain = isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9
        what = str(value) if plain else kind(value)
        raise BoardError(f"{where} names {what}; cells are numbered from 0 to {last}", key=key, row=row)
    return value


def read_coordinates(value: Any) -> list[list[float]]:
    """Places of the cells for drawing, ``[[x, y], ...]``."""
    places = []
    for number, place in enumerate(sequence(value, "coordinates", "[[0, 0], [1, 0]]"), 1):
        pair = isinstance(place, list | tuple) and len(place) == 2
        if not pair or not all(_is_plain_number(part) for part in place):
            raise BoardError(
                f"place {number} is not a pair of numbers; write [x, y], such as [0.5, 1]",
                key="coordinates",
                row=number,
            )
        places.append(list(place))
    _check_cells(len(places), "coordinates")
    return places


def _is_plain_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9


def option_keys(option: str) -> dict[str, Any] | None:
    """The keys that a layout option of the compact form stands for; None where it is none."""
    words = option.split()
    if not words or words[0] not in ("panguru", "grid", "triangle", "edges"):
        return None
    if words[0] != "edges":
        return {"layout": option}
    edges: list[list[int]] = []
    cells = 0
    for word in words[1:]:
        ends = word.split("-")
        if len(ends) > 2 or not all(end.isascii() and end.isdigit() and len(end) < 9 for end in ends):
            raise BoardError(f'"{shown(word)}" is not an edge; write two cells, such as 0-1', key="edges")
        if len(ends) == 2:
            edges.append([int(end) for end in ends])
        cells = max(cells, *(int(end) + 1 for end in ends))
    _check_cells(cells, "edges")
    if all(max(edge) < cells - 1 for edge in edges):
        return {"allowed_moves": Layout(None, cells, [(a, b) for a, b in edges], None).neighbours()}
    return {"edges": edges}
