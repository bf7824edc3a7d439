"""Coroutine: two coins move in turn, each only in the directions printed under the other (or under itself).

A state is the cells of the coins and whose turn it is: ``a1,c3,0``. A move is the coin and a direction,
``0NE``; a pass is ``1-``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from clew.errors import BoardError
from clew.families.coroutine.keys import KEYS
from clew.families.coroutine.signs import COMPASS, PASS, STEPS
from clew.puzzles import limits
from clew.puzzles.base import EnginePuzzle, set_option, unknown_option
from clew.puzzles.cells import cell_name, cell_number, span
from clew.puzzles.fields import choice, closest, integer, kind, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew._engine import Engine
    from clew.puzzles.base import About
    from clew.puzzles.position import Code, Position

WORDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
METRICS = ("turns", "steps")
RULES = ("other", "own")
OPTIONS = {"turns": "metric", "steps": "metric", "other": "rule", "own": "rule"}


class Coroutine(EnginePuzzle):
    """Two coins on a grid of at most 32 x 32 squares, each printed with directions; coin 0 begins.

    `squares` is a list of rows of strings such as ``"N SE"``, or one string, ``"N+SE,S/,W"``. `coins` are two
    cells, by default the top left and the bottom right one; `target` a cell, by default the middle if both
    sides are odd. `metric` is ``"turns"`` (passes count) or ``"steps"`` (they do not); `rule` is ``"other"``
    (a coin goes by the square under the other coin) or ``"own"``; `first` is the coin that begins, 0 or 1.
    Raises `BoardError`.

    Attributes: `rows`, `columns`; `squares`, the direction numbers (0 N, 1 NE, ... 7 NW) of each cell;
    `coins` and `target` as cell numbers; `metric`, `rule`, `first`.

    >>> len(clew.solve(clew.Coroutine("N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S")))
    19
    """

    family = "coroutine"
    _KEYS = KEYS
    _REQUIRED = {"squares": '[["N S", "S SE"], ["NE E", "N"]]'}  # noqa: RUF012 - never written

    def __init__(
        self,
        squares: str | Sequence[Sequence[str]],
        *,
        coins: str | Sequence[str] | None = None,
        target: str | None = None,
        first: int = 0,
        metric: str = "turns",
        rule: str = "other",
        **about: Unpack[About],
    ) -> None:
        super().__init__(about)
        self.metric = choice(metric, "metric", METRICS)
        self.rule = choice(rule, "rule", RULES)
        self.first = integer(first, "first", 0, 1)
        rows = _rows(squares)
        self.rows, self.columns = len(rows), len(rows[0])
        self.squares = [
            _directions(text, r, c) for r, row in enumerate(rows, 1) for c, text in enumerate(row, 1)
        ]
        self.coins = self._read_coins(coins)
        self.target = self._read_target(target)

    def _default_coins(self) -> tuple[int, int]:
        return 0, self.rows * self.columns - 1

    def _default_target(self) -> int | None:
        return self.rows * self.columns // 2 if self.rows % 2 and self.columns % 2 else None

    def _cell(self, value: Any, key: str, coin: str = "") -> int:
        if not isinstance(value, str):
            found = f"{coin} is {kind(value)}".lstrip()
            raise BoardError(f'{found}; it must be the name of a cell: "a1"', key=key)
        cell = cell_number(value.strip(), self.rows, self.columns)
        if cell is None:
            raise BoardError(
                f'{f"{coin}: " if coin else ""}there is no cell "{shown(value)}"; '
                f"cells are {span(self.rows, self.columns)}",
                key=key,
            )
        return cell

    def _read_coins(self, value: Any, key: str = "coins") -> tuple[int, int]:
        given = value.split(",") if isinstance(value, str) else value
        if given is not None and not isinstance(given, list | tuple):
            raise BoardError(f'is {kind(given)}; it must be two cells: coins = ["a1", "c3"]', key=key)
        if given is not None and len(given) != 2:
            raise BoardError(
                f'has {len(given)} cell{"s" * (len(given) != 1)}; it must have two: ["a1", "c3"]', key=key
            )
        cells = self._default_coins()
        if given is not None:
            cells = self._cell(given[0], key, "coin 0"), self._cell(given[1], key, "coin 1")
        if cells[0] == cells[1]:
            raise BoardError(
                f"both coins are on {cell_name(cells[0], self.columns)}; give them two different cells",
                key=key,
            )
        return cells

    def _read_target(self, value: Any) -> int:
        if value is not None:
            return self._cell(value, "target")
        middle = self._default_target()
        if middle is None:
            raise BoardError(
                f"is missing: a board of {self.rows} rows and {self.columns} columns has no middle square; "
                'add target = "a1"',
                key="target",
            )
        return middle

    @classmethod
    def _keys_of_options(cls, options: Sequence[str]) -> dict[str, Any]:
        keys: dict[str, Any] = {}
        for option in options:
            if option not in OPTIONS:
                raise unknown_option(option, cls.family, OPTIONS)
            set_option(keys, OPTIONS[option], option, option)
        return keys

    @classmethod
    def _keys_of_body(cls, body: str) -> dict[str, Any]:
        rest, arrow, target = body.partition(">")
        squares, at, coins = rest.partition("@")
        keys: dict[str, Any] = {"squares": squares}
        if at:
            names = coins.split(",")
            if len(names) == 3:
                keys["first"] = _turn(names.pop(), "coins")
            keys["coins"] = names
        return {**keys, "target": target} if arrow else keys

    def _options(self) -> list[str]:
        return [value for value in (self.metric, self.rule) if value in ("steps", "own")]

    def _body(self) -> str:
        text = "/".join(",".join("+".join(words) for words in row) for row in self._printed())
        if self.coins != self._default_coins() or self.first:
            text += "@" + ",".join(cell_name(cell, self.columns) for cell in self.coins) + ",1" * self.first
        return (
            text
            if self.target == self._default_target()
            else f"{text}>{cell_name(self.target, self.columns)}"
        )

    def _printed(self) -> list[list[list[str]]]:
        words = [[COMPASS[d] for d in square] for square in self.squares]
        return [words[at : at + self.columns] for at in range(0, len(words), self.columns)]

    def _own_keys(self) -> dict[str, Any]:
        keys: dict[str, Any] = {"squares": [[" ".join(words) for words in row] for row in self._printed()]}
        if self.coins != self._default_coins():
            keys["coins"] = [cell_name(cell, self.columns) for cell in self.coins]
        if self.target != self._default_target():
            keys["target"] = cell_name(self.target, self.columns)
        plain = {"first": 0, "metric": "turns", "rule": "other"}
        return {
            **keys,
            **{key: getattr(self, key) for key, usual in plain.items() if getattr(self, key) != usual},
        }

    def _build(self, engine: type[Engine]) -> Engine:
        steps, own = self.metric == "steps", self.rule == "own"
        squares = [sorted(square) for square in self.squares]
        return engine.make(
            "coroutine",
            rows=self.rows,
            columns=self.columns,
            squares=squares,
            coins=self.coins,
            target=self.target,
            steps=steps,
            own=own,
        )

    def _identity(self) -> str:
        squares = [sorted(square) for square in self.squares]
        start, shape = self._begins(), (self.rows, self.columns)
        return f"coroutine {shape} {squares} {start} {self.target} {self.metric} {self.rule}"

    def _begins(self) -> str:
        return self._text_of([*self.coins, self.first])

    def _numbers_of(self, text: str) -> list[int]:
        one, other, turn = text.split(",")
        cells = [cell_number(name, self.rows, self.columns) for name in (one, other)]
        return [*(cell for cell in cells if cell is not None), int(turn)]

    def _text_of(self, numbers: Sequence[int]) -> str:
        return f"{cell_name(numbers[0], self.columns)},{cell_name(numbers[1], self.columns)},{numbers[2]}"

    def _read(self, text: str) -> str:
        names = text.replace(",", " ").split() if isinstance(text, str) else []
        if len(names) not in (2, 3):
            raise BoardError(
                "is not a position; write the cells of both coins and whose turn it is, such as a1,c3,0",
                key="state",
            )
        turn = _turn(names[2], "state") if len(names) == 3 else 0
        return self._text_of([*self._read_coins(names[:2], "state"), turn])

    def _start_keys(self, here: Position) -> dict[str, Any]:
        one, other, turn = str(here).split(",")
        return {"coins": [one, other], "first": int(turn), "target": cell_name(self.target, self.columns)}

    def draw(self, state: Any) -> str:
        coins = self._numbers(state)
        squares = [" ".join(words) for row in self._printed() for words in row]
        for cell, mark in ((self.target, "*"), (coins[0], "(0)"), (coins[1], "(1)")):
            squares[cell] = f"{mark} {squares[cell]}".strip()
        width = max(len(text) for text in squares)
        rows = [squares[at : at + self.columns] for at in range(0, len(squares), self.columns)]
        lines = [" | ".join(f"{text:<{width}}" for text in row).rstrip() for row in rows]
        return "\n".join([*lines, f"coin {coins[2]} to move"])

    def _code_cost(self, code: Code) -> int:
        return 0 if code[1] == PASS and self.metric == "steps" else 1

    def _names(self, here: Position, codes: Sequence[Code]) -> list[str]:
        return [f"{code[0]}{'-' if code[1] == PASS else COMPASS[code[1]]}" for code in codes]

    def _words(self, here: Position, codes: Sequence[Code]) -> list[tuple[str, str]]:
        return [
            (f"coin {code[0]}", f"coin {code[0]} {'passes' if code[1] == PASS else WORDS[code[1]]}")
            for code in codes
        ]

    def _standing(self, numbers: Sequence[int]) -> list[int]:
        return [0, 1]

    def _taken(self, code: Code) -> list[int]:
        return [code[0]] if code[1] != PASS else []

    def _apparent_distance(self, state: Any) -> int:
        """The steps of the nearer coin to the target, if it could move in every direction."""
        row, column = divmod(self.target, self.columns)
        return min(
            max(abs(cell // self.columns - row), abs(cell % self.columns - column))
            for cell in self._numbers(state)[:2]
        )

    def _landing(self, kind: int, place: int) -> tuple[str, str]:
        return str(kind), cell_name(place, self.columns)

    def _split_moves(self, text: str) -> list[str]:
        """Splits a list of moves; a coin may be separated from its direction: ``0, S`` is ``0S``."""
        moves: list[str] = []
        for word in super()._split_moves(text):
            if moves and moves[-1] in ("0", "1") and word[0] not in "01":
                moves[-1] += word
            else:
                moves.append(word)
        return moves

    def _spelling(self, here: Position, text: str) -> str | None:
        return "".join(text.replace(",", " ").split())

    def _bodies(self, state: Any) -> list[list[int]]:
        return [[cell] for cell in self._numbers(state)[:2]]

    def _displaced(self, here: Position, code: Code) -> list[tuple[int, int]]:
        return [] if code[1] == PASS else [(here._numbers[code[0]], code[2])]

    def _like(self) -> dict[str, Any]:
        return {"size": [self.rows, self.columns]}

    def _why_not(self, here: Position, text: str) -> str:
        move = "".join(text.replace(",", " ").split())
        if move[:1] not in ("0", "1") or move[1:] not in (*COMPASS, "-"):
            return (
                "a move is a coin, 0 or 1, and a direction N NE E SE S SW W NW or - for a pass, such as 0SE"
            )
        position = here._numbers
        coin = int(move[0])
        if coin != position[2]:
            return f"it is coin {position[2]}'s turn"
        if move[1:] == "-":
            return f"coin {coin} may not pass while it can move"
        ruling = position[coin if self.rule == "own" else 1 - coin]
        direction = COMPASS.index(move[1:])
        if direction not in self.squares[ruling]:
            printed = " ".join(COMPASS[d] for d in self.squares[ruling]) or "nothing"
            return f"coin {coin} follows the square {cell_name(ruling, self.columns)}, which shows {printed}"
        row, column = divmod(position[coin], self.columns)
        row, column = row + STEPS[direction][0], column + STEPS[direction][1]
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return f"coin {coin} would leave the grid"
        if row * self.columns + column == position[1 - coin]:
            return f"the other coin is on {cell_name(position[1 - coin], self.columns)}"
        return "the game is over: a coin is on the target"


def _turn(text: str, key: str) -> int:
    turn = text.strip()  # `int` strips less than `strip` does
    if turn not in ("0", "1"):
        raise BoardError(
            f'"{shown(text)}" is not a turn; write 0 or 1 after the cells, such as a1,c3,0', key=key
        )
    return int(turn)


def _rows(value: Any) -> list[list[Any]]:
    """The texts of the squares, row by row; all rows have the same length."""
    if isinstance(value, str):
        value = [row.split(",") for row in value.strip().replace("\n", "/").split("/")]
    if not isinstance(value, list | tuple):
        raise BoardError(
            f'is {kind(value)}; it must be a list of rows, such as [["N S", "E"], ["", "W"]]', key="squares"
        )
    side = limits.COROUTINE_SIDE
    if not value or len(value) > side:
        raise BoardError(f"has {len(value)} rows; it must have from 1 to {side}", key="squares")
    rows = []
    for number, row in enumerate(value, 1):
        if not isinstance(row, list | tuple):
            raise BoardError(
                f'is {kind(row)}; a row is a list of squares, such as ["N S", "E"]', key="squares", row=number
            )
        if not row or len(row) > side:
            raise BoardError(
                f"has {len(row)} squares; it must have from 1 to {side}", key="squares", row=number
            )
        rows.append(list(row))
    lengths = [len(row) for row in rows]
    usual = max(sorted(set(lengths), reverse=True), key=lengths.count)
    for number, length in enumerate(lengths, 1):
        if length != usual:
            raise BoardError(
                f"has {length} square{'s' * (length != 1)}, but most rows have {usual}; "
                "make all rows the same length",
                key="squares",
                row=number,
            )
    return rows


def _directions(value: Any, row: int, column: int) -> list[int]:
    """The direction numbers of ``"N SE"``, in the order of writing."""
    if not isinstance(value, str):
        raise BoardError(
            f'is {kind(value)}; a square is a string of directions, such as "N SE"',
            key="squares",
            row=row,
            column=column,
        )
    found: list[int] = []
    for word in value.replace("+", " ").replace(",", " ").split():
        if word not in COMPASS:
            raise BoardError(
                f'"{shown(word)}" is not a direction{closest(word, COMPASS)} Directions: {" ".join(COMPASS)}',
                key="squares",
                row=row,
                column=column,
            )
        if COMPASS.index(word) in found:
            raise BoardError(
                f"direction {word} appears twice; write it once", key="squares", row=row, column=column
            )
        found.append(COMPASS.index(word))
    return found
