"""The pieces of a block board: read from letters, checked, compared with those of another position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.errors import BoardError
from clew.puzzles import limits
from clew.puzzles.cells import cell_name
from clew.puzzles.fields import integer, kind, sequence
from clew.puzzles.grids import bad_letter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.families.blocks.board import Board

EMPTY = ".o"
WALL = "#x"
_NO_PIECE = EMPTY + WALL
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz"
"""Letters for pieces that have none: all but `o` and `x`, which mean empty and wall."""

MEANING = "`.` or `o` is empty, `#` or `x` a wall, any other letter a piece"


def walls_of(state: str) -> frozenset[int]:
    """The wall cells of a board."""
    if not any(sign in state for sign in WALL):
        return frozenset()
    return frozenset(cell for cell, letter in enumerate(state.replace("/", "")) if letter in WALL)


def check_signs(grid: Sequence[str]) -> list[str]:
    """Says where `x` could be a piece. Raises `BoardError` where two signs mean free, or two mean a wall.

    On a board with `.` for free cells, `o` is more likely a piece than free, and no state could show it.
    """
    text = "".join(grid)
    columns = len(grid[0])
    for plain, letter, meaning in ((".", "o", "a free cell"), ("#", "x", "a wall")):
        if plain in text and letter in text:
            row, column = divmod(text.index(letter), columns)
            better = next((f", such as {name}" for name in letter.upper() + NAMES if name not in text), "")
            raise BoardError(
                f"`{plain}` and `{letter}` both mean {meaning}, and both are on the board; if `{letter}` is "
                f"a piece, give it another letter{better}, otherwise write `{plain}`",
                key="board",
                row=row + 1,
                column=column + 1,
            )
    cells = [cell for cell, letter in enumerate(text) if letter == "x"]
    if "." in text and 1 < len(cells) < 5 and _is_straight(cells, columns):
        return ["`x` is read as a wall; if it is a piece, give it another letter"]
    return []


def _is_straight(cells: list[int], columns: int) -> bool:
    return _is_row(cells, columns) or _is_column(cells, columns)


def _is_row(cells: list[int], columns: int) -> bool:
    """Whether these cells, in order, are side by side."""
    first, last = cells[0], cells[-1]
    return last - first == len(cells) - 1 and first // columns == last // columns


def _is_column(cells: list[int], columns: int) -> bool:
    """Whether these cells, in order, are one below the other."""
    return cells == list(range(cells[0], cells[-1] + 1, columns))


def read_pieces(grid: Sequence[str], movement: str, key: str = "board") -> dict[str, list[int]]:
    """The cells of each piece, sorted by letter. Raises `BoardError` for a bad letter, shape or number of
    pieces.
    """
    pieces: dict[str, list[int]] = {}
    columns = len(grid[0])
    for cell, letter in enumerate("".join(grid)):
        if letter not in _NO_PIECE:
            pieces.setdefault(letter, []).append(cell)
    for letter, cells in pieces.items():
        if not letter.isalpha():
            row, column = divmod(cells[0], columns)
            raise bad_letter(key, row + 1, column + 1, letter, MEANING)
    if not pieces:
        raise BoardError("has no piece; write at least one letter, such as AA", key=key)
    if len(pieces) > limits.PIECES:
        raise BoardError(f"has {len(pieces)} pieces; at most {limits.PIECES} are allowed", key=key)
    for letter in sorted(pieces):
        _check_shape(letter, pieces[letter], columns, movement, key)
    return {letter: pieces[letter] for letter in sorted(pieces)}


def _check_shape(letter: str, cells: list[int], columns: int, movement: str, key: str) -> None:
    if len(cells) > 1 and (_is_row(cells, columns) or _is_column(cells, columns)):
        return
    part = _connected(cells, columns)
    row, column = divmod(cells[0], columns)
    if len(part) < len(cells):
        far = next(cell for cell in cells if cell not in part)
        raise BoardError(
            f"piece {letter} is in several parts, at {cell_name(cells[0], columns)} and "
            f"{cell_name(far, columns)}: each letter is one connected piece; give each part its own letter",
            key=key,
            row=far // columns + 1,
            column=far % columns + 1,
        )
    if movement == "free":
        return
    if len(cells) == 1:
        raise BoardError(
            f'piece {letter} is a single cell: under movement = "axis" a piece has 2 or more cells; '
            'make it longer, or set movement = "free"',
            key=key,
            row=row + 1,
            column=column + 1,
        )
    raise BoardError(
        f'piece {letter} is bent: under movement = "axis" pieces are straight; '
        'straighten it, or set movement = "free"',
        key=key,
        row=row + 1,
        column=column + 1,
    )


def _connected(cells: list[int], columns: int) -> set[int]:
    """The cells of the part that holds the first cell."""
    left = set(cells[1:])
    part, open_ = {cells[0]}, [cells[0]]
    while open_:
        cell = open_.pop()
        near = [cell - columns, cell + columns]
        near += [cell - 1] if cell % columns else []
        near += [cell + 1] if (cell + 1) % columns else []
        for other in near:
            if other in left:
                left.remove(other)
                part.add(other)
                open_.append(other)
    return part


def lies(cells: list[int], columns: int) -> bool:
    """Whether a straight piece of 2 or more cells is horizontal."""
    return cells[1] == cells[0] + 1 and columns > 1


def name_pieces(pieces: Sequence[tuple[int, int, int, int]], rows: int, columns: int) -> list[str]:
    """The rows of a board of straight pieces ``(size, 1 horizontal | 2 vertical, row, column)``, counted from
    1.
    """
    integer(rows, "rows", 1, limits.GRID_SIDE)
    integer(columns, "columns", 1, limits.GRID_SIDE)
    sequence(pieces, "pieces", "[(2, 1, 3, 1), ...]")
    if len(pieces) > len(NAMES):
        raise BoardError(f"has {len(pieces)} pieces; at most {len(NAMES)} get a letter", key="pieces")
    grid = [["o"] * columns for _ in range(rows)]
    for number, (letter, piece) in enumerate(zip(NAMES, pieces, strict=False), 1):
        if not isinstance(piece, list | tuple) or len(piece) != 4:
            raise BoardError(
                f"is {kind(piece)}; a piece is (size, 1 horizontal or 2 vertical, row, column)",
                key="pieces",
                row=number,
            )
        size = integer(piece[0], "size", 1, limits.GRID_SIDE)
        stands = integer(piece[1], "orientation", 1, 2) == 2
        row, column = integer(piece[2], "row", 1, rows) - 1, integer(piece[3], "column", 1, columns) - 1
        for step in range(size):
            r, c = (row + step, column) if stands else (row, column + step)
            if r >= rows or c >= columns:
                raise BoardError(
                    f"piece {letter} extends beyond the {rows}x{columns} board; make it shorter",
                    key="pieces",
                    row=number,
                )
            if grid[r][c] != "o":
                raise BoardError(
                    f"pieces {grid[r][c]} and {letter} overlap in row {r + 1}, column {c + 1}; move one",
                    key="pieces",
                    row=number,
                )
            grid[r][c] = letter
    return ["".join(row) for row in grid]


def same_pieces(puzzle: Board, grid: list[str], state: str) -> None:
    """Raises `BoardError` unless the position has the walls and the pieces of the puzzle's board.

    Interchangeable pieces may be swapped; under `axis` every piece stays on its line.
    """
    for cell in sorted(walls_of(state) ^ puzzle.walls):
        here = "no wall" if cell in puzzle.walls else "a wall"
        raise BoardError(
            f"has {here} at {cell_name(cell, puzzle.columns)}, unlike the board; walls never move",
            key="state",
            row=cell // puzzle.columns + 1,
            column=cell % puzzle.columns + 1,
        )
    pieces = read_pieces(grid, puzzle.movement, "state")
    if pieces.keys() != puzzle.pieces.keys():
        odd = sorted(pieces.keys() ^ puzzle.pieces.keys())[0]
        what = "has no piece" if odd in puzzle.pieces else "has a piece that is not on the board,"
        raise BoardError(f"{what} {odd}; the pieces are {' '.join(puzzle.pieces)}", key="state")
    for letter, cells in pieces.items():
        _same_piece(puzzle, letter, cells)
    if puzzle.movement == "axis":
        _same_order(puzzle, pieces)


def _same_piece(puzzle: Board, letter: str, cells: list[int]) -> None:
    home, columns = puzzle.pieces[letter], puzzle.columns
    row, column = divmod(cells[0], columns)
    shift = row * columns + column - home[0]
    if [cell - shift for cell in cells] != home:
        raise BoardError(
            f"piece {letter} has a different shape from the one on the board, where it covers "
            f"{' '.join(cell_name(cell, columns) for cell in home)}",
            key="state",
            row=row + 1,
            column=column + 1,
        )
    if puzzle.movement == "free":
        return
    along_row = lies(home, columns)
    if (row != home[0] // columns) if along_row else (column != home[0] % columns):
        line = f"row {home[0] // columns + 1}" if along_row else f"column {home[0] % columns + 1}"
        raise BoardError(
            f"piece {letter} never leaves {line}; put it back there",
            key="state",
            row=row + 1,
            column=column + 1,
        )


def _same_order(puzzle: Board, pieces: dict[str, list[int]]) -> None:
    """Pieces of one line cannot pass each other, nor a wall: alike pieces stand in the board's order.

    Pieces of one length that the goal does not name may be swapped: a state and its canonical form are one.
    """
    named = set(puzzle.exit[0] if puzzle.exit is not None else "".join(puzzle.goal or ()))
    for letter, cells in pieces.items():
        line = [other for other, home in puzzle.pieces.items() if _line(puzzle, home) == _line(puzzle, cells)]
        at = sorted(line, key=lambda other: pieces[other][0]).index(letter)
        other = sorted(line, key=lambda other: puzzle.pieces[other][0])[at]
        alike = len(puzzle.pieces[other]) == len(cells) and not named & {letter, other}
        # Between the same walls as at home, also if it takes the place of an equal piece.
        places = (cells, puzzle.pieces[letter], puzzle.pieces[other])
        between = {_walls_before(puzzle, place) for place in places}
        if not (other == letter or alike) or len(between) > 1:
            row, column = divmod(cells[0], puzzle.columns)
            raise BoardError(
                f"piece {letter} cannot be here: it never passes another piece or a wall on its line; "
                "keep the order of the board",
                key="state",
                row=row + 1,
                column=column + 1,
            )


def _line(puzzle: Board, cells: list[int]) -> tuple[bool, int]:
    along_row = lies(cells, puzzle.columns)
    return along_row, cells[0] // puzzle.columns if along_row else cells[0] % puzzle.columns


def _walls_before(puzzle: Board, cells: list[int]) -> int:
    line = range(cells[0], -1, -1 if lies(cells, puzzle.columns) else -puzzle.columns)
    row = cells[0] // puzzle.columns
    along_row = lies(cells, puzzle.columns)
    return sum(cell in puzzle.walls for cell in line if not along_row or cell // puzzle.columns == row)
