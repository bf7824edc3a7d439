"""Sokoban: a player pushes boxes onto goals.

A state is the board with `/` between rows, `-` for floor. Where steps count, a move is one of `u d l r`, in
upper case if it pushes; where pushes count, it is the cell of a box and a direction, ``c4R``, and the player
walks there by itself.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Unpack

from clew.errors import BoardError
from clew.families.sokoban.board import read_level
from clew.families.sokoban.counts import TwoCounts
from clew.families.sokoban.keys import KEYS, METRICS
from clew.families.sokoban.lurd import WAYS, pushes_of, split, steps_of
from clew.puzzles.base import EnginePuzzle, set_option, unknown_option
from clew.puzzles.cells import DIRECTIONS, LETTERS, cell_name, cell_number, span
from clew.puzzles.fields import choice
from clew.puzzles.notations import direction_of, joined_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew._engine import Engine
    from clew.puzzles.base import About
    from clew.puzzles.position import Code, Move, Position

_CELL = re.compile(r"([a-z]{1,2}[0-9]{1,2})[\s:]*")


class Sokoban(EnginePuzzle):
    """A player among walls, who pushes boxes; solved when every box is on a goal. At most 64 x 64 cells.

    `board` in the usual signs: `#` is a wall, `-` or a blank floor, `.` a goal, `@` the player, `$` a box; on
    a goal the player is `+` and a box `*`. The player must not be able to walk off the board, and there are
    at least as many goals as boxes. `metric` says what counts: ``"moves"``, each step of the player;
    ``"pushes"``, each push of a box by one cell; ``"moves-then-pushes"`` and ``"pushes-then-moves"``, the
    one, and the other among solutions that are equal in it. Raises `BoardError`.

    Attributes: `rows`, `columns`; `walls` and `goal_cells`, sets of cells; `boxes`, the cells of the boxes at
    the start, `player`, that of the player; `metric`.

    >>> print(clew.solve(clew.Sokoban("#####/#@$.#/#####")))
    R
    """

    family = "sokoban"
    _KEYS = KEYS
    _REQUIRED = {"board": '"#####/#@$.#/#####"'}  # noqa: RUF012 - never written

    def __init__(self, board: str | Sequence[str], *, metric: str = "moves", **about: Unpack[About]) -> None:
        super().__init__(about)
        self.metric = choice(metric, "metric", METRICS)
        self._level = read_level(board)
        self.rows, self.columns = self._level.rows, self._level.columns
        self.walls, self.goal_cells = self._level.walls, self._level.goals
        self.boxes, self.player = list(self._level.boxes), self._level.player
        self._inside = self._level.inside()

    @property
    def _by_steps(self) -> bool:
        """Whether a move is a step of the player; otherwise it is a push."""
        return self.metric.startswith("moves")

    @classmethod
    def _keys_of_options(cls, options: Sequence[str]) -> dict[str, Any]:
        keys: dict[str, Any] = {}
        for option in options:
            if option not in METRICS:
                raise unknown_option(option, cls.family, METRICS)
            set_option(keys, "metric", option, option)
        return keys

    @classmethod
    def _keys_of_body(cls, body: str) -> dict[str, Any]:
        return {"board": body}

    def _options(self) -> list[str]:
        return [] if self.metric == "moves" else [self.metric]

    def _body(self) -> str:
        return self._begins()

    def _own_keys(self) -> dict[str, Any]:
        extra = {} if self.metric == "moves" else {"metric": self.metric}
        return {"board": self._begins().split("/"), **extra}

    def _build(self, engine: type[Engine]) -> Engine:
        return self._counting(engine, self.metric.partition("-")[0])

    @property
    def _held_bytes(self) -> int:
        squares, goals = len(self._inside), len(self.goal_cells)
        # The parts around a box, the pushes to each goal, and the steps between all squares.
        tables = squares * (squares + 10 * goals + (0 if self.metric == "pushes" else 2 * squares))
        return super()._held_bytes + tables * (2 if "-" in self.metric else 1)

    def _counting(self, engine: type[Engine], metric: str) -> Engine:
        return engine.make(
            "sokoban",
            width=self.columns,
            height=self.rows,
            walls=[int(cell in self.walls) for cell in range(self.rows * self.columns)],
            goals=sorted(self.goal_cells),
            boxes=self.boxes,
            player=self.player,
            metric=METRICS.index(metric),
        )

    def _new_engine(self) -> Engine:
        first = super()._new_engine()
        if "-" not in self.metric:
            return first
        return TwoCounts.of(first, self._counting(type(first), self.metric))

    def _begins(self) -> str:
        return self._level.text(self.player, self.boxes)

    def _numbers_of(self, text: str) -> list[int]:
        cells = text.replace("/", "")
        player = max(cells.find("@"), cells.find("+"))
        if player < 0:
            raise ValueError("no player")
        return [player, *(cell for cell, sign in enumerate(cells) if sign in "$*")]

    def _text_of(self, numbers: Sequence[int]) -> str:
        player, *boxes = numbers
        return self._level.text(player, boxes)

    def _read(self, text: str) -> str:
        here = read_level(text, "state")
        if (here.rows, here.columns, here.walls, here.goals) != (
            self.rows,
            self.columns,
            self.walls,
            self.goal_cells,
        ):
            raise BoardError(
                "has other walls or goals than the board; give the whole position, with only the player and "
                "boxes moved",
                key="state",
            )
        if len(here.boxes) != len(self.boxes):
            raise BoardError(
                f"has {len(here.boxes)} boxes, but the board has {len(self.boxes)}; use the same boxes",
                key="state",
            )
        if here.player not in self._inside or set(here.boxes) - self._inside != (
            set(self.boxes) - self._inside
        ):
            raise BoardError(
                "has the player or a box where neither can ever be; move it to where the player can walk",
                key="state",
            )
        return self._text_of([here.player, *here.boxes])

    def _start_keys(self, here: Position) -> dict[str, Any]:
        return {"board": str(here).split("/")}

    def draw(self, state: Any) -> str:
        rows = str(self.position(state)).replace("-", " ").split("/")
        return "\n".join(row.rstrip() for row in rows)

    def _next(self, code: Code) -> int:
        """The cell to which a step leads, or to which a box is pushed where pushes count."""
        return self._level.beside(code[1], WAYS[code[0]])

    def _pushed(self, code: Code) -> tuple[int, int] | None:
        """The cell of the box that a move pushes, and where it goes; None for a step without a push."""
        if not code[2]:
            return None
        there = self._next(code)
        return (there, self._level.beside(there, WAYS[code[0]])) if self._by_steps else (code[1], there)

    def _after(self, here: Position, code: Code, landed: Sequence[int] | None) -> Sequence[int]:
        # Where only pushes count, the engine's player stands anywhere that it can walk to.
        _, *boxes = here._numbers
        pushed = self._pushed(code)
        if pushed is None:
            return [self._next(code), *boxes]
        box, beyond = pushed
        return [box, *sorted(beyond if cell == box else cell for cell in boxes)]

    def _names(self, here: Position, codes: Sequence[Code]) -> list[str]:
        names = []
        for code in codes:
            letter = LETTERS[WAYS[code[0]]]
            if not self._by_steps:
                names.append(cell_name(code[1], self.columns) + letter)
            else:
                names.append(letter if code[2] else letter.lower())
        return names

    def _words(self, here: Position, codes: Sequence[Code]) -> list[tuple[str, str]]:
        words = []
        for code in codes:
            pushed = self._pushed(code)
            mover = "the player" if pushed is None else f"the box on {cell_name(pushed[0], self.columns)}"
            words.append((mover, f"{mover} {DIRECTIONS[WAYS[code[0]]]}"))
        return words

    def _hinted(self, level: int, move: Move) -> str:
        told = super()._hinted(level, move)
        return told.replace("Move", "Push", 1) if move.code[2] else told

    def _landing(self, kind: int, place: int) -> tuple[str, str]:
        return ("box" if kind else "player"), cell_name(place, self.columns)

    def _standing(self, numbers: Sequence[int]) -> list[int]:
        return list(numbers) if self._by_steps else list(numbers[1:])

    def _taken(self, code: Code) -> list[int]:
        pushed = self._pushed(code)
        if not self._by_steps:
            return [code[1]]
        return [code[1]] if pushed is None else [code[1], pushed[0]]

    def _displaced(self, here: Position, code: Code) -> list[tuple[int, int]]:
        pushed = self._pushed(code)
        player = here._numbers[0]
        return [(player, self._next(code))] if pushed is None else [pushed, (player, pushed[0])]

    def _bodies(self, state: Any) -> list[list[int]]:
        return [[cell] for cell in self._standing(self._numbers(state))]

    def _apparent_distance(self, state: Any) -> int:
        """The sum, over the boxes, of the Manhattan distance to the nearest goal."""
        found = 0
        goals = [divmod(cell, self.columns) for cell in self.goal_cells]
        for cell in self._numbers(state)[1:]:
            row, column = divmod(cell, self.columns)
            found += min(abs(row - y) + abs(column - x) for y, x in goals)
        return found

    def _like(self) -> dict[str, Any]:
        return {"size": [self.rows, self.columns], "pieces": len(self.boxes)}

    _shows_path = True

    def _hole_path(self, codes: Sequence[Code]) -> str | None:
        here, steps = self.initial(), ""
        for code in codes:
            steps += self._names(here, [code])[0] if self._by_steps else steps_of(self, here, code)
            here = self._follow(here, code).after
        return steps

    def _split_moves(self, text: str) -> list[str]:
        """Splits a list of moves; steps need no blanks between them: ``rrUl``, ``2rUl``. Where pushes count,
        the steps of a solution are split behind each push.
        """
        words = joined_words(
            super()._split_moves(text),
            lambda word: cell_number(word, self.rows, self.columns) is not None,
            counts=False,
        )
        return split(words, self._by_steps)

    def _join_moves(self, names: list[str]) -> str:
        return ("" if self._by_steps else " ").join(names)

    def _spelling(self, here: Position, text: str) -> str | None:
        """The usual name of a step in another case or as a word, ``up``, or of a push as the steps to it."""
        if self._by_steps:
            letter, rest = direction_of(text)
            steps = [move.name for move in self.moves(here)] if letter and not rest else []
            return next((name for name in steps if name.upper() == letter), None)
        named = _CELL.match(text)
        if named is None:
            return pushes_of(self, here, text)
        return named[1] + direction_of(text[named.end() :])[0]

    def _why_not(self, here: Position, text: str) -> str:
        if self._by_steps:
            letter, rest = direction_of(text)
            if not letter or rest:
                return "a move is a step u d l r, in upper case where it pushes a box"
            way = LETTERS.index(letter)
            there = self._level.beside(here._numbers[0], way)
            if there in self.walls:
                return f"the player cannot go {DIRECTIONS[way]}: a wall is there"
            return self._why_no_push(here, there, way)
        named = _CELL.match(text)
        letter, rest = direction_of(text[named.end() :]) if named else ("", "")
        if named is None or not letter or rest:
            return "a move is the cell of a box and a direction L R U D, such as c4R"
        name, cell = named[1], cell_number(named[1], self.rows, self.columns)
        if cell is None:
            return f"there is no cell {name}; cells are {span(self.rows, self.columns)}"
        if cell not in here._numbers[1:]:
            return f"there is no box on {name}"
        if cell not in self._inside:
            return f"the player cannot get to the box on {name}"
        return self._why_no_push(here, cell, LETTERS.index(letter))

    def _why_no_push(self, here: Position, box: int, way: int) -> str:
        name, direction = cell_name(box, self.columns), DIRECTIONS[way]
        beyond = self._level.beside(box, way)
        if beyond in self.walls:
            return f"the box on {name} cannot be pushed {direction}: a wall stops it"
        if beyond in here._numbers[1:]:
            return f"the box on {name} cannot be pushed {direction}: another box stops it"
        return f"the player cannot get to the side of the box on {name} from which it goes {direction}"
