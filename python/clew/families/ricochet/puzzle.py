"""Ricochet: a tile slides until something stops it (Mondrian, Ricochet Robots, Lunar Lockout, Atomix).

A state is the board with `/` between rows. A move is the cell of a tile and a direction: ``c4R``. If a tile
must turn, the state also says what it did so far: ``R../...@left``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from clew.errors import BoardError
from clew.families.ricochet.diagonals import SLANTS, of_option, option_of, read_diagonals, slide, written
from clew.families.ricochet.goal import alternatives, check_target, read_goal
from clew.families.ricochet.keys import KEYS
from clew.families.ricochet.signs import BLOCK, EMPTY, MARK, TURNS, letters_of, turn_of, with_turn
from clew.puzzles import limits
from clew.puzzles.base import EnginePuzzle, set_option, unknown_option
from clew.puzzles.cells import DELTAS, DIRECTIONS, LETTERS, cell_name, cell_number, span
from clew.puzzles.fields import boolean, choice, closest, kind, sequence, shown
from clew.puzzles.grids import (
    SQUARE,
    bad_letter,
    blanks_read,
    joined,
    read_grid,
    read_position,
    rows_of,
    spaced,
    square_rows,
    unmistakable,
)
from clew.puzzles.notations import direction_of, joined_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew._engine import Engine
    from clew.puzzles.base import About
    from clew.puzzles.position import Code, Position

EDGES = ("stop", "open")
MEANING = "`.` is empty, `#` a fixed block, a letter a tile of that colour"


class Ricochet(EnginePuzzle):
    """Tiles of colours on a grid of at most 64 x 64; tiles of one colour are interchangeable.

    `board`: `#` is a fixed block, `.` empty, any letter a tile. `goal`: a grid in which a letter must be
    covered by a tile of that colour and everything else is free; an empty one is solved at the start. `edges`
    is ``"stop"``, or ``"open"``: a slide off the board is illegal. With `anywhere` the goal's letters may be
    completed at any place, moved but not turned, and the pattern may be smaller than the board. `walls` stand
    between cells: ``["c4 right"]``. `diagonals` deflect the tiles that enter their cells, except those of
    their own colour: ``["c4 rising R", "e2 falling"]``. With `must_turn` the tile with a goal, which is the
    only one of its colour, must change direction before it counts as arrived; `moved` is what it did before
    the start. Raises `BoardError`.

    Attributes: `rows`, `columns`; `blocks`, the set of block cells; `tiles`, (letter, cell) pairs in order;
    `goal`, the rows of the goal, with `.` for free, () where it is empty; `walls`, (cell, direction) pairs,
    each wall once; `diagonals`; `edges`; `anywhere`; `must_turn`; `moved`, None if the target did nothing
    yet.

    >>> print(clew.solve(clew.Ricochet("R..", "..R")))
    a1R
    """

    family = "ricochet"
    _KEYS = KEYS
    _REQUIRED = {"board": '"R.#/..."', "goal": '"..R/...", or write BOARD>GOAL in a compact form'}  # noqa: RUF012 - never written

    def __init__(
        self,
        board: str | Sequence[str],
        goal: str | Sequence[str],
        *,
        edges: str = "stop",
        anywhere: bool = False,
        walls: Sequence[str] = (),
        diagonals: Sequence[str] = (),
        must_turn: bool = False,
        moved: str | None = None,
        **about: Unpack[About],
    ) -> None:
        super().__init__(about)
        self.edges = choice(edges, "edges", EDGES)
        self.anywhere = boolean(anywhere, "anywhere")
        blank = spaced(board, EMPTY, "board")
        grid = read_grid(board if blank is None else blank, "board", limits.SLIDE_SIDE)
        if blank is not None:
            self._readings = (blanks_read(grid),)
        self.rows, self.columns = len(grid), len(grid[0])
        _check_letters(grid, "board")
        self._start = "/".join(grid)
        self.tiles = self._tiles_of(self._start)
        if len(self.tiles) > limits.PIECES:
            raise BoardError(f"has {len(self.tiles)} tiles; at most {limits.PIECES} are allowed", key="board")
        if not self.tiles:
            raise BoardError("has no tile; write at least one letter, such as R", key="board")
        self._empty = "".join(c if c == BLOCK else EMPTY for c in letters_of(self._start))
        self.blocks = frozenset(cell for cell, c in enumerate(self._empty) if c == BLOCK)
        self.walls = _read_walls(walls, self.rows, self.columns)
        self.diagonals = read_diagonals(self, diagonals)
        self.goal = read_goal(self, spaced(goal, EMPTY, "goal") or goal)
        self.must_turn = boolean(must_turn, "must_turn")
        self.moved = None if moved is None else choice(moved, "moved", TURNS[1:])
        if self.must_turn:
            self.target = check_target(self)
        elif self.moved is not None:
            raise BoardError("is only for boards with must_turn = true; leave it out", key="moved")

    @classmethod
    def _keys_of_options(cls, options: Sequence[str]) -> dict[str, Any]:
        keys: dict[str, Any] = {}
        for option in options:
            name, equals, value = option.partition("=")
            if option in EDGES:
                set_option(keys, "edges", option, option)
            elif option in ("anywhere", "must_turn"):
                set_option(keys, option, True, option)
            elif name.strip() == "moved" and equals:
                set_option(keys, "moved", value.strip(), option)
            elif name.strip() in SLANTS and equals:
                keys.setdefault("diagonals", []).append(of_option(name.strip(), value))
            elif name.strip() == "wall" and equals:
                keys.setdefault("walls", []).append(value.strip())
            else:
                known = [
                    *EDGES,
                    "anywhere",
                    "must_turn",
                    "moved=left",
                    "wall=c4R",
                    "rising=c4R",
                    "falling=c4",
                ]
                raise unknown_option(option, cls.family, known)
        return keys

    @classmethod
    def _keys_of_body(cls, body: str) -> dict[str, Any]:
        board, arrow, goal = body.partition(">")
        rows = square_rows(board, smallest=SQUARE) if spaced(board, EMPTY, "board") is None else None
        keys: dict[str, Any] = {"board": rows or board}
        if not arrow:
            return keys
        whole = rows and square_rows(goal, smallest=len(rows))
        return {**keys, "goal": whole or (goal if " " in goal else rows_of(goal))}

    def _options(self) -> list[str]:
        walls = [f"wall={cell_name(cell, self.columns)}{LETTERS[d]}" for cell, d in self.walls]
        rules = ["open"] * (self.edges == "open") + ["anywhere"] * self.anywhere
        rules += ["must_turn"] * self.must_turn + [f"moved={self.moved}"] * (self.moved is not None)
        return rules + walls + [option_of(diagonal, self.columns) for diagonal in self.diagonals]

    def _body(self) -> str:
        return f"{unmistakable(self._start)}>{unmistakable('/'.join(self.goal))}"

    def _own_keys(self) -> dict[str, Any]:
        keys: dict[str, Any] = {"board": self._start.split("/"), "goal": list(self.goal)}
        if self.edges != "stop":
            keys["edges"] = self.edges
        if self.anywhere:
            keys["anywhere"] = True
        if self.must_turn:
            keys["must_turn"] = True
        if self.moved is not None:
            keys["moved"] = self.moved
        if self.diagonals:
            keys["diagonals"] = [written(diagonal, self.columns) for diagonal in self.diagonals]
        if self.walls:
            keys["walls"] = [f"{cell_name(cell, self.columns)} {DIRECTIONS[d]}" for cell, d in self.walls]
        return keys

    def _build(self, engine: type[Engine]) -> Engine:
        colours = {
            letter: number for number, letter in enumerate(sorted({letter for letter, _ in self.tiles}))
        }
        goals = [[(colours[letter], cell) for letter, cell in goal] for goal in alternatives(self)]
        return engine.make(
            "ricochet",
            rows=self.rows,
            columns=self.columns,
            blocked=sorted(self.blocks),
            walls=list(self.walls),
            colours=[colours[letter] for letter, _ in self.tiles],
            tiles=[cell for _, cell in self.tiles],
            goals=goals,
            open=self.edges == "open",
            diagonals=[
                (cell, int(rising), colours.get(colour, len(colours)) if colour else -1)
                for cell, rising, colour in self.diagonals
            ],
            must_turn=[colours[self.target], self._turn_at_start()] if self.must_turn else [],
        )

    def _turn_at_start(self) -> int:
        return 0 if self.moved is None else TURNS.index(self.moved)

    def _begins(self) -> str:
        return with_turn(self._start, self._turn_at_start())

    def colours(self) -> list[str]:
        """The letters of tiles and of diagonals, each once for every tile and diagonal."""
        return [letter for letter, _ in self.tiles] + [d.colour for d in self.diagonals if d.colour]

    def _tiles_of(self, state: str) -> list[tuple[str, int]]:
        cells = letters_of(state)
        return sorted((letter, cell) for cell, letter in enumerate(cells) if letter not in (BLOCK, EMPTY))

    def _numbers_of(self, text: str) -> list[int]:
        cells = [cell for _, cell in self._tiles_of(text)]
        return [*cells, turn_of(text)] if self.must_turn else cells

    def _standing(self, numbers: Sequence[int]) -> list[int]:
        return list(numbers[: len(self.tiles)])

    def _text_of(self, numbers: Sequence[int]) -> str:
        cells = list(self._empty)
        for (letter, _), cell in zip(self.tiles, self._standing(numbers), strict=True):
            cells[cell] = letter
        grid = joined("".join(cells), self.columns)
        return with_turn(grid, numbers[-1]) if self.must_turn else grid

    def _read(self, text: str) -> str:
        turn = 0
        if self.must_turn and isinstance(text, str):
            text, mark, moved = text.partition(MARK)
            turn = TURNS.index(choice(moved.strip(), "state", TURNS[1:])) if mark else 0
        grid = read_position(text, self.rows, self.columns, limits.SLIDE_SIDE)
        _check_letters(grid, "state")
        state = "/".join(grid)
        self._check_same(state)
        return with_turn(state, turn)

    def _check_same(self, state: str) -> None:
        cells = letters_of(state)
        for cell, letter in enumerate(cells):
            if (letter == BLOCK) != (cell in self.blocks):
                row, column = divmod(cell, self.columns)
                raise BoardError(
                    "has a block where the board has none, or none where it has one; blocks never move",
                    key="state",
                    row=row + 1,
                    column=column + 1,
                )
        board = letters_of(self._start)
        for letter in sorted(set(cells + board) - {BLOCK, EMPTY}):
            here, there = cells.count(letter), board.count(letter)
            if here != there:
                raise BoardError(
                    f"has {here} {letter} tiles, but the board has {there}; use the same tiles", key="state"
                )

    def _start_keys(self, here: Position) -> dict[str, Any]:
        grid, mark, moved = str(here).partition(MARK)
        keys: dict[str, Any] = {"board": grid.split("/")}
        return {**keys, "moved": moved if mark else None} if self.must_turn else keys

    def draw(self, state: Any) -> str:
        grid, mark, moved = str(self.position(state)).partition(MARK)
        board = grid.replace("/", "\n")
        return f"{board}\n{mark}{moved}" if mark else board

    def _names(self, here: Position, codes: Sequence[Code]) -> list[str]:
        return [cell_name(code[0], self.columns) + LETTERS[code[1]] for code in codes]

    def is_home(self, state: Position) -> bool:
        """Whether tiles on their goals count: none must turn, or the target did."""
        return not self.must_turn or turn_of(state) == len(TURNS) - 1

    def legs(self, state: Position, code: Code) -> list[tuple[int, int]]:
        """The straight parts of a slide: (direction, cells)."""
        if self.diagonals:
            return slide(self, state, code[0], code[1]).legs
        return [(code[1], abs(code[2] - code[0]) // (1 if code[1] < 2 else self.columns))]

    def _words(self, here: Position, codes: Sequence[Code]) -> list[tuple[str, str]]:
        letters, words = letters_of(here), []
        for code in codes:
            mover = f"the tile {letters[code[0]]} at {cell_name(code[0], self.columns)}"
            words.append((mover, f"{mover} {DIRECTIONS[code[1]]}"))
        return words

    def _landing(self, kind: int, place: int) -> tuple[str, str]:
        return self.tiles[kind][0], cell_name(place, self.columns)

    def _apparent_distance(self, state: Any) -> int:
        """The sum, over the cells of the goal, of the Manhattan distance to the nearest tile of
        its colour; one more while the target still has to turn."""
        from clew.families.ricochet.goal import apparent_distance

        return apparent_distance(self, self.position(state))

    def _bodies(self, state: Any) -> list[list[int]]:
        return [[cell] for cell in self._standing(self._numbers(state))]

    def _displaced(self, here: Position, code: Code) -> list[tuple[int, int]]:
        return [(code[0], code[2])]

    def _like(self) -> dict[str, Any]:
        return {"size": [self.rows, self.columns], "pieces": len(self.tiles)}

    def _split_moves(self, text: str) -> list[str]:
        """Splits a list of moves; a tile, its cell or colour, may be separated from its direction."""
        colours = {letter for letter, _ in self.tiles}

        def names_tile(word: str) -> bool:
            word = word.rstrip(":")
            cell = cell_number(word, self.rows, self.columns) is not None
            return cell or word in colours or (len(word) > 2 and word[0].upper() in colours)

        return joined_words(super()._split_moves(text), names_tile, counts=False)

    def _spelling(self, here: Position, text: str) -> str | None:
        """The usual name of a move of a tile that is named by its colour: ``R←``, ``red:left``, ``RL``."""
        tile = next((text[:at] for at in range(1, len(text)) if direction_of(text[at:])[1:] == ("",)), "")
        letter = direction_of(text[len(tile) :])[0]
        tile = tile.rstrip(": ")
        if not letter or not tile:
            return None
        if cell_number(tile, self.rows, self.columns) is not None:
            return f"{tile}{letter}"
        cells = letters_of(here)
        name = tile if tile in cells else tile[0].upper()
        alike = [cell for cell, sign in enumerate(cells) if sign == name and sign.isalpha()]
        return f"{cell_name(alike[0], self.columns)}{letter}" if len(alike) == 1 else None

    def _why_not(self, here: Position, text: str) -> str:
        cell = cell_number(text[:-1], self.rows, self.columns)
        direction = LETTERS.find(text[-1:]) if text else -1
        if direction < 0:
            return "a move is the cell of a tile and a direction L R U D, such as c4R"
        if cell is None:
            return f"there is no cell {shown(text[:-1])}; cells are {span(self.rows, self.columns)}"
        name, letter = text[:-1], letters_of(here)[cell]
        if letter in (BLOCK, EMPTY):
            return f"cell {name} {'is empty' if letter == EMPTY else 'is a fixed block'}"
        stop = self._stop(here, cell, direction)
        found = slide(self, here, cell, direction)
        if found.fault == "endless":
            return f"the tile {letter} at {name} would never stop: the diagonals send it around in a circle"
        if found.legs and not found.fault:
            return f"the tile {letter} at {name} would come back to where it is"
        if stop is None:
            return f"the tile {letter} at {name} would slide off the board"
        return f"the tile {letter} at {name} cannot move {DIRECTIONS[direction]}: {stop} stops it"

    def _stop(self, here: Position, cell: int, direction: int) -> str | None:
        """What is directly next to a tile; None if it can move (possibly off an open board)."""
        beside = self.beside(cell, direction)
        if beside is None:
            return "a wall"
        if beside < 0:
            return "the edge of the board" if self.edges == "stop" else None
        there = letters_of(here)[beside]
        if there == EMPTY:
            return None
        return "a block" if there == BLOCK else f"the tile {there}"

    def beside(self, cell: int, direction: int) -> int | None:
        """The next cell in a direction: None behind a wall, -1 beyond the edge of the board."""
        if _one_side(cell, direction, self.rows, self.columns) in self.walls:
            return None
        down, across = DELTAS[direction]
        row, column = cell // self.columns + down, cell % self.columns + across
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column if inside else -1


def _check_letters(grid: Sequence[str], key: str) -> None:
    for row, letters in enumerate(grid, 1):
        for column, letter in enumerate(letters, 1):
            if letter not in (BLOCK, EMPTY) and not letter.isalpha():
                raise bad_letter(key, row, column, letter, MEANING)


def _one_side(cell: int, direction: int, rows: int, columns: int) -> tuple[int, int]:
    """The wall named from its left or upper cell, where it has one."""
    if direction == 0 and cell % columns:
        return cell - 1, 1
    if direction == 2 and cell >= columns:
        return cell - columns, 3
    return cell, direction


def _read_walls(value: Any, rows: int, columns: int) -> list[tuple[int, int]]:
    """Walls as (cell, direction), each once, in order."""
    walls = set()
    for number, text in enumerate(sequence(value, "walls", '["c4 right"]'), 1):
        if not isinstance(text, str):
            raise BoardError(
                f'wall {number} is {kind(text)}; write a cell and a side, "c4 right"', key="walls", row=number
            )
        words = text.split()
        if len(words) == 1 and text.strip()[-1:] in tuple(LETTERS):
            words = [words[0][:-1], DIRECTIONS[LETTERS.index(words[0][-1])]]
        if len(words) != 2:
            raise BoardError(
                f'wall {number} is "{shown(text)}"; write a cell and a side, "c4 right"',
                key="walls",
                row=number,
            )
        cell = cell_number(words[0], rows, columns)
        if cell is None:
            raise BoardError(
                f'wall {number}: there is no cell "{shown(words[0])}"; cells are {span(rows, columns)}',
                key="walls",
                row=number,
            )
        if words[1] not in DIRECTIONS:
            raise BoardError(
                f'wall {number}: "{shown(words[1])}" is not a side{closest(words[1], DIRECTIONS)} '
                "Use left, right, up or down",
                key="walls",
                row=number,
            )
        walls.add(_one_side(cell, DIRECTIONS.index(words[1]), rows, columns))
    return sorted(walls)
