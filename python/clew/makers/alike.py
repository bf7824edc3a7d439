"""Boards that differ only by turning, reflecting or renaming are the same board to a player.

Each family gives its board as cells that carry marks. A symmetry moves the cells; then the names of pieces
are replaced by the order in which they first appear. The least of the texts that come out stands for all.
"""

from __future__ import annotations

from clew.puzzles.blocks import Blocks
from clew.puzzles.coroutine import STEPS, Coroutine
from clew.puzzles.pebbles import HOLE, Pebbles
from clew.puzzles.ricochet import BLOCK, EMPTY, Ricochet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from clew.puzzles.base import EnginePuzzle

    Turn = Callable[[int, int], tuple[int, int]]

_MOST_SYMMETRIES = 1000
_MOST_TRIES = 200_000
"""Cells tried as images of others: a graph of many like cells has too many symmetries to look through."""

_BLOCK_SIGNS = ".ox"  # free in a goal, empty, a wall


def signature(puzzle: EnginePuzzle) -> str:
    """A text that two boards share if one is the other turned, reflected or with other names."""
    options = ",".join(option for option in puzzle.options() if not option.startswith(("exit=", "wall=")))
    return min(f"{options}|{text}" for text in _forms(puzzle))


def _forms(puzzle: EnginePuzzle) -> Iterator[str]:
    if isinstance(puzzle, Blocks):
        return _blocks(puzzle)
    if isinstance(puzzle, Ricochet):
        return _ricochet(puzzle)
    if isinstance(puzzle, Coroutine):
        return _coroutine(puzzle)
    if isinstance(puzzle, Pebbles):
        return _pebbles(puzzle)
    return iter([puzzle.body()])


def turns(rows: int, columns: int) -> Iterator[tuple[int, int, Turn]]:
    """The eight symmetries of a rectangle: rows and columns after, and where a cell goes."""
    for flip_rows in (False, True):
        for flip_columns in (False, True):
            for swap in (False, True):

                def turn(
                    row: int, column: int, f: bool = flip_rows, g: bool = flip_columns, s: bool = swap
                ) -> tuple[int, int]:
                    row = rows - 1 - row if f else row
                    column = columns - 1 - column if g else column
                    return (column, row) if s else (row, column)

                yield (columns, rows, turn) if swap else (rows, columns, turn)


def _turned(cells: Sequence[str], columns: int, after: tuple[int, int, Turn]) -> list[str]:
    """A grid, a mark a cell, after a symmetry."""
    _, wide, turn = after
    grid = [""] * len(cells)
    for cell, mark in enumerate(cells):
        row, column = turn(*divmod(cell, columns))
        grid[row * wide + column] = mark
    return grid


def _renamed(marks: Iterable[str], signs: str) -> str:
    """Marks with the names replaced by numbers, in the order in which they appear; `signs` name nothing."""
    names: dict[str, int] = {}
    shown = [mark if mark in signs else str(names.setdefault(mark, len(names))) for mark in marks]
    return " ".join(shown)


def _step(after: tuple[int, int, Turn], by: tuple[int, int]) -> tuple[int, int]:
    """A direction after a symmetry."""
    turn = after[2]
    (r0, c0), (r1, c1) = turn(0, 0), turn(*by)
    return r1 - r0, c1 - c0


_EDGES = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}


def _blocks(puzzle: Blocks) -> Iterator[str]:
    board = puzzle.initial().replace("/", "")
    goal = "".join(puzzle.goal or ())
    for after in turns(puzzle.rows, puzzle.columns):
        marks = _turned(board, puzzle.columns, after)
        if puzzle.exit is not None:
            piece, edge = puzzle.exit
            yield f"{after[:2]} {_renamed([piece, *marks], _BLOCK_SIGNS)} {_step(after, _EDGES[edge])}"
        else:
            yield f"{after[:2]} {_renamed([*_turned(goal, puzzle.columns, after), *marks], _BLOCK_SIGNS)}"


def _ricochet(puzzle: Ricochet) -> Iterator[str]:
    board = puzzle.initial().replace("/", "")
    goal = "".join(puzzle.goal)
    for after in turns(puzzle.rows, puzzle.columns):
        marks = _turned(board, puzzle.columns, after)
        walls = sorted(_edge(after, puzzle, cell, direction) for cell, direction in puzzle.walls)
        # A pattern that may lie anywhere has a size of its own.
        high = len(puzzle.goal)
        wide = len(puzzle.goal[0]) if high else 0
        patterns = [
            (form[:2], _turned(goal, wide, form) if goal else [])
            for form, whole in zip(turns(high, wide), turns(puzzle.rows, puzzle.columns), strict=True)
            if whole[2](0, 1) == after[2](0, 1) and whole[2](1, 0) == after[2](1, 0)
        ]
        for size, pattern in patterns:
            yield f"{after[:2]} {size} {_renamed([*pattern, *marks], EMPTY + BLOCK)} {walls}"


def _edge(
    after: tuple[int, int, Turn], puzzle: Ricochet, cell: int, direction: int
) -> tuple[tuple[int, int], ...]:
    """The two cells beside a wall, after a symmetry."""
    row, column = divmod(cell, puzzle.columns)
    down, right = ((0, -1), (0, 1), (-1, 0), (1, 0))[direction]
    turn = after[2]
    return tuple(sorted((turn(row, column), turn(row + down, column + right))))


def _coroutine(puzzle: Coroutine) -> Iterator[str]:
    for after in turns(puzzle.rows, puzzle.columns):
        directions = [STEPS.index(_step(after, step)) for step in STEPS]
        squares = ["".join(map(str, sorted(directions[d] for d in square))) for square in puzzle.squares]
        wide, turn = after[1], after[2]

        def cell(old: int, wide: int = wide, turn: Turn = turn) -> int:
            row, column = turn(*divmod(old, puzzle.columns))
            return row * wide + column

        # Coins have no names: which of them begins is all that tells them apart.
        begins, waits = puzzle.coins[puzzle.first], puzzle.coins[1 - puzzle.first]
        yield (
            f"{after[:2]} {','.join(_turned(squares, puzzle.columns, after))} "
            f"{cell(begins)} {cell(waits)} {cell(puzzle.target)}"
        )


def _pebbles(puzzle: Pebbles) -> Iterator[str]:
    used = set(puzzle.pebbles) - {HOLE}
    # A plate whose token no pebble has is like one that wants the hole.
    plates = [token if token in used else HOLE for token in puzzle.plates]
    for moved in _automorphisms([sorted(near) for near in puzzle.neighbours]):
        marks = [[""] * len(moved), [""] * len(moved)]
        for cell, to in enumerate(moved):
            marks[0][to], marks[1][to] = plates[cell], puzzle.pebbles[cell]
        yield f"{puzzle.neighbours} {_renamed([*marks[0], *marks[1]], HOLE)}"


def _automorphisms(near: list[list[int]]) -> Iterator[list[int]]:
    """The symmetries of a graph, by backtracking: that which moves nothing first, then a bounded number.

    Two graphs that share a text are alike however few were found; where some were left out, boards that are
    alike may be told apart.
    """
    cells = len(near)
    # A cell with a neighbour whose image is known can only go beside that image.
    before = [next((k for k in near[cell] if k < cell), None) for cell in range(cells)]
    found = tries = 0
    stack: list[list[int]] = [[]]
    while stack and found < _MOST_SYMMETRIES and tries < _MOST_TRIES:
        moved = stack.pop()
        cell = len(moved)
        if cell == cells:
            found += 1
            yield moved
            continue
        joined = before[cell]
        images = range(cells) if joined is None else near[moved[joined]]
        tries += len(images)
        for to in reversed(images):
            alike = to not in moved and len(near[to]) == len(near[cell])
            if alike and all((k in near[cell]) == (moved[k] in near[to]) for k in range(cell)):
                stack.append([*moved, to])
