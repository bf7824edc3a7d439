"""Plays one attempt at a level row by row: what each row does to the position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.errors import IllegalMove
from clew.puzzles.cells import cell_number

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle
    from clew.puzzles.position import Move
    from clew_lab.study.levels import Level
    from clew_lab.study.log import Row


class Unreadable(Exception):
    """A row does not describe a move on any board; the text says why."""


class Rules:
    """The legal moves of a level, cached by position: players reach the same ones again and again."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.puzzle = level.puzzle
        self._steps: dict[Any, list[Move]] = {}
        self._numbers: dict[Any, int] = {}

    def steps(self, state: Any) -> list[Move]:
        """The legal moves."""
        if state not in self._steps:
            self._steps[state] = self.puzzle.moves(state)
        return self._steps[state]

    def number(self, state: Any) -> int:
        """A number for the position, the same for equal positions: its number on the map, if there is one."""
        if state not in self._numbers:
            space = self.level.space
            self._numbers[state] = self._fresh(state) if space is None else space.index(state)
        return self._numbers[state]

    def _fresh(self, state: Any) -> int:
        same = self.puzzle.canonical(state)
        return self._numbers.setdefault(same, len(self._numbers))

    def step(self, state: Any, row: Row) -> Move | None:
        """The move that a row makes; None if the piece is already where it is dragged to.

        Raises `Unreadable`, and `IllegalMove` with the reason.
        """
        if row.move:
            for step in self.steps(state):
                if step.name == row.move:
                    return step
            return self.puzzle._find(state, row.move)
        return self._drag(state, row)

    def _drag(self, state: Any, row: Row) -> Move | None:
        puzzle = self.puzzle
        pieces = puzzle._piece_cells(state)
        if not pieces:
            raise Unreadable(f"moves of {puzzle.family} are read by their names, not as piece@cell")
        piece = self.level.pieces.get(row.piece, row.piece)
        if piece not in pieces:
            known = ", ".join(self.level.pieces or pieces)
            raise Unreadable(f"there is no piece {row.piece!r}; pieces are {known}")
        cell = self._cell(puzzle, row.target)
        here = pieces[piece][0]
        if here == cell:
            return None
        for step in self.steps(state):
            if step.code[:2] == (here, cell):
                return step
        reason = f"piece {row.piece} cannot come from cell {here} to cell {cell} in one move"
        raise IllegalMove(row.logged, reason, [step.name for step in self.steps(state)])

    @staticmethod
    def _cell(puzzle: EnginePuzzle, text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None
        if number is None:
            number = cell_number(text, puzzle.rows, puzzle.columns)
        if number is None or not 0 <= number < puzzle.rows * puzzle.columns:
            raise Unreadable(f"{text!r} is not a cell: expected 0 to {puzzle.rows * puzzle.columns - 1}")
        return number


class Play:
    """The position of an attempt while its rows are played, with its undo and redo history."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._line: list[Any] = [rules.puzzle.initial()]
        self._cursor = 0

    @property
    def state(self) -> Any:
        """The current position."""
        return self._line[self._cursor]

    def act(self, row: Row) -> tuple[str, str]:
        """Plays a row; returns the piece and the name of the move, both empty if nothing moves.

        Raises as `Rules.step` does, and `IllegalMove` if there is nothing to undo or redo.
        """
        if row.event == "undo":
            return self._back(-1, row)
        if row.event == "redo":
            return self._back(1, row)
        if not row.move and not row.target:
            return "", ""
        step = self.rules.step(self.state, row)
        if step is None:
            return "", ""
        piece = self._piece(step, row)
        self._line[self._cursor + 1 :] = [step.after]
        self._cursor += 1
        return piece, step.name

    def _back(self, by: int, row: Row) -> tuple[str, str]:
        if not 0 <= self._cursor + by < len(self._line):
            raise IllegalMove(row.event, f"there is nothing to {row.event}", [])
        self._cursor += by
        return row.piece or _letter(self.rules.puzzle, self.state, row.move[:1]), row.event

    def _piece(self, step: Move, row: Row) -> str:
        puzzle = self.rules.puzzle
        letters = [
            letter for letter, cells in puzzle._piece_cells(self.state).items() if cells[0] == step.code[0]
        ]
        return letters[0] if letters else row.piece or puzzle._words(self.state, [step.code])[0][0]


def _letter(puzzle: EnginePuzzle, state: Any, letter: str) -> str:
    """The letter, if it is that of a piece."""
    return letter if letter in puzzle._piece_cells(state) else ""
