"""Blocks: rigid pieces slide on a grid (the Game About Rectangles, Rush Hour; Klotski with `free` movement).

A state is the board with `/` between rows. A move is a piece, a direction L R U D and cells: ``AR3``; under
the metric `piece` it is a path, ``AR1D1``.
"""

from __future__ import annotations

from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, Self, Unpack

from clew.errors import ClewError
from clew.families.blocks.goal import anchors, default_exit, read_goal, red_car
from clew.families.blocks.keys import KEYS
from clew.families.blocks.pieces import check_signs, name_pieces, read_pieces, same_pieces, walls_of
from clew.puzzles import limits
from clew.puzzles.base import EnginePuzzle, set_option, unknown_option
from clew.puzzles.cells import DELTAS, DIRECTIONS, LETTERS, cell_name
from clew.puzzles.fields import choice
from clew.puzzles.grids import (
    SQUARE,
    blanks_read,
    read_grid,
    read_position,
    rows_of,
    spaced,
    square_rows,
    unmistakable,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew._engine import Engine
    from clew.puzzles.base import About
    from clew.puzzles.position import Code, Found, Position

    Metric = Literal["slide", "step", "piece"]

MOVEMENTS = ("axis", "free")
METRICS: tuple[Metric, ...] = ("slide", "step", "piece")
OPTIONS = {
    "axis": ("movement", "axis"),
    "free": ("movement", "free"),
    "slide": ("metric", "slide"),
    "step": ("metric", "step"),
    "piece": ("metric", "piece"),
}


class Blocks(EnginePuzzle):
    """A board of pieces, each made of all cells with one letter; `.` or `o` is empty, `#` or `x` a wall.

    `board` is a grid of at most 64 x 64. `movement` is ``"axis"`` (straight pieces that move along their
    long side) or ``"free"`` (any connected shape, any direction). `metric` says what one move is:
    ``"slide"``, one piece any distance along a line; ``"step"``, one cell; ``"piece"``, one piece along any
    path. `goal` is ``{"piece": "A", "exit": "right"}`` or a grid of the letters that must be covered; the
    default is piece A at the right edge if it is horizontal, at the lower edge if it is vertical. Raises
    `BoardError`.

    Attributes: `rows`, `columns`; `walls`, the set of wall cells; `pieces`, from letters to cells in order;
    `exit`, ``(piece, edge)``, or `goal`, the rows of the goal grid with `.` for free; the other is None.

    >>> print(clew.solve(clew.Blocks(["AAo", "ooo", "ooo"])))
    AR1
    """

    family = "blocks"
    _KEYS = KEYS
    _REQUIRED = {"board": '"AAo/ooo/ooo"'}  # noqa: RUF012 - never written
    _PARTS = {"exit": "goal"}  # noqa: RUF012 - never written

    def __init__(
        self,
        board: str | Sequence[str],
        *,
        movement: str = "axis",
        metric: str = "slide",
        goal: dict[str, str] | str | Sequence[str] | None = None,
        **about: Unpack[About],
    ) -> None:
        super().__init__(about)
        self.movement = choice(movement, "movement", MOVEMENTS)
        self.metric: Metric = choice(metric, "metric", METRICS)
        blank = spaced(board, ".o", "board")
        grid = read_grid(board if blank is None else blank, "board", limits.GRID_SIDE)
        self.rows, self.columns = len(grid), len(grid[0])
        self._start = "/".join(grid).replace(".", "o").replace("#", "x")
        self.walls = walls_of(self._start)
        doubts = check_signs(grid)
        self.pieces = read_pieces(grid, self.movement)
        goal = spaced(goal, ".o", "goal") or goal
        self.exit, self.goal = read_goal(self, goal)
        usual, unsure = red_car(self.pieces, self.rows, self.columns)
        self._unusual_exit = None if self.exit == usual and not unsure else self.exit
        if goal is None:
            doubts += unsure
        if blank is not None:
            doubts.insert(0, blanks_read(grid))
        self._readings = tuple(doubts)
        self._letters = list(self.pieces)

    @cached_property
    def _empty(self) -> list[str]:
        """The signs of the board's text without its pieces."""
        return ["o" if sign not in "x/" else sign for sign in self._start]

    @cached_property
    def _spots(self) -> list[int]:
        """Where the sign of each cell stands in the text."""
        return [cell + cell // self.columns for cell in range(self.rows * self.columns)]

    @cached_property
    def _shapes(self) -> dict[str, list[int]]:
        """The cells of each piece, from its first one on."""
        return {letter: [cell - cells[0] for cell in cells] for letter, cells in self.pieces.items()}

    @classmethod
    def from_pieces(
        cls, pieces: Sequence[tuple[int, int, int, int]], *, rows: int = 6, columns: int = 6, **keys: Any
    ) -> Blocks:
        """A board of straight pieces ``(size, 1 horizontal | 2 vertical, row, column)``, rows and columns
        from 1.

        They become `A`, `B`, ... in order; the first is the one to bring out. `keys` are those of `Blocks`.
        """
        grid = name_pieces(pieces, rows, columns)
        if keys.get("goal") is None and "A" in "".join(grid):
            first = default_exit(read_pieces(grid, keys.get("movement", "axis")), columns, "A")
            keys["goal"] = None if first is None else {"piece": "A", "exit": first[1]}
        return cls(grid, **keys)

    @classmethod
    def _keys_of_options(cls, options: Sequence[str]) -> dict[str, Any]:
        keys: dict[str, Any] = {}
        for option in options:
            if option in OPTIONS:
                set_option(keys, *OPTIONS[option], option)
                continue
            name, equals, value = option.partition("=")
            piece, dash, edge = value.strip().rpartition("-")
            if name.strip() != "exit" or not equals or not dash:
                raise unknown_option(option, cls.family, [*OPTIONS, "exit=A-right"])
            set_option(keys, "goal", {"piece": piece.strip(), "exit": edge.strip()}, option)
        return keys

    @classmethod
    def parse(cls, text: str, **keys: Any) -> Self:
        """As for every family; the rows may also come without separators, if there are as many as columns."""
        rows = square_rows(text) if isinstance(text, str) and not {":", ">"} & set(text) else None
        return super().parse("/".join(rows) if rows else text, **keys)

    @classmethod
    def _keys_of_body(cls, body: str) -> dict[str, Any]:
        board, arrow, goal = body.partition(">")
        rows = square_rows(board, smallest=SQUARE) if spaced(board, ".o", "board") is None else None
        keys: dict[str, Any] = {"board": rows or board}
        if not arrow:
            return keys
        whole = rows and square_rows(goal, smallest=len(rows))
        return {**keys, "goal": whole or (goal if " " in goal else rows_of(goal))}

    def _options(self) -> list[str]:
        shown = [value for value in (self.movement, self.metric) if value not in ("axis", "slide")]
        goal = self._unusual_exit
        return shown if goal is None else [*shown, f"exit={goal[0]}-{goal[1]}"]

    def _body(self) -> str:
        board = unmistakable(self._start)
        if self.goal is None:
            return board
        return f"{board}>{unmistakable('/'.join(self.goal).replace('.', 'o'))}"

    def _own_keys(self) -> dict[str, Any]:
        keys: dict[str, Any] = {"board": self._start.split("/")}
        if self.movement != "axis":
            keys["movement"] = self.movement
        if self.metric != "slide":
            keys["metric"] = self.metric
        exit_ = self._unusual_exit
        if self.goal is not None:
            keys["goal"] = list(self.goal)
        elif exit_ is not None:
            keys["goal"] = {"piece": exit_[0], "exit": exit_[1]}
        return keys

    def _build(self, engine: type[Engine]) -> Engine:
        numbers = {letter: number for number, letter in enumerate(self.pieces)}
        goals = [(numbers[letter], where) for letter, where in anchors(self).items()]
        return engine.make(
            "blocks",
            rows=self.rows,
            columns=self.columns,
            walls=sorted(self.walls),
            pieces=list(self.pieces.values()),
            free=self.movement == "free",
            metric=self.metric,
            goals=goals,
        )

    def _begins(self) -> str:
        return self._start

    def _numbers_of(self, text: str) -> list[int]:
        cells = text.replace("/", "")
        return list(map(cells.index, self.pieces))

    def _text_of(self, numbers: Sequence[int]) -> str:
        signs = list(self._empty)
        for (letter, shape), anchor in zip(self._shapes.items(), numbers, strict=True):
            for offset in shape:
                signs[self._spots[anchor + offset]] = letter
        return "".join(signs)

    def _read(self, text: str) -> str:
        grid = read_position(text, self.rows, self.columns, limits.GRID_SIDE)
        state = "/".join(grid).replace(".", "o").replace("#", "x")
        same_pieces(self, grid, state)
        return state

    def _start_keys(self, here: Position) -> dict[str, Any]:
        return {"board": str(here).split("/")}

    def draw(self, state: Any) -> str:
        return str(self.position(state)).replace("/", "\n")

    def _legal(self, here: Position) -> list[Found]:
        place = dict(zip(self._engine.canonical(here._numbers), count()))
        found = self._engine.moves(here._numbers)
        ranked = sorted([(place[move[0][0]], move[0][2:], move) for move in found])
        return [move for _, _, move in ranked]

    def _names(self, here: Position, codes: Sequence[Code]) -> list[str]:
        names = []
        for code in codes:
            name = self._letters[here._numbers.index(code[0])]
            for i in range(2, len(code), 2):
                name += f"{LETTERS[code[i]]}{code[i + 1]}"
            names.append(name)
        return names

    def _words(self, here: Position, codes: Sequence[Code]) -> list[tuple[str, str]]:
        words = []
        for code in codes:
            mover = f"piece {self._letters[here._numbers.index(code[0])]}"
            words.append((mover, f"{mover} {', then '.join(map(DIRECTIONS.__getitem__, code[2::2]))}"))
        return words

    def _after(self, here: Position, code: Code, landed: Sequence[int] | None) -> list[int]:
        numbers = list(here._numbers)
        numbers[numbers.index(code[0])] = code[1]
        return numbers

    def _landing(self, kind: int, place: int) -> tuple[str, str]:
        return self._letters[kind], cell_name(place, self.columns)

    def _apparent_distance(self, state: Any) -> int:
        """The cells between the pieces of the goal and their places, plus the pieces in their way."""
        from clew.families.blocks.goal import apparent_distance

        return apparent_distance(self, str(self.position(state)))

    def _bodies(self, state: Any) -> list[list[int]]:
        return list(self._piece_cells(state).values())

    def _displaced(self, here: Position, code: Code) -> list[tuple[int, int]]:
        return [(code[0], code[1])]

    def _piece_cells(self, state: Any) -> dict[str, list[int]]:
        placed = zip(self._shapes.items(), self._numbers(state), strict=True)
        return {letter: [anchor + offset for offset in shape] for (letter, shape), anchor in placed}

    def _matrix(self, state: Any) -> list[list[int]]:
        numbers = {"o": 0, "x": 255, **{letter: k for k, letter in enumerate(self.pieces, 1)}}
        return [[numbers[sign] for sign in row] for row in str(state).split("/")]

    def _like(self) -> dict[str, Any]:
        if self.movement != "axis" or self.exit is None:
            raise ClewError("boards like this one can be generated only with straight pieces and an exit")
        return {"size": [self.rows, self.columns], "pieces": len(self.pieces)}

    def _why_not(self, here: Position, text: str) -> str:
        from clew.families.blocks.words import why_not

        return why_not(self, here, text)

    def _split_moves(self, text: str) -> list[str]:
        """Splits a list of moves; a piece may be separated from its direction, and that from its cells."""
        from clew.families.blocks.words import split_moves

        return split_moves(self, text)

    def _spelling(self, here: Position, text: str) -> str | None:
        from clew.families.blocks.words import plain_move, shortest_spelling

        plain = plain_move(self, text)
        return plain if self.metric != "piece" else shortest_spelling(self, here, plain or text)

    def _slid(self, cells: str, letter: str, anchor: int, direction: int) -> int | None:
        """The anchor of a piece one cell further in that direction; None if it does not fit.

        `cells` is the board without the piece, as one string of `o` and other letters.
        """
        down, across = DELTAS[direction]
        for offset in self._shapes[letter]:
            row, column = divmod(anchor + offset, self.columns)
            row, column = row + down, column + across
            inside = 0 <= row < self.rows and 0 <= column < self.columns
            if not inside or cells[row * self.columns + column] != "o":
                return None
        return anchor + down * self.columns + across
