"""New levels for a game: its own levels are changed, cell by cell, as long as none gets easier."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew._engine import Engine
from clew.errors import ClewError
from clew.families.puzzlescript.cells import is_random
from clew.families.puzzlescript.files import with_level
from clew.families.puzzlescript.program import program, rules_of
from clew.families.puzzlescript.puzzle import PuzzleScript
from clew.families.puzzlescript.reader import Level, read
from clew.families.puzzlescript.reader.levels import level_of
from clew.families.puzzlescript.reader.lines import Line
from clew.families.puzzlescript.reader.report import Report
from clew.generation.generator import Maker

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from clew.generation.evaluator import Evaluator
    from clew.generation.spec import Order
    from clew.puzzles.base import EnginePuzzle

    Rows = tuple[str, ...]

_PATIENCE = 400
_STATES = 100_000
"""A level for which a search needs more states than this is skipped."""
_SHAKES = 12
"""Changes that are made to a level before the climb begins, at most."""


class PuzzleScriptMaker(Maker):
    """Levels that come from those of one game by swapping cells and redrawing some with other signs."""

    of_games = True

    def __init__(self, order: Order, evaluator: Evaluator) -> None:
        super().__init__(order, evaluator)
        if order.game is None:
            raise ClewError("PuzzleScript levels belong to a game: give its source with game= or --game")
        order.has_no_pieces("puzzlescript")
        order.choose("search")
        if order.size is not None or order.symmetric:
            raise ClewError("new levels are as large as those of their game: leave size and symmetric out")
        self.game, report = read(order.game)
        if report.errors:
            raise report.refuse(key="game")
        if is_random(self.game):
            raise ClewError("a game of chance has no fewest moves: its levels cannot be generated")
        self.source = order.game
        self.rules = rules_of(self.game)
        levels = [level for level in self.game.levels if isinstance(level, Level) and level.rows]
        self.levels = [_even(level) for level in levels]
        shown = sorted({sign for rows in self.levels for row in rows for sign in row})
        self.signs = [sign for sign in shown if not self._is_player(sign)]
        self.blank = self._commonest()

    def _is_player(self, sign: str) -> bool:
        return bool(self.game.glyphs[sign] & self.game.player)

    def _commonest(self) -> str:
        """The sign of most cells that are not on the rim: what a cell becomes that is emptied."""
        inner = "".join(row[1:-1] for rows in self.levels for row in rows[1:-1]) or "".join(
            row for rows in self.levels for row in rows
        )
        return max(self.signs, key=inner.count, default="")

    def round(self, rng: Random) -> EnginePuzzle | None:
        if not self.signs:
            return None
        parent = rng.choice(self.levels)

        def start() -> Rows:
            rows = parent
            for _ in range(rng.randint(1, _SHAKES)):
                rows = self._changed(rows, rng)
            return rows

        def score(rows: Rows) -> int | None:
            length = self._length(rows)
            if length is not None:
                self.evaluator.better(length, lambda: self._puzzle(rows))
            return length

        end = self.climb(
            start,
            lambda rows: self._changed(rows, rng),
            score,
            patience=_PATIENCE,
        )
        return None if end is None else self._puzzle(end)

    def _changed(self, rows: Rows, rng: Random) -> Rows:
        """The level with two cells swapped, or one cell without a player drawn again."""
        cells = self._free(rows)
        y, x = rng.choice(cells)
        if rng.random() < 0.6:
            other = rng.choice(cells)
            return _with(_with(rows, (y, x), rows[other[0]][other[1]]), other, rows[y][x])
        return rows if self._is_player(rows[y][x]) else _with(rows, (y, x), rng.choice(self.signs))

    def _free(self, rows: Rows) -> list[tuple[int, int]]:
        """The cells that may change: the rim stays where it is all of one sign."""
        rim = {*rows[0], *rows[-1], *(row[0] for row in rows), *(row[-1] for row in rows)}
        edge = 1 if len(rim) == 1 and len(rows) > 2 and len(rows[0]) > 2 else 0
        return [(y, x) for y in range(edge, len(rows) - edge) for x in range(edge, len(rows[0]) - edge)]

    def _length(self, rows: Rows) -> int | None:
        level = level_of([Line(y, row) for y, row in enumerate(rows, 1)], self.game, Report())
        try:
            engine = Engine.make(
                "puzzlescript",
                program=program(self.game, level, self.rules),
                seed="",
                draws=0,
                start=[],
                refusal="",
            )
        except ValueError:  # its rules never come to rest
            return None
        return self.evaluator.length(engine, engine.initial(), _STATES)

    def _puzzle(self, rows: Rows) -> PuzzleScript:
        return PuzzleScript(with_level(self.source, rows))

    def settled(self, puzzle: EnginePuzzle) -> EnginePuzzle | None:
        """A level of the game, in which every cell has a sign of the legend."""
        if "start" not in puzzle._own_keys():
            return puzzle
        here = str(puzzle.initial())
        rows = tuple(here.split())
        if any(sign not in self.game.glyphs for row in rows for sign in row):
            return None
        level = self._puzzle(rows)
        return level if str(level.initial()) == here else None

    def without(self, puzzle: EnginePuzzle) -> Iterator[EnginePuzzle]:
        assert isinstance(puzzle, PuzzleScript)
        rows = _even(puzzle.level)
        for y, x in self._free(rows):
            if rows[y][x] != self.blank and not self._is_player(rows[y][x]):
                yield self._puzzle(_with(rows, (y, x), self.blank))


def _even(level: Level) -> Rows:
    """The rows of a level, all as wide as the first."""
    width = len(level.rows[0])
    return tuple(row[:width] + row[-1] * (width - len(row)) for row in level.rows)


def _with(rows: Rows, cell: tuple[int, int], sign: str) -> Rows:
    """The level with another sign on one cell."""
    y, x = cell
    return (*rows[:y], rows[y][:x] + sign + rows[y][x + 1 :], *rows[y + 1 :])


MAKER = PuzzleScriptMaker
"""What `clew.generate` makes an object of."""
