"""The goal of a block board: a piece and the edge it must touch, or a grid of letters to be covered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import BoardError
from clew.families.blocks.pieces import NAMES, lies
from clew.puzzles import limits
from clew.puzzles.cells import DIRECTIONS, cell_name
from clew.puzzles.fields import choice, kind, known_keys, shown
from clew.puzzles.grids import check_size, read_grid

if TYPE_CHECKING:
    from clew.families.blocks.board import Board

    Exit = tuple[str, str]
    Pieces = dict[str, list[int]]

GOAL_KEYS = ("piece", "exit")
FREE = ".o#x"


def default_exit(pieces: Pieces, columns: int, letter: str) -> Exit | None:
    """The piece at the right edge if it is horizontal, at the lower edge if it is vertical; otherwise
    None.
    """
    cells = pieces.get(letter)
    if cells is None:
        return None
    height = cells[-1] // columns - cells[0] // columns
    across = [cell % columns for cell in cells]
    width = max(across) - min(across)
    return None if width == height else (letter, "right" if width > height else "down")


def red_car(pieces: Pieces, rows: int, columns: int) -> tuple[Exit | None, list[str]]:
    """The exit of a board without a goal, and what to say of it: piece A, or the red car by another name.

    On cards the red car is X, and A is any other; some programs call it R, r or Z. With both, the other
    counts where only it lies on the exit row of a card: it has two cells in the third row of a 6 x 6 board.
    None where there is none, or where both could be meant. On a board with all letters from A on, X is a
    letter like the others.
    """
    found, other = default_exit(pieces, columns, "A"), _red(pieces, rows, columns)
    if other is None or (found is not None and pieces.keys() >= set(NAMES[: NAMES.index(other[0])])):
        return found, []
    letter = other[0]
    on_row = {name: _on_exit_row(pieces.get(name), rows, columns) for name in ("A", letter)}
    if "A" in pieces and letter != "X" and (on_row["A"] or not on_row[letter]):
        return found, []
    if "A" in pieces and on_row["A"] == on_row[letter]:
        return None, ["both"]
    if "A" in pieces and on_row["A"]:
        return found, [_taken("A", letter, other[1])]
    usual = found[1] if found is not None else "right"
    return other, [_taken(letter, "A", usual) if "A" in pieces else _taken(letter, "", "")]


def _red(pieces: Pieces, rows: int, columns: int) -> Exit | None:
    """The red car by another name than A: X, else the only car that is R, r or Z, or the only one of these on
    the exit row. A car lies and has two cells.
    """
    if "X" in pieces:
        return default_exit(pieces, columns, "X")
    named = [name for name in "RrZ" if name in pieces and _is_car(pieces[name])]
    named = [name for name in named if _on_exit_row(pieces[name], rows, columns)] or named
    return default_exit(pieces, columns, named[0]) if len(named) == 1 else None


def _is_car(cells: list[int]) -> bool:
    return len(cells) == 2 and cells[1] == cells[0] + 1


def _taken(letter: str, other: str, edge: str) -> str:
    instead = f"exit={other}-{edge}" if other else "exit=PIECE-EDGE"
    return f"{letter} is read as the piece to bring out; name another with {instead}, or with a goal"


def _on_exit_row(cells: list[int] | None, rows: int, columns: int) -> bool:
    """Whether a piece lies where the red car of a card does."""
    if cells is None or (rows, columns) != (6, 6) or len(cells) != 2:
        return False
    return cells[0] // columns == cells[1] // columns == 2


def read_goal(puzzle: Board, value: Any) -> tuple[Exit | None, tuple[str, ...] | None]:
    """An exit ``(piece, edge)``, or the rows of a goal grid with `.` for free; the other is None."""
    pieces, rows, columns = puzzle.pieces, puzzle.rows, puzzle.columns
    if value is None:
        return _default(pieces, rows, columns), None
    if isinstance(value, dict):
        return _read_exit(value, pieces, columns, puzzle.movement), None
    if not isinstance(value, str | list | tuple):
        raise BoardError(
            f'is {kind(value)}; it must be {{ piece = "A", exit = "right" }}, or a grid like the board',
            key="goal",
        )
    grid = read_grid(value, "goal", limits.GRID_SIDE)
    check_size(grid, rows, columns, "goal", "make it the same size, with `.` where anything may be")
    return None, _read_goal_grid(grid, pieces, puzzle.walls, columns)


def _default(pieces: Pieces, rows: int, columns: int) -> Exit:
    found, doubts = red_car(pieces, rows, columns)
    if found is not None:
        return found
    if doubts:
        raise BoardError(
            'is missing, and both A and X could be the piece to bring out; add goal = { piece = "X", exit = '
            '"right" }, or write the option exit=X-right',
            key="goal",
        )
    if "A" in pieces:
        raise BoardError(
            "is missing, and piece A is neither horizontal nor vertical; add goal = { piece = "
            '"A", exit = "down" }',
            key="goal",
        )
    letter = next(iter(pieces))
    raise BoardError(
        f'is missing, and there is no piece A; add goal = {{ piece = "{letter}", exit = "right" }}',
        key="goal",
    )


def _read_exit(value: dict[str, Any], pieces: Pieces, columns: int, movement: str) -> Exit:
    known_keys(value, GOAL_KEYS, "goal")
    for key in GOAL_KEYS:
        if key not in value:
            raise BoardError(f'has no `{key}`; write {{ piece = "A", exit = "right" }}', key="goal")
    piece = value["piece"]
    if not isinstance(piece, str) or piece not in pieces:
        wrong = f"there is no piece {shown(piece)}" if isinstance(piece, str) else f"`piece` is {kind(piece)}"
        raise BoardError(f"{wrong}; the pieces are {' '.join(pieces)}", key="goal")
    edge = choice(value["exit"], "exit", DIRECTIONS)
    along_row = edge in ("left", "right")
    if movement == "axis" and lies(pieces[piece], columns) != along_row:
        raise BoardError(
            f"piece {piece} is {'vertical' if along_row else 'horizontal'} and never moves {edge}: "
            "its exit must be "
            f'{"up or down" if along_row else "left or right"} (or set movement = "free")',
            key="goal",
        )
    return (piece, edge)


def _read_goal_grid(grid: list[str], pieces: Pieces, walls: frozenset[int], columns: int) -> tuple[str, ...]:
    wanted: Pieces = {}
    for row, letters in enumerate(grid):
        for column, letter in enumerate(letters):
            cell = row * columns + column
            if letter in FREE:
                continue
            if letter not in pieces:
                raise BoardError(
                    f'"{shown(letter)}" is not a piece on the board; the pieces are '
                    f"{' '.join(pieces)}; write `.` for a free cell",
                    key="goal",
                    row=row + 1,
                    column=column + 1,
                )
            if cell in walls:
                raise BoardError(
                    f"puts piece {letter} on {cell_name(cell, columns)}, which is a wall; move the goal",
                    key="goal",
                    row=row + 1,
                    column=column + 1,
                )
            wanted.setdefault(letter, []).append(cell)
    if not wanted:
        raise BoardError("names no piece; write at least one letter where that piece should end", key="goal")
    for letter, cells in wanted.items():
        _check_fits(letter, cells, pieces, len(grid), columns)
    return tuple("".join("." if letter in FREE else letter for letter in row) for row in grid)


def _check_fits(letter: str, cells: list[int], pieces: Pieces, rows: int, columns: int) -> None:
    row, column = divmod(cells[0], columns)
    names = " ".join(cell_name(cell, columns) for cell in cells)
    if len(cells) > len(pieces[letter]):
        raise BoardError(
            f"puts piece {letter} on {len(cells)} cells, but it has only {len(pieces[letter])}; remove some",
            key="goal",
            row=row + 1,
            column=column + 1,
        )
    if not any(set(cells) <= set(placed) for placed in placements(pieces[letter], rows, columns)):
        raise BoardError(
            f"piece {letter} does not have the shape to cover {names}; use its shape on the board",
            key="goal",
            row=row + 1,
            column=column + 1,
        )


def placements(cells: list[int], rows: int, columns: int) -> list[list[int]]:
    """The cells of a piece at every place on the board, in order of its first cell."""
    down = [cell // columns for cell in cells]
    across = [cell % columns for cell in cells]
    tops = range(-down[0], rows - down[-1])
    lefts = range(-min(across), columns - max(across))
    return [[cell + top * columns + left for cell in cells] for top in tops for left in lefts]


def anchors(puzzle: Board) -> dict[str, list[int]]:
    """For each piece that the goal names: its first cell in every placement that satisfies the goal.

    Placements on walls, or off the line of an `axis` piece, are left out.
    """
    if puzzle.exit is not None:
        letter, edge = puzzle.exit
        places = _free_places(puzzle, letter)
        return {letter: [p[0] for p in places if _touches(p, edge, puzzle.rows, puzzle.columns)]}
    cells = "".join(puzzle.goal or ())
    found = {}
    for letter in sorted(set(cells) - {"."}):
        wanted = {cell for cell, other in enumerate(cells) if other == letter}
        found[letter] = [p[0] for p in _free_places(puzzle, letter) if wanted <= set(p)]
    return found


def _free_places(puzzle: Board, letter: str) -> list[list[int]]:
    home, columns = puzzle.pieces[letter], puzzle.columns
    places = [p for p in placements(home, puzzle.rows, columns) if puzzle.walls.isdisjoint(p)]
    if puzzle.movement == "free":
        return places
    if lies(home, columns):
        return [p for p in places if p[0] // columns == home[0] // columns]
    return [p for p in places if p[0] % columns == home[0] % columns]


def _touches(cells: list[int], edge: str, rows: int, columns: int) -> bool:
    if edge in ("left", "right"):
        return (0 if edge == "left" else columns - 1) in {cell % columns for cell in cells}
    return (0 if edge == "up" else rows - 1) in {cell // columns for cell in cells}


def apparent_distance(puzzle: Board, state: str) -> int:
    """The sum, over the pieces of the goal, of the cells to the nearest goal placement and the pieces in the
    way.

    In the way of an exit is every piece between the piece and the edge; of a grid, every piece on the
    placement.

        AAooHo      exit right: A is 4 cells from the edge, and H is in its way: 5
    """
    cells = state.replace("/", "")
    columns, total = puzzle.columns, 0
    for letter, places in anchors(puzzle).items():
        home = cells.index(letter)
        shape = [cell - puzzle.pieces[letter][0] for cell in puzzle.pieces[letter]]
        row, column = divmod(home, columns)
        steps = {place: abs(place // columns - row) + abs(place % columns - column) for place in places}
        if not steps:
            continue
        if puzzle.exit is None:
            nearest = min(places, key=lambda place: steps[place])
            way = {nearest + offset for offset in shape}
        else:
            along_row = puzzle.exit[1] in ("left", "right")
            straight = [p for p in places if (p // columns == row if along_row else p % columns == column)]
            nearest = min(straight or places, key=lambda place: steps[place])
            # The nearest may lie beside the piece's own line, where a wall takes the end of that.
            far = nearest % columns - column if along_row else nearest // columns - row
            stride = (1 if along_row else columns) * (1 if far >= 0 else -1)
            way = {home + k * stride + offset for k in range(abs(far) + 1) for offset in shape}
        total += steps[nearest] + len({cells[cell] for cell in way} - {"o", "x", letter})
    return total
