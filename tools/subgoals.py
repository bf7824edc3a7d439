"""The tree of subgoals of a level of straight blocks: which piece must move so that which may move.

The root wants the piece A to reach the right edge. What stands in its way has to make room, up or down, left
or right (one of these: or); each such move has pieces in its way that have to make room in turn (all of them:
and). A piece above itself in the tree is not asked again.
"""

from __future__ import annotations

Cell = tuple[int, int]


def tree_size(position: str) -> int:
    """The number of moves in the tree for a position as text, rows separated by slashes."""
    rows = position.split("/")
    pieces: dict[str, list[Cell]] = {}
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            if letter not in "o.":
                pieces.setdefault(letter, []).append((r, c))
    size = len(rows), len(rows[0])
    need = size[1] - 1 - max(c for _, c in pieces["A"])
    return _move(pieces, size, "A", need, frozenset("A"))


def _move(pieces: dict[str, list[Cell]], size: Cell, piece: str, by: int, above: frozenset[str]) -> int:
    """The moves in the tree of moving a piece by so many cells: this one, and all that make room for it."""
    way = _way(pieces[piece], by)
    count = 1
    for other, cells in sorted(pieces.items()):
        wanted = way & set(cells)
        if wanted and other not in above:
            count += sum(
                _move(pieces, size, other, step, above | {other}) for step in _ways_out(cells, wanted, size)
            )
    return count


def _way(cells: list[Cell], by: int) -> set[Cell]:
    """The cells that a piece passes or reaches, without its own."""
    down, right = _direction(cells)
    sign = 1 if by > 0 else -1
    return {
        (r + sign * down * step, c + sign * right * step) for r, c in cells for step in range(1, abs(by) + 1)
    } - set(cells)


def _ways_out(cells: list[Cell], wanted: set[Cell], size: Cell) -> list[int]:
    """The shortest moves, one way and the other, after which a piece leaves those cells."""
    down, right = _direction(cells)
    found = []
    for sign in (-1, 1):
        for step in range(1, max(size)):
            after = [(r + sign * down * step, c + sign * right * step) for r, c in cells]
            if not all(0 <= r < size[0] and 0 <= c < size[1] for r, c in after):
                break
            if not wanted & set(after):
                found.append(sign * step)
                break
    return found


def _direction(cells: list[Cell]) -> Cell:
    return (1, 0) if len({c for _, c in cells}) == 1 else (0, 1)
